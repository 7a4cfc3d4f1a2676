"""Ways over the field: which hexes are free or closed, and what can be reached at what cost. [OVR-H3]"""

from swarmzoo.envs.core.fields import parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import COST_IN_LIE, NOBODY, height_in, is_barrier
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.battlefield.spreading import spread, toll_of
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY


@kernel
def is_free(s, cell):
    """Tell whether a cell is on the field, can be entered, and nobody stands there."""
    return s.occupant[cell] == NOBODY and not is_barrier(s, cell)


@kernel
def is_closed(s, r, cell, side):
    """Tell whether somebody stands in a cell through whom a side does not go: one of another side's units. [OVR-H3]"""
    j = int(s.occupant[cell])
    return j != NOBODY and s.side[j] != side and (j < r.units or s.group[j] != NO_GROUP)


@kernel
def spread_steps(s, r, start, side, budget, is_easy):
    """Write into ``reach`` what it costs a side to go from a cell, plus 1, for the hexes of the disc up to a budget.

    They count in the side's pose. ``is_easy``: all ground that can be entered costs 1, and climbing nothing.
    [OVR-H3, OVR-P9]
    """
    odd, pose = parity(r, start), int(r.front[side])
    count = 1 + 3 * budget * (budget + 1)
    for k in range(count):
        cell = start + int(r.disc[odd, pose, k])
        lie = int(s.lie[cell])
        cost = lie & COST_IN_LIE
        if cost > 0 and is_closed(s, r, cell, side):
            cost = 0
        elif cost > 0 and is_easy:
            cost = 1
        s.toll[k] = toll_of(cost, height_in(lie)) if cost > 0 else 0
    s.toll[0] = toll_of(1, int(s.height[start]))
    spread(s, r, count, budget, 0 if is_easy else int(r.climb))


@kernel
def step_of(s, r, cell, height, side, is_easy, climb):
    """Return what a step of a side into a cell costs from one at a height; NO_ENTRY, more than any budget, if none is.

    ``is_easy``: all ground that can be entered costs 1. ``climb``: what a level up costs besides.
    """
    lie = int(s.lie[cell])
    cost, up = lie & COST_IN_LIE, height_in(lie) - height
    if cost == 0 or up > 1 or is_closed(s, r, cell, side):
        return NO_ENTRY
    return (1 if is_easy else cost) + (climb if up > 0 else 0)
