"""What samples prove of strategies, with one error rate for all that is said.

dominated   strategy i is dominated by j within a margin: j is nowhere worse by more than the margin and somewhere
            better by more than the margin. That is an intersection over all opponents, so its p-value is the largest of
            theirs [1]; for the "somewhere" it is the least, times the number of opponents.
mixed       the same of a mixture of strategies, which was found on other groups than it is tried on.
beats       strategy i has more than 1/2 against j.

All of these together are adjusted by Holm's method, so with 95% none that is called proven is wrong, whatever is true.
The p-values hold for any rule of stopping.

[1] R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", 1982.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from swarmzoo.lab.experiments.multiplicity import holm
from swarmzoo.lab.game_theory.advantages import advantages, cleared_p, dominates_p, mixed_advantages
from swarmzoo.lab.game_theory.dominance import Mixture, dominating_mixture
from swarmzoo.lab.game_theory.evidence import p_above
from swarmzoo.lab.game_theory.samples import EVEN, Samples


@dataclass(frozen=True)
class Accusations:
    """P-values, adjusted for all of them together: at most 0.05 is proven."""

    dominated: np.ndarray  # (strategies, strategies): of the row, by the column
    mixed: np.ndarray  # (strategies,): by a mixture; 1 where none was tried
    beats: np.ndarray  # (strategies, strategies): the row has more than 1/2 against the column


def accusations(
    samples: Samples, margin: float, mixtures: Mapping[int, np.ndarray] | None = None, judging: Samples | None = None
) -> Accusations:
    """Return what samples prove; ``mixtures``, weights by strategy, are tried on the groups of ``judging`` alone."""
    n = samples.strategies
    dominated, beats, mixed = dominance_p(samples, margin), beats_p(samples), np.ones(n)
    for strategy, weights in (mixtures or {}).items():
        mixed[strategy] = mixture_p(judging or samples, strategy, weights, margin)
    apart = ~np.eye(n, dtype=bool)
    adjusted = holm(np.concatenate([dominated[apart], beats[apart], mixed]))
    for table, values in zip((dominated, beats), np.split(adjusted[:-n], 2), strict=True):
        table[apart] = values
    return Accusations(dominated, adjusted[-n:], beats)


def number_of_claims(strategies: int) -> int:
    """Return how many claims are adjusted together."""
    return 2 * strategies * (strategies - 1) + strategies


def beats_p(samples: Samples) -> np.ndarray:
    """Return the p-value of every ordered pair, (strategies, strategies): small where the row has more than 1/2."""
    return _each_pair(samples.strategies, lambda i, j: p_above(samples.observed(i, j), EVEN))


def dominance_p(samples: Samples, margin: float) -> np.ndarray:
    """Return the p-value of every ordered pair, (strategies, strategies): small where the column dominates the row."""
    n = samples.strategies
    return _each_pair(n, lambda i, j: dominates_p(list(advantages(samples, j, i).values()), margin))


def mixture_p(samples: Samples, strategy: int, weights: np.ndarray, margin: float) -> float:
    """Return the p-value of dominance by a mixture, weights (strategies,), that other samples than these have given."""
    return dominates_p(mixed_advantages(samples, strategy, weights), margin)


def candidates(samples: Samples, margin: float, rivals: np.ndarray) -> dict[int, Mixture]:
    """Return by strategy the mixture of its rivals that dominates it as far as the mean scores say, if there is one.

    ``rivals`` bool (strategies, strategies): the columns of which a mixture may be made that replaces the row.
    """
    payoff, found = samples.payoff(), {}
    for k in range(samples.strategies):
        if (allowed := rivals[k] & (np.arange(samples.strategies) != k)).any():
            mixture = dominating_mixture(payoff, k, allowed)
            if mixture.dominates(margin):
                found[k] = mixture
    return found


def worth_p(samples: Samples, margin: float, rivals: np.ndarray) -> float:
    """Return the p-value of what clears all strategies together: no rival dominates any of them within a margin.

    ``rivals`` bool (strategies, strategies): the columns by which the row could be replaced; 1 where nobody has one.
    """
    pairs = [(int(i), int(j)) for i, j in zip(*np.nonzero(rivals), strict=True)]
    found = [cleared_p(list(advantages(samples, j, i).values()), margin) for i, j in pairs]
    return float(min(1.0, len(pairs) * max(found))) if pairs else 1.0


def _each_pair(strategies: int, p: Callable[[int, int], float]) -> np.ndarray:
    """Return p of every ordered pair of different strategies, elsewhere 1."""
    table = np.ones((strategies, strategies))
    for i in range(strategies):
        for j in range(strategies):
            if i != j:
                table[i, j] = p(i, j)
    return table
