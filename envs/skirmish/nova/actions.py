"""The action space: one flat list. An action is declared as its kind, then what it is aimed at; then answers. [NOV-A1]

Foe slots are the pieces of the other sides, side after side from the own one on, each with as many slots as there is
room for. The disc lies about the hex of whoever decides; objects are numbered as they were put on the field.
"""

from functools import cache

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.skirmish.nova.arms import BURSTS

MODES = ("single", *(f"{burst} {use}" for burst in BURSTS[1:] for use in ("accurate", "heavy")))
HOWS = ("target", "ground", "through", "vital")
PARTS = (
    ("done", "one"),
    ("full_defence", "one"),
    ("heal_stun", "one"),
    # kinds of actions
    ("light_blow", "one"),
    ("heavy_blow", "one"),
    ("grapple", "one"),
    ("crush", "one"),
    ("weapon_1", "one"),
    ("weapon_2", "one"),
    ("weapon_3", "one"),
    ("support", "one"),
    ("dodge", "one"),
    ("parry", "one"),
    ("run", "one"),
    ("sprint", "one"),
    ("drag", "one"),
    ("break_free", "one"),
    ("release", "one"),
    ("resuscitate", "one"),
    ("take_cover", "one"),
    # what they are aimed at
    ("at", "foe"),
    ("mate", "mate"),
    ("hex", "disc"),
    ("thing", "thing"),
    ("mode", "mode"),
    ("how", "how"),
    # an action that has become impossible
    ("spend", "one"),
    ("roll", "one"),
    ("let_go", "one"),
    # answers to an attack
    ("use_dodge", "one"),
    ("use_parry", "one"),
    ("abort_dodge", "pay"),
    ("abort_parry", "pay"),
    ("power_through", "one"),
    ("maim", "one"),
    ("take_it", "one"),
)
NUM_PARTS = len(PARTS)
(
    DONE,
    FULL_DEFENCE,
    HEAL_STUN,
    LIGHT_BLOW,
    HEAVY_BLOW,
    GRAPPLE,
    CRUSH,
    WEAPON_1,
    WEAPON_2,
    WEAPON_3,
    SUPPORT,
    DODGE,
    PARRY,
    RUN,
    SPRINT,
    DRAG,
    BREAK_FREE,
    RELEASE,
    RESUSCITATE,
    TAKE_COVER,
    AT,
    MATE,
    HEX,
    THING,
    MODE,
    HOW,
    SPEND,
    ROLL,
    LET_GO,
    USE_DODGE,
    USE_PARRY,
    ABORT_DODGE,
    ABORT_PARRY,
    POWER_THROUGH,
    MAIM,
    TAKE_IT,
) = range(NUM_PARTS)
AT_TARGET, AT_GROUND, THROUGH, VITAL = range(4)  # how an attack is aimed
BY_POINT, BY_ROLL = range(2)  # how an abort is paid for

_AIMS = {"one": "none", "foe": "unit", "mate": "unit", "disc": "hex", "thing": "none", "mode": "none", "how": "none"}


@cache
def action_space(slots: int, sides: int, radius: int, things: int) -> Actions:
    """Return the parts for so many pieces of a side, so many sides, the radius of the disc, and so many objects."""
    sizes = {
        "one": 1,
        "foe": slots * (sides - 1),
        "mate": slots,
        "disc": disc_size(radius),
        "thing": things,
        "mode": len(MODES),
        "how": len(HOWS),
        "pay": 2,
    }
    names = {"mode": MODES, "how": HOWS, "pay": ("for a point", "by a roll")}
    return Actions(tuple(Part(name, sizes[kind], _AIMS.get(kind, "none"), names.get(kind, ())) for name, kind in PARTS))
