"""The legend of the picture: a small drawing and a word for everything that is drawn."""

from collections.abc import Callable, Iterator
from functools import partial

from swarmzoo.envs.core.painting import Label, Point, Shape, text_width
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.state import BLUE, RED
from swarmzoo.envs.formation.terrain import OPEN, TERRAIN_NAMES
from swarmzoo.envs.formation.words.ground import TINT_NAMES, hexes
from swarmzoo.envs.formation.words.marks import MARKS, ROLE_LETTERS, Mark
from swarmzoo.envs.formation.words.tokens import cross, dot, escorted, links, token, writing

LINE = 26
_SIZE = 12.0  # of its hexes
_FONT = 12
_ROOM = 32  # from the middle of a drawing to that of the next one, but for the word
_WORD = 18  # from the middle of a drawing to its word
_APART = 8
_EAST = 0
Entry = tuple[str, Callable[[Point], list[Shape]]]
Placed = list[tuple[Entry, Point]]


def legend(objectives: set[int], *, with_letters: bool, with_escort: bool, width: float) -> tuple[Placed, float]:
    """Return the entries of a legend with their places on a sheet of some width, and the legend's height."""
    placed: Placed = []
    x, y = _SIZE, LINE / 2
    for entry in _entries(objectives, with_letters, with_escort):
        wide = text_width(entry[0], _FONT)
        if x + _WORD + wide > width and placed:
            x, y = _SIZE, y + LINE
        placed.append((entry, (x, y)))
        x += _ROOM + wide + _SIZE
    return placed, y + LINE / 2


def draw_legend(placed: Placed, left: float, top: float) -> list[Shape]:
    """Return the shapes of a legend whose corner lies at a place of the sheet."""
    shapes: list[Shape] = []
    for (name, draw), (x, y) in placed:
        at = (left + x, top + y)
        shapes += [*draw(at), Label((at[0] + _WORD, at[1]), name, _FONT)]
    return shapes


def _entries(objectives: set[int], with_letters: bool, with_escort: bool) -> Iterator[Entry]:
    for kind, name in enumerate(TERRAIN_NAMES):
        yield name, partial(_hex, kind, 0)
    for bits in sorted(objectives - {0}):
        yield TINT_NAMES[bits], partial(_hex, OPEN, bits)
    for letter, name in zip(ROLE_LETTERS, ROLES, strict=True) if with_letters else ():
        yield name, partial(_soldier, RED, letter=letter)
    yield "red soldier, facing east", partial(_soldier, RED)
    yield "blue soldier", partial(_soldier, BLUE)
    yield "blue leader", partial(_soldier, BLUE, leads=True)
    if with_escort:
        yield "the leader who is escorted", _escorted
    yield "hidden", partial(_soldier, BLUE, hidden=True)
    yield "neighbours in formation", _neighbours
    for mark in MARKS:
        if mark.field != "hidden":
            yield mark.name, partial(_dot, mark)
    yield "where a soldier was Downed", _cross


def _hex(terrain: int, objective: int, at: Point) -> list[Shape]:
    return hexes((at,), _SIZE, terrain, objective)


def _soldier(company: int, at: Point, *, letter: str = "", leads: bool = False, hidden: bool = False) -> list[Shape]:
    shapes = token(at, _SIZE, company, _EAST, leads=leads, hidden=hidden)
    return shapes + (writing(at, _SIZE, company, letter, 0, hidden=hidden) if letter else [])


def _escorted(at: Point) -> list[Shape]:
    return escorted(at, _SIZE) + _soldier(RED, at, leads=True)


def _neighbours(at: Point) -> list[Shape]:
    ends = (at[0] - _APART, at[1]), (at[0] + _APART, at[1])
    shapes = links([ends], _SIZE, RED)
    for end in ends:
        shapes += token(end, 0.6 * _SIZE, RED, _EAST, leads=False, hidden=False)
    return shapes


def _dot(mark: Mark, at: Point) -> list[Shape]:
    return dot(at, 0.5 * _SIZE, mark)


def _cross(at: Point) -> list[Shape]:
    return cross(at, _SIZE, RED)
