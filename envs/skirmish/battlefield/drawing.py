"""How a battlefield's ground is drawn: hexes in the colour of their kind, darker the higher, with marks and numbers."""

from collections.abc import Sequence

import numpy as np

from swarmzoo.envs.core.hex_drawing import BRICK, STONE, TREE, Entry, FieldSheet, frame, shifted, tiles
from swarmzoo.envs.core.painting import Disc, Label, Outline, Point, Shape, mixed
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
_PANE: Outline = ((-0.06, -0.4), (0.06, -0.4), (0.06, 0.4), (-0.06, 0.4))
_MARKS: dict[int, tuple[tuple[Outline, ...], str]] = {
    DIFFICULT: ((shifted(STONE, -0.34, 0.2), shifted(STONE, 0.1, -0.36), shifted(STONE, 0.34, 0.26)), "#a8905a"),
    SOFT: ((shifted(TREE, -0.3, -0.05), shifted(TREE, 0.3, 0.15)), "#5b8f43"),
    HEAVY: ((shifted(BRICK, -0.3, -0.2), shifted(BRICK, 0.3, -0.2), shifted(BRICK, 0.0, 0.1)), "#76726c"),
    SUPERIOR: (
        (shifted(BRICK, -0.3, 0.0), shifted(BRICK, 0.3, 0.0), shifted(BRICK, 0.0, -0.3), shifted(BRICK, 0.0, 0.3)),
        "#525a63",
    ),
    BARRIER: ((shifted(_PANE, -0.3, 0.0), _PANE, shifted(_PANE, 0.3, 0.0)), "#5b8a97"),
}


class GroundSheet(FieldSheet):
    """A sheet of a battlefield."""

    def ground(self, terrain: np.ndarray, height: np.ndarray) -> list[Shape]:
        """Return all hexes, with marks, and numbers of heights, columns and rows; terrain and height by cell."""
        shapes: list[Shape] = []
        kinds, heights = terrain[self.cells], height[self.cells]
        for kind, colour in _COLOURS.items():
            for level in sorted({*heights.tolist()}):
                places = self.points((kinds == kind) & (heights == level))
                if places:
                    shapes += hexes(places, self.size, kind, mixed(colour, "#7a4a12", 0.17 * level))
        for k in np.flatnonzero(heights):
            x, y = self.centres[k].tolist()
            shapes.append(
                Label((x, y + 0.68 * self.size), str(heights[k]), max(7, round(0.36 * self.size)), "#6b3f0c", True)
            )
        return shapes + self.numbers()


def hexes(places: tuple[Point, ...], size: float, kind: int, colour: str) -> list[Shape]:
    """Return hexes of one kind and colour with their marks."""
    return tiles(places, size, colour, *_MARKS.get(kind, ((), "")))


def ground_entries(size: float, kinds: Sequence[int] = USUAL) -> list[Entry]:
    """Return what a legend says of these kinds of ground."""
    return [(TERRAIN_NAMES[kind], hexes(((0.0, 0.0),), size, kind, _COLOURS[kind])) for kind in kinds]


def coin(at: Point, size: float, text: str) -> list[Shape]:
    """Return a token of loot."""
    x, y = at
    return [
        Disc((x, y), 0.32 * size, "#ffc400", "#7a5a00", 1.2),
        Label((x, y), text, max(7, round(0.42 * size)), "#4a3600", True),
    ]


def ring(at: Point, size: float, colour: str) -> Shape:
    """Return the frame of a hex that matters."""
    return frame(at, 0.92 * size, colour, max(1.2, 0.08 * size))
