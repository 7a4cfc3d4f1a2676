"""Two painters for one list of shapes: an SVG document, and an array of pixels."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, pi, sin
from xml.sax.saxutils import escape

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Outline = tuple[Point, ...]
_SHARPNESS = 2  # pixels are drawn this many times finer, then averaged
_DROP = 0.35  # how far below its middle a text's baseline lies, in sizes
_ROUND_FROM = 3  # fine pixels from which the ends of lines are seen to be round


@dataclass(frozen=True)
class Polygon:
    """A filled polygon; ``fill`` or ``edge`` may be empty."""

    points: tuple[Point, ...]
    fill: str = ""
    edge: str = ""
    thickness: float = 1.0


@dataclass(frozen=True)
class Tiles:
    """The same filled polygon at many places; ``outline`` is the one at (0, 0), ``fill`` or ``edge`` may be empty."""

    outline: tuple[Point, ...]
    places: tuple[Point, ...]
    fill: str = ""
    edge: str = ""
    thickness: float = 1.0


@dataclass(frozen=True)
class Lines:
    """Open lines, each through two points or more."""

    ways: tuple[tuple[Point, ...], ...]
    colour: str
    thickness: float = 1.0


@dataclass(frozen=True)
class Disc:
    """A circle, filled unless ``fill`` is empty, with an edge."""

    centre: Point
    radius: float
    fill: str
    edge: str = ""
    thickness: float = 1.0


@dataclass(frozen=True)
class Label:
    """A line of text around a point, or beginning at it."""

    at: Point
    text: str
    size: int
    colour: str = "#222222"
    centred: bool = False


Shape = Polygon | Tiles | Lines | Disc | Label


@dataclass(frozen=True)
class Drawing:
    """Shapes in the order in which they are painted, and the size of the sheet."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    paper: str = "#fbfaf6"


def colours_of(drawing: Drawing) -> Iterator[str]:
    """Yield the colours of a drawing, "#rrggbb", as often as they are used."""
    yield drawing.paper
    for shape in drawing.shapes:
        filled = (shape.colour,) if isinstance(shape, Lines | Label) else (shape.fill, shape.edge)
        yield from (colour for colour in filled if colour)


