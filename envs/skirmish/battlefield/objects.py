"""Objects on a battlefield that can be broken: armour holds off, structure is what is left to be broken.

An object makes the hex in which it stands ground of its kind; when its structure is gone the hex becomes what its
ruin is, and moves and sight take notice. Games with objects add ``object_fields`` to their state and ``object_rules``
to their rules.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.config import KindName
from swarmzoo.envs.skirmish.battlefield.ground import survey_cell
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS

NO_OBJECT = -1


class BattlefieldObject(Settings):
    """A kind of object."""

    armour: int = number(0, 0, 100, "", "damage that does nothing", "points")
    structure: int = number(10, 1, 1000, "", "damage that breaks it", "points")
    ground: KindName = choice("blocking", "", "what its hex is while it stands")
    ruin: KindName = choice("difficult", "", "what its hex is when it is broken")


def object_fields(cells: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for the objects on its battlefield."""
    return [("object", np.int8, cells), ("structure", np.int16, cells)]


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
    for cell in range(s.object.shape[0]):
        s.object[cell], s.structure[cell] = NO_OBJECT, 0


@kernel
def place_object(s, r, cell, kind):
    """Place an unbroken object in a cell."""
    s.object[cell], s.structure[cell] = kind, r.object_structure[kind]
    s.terrain[cell] = r.object_ground[kind]
    survey_cell(s, r, cell)


@kernel
def damage_object(s, r, cell, damage):
    """Damage the object in a cell; return the structure that it loses. Without one nothing happens.

    What was found out about sight and reach before it breaks is to be found out again.
    """
    kind = int(s.object[cell])
    if kind == NO_OBJECT:
        return 0
    lost = min(max(damage - int(r.object_armour[kind]), 0), int(s.structure[cell]))
    s.structure[cell] -= lost
    if s.structure[cell] == 0:
        s.object[cell] = NO_OBJECT
        s.terrain[cell] = r.object_ruin[kind]
        survey_cell(s, r, cell)
    return lost
