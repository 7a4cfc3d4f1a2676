"""Groups that keep rank: near enough to a hex, and no barrier between; how they are placed about it.

Games with groups add ``group_fields`` to their state besides ``roll_fields``.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift
from swarmzoo.envs.skirmish.battlefield.reach import spread_reach
from swarmzoo.envs.skirmish.battlefield.sight import is_barred

_OUT_OF_RANK = 1 << 12  # worse than any distance
_NEVER = 1 << 14


def group_fields(pieces: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for the placing of its groups."""
    return [("settled", np.int8, pieces)]  # has found its place


@kernel
def keeps_rank(s, r, cell, goal, rank):
    """Tell whether who stands in a cell is in rank: within a distance of a goal, and no barrier between."""
    return distance(r, cell, goal) <= rank and not is_barred(s, r, cell, goal)


@kernel
def count_in_rank(s, r, group, goal, rank):
    """Return how many of a group are in rank about a goal."""
    count = 0
    for k in range(s.enrolled[group]):
        i = s.roll[group, k]
        count += s.place[i] != NOBODY and keeps_rank(s, r, s.place[i], goal, rank)
    return count


@kernel
def place_group(s, r, group, goal, front, rank, budget):
    """Move all of a group towards a goal, each as far as its movement goes; return how many are in rank then.

    Who is nearest moves first, of several the first of the roll. Everybody goes where it is in rank and nearest to the
    goal, or as near as it gets; of several such hexes to the one that is nearest to it, then clockwise from the front.
    """
    for k in range(s.enrolled[group]):
        s.settled[s.roll[group, k]] = s.place[s.roll[group, k]] == NOBODY
    for _ in range(s.enrolled[group]):
        i = next_to_settle(s, r, group, goal)
        if i == NOBODY:
            break
        s.settled[i] = True
        cell = best_place(s, r, i, goal, front, rank, budget)
        if cell != s.place[i]:
            lift(s, i)
            enter(s, i, cell)
    return count_in_rank(s, r, group, goal, rank)


@kernel
def next_to_settle(s, r, group, goal):
    """Return who of a group is nearest to a goal of those that have no place yet, or NOBODY."""
    best, least = NOBODY, _NEVER
    for k in range(s.enrolled[group]):
        i = int(s.roll[group, k])
        if not s.settled[i] and distance(r, s.place[i], goal) < least:
            best, least = i, distance(r, s.place[i], goal)
    return best


@kernel
def best_place(s, r, i, goal, front, rank, budget):
    """Return the cell within reach of a piece, its own included, that is best for its rank about a goal."""
    start = int(s.place[i])
    odd, best, least = parity(r, start), start, place_rank(s, r, start, goal, rank, _NEVER)
    spread_reach(s, r, start, front, s.side[i], budget)
    for k in range(1, s.toll.shape[0]):
        cell = start + int(r.disc[odd, front, k])
        if s.reach[k] > 0 and s.occupant[cell] == NOBODY:
            value = place_rank(s, r, cell, goal, rank, least)
            if value < least:
                best, least = cell, value
    return best


@kernel
def place_rank(s, r, cell, goal, rank, least):
    """Return how far a cell is from a goal, and more if it is out of rank; ``least`` is what is to be bettered."""
    far = distance(r, cell, goal)
    if far >= least:
        return _NEVER
    return far if keeps_rank(s, r, cell, goal, rank) else far + _OUT_OF_RANK
