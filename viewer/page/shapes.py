"""Shapes as plain values, for pages that draw them: the painter of the browser stands in ``static/board.js``.

["p", [x, y, ...], fill, edge, thickness]            Polygon
["t", [x, y, ...], [x, y, ...], fill, edge, thickness]   Tiles: the outline about (0, 0), then the places
["l", [[x, y, ...], ...], colour, thickness]         Lines
["d", x, y, radius, fill, edge, thickness]           Disc
["w", x, y, text, size, colour, centred, width]      Label: words, with their width

Lengths are whole numbers, in hundredths of a pixel.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from swarmzoo.envs.core.painting import Disc, Label, Lines, Point, Polygon, Shape, text_width
from swarmzoo.envs.core.pieces import Piece

_FINE = 100


def plain_piece(piece: Piece) -> dict[str, Any]:
    """Return a die or a card as plain values: its words, the size of its drawing in pixels, and its shapes."""
    drawing = piece.drawing
    shapes = [plain_shape(shape) for shape in drawing.shapes]
    return {"words": piece.words, "width": drawing.width, "height": drawing.height, "shapes": shapes}


def _whole(length: float) -> int:
    return round(_FINE * length)


def _flat(points: Iterable[Point]) -> list[int]:
    return [_whole(number) for number in chain.from_iterable(points)]


def plain_shape(shape: Shape) -> list[Any]:
    """Return a shape as plain values, as the head of this module shows them."""
    if isinstance(shape, Polygon):
        return ["p", _flat(shape.points), shape.fill, shape.edge, _whole(shape.thickness)]
    if isinstance(shape, Lines):
        return ["l", [_flat(way) for way in shape.ways], shape.colour, _whole(shape.thickness)]
    if isinstance(shape, Disc):
        place = (*_flat([shape.centre]), _whole(shape.radius))
        return ["d", *place, shape.fill, shape.edge, _whole(shape.thickness)]
    if isinstance(shape, Label):
        width = _whole(text_width(shape.text, shape.size))
        return ["w", *_flat([shape.at]), shape.text, shape.size, shape.colour, int(shape.centred), width]
    return ["t", _flat(shape.outline), _flat(shape.places), shape.fill, shape.edge, _whole(shape.thickness)]
