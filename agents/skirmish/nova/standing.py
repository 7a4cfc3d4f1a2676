"""How good a hex is to stand in: what one may do from there, what foes may do to who stands there, what it is near.

Cover is guessed by the ground of the hexes; sight is taken for granted.
"""

from swarmzoo.agents.skirmish.nova.judgement import (
    ARMS,
    COVER,
    FAR,
    HEXES,
    OBJECTIVE,
    PLAIN,
    RANGE,
    THREAT,
    errand,
    is_foe,
)
from swarmzoo.agents.skirmish.nova.worths import best_at_thing, best_burst, strike
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, is_barrier
from swarmzoo.envs.skirmish.nova.actions import AT_TARGET, HEAVY_BLOW, RUN, SUPPORT, WEAPON_1
from swarmzoo.envs.skirmish.nova.aims import is_ranged, weapon_of
from swarmzoo.envs.skirmish.nova.movement import cell_in_disc, pace
from swarmzoo.envs.skirmish.nova.sheet import able, is_person
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes

NOWHERE = -(1 << 30)


@kernel
def best_arm(s, r, i, j, far, grade, w):
    """Return what the best attack of a piece at another one so many hexes off is worth, and with which weapon."""
    best, most = NOBODY, 0
    for part in range(WEAPON_1, SUPPORT + 1):
        weapon = weapon_of(s, r, i, part)
        if weapon != NOBODY and (far == 1 or is_ranged(r, weapon)):
            worth = strike(s, r, i, j, part, far, grade, best_burst(r, weapon, True), AT_TARGET, 0, w)
            if worth > most:
                best, most = weapon, worth
    if far == 1 and is_person(s, r, i):
        worth = strike(s, r, i, j, HEAVY_BLOW, far, grade, 0, AT_TARGET, 0, w)
        if worth > most:
            best, most = weapon_of(s, r, i, HEAVY_BLOW), worth
    return best, most


@kernel
def place_worth(s, r, i, cell, w):
    """Return how good a hex is for a piece to be in."""
    worth = int(w[ARMS]) * best_at_thing(s, r, i, cell, w) // 100 - int(w[OBJECTIVE]) * errand(s, r, i, cell)
    grade, nearest, most, danger = int(r.cover[s.terrain[cell]]), FAR, 0, 0
    for k in range(num_foes(r)):
        j = foe_slot(r, i, k)
        if is_foe(s, r, i, j):
            far = distance(r, cell, s.place[j])
            nearest = min(nearest, far)
            _, arms = best_arm(s, r, i, j, far, int(r.cover[s.terrain[s.place[j]]]), w)
            most = max(most, arms)
            if able(s, r, j):
                _, threat = best_arm(s, r, j, i, far, grade, PLAIN)
                danger += threat
    if nearest == FAR:
        return worth
    worth += int(w[COVER]) * grade - int(w[HEXES]) * abs(nearest - int(w[RANGE]))
    return worth + (int(w[ARMS]) * most - int(w[THREAT]) * danger) // 100


@kernel
def worth_of_move(s, r, i, part, w):
    """Return what a move promises: how much better the best hex is of those that may be within reach."""
    here, budget = int(s.place[i]), pace(s, r, i, part)
    best = NOWHERE
    for k in range(1, 1 + 3 * budget * (budget + 1), 1 if part == RUN else 3):  # of a sprint some hexes tell
        cell = cell_in_disc(s, r, i, k)
        if s.occupant[cell] == NOBODY and not is_barrier(s, cell):
            best = max(best, place_worth(s, r, i, cell, w))
    return best - place_worth(s, r, i, here, w) if best > NOWHERE else NOWHERE


@kernel
def best_goal(s, r, i, mask, first, w):
    """Return the best hex of the disc to go to."""
    best, most = first, NOWHERE
    for k in range(s.goals.shape[0]):
        if mask[first + k]:
            worth = place_worth(s, r, i, cell_in_disc(s, r, i, k), w)
            if worth > most:
                best, most = first + k, worth
    return best
