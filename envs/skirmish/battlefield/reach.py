"""Movement by cost: which hexes of the disc about somebody can be reached, at what cost, and by which way.

Through friends one may go, through enemies not; nobody ends where somebody stands. Climbing more than a level at a
step is impossible.
"""

from swarmzoo.envs.core.fields import parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import COST_IN_LIE, NOBODY, gather_lies, height_in, spot
from swarmzoo.envs.skirmish.battlefield.spreading import cost_of_toll, height_of_toll, spread, toll_of
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY


@kernel
def step_cost(s, r, a, b):
    """Return what a step between neighbouring cells costs, or NO_ENTRY."""
    cost, up = int(r.cost[s.terrain[b]]), int(s.height[b]) - int(s.height[a])
    if cost == NO_ENTRY or up > 1:
        return NO_ENTRY
    return cost + int(r.climb) if up > 0 else cost


@kernel
def spread_reach(s, r, start, front, side, budget):
    """Write into ``reach`` what it costs to go from a cell to the hexes of its disc, plus 1, up to a budget.

    The disc counts from a front.
    """
    gather_tolls(s, r, start, front, side, s.toll.shape[0])
    spread(s, r, s.toll.shape[0], budget, int(r.climb))


@kernel
def spread_near(s, r, start, front, side, budget):
    """Write into ``reach`` the same for a small budget; hexes further away than the budget keep what stood there.

    Every step costs something: none further away is within the budget.
    """
    count = 1 + 3 * budget * (budget + 1)
    gather_tolls(s, r, start, front, side, count)
    spread(s, r, count, budget, int(r.climb))


@kernel
def gather_tolls(s, r, start, front, side, count):
    """Note what the first hexes of a disc cost to enter, so many."""
    gather_lies(s, r, start, front)
    for k in range(count):
        lie = int(s.around[k])
        toll = lie & COST_IN_LIE
        s.toll[k] = toll_of(toll, height_in(lie)) if toll > 0 else 0
    close_to_enemies(s, r, start, front, side, count)
    s.toll[0] = toll_of(1, int(s.height[start]))


@kernel
def close_to_enemies(s, r, start, front, side, count):
    """Close the first hexes of a disc where enemies stand: few pieces are looked up one by one, many by their hexes."""
    if s.place.shape[0] < count:
        for j in range(s.place.shape[0]):
            if s.place[j] != NOBODY and s.side[j] != side:
                k = spot(r, start, front, s.place[j])
                if 0 <= k < count:
                    s.toll[k] = 0
    else:
        odd = parity(r, start)
        for k in range(count):
            j = int(s.occupant[start + r.disc[odd, front, k]])
            if j != NOBODY and s.side[j] != side:
                s.toll[k] = 0


@kernel
def trace_way(s, r, start, front, goal):
    """Write into ``way`` the cells of the cheapest way to a hex within reach, from the start on.

    Of several ways as cheap it is always the same one: back from the goal, the first hex clockwise from the front.
    """
    odd, k, n = parity(r, start), goal, 0
    while k != 0:
        s.way[n] = start + int(r.disc[odd, front, k])
        n += 1
        k = hex_before(s, r, k)
    s.way[n] = start
    for i in range((n + 1) // 2):
        s.way[i], s.way[n - i] = s.way[n - i], s.way[i]
    s.num_way = n + 1


@kernel
def hex_before(s, r, k):
    """Return the hex of the disc from which a hex within reach is entered on the cheapest way."""
    toll = int(s.toll[k])
    for direction in range(6):
        other = int(r.beside[k, direction])
        if other < s.toll.shape[0] and s.reach[other] > 0:
            up = height_of_toll(toll) - height_of_toll(s.toll[other])
            cost = cost_of_toll(toll) + (int(r.climb) if up > 0 else 0)
            if up <= 1 and int(s.reach[other]) + cost == s.reach[k]:
                return other
    return 0
