"""Objects on a battlefield that can be broken: armour holds off, structure is what is left to be broken.

An object stands in one hex or in several and is broken as a whole; a wall in which holes are broken is an object in
each of its hexes. It makes its hexes ground of its kind; when its structure is gone they become what its ruin is, and
moves and sight take notice. Games with objects add ``object_fields`` to their state, ``object_rules`` to their rules.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.config import KindName
from swarmzoo.envs.skirmish.battlefield.ground import survey_cell
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS

NO_OBJECT = -1


class BattlefieldObject(Settings):
    """A kind of object."""

    armour: int = number(0, 0, 100, "", "damage that does nothing", "points")
    structure: int = number(10, 1, 1000, "", "damage that breaks it", "points")
    ground: KindName = choice("blocking", "", "what its hexes are while it stands")
    ruin: KindName = choice("difficult", "", "what its hexes are when it is broken")


def object_fields(cells: int, objects: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for so many objects on its battlefield."""
    return [
        ("object", np.int16, cells),  # the number of the object that stands there, or NO_OBJECT
        ("num_objects", np.int16),
        ("object_kind", np.int8, objects),
        ("structure", np.int16, objects),  # left; 0: broken
        ("object_hexes", np.int16, objects),
    ]


def object_rules(kinds: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for its kinds of objects."""
    return [(f"object_{name}", np.int16, kinds) for name in ("armour", "structure", "ground", "ruin")]


def write_object_rules(r: np.void, kinds: Sequence[BattlefieldObject]) -> None:
    """Fill those fields."""
    r["object_armour"] = [kind.armour for kind in kinds]
    r["object_structure"] = [kind.structure for kind in kinds]
    r["object_ground"] = [KINDS.index(kind.ground) for kind in kinds]
    r["object_ruin"] = [KINDS.index(kind.ruin) for kind in kinds]


@kernel
def clear_objects(s):
    """Take all objects away; the ground stays as it is."""
    s.num_objects = 0
    for cell in range(s.object.shape[0]):
        s.object[cell] = NO_OBJECT
    for n in range(s.structure.shape[0]):
        s.object_kind[n] = s.structure[n] = s.object_hexes[n] = 0


@kernel
def new_object(s, r, kind):
    """Make an unbroken object that stands nowhere yet; return its number, or NO_OBJECT if there is no room for more."""
    n = int(s.num_objects)
    if n == s.structure.shape[0]:
        return NO_OBJECT
    s.num_objects += 1
    s.object_kind[n], s.structure[n], s.object_hexes[n] = kind, r.object_structure[kind], 0
    return n


@kernel
def build(s, r, n, cell):
    """Let an object stand in one more cell, in which no other one stands."""
    s.object[cell] = n
    s.object_hexes[n] += 1
    s.terrain[cell] = r.object_ground[s.object_kind[n]]
    survey_cell(s, r, cell)


@kernel
def damage_object(s, r, n, damage):
    """Damage an object; return the structure that it loses. NO_OBJECT and broken ones lose none.

    What was found out about sight and reach before it breaks must be found out again.
    """
    if n == NO_OBJECT:
        return 0
    kind = int(s.object_kind[n])
    lost = min(max(damage - int(r.object_armour[kind]), 0), int(s.structure[n]))
    s.structure[n] -= lost
    if s.structure[n] == 0 and lost > 0:
        ruin(s, r, n)
    return lost


@kernel
def ruin(s, r, n):
    """Make the hexes of an object what its ruin is."""
    for cell in range(r.cells):
        if s.object[cell] == n:
            s.object[cell] = NO_OBJECT
            s.terrain[cell] = r.object_ruin[s.object_kind[n]]
            survey_cell(s, r, cell)
    s.object_hexes[n] = 0


@kernel
def span_of(s, r, n):
    """Return the smallest and the largest dimension of an object in hexes, along the three axes of the field."""
    low_q, low_row, low_sum = r.cells, r.cells, r.cells
    high_q, high_row, high_sum = -r.cells, -r.cells, -r.cells
    for cell in range(r.cells):
        if s.object[cell] == n:
            q, row = int(r.q[cell]), int(r.row[cell])
            low_q, high_q = min(low_q, q), max(high_q, q)
            low_row, high_row = min(low_row, row), max(high_row, row)
            low_sum, high_sum = min(low_sum, q + row), max(high_sum, q + row)
    spans = high_q - low_q, high_row - low_row, high_sum - low_sum
    return 1 + min(spans[0], spans[1], spans[2]), 1 + max(spans[0], spans[1], spans[2])


@kernel
def object_hexes_within(s, r, n, middle, radius):
    """Return how many hexes of an object lie within a radius of a cell; all of them: it is engulfed."""
    count = 0
    for cell in range(r.cells):
        count += s.object[cell] == n and distance(r, cell, middle) <= radius
    return count
