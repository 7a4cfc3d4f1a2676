"""Alpha-rank: how long a population that evolves stays at each strategy.

A population of m plays one strategy; a mutant with another appears and takes over with the probability of fixation
(1 - exp(-u)) / (1 - exp(-m u)), u = alpha (what the mutant gets against the resident, less what that gets against the
mutant); 1 / m for u = 0. The rank is the stationary distribution of that Markov chain [1], in its model of local
selection for one population. A larger alpha selects more strongly; in the limit the chain follows the graph of who
beats whom, where a step against an arrow has the small probability ``epsilon``.

Probabilities of fixation fall below every floating-point number long before alpha is large. So the chain is held in
logarithms, and its distribution is found by eliminating states [2] without any subtraction: every alpha is allowed.

[1] S. Omidshafiei et al., "alpha-Rank: multi-agent evaluation by evolution", 2019.
[2] W. K. Grassmann, M. I. Taksar and D. P. Heyman, "Regenerative analysis and steady state distributions for Markov
    chains", 1985.
"""

from collections.abc import Sequence

import numpy as np
from scipy.special import logsumexp, softmax

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.matrices import as_payoff

POPULATION = 50
ALPHAS = tuple(float(alpha) for alpha in np.logspace(-3, 2, 21))


def alpha_rank(payoff: np.ndarray, alpha: float, population: int = POPULATION) -> np.ndarray:
    """Return how long evolution stays at each strategy, probabilities (strategies,); raise GameError.

    ``payoff`` float (strategies, strategies) of a symmetric game of two players, of any sum; ``alpha`` from 0.
    """
    payoff = _square(payoff)
    if not 0 <= alpha < np.inf or population < 2:
        raise GameError(
            f"alpha = {alpha}, population = {population}: a finite number from 0, and 2 or more, are allowed"
        )
    selection = alpha * (payoff.T - payoff)  # [resident, mutant]
    return _stationary(_log_fixation(selection, population))


def sweep(payoff: np.ndarray, alphas: Sequence[float] = ALPHAS, population: int = POPULATION) -> np.ndarray:
    """Return the alpha-rank for each of some alphas, (alphas, strategies)."""
    return np.array([alpha_rank(payoff, alpha, population) for alpha in alphas])


def limit_rank(payoff: np.ndarray, epsilon: float = 0.01) -> np.ndarray:
    """Return the alpha-rank of infinitely strong selection, (strategies,): a walk on the graph of who beats whom.

    ``epsilon``: how likely a step is to a strategy that loses, 0 to 0.5 without the ends; equals: one half.
    """
    payoff = _square(payoff)
    if not 0 < epsilon < 0.5:
        raise GameError(f"epsilon = {epsilon}: a number above 0 and below 0.5 is allowed")
    wins = np.where(abs(payoff.T - payoff) <= 1e-14, 0, np.sign(payoff.T - payoff))
    return _stationary(np.log(0.5 + wins * (0.5 - epsilon)))


def _square(payoff: np.ndarray) -> np.ndarray:
    payoff = as_payoff(payoff)
    if payoff.shape[0] != payoff.shape[1]:
        raise GameError(f"payoff of shape {payoff.shape}: as many columns as rows are needed, the same strategies")
    return payoff


def _log_fixation(u: np.ndarray, population: int) -> np.ndarray:
    """Return the logarithm of the probability of fixation of every strength of selection."""
    size = np.maximum(abs(u), 1e-12)
    up = np.log(-np.expm1(-size)) - np.log(-np.expm1(-population * size))
    # (1 - e^u) / (1 - e^(mu)) = e^(-(m - 1) u) times the same of -u
    return np.asarray(np.where(u >= 0, up, up - (population - 1) * size))


def _stationary(log_step: np.ndarray) -> np.ndarray:
    """Return the stationary distribution of a chain whose steps between states have these log probabilities.

    ``log_step`` (states, states), up to a constant; the diagonal is not read.
    """
    n = len(log_step)
    chain = log_step.copy()
    leaving = np.zeros(n)
    for k in range(n - 1, 0, -1):
        leaving[k] = logsumexp(chain[k, :k])
        through = chain[:k, k, None] + (chain[k, :k] - leaving[k])
        chain[:k, :k] = np.logaddexp(chain[:k, :k], through)
    weight = np.zeros(n)
    for k in range(1, n):
        weight[k] = logsumexp(weight[:k] + chain[:k, k]) - leaving[k]
    return np.asarray(softmax(weight))
