"""How many strategies there are in effect.

The effective number of shares p is exp(-sum p log p), the exponential of Shannon's entropy: n for n equal shares, 1
where one has all (Hill's number of order 1 [1]).

[1] M. O. Hill, "Diversity and evenness: a unifying notation and its consequences", 1973.
"""

import numpy as np
from scipy.special import entr

from swarmzoo.envs.core.errors import GameError


def effective_number(shares: np.ndarray) -> float:
    """Return the effective number of shares (strategies,), at least 0, which need not sum to 1; 0 if all are 0."""
    shares = np.asarray(shares, float)
    if shares.ndim != 1 or not (shares >= 0).all() or not np.isfinite(shares).all():
        raise GameError(f"shares {shares}: finite numbers from 0 are allowed")
    return float(np.exp(entr(shares / shares.sum()).sum())) if shares.sum() > 0 else 0.0
