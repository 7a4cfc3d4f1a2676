"""Which records are states of the game: the range of every field, and what must agree with what."""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.ranges import FLAG, MANY, Bounds
from swarmzoo.envs.core.validity import log_bounds
from swarmzoo.envs.skirmish.battlefield.ground import enter, gather_lies
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.battlefield.validity import BattlefieldValidity, Fields, bounds_of_field, cells_on
from swarmzoo.envs.skirmish.warband.config import SPELLS, TRAITS, WarbandConfig
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.setup import show_ground
from swarmzoo.envs.skirmish.warband.state import (
    ABSENT,
    ACTING,
    DRAWING,
    FATE_NAMES,
    FIELD,
    MORALE_NAMES,
    MOST_DICE,
    NOBODY,
    ORDER_GIVEN,
    ORDER_WORKS,
    state_dtype,
)
from swarmzoo.envs.skirmish.warband.trials import MARKED, PACK, PACKED
from swarmzoo.envs.skirmish.warband.turn import find_choices
from swarmzoo.envs.skirmish.warband.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.warband.words.chronicle import EVENT_NUMBERS, TESTS

MOST_POINTS = 100  # of an attribute, of loot in a hex
MOST_SCORE = 10_000


class WarbandValidity(BattlefieldValidity):
    """Which records are states of one configuration."""

    derived = (
        *("occupant", "lie", "left", "lying", "mask", "around", "around_from"),
        *("far", "held", "goals", "reach", "toll", "closest", "uncovered", "cover", "away"),
    )
    hexes = (*BattlefieldValidity.hexes, "line_from")

    def __init__(self, config: WarbandConfig, plan: Plan, rules: np.ndarray):
        self.slots, self._present = plan.slots, rules[0]["present"].astype(bool)
        on_field = cells_on(plan.field, plan.cell_capacity)
        self._scripted = rules[0]["scripted"].astype(bool)
        bounds = {
            **dict(_bounds_of_clock(config, plan)),
            **dict(_bounds_of_ground(config, plan, on_field)),
            **dict(_bounds_of_characters(plan, self._present)),
        }
        dtype = state_dtype(len(plan.rosters), plan.slots, plan.cell_capacity, plan.radius, plan.actions.num_actions)
        log = log_bounds(EVENT_NUMBERS, _roles(len(plan.rosters), len(self._present), plan.field.cells), 4)
        super().__init__(rules, dtype, bounds, log, on_field)

    def work_out(self, states: np.ndarray) -> None:
        """Survey the ground, put everybody back into the field, and find what is legal."""
        rebuild_entry()(states, self.rules)

    def flaw(self, s: np.void) -> str | None:
        """Return what of a state contradicts itself."""
        return (
            self._flaw_of_clock(s)
            or self._flaw_of_loot(s)
            or self._flaw_of_characters(s)
            or self.flaw_of_places(s)
            or self._flaw_of_broken(s)
        )

    def _flaw_of_clock(self, s: np.void) -> str | None:
        if s["done"]:
            return None
        current = int(s["current"])
        if (s["stage"] == ACTING) != (current != NOBODY):
            return "current and stage disagree: somebody acts in the stage 'act', nobody else"
        if current != NOBODY and (s["fate"][current] != FIELD or s["side"][current] != s["actor"]):
            return "current: the character that acts is in the field, and of the warband of actor"
        if s["stage"] != DRAWING and self._scripted[s["actor"]]:
            return f"actor = {s['actor']}: this warband plays by a script and is never asked"
        return None

    def _flaw_of_loot(self, s: np.void) -> str | None:
        if s["loot"].sum(dtype=np.int64) > MOST_SCORE:
            return f"loot: {s['loot'].sum(dtype=np.int64)} tokens lie in the field; at most {MOST_SCORE} are allowed"
        return None

    def _flaw_of_characters(self, s: np.void) -> str | None:
        here, place = s["fate"] == FIELD, s["place"]
        if ((place != NOBODY) != here).any():
            i = int(np.flatnonzero((place != NOBODY) != here)[0])
            return f"place[{i}] and fate[{i}] disagree: who is in the field has a place, nobody else has one"
        return None

    def _flaw_of_broken(self, s: np.void) -> str | None:
        """Who has broken is out of the game: asked later, its agent would have left."""
        there = np.unique(s["side"][s["fate"] == FIELD])
        for side in np.flatnonzero(s["broken"]):
            if side in there or s["tokens"][side]:
                return f"broken[{side}] = 1: a warband that has broken has neither characters in the field nor tokens"
        return None


