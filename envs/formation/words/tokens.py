"""How a soldier is drawn: a drop in its company's colour whose tip points where it faces.

       dazed
charging   Panicked, Berserk      small dots at the corners of the hex tell what is the matter;
        (S>                       leaders have a golden edge, the hidden are pale
 evading   defending
      Wounded
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from math import acos, cos, pi, sin, sqrt

from swarmzoo.envs.core.hex_drawing import frame
from swarmzoo.envs.core.painting import Disc, Label, Lines, Point, Polygon, Shape, mixed
from swarmzoo.envs.formation.words.ground import COMPANY_COLOURS
from swarmzoo.envs.formation.words.marks import Mark

BODY, TIP = 0.56, 0.9  # from a hex's centre to the drop's edge and to its tip, in sizes of a hex
DARK_COLOURS = tuple(mixed(colour, "#000000", 0.45) for colour in COMPANY_COLOURS)
PALE_COLOURS = tuple(mixed(colour, "#ffffff", 0.72) for colour in COMPANY_COLOURS)
_WHITE, _BLACK, _GOLD = "#ffffff", "#1a1a1a", "#ffc400"
_LEAST_LETTER = 7
_NUMBER_FROM = 24  # the size of a hex from which soldiers show their numbers
_DOT = 0.2
_FAR = 0.74
# The corner of the hex, clockwise from north, and the colour of each mark but hidden.
_DOTS = {
    "dazed": (0, "#ffe14d"),
    "panicked": (1, "#ffffff"),
    "berserk": (1, "#111111"),
    "defending": (2, "#35b04a"),
    "wounded": (3, "#e324a6"),
    "evading": (4, "#36cfe0"),
    "charging": (5, "#ff8a1f"),
}


@cache
def _drop(direction: int, size: float) -> tuple[Point, ...]:
    """Return the drop about (0, 0): its tip, then the way round from one side of the tip to the other."""
    ahead, half = direction * pi / 3, acos(BODY / TIP)
    steps = 16 if size > 12 else 10
    angles = [ahead + half + (2 * pi - 2 * half) * k / steps for k in range(steps + 1)]
    round_part = [(BODY * size * cos(a), BODY * size * sin(a)) for a in angles]
    return ((TIP * size * cos(ahead), TIP * size * sin(ahead)), *round_part)


@lru_cache(maxsize=1 << 12)  # most soldiers stand as they stood in the drawing before
def soldier(
    at: Point,
    size: float,
    company: int,
    facing: int,
    letter: str,
    number: int,
    *,
    leads: bool,
    hidden: bool,
    guarded: bool,
) -> tuple[Shape, ...]:
    """Return a soldier, with the letter of its role and its number; ``guarded``: it is the leader who is escorted."""
    shapes = escorted(at, size) if guarded else []
    shapes += token(at, size, company, facing, leads=leads, hidden=hidden)
    return (*shapes, *writing(at, size, company, letter, number, hidden=hidden))


def token(at: Point, size: float, company: int, facing: int, *, leads: bool, hidden: bool) -> list[Shape]:
    """Return a soldier's drop."""
    x, y = at
    points = tuple((x + dx, y + dy) for dx, dy in _drop(facing, size))
    fill = PALE_COLOURS[company] if hidden else COMPANY_COLOURS[company]
    if not leads:
        return [Polygon(points, fill, COMPANY_COLOURS[company] if hidden else _WHITE, max(0.7, 0.05 * size))]
    wide = max(1.3, 0.11 * size)
    return [Polygon(points, "", _BLACK, 1.7 * wide), Polygon(points, fill, _GOLD, wide)]


def escorted(at: Point, size: float) -> list[Shape]:
    """Return the frame of the leader who is escorted."""
    wide = max(1.2, 0.09 * size)
    return [frame(at, 0.94 * size, _BLACK, 1.6 * wide), frame(at, 0.94 * size, _GOLD, wide)]


def writing(at: Point, size: float, company: int, letter: str, number: int, *, hidden: bool) -> list[Shape]:
    """Return the letter of a soldier's role and its number, where there is room."""
    (x, y), colour = at, DARK_COLOURS[company] if hidden else _WHITE
    if size >= _NUMBER_FROM:
        above = Label((x, y - 0.14 * size), letter, round(0.56 * size), colour, True)
        return [above, Label((x, y + 0.3 * size), str(number), round(0.34 * size), colour, True)]
    return [Label(at, letter, round(0.74 * size), colour, True)] if has_letters(size) else []


def has_letters(size: float) -> bool:
    """Tell whether the letters of roles have room in hexes of a size."""
    return round(0.74 * size) >= _LEAST_LETTER


def dots(at: Point, size: float, marks: Iterable[Mark]) -> list[Shape]:
    """Return the dots of what is true of a soldier."""
    shapes: list[Shape] = []
    for mark in marks:
        if mark.field in _DOTS:
            corner, _ = _DOTS[mark.field]
            way = _FAR * size
            centre = (at[0] + way * sin(corner * pi / 3), at[1] - way * cos(corner * pi / 3))
            shapes += dot(centre, max(1.5, _DOT * size), mark)
    return shapes


def dot(centre: Point, radius: float, mark: Mark) -> list[Shape]:
    """Return the dot of a mark, with its letter where there is room."""
    _, colour = _DOTS[mark.field]
    pale = mark.field == "berserk"
    shapes: list[Shape] = [Disc(centre, radius, colour, _WHITE if pale else _BLACK, max(0.5, 0.14 * radius))]
    if round(1.5 * radius) >= _LEAST_LETTER:
        shapes.append(Label(centre, mark.letter, round(1.5 * radius), _WHITE if pale else _BLACK, True))
    return shapes


def links(ways: Iterable[tuple[Point, Point]], size: float, company: int) -> list[Shape]:
    """Return the lines that join neighbours in formation."""
    found = tuple(ways)
    return [
        Lines(found, _WHITE, max(1.6, 0.24 * size)),
        Lines(found, DARK_COLOURS[company], max(1.0, 0.13 * size)),
    ]


def cross(at: Point, size: float, company: int) -> list[Shape]:
    """Return the cross where a soldier was Downed."""
    (x, y), reach = at, 0.4 * size / sqrt(2)
    ways = (((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach)))
    return [Lines(ways, _WHITE, max(1.8, 0.24 * size)), Lines(ways, DARK_COLOURS[company], max(1.0, 0.12 * size))]
