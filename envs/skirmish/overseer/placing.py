"""How Underlings are placed: at the beginning, and with every move, so that they keep rank. [OVR-4 to OVR-6, OVR-H1]"""

from swarmzoo.envs.core.fields import cell_at, distance, lag, parity
from swarmzoo.envs.core.hexes import DIRECTIONS
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import COST_IN_LIE, NOBODY, enter, height_in, is_barrier, lift
from swarmzoo.envs.skirmish.battlefield.groups import keeps_rank
from swarmzoo.envs.skirmish.battlefield.poses import is_mirrored
from swarmzoo.envs.skirmish.battlefield.reach import spread, toll_of
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER, OFF
from swarmzoo.envs.skirmish.overseer.state import MOST_APART
from swarmzoo.envs.skirmish.overseer.units import hexes, is_in_rank

_OUT_OF_RANK = 1 << 12  # worse than any distance and cover
_NO_MORE = -1  # of the hexes of a disc


# At the beginning


@kernel
def ring_of(k):
    """Return the ring of a disc in which its k-th hex lies."""
    ring = 0
    while 1 + 3 * ring * (ring + 1) <= k:
        ring += 1
    return ring


@kernel
def disc_cell(r, middle, pose, k):
    """Return the k-th cell of a disc of any radius, as a pose counts; NOBODY beyond the columns and rows."""
    ring = ring_of(k)
    if ring == 0:
        return int(middle)
    nth = k - 1 - 3 * ring * (ring - 1)
    sense = -1 if is_mirrored(pose) else 1
    place = (sense * nth + pose % 6 * ring) % (6 * ring)
    corner, along = place // ring, place % ring
    q = int(r.q[middle]) + ring * DIRECTIONS[corner][0] + along * DIRECTIONS[(corner + 2) % 6][0]
    row = int(r.row[middle]) + ring * DIRECTIONS[corner][1] + along * DIRECTIONS[(corner + 2) % 6][1]
    column = q + lag(row)
    if row < 0 or row >= r.rows or column < 0 or column >= r.columns:
        return NOBODY
    return cell_at(r, column, row)


@kernel
def is_free(s, cell):
    """Tell whether a cell is on the field, can be entered, and nobody stands there."""
    return s.terrain[cell] != OFF and not is_barrier(s, cell) and s.occupant[cell] == NOBODY


@kernel
def next_free(s, r, middle, pose, k, rank):
    """Return which hex of a disc, from the k-th on, is the first free one, in rank if a rank is given; or _NO_MORE."""
    widest = rank if rank > 0 else int(r.columns) + int(r.rows)
    while k < 1 + 3 * widest * (widest + 1):
        cell = disc_cell(r, middle, pose, k)
        if cell != NOBODY and is_free(s, cell) and (rank == 0 or keeps_rank(s, r, cell, middle, rank)):
            return k
        k += 1
    return _NO_MORE


@kernel
def place_at_start(s, r, u):
    """Place the Underlings of a unit about its leader: in rank while there is room, then as near as there is some."""
    middle, pose = int(s.place[u]), int(r.front[r.side_of[u]])
    near, far = 1, 1
    for nth in range(s.enrolled[u]):
        k = near = next_free(s, r, middle, pose, near, int(r.rank)) if near != _NO_MORE else _NO_MORE
        if k == _NO_MORE:
            k = far = next_free(s, r, middle, pose, far, 0) if far != _NO_MORE else _NO_MORE
        if k != _NO_MORE:
            enter(s, int(s.roll[u, nth]), disc_cell(r, middle, pose, k))


@kernel
def place_neutral(s, r, first, end):
    """Place leaderless pieces about the middle, so that they are their own image where the ground is. [OVR-H9]"""
    i, k = first, 0
    if r.generated and r.symmetric:
        i = place_in_images(s, r, first, end)
    while i < end and k != _NO_MORE:
        k = next_free(s, r, r.middle, 0, k, 0)
        if k != _NO_MORE:
            enter(s, i, disc_cell(r, r.middle, 0, k))
            i += 1


