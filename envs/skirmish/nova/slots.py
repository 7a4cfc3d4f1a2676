"""Foe slots: the pieces of the other sides as a piece counts them, side after side from its own one on."""

from swarmzoo.envs.core.kernel import kernel


@kernel
def foe_slot(r, i, k):
    """Return the piece of a foe slot."""
    slots = int(r.slots)
    return int(r.nth[r.side_of[i], 1 + k // slots]) * slots + k % slots


@kernel
def num_foes(r):
    """Return how many foe slots there are."""
    return int(r.slots) * (int(r.sides) - 1)


@kernel
def slot_of(r, i, foe):
    """Return which foe slot of a piece a piece of another side has."""
    slots, nth = int(r.slots), 1
    while nth + 1 < r.sides and r.nth[r.side_of[i], nth] != foe // slots:
        nth += 1
    return (nth - 1) * slots + foe % slots
