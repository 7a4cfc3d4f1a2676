"""Poses: how a side sees a field, so that all see it as if they began at the same place.

Poses 0 to 5 count the hexes of a disc clockwise from a direction, the front: a field turned. Poses 6 to 11 count them
counterclockwise from the front ``pose - 6``: a field turned and mirrored. Kernels that take a ``front`` take any pose.
"""

from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.fields import TURNS, Field, disc, disc_size, turned
from swarmzoo.envs.core.hexes import Hex, turn
from swarmzoo.envs.core.kernel import kernel

POSES = 2 * TURNS


def mirrored(front: int) -> int:
    """Return the pose that counts counterclockwise from a front."""
    return TURNS + front


def seen(step: Hex, pose: int) -> Hex:
    """Return a step (q, r) as a side in a pose sees it: ``posed`` for one hex."""
    q, r = turn(step, -pose % TURNS)
    return (q, r) if pose < TURNS else (q + r, -r)


@lru_cache
def ring_places(radius: int, pose: int) -> tuple[int, ...]:
    """Return which hex of a disc, ring by ring clockwise from east, a pose counts first, second and so on."""
    places, sense = [0], 1 if pose < TURNS else -1
    for ring in range(1, radius + 1):
        around = TURNS * ring
        places += [disc_size(ring - 1) + (sense * k + pose % TURNS * ring) % around for k in range(around)]
    return tuple(places)


def posed_disc(radius: int, pose: int) -> tuple[Hex, ...]:
    """Return the hexes within a radius as a pose counts them, ring by ring."""
    return tuple(disc(radius)[place] for place in ring_places(radius, pose))


@lru_cache
def posed_offsets(field: Field, radius: int) -> np.ndarray:
    """Return int32 (2, 12, hexes): cell offsets of the disc by parity of the row and by pose."""
    return np.array(
        [[[field.offset(h, odd) for h in posed_disc(radius, pose)] for pose in range(POSES)] for odd in (0, 1)],
        np.int32,
    )


@kernel
def is_mirrored(pose):
    """Tell whether a pose counts counterclockwise."""
    return pose >= TURNS


@kernel
def posed(q, r, pose):
    """Turn a hex (q, r) so that the front becomes the east, and mirror it if the pose is mirrored."""
    q, r = turned(q, r, pose % TURNS)
    return (q + r, -r) if is_mirrored(pose) else (q, r)
