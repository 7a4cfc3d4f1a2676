"""Outlines of fields that are their own image, with a hex in the middle, which is its own image too.

Two sides: half a turn about the middle takes one to the other; four: so do half a turn and the two mirrors. Both have
a field in which every other row is a hex shorter. Three: a third of a turn takes each to the next one, on a field
with six sides. A map may have any outline; its hexes have what images there are.

Places are counted here in half hexes from the west, so that a mirror is a subtraction: ``x = 2 * column + (row & 1)``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from swarmzoo.envs.core.fields import Field, axial
from swarmzoo.envs.core.hexes import Hex, distance, turn
from swarmzoo.envs.skirmish.battlefield.maps import Hexes
from swarmzoo.envs.skirmish.battlefield.terrain import OFF

Place = tuple[int, int]  # column and row


@dataclass(frozen=True)
class Outline(Field):
    """A field that need not fill its columns and rows: ``left_out`` are the places that do not belong to it."""

    left_out: frozenset[Place] = frozenset()

    def contains(self, column: int, row: int) -> bool:
        """Tell whether a hex is on the field."""
        return super().contains(column, row) and (column, row) not in self.left_out

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places of the field, row by row."""
        every = ((column, row) for row in range(self.rows) for column in range(self.columns))
        return tuple(place for place in every if place not in self.left_out)

    @cached_property
    def west(self) -> int:
        """The half hexes from the west of the westernmost hex."""
        return min(map(_half_hexes, self.places))

    @cached_property
    def east(self) -> int:
        """The half hexes from the west of the easternmost hex."""
        return max(map(_half_hexes, self.places))

    @cached_property
    def middle(self) -> Place:
        """The hex in the middle; of a map that has none there, one beside its middle."""
        row = self.rows // 2
        return ((self.west + self.east + 1) // 2 - (row & 1)) // 2, row

    @property
    def breadth(self) -> int:
        """The radius of the largest hexagon within the columns and rows."""
        return (min(self.columns, self.rows) - 1) // 2

    def corner(self, nth: int) -> Hex:
        """Return the axial coordinates of a corner of that hexagon: west, north-east, south-east."""
        q, r = axial(*self.middle)
        dq, dr = turn((-self.breadth, 0), 2 * nth)
        return q + dq, r + dr

    def image(self, cell: int) -> int:
        """Return where half a turn takes a cell."""
        column, row = self.place(cell)
        return self.cell(*_place(self.west + self.east - _half_hexes((column, row)), self.rows - 1 - row))

    def images(self, sides: int, place: Place) -> tuple[Place | None, ...]:
        """Return where a place lies for each side that lies as it does for the first; None: off the field."""
        return tuple(found if self.contains(*found) else None for found in self._images(sides, place))

    def _images(self, sides: int, place: Place) -> Iterator[Place]:
        x, row = _half_hexes(place), place[1]
        if sides == 3:
            (q, r), (mq, mr) = axial(*place), axial(*self.middle)
            for nth in range(sides):
                dq, dr = turn((q - mq, r - mr), 2 * nth)
                yield _place(2 * (mq + dq) + mr + dr, mr + dr)
            return
        far, below = self.west + self.east - x, self.rows - 1 - row
        yield from (_place(*other) for other in ((x, row), (far, below), (far, row), (x, below))[:sides])


def _half_hexes(place: Place) -> int:
    column, row = place
    return 2 * column + (row & 1)


def _place(x: int, row: int) -> Place:
    """Return the column and row of half hexes and a row; a column before the first one where no hex lies there."""
    return ((x - (row & 1)) // 2, row) if (x - row) % 2 == 0 else (-1, row)


def outline_of(sides: int, columns: int, rows: int, margin: int) -> Outline:
    """Return the largest outline within so many columns and rows that is its own image for a number of sides."""
    return _six_sided(columns, rows, margin) if sides == 3 else _four_sided(columns, rows, margin)


def _four_sided(columns: int, rows: int, margin: int) -> Outline:
    """Return rows of which every other one is a hex shorter, an odd number of both in the middle."""
    rows -= 1 - rows % 2
    long = (rows // 2 + columns + 1) % 2  # parity of the long rows: with odd columns the middle one is among them
    short = range(1 - long, rows, 2)
    return Outline(columns, rows, margin, frozenset((0 if long else columns - 1, row) for row in short))


def _six_sided(columns: int, rows: int, margin: int) -> Outline:
    """Return a hexagon."""
    radius = (min(columns, rows) - 1) // 2
    across = 2 * radius + 1
    middle = axial(radius, radius)
    every = ((column, row) for row in range(across) for column in range(across))
    out = frozenset(place for place in every if distance(axial(*place), middle) > radius)
    return Outline(across, across, margin, out)


def outline_of_map(hexes: Hexes, margin: int) -> Outline:
    """Return the outline of a map."""
    out = frozenset((x, y) for y, line in enumerate(hexes) for x, (kind, _) in enumerate(line) if kind == OFF)
    return Outline(len(hexes[0]), len(hexes), margin, out)
