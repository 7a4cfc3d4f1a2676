"""Foe slots: the units of the other sides as a unit counts them, side after side from its own one on."""

from swarmzoo.envs.core.kernel import kernel


@kernel
def foe_slot(r, unit, k):
    """Return the unit of a foe slot."""
    return foe_of_side(r, r.side_of[unit], k)


@kernel
def foe_of_side(r, side, k):
    """Return the k-th unit of the other sides, as a side counts them."""
    slots = int(r.slots)
    return int(r.nth[side, 1 + k // slots]) * slots + k % slots


@kernel
def num_foes(r):
    """Return how many foe slots there are."""
    return int(r.slots) * (int(r.sides) - 1)


@kernel
def slot_of(r, unit, foe):
    """Return which foe slot of a unit a unit of another side has."""
    slots, nth = int(r.slots), 1
    while nth + 1 < r.sides and r.nth[r.side_of[unit], nth] != foe // slots:
        nth += 1
    return (nth - 1) * slots + foe % slots
