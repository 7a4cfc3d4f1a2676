"""What stands in a hex, as it is drawn: leaders, Underlings, what is the matter with them."""

from collections.abc import Sequence
from math import cos, pi, sin

from swarmzoo.envs.core.painting import Disc, Label, Point, Polygon, Shape, mixed

SIDE_COLOURS = ("#c8152d", "#1d4fbb", "#1f7a34", "#7d2bb0")
NEUTRAL_COLOUR = "#6f6a60"
GOLD, DARK, PAPER = "#ffc400", "#1a1a1a", "#ffffff"
DOTS = {
    "pinned": "#111111",
    "engaged": "#ff6a00",
    "running": "#35b04a",
    "covers ground": "#8a5a2b",
    "in overwatch": "#36cfe0",
    "aims": "#ffe14d",
    "marks": "#e324a6",
    "unnerved": "#9a9a9a",
    "halved": "#5a5a5a",
    "shocked": "#ffffff",
}
_MOST_DOTS = 6


def leader(at: Point, size: float, colour: str, number: int, *, acts: bool, beset: bool) -> list[Shape]:
    """Return the disc of a leader; of one who acts with a golden edge, of one who is beset by Shock greyer."""
    fill = mixed(colour, "#7c7c7c", 0.65) if beset else colour
    shapes: list[Shape] = [Disc(at, 0.86 * size, DARK)] if acts else []
    shapes.append(Disc(at, 0.74 * size, fill, GOLD if acts else PAPER, max(1.2, (0.16 if acts else 0.1) * size)))
    return [*shapes, Label((at[0], at[1] - 0.1 * size), str(number), max(8, round(0.9 * size)), PAPER, True)]


def bar(at: Point, size: float, left: int, full: int) -> list[Shape]:
    """Return the bar of the Wounds that are left."""
    west, top, wide, high = at[0] - 0.55 * size, at[1] + 0.42 * size, 1.1 * size, 0.2 * size
    back: list[Shape] = [Polygon(_box(west, top, wide, high), "#3a3a3a", "#111111", 0.7)]
    share = min(left / max(full, 1), 1.0)
    return [*back, Polygon(_box(west, top, wide * share, high), "#ffd84d" if share > 0.5 else "#ff6a5c")] * bool(left)


def _box(left: float, top: float, wide: float, high: float) -> tuple[Point, ...]:
    return ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))


def dots(at: Point, size: float, words: Sequence[str]) -> list[Shape]:
    """Return dots about a leader for what is true of its unit."""
    shapes: list[Shape] = []
    for k, word in enumerate(words[:_MOST_DOTS]):
        angle = (k - 2) * pi / 3.4 - pi / 2
        place = (at[0] + 0.88 * size * cos(angle), at[1] + 0.88 * size * sin(angle))
        shapes.append(Disc(place, 0.19 * size, DOTS.get(word, DOTS["shocked"]), "#222222", 0.8))
    return shapes


def underlings(
    at: Point, size: float, colour: str, models: int, *, ranked: bool, fleeing: bool, special: bool
) -> list[Shape]:
    """Return a piece of Underlings: pale with an edge in its colour out of rank, hollow where it flees."""
    fill = colour if ranked else mixed(colour, PAPER, 1.0 if fleeing else 0.6)
    edge = PAPER if ranked else colour
    shapes: list[Shape] = [Disc(at, 0.42 * size, fill, edge, max(0.8, 0.09 * size))]
    if special:
        shapes.append(Polygon(_star(at, 0.3 * size), GOLD))
    if models > 1:
        shapes.append(Label(at, str(models), max(7, round(0.5 * size)), PAPER if ranked else DARK, True))
    return shapes


def _star(at: Point, size: float) -> tuple[Point, ...]:
    """Return the corners of a star with four points."""
    reach = (size, 0.4 * size)
    return tuple((at[0] + reach[k % 2] * sin(k * pi / 4), at[1] - reach[k % 2] * cos(k * pi / 4)) for k in range(8))
