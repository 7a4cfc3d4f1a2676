"""Pieces that are squads: several models of one kind that stand in one hex and act together.

Games with squads add ``squad_fields`` to their state; a piece that is not a squad has one model.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.battlefield.rolls import list_near


def squad_fields(pieces: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for the numbers of its squads."""
    return [("models", np.int16, pieces)]


@kernel
def lose_models(s, i, lost):
    """Take models from a squad, no more than it has; return how many. Who has none left leaves the field."""
    fallen = min(max(lost, 0), int(s.models[i]))
    s.models[i] -= fallen
    if s.models[i] == 0 and s.place[i] != NOBODY:
        lift(s, i)
    return fallen


@kernel
def models_within(s, r, middle, front, radius, side):
    """Return how many models of a side stand within a radius of a cell, at most the widest."""
    count = 0
    for k in range(list_near(s, r, middle, front, radius)):
        i = int(s.near[k])
        if s.side[i] == side:
            count += int(s.models[i])
    return count
