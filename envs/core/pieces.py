"""Dice and cards as small drawings: what a game shows beside the sentences of its log, and of a hand.

They stand on light and on dark pages alike, so each has its own ground and an edge. What they mean is never told by a
colour alone: shapes and letters tell it too. All of a line are ``HEIGHT`` high; cards of a hand are larger.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from swarmzoo.envs.core.painting import Disc, Drawing, Label, Lines, Outline, Polygon, Shape, text_width, wrapped

HEIGHT = 20
HAND_WIDTH, HAND_HEIGHT = 84, 112
INK, FACE, EDGE = "#1b1f1d", "#fbfaf6", "#6b6f6c"
GOOD, BAD = "#0b5fa5", "#b8480a"  # told apart by everybody, and their marks differ
FAMILIES = ("#0b5fa5", "#b8480a")  # of cards; the first has a round mark, the second a pointed one
_PIPS = {  # in thirds of a face
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_MARKS_IN_A_ROW = 10


@dataclass(frozen=True)
class Piece:
    """A die, a card or a mark: its drawing, without paper, and the words for those who cannot see it."""

    words: str
    drawing: Drawing


def _piece(words: str, width: float, shapes: Sequence[Shape], height: int = HEIGHT) -> Piece:
    return Piece(words, Drawing(round(width), height, tuple(shapes), FACE))


def _box(width: float, height: float, cut: float, fill: str, edge: str = EDGE, thickness: float = 1) -> Polygon:
    """Return a box with cut corners that fills a sheet but for its edge."""
    a, b, right, bottom = thickness / 2, thickness / 2 + cut, width - thickness / 2, height - thickness / 2
    ways = ((b, a), (right - cut, a), (right, b), (right, bottom - cut))
    back = ((right - cut, bottom), (b, bottom), (a, bottom - cut), (a, b))
    return Polygon((*ways, *back), fill, edge, thickness)


@cache
def six_sided(value: int, *, confirms: bool = False) -> Piece:
    """Return a die with pips; one that ``confirms`` the die before it is dark and follows an arrow."""
    fill, pip = (INK, FACE) if confirms else (FACE, INK)
    left = 9 if confirms else 0
    middle = HEIGHT / 2
    moved = [(x + left, y) for x, y in _box(HEIGHT, HEIGHT, 3, fill).points]
    pips = [Disc((left + middle + 5 * x, middle + 5 * y), 1.9, pip) for x, y in _PIPS[value]]
    arrow = [Lines((((1, middle), (7, middle)), ((4.5, 7.5), (7, middle), (4.5, 12.5))), EDGE, 1.4)] if confirms else []
    return _piece(
        f"{'then ' if confirms else ''}{value}", HEIGHT + left, [*arrow, Polygon(tuple(moved), fill, EDGE), *pips]
    )


def _kite(x: float) -> Outline:
    """Return the outline of a ten-sided die whose middle stands at x."""
    reach, middle = HEIGHT / 2 - 0.5, HEIGHT / 2
    corners = ((0, -1), (0.95, -0.22), (0.95, 0.22), (0, 1), (-0.95, 0.22), (-0.95, -0.22))
    return tuple((x + reach * a, middle + reach * b) for a, b in corners)


@cache
def percentile(rolled: int, passed: bool) -> Piece:
    """Return two ten-sided dice, the dark one for tens, and a mark that says whether the roll passed."""
    tens, units = divmod(rolled % 100, 10)
    shapes: list[Shape] = []
    for x, digit, fill, ink in ((10, tens, INK, FACE), (29, units, FACE, INK)):
        shapes += [Polygon(_kite(x), fill, EDGE), Label((x, HEIGHT / 2), str(digit), 12, ink, centred=True)]
    return _piece(f"{rolled} of 100, {'passed' if passed else 'failed'}", 56, [*shapes, *_verdict(47, passed)])


def _verdict(x: float, passed: bool) -> list[Shape]:
    """Return a tick on a disc, or a cross on a square."""
    y = HEIGHT / 2
    if passed:
        return [Disc((x, y), 7.5, GOOD), Lines((((x - 3.5, y), (x - 1, y + 3), (x + 3.5, y - 3)),), FACE, 2)]
    square = ((x - 7, y - 7), (x + 7, y - 7), (x + 7, y + 7), (x - 7, y + 7))
    cross = (((x - 3, y - 3), (x + 3, y + 3)), ((x + 3, y - 3), (x - 3, y + 3)))
    return [Polygon(square, BAD), Lines(cross, FACE, 2)]


@cache
def pool(dice: int, successes: int, needed: int) -> Piece:
    """Return how many ten-sided dice were rolled, and a disc for each success: full if made, empty if it lacked.

    More than fit in a row are told as a number. ``needed``: 0 where every success counts.
    """
    text, x = f"{dice}x", 5.0
    width = text_width(text, 12)
    shapes: list[Shape] = [Label((x, HEIGHT / 2), text, 12, INK)]
    x += width + 11
    shapes += [Polygon(_kite(x), FACE, EDGE), Label((x, HEIGHT / 2), "10", 9, INK, centred=True)]
    x += 15
    places = max(successes, needed)
    if places > _MARKS_IN_A_ROW:
        told = f"{successes}/{needed}" if needed else str(successes)
        shapes += [Disc((x + 1, HEIGHT / 2), 4, GOOD), Label((x + 8, HEIGHT / 2), told, 12, INK)]
        x += 8 + text_width(told, 12)
    for k in range(places if places <= _MARKS_IN_A_ROW else 0):
        fill = GOOD if k < successes else FACE
        shapes.append(Disc((x + 1, HEIGHT / 2), 4, fill, GOOD, 1.4))
        x += 11
    ground = _box(x + 3, HEIGHT, 3, FACE)
    wanted = f", {needed} needed" if needed else ""
    return _piece(f"{dice} dice, {successes} successes{wanted}", x + 3, [ground, *shapes])


def _mark(x: float, y: float, reach: float, family: int) -> Shape:
    """Return the mark of a family of cards."""
    if family == 0:
        return Disc((x, y), reach, FAMILIES[0])
    return Polygon(((x, y - reach - 1), (x + reach + 1, y), (x, y + reach + 1), (x - reach - 1, y)), FAMILIES[1])


@cache
def card(code: str, name: str, family: int) -> Piece:
    """Return a card as it stands in a line: the mark of its family and its code of a few letters."""
    width = 21 + text_width(code, 12)
    shapes = [_box(width, HEIGHT, 2, FACE), _mark(9, HEIGHT / 2, 4, family)]
    return _piece(f"card {name}", width, [*shapes, Label((17, HEIGHT / 2), code, 12, INK)])


@cache
def hand_card(code: str, name: str, kind: str, family: int) -> Piece:
    """Return a card of a hand: family, code, name and, where it differs, its kind."""
    middle = HAND_WIDTH / 2
    shapes: list[Shape] = [_box(HAND_WIDTH, HAND_HEIGHT, 5, FACE, EDGE, 1.5)]
    shapes += [_mark(middle, 17, 8, family), Label((middle, 45), code, 22, INK, centred=True)]
    shapes.append(Lines((((12, 61), (HAND_WIDTH - 12, 61)),), FAMILIES[family], 2))
    lines = wrapped(name, 12, HAND_WIDTH - 8, 2)
    shapes += [Label((middle, 73 + 13 * k), line, 12, INK, centred=True) for k, line in enumerate(lines)]
    if kind != name:
        shapes.append(Label((middle, 101), kind, 11, "#4a4f4c", centred=True))
    words = name if kind == name else f"{name} ({kind})"
    return _piece(words, HAND_WIDTH, shapes, HAND_HEIGHT)


@cache
def hidden_card() -> Piece:
    """Return a card that lies face down."""
    width = 15
    rails = (((3, 6), (8, 1.5)), ((3, 13), (12, 4)), ((4, 18.5), (12, 11)))
    return _piece("card face down", width, [_box(width, HEIGHT, 2, "#5b4a7d", FACE, 1), Lines(rails, "#cbbfe3", 1.2)])
