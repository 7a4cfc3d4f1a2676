"""How the game speaks to people: actions, questions, the field, the log, positions."""

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from swarmzoo.envs.core.events import told
from swarmzoo.envs.core.hex_drawing import cell_of
from swarmzoo.envs.core.painting import Disc, Drawing
from swarmzoo.envs.core.words import Blow, Measure, PartedWords
from swarmzoo.envs.skirmish.battlefield.poses import posed_offsets
from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.reasons import REASONS
from swarmzoo.envs.skirmish.nova.rules import names_of
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_THING, FIELD, MOST_THINGS, NOBODY, REPLACING
from swarmzoo.envs.skirmish.nova.validity import NovaValidity
from swarmzoo.envs.skirmish.nova.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.nova.words.book import book_of
from swarmzoo.envs.skirmish.nova.words.chronicle import Chronicle
from swarmzoo.envs.skirmish.nova.words.conditions import Conditions
from swarmzoo.envs.skirmish.nova.words.field_text import field_text
from swarmzoo.envs.skirmish.nova.words.headline import Names, question
from swarmzoo.envs.skirmish.nova.words.picture import Picture
from swarmzoo.envs.skirmish.nova.words.position import Positions
from swarmzoo.envs.skirmish.nova.words.scene import scene, time

_PHRASES = {
    "done": "no more",
    "spend": "do something else, for a point of Willpower",
    "roll": "do something else, by a roll of Willpower",
    "let_go": "let it go",
    "maim": "take a grievous injury",
    "take_it": "take it",
}


