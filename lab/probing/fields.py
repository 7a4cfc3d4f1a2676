"""Fields of a configuration that a sweep varies: which values each may take, and rule sets made of them.

FIELD=VALUE,VALUE    these values, as in YAML; [VALUE, VALUE] where a value has commas itself
FIELD=LOW..HIGH      whole numbers or numbers from LOW to HIGH
FIELD                all that is allowed: both values of a switch, all of a choice, the range of a number
"""

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import fields_of, value_of
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.plain_yaml import Unreadable, parse
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.setting import ProbeConfig

FORM = "write FIELD=VALUE,VALUE or FIELD=LOW..HIGH, for instance rules.base_stack=1..4"
_RANGE = re.compile(r"^\s*(-?[\d.]+?)\s*\.\.\s*(-?[\d.]+)\s*$")
Point = Mapping[str, Any]  # values by field


def key_of(point: Point) -> str:
    """Return a text that points have in common which are alike."""
    return repr(sorted(point.items()))


@dataclass(frozen=True)
class Varied:
    """A field and what it may be: ``values``, or, without any, numbers from ``low`` to ``high``."""

    path: str
    values: tuple[Any, ...] = ()
    low: float = 0
    high: float = 0

    @property
    def is_whole(self) -> bool:
        """Whether its numbers are whole."""
        return isinstance(self.low, int) and isinstance(self.high, int)

    def options(self, steps: int) -> tuple[Any, ...]:
        """Return the values of a grid: of a range at most so many, evenly spaced, both ends among them."""
        if self.values:
            return self.values
        count = min(steps, int(self.high - self.low) + 1) if self.is_whole else steps
        return tuple(dict.fromkeys(self.at(k / (count - 1)) for k in range(count)))

    def at(self, share: float) -> Any:
        """Return the value at a share, 0 to 1, of all that the field may be."""
        if self.values:
            return self.values[min(int(share * len(self.values)), len(self.values) - 1)]
        value = self.low + share * (self.high - self.low)
        return round(value) if self.is_whole else round(value, 6)


def read_varied(text: str, game: Game) -> Varied:
    """Return the field that a text varies; raise GameError for fields, values and ranges that there are not."""
    path, equals, given = (part.strip() for part in text.partition("="))
    known = dict(fields_of(type(game.config)))
    if path not in known:
        raise GameError(f"vary {text!r}: {game.name} has no field {path!r}{nearest(path, known)}")
    if not equals:
        return _all_allowed(path, known[path])
    if found := _RANGE.match(given):
        low, high = (_parsed(end, text) for end in found.groups())
        if not (isinstance(low, int | float) and isinstance(high, int | float) and low < high):
            raise GameError(f"vary {text!r}: a range goes from a number to a greater one; {FORM}")
        return Varied(path, (), low, high)
    whole = _parsed(given, text) if given.startswith("[") else None
    values = whole if isinstance(whole, list) else [_parsed(one, text) for one in given.split(",") if one.strip()]
    if len(values) < 2 or any(one in values[:k] for k, one in enumerate(values)):
        raise GameError(f"vary {text!r}: two different values at least are needed; {FORM}")
    return Varied(path, tuple(values))


def _parsed(text: str, where: str) -> Any:
    try:
        return parse(text.strip())
    except Unreadable:
        raise GameError(f"vary {where!r}: {text!r} cannot be read as a value; {FORM}") from None


def _all_allowed(path: str, info: FieldInfo) -> Varied:
    """Return a field with all that it may be."""
    if info.annotation is bool:
        return Varied(path, (False, True))
    if get_origin(info.annotation) is Literal:
        return Varied(path, get_args(info.annotation))
    ends = {name: getattr(one, name) for one in info.metadata for name in ("ge", "le") if hasattr(one, name)}
    if len(ends) < 2:
        raise GameError(f"vary {path!r}: it has no range of its own; name its values, for instance {path}=1,2")
    return Varied(path, (), ends["ge"], ends["le"])


def check_fields(varied: Sequence[Varied]) -> None:
    """Raise GameError for no field at all, and for one that is named twice."""
    paths = [one.path for one in varied]
    if not paths:
        raise GameError(f"a sweep needs fields to vary (--vary): {FORM}; swarmzoo envs GAME --rules lists them")
    for path in paths:
        if paths.count(path) > 1:
            raise GameError(f"vary: {path} is named twice")


def game_at(config: ProbeConfig, point: Point) -> Game:
    """Return the game of a probe with other values of some fields; raise GameError for those that are not allowed."""
    values = copy.deepcopy(config.env)
    for path, value in point.items():
        *parts, key = path.split(".")
        part = values
        for name in parts:
            part = part.setdefault(name, {})
        part[key] = value
    return even_game(find_game(config.game), values, "env.")


def own_value(game: Game, path: str) -> Any:
    """Return the value that a field has in a game, as plain values have it."""
    found = value_of(game.config, path)
    return list(found) if isinstance(found, tuple) else found


def told(point: Point) -> str:
    """Return a point in words."""
    return ", ".join(f"{path} = {value}" for path, value in point.items())
