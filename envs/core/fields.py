"""Rectangular hex fields for many units: cells in rows, odd rows shifted half a hex to the east, with a margin.

A *cell* is an index into padded rows: ``(row + margin) * stride + column + margin``. The margin lets a kernel look
around a hex without asking whether it is on the field. Directions are those of ``hexes``: clockwise from east. Tables
of offsets depend on whether the row is even or odd, for the shift of the rows differs.

The kernels about cells read the fields of ``field_rules`` from a game's rules record ``r``.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.hexes import DIRECTIONS, Hex
from swarmzoo.envs.core.kernel import kernel

TURNS = 6
_BY_SIDES = 0x01025043  # the bearing, four bits each, by the sides of three lines on which a hex lies


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

    def by_row(self, values: np.ndarray) -> list[list[Any]]:
        """Return the values of cells as rows from north to south, each from west to east; None off the field."""
        return [
            [
                values[self.cell(column, row)].item() if self.contains(column, row) else None
                for column in range(self.columns)
            ]
            for row in range(self.rows)
        ]

    def image(self, cell: int) -> int:
        """Return where half a turn about the middle takes a cell."""
        column, row = self.place(cell)
        return self.cell(self.columns - 1 - column, self.rows - 1 - row)

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


def field_rules(cells: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for its field, with room for so many cells."""
    return [
        *((name, np.int16) for name in _OUTLINE),
        ("steps", np.int16, (2, TURNS)),  # to the six neighbours, by parity of the row
        ("row", np.int16, cells),  # of each cell, negative in the margin
        ("q", np.int16, cells),
    ]


_OUTLINE = ("columns", "rows", "margin", "stride", "cells")


def write_field_rules(r: np.void, field: Field) -> None:
    """Fill those fields."""
    for name in _OUTLINE:
        r[name] = getattr(field, name)
    r["steps"] = field.steps()
    for cell in range(len(r["q"])):
        r["q"][cell], r["row"][cell] = axial(*field.place(cell))


@kernel
def lag(row):
    """Return how many columns the axial coordinate q lags behind in a row."""
    return row >> 1


@kernel
def parity(r, cell):
    """Return 1 for cells of odd rows: by it the tables of offsets are chosen."""
    return int(r.row[cell]) & 1


@kernel
def column_of(r, cell):
    """Return the column of a cell."""
    return int(r.q[cell]) + lag(int(r.row[cell]))


@kernel
def cell_at(r, column, row):
    """Return the cell of a column and a row."""
    return (row + int(r.margin)) * int(r.stride) + column + int(r.margin)


@kernel
def cell_of_hex(r, q, row):
    """Return the cell of axial coordinates."""
    return row * int(r.stride) + q + lag(row) + int(r.margin) * (int(r.stride) + 1)


@kernel
def image_of(r, cell):
    """Return where half a turn about the middle takes a cell."""
    return cell_at(r, int(r.columns) - 1 - column_of(r, cell), int(r.rows) - 1 - int(r.row[cell]))


@kernel
def neighbour(r, cell, direction):
    """Return the cell beside a cell."""
    return int(cell) + int(r.steps[parity(r, cell), direction])


@kernel
def distance(r, a, b):
    """Return the steps between two cells."""
    return hex_distance(int(r.q[b]) - int(r.q[a]), int(r.row[b]) - int(r.row[a]))


@kernel
def hex_distance(dq, dr):
    """Return the steps between two hexes, from the differences of their axial coordinates."""
    return max(abs(dq), abs(dr), abs(dq + dr))


@kernel
def sextant(dq, dr):
    """Return the place of a hex (q, r) on its ring, clockwise from east: 0 to 6 * distance - 1."""
    direction, past = corner_before(dq, dr)
    return direction * hex_distance(dq, dr) + past


@kernel
def corner_before(dq, dr):
    """Return the direction of the last corner of its ring before a hex (q, r), clockwise, and the hexes from there."""
    if dr > 0 or (dr == 0 and dq > 0):
        if dq > 0:
            return 0, dr
        return (1, -dq) if dq + dr > 0 else (2, -dq - dr)
    if dq < 0:
        return 3, -dr
    return (4, dq) if dq + dr < 0 else (5, dq + dr)


@kernel
def bearing(dq, dr):
    """Return in which direction a hex (q, r) lies, 0 to 5 clockwise from east, -1 for (0, 0).

    Three lines part the directions, and on which side of each a hex lies tells its own; who is on a line belongs to the
    next one. The code has no branches, since they would be unpredictable.
    """
    first, second, third = dq - dr, 2 * dq + dr, dq + 2 * dr
    sides = int(2 * first + int(third < 0) > 0)
    sides |= int(2 * second + int(first > 0) > 0) << 1
    sides |= int(2 * third + int(first > 0) > 0) << 2
    return (_BY_SIDES >> 4 * sides & 15) - 4 * int(dq == 0 and dr == 0)


@kernel
def turned(q, r, front):
    """Turn a hex (q, r) so that the direction ``front`` becomes the east."""
    for _ in range(front):
        q, r = q + r, -q
    return q, r
