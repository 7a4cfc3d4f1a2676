"""What the numbers of an observation mean, where they are, and how they are to be read. [NOV-A6]

Pieces are listed as the agent counts them: its own, the others of its side, then those of the other sides, as the foe
slots of the actions do.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.skirmish.nova.state import STAGE_NAMES

PLANES = (
    "movement to enter, 0: no entry",
    "cover, plus 4 where it hides",
    "height",
    "off the field 1",
    "1 + row of the piece that stands here, 0: nobody",
    "1 + what it costs to go here, 0: cannot",
    "1 + kind of the object that stands here, 0: none",
    "structure of the object, at most 255",
)
NUM_PLANES = len(PLANES)
READ_PLANES = (
    *(("number", 4), ("bits", 3), ("number", 3), ("bits", 1), ("category", 16), ("number", 16)),
    *(("category", 32), ("number", 60)),
)
SHEET = (
    "1 + kind, 0: not there",
    "fate",
    "members",
    "henchmen",
    "levels left of the track, or health levels",
    "stun",
    "Willpower",
    "dazed 1, stunned 2, prone 4, in cover 8, holds 16, is held 32, full defence 64, sprints 128",
    "hexes away, at most 255",
    "direction, 1 to 6",
    "q from the disc's middle + 64",
    "row from the disc's middle + 64",
    "actions that it has declared",
    "first of them",
    "place in the order, from 1",
    "has its turn 1, is asked 2, attacks 4, is attacked 8",
)
NUM_SHEET = len(SHEET)
READ_SHEET = (
    *(("category", 6), ("category", 7), ("number", 10), ("number", 10), ("number", 14), ("number", 10), ("number", 10)),
    *(("bits", 8), ("number", 24), ("category", 6), ("number", 64), ("number", 64), ("number", 6), ("category", 20)),
    *(("number", 8), ("bits", 4)),
)
VECTOR = (
    *(f"stage: {name}" for name in STAGE_NAMES[1:]),
    "round, at most 255",
    "rounds left, at most 255",
    "the action that is declared",
    "actions declared",
    "declaring 0, acting 1, replacing 2",
    "net successes of the attack + 64",
    "levels of the attack",
    "structure of the objective, at most 255",
)
NUM_VECTOR = len(VECTOR)
READ_VECTOR = (
    *[("bits", 1)] * (len(STAGE_NAMES) - 1),
    *(("number", 20), ("number", 20), ("category", 20), ("number", 6), ("bits", 2), ("number", 64), ("number", 10)),
    ("number", 60),
)
assert len(READ_SHEET) == NUM_SHEET and len(READ_VECTOR) == NUM_VECTOR


@cache
def layout(sides: int, slots: int, radius: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    disc = Slice("disc", 0, (disc_size(radius), NUM_PLANES), "whole numbers: see PLANES; ring by ring, clockwise")
    pieces = Slice("pieces", disc.stop, (sides * slots, NUM_SHEET), "whole numbers: see SHEET; the own one first")
    return disc, pieces, Slice("situation", pieces.stop, (NUM_VECTOR,), "whole numbers: see VECTOR")


def readings(sides: int, slots: int) -> tuple[tuple[str, int], ...]:
    """Return how the bytes after the disc are to be read."""
    return READ_SHEET * (sides * slots) + READ_VECTOR


def planes(observations: np.ndarray, radius: int) -> np.ndarray:
    """Return the discs of observations, of some radius, as planes, shape (..., planes, hexes)."""
    size = disc_size(radius)
    discs = observations[..., : size * NUM_PLANES].reshape(*observations.shape[:-1], size, NUM_PLANES)
    return np.moveaxis(discs, -1, -2)
