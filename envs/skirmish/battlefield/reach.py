"""Movement by cost: which cells can be reached, and at what cost.

Through friends one may go, through enemies not; nobody ends where somebody stands. Climbing more than a level at a
step is impossible.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import BUCKETS, NOBODY, parity
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY


@kernel
def step_cost(s, r, a, b):
    """Return what a step between neighbouring cells costs, or NO_ENTRY."""
    cost, up = int(r.cost[s.terrain[b]]), int(s.height[b]) - int(s.height[a])
    if cost == NO_ENTRY or up > 1:
        return NO_ENTRY
    return cost + int(r.climb) if up > 0 else cost


@kernel
def forget_reach(s):
    """Forget what was within reach."""
    for k in range(s.num_reached):
        s.reach[s.reached[k]] = 0
    s.num_reached = 0


@kernel
def spread_reach(s, r, start, side, budget):
    """Write into ``reach`` what it costs to go from a cell to every other one, plus 1, up to a budget.

    Cells are taken up in the order of their cost.
    """
    forget_reach(s)
    for b in range(BUCKETS):
        s.num_waiting[b] = 0
    note(s, start, 0)
    for cost in range(budget):
        b = cost % BUCKETS
        for k in range(s.num_waiting[b]):
            cell = int(s.waiting[b, k])
            if s.reach[cell] == cost + 1:
                odd = parity(r, cell)
                for direction in range(6):
                    other = cell + int(r.steps[odd, direction])
                    if s.reach[other] > 0 and s.reach[other] <= cost + 2:
                        continue
                    total = cost + step_cost(s, r, cell, other)
                    if total <= budget and (s.reach[other] == 0 or total + 1 < s.reach[other]):
                        holder = s.occupant[other]
                        if holder == NOBODY or s.side[holder] == side:
                            note(s, other, total)
        s.num_waiting[b] = 0


@kernel
def note(s, cell, cost):
    """Note that a cell can be reached at a cost."""
    if s.reach[cell] == 0:
        s.reached[s.num_reached] = cell
        s.num_reached += 1
    s.reach[cell] = cost + 1
    b = cost % BUCKETS
    s.waiting[b, s.num_waiting[b]] = cell
    s.num_waiting[b] += 1
