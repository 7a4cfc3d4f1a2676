"""The action space: one flat list. A Command or action is chosen first, then what it is aimed at. [OVR-A1]

Foe slots are the units of the other sides, side after side from the own one on, each with as many slots as the largest
force. The disc is as wide as the widest Run.
"""

from functools import cache

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.core.fields import disc_size

SHARES = ("none", "one", "half", "all")
BODIES = ("overseer", "specialist")
PARTS = (
    ("end", "one"),
    # Commands of movement
    ("move", "one"),
    ("advance", "one"),
    ("run", "one"),
    ("disengage", "one"),
    ("cover_ground", "one"),
    # Commands of attack
    ("charge", "one"),
    ("fire", "one"),
    ("concentrate", "one"),
    ("suppress", "one"),
    ("support", "one"),  # the Specialist alone
    ("overwatch", "one"),
    ("mark", "one"),
    ("assault", "one"),
    # the Overseer's own actions
    ("rally", "one"),
    ("shoot", "one"),
    ("strike", "one"),
    ("called", "one"),
    ("aim", "one"),
    ("tend", "one"),
    ("work", "one"),
    # what they are aimed at, and answers
    ("go", "disc"),
    ("at", "foe"),
    ("body", "body"),
    ("share", "share"),
    ("evade", "one"),
)
NUM_PARTS = len(PARTS)
(
    END,
    MOVE,
    ADVANCE,
    RUN,
    DISENGAGE,
    COVER_GROUND,
    CHARGE,
    FIRE,
    CONCENTRATE,
    SUPPRESS,
    SUPPORT,
    OVERWATCH,
    MARK,
    ASSAULT,
    RALLY,
    SHOOT,
    STRIKE,
    CALLED,
    AIM,
    TEND,
    WORK,
    GO,
    AT,
    BODY,
    SHARE,
    EVADE,
) = range(NUM_PARTS)
NONE, ONE, HALF, ALL = range(4)  # shares
OVERSEER, SPECIALIST = range(2)  # bodies

_AIMS = {"one": "none", "foe": "unit", "disc": "hex", "body": "none", "share": "none"}


@cache
def action_space(slots: int, sides: int, radius: int) -> Actions:
    """Return the parts for so many units of a side, so many sides, and the radius of the disc."""
    sizes = {
        "one": 1,
        "foe": slots * (sides - 1),
        "disc": disc_size(radius),
        "body": len(BODIES),
        "share": len(SHARES),
    }
    names = {"body": BODIES, "share": SHARES}
    return Actions(tuple(Part(name, sizes[kind], _AIMS[kind], names.get(kind, ())) for name, kind in PARTS))
