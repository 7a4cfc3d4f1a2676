"""How Underlings are placed at the beginning: about their leaders, the leaderless about the middle. [OVR-4, OVR-H1]"""

from swarmzoo.envs.core.fields import cell_at, lag
from swarmzoo.envs.core.hexes import DIRECTIONS
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter
from swarmzoo.envs.skirmish.battlefield.groups import keeps_rank
from swarmzoo.envs.skirmish.battlefield.poses import is_mirrored
from swarmzoo.envs.skirmish.overseer.ways import is_free

_NO_MORE = -1  # of the hexes of a disc


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
