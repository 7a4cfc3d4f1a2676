"""Where sides begin: their fronts, their edges, the zones in which they deploy, a place for each of their pieces.

Two sides begin at the west and the east edge, three in every other corner of a field with six, four in the corners of
one with four. What takes a side to another one (see ``outline``) takes its place onto the other's. Pieces stand apart
from each other where there is room.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.maps import Hexes, is_open
from swarmzoo.envs.skirmish.battlefield.outline import Outline
from swarmzoo.envs.skirmish.battlefield.poses import mirrored, seen

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
FRONTS = {  # poses, in which all sides see the field alike
    2: (EAST, WEST),
    3: (EAST, SOUTH_WEST, NORTH_WEST),
    4: (SOUTH_EAST, NORTH_WEST, mirrored(SOUTH_WEST), mirrored(NORTH_EAST)),
}
OUTSIDE_FIELD = 999  # the distance of a cell of the margin to an edge


def zone_rules(sides: int, cells: int, pieces: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for where sides begin."""
    return [
        ("front", np.int8, sides),
        ("start", np.int16, pieces),  # NOBODY: the piece does not take part
        ("zone", np.int8, cells),  # 1 + the side that deploys here
        ("edge", np.int16, (sides, cells)),  # hexes to a side's own edge
        ("middle", np.int16),
        ("hexes", np.int16),  # of the field
        ("images", np.int16, (sides - 1, cells)),  # of a cell for the other sides, or NOBODY
        ("nth", np.int8, (sides, sides)),  # the sides as each counts them, itself first
    ]


def write_zone_rules(r: np.void, field: Outline, depth: int, start: Sequence[Sequence[int]]) -> None:
    """Fill those fields; ``start`` lists the cells of every side's pieces, which have numbers of their own."""
    sides = len(start)
    room = len(r["start"]) // sides
    r["front"], r["start"] = FRONTS[sides], NOBODY
    r["zone"][: field.cells] = zones(field, sides, depth)
    for side, cells in enumerate(start):
        r["start"][side * room : side * room + len(cells)] = cells
        r["edge"][side, : field.cells] = edges(field, sides, side)
        r["nth"][side] = counted_from(sides, side)
    r["middle"], r["hexes"] = field.cell(*field.middle), len(field.places)
    r["images"] = NOBODY
    for place in field.places:
        others = field.images(sides, place)[1:]
        r["images"][:, field.cell(*place)] = [NOBODY if other is None else field.cell(*other) for other in others]


def counted_from(sides: int, side: int) -> list[int]:
    """Return all sides as one counts them, itself first: what takes one side to another keeps the order.

    Two and three are counted on around the field. Of four come first who lies across the middle, then who lies across
    the mirror between west and east, then who lies across that between north and south.
    """
    return [side ^ k if sides == 4 else (side + k) % sides for k in range(sides)]


def edges(field: Outline, sides: int, side: int) -> list[int]:
    """Return, by cell, how far it lies from a side's own edge or corner."""
    edge = [OUTSIDE_FIELD] * field.cells
    for column, row in field.places:
        edge[field.cell(column, row)] = _from_edge(field, sides, side, column, row)
    return edge


def _from_edge(field: Outline, sides: int, side: int, column: int, row: int) -> int:
    if sides == 3:
        return distance(axial(column, row), field.corner(side))
    x = 2 * column + (row & 1)
    from_west, from_east = (x - field.west) // 2, (field.east - x) // 2
    if sides == 2:
        return (from_west, from_east)[side]
    from_south = field.rows - 1 - row
    return max(((from_west, row), (from_east, from_south), (from_east, row), (from_west, from_south))[side])


def zones(field: Outline, sides: int, depth: int) -> list[int]:
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


def starts(field: Outline, hexes: Hexes | None, zone: Sequence[int], sides: int, side: int, size: int) -> list[int]:
    """Return the cells of a side's pieces, about the middle of its zone; fewer than asked for where there is no room.

    ``hexes`` is the map if one was given. Places are compared as the side sees them, so that all sides choose alike.
    """
    own = {seen(axial(*field.place(c)), FRONTS[sides][side]): c for c in deployable(field, hexes, zone, side)}
    order = sorted(own, key=lambda here: (here[1], here[0]))
    x, y = sum(2 * q + r for q, r in order), sum(r for _, r in order)
    order.sort(key=lambda here: abs(len(own) * (2 * here[0] + here[1]) - x) + abs(len(own) * here[1] - y))
    chosen: list[tuple[int, int]] = []
    for apart in (4, 3, 2, 1):
        for here in order:
            if len(chosen) == size:
                break
            if here not in chosen and all(distance(here, other) >= apart for other in chosen):
                chosen.append(here)
    return [own[here] for here in chosen]


def deployable(field: Outline, hexes: Hexes | None, zone: Sequence[int], side: int) -> list[int]:
    """Return the cells of a side's zone in which somebody can stand."""
    return [cell for cell in range(field.cells) if zone[cell] == side + 1 and is_open(hexes, *field.place(cell))]
