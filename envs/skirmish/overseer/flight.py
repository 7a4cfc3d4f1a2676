"""Flight: Underlings run from the nearest enemy leader, and leave the field at its edge. [OVR-31, OVR-33, OVR-P13]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift
from swarmzoo.envs.skirmish.battlefield.reach import step_cost
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY, OFF
from swarmzoo.envs.skirmish.overseer.events import FLED
from swarmzoo.envs.skirmish.overseer.slots import foe_of_side, num_foes
from swarmzoo.envs.skirmish.overseer.units import hexes, in_field

EAST = 0  # the pose of those who are on nobody's side
FARTHEST = 1 << 14


@kernel
def pose_of(s, r, i):
    """Return how the side of a piece sees the field."""
    return int(r.front[s.side[i]]) if s.side[i] != NOBODY else EAST


@kernel
def step_away(s, r, i, cell):
    """Return the first free neighbour of a piece, as its side counts, that is farther from a cell; or NOBODY."""
    here = int(s.place[i])
    odd, pose, far = parity(r, here), pose_of(s, r, i), distance(r, here, cell)
    for k in range(1, 7):
        other = here + int(r.disc[odd, pose, k])
        if distance(r, other, cell) > far and s.occupant[other] == NOBODY:
            if step_cost(s, r, here, other) != NO_ENTRY:
                return other
    return NOBODY


@kernel
def run_away(s, r, i, cell, steps):
    """Let a piece run from a cell, step by step; return how many steps it made. [OVR-H6, OVR-P13]"""
    for made in range(steps):
        other = step_away(s, r, i, cell)
        if other == NOBODY:
            return made
        lift(s, i)
        enter(s, i, other)
    return steps


@kernel
def at_the_edge(s, r, cell):
    """Tell whether a neighbour of a cell is off the field."""
    for direction in range(6):
        if s.terrain[neighbour(r, cell, direction)] == OFF:
            return True
    return False


@kernel
def feared_leader(s, r, i):
    """Return the leader from whom a piece runs: the nearest of another side, the first that its own counts, or NOBODY.

    [OVR-H6]
    """
    best, least, side = NOBODY, FARTHEST, int(s.side[i])
    for k in range(r.units if side == NOBODY else num_foes(r)):
        u = k if side == NOBODY else foe_of_side(r, side, k)
        if in_field(s, u) and distance(r, s.place[u], s.place[i]) < least:
            best, least = u, distance(r, s.place[u], s.place[i])
    return best


@kernel
def flee(s, r, i):
    """Let a piece run; who gets no farther at the edge is gone. Return how many are. [OVR-H6, OVR-P13]"""
    u = feared_leader(s, r, i)
    if u == NOBODY:
        return 0
    steps = hexes(r.run_metres, r.men_agility[s.home[i]])
    if run_away(s, r, i, int(s.place[u]), steps) == steps or not at_the_edge(s, r, int(s.place[i])):
        return 0
    gone = int(s.models[i])
    s.models[i], s.fleeing[i] = 0, False
    lift(s, i)
    return gone


@kernel
def flee_all(s, r):
    """Let all who flee run, one after the other; they belong to no unit, so no survey changes. [OVR-31, OVR-P13]"""
    gone = 0
    for i in range(r.units, r.pieces):
        if s.fleeing[i] and s.place[i] != NOBODY:
            gone += flee(s, r, i)
    if gone > 0:
        log_event(s, FLED, gone)
