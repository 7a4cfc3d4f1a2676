"""Lines of sight between the cells of a field, the better one of two: see ``lines``."""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.lines import begin_line, cell_on, go_on


@kernel
def sees(r, kinds, opacity, limit, a, b):
    """Tell whether two cells see each other, whatever stands in them.

    ``kinds`` is the kind of terrain of every cell, ``opacity`` what each kind takes away; a line is free as long as the
    sum over its hexes stays below ``limit``.
    """
    n = distance(r, a, b)
    if n < 2:
        return True
    for side in range(-1, 2, 2):
        hidden, line = 0, begin_line(r, a, b, side)
        for _ in range(1, n):
            line = go_on(line)
            hidden += opacity[kinds[cell_on(r, line)]]
            if hidden >= limit:
                break
        if hidden < limit:
            return True
    return False


@kernel
def fewest_between(r, occupant, a, b):
    """Return how many occupied cells (at least 0) lie between two cells, on the freer one of the two lines."""
    n = distance(r, a, b)
    fewest = n
    for side in range(-1, 2, 2):
        count, line = 0, begin_line(r, a, b, side)
        for _ in range(1, n):
            line = go_on(line)
            count += occupant[cell_on(r, line)] >= 0
        fewest = min(fewest, count)
    return fewest
