"""The legend of the picture: a small drawing and a word for everything that is drawn."""

from collections.abc import Iterator

from swarmzoo.envs.core.hex_drawing import Entry
from swarmzoo.envs.core.painting import Point, Shape
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.state import BLUE, RED
from swarmzoo.envs.formation.terrain import OPEN, TERRAIN_NAMES
from swarmzoo.envs.formation.words.ground import TINT_NAMES, hexes
from swarmzoo.envs.formation.words.marks import MARKS, ROLE_LETTERS
from swarmzoo.envs.formation.words.tokens import cross, dot, escorted, links, token, writing

_SIZE = 12.0  # of its hexes
_APART = 8
_EAST = 0
_HERE: Point = (0.0, 0.0)


def entries(objectives: set[int], *, with_letters: bool, with_escort: bool) -> Iterator[Entry]:
    """Yield what is explained: the terrains and objectives that there are, soldiers, what can be true of them."""
    for kind, name in enumerate(TERRAIN_NAMES):
        yield name, hexes((_HERE,), _SIZE, kind, 0)
    for bits in sorted(objectives - {0}):
        yield TINT_NAMES[bits], hexes((_HERE,), _SIZE, OPEN, bits)
    for letter, name in zip(ROLE_LETTERS, ROLES, strict=True) if with_letters else ():
        yield name, _soldier(RED) + writing(_HERE, _SIZE, RED, letter, 0, hidden=False)
    yield "red soldier, facing east", _soldier(RED)
    yield "blue soldier", _soldier(BLUE)
    yield "blue leader", _soldier(BLUE, leads=True)
    if with_escort:
        yield "the leader who is escorted", escorted(_HERE, _SIZE) + _soldier(RED, leads=True)
    yield "hidden", _soldier(BLUE, hidden=True)
    yield "neighbours in formation", _neighbours()
    for mark in MARKS:
        if mark.field != "hidden":
            yield mark.name, dot(_HERE, 0.5 * _SIZE, mark)
    yield "where a soldier was Downed", cross(_HERE, _SIZE, RED)


def _soldier(company: int, *, leads: bool = False, hidden: bool = False) -> list[Shape]:
    return token(_HERE, _SIZE, company, _EAST, leads=leads, hidden=hidden)


def _neighbours() -> list[Shape]:
    ends = (-_APART, 0.0), (_APART, 0.0)
    shapes = links([ends], _SIZE, RED)
    for end in ends:
        shapes += token(end, 0.6 * _SIZE, RED, _EAST, leads=False, hidden=False)
    return shapes
