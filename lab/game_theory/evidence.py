"""P-values for the mean of observations from 0 to 1 that hold however often one looks.

They come from the bets of ``lab.experiments.sequences``: whoever stakes a share of its capital against the claim that a
mean is at most m has prod(1 + share (x / m - 1)) of it after the observations x, and the capital here is spread over
many shares. If the claim is true, nothing is won on average, and with a probability of at most 1/20 the capital ever
grows to 20 times the first. So 1 over the capital is a p-value for every rule of stopping, looking again, and going on
[1]. It does not depend on the order of the observations.

[1] A. Ramdas, P. Grunwald, V. Vovk and G. Shafer, "Game-theoretic statistics and safe anytime-valid inference", 2023.
"""

import numpy as np

from swarmzoo.lab.experiments.sequences import SHARES

_SHARES = SHARES[:, None]


def log_capital(observed: np.ndarray, bound: float) -> float:
    """Return the logarithm of what the bets have made of 1, against a mean of at most a bound above 0 and below 1.

    ``observed`` float (observations,) from 0 to 1.
    """
    values, counts = np.unique(np.asarray(observed, float).round(12), return_counts=True)
    won = np.log1p(_SHARES * (values / bound - 1)) @ counts
    return float(np.logaddexp.reduce(won) - np.log(len(SHARES)))


def p_above(observed: np.ndarray, bound: float) -> float:
    """Return the p-value of the claim that the mean is at most a bound; small: the mean is above it."""
    if not 0 < bound < 1:
        return 1.0 if bound >= 1 or not np.any(observed) else 0.0
    return float(np.exp(-max(log_capital(observed, bound), 0.0)))


def p_below(observed: np.ndarray, bound: float) -> float:
    """Return the p-value of the claim that the mean is at least a bound; small: the mean is below it."""
    return p_above(1 - np.asarray(observed, float), 1 - bound)
