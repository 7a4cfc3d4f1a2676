"""Lines of sight on a battlefield: exact, the same from both ends, with the cover that lies on the line.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres. Where a point lies on
an edge between two hexes, the line is drawn a hair to one side and a hair to the other, and the better one counts. The
hex that holds a point hides what is behind it when its ground is higher than both ends, or when it is of a kind that
hides and rises above both; it gives cover when it rises above both.
"""

from swarmzoo.envs.core.fields import hex_distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.sight import FINE, lag, moved_on, nearest_hex
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, NO_COVER


@kernel
def cover_between(s, r, a, b):
    """Return the most cover that lies between two cells, on the better of two lines; HIDDEN if they don't see."""
    aq, ar = int(r.q[a]), int(r.row[a])
    dq, dr = int(r.q[b]) - aq, int(r.row[b]) - ar
    n = hex_distance(dq, dr)
    eye = max(int(s.height[a]), int(s.height[b]))
    begin = (ar + int(r.margin)) * int(r.stride) + int(r.margin)
    best = HIDDEN
    for side in range(-1, 2, 2):
        worst, x, y, z = NO_COVER, 0, 0, 0
        fx, fy, fz = (n * FINE + 2 * side, n * FINE + 4 * side, n * FINE - 6 * side)
        for _ in range(1, n):
            x, fx = moved_on(x, fx + 2 * FINE * dq, 2 * FINE * n)
            y, fy = moved_on(y, fy + 2 * FINE * dr, 2 * FINE * n)
            z, fz = moved_on(z, fz - 2 * FINE * (dq + dr), 2 * FINE * n)
            q, row = nearest_hex(x, y, z, abs(fx - n * FINE), abs(fy - n * FINE), abs(fz - n * FINE))
            worst = max(worst, veil(s, r, begin + row * int(r.stride) + aq + q + lag(ar + row), eye))
            if worst >= best:
                break
        best = min(best, worst)
        if best == NO_COVER:
            break
    return best


@kernel
def cover_in_disc(s, r, cell, odd, k):
    """Return ``cover_between`` of a cell and the k-th hex about it, clockwise from east, by the table of lines."""
    eye = max(int(s.height[cell]), int(s.height[cell + r.disc[odd, 0, k]]))
    best = HIDDEN
    for side in range(2):
        worst = NO_COVER
        for point in range(int(r.rings[k]) - 1):
            worst = max(worst, veil(s, r, cell + int(r.lines[odd, k, side, point]), eye))
        best = min(best, worst)
        if best == NO_COVER:
            break
    return best


@kernel
def veil(s, r, cell, eye):
    """Return what a hex on the line takes from the sight of somebody whose higher end is at a height."""
    kind, height = s.terrain[cell], int(s.height[cell])
    if height > eye:
        return HIDDEN
    if height + int(r.tall[kind]) <= eye:
        return NO_COVER
    return HIDDEN if r.hides[kind] else int(r.cover[kind])
