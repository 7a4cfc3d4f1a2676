"""Tables of a disc: the lines from its middle to each of its hexes, who lies beside whom, which hex lies where."""

from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.fields import disc, disc_size
from swarmzoo.envs.core.hexes import DIRECTIONS
from swarmzoo.envs.core.lines import hexes_between
from swarmzoo.envs.skirmish.battlefield.poses import POSES, posed_disc

BITS = 63  # of a word: what a signed whole number holds
OUTSIDE = -1


def bit_words(radius: int) -> int:
    """Return how many words have a bit for every hex of a disc but its middle."""
    return -(-(disc_size(radius) - 1) // BITS)


@lru_cache
def lines_in_disc(radius: int) -> np.ndarray:
    """Return int64 (2, words, hexes): the bits of the hexes between the middle and each hex, on both lines.

    The lines are those that ``sight`` draws. However the disc is counted, they are the same, or each is the other one.
    """
    places = {place: k for k, place in enumerate(disc(radius))}
    table = np.zeros((2, bit_words(radius), disc_size(radius)), np.int64)
    for k, there in enumerate(disc(radius)):
        for nth, side in enumerate((-1, 1)):
            for between in hexes_between(there, side):
                word, bit = divmod(places[between] - 1, BITS)
                table[nth, word, k] |= 1 << bit
    return table


@lru_cache
def beside(radius: int) -> np.ndarray:
    """Return int16 (hexes of a disc a ring wider, 6): their neighbours in the disc; others: how many hexes it has.

    It is the same wherever the disc begins to count.
    """
    places = {place: k for k, place in enumerate(disc(radius))}
    return np.array(
        [[places.get((q + dq, r + dr), len(places)) for dq, dr in DIRECTIONS] for q, r in disc(radius + 1)], np.int16
    )


@lru_cache
def spots(radius: int) -> np.ndarray:
    """Return int16 (12, width, width): which hex of a disc a ring wider, counted by a pose, lies at (q, r).

    (0, 0) is in the middle of the square; outside of the disc it holds OUTSIDE.
    """
    table = np.full((POSES, 2 * radius + 3, 2 * radius + 3), OUTSIDE, np.int16)
    for pose in range(POSES):
        for k, (q, r) in enumerate(posed_disc(radius + 1, pose)):
            table[pose, q + radius + 1, r + radius + 1] = k
    return table
