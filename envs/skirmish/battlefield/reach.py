"""Movement by cost: which hexes of the disc about somebody can be reached, at what cost, and by which way.

Through friends one may go, through enemies not; nobody ends where somebody stands. Climbing more than a level at a
step is impossible.
"""

from swarmzoo.envs.core.fields import parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import BUCKETS, NOBODY, gather_lies, height_in, spot
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY

_HEIGHT = 3  # bits of a toll below its height
_COST = (1 << _HEIGHT) - 1


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

    The disc counts from a front. Hexes are taken up in the order of their cost.
    """
    gather_tolls(s, r, start, front, side, s.toll.shape[0])
    spread(s, r, budget, int(r.climb))


@kernel
def spread_near(s, r, start, front, side, budget):
    """Write into ``reach`` the same for a small budget; hexes further away than the budget keep what stood there.

    Every step costs something: none further away is within the budget.
    """
    gather_tolls(s, r, start, front, side, 1 + 3 * budget * (budget + 1))
    spread(s, r, budget, int(r.climb))


@kernel
def spread(s, r, budget, climb):
    """Write into ``reach`` what it costs to go over hexes whose tolls were noted; only those within the budget count.

    ``climb``: what each level up costs besides.
    """
    for b in range(BUCKETS):
        s.num_waiting[b] = 0
    note(s, 0, 0)
    for cost in range(budget):
        b = cost % BUCKETS
        for nth in range(s.num_waiting[b]):
            k = s.waiting[b, nth]
            if s.reach[k] == cost + 1:  # not reached at less by now
                height = int(s.toll[k]) >> _HEIGHT
                for direction in range(6):
                    other = r.beside[k, direction]
                    if s.reach[other] > 0 and s.reach[other] <= cost + 2:  # also what lies outside
                        continue
                    toll = int(s.toll[other])
                    up = (toll >> _HEIGHT) - height
                    if toll == 0 or up > 1:
                        continue
                    total = cost + (toll & _COST) + (climb if up > 0 else 0)
                    if total <= budget and (s.reach[other] == 0 or total + 1 < s.reach[other]):
                        note(s, other, total)
        s.num_waiting[b] = 0


@kernel
def toll_of(cost, height):
    """Return the toll of a hex that costs so much to enter, from 1 on."""
    return cost | height << _HEIGHT


@kernel
def gather_tolls(s, r, start, front, side, count):
    """Note what the first hexes of a disc cost to enter, so many; none of them is within reach yet."""
    gather_lies(s, r, start, front)
    for k in range(count):
        lie = int(s.around[k])
        toll = lie & _COST
        s.toll[k] = toll_of(toll, height_in(lie)) if toll > 0 else 0
        s.reach[k] = 0
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
def note(s, k, cost):
    """Note that a hex can be reached at a cost."""
    s.reach[k] = cost + 1
    b = cost % BUCKETS
    s.waiting[b, s.num_waiting[b]] = k
    s.num_waiting[b] += 1


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
            up = (toll >> _HEIGHT) - (int(s.toll[other]) >> _HEIGHT)
            cost = (toll & _COST) + (int(r.climb) if up > 0 else 0)
            if up <= 1 and int(s.reach[other]) + cost == s.reach[k]:
                return other
    return 0