class NovaWords(PartedWords):
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,)."""

    reasons: Sequence[str] = REASONS

    def __init__(self, config: NovaConfig, plan: Plan, rules: np.ndarray, validity: NovaValidity):
        self._config, self._plan, self._rules = config, plan, rules
        self._names = Names(config, plan, rules)
        self._weapons, self._things = names_of(config.rules, "weapons"), names_of(config.rules, "things")
        self._conditions, self.book = Conditions(config, plan, rules), book_of(config.rules)
        chronicle = Chronicle(plan, self._names, config.rules)
        self._picture = Picture(config, plan, self._names, chronicle, rules)
        positions = Positions(config, plan, rules, self._names, validity)
        self._planned = positions.planned
        super().__init__(chronicle, positions, ENDING_NAMES)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words; hexes by their column and row, pieces by the names of their agents."""
        s, i = state[0], self._plan.piece_of[agent]
        part, k = self._plan.actions.part_of(action)
        if part.name == "hex":
            return f"at {self._place(s, i, k)}"
        if part.name in ("at", "mate"):
            return f"at {self._names.of(self._whom(i, part.name, k))}"
        if part.name == "thing":
            return self._object(s, i, k)
        if part.name.startswith("weapon"):
            weapon = self._names.weapon(s, i, int(part.name[-1]) - 1)
            return self._weapons[weapon].replace("_", " ") if weapon != NOBODY else part.name.replace("_", " ")
        if part.names:
            return f"{part.name.replace('_', ' ')} {part.names[k]}".removeprefix("mode ").removeprefix("how ")
        return _PHRASES.get(part.name, part.name.replace("_", " "))

    def _whom(self, i: int, part: str, k: int) -> int:
        """Return the piece of a slot, of a foe ("at") or of the own side."""
        slots = self._plan.slots
        if part == "mate":
            return self._names.side(i) * slots + k
        return counted_from(self._plan.sides, self._names.side(i))[1 + k // slots] * slots + k % slots

    def _object(self, s: np.void, i: int, k: int) -> str:
        """Return the object of a slot, in words."""
        n = self._number(i, k)
        if n >= int(s["num_objects"]):
            return f"at object {n}"
        column, row = self._plan.field.place(int(s["thing_at"][n]))
        return f"at the {self._things[s['object_kind'][n]].replace('_', ' ')} at {column} {row}"

    def _number(self, i: int, k: int) -> int:
        """Return the number of the object of a slot: sides count scattered ones as they count each other."""
        first, sides = int(self._rules[0]["first_scattered"]), self._plan.sides
        group, nth = divmod(k - first, sides)
        if first < 0 or k < first or first + (group + 1) * sides > MOST_THINGS:
            return k
        return first + group * sides + counted_from(sides, self._names.side(i))[nth]

    @cached_property
    def _offsets(self) -> np.ndarray:
        """The hexes of the disc about a piece, by parity of its row and by pose."""
        return posed_offsets(self._plan.field, self._plan.radius)

    def _place(self, s: np.void, i: int, k: int) -> str:
        if s["fate"][i] != FIELD:
            return f"hex {k} of the disc"
        column, row = self._hex(s, i, k)
        return f"{column} {row}" if self._plan.field.contains(column, row) else "a hex off the field"

    def _hex(self, s: np.void, i: int, k: int) -> tuple[int, int]:
        """Return column and row of a hex of the disc about a piece in the field."""
        field, cell = self._plan.field, int(s["place"][i])
        offsets = self._offsets[field.place(cell)[1] & 1, self._plan.fronts[self._names.side(i)]]
        return field.place(cell + int(offsets[k]))

    def blows(self, before: np.ndarray, after: np.ndarray, since: int) -> list[Blow]:
        """Return who attacked whom, what, or which hex."""
        attacks = (event for event in told(after[0], since)[0] if event[0] == events.ATTACKED)
        return self._picture.sheet.blows(
            (cell_of(by, before[0], after[0]), self._attacked(before[0], after[0], what, aim))
            for _, by, _, _, what, aim in attacks
        )

    @staticmethod
    def _attacked(before: np.void, after: np.void, what: int, aim: int) -> int:
        """Return the cell that an attack is aimed at."""
        if what == AT_HEX:
            return aim
        return int(after["thing_at"][aim]) if what == AT_THING else cell_of(aim, before, after)

    def spot(self, state: np.ndarray, agent: int, action: int) -> Disc | None:
        """Return where on the drawing an action of an agent aims."""
        s, i, field, sheet = state[0], self._plan.piece_of[agent], self._plan.field, self._picture.sheet
        part, k = self._plan.actions.part_of(action)
        if part.name in ("at", "mate"):
            return sheet.spot(int(s["place"][self._whom(i, part.name, k)]))
        if part.name == "thing":
            n = self._number(i, k)
            return sheet.spot(int(s["thing_at"][n])) if n < int(s["num_objects"]) else None
        if part.name != "hex" or s["fate"][i] != FIELD:
            return None
        column, row = self._hex(s, i, k)
        return sheet.spot(field.cell(column, row)) if field.contains(column, row) else None

    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return what is decided now, or how the game has ended, and whether an agent waits for another."""
        s, i = state[0], self._plan.piece_of[agent]
        asked = question(s, self._names)
        return asked if s["done"] or s["actor"] == i else f"{self._names.of(i)} waits: {asked}"

    def text(self, state: np.ndarray) -> str:
        """Return the field, all pieces and a legend in plain text: see ``field_text``."""
        return field_text(state[0], self._config, self._plan, self._names, self._picture.declared)

    def time(self, state: np.ndarray) -> dict[str, Any]:
        """Return which turn it is and what is done, as plain values: the ``time`` of a scene."""
        return time(state[0], self._config, self._names)

    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return what a side knows of a state as plain values; hexes by column and row."""
        return scene(state[0], self._config, self._plan, self._names, self._planned)

    def drawing(self, state: np.ndarray) -> Drawing:
        """Return a picture of the field and all pieces; its size depends on the configuration alone."""
        return self._picture.draw(state[0])

    def moment(self, state: np.ndarray) -> Hashable:
        """Return what changes with every round, phase and turn."""
        s = state[0]
        return int(s["rounds"]), int(s["phase"]), int(s["current"]), s["stage"] == REPLACING, bool(s["done"])

    def conditions(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return who is dazed, held, wounded, in cover ..., what armour is worn, which henchmen are led."""
        return self._conditions.of(states)

    def measures(self, state: np.ndarray) -> Iterator[Measure]:
        """Yield the rounds, and of all sides who is in the field, with how many members and henchmen."""
        s, slots = state[0], self._plan.slots
        yield Measure("rounds", "rounds", int(s["rounds"]))
        for side in range(self._plan.sides):
            own = slice(side * slots, (side + 1) * slots)
            here = s["fate"][own] == FIELD
            yield Measure("pieces", "pieces", int(here.sum()), side)
            yield Measure("members", "members", int(s["members"][own][here].sum()), side)
            yield Measure("henchmen", "henchmen", int(s["henchmen"][own][here].sum()), side)
            yield Measure("Willpower", "points", int(s["willpower"][own][here].sum()), side)
