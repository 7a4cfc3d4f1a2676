"""Slots: the characters as a warband counts them, its own, and those of the others, warband after warband."""

from swarmzoo.envs.core.kernel import kernel


@kernel
def own_slot(r, side, k):
    """Return the character of an own slot."""
    return int(side) * int(r.slots) + k


@kernel
def foe_slot(r, side, k):
    """Return the character of a foe slot: warband after warband, as the own one counts them."""
    slots = int(r.slots)
    return int(r.nth[side, 1 + k // slots]) * slots + k % slots


@kernel
def num_foes(r):
    """Return how many foe slots there are."""
    return int(r.slots) * (int(r.warbands) - 1)


@kernel
def slot_of_foe(r, side, j):
    """Return which foe slot of a warband a character of another one has."""
    slots, nth = int(r.slots), 1
    while nth + 1 < r.warbands and r.nth[side, nth] != j // slots:
        nth += 1
    return (nth - 1) * slots + j % slots
