"""The ground of a game: a map that was given, or generated: hills, then patches of ground.

Of generated ground the middle and every start are open. It is its own image, if asked: what takes a side to another
one (see ``outline``) changes nothing of it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import cell_at, distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.config import Scatter
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, DIFFICULT, HEAVY, OFF, OPEN, SOFT
from swarmzoo.envs.skirmish.battlefield.zones import OUTSIDE_FIELD

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
    """Lay the map that was given, or generate one; where somebody begins, and in the middle, that one is open."""
    if r.generated:
        generate(s, r)
        s.terrain[r.middle] = OPEN
        for i in range(r.start.shape[0]):
            if r.start[i] != NOBODY:
                set_ground(s, r, int(r.start[i]), OPEN)
    else:
        for cell in range(r.cells):
            s.terrain[cell] = r.map_terrain[cell]
            s.height[cell] = r.map_height[cell]


@kernel
def is_on_field(r, cell):
    """Tell whether a cell belongs to the field."""
    return r.edge[0, cell] != OUTSIDE_FIELD


@kernel
def lay_open(s, r):
    """Make the whole field open and level."""
    for cell in range(r.cells):
        if is_on_field(r, cell):
            s.terrain[cell] = OPEN
            s.height[cell] = 0


@kernel
def set_ground(s, r, cell, kind):
    """Make a cell ground of a kind, and its images, if asked; return how many were not so before."""
    changed = int(s.terrain[cell] != kind)
    s.terrain[cell] = kind
    if r.symmetric:
        for nth in range(r.images.shape[0]):
            changed += s.terrain[r.images[nth, cell]] != kind
            s.terrain[r.images[nth, cell]] = kind
    return changed


@kernel
def generate(s, r):
    """Draw hills and ground: about as many hexes of each kind as the rules say."""
    lay_open(s, r)
    hexes = int(r.hexes)
    share = 1000 * (1 + r.images.shape[0] if r.symmetric else 1)  # a hill comes with its images
    for _ in range((hexes * int(r.hills) + draw_below(s.rng, share)) // share):
        raise_hill(s, r, random_cell(s, r))
    for kind in range(DIFFICULT, BLOCKING + 1):
        laid, wanted = 0, hexes * int(r.scatter[kind - DIFFICULT]) // 1000
        while laid < wanted:
            laid += lay_patch(s, r, random_cell(s, r), kind)


@kernel
def random_cell(s, r):
    """Draw a hex of the field."""
    cell = cell_at(r, 0, 0) - 1  # in the margin
    while not is_on_field(r, cell):
        cell = cell_at(r, draw_below(s.rng, int(r.columns)), draw_below(s.rng, int(r.rows)))
    return cell


@kernel
def raise_hill(s, r, top):
    """Raise a hill: its top and rings of lower ground about it."""
    for cell in range(r.cells):
        if is_on_field(r, cell):
            gap = distance(r, cell, top)
            if r.symmetric:
                for nth in range(r.images.shape[0]):
                    gap = min(gap, distance(r, cell, r.images[nth, top]))
            s.height[cell] = max(int(s.height[cell]), int(r.top) - gap // 2)


@kernel
def lay_patch(s, r, cell, kind):
    """Lay a patch of a kind by a random walk; return how many hexes it made so."""
    laid = 0
    for _ in range(1 + draw_below(s.rng, 2 * PATCH - 1)):
        if s.terrain[cell] == OPEN:
            laid += set_ground(s, r, cell, kind)
        other = neighbour(r, cell, draw_below(s.rng, 6))
        if s.terrain[other] != OFF:
            cell = other
    return max(laid, 1)
