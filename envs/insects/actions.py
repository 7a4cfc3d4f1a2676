"""The action space: one flat index for every choice of the game, part after part.

Agents see hexes, directions and seats from their own seat: see ``viewpoint``. Kernels know a part by its number, and
where it begins from ``r.first``.
"""

from functools import cache

from swarmzoo.envs.core.actions import Actions, Part
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_EVOLUTIONS, NUM_KINDS

NUM_DIGITS = 32
NUM_PARTS = 9
PASS, PLAY, BURN, HEX, STEP_TO, PICK_UP_SOME, DROP_SOME, DIGIT, SEAT = range(NUM_PARTS)


@cache
def action_space(capacity: int, players: int) -> Actions:
    """Return the parts for a board's capacity and a number of players."""
    return Actions(
        (
            Part("pass"),  # or end, or stop
            Part("play", NUM_KINDS, "card kind", KIND_NAMES),  # in EXCESS and for Adaptation: discard
            Part("burn", NUM_EVOLUTIONS, "card kind", KIND_NAMES[:NUM_EVOLUTIONS]),
            Part("hex", capacity, "hex"),
            Part("step", 6, "direction"),
            Part("pick up"),
            Part("drop"),
            Part("digit", NUM_DIGITS, "count"),
            Part("seat", players, "seat"),  # or a place in the Bid
        )
    )
