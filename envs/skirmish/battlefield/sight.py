"""Lines of sight on a battlefield: exact, the same from both ends, with the cover that lies on the line.

Between two hexes two lines are drawn (see ``core/lines.py``), and the better one counts. A hex on the line hides what
is behind it when its ground is higher than both ends, or when it is of a kind that hides and rises above both; it gives
cover when it rises above both.
"""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.lines import begin_line, cell_on, cell_right, go_on, on_edge
from swarmzoo.envs.skirmish.battlefield.ground import LIES_OFF, gather_lies, height_in, is_barrier, taken_in
from swarmzoo.envs.skirmish.battlefield.lines import BITS
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER, HIDDEN, NO_COVER, SOFT_COVER, SUPERIOR_COVER


@kernel
def cover_between(s, r, a, b):
    """Return the most cover that lies between two cells, on the better of two lines; HIDDEN if they don't see."""
    eye = max(int(s.height[a]), int(s.height[b]))
    left, right, line = NO_COVER, NO_COVER, begin_line(r, a, b)
    for _ in range(1, distance(r, a, b)):
        line = go_on(line)
        taken = taken_in(s.lie[cell_on(line)], eye)
        left = max(left, taken)
        right = max(right, taken_in(s.lie[cell_right(line)], eye) if on_edge(line) else taken)
        if min(left, right) == HIDDEN:
            break
    return min(left, right)


@kernel
def is_barred(s, r, a, b):
    """Tell whether a barrier stands on both lines between two cells: a hex that nobody can enter, seen through or not.

    It is the same from both ends; heights don't bar.
    """
    left, right, line = False, False, begin_line(r, a, b)
    for _ in range(1, distance(r, a, b)):
        line = go_on(line)
        barrier = is_barrier(s, cell_on(line))
        left = left or barrier
        right = right or (is_barrier(s, cell_right(line)) if on_edge(line) else barrier)
        if left and right:
            return True
    return False


@kernel
def look_around(s, r, cell, front):
    """Write into ``sight`` what lies between a cell and the hexes of its disc, counted from a front.

    What hides is noted as bits first, so that a line is looked along at once. It stays until the cell is another one.
    """
    if s.sight_from == cell and s.sight_front == front:
        return
    s.sight_from, s.sight_front = cell, front
    gather_lies(s, r, cell, front)
    low = int(s.height[cell])
    top = gather_screens(s, low)
    for eye in range(low, top + 1):
        for k in range(s.sight.shape[0]):
            seen = seen_by(s, r, k, eye)
            if eye == low or height_in(s.around[k]) == eye:
                s.sight[k] = 0 if s.around[k] & LIES_OFF else seen


@kernel
def seen_by(s, r, k, eye):
    """Return 1 + the cover on the better of the two lines to a hex of the disc; 0: it is out of sight.

    ``eye`` is the height of the higher one of both ends. What takes more is among what takes less.
    """
    kinds = s.screens.shape[1]
    taken = 0
    for kind in range(kinds):
        left, right = 0, 0
        for word in range(s.screens.shape[2]):
            left |= r.lines[0, word, k] & s.screens[eye, kind, word]
            right |= r.lines[1, word, k] & s.screens[eye, kind, word]
        taken += int(left != 0) & int(right != 0)
    return 0 if taken == kinds else 1 + taken


@kernel
def gather_screens(s, low):
    """Note, for eyes as high as the middle of the disc and as its hexes, which of these take how much from sight.

    Return how high the highest eye is.
    """
    top = low
    for k in range(s.sight.shape[0]):
        top = max(top, height_in(s.around[k]))
    for eye in range(low, top + 1):
        k = 1
        for word in range(s.screens.shape[2]):
            soft, heavy, superior, all_of_it = 0, 0, 0, 0
            for bit in range(min(BITS, s.sight.shape[0] - k)):
                taken, one = taken_in(s.around[k], eye), 1 << bit
                soft |= one if taken >= SOFT_COVER else 0
                heavy |= one if taken >= HEAVY_COVER else 0
                superior |= one if taken >= SUPERIOR_COVER else 0
                all_of_it |= one if taken >= HIDDEN else 0
                k += 1
            s.screens[eye, 0, word], s.screens[eye, 1, word] = soft, heavy
            if s.screens.shape[1] > SUPERIOR_COVER:
                s.screens[eye, 2, word] = superior
            s.screens[eye, s.screens.shape[1] - 1, word] = all_of_it
    return top
