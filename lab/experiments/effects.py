"""One regression of scores on the columns of a design, with intervals that are robust to groups of games.

Least squares estimate the effects. Games of a group depend on each other in unknown ways, and how much groups spread
depends on what they drew, so the covariance is the clustered sandwich with the bias-reduced correction CR2 [1] (with a
row for each group: HC2), and Student's quantile has Satterthwaite's degrees of freedom [2], found for each effect. Such
intervals hold the truth as often as they say with few groups too; ``python -m swarmzoo.lab.experiments.calibration``
measures it. They are written out here since statsmodels, with which the tests compare them, has neither for clusters.

[1] R. M. Bell and D. F. McCaffrey, "Bias reduction in standard errors for linear regression with multi-stage samples",
    2002.
[2] J. E. Pustejovsky and E. Tipton, "Small-sample methods for cluster-robust variance estimation and hypothesis testing
    in fixed effects models", 2018.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr
from scipy.stats import t

from swarmzoo.envs.core.errors import GameError

MOST_EXACT = 160  # columns up to which every effect has degrees of freedom of its own


@dataclass(frozen=True)
class Effects:
    """Effects of a design's columns, all arrays (columns,), without the constant."""

    names: tuple[str, ...]
    estimate: np.ndarray
    error: np.ndarray  # standard errors
    freedom: np.ndarray  # degrees of freedom
    mean: float  # the constant: the expected score where all columns are 0
    spread: float  # standard deviation of what the columns leave unexplained, of one row
    groups: int

    def intervals(self, alpha: float | np.ndarray = 0.05) -> tuple[np.ndarray, np.ndarray]:
        """Return the ends of two-sided intervals, each of which misses with probability alpha."""
        half = t.isf(np.asarray(alpha) / 2, self.freedom) * self.error
        return self.estimate - half, self.estimate + half

    def chance_above(self, value: float = 0.0) -> np.ndarray:
        """Return the p-values of effects of at most ``value``: small ones show that an effect is greater."""
        return np.asarray(t.sf(self._steps(value), self.freedom))

    def chance_below(self, value: float = 0.0) -> np.ndarray:
        """Return the p-values of effects of at least ``value``: small ones show that an effect is smaller."""
        return np.asarray(t.cdf(self._steps(value), self.freedom))

    def chance_differs(self, value: float = 0.0) -> np.ndarray:
        """Return the p-values of effects of exactly ``value``."""
        return np.asarray(2 * t.sf(abs(self._steps(value)), self.freedom))

    def part(self, first: int) -> "Effects":
        """Return the effects of the columns from number ``first`` on."""
        own = (self.estimate[first:], self.error[first:], self.freedom[first:])
        return Effects(self.names[first:], *own, self.mean, self.spread, self.groups)

    def _steps(self, value: float) -> np.ndarray:
        return (self.estimate - value) / self.error


def effects(columns: np.ndarray, score: np.ndarray, group: np.ndarray, names: Sequence[str]) -> Effects:
    """Return the effects of columns (rows, columns) on scores (rows,), robust to groups, int (rows,).

    ``names``: of the columns. A constant is always fitted. Raises GameError where there are too few groups, or where
    columns cannot be told apart.
    """
    _, group = np.unique(group, return_inverse=True)
    groups, whole = int(group.max(initial=-1)) + 1, np.column_stack([np.ones(len(score)), columns])
    if groups <= whole.shape[1]:
        raise GameError(
            f"{groups} groups of games for {whole.shape[1] - 1} effects and a constant: more than {whole.shape[1]} "
            "groups are needed; play more games, or ask for fewer parts"
        )
    _check_rank(whole, names)
    inverse = np.linalg.inv(whole.T @ whole)
    estimate = inverse @ (whole.T @ score)
    left = score - whole @ estimate
    order = np.argsort(group, kind="stable")
    corrected = _corrections(whole[order], inverse, group[order])
    pushes = _by_group(corrected * left[order, None], group[order])
    covariance = inverse @ (pushes.T @ pushes) @ inverse
    return Effects(
        names=tuple(names),
        estimate=estimate[1:],
        error=np.sqrt(covariance.diagonal()[1:].clip(1e-24)),
        freedom=_freedoms(whole[order], inverse, corrected, group[order])[1:],
        mean=float(estimate[0]),
        spread=float(np.sqrt((left**2).sum() / max(len(left) - whole.shape[1], 1))),
        groups=groups,
    )


def _check_rank(whole: np.ndarray, names: Sequence[str]) -> None:
    """Raise GameError if some column is a sum of others, and name one."""
    scaled = whole / np.maximum(np.sqrt((whole**2).sum(axis=0)), 1e-300)
    triangle, order = qr(scaled, mode="r", pivoting=True)
    lost = order[abs(triangle.diagonal()) < 1e-9]
    if len(lost):
        name = ["the constant", *names][int(lost[0])]
        raise GameError(f"{name}: its effect cannot be told apart from the others'; play more games, or leave it out")


def _corrections(whole: np.ndarray, inverse: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return A X for every group, rows as those of X: A is the square root of the inverse of I - X M X' of the group.

    Rows are sorted by group. Groups of the same number of rows are worked out together.
    """
    found = np.empty_like(whole)
    sizes = np.bincount(group)
    for size in np.unique(sizes):
        rows = np.flatnonzero(sizes[group] == size)
        blocks = whole[rows].reshape(-1, size, whole.shape[1])
        rest = np.eye(size) - blocks @ inverse @ blocks.transpose(0, 2, 1)
        values, vectors = np.linalg.eigh(rest)
        root = np.where(values > 1e-10, 1 / np.sqrt(values.clip(1e-10)), 0.0)
        found[rows] = ((vectors * root[:, None]) @ vectors.transpose(0, 2, 1) @ blocks).reshape(-1, whole.shape[1])
    return found


def _by_group(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return the sums of rows by group; rows are sorted by group."""
    return np.add.reduceat(values, np.flatnonzero(np.diff(group, prepend=-1)), axis=0)


def _freedoms(whole: np.ndarray, inverse: np.ndarray, corrected: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return Satterthwaite's degrees of freedom of every column, with as the working model equal, independent rows.

    They are (sum of p'p)^2 / sum of (p'q)^2 over groups, where p and q are those groups' parts of an effect's estimated
    variance: p'q = w'w - v'Mv within a group and -v'Mu between two, w = A X M e, v = X'w. With very many columns,
    which asks for many groups, all effects get the groups beyond the columns.
    """
    groups, columns = int(group[-1]) + 1, whole.shape[1]
    if columns > MOST_EXACT:
        return np.full(columns, float(groups - columns))
    found = np.empty(columns)
    for k in range(columns):
        weight = corrected @ inverse[:, k]
        own = _by_group(weight**2, group)
        turned = _by_group(whole * weight[:, None], group)
        inner = ((turned @ inverse) * turned).sum(axis=1)
        among = turned.T @ turned @ inverse
        found[k] = (own - inner).sum() ** 2 / ((own**2 - 2 * own * inner).sum() + (among * among.T).sum())
    return np.minimum(found, groups - 1)
