"""What a game consists of: parts that can be taken out of the whole game, or withheld from one side alone.

A game lists those of its configuration (``Game.parts``), in its chapter ``parts.py``. A part is taken out by other
values of the configuration; where it is an action, it is forbidden to everybody. It is withheld from a side by bans of
the actions by which it is used, or by values that belong to that side. So probes need to know no game by name.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from swarmzoo.envs.core.errors import GameError, nearest

if TYPE_CHECKING:
    from swarmzoo.envs.core.game import Game

KINDS = ("card", "terrain", "unit", "weapon", "armour", "trait", "formation", "command", "spell")
Values = dict[str, Any]  # a whole configuration as plain values
TakeOut = Callable[[Values, int | None], None]  # write into the values; of one side alone, or None: of the whole game


@dataclass(frozen=True)
class GamePart:
    """A part of a game. At least one of ``take_out`` and ``bans`` is given.

    ``take_out`` writes into the plain values of a whole configuration, so that parts can be taken out together;
    ``by_side``: it can do so for one side alone. ``bans``: names of the actions by which a side uses the part.
    """

    name: str
    kind: str  # one of KINDS
    about: str  # what is there instead, or what nobody can do then
    take_out: TakeOut | None = None
    by_side: bool = False
    bans: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise GameError(f"part {self.name!r} is of the kind {self.kind!r}{nearest(self.kind, KINDS)}")
        if self.take_out is None and not self.bans:
            raise GameError(f"part {self.name!r}: it can be neither taken out nor forbidden; give take_out or bans")

    @property
    def can_be_withheld(self) -> bool:
        """Whether one side alone can be left without it."""
        return self.by_side or bool(self.bans)


def named_once(parts: Iterable[GamePart]) -> tuple[GamePart, ...]:
    """Return parts with names of their own: a name that was there before gets its kind added, then a number."""
    found: dict[str, GamePart] = {}
    for part in parts:
        names = (part.name, f"{part.name} ({part.kind})", *(f"{part.name} ({part.kind} {k})" for k in range(2, 99)))
        name = next(name for name in names if name not in found)
        found[name] = part if name == part.name else replace(part, name=name)
    return tuple(found.values())


def part_named(game: "Game", name: str) -> GamePart:
    """Return a part of a game by its name; raise GameError for one that it does not have."""
    parts = {part.name: part for part in game.parts}
    if name not in parts:
        raise GameError(f"{game.name} has no part {name!r}{nearest(name, parts)}")
    return parts[name]


def without(
    game: "Game", out: Iterable[GamePart] = (), withheld: Mapping[int, Iterable[GamePart]] | None = None
) -> "Game":
    """Return a game without some of its parts, and with others withheld from sides by their numbers.

    Raises GameError where the rules do not allow it, for instance a deck that would be too small, and for a part that
    cannot be withheld from one side.
    """
    values = game.config.model_dump(mode="json")
    bans: dict[int, list[str | int]] = {
        side: list(actions) for side, actions in enumerate(game.bans or [()] * game.num_sides)
    }
    steps: list[tuple[GamePart, int | None]] = [(part, None) for part in out]
    steps += [(part, side) for side, parts in (withheld or {}).items() for part in parts]
    for part, side in sorted(steps, key=_place):
        _take(part, side, values, bans)
    config = type(game.config).read(values)
    if game.factory is None:
        raise GameError(f"{game.env_id}: it was not made from its configuration, so no part can be taken out")
    made = game.factory(config)
    return made.banned({side: names for side, names in bans.items()})


def _place(step: tuple[GamePart, int | None]) -> tuple[int, str, int]:
    """Return where a step comes in the one order of all: who stands in for a unit loses its gear too."""
    part, side = step
    return KINDS.index(part.kind), part.name, -1 if side is None else side


def _take(part: GamePart, side: int | None, values: Values, bans: dict[int, list[str | int]]) -> None:
    """Take a part out of the whole game, or leave one side without it."""
    by_bans = part.take_out is None if side is None else bool(part.bans)
    if by_bans:
        for one in bans if side is None else [side]:
            bans[one] += part.bans
    elif part.take_out is not None and (side is None or part.by_side):
        part.take_out(values, side)
    else:
        raise GameError(f"part {part.name!r}: all sides share it; it can be taken out of the whole game alone")
