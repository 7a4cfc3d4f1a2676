"""At what the bots of nova aim an action, with which burst, and how. [NOV-6, NOV-37, NOV-51, NOV-G10]"""

from swarmzoo.agents.skirmish.nova.gripping import NEVER, best_use
from swarmzoo.agents.skirmish.nova.judgement import FAR, is_foe
from swarmzoo.agents.skirmish.nova.planning import order_now, stands_at
from swarmzoo.agents.skirmish.nova.standing import best_goal
from swarmzoo.agents.skirmish.nova.worths import at_hex, at_thing, best_burst, grade_from, strike
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.actions import AT, AT_TARGET, HEX, HOW, MATE, MODE, RESUSCITATE, SPEND, THING
from swarmzoo.envs.skirmish.nova.aims import weapon_of
from swarmzoo.envs.skirmish.nova.fight.rolling import area_radius
from swarmzoo.envs.skirmish.nova.movement import cell_in_disc
from swarmzoo.envs.skirmish.nova.plans import is_move
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes, thing_slot
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, AT_THING


@kernel
def best_aim(s, r, i, mask, w):
    """Return what the action that is declared is best aimed at."""
    part = int(s.plan_kind[i, s.slot])
    if is_move(part):
        return best_goal(s, r, i, mask, int(r.first[HEX]), w)
    if part == RESUSCITATE:
        return first_legal(mask, int(r.first[MATE]))
    return best_target(s, r, i, part, mask, w)


@kernel
def first_legal(mask, action):
    """Return the first legal action from one on."""
    while not mask[action]:
        action += 1
    return action


@kernel
def best_target(s, r, i, part, mask, w):
    """Return the foe, the hex or the object at which an attack is worth most."""
    cell, order = stands_at(s, i), order_now(s, r, i)
    best, most = NEVER, NEVER
    for k in range(num_foes(r)):
        j = foe_slot(r, i, k)
        if mask[int(r.first[AT]) + k]:
            far, grade = distance(r, cell, s.place[j]), grade_from(s, r, cell, j)
            worth = best_use(s, r, i, j, part, far, grade, order, w)
            if worth > most:
                best, most = int(r.first[AT]) + k, worth
    for k in range(int(r.first[MODE]) - int(r.first[THING])):
        if mask[int(r.first[THING]) + k]:
            worth = at_thing(s, r, i, thing_slot(r, i, k), part, cell, order, w)
            if worth > most:
                best, most = int(r.first[THING]) + k, worth
    return best_hex(s, r, i, part, mask, order, best, most, w)


@kernel
def best_hex(s, r, i, part, mask, order, best, most, w):
    """Return the hex for an area attack that is worth more than the best so far, or that."""
    weapon = weapon_of(s, r, i, part)
    if r.weapon_area[weapon] == 0:
        return best
    radius = area_radius(r, weapon)
    for k in range(s.goals.shape[0]):
        if mask[int(r.first[HEX]) + k]:
            centre = cell_in_disc(s, r, i, k)
            if foe_near(s, r, i, centre) <= radius:
                worth = at_hex(s, r, i, part, centre, order, w)
                if worth > most:
                    best, most = int(r.first[HEX]) + k, worth
    return best


@kernel
def foe_near(s, r, i, cell):
    """Return how far the nearest foe is from a cell."""
    least = FAR
    for j in range(r.pieces):
        if is_foe(s, r, i, j):
            least = min(least, distance(r, cell, s.place[j]))
    return least


@kernel
def best_mode(s, r, i, mask, w):
    """Return the burst that is worth most: none, the longest for accuracy, or the longest for damage."""
    part, what, j = int(s.plan_kind[i, s.slot]), int(s.plan_what[i, s.slot]), int(s.plan_aim[i, s.slot])
    first, weapon = int(r.first[MODE]), weapon_of(s, r, i, part)
    if what != AT_PIECE:
        return first + best_burst(r, weapon, what != AT_THING)
    best, most, cell, order = first, NEVER, stands_at(s, i), order_now(s, r, i)
    far, grade = distance(r, cell, s.place[j]), grade_from(s, r, cell, j)
    for k in range(int(r.first[HOW]) - first):
        if mask[first + k]:
            worth = strike(s, r, i, j, part, far, grade, k, AT_TARGET, order, w)
            if worth >= most:
                best, most = first + k, worth
    return best


@kernel
def best_how(s, r, i, mask, w):
    """Return how an attack at a piece is best aimed."""
    part, j, mode = int(s.plan_kind[i, s.slot]), int(s.plan_aim[i, s.slot]), int(s.plan_mode[i, s.slot])
    best, most, cell, order = int(r.first[HOW]), NEVER, stands_at(s, i), order_now(s, r, i)
    far, grade = distance(r, cell, s.place[j]), grade_from(s, r, cell, j)
    for k in range(int(r.first[SPEND]) - int(r.first[HOW])):
        if mask[int(r.first[HOW]) + k]:
            worth = strike(s, r, i, j, part, far, grade, mode, k, order, w)
            if worth > most:
                best, most = int(r.first[HOW]) + k, worth
    return best
