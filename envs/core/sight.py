"""Lines of sight between the cells of a field, the better one of two: see ``lines``."""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.lines import begin_line, cell_on, cell_right, go_on, on_edge


@kernel
def sees(r, kinds, opacity, limit, a, b):
    """Tell whether two cells see each other, whatever stands in them.

    ``kinds`` is the kind of terrain of every cell, ``opacity`` what each kind takes away; a line is free as long as the
    sum over its hexes stays below ``limit``.
    """
    left, right, line = 0, 0, begin_line(r, a, b)
    for _ in range(1, distance(r, a, b)):
        line = go_on(line)
        hidden = int(opacity[kinds[cell_on(line)]])
        left += hidden
        right += int(opacity[kinds[cell_right(line)]]) if on_edge(line) else hidden
        if min(left, right) >= limit:
            return False
    return True


@kernel
def fewest_between(r, occupant, a, b):
    """Return how many occupied cells (at least 0) lie between two cells, on the freer one of the two lines."""
    left, right, line = 0, 0, begin_line(r, a, b)
    for _ in range(1, distance(r, a, b)):
        line = go_on(line)
        held = int(occupant[cell_on(line)] >= 0)
        left += held
        right += int(occupant[cell_right(line)] >= 0) if on_edge(line) else held
    return min(left, right)
