"""Correlated equilibria of games of two players.

A joint distribution is a correlated equilibrium if nobody who is told its own strategy gains by playing another [1]:
for all rows i, k: sum_j p_ij (row_payoff_kj - row_payoff_ij) <= 0, and likewise for columns. Those form a polytope; of
it one point with the greatest sum of both payoffs is found by a linear program.

[1] R. J. Aumann, "Subjectivity and correlation in randomized strategies", 1974.
"""

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.equilibrium import solved
from swarmzoo.lab.game_theory.matrices import as_mixture, as_payoff


def correlated_equilibrium(row_payoff: np.ndarray, column_payoff: np.ndarray) -> np.ndarray:
    """Return a correlated equilibrium with the greatest sum of payoffs, probabilities (rows, columns).

    Both payoffs are float (rows, columns). Raises GameError where they do not fit together.
    """
    row_payoff, column_payoff = _both(row_payoff, column_payoff)
    limits = np.vstack([_temptations(row_payoff), _temptations(column_payoff.T, turned=True)])
    size = row_payoff.size
    total = (row_payoff + column_payoff).reshape(-1)
    ones, none = np.ones((1, size)), np.zeros(len(limits))
    found = solved(-total, limits, none, ones, np.ones(1), [(0, None)] * size).clip(0)
    return np.asarray((found / found.sum()).reshape(row_payoff.shape))


def correlated_regret(row_payoff: np.ndarray, column_payoff: np.ndarray, joint: np.ndarray) -> float:
    """Return the most that a player gains in all by playing another strategy whenever it is told a certain one."""
    row_payoff, column_payoff = _both(row_payoff, column_payoff)
    joint = as_mixture(np.reshape(joint, -1), row_payoff.size)
    limits = np.vstack([_temptations(row_payoff), _temptations(column_payoff.T, turned=True)])
    return float(max(0.0, (limits @ joint).max(initial=0.0)))


def _both(row_payoff: np.ndarray, column_payoff: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    row_payoff, column_payoff = as_payoff(row_payoff), as_payoff(column_payoff)
    if row_payoff.shape != column_payoff.shape:
        raise GameError(f"payoffs of shapes {row_payoff.shape} and {column_payoff.shape}: the same shape is needed")
    return row_payoff, column_payoff


def _temptations(payoff: np.ndarray, turned: bool = False) -> np.ndarray:
    """Return what playing k where i was told gains, by cell: (pairs, cells); cells in the order of payoff.T if turned.

    ``payoff`` (own strategies, the other's).
    """
    n = len(payoff)
    gains = np.zeros((n, n, *payoff.shape))
    told = np.arange(n)
    gains[told, :, told] = payoff[None] - payoff[:, None]
    gains = gains[~np.eye(n, dtype=bool)]
    return np.asarray((gains.swapaxes(1, 2) if turned else gains).reshape(len(gains), payoff.size))
