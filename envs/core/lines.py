"""The walk along a line of hexes: exact, the same from both ends, in whole numbers.

Between two hexes n steps apart lie n - 1 points at equal distances on the line of their centres; the line goes through
the hexes that hold those points. Where a point lies on an edge between two hexes, there are two lines: one goes
through the hex to its left, the other through the hex to its right, at every edge.

    line = begin_line(r, a, b)
    for _ in range(1, n):
        line = go_on(line)
        cell = cell_right(line) if right and on_edge(line) else cell_on(line)

Each hex of a line lies beside the one before it, in one of two directions that are next to each other. A step goes in
the first one, or in the second, clockwise from it, where the point has come nearer to the hex there. How far a point
is past a hex in the second direction is kept as a fraction: at a half it lies on an edge. So no division is needed.
Columns are counted in halves, so that a step is the same in every row.
"""

from fractions import Fraction

from swarmzoo.envs.core.fields import TURNS, corner_before, hex_distance
from swarmzoo.envs.core.hexes import Hex
from swarmzoo.envs.core.kernel import kernel

HALVES = (2, 1, -1, -2, -1, 1)  # of a column, that a step in a direction goes to the east
ROWS = (0, 1, 1, 0, -1, -1)  # that it goes to the south
FINE = 16  # a hair is this much smaller than the step from point to point


@kernel
def begin_line(r, a, b):
    """Return the line from a cell to another one, at its first end: a tuple of whole numbers."""
    q, row = int(r.q[a]), int(r.row[a])
    dq, dr = int(r.q[b]) - q, int(r.row[b]) - row
    direction, aside = corner_before(dq, dr)
    stride, clockwise = int(r.stride), (direction + 1) % TURNS
    step = HALVES[direction], ROWS[direction] * stride
    turn = HALVES[clockwise] - HALVES[direction], (ROWS[clockwise] - ROWS[direction]) * stride
    halves, begin = 2 * q + row, row * stride + int(r.margin) * (stride + 1)
    return halves, begin, 0, 2 * aside, hex_distance(dq, dr), step, turn


@kernel
def go_on(line):
    """Return a line at its next point."""
    halves, begin, past, aside, n, step, turn = line
    past += aside
    turns = n - past >> 63  # all bits or none; a branch would be unpredictable
    halves, begin = halves + step[0] + (turn[0] & turns), begin + step[1] + (turn[1] & turns)
    return halves, begin, past - (2 * n & turns), aside, n, step, turn


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
