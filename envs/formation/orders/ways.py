"""Where a soldier steps: towards and away from enemies, along the way to the objective, in step with its formation."""

import numpy as np

from swarmzoo.envs.core.fields import distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import FACE_LEFT, FACE_RIGHT, STAY, STEP
from swarmzoo.envs.formation.bodies import place_on_ring
from swarmzoo.envs.formation.missile import find_targets
from swarmzoo.envs.formation.movement import absolute, cost_of
from swarmzoo.envs.formation.rules import BRIDGE
from swarmzoo.envs.formation.state import FIELD, NOBODY

FAR = 99


@kernel
def has_bow(s, r, i):
    """Tell whether a soldier can shoot."""
    return r.kind_bow_damage[s.kind[i]] >= 0


@kernel
def nearest(s, r, i):
    """Return the nearest enemy within sight's range that is not hidden, or NOBODY."""
    if find_targets(s, r, i, 1 - s.company[i], 1, r.sight, False, 1) == 0:
        return NOBODY
    return int(s.found[0])


@kernel
def nearest_gap(s, r, i):
    """Return how far the nearest enemy is."""
    enemy = nearest(s, r, i)
    return FAR if enemy == NOBODY else distance(r, s.place[i], s.place[enemy])


@kernel
def towards(s, r, i, goal, mask):
    """Return the legal step that brings a soldier nearest to a cell, or stay."""
    best, best_action = distance(r, s.place[i], goal) * 16, STAY
    for way in range(6):
        if mask[STEP + way]:
            direction = absolute(s, r, i, way)
            worth = distance(r, neighbour(r, s.place[i], direction), goal) * 16 + min(way, 6 - way)
            if worth < best:
                best, best_action = worth, STEP + way
    return best_action


@kernel
def away(s, r, i, goal, mask):
    """Return the legal step that brings a soldier farthest from a cell, or stay."""
    best, best_action = distance(r, s.place[i], goal) * 16, STAY
    for way in range(6):
        if mask[STEP + way]:
            direction = absolute(s, r, i, way)
            worth = distance(r, neighbour(r, s.place[i], direction), goal) * 16 - min(way, 6 - way)
            if worth > best:
                best, best_action = worth, STEP + way
    return best_action


@kernel
def along(s, r, i, mask):
    """Return the step along the way to the objective, the same for a whole formation; stay until all can take it."""
    f = s.formation[i]
    if f == NOBODY or s.director[f] == NOBODY or s.fate[s.director[f]] != FIELD:
        return own_way(s, r, i, mask)
    leader = int(s.director[f])
    way = np.int64(s.shown[s.company[i], s.place[leader], 0]) >> 24
    if way == 7:  # at the objective: on across the edge
        return STEP if mask[STEP] else STAY
    if way == 0:
        return STAY
    for turn in range(3):
        step = (way + 4 + (turn + 1) % 3) % 6  # straight on, then a little to the right, then to the left
        if all_can(s, r, f, absolute(s, r, i, step)):
            return STEP + step if mask[STEP + step] else STAY
    return own_way(s, r, i, mask) if s.step_number == 0 else STAY


@kernel
def all_can(s, r, f, direction):
    """Tell whether all members that are not Dazed can pay a step in one direction, with no enemy in the way."""
    i = s.first_member[f]
    while i != NOBODY:
        if s.formation[i] == f and s.fate[i] == FIELD and not s.dazed[i] and not s.held[i]:
            if cost_of(s, r, i, direction, False) > s.points[i]:
                return False
            other = s.occupant[neighbour(r, s.place[i], direction)]
            if other != NOBODY and s.company[other] != s.company[i] and not s.hidden[other]:
                return False
        i = s.next_member[i]
    return True


@kernel
def any_dazed(s, f):
    """Tell whether a member of a formation is Dazed."""
    i = s.first_member[f]
    while i != NOBODY:
        if s.formation[i] == f and s.fate[i] == FIELD and s.dazed[i]:
            return True
        i = s.next_member[i]
    return False


@kernel
def own_way(s, r, i, mask):
    """Return the soldier's own step along the way to the objective, or stay."""
    way = np.int64(s.shown[s.company[i], s.place[i], 0]) >> 24
    if way == 7:
        way = 1
    if way > 0 and mask[STEP + way - 1]:
        return STEP + way - 1
    return STAY


@kernel
def face(s, r, i, other, mask):
    """Return the turn that brings an enemy before a soldier, or stay if it is there."""
    place = place_on_ring(r, s.place[i], s.facing[i], s.place[other])
    ring = distance(r, s.place[i], s.place[other])
    if place <= ring or place >= 5 * ring:
        return STAY
    turn = FACE_RIGHT if place <= 3 * ring else FACE_LEFT
    return turn if mask[turn] else STAY


@kernel
def advance(s, r, i, enemy, mask):
    """Return a step towards an enemy; where a river may be in the way, on the way to the bridge."""
    if distance(r, s.place[i], s.place[enemy]) <= 1:
        return face(s, r, i, enemy, mask)
    step = towards(s, r, i, s.place[enemy], mask)
    return own_way(s, r, i, mask) if step == STAY and r.scenario == BRIDGE else step
