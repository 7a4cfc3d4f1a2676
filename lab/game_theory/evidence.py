"""P-values for the mean of observations from 0 to 1 that hold however often one looks.

To the claim that the mean is at most m one can bet against: whoever stakes a share c of its wealth that still lets it
lose no more than all, has wealth prod(1 + c (x - m) / m) after the observations x. If the claim is true, that wealth is
a supermartingale, and so is the mean over several c; it is 20 times the first with a probability of at most 1/20 at any
time at all [1, 2]. So 1 over the largest wealth so far is a p-value, valid for every rule of stopping, looking again,
and going on [3]. Observations need not have any distribution but be independent, or at least have a mean of at most m
given all before.

[1] J. Ville, "Etude critique de la notion de collectif", 1939.
[2] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", 2024.
[3] A. Ramdas, P. Grunwald, V. Vovk and G. Shafer, "Game-theoretic statistics and safe anytime-valid inference", 2023.
"""

import numpy as np
from scipy.special import logsumexp

STAKES = 0.97 * 0.62 ** np.arange(12)  # shares of the largest stake, each with the same part of the wealth


def log_wealth(observed: np.ndarray, bound: float) -> np.ndarray:
    """Return the log wealth after each observation, (observations,), of bets against a mean of at most a bound.

    ``observed`` float (observations,) from 0 to 1; ``bound``: a bound of 0 or less is beaten only by a positive
    observation, and none is beaten from 1 on.
    """
    observed = np.asarray(observed, float)
    if bound <= 0:
        return np.where(np.cumsum(observed - bound > 0) > 0, np.inf, 0.0)
    if bound >= 1:
        return np.zeros(len(observed))
    gains = np.log1p(STAKES[:, None] * (observed - bound) / bound)
    return np.asarray(logsumexp(np.cumsum(gains, axis=1), axis=0) - np.log(len(STAKES)))


def p_above(observed: np.ndarray, bound: float) -> float:
    """Return the p-value of the claim that the mean is at most a bound; small: the mean is above it."""
    return float(np.exp(-log_wealth(observed, bound).max(initial=0.0)))


def p_below(observed: np.ndarray, bound: float) -> float:
    """Return the p-value of the claim that the mean is at least a bound; small: the mean is below it."""
    return p_above(1 - np.asarray(observed, float), 1 - bound)


def holm(p: np.ndarray) -> np.ndarray:
    """Return p-values adjusted for their number, of the same shape: those of at most 5% hold together at 95%.

    S. Holm, "A simple sequentially rejective multiple test procedure", 1979. Any dependence is allowed.
    """
    flat = np.asarray(p, float).reshape(-1)
    order = np.argsort(flat, kind="stable")
    adjusted = np.empty_like(flat)
    adjusted[order] = np.maximum.accumulate(flat[order] * np.arange(len(flat), 0, -1)).clip(0, 1)
    return adjusted.reshape(np.shape(p))
