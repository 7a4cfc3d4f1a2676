"""Strategies that beat each other in a circle."""

import numpy as np
from scipy.sparse.csgraph import connected_components, shortest_path

from swarmzoo.envs.core.errors import GameError


def cycles(beats: np.ndarray) -> list[tuple[int, ...]]:
    """Return for every edge that lies on a cycle a shortest one through it; each beats the next, the last the first.

    ``beats`` bool (strategies, strategies): who is known to beat whom. Each cycle is there once and begins with its
    smallest number; shorter ones come first. Raises GameError where two beat each other.
    """
    beats = _graph(beats)
    length, before = shortest_path(beats.astype(float), unweighted=True, return_predecessors=True)
    found = set()
    for i, j in zip(*np.nonzero(beats & np.isfinite(length.T)), strict=True):
        path = [int(i)]
        while path[-1] != j:
            path.append(int(before[j, path[-1]]))
        path.reverse()  # from j to i, which beats j
        first = path.index(min(path))
        found.add((*path[first:], *path[:first]))
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def circles(beats: np.ndarray) -> list[tuple[int, ...]]:
    """Return the largest sets of strategies in which each beats each other over some steps; two or more in a set."""
    count, number = connected_components(_graph(beats), connection="strong")
    sets = [tuple(int(k) for k in np.flatnonzero(number == one)) for one in range(count)]
    return sorted((one for one in sets if len(one) > 1), key=lambda one: (-len(one), one))


def _graph(beats: np.ndarray) -> np.ndarray:
    beats = np.asarray(beats, bool)
    if beats.ndim != 2 or beats.shape[0] != beats.shape[1] or (beats & beats.T).any():
        raise GameError(f"beats of shape {beats.shape}: who beats whom is needed, and no two may beat each other")
    return beats
