"""Which records are states of the game: the range of every field, and what must agree with what."""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.validity import log_bounds
from swarmzoo.envs.skirmish.battlefield.ground import enter, gather_lies, survey_ground
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.battlefield.validity import BattlefieldValidity, cells_on
from swarmzoo.envs.skirmish.overseer.bounds import all_bounds, roles
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.state import (
    AIMING,
    ALLOTTING,
    BODY_ASKED,
    CHOOSING,
    EVADING,
    FIELD,
    GOING,
    NO_ATTACK,
    NOBODY,
    SHARING,
    SPLITTING,
    STAGE_NAMES,
    WAITING,
    WATCHING,
)
from swarmzoo.envs.skirmish.overseer.turn import find_choices
from swarmzoo.envs.skirmish.overseer.units import survey_units
from swarmzoo.envs.skirmish.overseer.words.chronicle import EVENT_NUMBERS

_IN_ATTACK = (SPLITTING, SHARING, EVADING, ALLOTTING)
_OWN_TURN = (CHOOSING, GOING, AIMING, BODY_ASKED)


class OverseerValidity(BattlefieldValidity):
    """Which records are states of one configuration."""

    derived = (
        *("occupant", "lie", "mask", "around", "around_from", "ranked", "us", "touch", "in_touch", "front", "cover"),
        *("goals", "far"),
    )

    def __init__(self, config: OverseerConfig, plan: Plan, rules: np.ndarray):
        self._units, self._slots, self._present = plan.sides * plan.slots, plan.slots, set(plan.unit_of)
        on_field = cells_on(plan.field, plan.cell_capacity)
        bounds = all_bounds(config, plan, rules[0], on_field)
        log = log_bounds(EVENT_NUMBERS, roles(plan, config), 5)
        super().__init__(rules, plan.dtype, bounds, log, on_field)

    def work_out(self, states: np.ndarray) -> None:
        """Survey the ground and the units, put everybody back into the field, and find what is legal."""
        rebuild_entry()(states, self.rules)

    def flaw(self, s: np.void) -> str | None:
        """Return what of a state contradicts itself."""
        return (
            self._flaw_of_clock(s)
            or self.flaw_of_places(s)
            or self._flaw_of_models(s)
            or self._flaw_of_rolls(s)
            or self._flaw_of_units(s)
            or self._flaw_of_moment(s)
        )

    def _flaw_of_clock(self, s: np.void) -> str | None:
        if sorted(s["order"].tolist()) != list(range(self._units)):
            return "order: every unit has one place in it"
        return None

    def _flaw_of_models(self, s: np.void) -> str | None:
        wrong = np.flatnonzero((s["place"] != NOBODY) != (s["models"] > 0))
        wrong = wrong[wrong >= self._units]
        if len(wrong):
            return f"place[{wrong[0]}] and models[{wrong[0]}] disagree: who is in the field has models, nobody else"
        return None

    def _flaw_of_rolls(self, s: np.void) -> str | None:
        enrolled = np.arange(s["roll"].shape[1]) < s["enrolled"][:, None]
        rolls, units = s["roll"][enrolled], np.nonzero(enrolled)[0]
        if (rolls < self._units).any() or (s["roll"][~enrolled] != NOBODY).any():
            return "roll: as many pieces of Underlings as enrolled says, nothing behind them"
        if (s["group"][rolls] != units).any() or len(rolls) != (s["group"] != NO_GROUP).sum():
            return "group and roll disagree: who is of a group is in its roll, once"
        if len(np.unique(rolls)) < len(rolls):
            return "roll: a piece is in it twice"
        if (s["place"][rolls] == NOBODY).any():
            return "roll: who is in it is in the field"
        if (s["side"][rolls] != units // self._slots).any():
            return "side: who is in a roll stands for its side"
        return None

    def _flaw_of_units(self, s: np.void) -> str | None:
        for u in range(self._units):
            name, here = f"unit {u}", s["fate"][u] == FIELD
            if here != (s["place"][u] != NOBODY):
                return f"{name}: place and fate disagree; a leader in the field has a place, nobody else has one"
            if here and s["wounds"][u] < 1:
                return f"{name}: a leader in the field has at least 1 Wound"
            if not here and s["enrolled"][u]:
                return f"{name}: a leader who is not in the field leads nobody"
            special = int(s["specialist"][u])
            if special != NOBODY and s["group"][special] != u:
                return f"{name}: its Specialist is in its roll"
        return None

    def _flaw_of_moment(self, s: np.void) -> str | None:
        """Return what of the turn, the move and the attack contradicts itself while somebody is asked."""
        if s["done"]:
            return None
        stage, current, actor = int(s["stage"]), int(s["current"]), int(s["actor"])
        if s["fate"][actor] != FIELD:
            return "actor: the leader who is asked is in the field"
        if current == NOBODY and stage != WAITING:
            return f"current: in the stage '{STAGE_NAMES[stage]}' it is somebody's turn"
        if stage in _OWN_TURN and actor != current:
            return f"actor and current disagree: in the stage '{STAGE_NAMES[stage]}' the one is asked whose turn it is"
        if (stage in _IN_ATTACK) != (s["attack"] != NO_ATTACK) and stage != WAITING:
            return "attack and stage disagree: in the stages of an attack there is one, in the others none"
        if stage == WATCHING and s["moving"] < 0:
            return "moving: somebody moves in the stage of overwatch"
        return self._flaw_of_attack(s) if s["attack"] != NO_ATTACK else self._flaw_of_move(s)

    def _flaw_of_move(self, s: np.void) -> str | None:
        if s["moving"] >= 0 and s["goal"] == NOBODY and s["prey"] == NOBODY:
            return "moving: a move has a goal, a charge has its prey"
        if s["goal"] != NOBODY and not self.on_field[s["goal"]]:
            return f"goal = {s['goal']}: a hex off the field"
        return None

    def _flaw_of_attack(self, s: np.void) -> str | None:
        attacker, count = int(s["attacker"]), int(s["num_targets"])
        if attacker == NOBODY or s["weapon"] == NOBODY:
            return "attack: it has an attacker and a weapon"
        targets = s["targets"][:count].tolist()
        foes = {u for u in self._present if u // self._slots != attacker // self._slots}
        if not targets or not set(targets) <= foes or len(set(targets)) < count:
            return "targets: they are enemies of the attacker, at least one, none of them twice"
        if s["target"] >= count:
            return f"target = {s['target']}: the attack has {count} targets"
        asked = int(s["targets"][s["target"]]) if s["stage"] == EVADING else attacker
        if s["stage"] != WAITING and s["actor"] != asked:
            return "actor: the attacker is asked about its attack, the target about its evasion"
        return self._flaw_of_move(s)


def _rebuild(states, rules):
    s, r = states[0], rules[0]
    middle, front, seen = int(s.around_from), int(s.around_front), int(s.sight_from)
    survey_ground(s, r)
    s.sight_from = seen
    if middle != NOBODY:
        gather_lies(s, r, middle, front)
    for cell in range(s.occupant.shape[0]):
        s.occupant[cell] = NOBODY
    for i in range(r.pieces):
        if s.place[i] != NOBODY:
            enter(s, i, int(s.place[i]))
    survey_units(s, r)
    if not s.done and s.stage != WAITING:
        find_choices(s, r)


@cache
def rebuild_entry() -> Any:
    """Return the compiled function (states (1,), rules (1,)) that works out what follows from the rest of a state."""
    return entry_point(_rebuild, "overseer_rebuild", {})
