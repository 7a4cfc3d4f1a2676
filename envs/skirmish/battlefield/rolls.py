"""Who belongs to which group, and who stands near a hex, without a look at everybody.

A group is what a game makes of it: a side, or the followers of one leader. Games with many pieces add ``roll_fields``
to their state; a piece is enrolled when it joins a group, and struck off when it is lost.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY

NO_GROUP = -1


def roll_fields(groups: int, most: int, pieces: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for so many groups of at most so many of its pieces."""
    return [
        ("roll", np.int16, (groups, most)),  # its pieces, in the order in which they joined
        ("enrolled", np.int16, groups),  # how many
        ("group", np.int16, pieces),  # of each piece, or NO_GROUP
        ("near", np.int16, pieces),  # what list_near has found
    ]


@kernel
def clear_rolls(s):
    """Empty all groups."""
    for group in range(s.enrolled.shape[0]):
        s.enrolled[group] = 0
        for k in range(s.roll.shape[1]):
            s.roll[group, k] = NOBODY
    for i in range(s.group.shape[0]):
        s.group[i], s.near[i] = NO_GROUP, NOBODY


@kernel
def enroll(s, i, group):
    """Let a piece that is in no group join one; tell whether there was room."""
    n = int(s.enrolled[group])
    if n == s.roll.shape[1]:
        return False
    s.roll[group, n], s.group[i] = i, group
    s.enrolled[group] += 1
    return True


@kernel
def strike_off(s, i):
    """Take a piece out of its group; the others keep their order."""
    group = int(s.group[i])
    if group == NO_GROUP:
        return
    last, found = int(s.enrolled[group]) - 1, False
    for k in range(last):
        found |= s.roll[group, k] == i
        if found:
            s.roll[group, k] = s.roll[group, k + 1]
    s.roll[group, last] = NOBODY
    s.enrolled[group], s.group[i] = last, NO_GROUP


@kernel
def nearest_of(s, r, group, cell):
    """Return the piece of a group that stands nearest to a cell, the first of several, or NOBODY."""
    best, least = NOBODY, 1 << 15
    for k in range(s.enrolled[group]):
        i = int(s.roll[group, k])
        if s.place[i] != NOBODY and distance(r, s.place[i], cell) < least:
            best, least = i, distance(r, s.place[i], cell)
    return best


@kernel
def list_near(s, r, middle, front, radius):
    """Write into ``near`` who stands within a radius of a cell, at most the widest; return how many.

    They come ring by ring, each ring clockwise from a front.
    """
    odd, count = parity(r, middle), 0
    for k in range(1 + 3 * radius * (radius + 1)):
        j = int(s.occupant[middle + r.disc[odd, front, k]])
        if j != NOBODY:
            s.near[count] = j
            count += 1
    return count
