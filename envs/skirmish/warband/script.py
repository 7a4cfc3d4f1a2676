"""The script of a neutral horde: every creature goes for the nearest enemy and strikes. [WAR-A6]"""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.warband.actions import CHARGE, END, GO, PICK, POWER, RALLY, SHOOT, STRIKE
from swarmzoo.envs.skirmish.warband.attributes import gap, nearest_enemy
from swarmzoo.envs.skirmish.warband.movement import goal_of
from swarmzoo.envs.skirmish.warband.slots import foe_slot, own_slot
from swarmzoo.envs.skirmish.warband.state import CALM, FLEEING, PICKING


@kernel
def scripted_action(s, r):
    """Return what the script does: the first of strike, shoot, charge, rally and a step nearer that is legal."""
    if s.stage == PICKING:
        return nearest_to_enemy(s, r)
    i = int(s.current)
    if s.morale[i] == FLEEING:
        return first_legal(s, r, GO) if first_legal(s, r, GO) != NOBODY else END
    for part in (POWER, STRIKE, SHOOT, CHARGE):
        action = at_weakest(s, r, i, part)
        if action != NOBODY:
            return action
    if s.morale[i] != CALM and s.mask[r.first[RALLY] + i % int(r.slots)]:
        return int(r.first[RALLY]) + i % int(r.slots)
    action = step_nearer(s, r, i)
    return END if action == NOBODY else action


@kernel
def first_legal(s, r, part):
    """Return the first legal action of a part, or NOBODY."""
    for action in range(int(r.first[part]), int(r.first[part + 1])):
        if s.mask[action]:
            return action
    return NOBODY


@kernel
def nearest_to_enemy(s, r):
    """Return the choice of the character that is nearest to an enemy."""
    best, best_gap = END, 1000
    for action in range(int(r.first[PICK]), int(r.first[PICK + 1])):
        if s.mask[action]:
            i = own_slot(r, s.actor, action - int(r.first[PICK]))
            j = nearest_enemy(s, r, i)
            far = 999 if j == NOBODY else gap(s, r, i, j)
            if far < best_gap:
                best, best_gap = action, far
    return best


@kernel
def at_weakest(s, r, i, part):
    """Return the legal action of a part at the enemy that has the least Star, or NOBODY."""
    best, least = NOBODY, 999
    for action in range(int(r.first[part]), int(r.first[part + 1])):
        if s.mask[action]:
            star = int(s.star[foe_slot(r, s.side[i], action - int(r.first[part]))])
            if star < least:
                best, least = action, star
    return best


@kernel
def step_nearer(s, r, i):
    """Return the move that ends nearest to the nearest enemy, if it is nearer than now, or NOBODY."""
    j = nearest_enemy(s, r, i)
    if j == NOBODY:
        return NOBODY
    best, best_gap = NOBODY, gap(s, r, i, j)
    for k in range(1, s.goals.shape[0]):
        if s.goals[k] > 0:
            far = distance(r, goal_of(s, r, i, k), s.place[j])
            if far < best_gap:
                best, best_gap = int(r.first[GO]) + k, far
    return best
