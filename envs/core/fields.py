"""Rectangular hex fields for many units: cells in rows, odd rows shifted half a hex to the east, with a margin.

A *cell* is an index into padded rows: ``(row + margin) * stride + column + margin``. The margin lets a kernel look
around a hex without asking whether it is on the field. Directions are those of ``hexes``: clockwise from east. Tables
of offsets depend on whether the row is even or odd, for the shift of the rows differs.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.hexes import DIRECTIONS, Hex
from swarmzoo.envs.core.kernel import kernel

TURNS = 6


def disc_size(radius: int) -> int:
    """Return how many hexes lie within a radius."""
    return 1 + 3 * radius * (radius + 1)


@lru_cache
def disc(radius: int) -> tuple[Hex, ...]:
    """Return the hexes within a radius, ring by ring, each ring clockwise from east."""
    found: list[Hex] = [(0, 0)]
    for ring in range(1, radius + 1):
        q, r = ring, 0
        for direction in range(2, 2 + TURNS):
            dq, dr = DIRECTIONS[direction % TURNS]
            for _ in range(ring):
                found.append((q, r))
                q, r = q + dq, r + dr
    return tuple(found)


@lru_cache
def turned_disc(radius: int, front: int) -> tuple[Hex, ...]:
    """Return the disc with every ring clockwise from the direction ``front``."""
    hexes: list[Hex] = [(0, 0)]
    for ring in range(1, radius + 1):
        begin = disc_size(ring - 1)
        around = disc(radius)[begin : begin + TURNS * ring]
        hexes += around[front * ring :] + around[: front * ring]
    return tuple(hexes)


@dataclass(frozen=True)
class Field:
    """The outline of a field: columns, rows (even, so that turning it by half a circle maps it onto itself), margin."""

    columns: int
    rows: int
    margin: int

    @property
    def stride(self) -> int:
        """Cells from one row to the next."""
        return self.columns + 2 * self.margin

    @property
    def cells(self) -> int:
        """Cells with the margin."""
        return self.stride * (self.rows + 2 * self.margin)

    def cell(self, column: int, row: int) -> int:
        """Return the cell of a hex."""
        return (row + self.margin) * self.stride + column + self.margin

    def place(self, cell: int) -> tuple[int, int]:
        """Return column and row of a cell."""
        row, column = divmod(int(cell), self.stride)
        return column - self.margin, row - self.margin

    def contains(self, column: int, row: int) -> bool:
        """Tell whether a hex is on the field."""
        return 0 <= column < self.columns and 0 <= row < self.rows

    def offset(self, step: Hex, odd: int) -> int:
        """Return how far the cell at (q, r) from a hex lies; ``odd``: the hex is in an odd row."""
        q, r = step
        column = q + (r + odd - ((r + odd) & 1)) // 2
        return r * self.stride + column

    def offsets(self, radius: int) -> np.ndarray:
        """Return int32 (2, 6, hexes): cell offsets of the disc by parity of the row and by front."""
        return np.array(
            [[[self.offset(h, odd) for h in turned_disc(radius, f)] for f in range(TURNS)] for odd in (0, 1)], np.int32
        )

    def steps(self) -> np.ndarray:
        """Return int32 (2, 6): cell offsets of the six neighbours by parity of the row."""
        return np.array([[self.offset(d, odd) for d in DIRECTIONS] for odd in (0, 1)], np.int32)


def axial(column: int, row: int) -> Hex:
    """Return the axial coordinates of a hex of a field."""
    return column - (row - (row & 1)) // 2, row


@kernel
def row_of(cell, stride, margin):
    """Return the row of a cell."""
    return int(cell) // int(stride) - int(margin)


@kernel
def column_of(cell, stride, margin):
    """Return the column of a cell."""
    return int(cell) % int(stride) - int(margin)


@kernel
def is_odd(cell, stride, margin):
    """Return 1 for cells of odd rows, else 0."""
    return (int(cell) // int(stride) - int(margin)) & 1


@kernel
def q_of(cell, stride, margin):
    """Return the axial coordinate q of a cell; the other one is its row."""
    row = int(cell) // int(stride) - int(margin)
    return int(cell) % int(stride) - int(margin) - (row - (row & 1)) // 2


@kernel
def hex_distance(dq, dr):
    """Return the steps between two hexes, from the differences of their axial coordinates."""
    return max(abs(dq), abs(dr), abs(dq + dr))


@kernel
def cell_distance(a, b, stride, margin):
    """Return the steps between two cells."""
    return hex_distance(
        q_of(b, stride, margin) - q_of(a, stride, margin), row_of(b, stride, margin) - row_of(a, stride, margin)
    )


@kernel
def sextant(dq, dr):
    """Return the place of a hex (q, r) on its ring, clockwise from east: 0 to 6 * distance - 1."""
    n = max(abs(dq), abs(dr), abs(dq + dr))
    ds = -dq - dr
    if ds == -n and dq > 0:
        return dr
    if dr == n and dq <= 0 and ds < 0:
        return n - dq
    if dq == -n and dr > 0:
        return 2 * n + ds
    if ds == n and dq < 0:
        return 3 * n - dr
    if dr == -n and dq >= 0 and ds > 0:
        return 4 * n + dq
    return 5 * n - ds
