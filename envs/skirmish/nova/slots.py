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


@kernel
def thing_slot(r, i, k):
    """Return the object of a slot: of scattered ones and their images each side counts the one nearest to it first.

    They come in groups, each object with its images, and sides count them as they count each other.
    """
    first, sides = int(r.first_scattered), int(r.sides)
    group = (k - first) // sides
    if first < 0 or k < first or first + (group + 1) * sides > r.things:
        return k
    return first + group * sides + int(r.nth[r.side_of[i], (k - first) % sides])


@kernel
def slot_of_thing(r, i, n):
    """Return the slot in which a piece has an object."""
    first, sides = int(r.first_scattered), int(r.sides)
    if first < 0 or n < first:
        return n
    begin = n - (n - first) % sides
    for k in range(begin, begin + sides):
        if thing_slot(r, i, k) == n:
            return k
    return n
