"""The action encoding, the same for every soldier; directions count clockwise from the front of its company."""

STAY = 0
STEP = 1  # + direction: step and turn to face that way; in reactions and manoeuvres a Short Move
KEEP = 7  # + direction: step and keep the facing
FACE_LEFT, FACE_RIGHT = 13, 14
FORM_UP, LEAVE, EVADE, CHARGE = 15, 16, 17, 18
VOLLEY = 19  # + k: shoot at the k-th nearest target
AIM = 25  # + k
STRIKE = 31  # + k: strike at the k-th nearest enemy in reach
DEFEND = 37
NUM_ACTIONS = 38
MOST_TARGETS = 6
ACTION_NAMES = (
    "stay",
    *(f"step {way}" for way in ("ahead", "ahead right", "back right", "back", "back left", "ahead left")),
    *(f"step {way}, keep facing" for way in ("ahead", "ahead right", "back right", "back", "back left", "ahead left")),
    "face left",
    "face right",
    "form up",
    "leave the formation",
    "evade",
    "charge",
    *(f"volley at target {k}" for k in range(1, 7)),
    *(f"aim at target {k}" for k in range(1, 7)),
    *(f"strike target {k}" for k in range(1, 7)),
    "defend",
)
assert len(ACTION_NAMES) == NUM_ACTIONS
