"""The walk along a line of hexes: exact, the same from both ends, in whole numbers.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres; the line goes through
the hexes that hold those points. Where a point lies on an edge between two hexes, there are two lines: one goes
through the hex to its left, the other through the hex to its right, at every edge.

    line = begin_line(r, a, b)
    for _ in range(1, n):
        line = go_on(line)
        cell = cell_right(line) if right and on_edge(line) else cell_on(line)

Each hex of a line lies beside the one before, and but two of the six directions are taken: one of them ``most`` as the
line begins, the other, clockwise from it, whenever a point has come nearer to the hex there. Of the steps that the
latter has behind, the fraction is kept by which the point is past a hex: at a half it lies on an edge. So no division
is needed. Columns are counted in halves, so that a step is the same in all rows.
"""

from fractions import Fraction

from swarmzoo.envs.core.fields import hex_distance
from swarmzoo.envs.core.hexes import Hex
from swarmzoo.envs.core.kernel import kernel

HALVES = (2, 1, -1, -2, -1, 1)  # of a column, that a step in a direction goes to the east
ROWS = (0, 1, 1, 0, -1, -1)  # that it goes to the south
FINE = 16  # a hair is this much smaller than the step from point to point


@kernel
def begin_line(r, a, b):
    """Return the line from a cell to another one, at its first end: a tuple of whole numbers."""
    q, row = int(r.q[a]), int(r.row[a])
    direction, second, n = split(int(r.q[b]) - q, int(r.row[b]) - row)
    stride, clockwise = int(r.stride), (direction + 1) % 6
    most = HALVES[direction], ROWS[direction] * stride
    other = HALVES[clockwise] - HALVES[direction], (ROWS[clockwise] - ROWS[direction]) * stride
    halves, begin = 2 * q + row, row * stride + int(r.margin) * (stride + 1)
    return halves, begin, 0, 2 * second, n, most, other


@kernel
def split(dq, dr):
    """Return a direction, how often the one clockwise from it is taken on the way to a hex (q, r), and all steps."""
    if dq > 0 and dr >= 0:
        return 0, dr, dq + dr
    if dr > 0 and dq + dr > 0:
        return 1, -dq, dr
    if dr > 0 and dq < 0:
        return 2, -dq - dr, -dq
    if dq < 0:
        return 3, -dr, -dq - dr
    if dr < 0 and dq + dr < 0:
        return 4, dq, -dr
    return 5, dq + dr, dq


@kernel
def go_on(line):
    """Return a line at its next point."""
    halves, begin, past, second, n, most, other = line
    halves, begin, past = halves + most[0], begin + most[1], past + second
    if past > n:
        halves, begin, past = halves + other[0], begin + other[1], past - 2 * n
    return halves, begin, past, second, n, most, other


@kernel
def on_edge(line):
    """Tell whether the point at which a line is lies on the edge between two hexes."""
    return line[2] == line[4]


@kernel
def cell_on(line):
    """Return the cell that holds the point at which a line is; on an edge the one to its left."""
    return line[1] + (line[0] >> 1)


@kernel
def cell_right(line):
    """Return the cell to the right of the edge on which a line is."""
    return line[1] + line[6][1] + (line[0] + line[6][0] >> 1)


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
