"""The action space: one flat list whose parts depend on slots and on the radius of the disc.

Own slots are the characters of the own warband in the order of its roster; foe slots those of the others, warband after
warband from the own one on, each with as many slots.
"""

from functools import cache

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
def action_space(slots: int, warbands: int, radius: int) -> Actions:
    """Return the parts for a number of slots and warbands and the radius of the disc."""
    sizes = {"one": 1, "own": slots, "foe": slots * (warbands - 1), "disc": disc_size(radius)}
    return Actions(tuple(Part(name, sizes[kind], _AIMS[kind]) for name, kind in PARTS))
