"""The walk along a line of hexes: exact, the same from both ends, in whole numbers.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres; the line goes through
the hexes that hold those points. Where a point lies on an edge between two hexes, the line is drawn twice, a hair to
one side (-1) and a hair to the other (1).

    line = begin_line(r, a, b, side)
    for _ in range(1, n):
        line = go_on(line)
        cell = cell_on(r, line)

A point goes on by the same fraction of a hex each time. Of each coordinate its nearest whole number is kept, and the
fraction that is left, from 0 to a whole; in the middle of it the point is just on the hex. So no division is needed.
"""

from fractions import Fraction

from swarmzoo.envs.core.fields import cell_of_hex, hex_distance
from swarmzoo.envs.core.hexes import Hex
from swarmzoo.envs.core.kernel import kernel

FINE = 16  # how much finer than a hair the points are placed; a hair is (1, 2, -3) of these


@kernel
def begin_line(r, a, b, side):
    """Return the line from a cell to another one, at its first end, a hair to a side: a tuple of whole numbers."""
    q, row = int(r.q[a]), int(r.row[a])
    dq, dr = int(r.q[b]) - q, int(r.row[b]) - row
    n = FINE * hex_distance(dq, dr)
    return q, row, -q - row, n + 2 * side, n + 4 * side, n - 6 * side, dq, dr, n


@kernel
def right_hand(dq, dr):
    """Return the side on which a hair lies to the right of who looks along a line to a hex (q, r).

    A point on an edge has one whole coordinate, the one that grows by a hex at a step; a hair moves it across.
    """
    n = hex_distance(dq, dr)
    if abs(dq) == n:
        return 1 if dq > 0 else -1
    if abs(dr) == n:
        return -1 if dr > 0 else 1
    return 1 if dq + dr > 0 else -1


@kernel
def go_on(line):
    """Return a line at its next point."""
    x, y, z, fx, fy, fz, dq, dr, n = line
    x, fx = moved_on(x, fx + 2 * FINE * dq, 2 * n)
    y, fy = moved_on(y, fy + 2 * FINE * dr, 2 * n)
    z, fz = moved_on(z, fz - 2 * FINE * (dq + dr), 2 * n)
    return x, y, z, fx, fy, fz, dq, dr, n


@kernel
def cell_on(r, line):
    """Return the cell that holds the point at which a line is."""
    x, y, z, fx, fy, fz, _, _, n = line
    q, row = nearest_hex(x, y, z, abs(fx - n), abs(fy - n), abs(fz - n))
    return cell_of_hex(r, q, row)


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


def hexes_between(step: Hex, side: int) -> list[Hex]:
    """Return the hexes that the line from (0, 0) to a hex goes through, a hair to a side, without its ends."""
    dq, dr = step
    n = max(abs(dq), abs(dr), abs(dq + dr))
    hair = Fraction(side, FINE * n) if n else Fraction(0)
    return [_hex_at(Fraction(dq * k, n) + hair, Fraction(dr * k, n) + 2 * hair) for k in range(1, n)]


def _hex_at(q: Fraction, r: Fraction) -> Hex:
    """Return the hex that holds a point."""
    x, y, z = round(q), round(r), round(-q - r)
    off_x, off_y, off_z = abs(x - q), abs(y - r), abs(z + q + r)
    if off_x > off_y and off_x > off_z:
        return -y - z, y
    if off_y > off_z:
        return x, -x - z
    return x, y
