"""Masks: what the one who decides may do, written at once. [NOV-A1]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.sight import look_around
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    DONE,
    FULL_DEFENCE,
    HEAL_STUN,
    HEX,
    HOW,
    MATE,
    MODE,
    NUM_PARTS,
    RESUSCITATE,
    SPEND,
    THING,
    USE_DODGE,
)
from swarmzoo.envs.skirmish.nova.aims import OUT_OF_REACH as TOO_FAR
from swarmzoo.envs.skirmish.nova.aims import difficulty_at, weapon_of
from swarmzoo.envs.skirmish.nova.kinds import may_end
from swarmzoo.envs.skirmish.nova.legality import refusal
from swarmzoo.envs.skirmish.nova.movement import cell_in_disc, clear_goals, measure_goals
from swarmzoo.envs.skirmish.nova.plans import is_move
from swarmzoo.envs.skirmish.nova.reasons import LEGAL
from swarmzoo.envs.skirmish.nova.state import HOW_ASKED, MODE_ASKED, PLANNING, REPLACING, TARGETING
from swarmzoo.envs.skirmish.nova.targets import moves_first


@kernel
def fill_mask(s, r):
    """Write the mask of the one who decides; return how many actions are legal."""
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    clear_goals(s)
    if s.stage == PLANNING:
        return fill_kinds(s, r)
    if s.stage == TARGETING:
        return fill_targets(s, r)
    if s.stage == MODE_ASKED:
        return fill_parts(s, r, MODE, HOW)
    if s.stage == HOW_ASKED:
        return fill_parts(s, r, HOW, SPEND)
    if s.stage == REPLACING:
        return fill_parts(s, r, SPEND, USE_DODGE)
    return fill_parts(s, r, USE_DODGE, NUM_PARTS)


@kernel
def fill_parts(s, r, begin, end):
    """Write the mask of some parts of the actions; return how many are legal."""
    count = 0
    for part in range(begin, end):
        first = int(r.first[part])
        for action in range(first, int(r.first[part + 1])):
            s.mask[action] = refusal(s, r, part, action - first) == LEGAL
            count += int(s.mask[action])
    return count


@kernel
def fill_kinds(s, r):
    """Write which kinds of actions can be declared; return how many."""
    count = fill_parts(s, r, FULL_DEFENCE, AT)
    healing = int(s.mask[r.first[HEAL_STUN]])
    s.mask[r.first[DONE]] = may_end(s, int(s.actor)) or count == healing
    return count + int(s.mask[r.first[DONE]])


@kernel
def fill_targets(s, r):
    """Write what the action that is declared can be aimed at; return how much that is."""
    i = int(s.actor)
    part = int(s.plan_kind[i, s.slot])
    if is_move(part):
        count = measure_goals(s, r, i, part)
        for k in range(s.goals.shape[0]):
            s.mask[int(r.first[HEX]) + k] = s.goals[k] > 0
        return count
    if part == RESUSCITATE:
        return fill_parts(s, r, MATE, HEX)
    return fill_parts(s, r, AT, MATE) + fill_parts(s, r, THING, MODE) + fill_hexes(s, r, i, part)


@kernel
def fill_hexes(s, r, i, part):
    """Write at which hexes an area attack can be aimed; return how many they are. [NOV-6]"""
    weapon = weapon_of(s, r, i, part)
    if not r.weapon_area[weapon] or moves_first(s, i):
        return 0
    look_around(s, r, int(s.place[i]), int(r.front[r.side_of[i]]))
    count = 0
    for k in range(s.goals.shape[0]):
        if s.sight[k] > 0 and difficulty_at(s, r, i, weapon, cell_in_disc(s, r, i, k)) != TOO_FAR:
            s.mask[int(r.first[HEX]) + k] = True
            count += 1
    return count
