"""Lines of sight between the cells of a field: symmetric, exact, in whole numbers.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres; the hexes that hold
those points may hide one from the other. Where a point lies on an edge between two hexes, the line is drawn twice, a
hair to one side and a hair to the other; one free line is enough. Every hex takes away as much sight as its kind is
opaque; a line is free as long as the sum stays below ``limit``.
"""

from swarmzoo.envs.core.fields import hex_distance, q_of, row_of
from swarmzoo.envs.core.kernel import kernel

_FINE = 16  # how much finer than a hair the points are placed; a hair is (1, 2, -3) of these


@kernel
def sees(kinds, opacity, limit, a, b, stride, margin):
    """Tell whether two cells see each other, whatever stands in them.

    ``kinds`` is the kind of terrain of every cell, ``opacity`` what each kind takes away.
    """
    aq, ar = q_of(a, stride, margin), row_of(a, stride, margin)
    dq, dr = q_of(b, stride, margin) - aq, row_of(b, stride, margin) - ar
    n = hex_distance(dq, dr)
    if n < 2:
        return True
    for side in range(-1, 2, 2):
        hidden = 0
        for i in range(1, n):
            x, y = _nearest(i * dq * _FINE + side, i * dr * _FINE + 2 * side, n * _FINE)
            q, r = aq + x, ar + y
            hidden += opacity[kinds[(r + int(margin)) * int(stride) + int(margin) + q + (r - (r & 1)) // 2]]
            if hidden >= limit:
                break
        if hidden < limit:
            return True
    return False


@kernel
def fewest_between(occupant, a, b, stride, margin):
    """Return how many occupied cells (at least 0) lie between two cells, on the freer one of the two lines."""
    aq, ar = q_of(a, stride, margin), row_of(a, stride, margin)
    dq, dr = q_of(b, stride, margin) - aq, row_of(b, stride, margin) - ar
    n = hex_distance(dq, dr)
    fewest = n
    for side in range(-1, 2, 2):
        count = 0
        for i in range(1, n):
            x, y = _nearest(i * dq * _FINE + side, i * dr * _FINE + 2 * side, n * _FINE)
            q, r = aq + x, ar + y
            count += occupant[(r + int(margin)) * int(stride) + int(margin) + q + (r - (r & 1)) // 2] >= 0
        fewest = min(fewest, count)
    return fewest


@kernel
def _nearest(q, r, unit):
    """Return the hex (q, r) nearest to a point given in fractions of a hex."""
    s = -q - r
    x, y, z = _rounded(q, unit), _rounded(r, unit), _rounded(s, unit)
    off_x, off_y, off_z = abs(x * unit - q), abs(y * unit - r), abs(z * unit - s)
    if off_x > off_y and off_x > off_z:
        return -y - z, y
    if off_y > off_z:
        return x, -x - z
    return x, y


@kernel
def _rounded(a, unit):
    """Return a / unit rounded to the nearest whole number."""
    return (2 * a + unit) // (2 * unit)
