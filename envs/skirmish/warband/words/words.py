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
from swarmzoo.envs.skirmish.battlefield.zones import counted_from
from swarmzoo.envs.skirmish.warband import events
from swarmzoo.envs.skirmish.warband.actions import AT_FOES
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.reasons import REASONS
from swarmzoo.envs.skirmish.warband.state import FIELD, FLEEING, NOBODY, PICKING, SHAKEN
from swarmzoo.envs.skirmish.warband.validity import WarbandValidity
from swarmzoo.envs.skirmish.warband.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.warband.words.chronicle import BOOK, Chronicle
from swarmzoo.envs.skirmish.warband.words.field_text import field_text
from swarmzoo.envs.skirmish.warband.words.headline import COLOURS, Names, question
from swarmzoo.envs.skirmish.warband.words.picture import Picture
from swarmzoo.envs.skirmish.warband.words.position import Positions
from swarmzoo.envs.skirmish.warband.words.scene import scene, time

_PHRASES = {
    "charge": "charge at {}",
    "strike": "strike at {}",
    "power": "strike at {} with a Power Attack",
    "shoot": "shoot at {}",
    "aim": "aim at {}",
    "aim_twice": "aim at {} with two action points",
    "taunt": "taunt {}",
    "cover": "take cover",
    "breather": "take a breather",
    "reload": "load the weapon again",
    "disengage": "disengage",
    "rally": "rally {}",
    "order": "give an order to {}",
    "bolt": "cast bolt at {}",
    "ward": "cast ward on {}",
    "haste": "cast haste on {}",
    "dread": "cast dread at {}",
}
_STATES = {
    **{"Stunned": "stunned", "prone": "prone", "in taken cover": "hugging", "aiming": "aim"},
    **{"warded": "ward", "hasted": "haste", "under orders": "order"},
}


class WarbandWords(PartedWords):
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,)."""

    reasons: Sequence[str] = REASONS
    book = BOOK

    def __init__(self, config: WarbandConfig, plan: Plan, rules: np.ndarray, validity: WarbandValidity):
        self._config, self._plan = config, plan
        self._names, self._rules = Names(plan), rules
        self._picture = Picture(config, plan, self._names)
        super().__init__(Chronicle(plan, self._names), Positions(plan, rules, self._names, validity), ENDING_NAMES)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words; hexes by their column and row."""
        s = state[0]
        part, k = self._plan.actions.part_of(action)
        if part.name == "end":
            return "refuse the token" if s["stage"] == PICKING else "end the activation"
        if part.name == "go":
            return self._way(s, agent, k)
        who = self._whom(agent, part.name, k)
        if part.name == "pick":
            return f"activate {self._names.of(who)}"
        return _PHRASES[part.name].format("itself" if who == s["current"] else self._names.of(who))

    def _whom(self, agent: int, part: str, k: int) -> int:
        """Return the character of a slot."""
        slots = self._plan.slots
        if part in AT_FOES:
            return counted_from(len(self._plan.rosters), agent)[1 + k // slots] * slots + k % slots
        return agent * slots + k

    def blows(self, before: np.ndarray, after: np.ndarray, since: int) -> list[Blow]:
        """Return who attacked whom."""
        kept = told(after[0], since)[0]
        pairs = ((p, q) for code, p, q, *_ in kept if code == events.ATTACKED)
        return self._picture.sheet.blows(cells_of(pairs, before[0], after[0]))

    def spot(self, state: np.ndarray, agent: int, action: int) -> Disc | None:
        """Return where on the drawing an action of an agent aims."""
        s = state[0]
        part, k = self._plan.actions.part_of(action)
        if part.name == "go" and s["current"] != NOBODY:
            column, row = self._goal(s, agent, k)
            return self._picture.sheet.spot(self._plan.field.cell(column, row)) if self._inside(column, row) else None
        if part.aim != "unit":
            return None
        return self._picture.sheet.spot(int(s["place"][self._whom(agent, part.name, k)]))

    def _inside(self, column: int, row: int) -> bool:
        return self._plan.field.contains(column, row)

    @cached_property
    def _offsets(self) -> np.ndarray:
        """The hexes of the disc about a character, by parity of its row and by pose."""
        return posed_offsets(self._plan.field, self._plan.radius)

    def _way(self, s: np.void, agent: int, k: int) -> str:
        if k == 0:
            return "get up"
        if s["current"] == NOBODY:
            return f"go to hex {k} of the disc"
        column, row = self._goal(s, agent, k)
        return f"go to {column} {row}" if self._inside(column, row) else "go off the field"

    def _goal(self, s: np.void, agent: int, k: int) -> tuple[int, int]:
        """Return column and row of a hex of the disc about the character whose turn it is."""
        field, cell = self._plan.field, int(s["place"][s["current"]])
        offsets = self._offsets[field.place(cell)[1] & 1, self._plan.fronts[agent]]
        return field.place(cell + int(offsets[k]))

    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return what is decided now, or how the game has ended, and whether a warband waits for another."""
        s = state[0]
        asked = question(s, self._plan, self._names)
        return asked if s["done"] or s["actor"] == agent else f"{COLOURS[agent]} waits: {asked}"

    def text(self, state: np.ndarray) -> str:
        """Return the field, all warbands and a legend in plain text: see ``field_text``."""
        return field_text(state[0], self._config, self._plan, self._names)

    def time(self, state: np.ndarray) -> dict[str, Any]:
        """Return which turn it is and what is done, as plain values: the ``time`` of a scene."""
        return time(state[0], self._config, self._names)

    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return what a side knows of a state as plain values; hexes by column and row."""
        return scene(state[0], self._config, self._plan, self._names)

    def drawing(self, state: np.ndarray) -> Drawing:
        """Return a picture of the field and all warbands; its size depends on the configuration alone."""
        return self._picture.draw(state[0])

    def moment(self, state: np.ndarray) -> Hashable:
        """Return what changes with every turn and every activation."""
        s = state[0]
        return int(s["turn"]), int(s["activated"].sum()), bool(s["done"])

    def conditions(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return which characters in the field are Stunned, Shaken, prone ..., and the one who is held in melee."""
        here, full = states["fate"] == FIELD, self._rules[0]["own_star"]
        acts = np.arange(here.shape[1]) == states["current"][:, None]
        found = {
            **{word: states[field] != 0 for word, field in _STATES.items()},
            "Bloodied": 2 * states["star"].astype(int) <= full,
            "Shaken": states["morale"] == SHAKEN,
            "Fleeing": states["morale"] == FLEEING,
            "taunted": states["taunted_by"] != NOBODY,
            "unloaded": states["loaded"] == 0,
            "held in melee, about to act": acts & (states["held"] != 0)[:, None],
        }
        return {word: who & here for word, who in found.items()}

    def measures(self, state: np.ndarray) -> Iterator[Measure]:
        """Yield the turns, and of all warbands who is left, loot, turns at the centre, and the Star in the field."""
        s, slots = state[0], self._plan.slots
        yield Measure("turns", "turns", int(s["turn"]))
        for side in range(len(self._plan.rosters)):
            own = slice(side * slots, (side + 1) * slots)
            yield Measure("left", "characters", int(s["left"][side]), side)
            yield Measure("loot", "tokens", int(s["purse"][side]), side)
            yield Measure("turns at the centre", "turns", int(s["centre"][side]), side)
            yield Measure("Star", "Star", int(s["star"][own][s["fate"][own] == FIELD].sum()), side)
