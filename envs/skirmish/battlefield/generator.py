"""The ground of a game: a map that was given, or generated: hills, then patches of ground; every start is open.

Half a turn about the middle changes nothing of generated ground, if asked.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import cell_at, distance, image_of, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.config import Scatter
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, DIFFICULT, HEAVY, OFF, OPEN, SOFT

PATCH = 4  # hexes of a patch on the average
_SCATTERED = ("difficult", "soft", "heavy", "blocking")
assert (DIFFICULT, SOFT, HEAVY, BLOCKING) == (1, 2, 3, 4)


def generator_rules(cells: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for how its ground is laid."""
    return [
        ("generated", np.bool_),
        ("symmetric", np.bool_),
        ("scatter", np.int16, len(_SCATTERED)),
        ("hills", np.int16),
        ("top", np.int8),
        ("map_terrain", np.int8, cells),
        ("map_height", np.int8, cells),
    ]


def write_generator_rules(r: np.void, scatter: Scatter, symmetric: bool) -> None:
    """Fill those fields, for ground that is generated."""
    r["generated"], r["symmetric"] = True, symmetric
    r["scatter"] = [getattr(scatter, name) for name in _SCATTERED]
    r["hills"], r["top"] = scatter.hills, scatter.height


def write_map_rules(r: np.void, terrain: Sequence[int], height: Sequence[int]) -> None:
    """Lay a map in place of generated ground: terrain and height by cell."""
    r["generated"] = False
    r["map_terrain"][: len(terrain)], r["map_height"][: len(height)] = terrain, height


@kernel
def lay_ground(s, r):
    """Lay the map that was given, or generate one; where somebody begins generated ground is open."""
    if r.generated:
        generate(s, r)
        for i in range(r.start.shape[0]):
            if r.start[i] != NOBODY:
                s.terrain[r.start[i]] = OPEN
    else:
        for cell in range(r.cells):
            s.terrain[cell] = r.map_terrain[cell]
            s.height[cell] = r.map_height[cell]


@kernel
def lay_open(s, r):
    """Make the whole field open and level."""
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            s.terrain[cell] = OPEN
            s.height[cell] = 0


@kernel
def generate(s, r):
    """Draw hills and ground: about as many hexes of each kind as the rules say."""
    lay_open(s, r)
    hexes = int(r.rows) * int(r.columns)
    hills = (hexes * int(r.hills) + draw_below(s.rng, 1000)) // 1000
    for k in range(hills):
        if not r.symmetric or k % 2 == 0:
            raise_hill(s, r, random_cell(s, r))
    for kind in range(DIFFICULT, BLOCKING + 1):
        laid, wanted = 0, hexes * int(r.scatter[kind - DIFFICULT]) // 1000
        while laid < wanted:
            laid += lay_patch(s, r, random_cell(s, r), kind)


@kernel
def random_cell(s, r):
    """Draw a hex of the field."""
    return cell_at(r, draw_below(s.rng, int(r.columns)), draw_below(s.rng, int(r.rows)))


@kernel
def raise_hill(s, r, top):
    """Raise a hill: its top and rings of lower ground about it."""
    image = image_of(r, top)
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            gap = distance(r, cell, top)
            if r.symmetric:
                gap = min(gap, distance(r, cell, image))
            s.height[cell] = max(int(s.height[cell]), int(r.top) - gap // 2)


@kernel
def lay_patch(s, r, cell, kind):
    """Lay a patch of a kind by a random walk; return how many hexes it made so."""
    laid = 0
    for _ in range(1 + draw_below(s.rng, 2 * PATCH - 1)):
        if s.terrain[cell] == OPEN:
            s.terrain[cell] = kind
            laid += 1
            image = image_of(r, cell)
            if r.symmetric and image != cell:
                s.terrain[image] = kind
                laid += 1
        other = neighbour(r, cell, draw_below(s.rng, 6))
        if s.terrain[other] != OFF:
            cell = other
    return max(laid, 1)
