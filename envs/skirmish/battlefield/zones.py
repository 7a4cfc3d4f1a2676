"""Where sides begin: their fronts, their edges, the zones in which they deploy, a place for each of their pieces.

Two sides begin at the west and the east edge, more of them in the corners. Half a turn about the middle maps the first
one's place onto the second one's. Pieces stand apart from each other where there is room.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import Field, axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.maps import Hexes, is_open

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
FRONTS = {2: (EAST, WEST), 3: (SOUTH_EAST, NORTH_WEST, SOUTH_WEST), 4: (SOUTH_EAST, NORTH_WEST, SOUTH_WEST, NORTH_EAST)}
OUTSIDE_FIELD = 999  # the distance of a cell of the margin to an edge


def zone_rules(sides: int, cells: int, pieces: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for where sides begin."""
    return [
        ("front", np.int8, sides),
        ("start", np.int16, pieces),  # NOBODY: the piece does not take part
        ("zone", np.int8, cells),  # 1 + the side that deploys here
        ("edge", np.int16, (sides, cells)),  # hexes to a side's own edge
        ("middle", np.int16),
    ]


def write_zone_rules(r: np.void, field: Field, depth: int, start: Sequence[Sequence[int]]) -> None:
    """Fill those fields; ``start`` lists the cells of every side's pieces, which have numbers of their own."""
    sides = len(start)
    room = len(r["start"]) // sides
    r["front"], r["start"] = FRONTS[sides], NOBODY
    r["zone"][: field.cells] = zones(field, sides, depth)
    for side, cells in enumerate(start):
        r["start"][side * room : side * room + len(cells)] = cells
        r["edge"][side, : field.cells] = edges(field, sides, side)
    r["middle"] = middle_of(field)


def middle_of(field: Field) -> int:
    """Return the cell in the middle of a field."""
    return field.cell(field.columns // 2, field.rows // 2)


def edges(field: Field, sides: int, side: int) -> list[int]:
    """Return, by cell, how far it lies from a side's own edge or corner."""
    places = (field.place(cell) for cell in range(field.cells))
    return [_from_edge(field, sides, side, x, y) if field.contains(x, y) else OUTSIDE_FIELD for x, y in places]


def _from_edge(field: Field, sides: int, side: int, column: int, row: int) -> int:
    far_column, far_row = field.columns - 1 - column, field.rows - 1 - row
    if sides == 2:
        return (column, far_column)[side]
    return max(((column, row), (far_column, far_row), (far_column, row), (column, far_row))[side])


def zones(field: Field, sides: int, depth: int) -> list[int]:
    """Return, by cell, 1 + the side that deploys there, up to a depth from its edge; corners are two hexes deeper."""
    zone = [0] * field.cells
    deep = min(depth, (field.columns - 1) // 2)
    if sides > 2:
        deep = min(deep + 2, (field.columns - 1) // 2, (field.rows - 1) // 2)
    for side in range(sides):
        edge = edges(field, sides, side)
        for cell in range(field.cells):
            if edge[cell] < deep:
                zone[cell] = side + 1
    return zone


def starts(field: Field, hexes: Hexes | None, zone: Sequence[int], side: int, size: int) -> list[int]:
    """Return the cells of a side's pieces, about the middle of its zone; fewer than asked for where there is no room.

    ``hexes`` is the map if one was given.
    """
    own = deployable(field, hexes, zone, side)
    if side == 1:  # half a turn of what the first one would have
        own.reverse()
    places = [field.place(cell) for cell in own]
    x, y = (sum(part) / max(1, len(places)) for part in zip(*places, strict=True)) if places else (0, 0)
    order = sorted(range(len(own)), key=lambda k: (abs(places[k][0] - x) * 2 + abs(places[k][1] - y), k))
    chosen: list[int] = []
    for apart in (4, 3, 2, 1):
        for k in order:
            if len(chosen) == size:
                break
            here = axial(*places[k])
            if own[k] not in chosen and all(distance(here, axial(*field.place(c))) >= apart for c in chosen):
                chosen.append(own[k])
    return chosen


def deployable(field: Field, hexes: Hexes | None, zone: Sequence[int], side: int) -> list[int]:
    """Return the cells of a side's zone in which somebody can stand."""
    return [cell for cell in range(field.cells) if zone[cell] == side + 1 and is_open(hexes, *field.place(cell))]
