"""Which records are states of the game: the range of every field, and what must agree with what."""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.validity import log_bounds
from swarmzoo.envs.skirmish.battlefield.ground import enter, gather_lies, survey_ground
from swarmzoo.envs.skirmish.battlefield.validity import BattlefieldValidity, cells_on
from swarmzoo.envs.skirmish.nova.bounds import all_bounds, roles
from swarmzoo.envs.skirmish.nova.config import NovaConfig
from swarmzoo.envs.skirmish.nova.plan import ENCOUNTERS, Plan
from swarmzoo.envs.skirmish.nova.state import (
    ABSENT,
    AT_HEX,
    AT_NOTHING,
    AT_PIECE,
    AT_THING,
    DECLARING,
    DEFENDING,
    FIELD,
    HOW_ASKED,
    MODE_ASKED,
    NOBODY,
    PLANNING,
    REPLACING,
    RESOLVING,
    STAGE_NAMES,
    TARGETING,
    WAITING,
)
from swarmzoo.envs.skirmish.nova.turn import find_choices
from swarmzoo.envs.skirmish.nova.words.chronicle import EVENT_NUMBERS

_OF_PLANS = (PLANNING, TARGETING, MODE_ASKED, HOW_ASKED)


class NovaValidity(BattlefieldValidity):
    """Which records are states of one configuration."""

    derived = ("occupant", "lie", "mask", "around", "around_from", "goals", "far", "object_hexes")
    hexes = (*BattlefieldValidity.hexes, "a_centre")

    def __init__(self, config: NovaConfig, plan: Plan, rules: np.ndarray):
        self._plan = plan
        self._present = rules[0]["present"].reshape(ENCOUNTERS, plan.pieces).astype(bool)
        self._members = rules[0]["full_members"].reshape(ENCOUNTERS, plan.pieces)
        self._radius = rules[0]["thing_radius"]
        on_field = cells_on(plan.field, plan.cell_capacity)
        bounds = all_bounds(config, plan, rules[0], on_field)
        log = log_bounds(EVENT_NUMBERS, roles(plan, config), 5)
        super().__init__(rules, plan.dtype, bounds, log, on_field)

    def work_out(self, states: np.ndarray) -> None:
        """Survey the ground, put everybody back into the field, and find what is legal."""
        rebuild_entry()(states, self.rules)

    def flaw(self, s: np.void) -> str | None:
        """Return what of a state contradicts itself."""
        return (
            self._flaw_of_clock(s)
            or self.flaw_of_places(s)
            or self._flaw_of_pieces(s)
            or self._flaw_of_objects(s)
            or self._flaw_of_plans(s)
            or self._flaw_of_moment(s)
        )

    def _flaw_of_clock(self, s: np.void) -> str | None:
        if sorted(s["order"].tolist()) != list(range(self._plan.pieces)):
            return "order: every piece has one place in it"
        if s["num_order"] and not set(s["order"][: s["num_order"]].tolist()) <= set(self._plan.piece_of):
            return "order: those that take part have an agent"
        return "nth: no more have acted than take part" if s["nth"] > s["num_order"] else None

    def _flaw_of_pieces(self, s: np.void) -> str | None:
        present, lies = self._present[s["encounter"]], s["lies"][s["lies"] != NOBODY]
        if not self.on_field[lies].all():
            return "lies: somebody lies off the field"
        for i in range(self._plan.pieces):
            here, name = s["fate"][i] == FIELD, f"piece {i}"
            if here != (s["place"][i] != NOBODY):
                return f"{name}: place and fate disagree; who is in the field has a place, nobody else has one"
            if present[i] != (s["fate"][i] != ABSENT) or present[i] != (s["side"][i] != NOBODY):
                return f"{name}: who takes part has a side and is not absent, nobody else"
            if s["members"][i] > self._members[s["encounter"], i] or (here and s["members"][i] == 0):
                return f"{name}: members = {s['members'][i]}: in the field there is one at least, and none too many"
            held = int(s["holding"][i])
            if held != NOBODY and (s["held_by"][held] != i or not here or s["fate"][held] != FIELD or held == i):
                return f"{name}: holding and held_by disagree"
            holder = int(s["held_by"][i])
            if holder != NOBODY and s["holding"][holder] != i:
                return f"{name}: held_by and holding disagree"
        return None

    def _flaw_of_objects(self, s: np.void) -> str | None:
        count, there = int(s["num_objects"]), s["object"][s["object"] != NOBODY]
        if (there >= count).any():
            return "object: a hex has an object that there is not"
        for n in range(count):
            cells = np.flatnonzero(s["object"] == n)
            if (s["structure"][n] > 0) != (len(cells) > 0):
                return f"object {n}: an object that is whole stands somewhere, a broken one nowhere"
            middle = int(s["thing_at"][n])
            if middle == NOBODY or not self.on_field[middle]:
                return f"object {n}: its middle is a hex of the field"
            far = int(self._radius[s["object_kind"][n]])
            if len(cells) and sorted(self._disc(middle, far)) != cells.tolist():
                return f"object {n}: its hexes are those about its middle"
        return None

    def _disc(self, middle: int, far: int) -> list[int]:
        """Return the cells within a few hexes of one."""
        disc, row = self.rules[0]["disc"], int(self.rules[0]["row"][middle])
        return [middle + int(step) for step in disc[row & 1, 0, : 1 + 3 * far * (far + 1)]]

    def _flaw_of_plans(self, s: np.void) -> str | None:
        most = {AT_NOTHING: 0, AT_PIECE: self._plan.pieces, AT_THING: int(s["num_objects"])}
        for i in range(self._plan.pieces):
            for k in range(s["plan_what"].shape[1]):
                what, aim = int(s["plan_what"][i, k]), int(s["plan_aim"][i, k])
                if (what == AT_NOTHING) != (aim == NOBODY):
                    return f"plan of piece {i}: plan_what and plan_aim disagree"
                if what == AT_HEX and not self.on_field[aim]:
                    return f"plan of piece {i}: plan_aim = {aim}: a hex off the field"
                if what != AT_HEX and aim >= most[what]:
                    return f"plan of piece {i}: plan_aim = {aim}: what it is aimed at is not there"
        return None

    def _flaw_of_moment(self, s: np.void) -> str | None:
        """Return what of the round and the attack contradicts itself while somebody is asked."""
        if s["done"] or s["stage"] == WAITING:
            return None
        stage, current, actor = int(s["stage"]), int(s["current"]), int(s["actor"])
        name = STAGE_NAMES[stage]
        if s["fate"][actor] != FIELD or actor not in self._plan.piece_of:
            return "actor: who is asked is in the field and has an agent"
        if current == NOBODY:
            return f"current: in the stage '{name}' it is somebody's turn"
        if stage < DEFENDING and actor != current:
            return f"actor and current disagree: in the stage '{name}' the one is asked whose turn it is"
        if stage in _OF_PLANS and (s["phase"] == DECLARING) == bool(s["replacing"]):
            return f"phase and replacing disagree: in the stage '{name}' one declares, or replaces an action"
        if stage == REPLACING and (s["phase"] != RESOLVING or s["slot"] >= s["num_planned"][actor]):
            return "slot: an action that was planned is replaced, while one acts"
        if stage in _OF_PLANS and not s["replacing"] and s["slot"] != s["num_planned"][actor]:
            return "slot: the next action of a plan is declared"
        if (stage >= DEFENDING) != (s["a_step"] != 0):
            return "a_step and stage disagree: in the stages of an attack there is one, in the others none"
        return self._flaw_of_attack(s) if s["a_step"] else self._flaw_of_aim(s)

    def _flaw_of_aim(self, s: np.void) -> str | None:
        """Return what contradicts itself of the action that is declared."""
        actor, slot = int(s["actor"]), int(s["slot"])
        weapons = self.rules[0]["weapons"][int(s["encounter"]) * self._plan.pieces + actor]
        kind = self._plan.actions.parts[s["plan_kind"][actor, slot]].name
        if s["stage"] in (TARGETING, MODE_ASKED, HOW_ASKED):
            if kind.startswith("weapon") and weapons[int(kind[-1]) - 1] == NOBODY:
                return "plan_kind: it has no such weapon"
            if not (kind.startswith("weapon") or kind in _AIMED):
                return f"plan_kind: {kind} is aimed at nothing"
        if s["stage"] == HOW_ASKED and s["plan_what"][actor, slot] != AT_PIECE:
            return "plan_what: how to aim is asked of attacks on pieces"
        return None

    def _flaw_of_attack(self, s: np.void) -> str | None:
        attacker, target = int(s["attacker"]), int(s["target"])
        if attacker == NOBODY or s["a_weapon"] == NOBODY or s["a_centre"] == NOBODY:
            return "attack: it has an attacker, a weapon and a hex where it lands"
        if target == NOBODY or s["fate"][target] == ABSENT:
            return "target: an attack that asks has one"
        if s["actor"] != target:
            return "actor: the target is asked about an attack"
        return None


_AIMED = ("light_blow", "heavy_blow", "grapple", "support", "run", "sprint", "drag", "resuscitate")


def _rebuild(states, rules):
    s, r = states[0], rules[0]
    middle, front, seen = int(s.around_from), int(s.around_front), int(s.sight_from)
    survey_ground(s, r)
    s.sight_from = seen
    if middle != NOBODY:
        gather_lies(s, r, middle, front)
    for cell in range(s.occupant.shape[0]):
        s.occupant[cell] = NOBODY
    for n in range(s.object_hexes.shape[0]):
        s.object_hexes[n] = 0
    for cell in range(s.object.shape[0]):
        if s.object[cell] != NOBODY:
            s.object_hexes[s.object[cell]] += 1
    for i in range(r.pieces):
        if s.place[i] != NOBODY:
            enter(s, i, int(s.place[i]))
    if not s.done and s.stage != WAITING:
        find_choices(s, r)


@cache
def rebuild_entry() -> Any:
    """Return the compiled function (states (1,), rules (1,)) that works out what follows from the rest of a state."""
    return entry_point(_rebuild, "nova_rebuild", {})
