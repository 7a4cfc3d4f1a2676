"""Which pairs of strategies need more games: those on which something undecided still hangs.

A pair's own question is who is ahead; it is decided when one is proven to have more than 1/2, or both to be within the
margin of it. A question of dominance is decided when it is proven, or the contrary is: the other is somewhere worse
by more than the margin, or nowhere better by more than it. As long as it is open, it needs the games
against those opponents for whom its part is open. The p-values hold for any rule of stopping, so nothing is lost by
looking after every round, provided that all pairs that go on get the same groups, and that none goes on that stopped.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from swarmzoo.lab.game_theory.accusations import number_of_claims
from swarmzoo.lab.game_theory.advantages import Advantage, advantages, cleared_p
from swarmzoo.lab.game_theory.evidence import p_above, p_below
from swarmzoo.lab.game_theory.samples import EVEN, Samples

HOPELESS = 0.01  # p-value at which a mixture is given up: it costs power where it is wrong, and accuses nobody


@dataclass(frozen=True)
class Open:
    """What is undecided."""

    pairs: np.ndarray  # bool (strategies, strategies), symmetric: who should play on
    signs: np.ndarray  # bool, the same of those whose own question is open
    dominance: np.ndarray  # bool (strategies, strategies): whether the column dominates the row


def undecided(samples: Samples, margin: float, error: float, rivals: np.ndarray) -> Open:
    """Return what samples leave open, where a proof needs a p-value of ``error`` over the number of all claims.

    ``rivals`` bool (strategies, strategies): whether it is asked if the column dominates the row.
    """
    n = samples.strategies
    level = error / number_of_claims(n)
    signs, dominance = np.zeros((2, n, n), bool)
    pairs = np.zeros((n, n), bool)
    for i in range(n):
        for j in range(i):
            signs[i, j] = signs[j, i] = _sign_is_open(samples.observed(i, j), margin, level)
    for i, j in zip(*np.nonzero(rivals), strict=True):
        needed = _needed(samples, int(i), int(j), margin, level)
        dominance[i, j] = bool(needed)
        for k in needed:
            one, other = (j, i) if k == i else (j, k)
            pairs[one, other] = pairs[i, j if k == i else k] = True
    pairs |= pairs.T | signs
    np.fill_diagonal(pairs, False)
    return Open(pairs, signs, dominance)


def is_hopeless(found: Sequence[Advantage], margin: float) -> bool:
    """Return whether it is hardly possible that somebody with these advantages dominates within the margin."""
    return cleared_p(found, margin) <= HOPELESS


def _sign_is_open(observed: np.ndarray, margin: float, level: float) -> bool:
    """Return whether it is open who is ahead and whether both are even within the margin."""
    if min(p_above(observed, EVEN), p_below(observed, EVEN)) <= level:
        return False
    return max(p_above(observed, EVEN - margin), p_below(observed, EVEN + margin)) > level


def _needed(samples: Samples, i: int, j: int, margin: float, level: float) -> list[int]:
    """Return the opponents against whom games are needed to know whether j dominates i; none: it is decided."""
    against = advantages(samples, j, i)
    if cleared_p(list(against.values()), margin) <= level:
        return []
    not_worse = [one.above(-margin) <= level for one in against.values()]
    better = [len(against) * one.above(margin) <= level for one in against.values()]
    even = [one.below(margin) <= level for one in against.values()]
    if all(not_worse) and any(better):
        return []
    return [
        k
        for k, proven, is_even in zip(against, not_worse, even, strict=True)
        if not (proven and (is_even or any(better)))
    ]
