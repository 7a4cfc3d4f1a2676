"""Lines of sight on a battlefield: exact, the same from both ends, with the cover that lies on the line.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres. Where a point lies on
an edge between two hexes, the line is drawn a hair to one side and a hair to the other, and the better one counts. The
hex that holds a point hides what is behind it when its ground is higher than both ends, or when it is of a kind that
hides and rises above both; it gives cover when it rises above both.
"""

import numpy as np

from swarmzoo.envs.core.fields import hex_distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.sight import FINE, lag, moved_on, nearest_hex
from swarmzoo.envs.skirmish.battlefield.ground import parity
from swarmzoo.envs.skirmish.battlefield.lines import BITS
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, NO_COVER, OFF


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
            worst = max(worst, veil(s, begin + row * int(r.stride) + aq + q + lag(ar + row), eye))
            if worst >= best:
                break
        best = min(best, worst)
        if best == NO_COVER:
            break
    return best


@kernel
def look_around(s, r, cell, front):
    """Write into ``sight`` what lies between a cell and the hexes of its disc, counted from a front.

    What hides is noted as bits first, so that a line is looked along at once.
    """
    gather_screens(s, r, cell)
    low, odd = int(s.height[cell]), parity(r, cell)
    for k in range(s.sight.shape[0]):
        other = cell + int(r.disc[odd, front, k])
        if s.terrain[other] == OFF:
            s.sight[k] = 0
        else:
            place, eye = int(r.turned[front, k]), max(low, int(s.height[other]))
            best = most_taken(s, r, place, 0, eye)
            if best != NO_COVER:
                best = min(best, most_taken(s, r, place, 1, eye))
            s.sight[k] = 0 if best == HIDDEN else 1 + best


@kernel
def most_taken(s, r, place, side, eye):
    """Return the most that the hexes of a line take from sight."""
    for taken in range(HIDDEN):
        on_line = 0
        for word in range(s.screens.shape[2]):
            on_line |= r.lines[place, side, word] & s.screens[eye, taken, word]
        if on_line == 0:
            return taken
    return HIDDEN


@kernel
def gather_screens(s, r, cell):
    """Note, for eyes as high as a cell and as the hexes of its disc, which of these take how much from sight."""
    odd, low = parity(r, cell), int(s.height[cell])
    top = low
    for k in range(s.sight.shape[0]):
        top = max(top, int(s.height[cell + r.disc[odd, 0, k]]))
    for eye in range(low, top + 1):
        k = 1
        for word in range(s.screens.shape[2]):
            some, much, all_of_it = 0, 0, 0
            for bit in range(min(BITS, s.sight.shape[0] - k)):
                taken = np.int64(s.screen[cell + r.disc[odd, 0, k]]) >> 2 * eye & 3
                some |= ((taken | taken >> 1) & 1) << bit
                much |= (taken >> 1) << bit
                all_of_it |= (taken & taken >> 1) << bit
                k += 1
            s.screens[eye, 0, word], s.screens[eye, 1, word], s.screens[eye, 2, word] = some, much, all_of_it


@kernel
def veil(s, cell, eye):
    """Return what a hex on the line takes from the sight of somebody whose higher end is at a height."""
    return np.int64(s.screen[cell]) >> 2 * eye & 3
