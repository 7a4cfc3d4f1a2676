"""What one strategy, or a mixture, has above another against each opponent, as observations.

Observations of two pairs are compared in the order of their groups. What both strategies have against each other is
compared once: what the one has above 1/2 against the other, which has 1/2 against itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from swarmzoo.lab.game_theory.evidence import p_above, p_below
from swarmzoo.lab.game_theory.samples import EVEN, Samples


@dataclass(frozen=True)
class Advantage:
    """Differences of scores, float (observations,), which lie between ``low`` and ``high`` whatever happens."""

    observed: np.ndarray
    low: float
    high: float

    def above(self, bound: float) -> float:
        """Return the p-value of a mean of at most a bound; small: it is above."""
        return p_above(self._unit(self.observed), float(self._unit(np.array(bound))))

    def below(self, bound: float) -> float:
        """Return the p-value of a mean of at least a bound; small: it is below."""
        return p_below(self._unit(self.observed), float(self._unit(np.array(bound))))

    def _unit(self, values: np.ndarray) -> np.ndarray:
        """Return values as 0 to 1 between the ends."""
        return np.asarray((values - self.low) / (self.high - self.low))


def advantages(samples: Samples, j: int, i: int) -> dict[int, Advantage]:
    """Return what strategy j has above i, by opponent; j itself is none, since i meets it where i is the opponent."""
    return {k: _of_weights(samples, _less(i, samples.strategies, {j: 1.0}), k) for k in opponents(samples, j)}


def opponents(samples: Samples, j: int) -> list[int]:
    """Return the opponents against whom j is compared with another strategy."""
    return [k for k in range(samples.strategies) if k != j]


def mixed_advantages(samples: Samples, strategy: int, weights: np.ndarray) -> list[Advantage]:
    """Return what a mixture, weights (strategies,), has above a strategy against every opponent."""
    of = {int(j): float(weights[j]) for j in np.flatnonzero(weights)}
    total = _less(strategy, samples.strategies, of)
    return [_of_weights(samples, total, k) for k in range(samples.strategies)]


def cleared_p(found: Sequence[Advantage], margin: float) -> float:
    """Return the p-value of being somewhere worse by more than a margin, or nowhere better by more than it."""
    somewhere_worse = len(found) * min(one.below(-margin) for one in found)
    nowhere_better = max(one.below(margin) for one in found)
    return float(min(1.0, 2 * min(somewhere_worse, nowhere_better)))


def dominates_p(found: Sequence[Advantage], margin: float) -> float:
    """Return the p-value of being nowhere worse, and somewhere better, by more than a margin."""
    nowhere_worse = max(one.above(-margin) for one in found)
    somewhere_better = len(found) * min(one.above(margin) for one in found)
    return float(min(1.0, max(nowhere_worse, somewhere_better)))


def _less(strategy: int, strategies: int, weights: dict[int, float]) -> np.ndarray:
    """Return weights less a whole strategy, (strategies,)."""
    total = np.zeros(strategies)
    for j, weight in weights.items():
        total[j] += weight
    total[strategy] -= 1
    return total


def _of_weights(samples: Samples, weights: np.ndarray, k: int) -> Advantage:
    """Return the weighted sum of what strategies have against an opponent; against itself that is 1/2 for sure."""
    playing = [int(j) for j in np.flatnonzero(weights) if j != k]
    scores = [samples.observed(j, k) for j in playing]
    both = min((len(one) for one in scores), default=0)
    sure = EVEN * float(weights[k])
    total = np.full(both, sure)
    for j, one in zip(playing, scores, strict=True):
        total += weights[j] * one[:both]
    low, high = (sure + float(weights[playing].clip(*span).sum()) for span in ((None, 0), (0, None)))
    return Advantage(total.clip(low, high), low, high)
