"""How a battlefield's ground is drawn: hexes in the colour of their kind, darker the higher, with marks and numbers."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from swarmzoo.envs.core.fields import Field
from swarmzoo.envs.core.painting import Disc, Label, Outline, Point, Polygon, Shape, Tiles, hexagon, mixed
from swarmzoo.envs.skirmish.battlefield.terrain import (
    BARRIER,
    BLOCKING,
    DIFFICULT,
    HEAVY,
    OPEN,
    SOFT,
    SUPERIOR,
    TERRAIN_NAMES,
    USUAL,
)

_COLOURS = {OPEN: "#efeada", DIFFICULT: "#d9c9a3", SOFT: "#b5d19a", HEAVY: "#b9b6b0", BLOCKING: "#5f5a54"} | {
    SUPERIOR: "#9aa3ad",
    BARRIER: "#b4cfd6",
}
_TREE: Outline = ((-0.26, 0.3), (0.0, -0.34), (0.26, 0.3))
_BRICK: Outline = ((-0.26, -0.12), (0.26, -0.12), (0.26, 0.12), (-0.26, 0.12))
_PANE: Outline = ((-0.06, -0.4), (0.06, -0.4), (0.06, 0.4), (-0.06, 0.4))
_STONE: Outline = ((-0.13, 0.0), (0.0, -0.11), (0.13, 0.0), (0.0, 0.11))


def _at(outline: Outline, dx: float, dy: float) -> Outline:
    return tuple((x + dx, y + dy) for x, y in outline)


_MARKS: dict[int, tuple[tuple[Outline, ...], str]] = {
    DIFFICULT: ((_at(_STONE, -0.34, 0.2), _at(_STONE, 0.1, -0.36), _at(_STONE, 0.34, 0.26)), "#a8905a"),
    SOFT: ((_at(_TREE, -0.3, -0.05), _at(_TREE, 0.3, 0.15)), "#5b8f43"),
    HEAVY: ((_at(_BRICK, -0.3, -0.2), _at(_BRICK, 0.3, -0.2), _at(_BRICK, 0.0, 0.1)), "#76726c"),
    SUPERIOR: (
        (_at(_BRICK, -0.3, 0.0), _at(_BRICK, 0.3, 0.0), _at(_BRICK, 0.0, -0.3), _at(_BRICK, 0.0, 0.3)),
        "#525a63",
    ),
    BARRIER: ((_at(_PANE, -0.3, 0.0), _at(_PANE, 0.0, 0.0), _at(_PANE, 0.3, 0.0)), "#5b8a97"),
}
_FAINT = "#6b675e"
_EVERY = 5


class Sheet:
    """Where the hexes of a field lie on a sheet of paper."""

    def __init__(self, field: Field, left: float, top: float, size: float):
        self.field, self.size = field, size
        rows, columns = np.divmod(np.arange(field.rows * field.columns), field.columns)
        self.cells = (rows + field.margin) * field.stride + columns + field.margin
        x = left + sqrt(3) * size * (columns + 0.5 + 0.5 * (rows & 1))
        y = top + size * (1.5 * rows + 1)
        self.centres = np.stack([x, y], axis=1)
        self._order = {int(cell): k for k, cell in enumerate(self.cells)}

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell's hex on the sheet."""
        x, y = self.centres[self._order[int(cell)]]
        return float(x), float(y)

    def ground(self, terrain: np.ndarray, height: np.ndarray) -> list[Shape]:
        """Return all hexes, with marks, and numbers of heights, columns and rows; terrain and height by cell."""
        shapes: list[Shape] = []
        kinds, heights = terrain[self.cells], height[self.cells]
        for kind, colour in _COLOURS.items():
            for level in sorted({*heights.tolist()}):
                places = tuple(map(tuple, self.centres[(kinds == kind) & (heights == level)].tolist()))
                if places:
                    shapes += hexes(places, self.size, kind, mixed(colour, "#7a4a12", 0.17 * level))
        for k in np.flatnonzero(heights):
            x, y = self.centres[k].tolist()
            shapes.append(
                Label((x, y + 0.68 * self.size), str(heights[k]), max(7, round(0.36 * self.size)), "#6b3f0c", True)
            )
        return shapes + self._numbers()

    def _numbers(self) -> list[Shape]:
        field = self.field
        shapes: list[Shape] = []
        for column in range(0, field.columns, _EVERY):
            x, y = self.centre(field.cell(column, 0))
            shapes.append(Label((x, y - self.size - 7), str(column), 10, _FAINT, True))
        for row in range(0, field.rows, _EVERY):
            x, y = self.centre(field.cell(0, row))
            shapes.append(Label((x - 0.87 * self.size - 10, y), str(row), 10, _FAINT, True))
        return shapes


def hexes(places: tuple[Point, ...], size: float, kind: int, colour: str) -> list[Shape]:
    """Return hexes of one kind and colour with their marks."""
    shapes: list[Shape] = [Tiles(hexagon(size), places, colour, mixed(colour, "#000000", 0.16), max(0.5, 0.03 * size))]
    outlines, dark = _MARKS.get(kind, ((), ""))
    for outline in outlines:
        shapes.append(Tiles(tuple((x * size, y * size) for x, y in outline), places, dark))
    return shapes


def hex_size(columns: int, rows: int, longest: float, largest: float) -> float:
    """Return the size of hexes, from a centre to a corner, so that a field's longer side fits."""
    return min(longest / (sqrt(3) * (columns + 0.5)), longest / (1.5 * rows + 0.5), largest)


def legend(size: float, kinds: Sequence[int] = USUAL) -> list[tuple[str, list[Shape]]]:
    """Return a name and a drawing about (0, 0) for each of these kinds of ground."""
    return [(TERRAIN_NAMES[kind], hexes(((0.0, 0.0),), size, kind, _COLOURS[kind])) for kind in kinds]


def coin(at: Point, size: float, text: str) -> list[Shape]:
    """Return a token of loot."""
    x, y = at
    return [
        Disc((x, y), 0.32 * size, "#ffc400", "#7a5a00", 1.2),
        Label((x, y), text, max(7, round(0.42 * size)), "#4a3600", True),
    ]


def ring(at: Point, size: float, colour: str) -> list[Shape]:
    """Return the frame of a hex that matters."""
    points = tuple((at[0] + dx, at[1] + dy) for dx, dy in hexagon(0.92 * size))
    return [Polygon(points, "", colour, max(1.2, 0.08 * size))]
