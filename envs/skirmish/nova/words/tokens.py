"""What stands on the field, as it is drawn: pieces with their badges, objects, arrows of what was declared."""

from math import hypot

from swarmzoo.envs.core.hex_drawing import frame
from swarmzoo.envs.core.painting import Disc, Label, Lines, Point, Polygon, Shape, wrapped

SIDE_COLOURS = ("#c8152d", "#1d4fbb", "#1f7a34", "#7d2bb0")
GOLD, PAPER, INK, THING_COLOUR = "#ffc400", "#ffffff", "#3d3a35", "#a2672a"
BEGINS, ENDS = 0.6, 0.7  # of a size: how far from the middle of a piece its arrow begins, and that of another one ends
FULL_DEFENCE = "D"


def piece(at: Point, size: float, colour: str, letter: str, acts: bool) -> list[Shape]:
    """Return the disc of a piece; with a golden edge if it is asked."""
    edge = (GOLD, 0.16) if acts else (PAPER, 0.1)
    disc = Disc(at, 0.74 * size, colour, edge[0], max(1.2, edge[1] * size))
    return [disc, Label(at, letter, max(8, round(0.9 * size)), PAPER, True)]


def badges(at: Point, size: float, colour: str, count: str, mark: str) -> list[Shape]:
    """Return what is left of a piece below it on the right, and its mark above."""
    shapes: list[Shape] = []
    for text, down in ((count, 0.56), (mark, -0.56)):
        if text:
            middle = (at[0] + 0.6 * size, at[1] + down * size)
            shapes.append(Disc(middle, 0.34 * size, PAPER, colour, max(1.0, 0.05 * size)))
            shapes.append(Label(middle, text, max(6, round(0.44 * size)), colour, True))
    return shapes


def guard(at: Point, size: float, colour: str, text: str) -> list[Shape]:
    """Return the shield of a piece that keeps defences, above it on the left; nothing where it keeps none."""
    if not text:
        return []
    x, y, wide = at[0] - 0.6 * size, at[1] - 0.54 * size, 0.32 * size
    ends = ((-1, -1), (1, -1), (1, 0.4), (0, 1.3), (-1, 0.4))
    shield = Polygon(tuple((x + a * wide, y + b * wide) for a, b in ends), PAPER, colour, max(1.0, 0.05 * size))
    return [shield, Label((x, y - 0.02 * size), text, max(6, round(0.44 * size)), colour, True)]


def fallen(at: Point, size: float, colour: str) -> list[Shape]:
    """Return the cross of somebody who lies where it fell."""
    (x, y), d = at, 0.34 * size
    ways = (((x - d, y - d), (x + d, y + d)), ((x - d, y + d), (x + d, y - d)))
    return [Lines(ways, colour, max(1.5, 0.12 * size))]


def thing(at: Point, size: float, structure: int, kind: str, colour: str) -> list[Shape]:
    """Return an object: what is left of its structure, and what it is."""
    (x, y), word = at, max(7, round(0.27 * size))
    shapes: list[Shape] = [frame(at, 0.9 * size, colour, 2.0), Disc(at, 0.66 * size, INK)]
    shapes.append(Label((x, y - 0.14 * size if kind else y), str(structure), max(7, round(0.5 * size)), PAPER, True))
    name = wrapped(kind, word, 1.2 * size, 9)[0]
    return [*shapes, Label((x, y + 0.3 * size), name, word, PAPER, True)] if name else shapes


def arrow(start: Point, end: Point, size: float, colour: str, goes: bool) -> list[Shape]:
    """Return what a piece has declared: an arrow to what it aims at, or a line to a ring where it goes.

    Both keep a little to the right, so that two who aim at each other have an arrow each.
    """
    (x, y), (u, v) = start, end
    far = hypot(u - x, v - y)
    if far < 1.5 * size:
        return []
    dx, dy = (u - x) / far, (v - y) / far

    def at(along: float, right: float) -> Point:
        along, right = along * size, (right + 0.14) * size
        return x + along * dx - right * dy, y + along * dy + right * dx

    tip = far / size - (0.3 if goes else ENDS)
    neck = tip if goes else tip - 0.42
    shapes: list[Shape] = []
    for ink, wide in ((PAPER, 0.17), (colour, 0.09)):
        shapes.append(Lines(((at(BEGINS, 0.0), at(neck, 0.0)),), ink, max(1.2, wide * size)))
    if goes:
        return [*shapes, Disc(end, 0.3 * size, "", PAPER, 0.2 * size), Disc(end, 0.3 * size, "", colour, 0.1 * size)]
    return [*shapes, Polygon((at(tip, 0.0), at(neck, 0.2), at(neck, -0.2)), colour, PAPER, 1.0)]
