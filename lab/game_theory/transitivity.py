"""How much of the payoffs one number for each strategy explains.

The log odds L_ij = log(p_ij / p_ji) of a table of scores are a flow on the complete graph of strategies. Its transitive
part is the gradient r_i - r_j of the rating r_i = mean_j L_ij, the least squares fit; what is left is cyclic (Hodge's
decomposition [1, 2]). The share explained is the sum of squares of the gradient over that of L.

Scores of few games are never quite those of a rating: their noise adds to both sums, and more to what is left. So what
it adds on average, the variance of samples of the games drawn with replacement, is taken out of the sums; of such a
sample itself twice, since it has the noise of the games and its own.

[1] X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, "Statistical ranking and combinatorial Hodge theory", 2011.
[2] D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating evaluation", 2018.
"""

from collections.abc import Sequence
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


def explained_shares(payoff: np.ndarray, drawn: Sequence[np.ndarray]) -> np.ndarray:
    """Return the share that a rating explains without the noise, of a payoff and of samples drawn from it.

    ``drawn``: payoffs of two samples or more. The result is float (1 + samples,), from 0 to 1; nan where there is not
    more to explain than noise. Raises GameError.
    """
    if len(drawn) < 2:
        raise GameError(f"{len(drawn)} samples: two or more are needed to know the noise")
    parts = [hodge(one) for one in (payoff, *drawn)]
    gradient = np.array([part.rating[:, None] - part.rating for part in parts])
    times = np.where(np.arange(len(parts)) > 0, 2, 1)
    rated, _ = _without_noise(gradient, times)
    whole, noise = _without_noise(gradient + [part.cyclic for part in parts], times)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(whole > max(noise, 1e-18), (rated / whole).clip(0, 1), np.nan)


def _without_noise(odds: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, float]:
    """Return sums of squares (tables,) without what noise adds, and that noise; only the later tables are samples."""
    noise = float(odds[1:].var(axis=0).sum())
    return (odds**2).sum(axis=(1, 2)) - times * noise, noise
