"""Two painters for one list of shapes: an SVG document, and an array of pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from xml.sax.saxutils import escape

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
_SHARPNESS = 2  # pixels are drawn this many times finer, then averaged
_DROP = 0.35  # how far below its middle a text's baseline lies, in sizes


@dataclass(frozen=True)
class Polygon:
    """A filled polygon; ``fill`` or ``edge`` may be empty."""

    points: tuple[Point, ...]
    fill: str = ""
    edge: str = ""
    thickness: float = 1.0


@dataclass(frozen=True)
class Disc:
    """A filled circle with an edge."""

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


Shape = Polygon | Disc | Label


@dataclass(frozen=True)
class Drawing:
    """Shapes in the order in which they are painted, and the size of the sheet."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    paper: str = "#fbfaf6"


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


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
    colours = f'fill="{shape.fill or "none"}"'
    if shape.edge:
        colours += f' stroke="{shape.edge}" stroke-width="{shape.thickness:g}"'
    if isinstance(shape, Disc):
        x, y = shape.centre
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{shape.radius:.1f}" {colours}/>'
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
    return f'<polygon points="{points}" {colours} stroke-linejoin="round"/>'


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
        x, y = shape.centre
        reach = shape.radius + shape.thickness / 2
        box = [(x - reach) * scale, (y - reach) * scale, (x + reach) * scale, (y + reach) * scale]
        draw.ellipse(box, fill=shape.fill, outline=shape.edge or None, width=thickness)
        return
    _paint_polygon(draw, shape, thickness, scale)


def _paint_polygon(draw: ImageDraw.ImageDraw, shape: Polygon, thickness: int, scale: int) -> None:
    points: Sequence[Point] = [(x * scale, y * scale) for x, y in shape.points]
    if shape.fill:
        draw.polygon(points, fill=shape.fill)
    if shape.edge:
        draw.line([*points, points[0], points[1]], fill=shape.edge, width=thickness, joint="curve")
