"""Boards of hexes on paper, shared by the pictures of all games: sheets, ground with marks, frames, heads, legends.

scenario, turn 3 of 20                  the head: a title, and a line for each side behind a disc of its colour
o red: 8 of 8 left
    0         5                         the numbers of columns and rows
  0  / \\ / \\ / \\                        a sheet: where each hex lies; size is from a centre to a corner
    |   |   |   |                       tiles: hexes of one colour, with the marks of their terrain
[] open  [] wood  o red soldier         the legend: a drawing and a word for everything that is drawn
"""

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np

from swarmzoo.envs.core.fields import Field, axial
from swarmzoo.envs.core.hexes import Hex
from swarmzoo.envs.core.painting import (
    Disc,
    Label,
    Outline,
    Point,
    Polygon,
    Shape,
    Tiles,
    hexagon,
    mixed,
    moved,
    text_width,
    wrapped,
)
from swarmzoo.envs.core.words import Blow

MARGIN = 28  # of a sheet of paper
FAINT = "#6b675e"
# Outlines that marks of terrain are made of, in sizes of a hex.
STONE: Outline = ((-0.13, 0.0), (0.0, -0.11), (0.13, 0.0), (0.0, 0.11))
TREE: Outline = ((-0.26, 0.3), (0.0, -0.34), (0.26, 0.3))
BRICK: Outline = ((-0.26, -0.12), (0.26, -0.12), (0.26, 0.12), (-0.26, 0.12))
_TITLE, _FONT = 19, 13
_HEAD, _HEAD_LINE = 48, 22
_CLOSE = 12  # the size of hexes up to which only every tenth column and row is numbered
_LEGEND_LINE, _LEGEND_FONT = 26, 12
_LEGEND_SIZE = 12.0  # half of what a drawing of the legend takes
_ROOM, _WORD = 32, 18  # from the middle of a drawing to that of the next one, but for the word; and to the word
Entry = tuple[str, list[Shape]]  # of a legend: a word, and its drawing about (0, 0)


class Sheet:
    """Where hexes lie on paper: ``centres`` (hexes, 2), ``width`` and ``height`` of them all together."""

    def __init__(self, hexes: Sequence[Hex], size: float, left: float, top: float):
        self.size = size
        q, r = np.array(hexes).T
        x, y = sqrt(3) * size * (q + r / 2), 1.5 * size * r
        self.width = float(np.ptp(x)) + sqrt(3) * size
        self.height = float(np.ptp(y)) + 2 * size
        self.centres = np.stack([x - x.min() + left + sqrt(3) * size / 2, y - y.min() + top + size], axis=1)

    def points(self, chosen: np.ndarray | slice) -> tuple[Point, ...]:
        """Return the centres of some hexes."""
        return tuple((x, y) for x, y in self.centres[chosen].tolist())


class FieldSheet(Sheet):
    """Where the cells of a field lie on paper; ``cells`` names them in the order of ``centres``."""

    def __init__(self, field: Field, size: float, left: float, top: float):
        places = [(column, row) for row in range(field.rows) for column in range(field.columns)]
        super().__init__([axial(*place) for place in places], size, left, top)
        self.field, self.cells = field, np.array([field.cell(*place) for place in places])
        self._middles = dict(zip(self.cells.tolist(), self.points(slice(None)), strict=True))

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell's hex."""
        return self._middles[int(cell)]

    def spot(self, cell: int) -> Disc | None:
        """Return where a cell can be pointed at; None for a number that is none of the field's."""
        return spot(self.centre(cell), self.size) if int(cell) in self._middles else None

    def blows(self, cells: Iterable[tuple[int, int]]) -> list[Blow]:
        """Return attacks from cells on cells, each pair once; an attack on a number that is not a cell is left out."""
        known = [pair for pair in dict.fromkeys(cells) if int(pair[1]) in self._middles]
        return [Blow(self.centre(at), self.centre(by) if int(by) in self._middles else None) for by, at in known]

    def numbers(self) -> list[Shape]:
        """Return the numbers of every few columns and rows."""
        field, every = self.field, 5 if self.size > _CLOSE else 10
        shapes: list[Shape] = []
        for column in range(0, field.columns, every):
            x, y = self.centre(field.cell(column, 0))
            shapes.append(Label((x, y - self.size - 7), str(column), 9, FAINT, True))
        for row in range(0, field.rows, every):
            x, y = self.centre(field.cell(0, row))
            shapes.append(Label((x - 0.87 * self.size - 10, y), str(row), 9, FAINT, True))
        return shapes


