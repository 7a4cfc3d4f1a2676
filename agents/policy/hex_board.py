"""The geometry of a board as networks read it."""

import numpy as np

from swarmzoo.envs.core.hexes import NO_HEX

DIRECTIONS = 6
RINGS = 2  # rings of neighbours that a round looks at


def beside_of(neighbours: np.ndarray) -> np.ndarray:
    """Return the hexes beside each hex, int64 (hexes, 6), for none the number of hexes."""
    return np.where(neighbours == NO_HEX, len(neighbours), neighbours).astype(np.int64)


def rings_of(neighbours: np.ndarray) -> np.ndarray:
    """Return which hexes lie 1, 2, ... RINGS steps from each hex, as shares of a full ring: (RINGS x hexes, hexes)."""
    hexes = len(neighbours)
    near = np.zeros((hexes, hexes), bool)
    for h, row in enumerate(neighbours):
        near[h, row[row != NO_HEX]] = True
    rings, reached, last = [], np.eye(hexes, dtype=bool), np.eye(hexes, dtype=bool)
    for ring in range(1, RINGS + 1):
        last = (last.astype(int) @ near > 0) & ~reached
        reached |= last
        rings.append(last / np.float32(DIRECTIONS * ring))
    return np.concatenate(rings).astype(np.float32)
