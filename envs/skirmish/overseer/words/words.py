"""How the game speaks to people: actions, questions, the field, the log, positions."""

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from swarmzoo.envs.core.events import told
from swarmzoo.envs.core.hex_drawing import cells_of
from swarmzoo.envs.core.painting import Disc, Drawing
from swarmzoo.envs.core.words import Blow, Measure, PartedWords
from swarmzoo.envs.skirmish.battlefield.poses import posed_offsets
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER, SOFT_COVER
from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.reasons import REASONS
from swarmzoo.envs.skirmish.overseer.rules import weapon_names
from swarmzoo.envs.skirmish.overseer.state import CHOOSING, FIELD, NOBODY, SHOCK_NAMES, STEADY
from swarmzoo.envs.skirmish.overseer.validity import OverseerValidity
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.overseer.words.book import book_of
from swarmzoo.envs.skirmish.overseer.words.chronicle import Chronicle
from swarmzoo.envs.skirmish.overseer.words.field_text import field_text
from swarmzoo.envs.skirmish.overseer.words.headline import Names, question
from swarmzoo.envs.skirmish.overseer.words.picture import Picture
from swarmzoo.envs.skirmish.overseer.words.position import Positions
from swarmzoo.envs.skirmish.overseer.words.scene import scene, time

_PHRASES = {
    "advance": "tactical advance",
    "cover_ground": "cover ground",
    "concentrate": "concentrated fire",
    "suppress": "suppressing fire",
    "support": "let the Specialist fire",
    "rally": "rally Underlings",
    "called": "called shot",
    "tend": "tend wounds",
}
_STATES = {  # fields of units that count as states
    "pinned": "pinned",
    "running": "running",
    "covering ground": "under_cover",
    "in overwatch": "watching",
    "taking aim": "aim",
    "unnerved": "unnerved",
    "with half its actions": "halved",
}
_SHARES = ("none", "one", "half", "all")


