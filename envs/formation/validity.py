"""Which records are states of the game: the range of every field, and what must agree with what."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.fields import TURNS
from swarmzoo.envs.core.ranges import FLAG, MANY, Bounds
from swarmzoo.envs.core.validity import Validity, log_bounds
from swarmzoo.envs.formation.actions import NUM_ACTIONS, ORDER_NAMES
from swarmzoo.envs.formation.orders.book import ALL_ORDERS, NUM_ORDERS
from swarmzoo.envs.formation.orders.squads import BOTH
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.rules import NUM_KINDS
from swarmzoo.envs.formation.state import (
    BLUE,
    CROSSED,
    FATE_NAMES,
    FIELD,
    MANOEUVRE,
    NOBODY,
    PASSIVE_MELEE,
    REACTION,
    TURN_END,
    state_dtype,
)
from swarmzoo.envs.formation.terrain import NUM_TERRAINS, OFF, OPEN
from swarmzoo.envs.formation.victory import ENDING_NAMES
from swarmzoo.envs.formation.words.chronicle import EVENT_NUMBERS
from swarmzoo.envs.formation.words.restore import rejoin_entry

MOST_POINTS = 60  # Movement Points, and hexes moved in a turn
MOST_STEPS = 6000  # of a Movement
MOST_HARM = 1000
MOST_TURNS_HELD = 100
MANY_TURNS = 2000
_BY_CELL = ("occupant", "fallen", "zone", "ranks", "way", "home", "objective")
_BY_SOLDIER = ("choices", "withheld", "targets", "squad_size", "captain", "aimed_at", "offered_at")
_BY_COMPANY = ("in_field", "crossed", "in_line", "panicking", "started")


class FormationValidity(Validity):
    """Which records are states of one configuration."""

    derived: tuple[str, ...] = (
        *_BY_CELL,
        *_BY_SOLDIER,
        *_BY_COMPANY,
        "num_asked",
        "num_free",
        "num_strikes",
        "num_movers",
    )
    kept = ("bans_lifted", "any_crossed", "any_hidden")

    def __init__(self, plan: Plan, rules: np.ndarray):
        field, n, h = plan.field, plan.soldier_capacity, plan.cell_capacity
        self.soldiers = len(plan.start)
        self._on_field = np.zeros(h, bool)
        for row in range(field.rows):
            self._on_field[field.cell(0, row) : field.cell(0, row) + field.columns] = True
        bounds = {
            **dict(_bounds_of_clock(int(rules[0]["max_turns"]))),
            **dict(_bounds_of_field(self._on_field, field.cells, self.soldiers)),
            **dict(_bounds_of_soldiers(plan, field.cells)),
            **dict(_bounds_of_work(plan, field.cells)),
            **dict(_bounds_of_formations(n // 2, self.soldiers)),
            **dict(_bounds_of_companies(self.soldiers)),
        }
        self.by_orders = bool(rules[0]["by_orders"])
        if self.by_orders:
            bounds |= dict(_bounds_of_orders(plan, int(rules[0]["max_turns"])))
            self.derived = (*self.derived, "offers")
        log = log_bounds(EVENT_NUMBERS, _roles(self.soldiers), 3)
        super().__init__(rules, state_dtype(n, h, self.by_orders), bounds, log)

    def work_out(self, states: np.ndarray) -> None:
        """Put everybody back into the field, and offer the choices of the stage."""
        rejoin_entry(self.by_orders)(states, self.rules)

    def is_stuck(self, s: np.void) -> bool:
        """A stage in which nobody has a choice is gone through without asking: nobody is ever stuck."""
        return False

    def flaw(self, s: np.void) -> str | None:
        """Return what of a state contradicts itself."""
        return self._flaw_of_clock(s) or self._flaw_of_soldiers(s) or self._flaw_of_formations(s)

    def _flaw_of_clock(self, s: np.void) -> str | None:
        if not s["done"] and s["stage"] > MANOEUVRE:
            return f"stage = {s['stage']}: in this stage nobody is asked"
        if self.by_orders and bool(s["asks"]) == bool(s["done"]):
            return "asks and done disagree: orders are asked for as long as the game goes on"
        return None

    def _flaw_of_soldiers(self, s: np.void) -> str | None:
        n, fate, place = self.soldiers, s["fate"], s["place"]
        here = fate[:n] == FIELD
        if ((place[:n] != NOBODY) != here).any():
            i = int(np.flatnonzero((place[:n] != NOBODY) != here)[0])
            return f"place[{i}] and fate[{i}] disagree: who is in the field has a place, nobody else has one"
        places = place[:n][here]
        if not self._on_field[places].all():
            return "place: a soldier stands off the field"
        if len(np.unique(places)) < len(places):
            return "place: two soldiers stand in one hex"
        for name in ("fell_at", "lies_at"):
            cells = s[name][:n]
            if not self._on_field[cells[cells != NOBODY]].all():
                return f"{name}: a hex off the field"
        if s["stage"] == REACTION and (s["stirred"][:n].astype(bool) & ~here).any():
            return "stirred: who has moved in this Step is in the field"
        aiming = s["target"][:n] != NOBODY
        if aiming.any() and not (
            s["stage"] == PASSIVE_MELEE and here[aiming].all() and here[s["target"][:n][aiming]].all()
        ):
            return "target: strikes wait only in passive melee, between soldiers in the field"
        return None

    def _flaw_of_formations(self, s: np.void) -> str | None:
        n, members = self.soldiers, s["members"].astype(int)
        mine = s["formation"][:n]
        joined = mine != NOBODY
        if (s["fate"][:n][joined] != FIELD).any():
            return "formation: a soldier out of the field is in none"
        counts = np.bincount(mine[joined], minlength=len(members))
        away = members - counts  # those who have crossed still count
        if (away < 0).any() or away.sum() > (s["fate"][:n] == CROSSED).sum() or (members[counts > 0] == 0).any():
            return "members must count the soldiers of each formation, and those of it who have crossed"
        blue = np.bincount(mine[joined], s["company"][:n][joined], len(members))
        if ((blue > 0) & (blue < counts)).any():
            return "formation: soldiers of both companies are in one"
        leaders = np.flatnonzero((s["director"] != NOBODY) & (counts > 0))
        if (s["company"][s["director"][leaders]] != (blue[leaders] > 0)).any():
            return "director: a formation is directed by one of its company"
        return None


Fields = Iterator[tuple[str, Bounds | None]]


def _roles(n: int) -> dict[str, Bounds]:
    """Return the ranges of the numbers of events, by what they mean."""
    soldier, number = (NOBODY, n - 1), (-(2**15), 2**15 - 1)
    numbers = dict.fromkeys(("turn", "n", "others", "members", "attack", "wall"), number)
    return {
        **numbers,
        **dict.fromkeys(("p", "q"), soldier),
        "side": (0, BLUE),
        "winner": (NOBODY, BLUE),
        "ending": (0, len(ENDING_NAMES) - 1),
        "way": (0, TURNS - 1),
        "keeps": FLAG,
        "order": (0, len(ORDER_NAMES) - 1),
    }


def _bounds_of_clock(max_turns: int) -> Fields:
    yield "rng", None
    yield from dict.fromkeys(("done", "active", "after_parts", "any_crossed", "untidy", "any_hidden"), FLAG).items()
    yield "ending", (0, len(ENDING_NAMES) - 1)
    yield "winner", (NOBODY, BLUE)
    yield "turn", (0, max_turns)
    yield "stage", (0, TURN_END)
    yield "step_number", (0, MOST_STEPS)
    yield "step_limit", (0, MOST_POINTS)
    yield from dict.fromkeys(("moment", "logged", "bans_lifted"), (0, MANY)).items()


def _bounds_of_field(on_field: np.ndarray, cells: int, n: int) -> Fields:
    yield "terrain", (np.where(on_field, OPEN, OFF), np.where(on_field, NUM_TERRAINS - 1, OFF))
    yield "occupant", (NOBODY, np.where(on_field, n - 1, NOBODY))
    yield "claim", (NOBODY, NOBODY)
    yield "fallen", (0, on_field * 3)
    yield "objective", (0, on_field * 3)
    yield "zone", (0, min(n, 127))
    yield from dict.fromkeys(("way", "home"), (-1, 2**15 - 1)).items()
    yield "queue", (NOBODY, 2**15 - 1)
    yield "path", (0, 0)
    yield from dict.fromkeys(("ranks", "shown"), None).items()
    yield "sight_is_clear", FLAG


_MARKS = (
    *("leads", "dazed", "wounded", "panicked", "berserk", "hidden", "complex_left", "exhausted", "melee_left"),
    *("loaded", "ended", "held", "stirred", "charging", "evading", "defending", "forming", "mobile", "tried"),
    *("acted", "aims", "fought", "part_led", "intact", "crossed_in_line"),
)


def _bounds_of_soldiers(plan: Plan, cells: int) -> Fields:
    there = np.arange(plan.soldier_capacity) < len(plan.start)
    company = np.zeros(plan.soldier_capacity, int)
    company[there] = plan.company
    yield from dict.fromkeys(_MARKS, (0, there * 1)).items()
    yield "company", (company, company)
    yield "kind", (0, there * (NUM_KINDS - 1))
    yield "squad", (0, there * (plan.soldier_capacity - 1))
    yield "place", (NOBODY, np.where(there, cells - 1, NOBODY))
    yield "facing", (0, there * (TURNS - 1))
    yield "fate", (0, there * (len(FATE_NAMES) - 1))
    yield from dict.fromkeys(("quick", "panics"), (0, there * 20)).items()
    yield from dict.fromkeys(("points", "moved", "straight", "struck"), (0, there * MOST_POINTS)).items()
    yield from dict.fromkeys(("fell_at", "lies_at"), (NOBODY, np.where(there, cells - 1, NOBODY))).items()
    yield "harm", (-MOST_HARM, MOST_HARM)
    yield "target", (NOBODY, np.where(there, len(plan.start) - 1, NOBODY))
    yield "formation", (NOBODY, np.where(there, plan.soldier_capacity // 2 - 1, NOBODY))
    yield "choices", (1, np.where(there, (1 << NUM_ACTIONS) - 1, 1))
    yield "withheld", (0, there * ((1 << NUM_ACTIONS) - 1))
    yield "chosen", (0, NUM_ACTIONS - 1)


def _bounds_of_orders(plan: Plan, max_turns: int) -> Fields:
    """Yield the ranges of what is only there where squads are given orders; their members are those of the plan."""
    there = np.arange(plan.soldier_capacity) < plan.num_squads
    squad = np.zeros(plan.soldier_capacity, int)
    squad[: len(plan.squad)] = plan.squad
    yield "squad", (squad, squad)
    yield "asks", (0, BOTH)
    yield "ordered", (-1, max_turns)
    yield "order", (1, NUM_ORDERS - 1)
    yield "offers", (1, np.where(there, ALL_ORDERS, 1))
    yield from dict.fromkeys(("may", "will"), (0, 0)).items()


def _bounds_of_work(plan: Plan, cells: int) -> Fields:
    """Yield the ranges of what is worked with while something is resolved."""
    n = len(plan.start)
    soldier, cell = (NOBODY, n - 1), (NOBODY, cells - 1)
    yield from dict.fromkeys(("aim", "successor"), (NOBODY, NOBODY)).items()
    yield from dict.fromkeys(("num_steppers", "num_hits", "paid", "stale"), (0, 0)).items()
    yield from dict.fromkeys(("wanted", "moved_at"), cell).items()
    yield from dict.fromkeys(
        ("label", "next_member", "favoured", "targets", "captain", "found", "near"), soldier
    ).items()
    yield from dict.fromkeys(("asked", "steppers", "movers"), (0, n - 1)).items()
    counts = ("num_asked", "num_free", "num_movers", "num_strikes", "part_size", "squad_size")
    yield from dict.fromkeys((*counts, "aimed_at", "shot_at", "offered_at"), (0, n)).items()
    yield from dict.fromkeys(("heading", "new_facing"), (0, TURNS - 1)).items()
    yield "run", (-MOST_POINTS, MOST_POINTS)
    yield "when", (-1, 2)
    yield from dict.fromkeys(("light", "medium", "heavy"), (0, 0)).items()
    yield "calmness", (-MOST_HARM, MOST_HARM)
    yield from dict.fromkeys(("near_rank", "part_rank")).items()


def _bounds_of_formations(f: int, n: int) -> Fields:
    yield "members", (0, n)
    yield "director", (NOBODY, n - 1)
    yield "first_member", (NOBODY, n - 1)
    yield from dict.fromkeys(("gap_before", "lost_before", "going", "over", "stepping", "is_part"), FLAG).items()
    yield from dict.fromkeys(("cost", "steps_taken"), (0, MOST_POINTS)).items()
    yield from dict.fromkeys(("next_part", "waits_for"), (NOBODY, f - 1)).items()
    yield "next_number", (0, f - 1)


def _bounds_of_companies(n: int) -> Fields:
    counts = ("in_field", "crossed", "in_line", "panicking", "started", "lost", "in_view")
    yield from dict.fromkeys(counts, (0, n)).items()
    yield from dict.fromkeys(("triggers", "due"), (0, 7)).items()
    yield "group_out", (0, n)
    yield "group_at", (0, 32767)
    yield "alone", (0, MANY_TURNS)
    yield from dict.fromkeys(("panicked_ever", "any_wounded"), FLAG).items()
    yield "holds", (0, MOST_TURNS_HELD)
    yield "breakups", (0, 10_000)
    yield from dict.fromkeys(("total", "middle", "measure")).items()
