"""The sequential probability ratio test: is an agent stronger than another, with as few games as that takes?

It is Wald's test [1] in its generalised form, the GSPRT [2], on groups of games: the scores of the games of a group
(one seed in every seating) depend on each other, so a group's mean score is one observation, of a distribution of
which nothing is assumed but its mean. Both hypotheses take the likeliest distribution with their mean (an empirical
likelihood [3]). For pairs of games, whose mean scores are 0, 1/4, 1/2, 3/4 or 1, this is the pentanomial test of
fishtest and fastchess [4]; groups of more games have more values, and nothing else changes. Bounds are given in
logistic Elo of the mean score, not in normalised Elo, so how many games a test takes depends on draws and on the luck
of the seeds.

[1] A. Wald, "Sequential tests of statistical hypotheses", 1945.
[2] X. Li, J. Liu and Z. Ying, "Generalized sequential probability ratio test for separate families of hypotheses",
    2014.
[3] A. B. Owen, "Empirical likelihood ratio confidence intervals for a single functional", 1988.
[4] M. Van den Bergh, "A practical introduction to the GSPRT", 2020; the mathematics page of fishtest's wiki.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.ratings import score_of

PRIOR = 0.5  # virtual groups of score 0 and of score 1, so that few groups do not prove that a score cannot come
BLOCK = 512  # groups whose ratios are found together


@dataclass(frozen=True)
class Verdict:
    """What the test says."""

    status: Literal["H0", "H1", "go on"]
    llr: float  # log likelihood ratio of elo1 to elo0 after the groups used
    lower: float  # at this and below, H0
    upper: float  # at this and above, H1
    groups: int  # used until the decision


@dataclass(frozen=True)
class Sprt:
    """The test of elo0 (H0) against elo1 (H1): logistic Elo of the mean score over all seats.

    ``alpha``: the allowed probability of H1 where elo0 is true; ``beta``: of H0 where elo1 is. Raises GameError.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -np.inf < self.elo0 < self.elo1 < np.inf:
            raise GameError(f"elo0 = {self.elo0}, elo1 = {self.elo1}: elo0 must be below elo1, and both finite")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise GameError(f"{name} = {error}: a probability above 0 and below 0.5 is allowed")

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log likelihood ratios at and beyond which H0 and H1 are accepted."""
        return float(np.log(self.beta / (1 - self.alpha))), float(np.log((1 - self.beta) / self.alpha))

    def llr(self, scores: np.ndarray) -> float:
        """Return the log likelihood ratio of all scores, of which ``decide`` speaks."""
        values, cells = _cells(scores)
        return float(self._ratios(values, np.bincount(cells, minlength=len(values))[None])[0])

    def decide(self, scores: np.ndarray) -> Verdict:
        """Return the verdict at the first group at which a bound is reached; later scores change nothing.

        ``scores`` float (groups,): the mean scores of the groups, 0 to 1, in the order of the schedule. Raises
        GameError.
        """
        values, cells = _cells(scores)
        lower, upper = self.bounds
        seen, last = np.zeros(len(values), int), 0.0
        for start in range(0, len(cells), BLOCK):
            counts = seen + np.cumsum(cells[start : start + BLOCK, None] == np.arange(len(values)), axis=0)
            ratios = self._ratios(values, counts)
            reached = np.flatnonzero((ratios <= lower) | (ratios >= upper))
            if reached.size:
                at = int(reached[0])
                status: Literal["H0", "H1"] = "H0" if ratios[at] <= lower else "H1"
                return Verdict(status, float(ratios[at]), lower, upper, start + at + 1)
            seen, last = counts[-1], float(ratios[-1])
        return Verdict("go on", last, lower, upper, len(cells))

    def _ratios(self, values: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Return the log likelihood ratios (rows,) of counts (rows, values) of mean scores."""
        weights = counts + PRIOR * ((values == 0) | (values == 1))
        return _loss(values - score_of(self.elo0), weights) - _loss(values - score_of(self.elo1), weights)


def _cells(scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the different scores, 0 and 1 among them, and which of them each group has."""
    scores = np.asarray(scores, float)
    if scores.ndim != 1 or not ((scores >= 0) & (scores <= 1)).all():
        raise GameError(f"scores of shape {scores.shape}: one number from 0 to 1 for each group is allowed")
    values, cells = np.unique(np.concatenate([[0.0, 1.0], scores.round(9)]), return_inverse=True)
    return values, cells.reshape(-1)[2:]


def _loss(off: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return by how much the log likelihood falls when the mean must be right, (rows,).

    ``off`` (values,): the scores less that mean; ``weights`` (rows, values). The likeliest probabilities are in
    proportion to weights / (1 + tilt * off), with the tilt at which their mean is right.
    """
    ends = np.array([-1 / off.max(), -1 / off.min()])
    low, high = np.full((2, len(weights), 1), ends[:, None, None] * (1 - 1e-9))
    tilt = np.zeros((len(weights), 1))
    for _ in range(100):
        share = off / (1 + tilt * off)
        slope = (weights * share).sum(axis=1, keepdims=True)
        low, high = np.where(slope > 0, tilt, low), np.where(slope > 0, high, tilt)
        # Newton's step for the slope times the distances to both ends: without its poles it is nearly straight
        bend = (weights * share**2).sum(axis=1, keepdims=True) + slope * (1 / (ends - tilt)).sum(axis=1, keepdims=True)
        step = slope / bend
        if (abs(step) < 1e-12).all():
            break
        tilt = np.where((low <= tilt + step) & (tilt + step <= high), tilt + step, (low + high) / 2)
    return np.asarray((weights * np.log1p(tilt * off)).sum(axis=1))
