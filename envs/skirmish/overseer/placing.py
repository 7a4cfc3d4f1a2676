"""How Underlings are placed with every move of their unit, so that they keep rank. [OVR-5, OVR-6, OVR-H1]"""

from swarmzoo.envs.core.fields import distance, neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, cover_in, enter, height_in, lift, spot
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER
from swarmzoo.envs.skirmish.overseer.ranks import is_in_rank, note_barriers
from swarmzoo.envs.skirmish.overseer.state import BUCKETS, MOST_APART
from swarmzoo.envs.skirmish.overseer.units import hexes
from swarmzoo.envs.skirmish.overseer.ways import is_free, step_of

_OUT_OF_RANK = 1 << 12  # worse than any distance and cover


@kernel
def order_swarm(s, r, u, towards, only_stragglers):
    """List the pieces of a roll by how far they are from a cell, of several as far in the order of the roll."""
    for nth in range(s.enrolled[u] - 1, -1, -1):
        i = int(s.roll[u, nth])
        if s.place[i] != NOBODY and not (only_stragglers and s.ranked[i]):
            far = distance(r, s.place[i], towards)
            s.near[i], s.nearest[far] = s.nearest[far], i


@kernel
def place_swarm(s, r, u, towards, metres, seeks_cover, is_easy, only_stragglers):
    """Move the Underlings of a unit towards a cell, the nearest to it first, each as far as it goes. [OVR-6, OVR-H1]

    ``metres`` for each point of AB. Each takes the best free hex within its reach, its own included: in rank of the
    leader first, then with more cover if that is sought, then nearest to the cell, then as its side counts the disc.
    Return whether anybody moved.
    """
    has_moved = False
    note_barriers(s, r, u)
    order_swarm(s, r, u, towards, only_stragglers)
    for far in range(MOST_APART):
        i = int(s.nearest[far])
        s.nearest[far] = NOBODY
        while i != NOBODY:
            after = int(s.near[i])
            s.near[i] = NOBODY
            budget = budget_of(r, int(s.home[i]), metres)
            has_moved |= place_piece(s, r, u, i, towards, budget, seeks_cover, is_easy)
            i = after
    return has_moved


@kernel
def budget_of(r, home, metres):
    """Return how many hexes Underlings of a profile go, by their own Agility. [OVR-G5, OVR-H3]"""
    return hexes(metres, r.men_agility[home])


@kernel
def place_piece(s, r, u, i, towards, budget, seeks_cover, is_easy):
    """Move a piece to its best place within reach; tell whether that is another one."""
    start = int(s.place[i])
    if seeks_cover or not is_near(s, r, u, start, towards, budget):
        k = best_of_disc(s, r, u, start, towards, budget, seeks_cover)
    else:
        k = best_of_rings(s, r, u, start, towards, budget)
    if k > 0 and not goes_straight(s, r, u, start, budget, is_easy, k):
        k = best_within_reach(s, r, u, start, towards, budget, seeks_cover, is_easy, k)
    if k > 0:
        lift(s, i)
        enter(s, i, start + int(r.disc[parity(r, start), r.front[r.side_of[u]], k]))
    return k > 0


@kernel
def best_of_disc(s, r, u, start, towards, budget, seeks_cover):
    """Return which hex of the disc about a cell is best for a piece of a unit, whatever the way there; 0: the cell."""
    odd, pose = parity(r, start), int(r.front[r.side_of[u]])
    best, least = 0, worth_of(s, r, u, start, distance(r, start, towards), seeks_cover, 2 * _OUT_OF_RANK)
    for k in range(1, 1 + 3 * budget * (budget + 1)):
        cell = start + int(r.disc[odd, pose, k])
        if is_free(s, cell):
            worth = worth_of(s, r, u, cell, distance(r, cell, towards), seeks_cover, least)
            if worth < least:
                best, least = k, worth
    return best


@kernel
def is_near(s, r, u, start, towards, budget):
    """Tell whether the rings about a goal are few, and inside of its disc, up to that of a cell and round the rank."""
    far = distance(r, start, towards)
    return far < 2 * budget and far <= r.radius and widest_rank(s, r, u, towards) <= r.radius


@kernel
def widest_rank(s, r, u, towards):
    """Return how far from a cell somebody of a unit may be in rank."""
    return int(r.rank) + distance(r, s.place[u], towards)


@kernel
def best_of_rings(s, r, u, start, towards, budget):
    """Return what ``best_of_disc`` does where no cover is sought, looked for ring by ring about the goal."""
    far, stands, widest = distance(r, start, towards), is_in_rank(s, r, u, start), widest_rank(s, r, u, towards)
    odd, pose, outside = parity(r, towards), int(r.front[r.side_of[u]]), 0
    for ring in range(max(0, far - budget), far if stands else max(far, widest + 1)):
        best, found = 0, 0
        for nth in range(max(1, 6 * ring)):
            cell = towards + int(r.disc[odd, pose, nth + ring_begin(ring)])
            if is_free(s, cell) and distance(r, start, cell) <= budget:
                k = spot(r, start, pose, cell)
                if (best == 0 or k < best) and is_in_rank(s, r, u, cell):
                    best = k
                if found == 0 or k < found:
                    found = k
        if best > 0:
            return best
        if outside == 0 and ring < far and not stands:
            outside = found
        if outside > 0 and ring >= widest:
            return outside
    return outside


