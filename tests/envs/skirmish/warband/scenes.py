"""Scenes: positions of warband drawn as text, with the dice that are to fall.

    scene('''
    r0 .  #  b0
    .  .  .  .
    ''', r0={"ranged": "longbow"}, says={"b0": "star 2, prone"}, current="r0")

The drawing is the north-west corner of a field of 16 columns and 11 rows; the rest is open. ``r0`` is the first
warband's character 0; a hex of a map is ground, ``under=`` is ground below characters, in the same form. Everybody is a
skald with a sword and 3 in every attribute, without Shield; keywords say what is different. ``does(..., [4, 1])``
begins with a generator that rolls these dice first.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.maps import TERRAIN_LETTERS
from swarmzoo.envs.skirmish.battlefield.outline import Outline
from swarmzoo.envs.skirmish.warband import events, game
from swarmzoo.envs.skirmish.warband.state import FATE_NAMES, MORALE_NAMES
from tests.envs.skirmish.seeds import generator_of

COLUMNS, ROWS = 16, 12
COLOURS = {"r": "red", "b": "blue"}
USUAL = {"kind": "skald", "mallet": 3, "key": 3, "runes": 3, "coronet": 3, "melee": "sword"}
PLAIN = {"break_share": 0}
ANY, NO_ONE = (1, 2, 3, 4, 5, 6), (2, 3, 4, 5, 6)
Dice = int | tuple[int, ...]  # a die, or those that it may be


class Scene:
    """A game at a drawn position."""

    def __init__(self, made: Any, text: str):
        self.game, self.table = made, Table(made, 1)
        self.questions = Questions(made)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.states[:] = made.words.read_position(text, 1)
        self.table.look()
        self.since = 0

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.table.states[0]

    def index(self, name: str) -> int:
        """Return the number of a character, r0 or b0."""
        return self.game.words._names.index[f"{COLOURS[name[0]]} {name}"]

    @property
    def actions(self) -> dict[str, int]:
        """The names of the legal actions, with their numbers."""
        mask = self.questions.mask(self.table.states, int(self.s["actor"]))
        return {self._name(int(a)): int(a) for a in np.flatnonzero(mask)}

    def _name(self, action: int) -> str:
        name = self.game.words.action_name(self.table.states, int(self.s["actor"]), action)
        return name.replace("red ", "").replace("blue ", "")

    def can(self, action: str) -> bool:
        """Tell whether an action is legal."""
        return action in self.actions

    def goals(self) -> set[tuple[int, int]]:
        """Return the hexes to which the one who acts can go."""
        words = (name.split() for name in self.actions)
        return {(int(w[2]), int(w[3])) for w in words if w[:2] == ["go", "to"]}

    def why(self, action: str) -> str | None:
        """Return why an action is not legal, or None."""
        for number in range(self.game.num_actions):
            if self._name(number) == action:
                return self.questions.why_not(self.table.states, int(self.s["actor"]), number)
        raise AssertionError(f"no such action: {action}")

    def does(self, action: str, dice: list[Dice] | None = None) -> "Scene":
        """Take an action."""
        assert action in self.actions, f"cannot {action}: {self.why(action)}; legal are {list(self.actions)}"
        if dice is not None:
            self.table.states["rng"][0] = generator_of([(6, (die,) if isinstance(die, int) else die) for die in dice])
        self.since = int(self.s["logged"])
        self.table.actions[0, self.s["actor"]] = self.actions[action]
        self.table.step()
        return self

    def of(self, name: str, field: str) -> Any:
        """Return a character's field of the state."""
        return self.s[field][self.index(name)].item()

    def at(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a character, or None."""
        cell = self.of(name, "place")
        return None if cell < 0 else self.game.words._plan.field.place(cell)

    def fate(self, name: str) -> str:
        """Return what has become of a character."""
        return FATE_NAMES[self.of(name, "fate")]

    def morale(self, name: str) -> str:
        """Return how afraid a character is."""
        return MORALE_NAMES[self.of(name, "morale")]

    def told(self, code: int) -> list[list[int]]:
        """Return the numbers of the events of a kind in the last step."""
        rows = [self.s["log"][k % len(self.s["log"])] for k in range(self.since, int(self.s["logged"]))]
        return [row[1:].tolist() for row in rows if row[0] == code]

    @property
    def hits(self) -> list[int]:
        """The hits of the attacks in the last step."""
        return [event[3] for event in self.told(events.ATTACKED)]

    @property
    def lost(self) -> list[int]:
        """The Impact that was not deflected in the last step."""
        return [event[2] for event in self.told(events.IMPACT)]

    @property
    def current(self) -> str | None:
        """Who acts now."""
        i = int(self.s["current"])
        return None if i < 0 else self.game.words._names.of(i).split()[1]

    @property
    def winners(self) -> list[str]:
        """The warbands that have won."""
        return [name for k, name in enumerate(("red", "blue")) if self.s["winners"][k]]


def scene(
    drawing: str,
    *,
    current: str | None = None,
    points: int = 2,
    under: str = "",
    says: dict[str, str] | None = None,
    head: str = "",
    rules: dict[str, Any] | None = None,
    config: dict[str, Any] | None = None,
    **sheets: dict[str, Any],
) -> Scene:
    """Return the scene of a drawing."""
    places, ground = _read(drawing)
    ground |= {place: word for place, word in _read(under)[1].items() if word != "."}
    says = says or {}
    known = {*places, *says, *sheets}
    size = 1 + max(int(name[1:]) for name in known)
    rosters = [[USUAL | {"name": f"{side}{k}"} | sheets.get(f"{side}{k}", {}) for k in range(size)] for side in COLOURS]
    given = {"columns": COLUMNS, "rows": ROWS, "size": size, "rosters": rosters} | (config or {})
    made = game(**given, rules=PLAIN | (rules or {}))
    lines = [head.strip()]
    if current:
        lines += ["stage: act", f"actor: {COLOURS[current[0]]}", f"current: {COLOURS[current[0]]} {current}"]
        lines += [f"points: {points}"]
    lines.append("field:")
    lines += _rows(made.words._plan.field, ground)
    lines.append("characters:")
    for side, colour in COLOURS.items():
        for k in range(size):
            name = f"{side}{k}"
            where = "at {} {}".format(*places[name]) if name in places else "absent"
            words = [word for word in (where, says.get(name, "")) if word]
            lines.append(f"{colour} {name}: {', '.join(words)}")
    return Scene(made, "\n".join(line for line in lines if line))


def _rows(field: Outline, ground: dict[tuple[int, int], str]) -> Iterator[str]:
    for row in range(field.rows):
        places = ((column, row) for column in range(field.columns))
        yield " ".join(ground.get(place, ".") if field.contains(*place) else "_" for place in places)


def _read(drawing: str) -> tuple[dict[str, tuple[int, int]], dict[tuple[int, int], str]]:
    places, ground = {}, {}
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    for row, words in enumerate(rows):
        for column, word in enumerate(words):
            if word[0] in TERRAIN_LETTERS:
                ground[column, row] = word
            else:
                places[word] = (column, row)
    return places, ground
