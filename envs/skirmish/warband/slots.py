"""Slots: the characters as a warband counts them, its own, and those of the others, warband after warband.

Foes are looked up in tables of the rules, since a mask asks for them over and over.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import kernel


def slot_rules(warbands: int, slots: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for slots."""
    n = warbands * slots
    return [
        ("slots", np.int16),
        ("foes", np.int16, (warbands, n - slots)),  # the characters of the foe slots
        ("foe_slots", np.int16, (warbands, n)),  # the foe slots of the characters; of the own ones nobody asks
    ]


def write_slot_rules(r: np.void, slots: int) -> None:
    """Fill those fields, once it stands in ``nth`` how the warbands count each other."""
    r["slots"] = slots
    for side, counted in enumerate(r["nth"].tolist()):
        r["foes"][side] = [other * slots + k for other in counted[1:] for k in range(slots)]
        r["foe_slots"][side][r["foes"][side]] = np.arange(len(r["foes"][side]))


@kernel
def own_slot(r, side, k):
    """Return the character of an own slot."""
    return int(side) * int(r.slots) + k


@kernel
def foe_slot(r, side, k):
    """Return the character of a foe slot: warband after warband, as the own one counts them."""
    return int(r.foes[side, k])


@kernel
def num_foes(r):
    """Return how many foe slots there are."""
    return r.foes.shape[1]


@kernel
def slot_of_foe(r, side, j):
    """Return which foe slot of a warband a character of another one has."""
    return int(r.foe_slots[side, j])
