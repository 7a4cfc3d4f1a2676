"""The action encoding, the same for every soldier; directions count clockwise from the front of its company."""

from swarmzoo.envs.core.actions import Actions, Part

MOST_TARGETS = 6
WAY_NAMES = ("ahead", "ahead right", "back right", "back", "back left", "ahead left")  # from the company's front
TARGET_NAMES = tuple(f"target {k}" for k in range(1, MOST_TARGETS + 1))
ACTIONS = Actions(
    (
        Part("stay"),
        Part("step", 6, "direction", WAY_NAMES),
        Part("keep", 6, "direction", WAY_NAMES),
        Part("face", 2, "direction", ("left", "right")),
        Part("form up", 1, "order"),
        Part("leave", 1, "order"),
        Part("evade", 1, "order"),
        Part("charge", 1, "order"),
        Part("volley", MOST_TARGETS, "unit", TARGET_NAMES),
        Part("aim", MOST_TARGETS, "unit", TARGET_NAMES),
        Part("strike", MOST_TARGETS, "unit", TARGET_NAMES),
        Part("defend"),
    )
)
NUM_ACTIONS = ACTIONS.num_actions
STAY = ACTIONS.index("stay")
STEP = ACTIONS.index("step")  # + direction: step and turn to face that way; in reactions and manoeuvres a Short Move
KEEP = ACTIONS.index("keep")  # + direction: step and keep the facing
FACE_LEFT, FACE_RIGHT = ACTIONS.range("face")
FORM_UP, LEAVE, EVADE, CHARGE = (ACTIONS.index(name) for name in ("form up", "leave", "evade", "charge"))
VOLLEY = ACTIONS.index("volley")  # + k: shoot at the k-th nearest target
AIM = ACTIONS.index("aim")  # + k
STRIKE = ACTIONS.index("strike")  # + k: strike at the k-th nearest enemy in reach
DEFEND = ACTIONS.index("defend")
ACTION_NAMES = (
    "stay",
    *(f"step {way}" for way in WAY_NAMES),
    *(f"step {way}, keep facing" for way in WAY_NAMES),
    "face left",
    "face right",
    "form up",
    "leave the formation",
    "evade",
    "charge",
    *(f"volley at {target}" for target in TARGET_NAMES),
    *(f"aim at {target}" for target in TARGET_NAMES),
    *(f"strike {target}" for target in TARGET_NAMES),
    "defend",
)
assert len(ACTION_NAMES) == NUM_ACTIONS
# What the log tells of orders and declarations.
TO_FORM_UP, TO_LEAVE, TO_EVADE, TO_CHARGE, TO_DEFEND, TO_LOAD = range(6)
ORDER_NAMES = ("is to form up", "leaves its formation", "evades", "charges", "defends itself", "loads again")
