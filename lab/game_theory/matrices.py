"""What is allowed as a payoff or as a mixture."""

import numpy as np

from swarmzoo.envs.core.errors import GameError


def as_payoff(payoff: np.ndarray) -> np.ndarray:
    """Return a payoff as float (rows, columns); raise GameError unless it is a finite matrix that is not empty."""
    found = np.asarray(payoff, float)
    if found.ndim != 2 or 0 in found.shape or not np.isfinite(found).all():
        raise GameError(f"payoff of shape {found.shape}: a matrix of finite numbers is allowed, one row or more")
    return found


def as_symmetric(payoff: np.ndarray) -> np.ndarray:
    """Return the payoff of strategies against each other, float (strategies, strategies); raise GameError."""
    found = as_payoff(payoff)
    if found.shape[0] != found.shape[1]:
        raise GameError(f"payoff of shape {found.shape}: as many columns as rows are needed, the same strategies")
    both = found + found.T
    if np.ptp(both) > 1e-6 * max(1.0, float(abs(both).max())):
        raise GameError("payoff is not that of a symmetric game: payoff + payoff.T must be the same everywhere")
    return found


def as_mixture(mixture: np.ndarray, size: int) -> np.ndarray:
    """Return probabilities (size,); raise GameError unless they are at least 0 and sum to 1."""
    found = np.asarray(mixture, float)
    if found.shape != (size,) or not (found >= -1e-9).all() or abs(found.sum() - 1) > 1e-6:
        raise GameError(f"mixture {found}: {size} probabilities that sum to 1 are allowed")
    return found