@kernel
def place_in_images(s, r, i, end):
    """Place leaderless pieces in hexes about the middle that are free with all their images; return who is left."""
    k = 1
    while i < end and k != _NO_MORE:
        k = next_free(s, r, r.middle, 0, k, 0)
        if k != _NO_MORE:
            cell = disc_cell(r, r.middle, 0, k)
            if count_images(s, r, cell) <= end - i:
                enter(s, i, cell)
                i = enter_images(s, r, cell, i + 1)
            k += 1
    return i


@kernel
def count_images(s, r, cell):
    """Return how many hexes a free one and its images are, or more than any pieces if one of them is not free."""
    count = 1
    for nth in range(r.images.shape[0]):
        image = int(r.images[nth, cell])
        if image == NOBODY or not is_free(s, image):
            return int(r.cells)
        again = image == cell
        for before in range(nth):
            again = again or r.images[before, cell] == image
        count += 0 if again else 1
    return count


@kernel
def enter_images(s, r, cell, i):
    """Place the next leaderless pieces in the images of a cell; return who comes after them."""
    for nth in range(r.images.shape[0]):
        image = int(r.images[nth, cell])
        if s.occupant[image] == NOBODY:
            enter(s, i, image)
            i += 1
    return i


# With a move


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
    for k in range(1 + 3 * budget * (budget + 1)):
        cell = start + int(r.disc[odd, pose, k])
        lie = int(s.lie[cell])
        cost = lie & COST_IN_LIE
        if cost > 0 and is_closed(s, r, cell, side):
            cost = 0
        elif cost > 0 and is_easy:
            cost = 1
        s.toll[k] = toll_of(cost, height_in(lie)) if cost > 0 else 0
        s.reach[k] = 0
    s.toll[0] = toll_of(1, int(s.height[start]))
    spread(s, r, budget, 0 if is_easy else int(r.climb))


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
    """
    order_swarm(s, r, u, towards, only_stragglers)
    for far in range(MOST_APART):
        i = int(s.nearest[far])
        s.nearest[far] = NOBODY
        while i != NOBODY:
            after = int(s.near[i])
            s.near[i] = NOBODY
            place_piece(s, r, u, i, towards, budget_of(r, int(s.home[i]), metres), seeks_cover, is_easy)
            i = after


@kernel
def budget_of(r, home, metres):
    """Return how many hexes Underlings of a profile go, by their own Agility. [OVR-G5, OVR-H3]"""
    return hexes(metres, r.men_agility[home])


@kernel
def place_piece(s, r, u, i, towards, budget, seeks_cover, is_easy):
    """Move a piece to its best place within reach."""
    start, side = int(s.place[i]), int(r.side_of[u])
    spread_steps(s, r, start, side, budget, is_easy)
    cell = best_place(s, r, u, start, towards, budget, seeks_cover)
    if cell != start:
        lift(s, i)
        enter(s, i, cell)


@kernel
def best_place(s, r, u, start, towards, budget, seeks_cover):
    """Return the best cell for a piece of a unit of those within reach of a cell."""
    odd, pose = parity(r, start), int(r.front[r.side_of[u]])
    best, least = start, worth_of(s, r, u, start, towards, seeks_cover, 2 * _OUT_OF_RANK)
    for k in range(1, 1 + 3 * budget * (budget + 1)):
        cell = start + int(r.disc[odd, pose, k])
        if s.reach[k] > 0 and s.occupant[cell] == NOBODY:
            worth = worth_of(s, r, u, cell, towards, seeks_cover, least)
            if worth < least:
                best, least = cell, worth
    return best


@kernel
def worth_of(s, r, u, cell, towards, seeks_cover, least):
    """Return how bad a cell is for a piece of a unit; ``least`` is what is to be bettered."""
    worth = distance(r, cell, towards)
    if seeks_cover:
        worth += MOST_APART * (HEAVY_COVER - int(r.cover[s.terrain[cell]]))
    if worth >= least or is_in_rank(s, r, u, cell):
        return worth
    return worth + _OUT_OF_RANK
