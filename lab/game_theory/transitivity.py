"""How much of the payoffs one number for each strategy explains.

The log odds L_ij = log(p_ij / p_ji) of a table of scores are a flow on the complete graph of strategies. Its transitive
part is the gradient r_i - r_j of the rating r_i = mean_j L_ij, the least squares fit; what is left is cyclic (Hodge's
decomposition [1, 2]). The share explained is the sum of squares of the gradient over that of L.

[1] X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, "Statistical ranking and combinatorial Hodge theory", 2011.
[2] D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating evaluation", 2018.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import logit

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.matrices import as_symmetric

CERTAIN = 0.001  # scores nearer to 0 or 1 count as so far away


@dataclass(frozen=True)
class Hodge:
    """A table of scores in its parts."""

    rating: np.ndarray  # (strategies,) log odds, mean 0
    cyclic: np.ndarray  # (strategies, strategies) log odds that the rating leaves
    explained: float  # share of the variance of the log odds that the rating explains; nan where all is even


def hodge(payoff: np.ndarray) -> Hodge:
    """Return the transitive and the cyclic part of scores (strategies, strategies), 0 to 1; raise GameError."""
    payoff = as_symmetric(payoff)
    if payoff.min() < 0 or payoff.max() > 1 or abs(payoff + payoff.T - 1).max() > 1e-6:
        raise GameError("payoff: scores from 0 to 1 are allowed, of which two players together have 1")
    odds = logit(payoff.clip(CERTAIN, 1 - CERTAIN))
    odds = (odds - odds.T) / 2
    rating = odds.mean(axis=1)
    gradient = rating[:, None] - rating
    whole = (odds**2).sum()
    explained = float((gradient**2).sum() / whole) if whole > 1e-18 else float("nan")
    return Hodge(rating, odds - gradient, explained)
