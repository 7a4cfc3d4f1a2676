"""The one estimator of intervals of shares: evaluations, win rates, ladders and tables of pairs all use it.

It is Wilson's score interval of a proportion [1] for games that are not independent draws: games of one seed depend on
each other, and a shared first place counts by its parts. So the number of games is divided by the design effect [2]:
the variance of the mean, from the sums of the seeds, over that of as many independent games that are won or lost. The
normal quantile gives way to Student's [3, 4]. A virtual seed of evenly matched games, all alike, is added to the
variance, so that some equal seeds prove no certainty; with it there are as many degrees of freedom as seeds.
``python -m swarmzoo.lab.calibration`` measures how often the interval holds the truth.

[1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
[2] L. Kish, "Survey Sampling", 1965.
[3] E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", 1998.
[4] C. Franco, R. J. A. Little, T. A. Louis and E. V. Slud, "Comparative study of confidence intervals for proportions
    in complex sample surveys", 2019: of seven such intervals they recommend this one.
"""

import numpy as np
from scipy.stats import t

LEVEL = 0.95
PRIOR_GROUPS = 1.0  # evenly matched groups added to what spreads: a few equal ones prove no certainty
EVEN = 0.25  # variance of an evenly matched game


def share_interval(score: np.ndarray, group: np.ndarray, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of the mean of scores, by default that of 95%.

    ``score`` float (games,) from 0 to 1; ``group`` int (games,): the same for games that may depend on each other.
    """
    low, high = share_intervals(np.zeros(len(score), int), group, score, 1, level)
    return float(low[0]), float(high[0])


def share_intervals(
    cell: np.ndarray, group: np.ndarray, score: np.ndarray, cells: int, level: float = LEVEL
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of intervals of the mean score of every cell, (cells,); 0 to 1 for a cell without games.

    ``cell`` int (games,), 0 to ``cells`` - 1; ``group``, ``score`` and ``level`` as in ``share_interval``.
    """
    _, group = np.unique(group, return_inverse=True)
    clusters, member = np.unique(group * cells + cell, return_inverse=True)
    place = clusters % cells
    count, groups = (np.bincount(index, minlength=cells) for index in (cell, place))
    share = np.bincount(cell, score, cells) / np.maximum(count, 1)
    spread = np.bincount(place, np.bincount(member, score - share[cell]) ** 2, cells)
    effect = _design_effect(count, groups, share, spread)
    weight = t.ppf((1 + level) / 2, np.maximum(groups, 1)) ** 2 * effect / np.maximum(count, 1)
    half = np.sqrt(weight * share * (1 - share) + weight**2 / 4)
    low, high = ((share + weight / 2 + sign * half) / (1 + weight) for sign in (-1, 1))
    return np.where(count > 0, low.clip(0, share), 0.0), np.where(count > 0, high.clip(share, 1), 1.0)


def _design_effect(count: np.ndarray, groups: np.ndarray, share: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Return how much more the mean spreads than that of independent games that are won or lost, (cells,)."""
    size = count / np.maximum(groups, 1)
    even = PRIOR_GROUPS * size * EVEN
    return np.asarray(
        (spread * groups / np.maximum(groups - 1, 1) + even * size)
        / np.maximum(count * share * (1 - share) + even, 1e-12)
    )