@kernel
def ring_begin(ring):
    """Return which hex of a disc is the first of a ring."""
    return 1 + 3 * ring * (ring - 1) if ring > 0 else 0


@kernel
def goes_straight(s, r, u, start, budget, is_easy, ideal):
    """Tell whether a piece gets to the ideal hex by steps that all lead nearer to it: then no way need be searched for.

    At most two directions lead nearer, one beside the other; each step takes the cheaper one.
    """
    side, climb = int(r.side_of[u]), 0 if is_easy else int(r.climb)
    goal = start + int(r.disc[parity(r, start), r.front[side], ideal])
    here, spent, direction, left = start, 0, 0, distance(r, start, goal)
    while left > 0 and spent <= budget:
        there = neighbour(r, here, direction)
        if distance(r, there, goal) >= left:
            direction = (direction + 1) % 6
            continue
        height = height_in(s.lie[here])
        cost = step_of(s, r, there, height, side, is_easy, climb)
        for turn in range(1, 6, 4) if cost > 1 else range(0):
            other = neighbour(r, here, (direction + turn) % 6)
            if distance(r, other, goal) < left and step_of(s, r, other, height, side, is_easy, climb) < cost:
                there, cost = other, step_of(s, r, other, height, side, is_easy, climb)
        here, spent, left = there, spent + cost, left - 1
    return spent <= budget


@kernel
def best_within_reach(s, r, u, start, towards, budget, seeks_cover, is_easy, ideal):
    """Return which of the hexes within reach of a cell is best for a piece of a unit; 0: the cell.

    Hexes are taken up in the order of what it costs to go there and the distance that is left then, so straight for the
    goal, or for the ideal hex if cover is sought. It ends at the ideal hex, than which none is better, or where no hex
    can be better than the best so far.
    """
    odd, side = parity(r, start), int(r.side_of[u])
    pose, climb = int(r.front[side]), 0 if is_easy else int(r.climb)
    goal = start + int(r.disc[odd, pose, ideal]) if seeks_cover else towards
    best, least = 0, worth_of(s, r, u, start, distance(r, start, towards), seeks_cover, 2 * _OUT_OF_RANK)
    total = far = distance(r, start, goal)
    begin_search(s, budget, far)
    while total <= budget + farthest(s, r, u, goal, least, seeks_cover, far + budget):
        b = total % BUCKETS
        while s.num_waiting[b] > 0:
            s.num_waiting[b] -= 1
            k = int(s.waiting[b, s.num_waiting[b]])
            spent, height = int(s.reach[k]) - 1, height_in(s.lie[start + r.disc[odd, pose, k]])
            for direction in range(6 if spent < budget else 0):
                other = int(r.beside[k, direction])
                if 0 < s.reach[other] <= spent + 2:
                    continue  # no step costs less than 1
                cell = start + int(r.disc[odd, pose, other])
                cost = spent + step_of(s, r, cell, height, side, is_easy, climb)
                if cost > budget or 0 < s.reach[other] <= cost + 1:
                    continue
                left = distance(r, cell, goal)
                if s.reach[other] == 0 and s.occupant[cell] == NOBODY:
                    worth = worth_of(s, r, u, cell, distance(r, cell, towards), seeks_cover, least + 1)
                    if worth < least or (worth == least and other < best):
                        best, least = other, worth
                        if best == ideal:
                            return best
                wait(s, other, cost, left)
        total += 1
    return best


@kernel
def begin_search(s, budget, far):
    """Let nothing be reached yet but the hex from which a search begins, so far from the goal."""
    for k in range(1 + 3 * budget * (budget + 1)):
        s.reach[k] = 0
    for b in range(BUCKETS):
        s.num_waiting[b] = 0
    wait(s, 0, 0, far)


@kernel
def wait(s, k, cost, left):
    """Note that a hex can be reached at a cost, and is to be taken up by that and the distance that is left."""
    s.reach[k] = cost + 1
    b = (cost + left) % BUCKETS
    s.waiting[b, s.num_waiting[b]] = k
    s.num_waiting[b] += 1


@kernel
def farthest(s, r, u, towards, least, seeks_cover, most):
    """Return how far from the goal a place may be that is as good as one of a worth; ``most``: that any place is."""
    if seeks_cover:
        return most
    if least < _OUT_OF_RANK:
        return least
    return min(most, max(least - _OUT_OF_RANK, widest_rank(s, r, u, towards)))


@kernel
def worth_of(s, r, u, cell, far, seeks_cover, least):
    """Return how bad a cell is for a piece of a unit, so far from the goal; ``least`` is what is to be bettered."""
    worth = far
    if seeks_cover:
        worth += MOST_APART * (HEAVY_COVER - cover_in(s.lie[cell]))
    if worth >= least or is_in_rank(s, r, u, cell):
        return worth
    return worth + _OUT_OF_RANK