class OverseerWords(PartedWords):
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,)."""

    reasons: Sequence[str] = REASONS

    def __init__(self, config: OverseerConfig, plan: Plan, rules: np.ndarray, validity: OverseerValidity):
        self._config, self._plan = config, plan
        self._names = Names(plan)
        weapons = weapon_names(config.rules)
        self.book = book_of(config.rules)
        chronicle = Chronicle(plan, self._names, weapons)
        self._picture = Picture(config, plan, self._names, chronicle)
        super().__init__(chronicle, Positions(plan, rules, self._names, validity, weapons), ENDING_NAMES)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words; hexes by their column and row, units by the names of their agents."""
        s = state[0]
        part, k = self._plan.actions.part_of(action)
        if part.name == "go":
            return self._goal(s, agent, k)
        if part.name == "at":
            return f"at {self._names.of(self._foe(agent, k))}"
        if part.name == "body":
            return f"strike the {('Overseer', 'Specialist')[k]}"
        if part.name == "share":
            return f"{_SHARES[k]} of the hits"
        if part.name == "end":
            return "end the turn" if s["stage"] == CHOOSING else "no more"
        return _PHRASES.get(part.name, part.name)

    def _foe(self, agent: int, k: int) -> int:
        """Return the unit of an enemy slot."""
        slots = self._plan.slots
        side = self._names.side(self._plan.unit_of[agent])
        return counted_from(len(self._plan.forces), side)[1 + k // slots] * slots + k % slots

    @cached_property
    def _offsets(self) -> np.ndarray:
        """The hexes of the disc about a leader, by parity of its row and by pose."""
        return posed_offsets(self._plan.field, self._plan.radius)

    def _goal(self, s: np.void, agent: int, k: int) -> str:
        if s["fate"][self._plan.unit_of[agent]] != FIELD:
            return f"go to hex {k} of the disc"
        column, row = self._hex(s, agent, k)
        return f"go to {column} {row}" if self._plan.field.contains(column, row) else "go off the field"

    def _hex(self, s: np.void, agent: int, k: int) -> tuple[int, int]:
        """Return column and row of a hex of the disc about a leader in the field."""
        u, field = self._plan.unit_of[agent], self._plan.field
        cell = int(s["place"][u])
        offsets = self._offsets[field.place(cell)[1] & 1, self._plan.fronts[self._names.side(u)]]
        return field.place(cell + int(offsets[k]))

    def blows(self, before: np.ndarray, after: np.ndarray, since: int) -> list[Blow]:
        """Return which units attacked which."""
        kept = told(after[0], since)[0]
        pairs = ((u, q) for code, u, _, q, *_ in kept if code == events.ATTACKED)
        return self._picture.sheet.blows(cells_of(pairs, before[0], after[0]))

    def spot(self, state: np.ndarray, agent: int, action: int) -> Disc | None:
        """Return where on the drawing an action of an agent aims."""
        s, field, sheet = state[0], self._plan.field, self._picture.sheet
        part, k = self._plan.actions.part_of(action)
        if part.name == "at":
            return sheet.spot(int(s["place"][self._foe(agent, k)]))
        if part.name != "go" or s["fate"][self._plan.unit_of[agent]] != FIELD:
            return None
        column, row = self._hex(s, agent, k)
        return sheet.spot(field.cell(column, row)) if field.contains(column, row) else None

    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return what is decided now, or how the game has ended, and whether an agent waits for another."""
        s, u = state[0], self._plan.unit_of[agent]
        asked = question(s, self._names)
        return asked if s["done"] or s["actor"] == u else f"{self._names.of(u)} waits: {asked}"

    def text(self, state: np.ndarray) -> str:
        """Return the field, all units and a legend in plain text: see ``field_text``."""
        return field_text(state[0], self._config, self._plan, self._names)

    def time(self, state: np.ndarray) -> dict[str, Any]:
        """Return which turn it is and what is done, as plain values: the ``time`` of a scene."""
        return time(state[0], self._config, self._names)

    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return what a side knows of a state as plain values; hexes by column and row."""
        return scene(state[0], self._config, self._plan, self._names)

    def drawing(self, state: np.ndarray) -> Drawing:
        """Return a picture of the field and all units; its size depends on the configuration alone."""
        return self._picture.draw(state[0])

    def moment(self, state: np.ndarray) -> Hashable:
        """Return what changes with every round and every turn."""
        s = state[0]
        return int(s["rounds"]), int(s["current"]), bool(s["done"])

    def conditions(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return which units are engaged, pinned, shocked ..., and which Underlings flee or are out of rank."""
        here = states["fate"] == FIELD
        men = (states["place"] != NOBODY)[:, here.shape[1] :]
        enrolled = (states["group"] >= 0)[:, here.shape[1] :]
        units = {
            "engaged": states["touch"] != 0,
            "in soft cover": (states["cover"] == SOFT_COVER).any(axis=1),
            "in heavy cover": (states["cover"] == HEAVY_COVER).any(axis=1),
            **{word: states[field] != 0 for word, field in _STATES.items()},
            **{SHOCK_NAMES[k]: states["shock"] == k for k in range(STEADY + 1, len(SHOCK_NAMES))},
            "without Underlings": states["us"] == 0,
        }
        return {word: who & here for word, who in units.items()} | {
            "Underlings out of rank": men & enrolled & (states["ranked"][:, here.shape[1] :] == 0),
            "Underlings on the loose": men & ~enrolled,
            "Underlings in flight": men & (states["fleeing"][:, here.shape[1] :] != 0),
        }

    def measures(self, state: np.ndarray) -> Iterator[Measure]:
        """Yield the rounds, and of all sides US, leaders and their Wounds, US that broke through, ground held."""
        s, slots = state[0], self._plan.slots
        yield Measure("rounds", "rounds", int(s["rounds"]))
        for side in range(len(self._plan.forces)):
            own = slice(side * slots, (side + 1) * slots)
            here = s["fate"][own] == FIELD
            yield Measure("US", "Underlings", int(s["us"][own][here].sum()), side)
            yield Measure("leaders", "leaders", int(here.sum()), side)
            yield Measure("Wounds", "Wounds", int(s["wounds"][own][here].sum()), side)
            yield Measure("broke through", "Underlings", int(s["escaped_us"][side]), side)
            yield Measure("ground held", "rounds", int(s["held"][side]), side)
