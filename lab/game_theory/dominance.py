"""Strategies that others make superfluous.

Row j dominates row i within a margin if j is nowhere worse than i by more than the margin, and somewhere better by
more than the margin; with margin 0 that is weak dominance. A mixture of other rows may dominate where no row does: a
linear program finds the mixture whose least advantage over all columns is the greatest, and of those one with the
greatest sum of advantages [1].

[1] V. Conitzer and T. Sandholm, "Complexity of (iterated) dominance", 2005.
"""

from dataclasses import dataclass

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.equilibrium import solved
from swarmzoo.lab.game_theory.matrices import as_payoff

ROUNDING = 1e-9


@dataclass(frozen=True)
class Mixture:
    """The mixture of other rows that comes nearest to dominating a row."""

    weights: np.ndarray  # (rows,) probabilities, 0 for the row itself
    advantages: np.ndarray  # (columns,): what the mixture gets above what the row gets

    def dominates(self, margin: float = 0.0) -> bool:
        """Return whether it dominates the row within a margin."""
        return bool(_dominates(self.advantages, margin))


def dominators(payoff: np.ndarray, margin: float = 0.0) -> np.ndarray:
    """Return bool (rows, rows): whether the second row dominates the first within a margin of 0 or more."""
    payoff = as_payoff(payoff)
    if not margin >= 0:
        raise GameError(f"margin = {margin}: a number from 0 is allowed")
    return np.asarray(_dominates(payoff[None] - payoff[:, None], margin))


def _dominates(advantages: np.ndarray, margin: float) -> np.ndarray:
    """Return whether advantages (..., columns) are nowhere below -margin and somewhere above it."""
    return np.asarray((advantages >= -margin - ROUNDING).all(-1) & (advantages > margin + ROUNDING).any(-1))


def dominating_mixture(payoff: np.ndarray, row: int, allowed: np.ndarray | None = None) -> Mixture:
    """Return the mixture of other rows whose least advantage over one of two rows or more is the greatest.

    ``allowed`` bool (rows,): of which rows it may be made; none: of all others.
    """
    payoff = as_payoff(payoff)
    n, m = payoff.shape
    if n < 2 or not 0 <= row < n:
        raise GameError(f"row {row} of {n}: one of two rows or more is allowed")
    may = (np.arange(n) != row) & (True if allowed is None else np.asarray(allowed, bool))
    if not may.any():
        raise GameError(f"row {row}: a mixture needs another row, and none is allowed")
    advantages = payoff - payoff[row]
    bounds = [(0, float(k)) for k in may]
    ones = np.ones((1, n))
    # the least advantage is a variable more
    first = solved(
        np.r_[np.zeros(n), -1],
        np.c_[-advantages.T, np.ones(m)],
        np.zeros(m),
        np.c_[ones, 0],
        np.ones(1),
        [*bounds, (None, None)],
    )
    floor = np.full(m, first[-1] - ROUNDING)
    weights = solved(-advantages.sum(axis=1), -advantages.T, -floor, ones, np.ones(1), bounds).clip(0)
    weights /= weights.sum()
    return Mixture(weights, np.asarray(weights @ advantages))