def cell_of(i: int, before: np.void, after: np.void) -> int:
    """Return where somebody stands after a step, or stood before it, if it has left the field; -1: nowhere."""
    return int(after["place"][i]) if after["place"][i] >= 0 else int(before["place"][i])


def cells_of(pairs: Iterable[tuple[int, int]], before: np.void, after: np.void) -> list[tuple[int, int]]:
    """Return the cells of pairs, who attacks and who is attacked, between two states."""
    return [(cell_of(by, before, after), cell_of(at, before, after)) for by, at in pairs]


def hex_size(columns: int, rows: int, width: float, height: float, largest: float) -> float:
    """Return the size at which a field fits into a width and a height."""
    return min(width / (sqrt(3) * (columns + 0.5)), height / (1.5 * rows + 0.5), largest)


def spot(at: Point, size: float) -> Disc:
    """Return the disc inside a hex by which it is pointed at."""
    return Disc(at, 0.8 * size, "")


def corners(at: Point, size: float) -> Outline:
    """Return the corners of a hex, clockwise from north."""
    return shifted(hexagon(size), *at)


def shifted(outline: Outline, dx: float, dy: float) -> Outline:
    """Return an outline at another place."""
    return tuple((x + dx, y + dy) for x, y in outline)


def frame(at: Point, size: float, colour: str, thickness: float) -> Shape:
    """Return the edge of a hex."""
    return Polygon(corners(at, size), "", colour, thickness)


def tiles(
    places: tuple[Point, ...], size: float, colour: str, marks: Iterable[Outline] = (), dark: str = ""
) -> list[Shape]:
    """Return hexes of one colour with the marks of their terrain, outlines in sizes of a hex, in a darker colour."""
    shapes: list[Shape] = [Tiles(hexagon(size), places, colour, mixed(colour, "#000000", 0.16), max(0.5, 0.03 * size))]
    return shapes + [Tiles(tuple((x * size, y * size) for x, y in mark), places, dark) for mark in marks]


def head_height(sides: int) -> int:
    """Return how far below the margin a head of so many sides ends."""
    return _HEAD + _HEAD_LINE * sides


def head(title: str, lines: Iterable[tuple[str, str]], width: float) -> list[Shape]:
    """Return a title, and for each side its line behind a disc of its colour, on a sheet of some width."""
    room = width - 2 * MARGIN
    shapes: list[Shape] = [Label((MARGIN, MARGIN + 2), wrapped(title, _TITLE, room, 1)[0], _TITLE)]
    for side, (line, colour) in enumerate(lines):
        y = MARGIN + 30 + _HEAD_LINE * side
        shapes.append(Disc((MARGIN + 7, y), 7, colour))
        shapes.append(Label((MARGIN + 22, y), wrapped(line, _FONT, room - 22, 1)[0], _FONT))
    return shapes


class Legend:
    """A legend in lines of some width: its entries as they are ``placed``, and the ``height`` of all lines."""

    def __init__(self, entries: Iterable[Entry], width: float):
        self.placed: list[tuple[Entry, Point]] = []
        x, y = _LEGEND_SIZE, _LEGEND_LINE / 2
        for entry in entries:
            wide = text_width(entry[0], _LEGEND_FONT)
            if x + _WORD + wide > width and self.placed:
                x, y = _LEGEND_SIZE, y + _LEGEND_LINE
            self.placed.append((entry, (x, y)))
            x += _ROOM + wide + _LEGEND_SIZE
        self.height = y + _LEGEND_LINE / 2

    def draw(self, left: float, top: float) -> list[Shape]:
        """Return the shapes of the legend whose corner lies at a place."""
        shapes: list[Shape] = []
        for (word, drawing), (x, y) in self.placed:
            shapes += [moved(shape, left + x, top + y) for shape in drawing]
            shapes.append(Label((left + x + _WORD, top + y), word, _LEGEND_FONT))
        return shapes
