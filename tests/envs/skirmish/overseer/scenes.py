"""Scenes: drawn positions of overseer that are played through the game, action by action.

    scene = Scene("R0 r0 r0 . . . B0", turn="R0", says={"B0": "pinned"})
    scene.does("fire", dice=[percent(6, 9)]).does("evade")

Drawings, profiles and dice are those of ``battle.py``; everybody has its reactions. An action is the name of its part
and what it is aimed at: ``move``, ``go 3 0`` (column and row), ``at B0``, ``share half``, ``evade``, ``end``; what
leaves no choice is not asked. It is the turn of ``turn``, then of the others in the order R0, R1, B0, B1.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.poses import posed_offsets
from swarmzoo.envs.skirmish.overseer import events, game
from swarmzoo.envs.skirmish.overseer.actions import BODIES, PARTS, SHARES
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from tests.envs.skirmish.overseer.battle import SLOTS, drawn_config, drawn_words, unit_of_word
from tests.envs.skirmish.seeds import Die, generator_of

UNITS = [f"{side}{k}" for side in "RB" for k in range(SLOTS)]
NAMES = [name for name, _ in PARTS]


class Scene:
    """A game at a drawn position."""

    def __init__(
        self,
        drawing: str,
        *,
        turn: str = "R0",
        under: str = "",
        says: dict[str, str] | None = None,
        men: dict[str, str] | None = None,
        head: str = "",
        special: dict[str, str] | None = None,
        rules: dict[str, Any] | None = None,
        scenario: str = "duel",
        **profiles: dict[str, Any],
    ):
        """``says``: of units, ``men``: of those drawn with a token, as positions say it; ``head``: lines at the top."""
        words = drawn_words(drawing)
        config = drawn_config(words, special or {}, rules or {}, scenario, profiles)
        self.game, self.plan = game(**config.model_dump()), plan_of(config)
        text = self._text(words, drawn_words(under), turn, says or {}, men or {}, head)
        self.table, self.questions = Table(self.game, 1), Questions(self.game)
        self.table.arrange(illegal_action=0, pausing=True)
        self.table.states[:] = self.game.words.read_position(text, 1)
        self.table.look()
        self.since = 0

    def _text(self, words: dict, ground: dict, turn: str, says: dict, men: dict, head: str) -> str:
        field = self.plan.field
        order = [turn, *(name for name in UNITS if name != turn)]
        lines = [
            *("stage: choose a Command", f"actor: {_agent(turn)}", f"current: {_agent(turn)}"),
            *(f"order: {' '.join(map(_agent, order))}", "nth: 1", "rounds: 1", "halves: 2"),
        ]
        given = dict(line.split(": ") for line in head.splitlines() if line.strip())
        lines = [line for line in lines if line.split(": ")[0] not in given]
        lines += [f"{key}: {value}" for key, value in given.items()] + ["field:"]
        for row in range(field.rows):
            places = ((column, row) for column in range(field.columns))
            lines.append(" ".join(ground.get(place, ".") if field.contains(*place) else "_" for place in places))
        leaders = {word: place for place, word in words.items() if word[0].isupper()}
        lines.append("units:")
        for name in UNITS:
            where = "at {} {}".format(*leaders[name]) if name in leaders else "dead"
            lines.append(f"{_agent(name)}: {', '.join(filter(None, (where, says.get(name))))}")
        return "\n".join([*lines, "underlings:", *self._men(words, men)])

    def _men(self, words: dict, men: dict) -> list[str]:
        lines = []
        for home in range(2 * SLOTS + 1):
            own = [
                (place, word) for place, word in words.items() if not word[0].isupper() and unit_of_word(word) == home
            ]
            own.sort(key=lambda one: one[1].endswith("!"))
            if own:
                told = (" ".join(filter(None, (*map(str, place), _kind(word), men.get(word)))) for place, word in own)
                lines.append(f"{_agent(UNITS[home]) if home < 2 * SLOTS else 'neutral'}: {', '.join(told)}")
        return lines

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.table.states[0]

    @property
    def actor(self) -> str:
        """The unit that decides."""
        return UNITS[int(self.s["actor"])]

    @property
    def current(self) -> str | None:
        """The unit whose turn it is."""
        return None if self.s["current"] < 0 else UNITS[int(self.s["current"])]

    def of(self, name: str, field: str) -> int:
        """Return a unit's field of the state."""
        return self.s[field][UNITS.index(name)].item()

    def where(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a leader, or None."""
        cell = self.of(name, "place")
        return None if cell < 0 else self.plan.field.place(cell)

    def men(self, name: str) -> set[tuple[int, int]]:
        """Return where the Underlings enrolled with a unit stand."""
        u = UNITS.index(name)
        places = self.s["place"][self.s["roll"][u, : self.s["enrolled"][u]]]
        return {self.plan.field.place(int(cell)) for cell in places}

    # What can be done

    @property
    def commands(self) -> set[str]:
        """The parts of which an action is legal now."""
        return {NAMES[int(np.searchsorted(self._first, a, "right")) - 1] for a in np.flatnonzero(self._mask)}

    @property
    def goals(self) -> set[tuple[int, int]]:
        """The hexes to which the one who decides can go."""
        begin = self._first[NAMES.index("go")]
        return {place for k, place in enumerate(self._disc) if self._mask[begin + k]}

    def can(self, action: str) -> bool:
        """Tell whether an action is legal."""
        return bool(self._mask[self._number(action)])

    def why(self, action: str) -> str | None:
        """Return why an action is not legal, or None."""
        return self.questions.why_not(self.table.states, int(self.s["actor"]), self._number(action))

    @property
    def _mask(self) -> np.ndarray:
        return self.questions.mask(self.table.states, int(self.s["actor"]))

    @property
    def _first(self) -> np.ndarray:
        return np.array(self.plan.actions.first)[: len(NAMES)]

    @property
    def _disc(self) -> list[tuple[int, int]]:
        """The hexes of the disc about the one who decides, as its side counts them."""
        u = int(self.s["actor"])
        cell = int(self.s["place"][u])
        offsets = posed_offsets(self.plan.field, self.plan.radius)
        pose = self.plan.fronts[u // SLOTS]
        return [self.plan.field.place(cell + int(o)) for o in offsets[self.plan.field.place(cell)[1] & 1, pose]]

    def _number(self, action: str) -> int:
        name, *rest = action.split()
        first = int(self._first[NAMES.index(name)])
        if name == "go":
            return first + self._disc.index((int(rest[0]), int(rest[1])))
        if name == "at":
            u, v = int(self.s["actor"]), UNITS.index(rest[0])
            assert u // SLOTS != v // SLOTS, f"{action}: a friend has no slot"
            return first + v % SLOTS
        kinds = {"share": SHARES, "body": BODIES}
        return first + (kinds[name].index(rest[0]) if name in kinds else 0)

    # What is done

    def does(self, *actions: str, dice: list[Die] | None = None) -> "Scene":
        """Take actions; the dice fall from the first one on."""
        self.since = int(self.s["logged"])
        if dice is not None:
            self.table.states["rng"][0] = generator_of(dice)
        for action in actions:
            assert self.can(action), f"{self.actor} cannot {action}: {self.why(action)}; legal: {self.commands}"
            self.table.actions[0, int(self.s["actor"])] = self._number(action)
            self.table.step()
        return self

    def told(self, code: int) -> list[list[int]]:
        """Return the numbers of the events of a kind in the last actions."""
        log = self.s["log"]
        rows = [log[k % len(log)] for k in range(self.since, int(self.s["logged"]))]
        return [row[1:].tolist() for row in rows if row[0] == code]

    @property
    def attacks(self) -> list[tuple[str, int]]:
        """Who attacked in the last actions, and how."""
        return [(UNITS[event[0]], event[1]) for event in self.told(events.ATTACKED)]


def _agent(name: str) -> str:
    return f"overseer_{UNITS.index(name)}"


def _kind(word: str) -> str:
    return "loose" if word[0] == "~" else "Specialist" if word.endswith("!") else ""