def hexagon(size: float) -> Outline:
    """Return the corners of a hex about (0, 0), clockwise from north."""
    return tuple((size * sin(k * pi / 3), -size * cos(k * pi / 3)) for k in range(6))


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """Return a shape at another place."""

    def at(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    if isinstance(shape, Label):
        return replace(shape, at=at(shape.at))
    if isinstance(shape, Disc):
        return replace(shape, centre=at(shape.centre))
    if isinstance(shape, Polygon):
        return replace(shape, points=tuple(map(at, shape.points)))
    if isinstance(shape, Lines):
        return replace(shape, ways=tuple(tuple(map(at, way)) for way in shape.ways))
    return replace(shape, places=tuple(map(at, shape.places)))


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another one."""
    pairs = ((int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


@lru_cache(maxsize=1 << 14)  # the same names and numbers stand in every drawing of a game
def text_width(text: str, size: int) -> float:
    """Return the width of a text in pixels."""
    return _font(size * 4).getlength(text) / 4


def wrapped(text: str, size: int, width: float, most: int) -> list[str]:
    """Break a text into at most ``most`` lines of a width; what does not fit ends in three dots."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        last = lines[most - 1]
        while last and text_width(last + " ...", size) > width:
            last = last.rpartition(" ")[0]
        lines = [*lines[: most - 1], last + " ..."]
    return lines


def svg_document(drawing: Drawing) -> str:
    """Return the drawing as an SVG document."""
    size = f'width="{drawing.width}" height="{drawing.height}" viewBox="0 0 {drawing.width} {drawing.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Aileron, Helvetica, Arial, sans-serif">'
    paper = f'<rect width="100%" height="100%" fill="{drawing.paper}"/>'
    return "\n".join([head, paper, *(_svg(shape) for shape in drawing.shapes), "</svg>", ""])


def _svg(shape: Shape) -> str:
    if isinstance(shape, Label):
        return _svg_label(shape)
    if isinstance(shape, Lines):
        ways = "".join(f"M{'L'.join(_pairs(way))}" for way in shape.ways)
        look = f'stroke="{shape.colour}" stroke-width="{shape.thickness:g}"'
        return f'<path d="{ways}" fill="none" {look} stroke-linecap="round" stroke-linejoin="round"/>'
    colours = f'fill="{shape.fill or "none"}"'
    if shape.edge:
        colours += f' stroke="{shape.edge}" stroke-width="{shape.thickness:g}"'
    if isinstance(shape, Disc):
        x, y = shape.centre
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{shape.radius:.1f}" {colours}/>'
    if isinstance(shape, Tiles):
        return f'<path d="{_svg_tiles(shape)}" {colours} stroke-linejoin="round"/>'
    return f'<polygon points="{" ".join(_pairs(shape.points))}" {colours} stroke-linejoin="round"/>'


def _pairs(points: Iterable[Point]) -> list[str]:
    return [f"{x:.1f},{y:.1f}" for x, y in points]


def _svg_tiles(tiles: Tiles) -> str:
    """Write the way round each tile, from its first corner on in steps."""
    x0, y0 = tiles.outline[0]
    steps = "".join(f"l{c - a:.2f},{d - b:.2f}" for (a, b), (c, d) in pairwise(tiles.outline))
    return "".join(f"M{x + x0:.1f},{y + y0:.1f}{steps}z" for x, y in tiles.places)


def _svg_label(label: Label) -> str:
    """Write a text with its length, so that another font takes the same room."""
    x, y = label.at[0], label.at[1] + _DROP * label.size
    anchor = ' text-anchor="middle"' if label.centred else ""
    length = f' textLength="{text_width(label.text, label.size):.1f}" lengthAdjust="spacingAndGlyphs"'
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{label.size}" fill="{label.colour}"'
    return f"<text {place}{anchor}{length if len(label.text) > 1 else ''}>{escape(label.text)}</text>"


def paint(drawing: Drawing) -> np.ndarray:
    """Return the drawing as pixels, uint8 (height, width, 3)."""
    scale = _SHARPNESS
    image = Image.new("RGB", (drawing.width * scale, drawing.height * scale), drawing.paper)
    draw = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _paint(draw, shape, scale)
    return np.asarray(image.reduce(scale), np.uint8).copy()


def _paint(draw: ImageDraw.ImageDraw, shape: Shape, scale: int) -> None:
    if isinstance(shape, Label):
        at = (shape.at[0] * scale, (shape.at[1] + _DROP * shape.size) * scale)
        anchor = "ms" if shape.centred else "ls"
        draw.text(at, shape.text, shape.colour, _font(shape.size * scale), anchor=anchor)
        return
    thickness = max(1, round(shape.thickness * scale))
    if isinstance(shape, Disc):
        _paint_disc(draw, shape, thickness, scale)
    elif isinstance(shape, Lines):
        for way in shape.ways:
            _paint_line(draw, way, shape.colour, thickness, scale)
    elif isinstance(shape, Tiles):
        for x, y in shape.places:
            points = [((x + dx) * scale, (y + dy) * scale) for dx, dy in shape.outline]
            _paint_polygon(draw, points, shape, thickness)
    else:
        _paint_polygon(draw, [(x * scale, y * scale) for x, y in shape.points], shape, thickness)


def _paint_disc(draw: ImageDraw.ImageDraw, disc: Disc, thickness: int, scale: int) -> None:
    x, y = disc.centre
    reach = disc.radius + disc.thickness / 2
    box = [(x - reach) * scale, (y - reach) * scale, (x + reach) * scale, (y + reach) * scale]
    draw.ellipse(box, fill=disc.fill or None, outline=disc.edge or None, width=thickness)


def _paint_line(draw: ImageDraw.ImageDraw, way: Sequence[Point], colour: str, thickness: int, scale: int) -> None:
    """Draw a line with round ends."""
    points = [(x * scale, y * scale) for x, y in way]
    draw.line(points, fill=colour, width=thickness, joint="curve")
    for x, y in (points[0], points[-1]) if thickness > _ROUND_FROM else ():
        reach = thickness / 2
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=colour)


def _paint_polygon(draw: ImageDraw.ImageDraw, points: Sequence[Point], shape: Polygon | Tiles, thickness: int) -> None:
    if shape.fill:
        draw.polygon(points, fill=shape.fill)
    if shape.edge:
        draw.line([*points, points[0], points[1]], fill=shape.edge, width=thickness, joint="curve")
