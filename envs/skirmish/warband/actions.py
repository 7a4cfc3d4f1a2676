"""The action space: one flat list whose parts depend on slots and on the radius of the disc.

Own slots are the characters of the own warband in the order of its roster; foe slots those of the others, warband after
warband from the own one on, each with as many slots.
"""

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.core.fields import disc_size

PARTS = (
    ("end", "one"),
    ("pick", "own"),
    ("go", "disc"),
    ("charge", "foe"),
    ("strike", "foe"),
    ("power", "foe"),
    ("shoot", "foe"),
    ("aim", "foe"),
    ("aim_twice", "foe"),
    ("taunt", "foe"),
    ("cover", "one"),
    ("breather", "one"),
    ("reload", "one"),
    ("disengage", "one"),
    ("rally", "own"),
    ("order", "own"),
    ("bolt", "foe"),
    ("ward", "own"),
    ("haste", "own"),
    ("dread", "foe"),
)
NUM_PARTS = len(PARTS)
(
    END,
    PICK,
    GO,
    CHARGE,
    STRIKE,
    POWER,
    SHOOT,
    AIM,
    AIM_TWICE,
    TAUNT,
    COVER,
    BREATHER,
    RELOAD,
    DISENGAGE,
    RALLY,
    ORDER,
    BOLT,
    WARD,
    HASTE,
    DREAD,
) = range(NUM_PARTS)

_AIMS = {"one": "none", "own": "unit", "foe": "unit", "disc": "hex"}
AT_FOES = frozenset(name for name, kind in PARTS if kind == "foe")


@cache
def action_space(slots: int, warbands: int, radius: int, characters: tuple[str, ...] = ()) -> Actions:
    """Return the parts for a number of slots and warbands and the radius of the disc; ``characters``: by slot."""
    sizes = {"one": 1, "own": slots, "foe": slots * (warbands - 1), "disc": disc_size(radius)}
    own = (*characters, *[""] * (slots - len(characters)))
    names = {"own": own, "foe": tuple(name and f"enemy {name}" for name in own) * (warbands - 1)}
    return Actions(tuple(Part(name, sizes[kind], _AIMS[kind], names.get(kind, ())) for name, kind in PARTS))


def slot_names(rosters: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return what all warbands call the character in each slot, given the names of each; "" where they differ."""
    by_slot = zip_longest(*rosters)
    return tuple(next(iter(found)) if len(found) == 1 else "" for found in ({*slot} - {None} for slot in by_slot))