def _rebuild(states, rules):
    s, r = states[0], rules[0]
    middle, front, seen = int(s.around_from), int(s.around_front), int(s.sight_from)
    show_ground(s, r)
    s.sight_from = seen
    if middle != NOBODY:
        gather_lies(s, r, middle, front)
    s.lying = 0
    for cell in range(s.loot.shape[0]):
        s.lying += int(s.loot[cell])
        s.occupant[cell] = NOBODY
    for side in range(r.warbands):
        s.left[side] = 0
    for i in range(s.side.shape[0]):
        if s.fate[i] == FIELD:
            s.left[s.side[i]] += 1
            enter(s, i, int(s.place[i]))
    if not s.done and s.stage != DRAWING:
        find_choices(s, r)


@cache
def rebuild_entry() -> Any:
    """Return the compiled function (states (1,), rules (1,)) that works out what follows from the rest of a state."""
    return entry_point(_rebuild, "warband_rebuild", {})


def _roles(warbands: int, n: int, cells: int) -> dict[str, Bounds]:
    """Return the ranges of the numbers of events, by what they mean."""
    numbers = dict.fromkeys(("n", "m", "how", "down", "passed", "need"), (-(2**15), 2**15 - 1))
    return {
        **numbers,
        **dict.fromkeys(("p", "q", "other"), (0, n - 1)),
        "side": (0, warbands - 1),
        "cell": (0, cells - 1),
        "spell": (0, len(SPELLS) - 1),
        "trait": (0, len(TRAITS) - 1),
        "test": (0, len(TESTS) - 1),
        **dict.fromkeys(("dice", "dice_2", "dice_3", "dice_4"), (0, PACK**PACKED - 1)),
        "winners": (0, 2**warbands - 1),
        "ending": (0, len(ENDING_NAMES) - 1),
    }


def _bounds_of_clock(config: WarbandConfig, plan: Plan) -> Fields:
    flags = ("done", "moved", "charged", "getting_away", "ordered_now", "held", "winners", "broken", "half_out", "mask")
    yield "rng", None
    yield from dict.fromkeys(flags, FLAG).items()
    yield "ending", (0, len(ENDING_NAMES) - 1)
    yield "turn", (0, config.max_turns)
    yield "stage", (DRAWING, ACTING)
    yield "actor", (0, len(plan.rosters) - 1)
    yield "current", (NOBODY, len(plan.rosters) * plan.slots - 1)
    yield from dict.fromkeys(("tokens", "left"), (0, plan.slots)).items()
    yield from dict.fromkeys(("points", "budget"), (0, 40)).items()
    yield from dict.fromkeys(("purse", "centre", "lying"), (0, MOST_SCORE)).items()
    yield from dict.fromkeys(("logged", "bans_lifted"), (0, MANY)).items()
    yield "dice", (0, MARKED + 6)
    yield "num_dice", (0, MOST_DICE)


def _bounds_of_ground(config: WarbandConfig, plan: Plan, on_field: np.ndarray) -> Fields:
    yield from bounds_of_field(plan.field, plan.radius, on_field, config.rules.ground, len(plan.rosters) * plan.slots)
    yield "loot", (0, on_field * MOST_POINTS)
    yield "line_from", (NOBODY, plan.field.cells - 1)
    yield from dict.fromkeys(("closest", "uncovered"), (0, 2**15 - 1)).items()


def _bounds_of_characters(plan: Plan, present: np.ndarray) -> Fields:
    n = len(present)
    side = np.arange(n) // plan.slots
    flags = ("activated", "stunned", "bloodied", "prone", "hugging", "loaded", "ward", "haste")
    yield from dict.fromkeys(flags, FLAG).items()
    yield "side", (side, side)
    yield "fate", (np.where(present, 0, ABSENT), len(FATE_NAMES) - 1)
    yield "place", (NOBODY, np.where(present, plan.field.cells - 1, NOBODY))
    yield from dict.fromkeys(("star", "mallet"), (-MOST_POINTS, MOST_POINTS)).items()
    yield "morale", (0, len(MORALE_NAMES) - 1)
    yield from dict.fromkeys(("aim_at", "taunted_by"), (NOBODY, n - 1)).items()
    yield "aim", (0, 2)
    yield "order", (0, ORDER_GIVEN | ORDER_WORKS)
    yield "scrolls", (0, (1 << len(SPELLS)) - 1)
    yield "away", (0, 2**15 - 1)
    yield from dict.fromkeys(("cover", "between"), (0, HIDDEN)).items()
    yield "line_to", (NOBODY, plan.field.cells - 1)
