"""Lines of sight between the cells of a field: symmetric, exact, in whole numbers.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres; the hexes that hold
those points may hide one from the other. Where a point lies on an edge between two hexes, the line is drawn twice, a
hair to one side and a hair to the other; one free line is enough. Every hex takes away as much sight as its kind is
opaque; a line is free as long as the sum stays below ``limit``.
"""

from swarmzoo.envs.core.fields import hex_distance, q_of, row_of
from swarmzoo.envs.core.kernel import kernel

FINE = 16  # how much finer than a hair the points are placed; a hair is (1, 2, -3) of these


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
    begin = (ar + int(margin)) * int(stride) + int(margin)
    for side in range(-1, 2, 2):
        hidden, x, y, z = 0, 0, 0, 0
        fx, fy, fz = (n * FINE + 2 * side, n * FINE + 4 * side, n * FINE - 6 * side)
        for _ in range(1, n):
            x, fx = moved_on(x, fx + 2 * FINE * dq, 2 * FINE * n)
            y, fy = moved_on(y, fy + 2 * FINE * dr, 2 * FINE * n)
            z, fz = moved_on(z, fz - 2 * FINE * (dq + dr), 2 * FINE * n)
            q, r = nearest_hex(x, y, z, abs(fx - n * FINE), abs(fy - n * FINE), abs(fz - n * FINE))
            hidden += opacity[kinds[begin + r * int(stride) + aq + q + lag(ar + r)]]
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
    begin = (ar + int(margin)) * int(stride) + int(margin)
    fewest = n
    for side in range(-1, 2, 2):
        count, x, y, z = 0, 0, 0, 0
        fx, fy, fz = (n * FINE + 2 * side, n * FINE + 4 * side, n * FINE - 6 * side)
        for _ in range(1, n):
            x, fx = moved_on(x, fx + 2 * FINE * dq, 2 * FINE * n)
            y, fy = moved_on(y, fy + 2 * FINE * dr, 2 * FINE * n)
            z, fz = moved_on(z, fz - 2 * FINE * (dq + dr), 2 * FINE * n)
            q, r = nearest_hex(x, y, z, abs(fx - n * FINE), abs(fy - n * FINE), abs(fz - n * FINE))
            count += occupant[begin + r * int(stride) + aq + q + lag(ar + r)] >= 0
        fewest = min(fewest, count)
    return fewest


# A point on the line goes on by the same fraction of a hex each time. Of each coordinate its nearest whole number is
# kept, and the fraction that is left, from 0 to a whole; in the middle of it the point is just on the hex. So no
# division is needed on the way.


@kernel
def moved_on(whole, fraction, unit):
    """Carry from the fraction of a coordinate to its whole number."""
    if fraction >= unit:
        return whole + 1, fraction - unit
    if fraction < 0:
        return whole - 1, fraction + unit
    return whole, fraction


@kernel
def nearest_hex(x, y, z, off_x, off_y, off_z):
    """Return the hex (q, r) nearest to a point: the coordinate that was rounded most follows from the others."""
    if off_x > off_y and off_x > off_z:
        return -y - z, y
    if off_y > off_z:
        return x, -x - z
    return x, y


@kernel
def lag(row):
    """Return how many columns the axial coordinate q lags behind in a row."""
    return (row - (row & 1)) // 2
