"""Payoffs of which only games are known.

Two strategies meet in groups: the games of a group are one seed in every seating, so a group is one observation, the
mean score of its games. Groups are independent. Scores are shares of first place, and both players together have 1; a
strategy against itself has 1/2 by symmetry and need not be played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.intervals import share_intervals

EVEN = 0.5


@dataclass(frozen=True)
class Samples:
    """Games of strategies against each other, as ``gathered`` makes them; the row is the smaller number."""

    strategies: int
    group: np.ndarray  # int (games,)
    row: np.ndarray
    column: np.ndarray
    score: np.ndarray  # float (games,) of the row, from 0 to 1

    @cached_property
    def groups(self) -> dict[tuple[int, int], np.ndarray]:
        """The numbers of the groups of every pair that met, int (observations,), ascending."""
        return {pair: numbers for pair, (numbers, _) in self._observations.items()}

    @cached_property
    def scores(self) -> dict[tuple[int, int], np.ndarray]:
        """The mean score of the smaller number in every group, float (observations,)."""
        return {pair: scores for pair, (_, scores) in self._observations.items()}

    @cached_property
    def _observations(self) -> dict[tuple[int, int], tuple[np.ndarray, np.ndarray]]:
        found = {}
        for pair in combinations(range(self.strategies), 2):
            mine = (self.row == pair[0]) & (self.column == pair[1])
            if mine.any():
                numbers, place, games = np.unique(self.group[mine], return_inverse=True, return_counts=True)
                found[pair] = numbers, (np.bincount(place, self.score[mine]) / games).clip(0, 1)
        return found

    def observed(self, row: int, column: int) -> np.ndarray:
        """Return the scores of a strategy against another, (observations,), in the order of the groups."""
        if row < column:
            return self.scores.get((row, column), np.zeros(0))
        return 1 - self.scores.get((column, row), np.zeros(0))

    def counts(self) -> np.ndarray:
        """Return how many observations there are, int (strategies, strategies)."""
        counts = np.zeros((self.strategies, self.strategies), int)
        for pair, scores in self.scores.items():
            counts[pair] = counts[pair[::-1]] = len(scores)
        return counts

    def payoff(self) -> np.ndarray:
        """Return the mean scores, float (strategies, strategies); 1/2 where strategies did not meet."""
        return self._table({pair: float(scores.mean()) for pair, scores in self.scores.items()})

    def intervals(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the ends of 95% intervals of the mean scores, (strategies, strategies); 0 to 1 where none is known."""
        n = self.strategies
        low, high = share_intervals(self.row * n + self.column, self.group, self.score, n * n)
        low, high = low.reshape(n, n), high.reshape(n, n)
        met = self.counts() > 0
        low, high = (np.where(np.tri(n, k=-1) > 0, 1 - other.T, one) for one, other in ((low, high), (high, low)))
        low, high = np.where(met, low, 0.0), np.where(met, high, 1.0)
        for table in (low, high):
            np.fill_diagonal(table, EVEN)
        return low, high

    def resampled(self, count: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Yield mean scores, (strategies, strategies), of so many samples of the groups drawn with replacement [1].

        A group that several pairs played is drawn for all of them as often.

        [1] B. Efron, "Bootstrap methods: another look at the jackknife", 1979; by groups: A. C. Davison and D. V.
            Hinkley, "Bootstrap methods and their application", 1997, section 3.8.
        """
        numbers = np.unique(self.group)
        places = {pair: np.searchsorted(numbers, mine) for pair, mine in self.groups.items()}
        for _ in range(count):
            weight = np.bincount(rng.integers(0, len(numbers), len(numbers)), minlength=len(numbers))
            means = {}
            for pair, where in places.items():
                drawn = weight[where]
                means[pair] = float(np.average(self.scores[pair], weights=drawn if drawn.any() else None))
            yield self._table(means)

    def halves(self) -> tuple["Samples", "Samples"]:
        """Return the games of every second group, and the others: what is found in one half is tried on the other."""
        is_second = np.searchsorted(np.unique(self.group), self.group) % 2 == 1
        return self._only(~is_second), self._only(is_second)

    def _only(self, kept: np.ndarray) -> "Samples":
        return Samples(self.strategies, self.group[kept], self.row[kept], self.column[kept], self.score[kept])

    def _table(self, means: dict[tuple[int, int], float]) -> np.ndarray:
        table = np.full((self.strategies, self.strategies), EVEN)
        for (i, j), mean in means.items():
            table[i, j], table[j, i] = mean, 1 - mean
        return table


def gathered(strategies: int, group: np.ndarray, row: np.ndarray, column: np.ndarray, score: np.ndarray) -> Samples:
    """Return games as observations; raise GameError.

    ``group``, ``row``, ``column`` int (games,), strategies from 0; ``score`` float (games,): of the row, 0 to 1. Who
    plays as row and who as column is all the same; games of a strategy against itself are left out.
    """
    group, row, column = (np.asarray(part, np.int64) for part in (group, row, column))
    score = np.asarray(score, float)
    _check(strategies, group, row, column, score)
    score = np.where(row < column, score, 1 - score)
    apart = row != column
    parts = (group, np.minimum(row, column), np.maximum(row, column), score)
    return Samples(strategies, *(part[apart] for part in parts))


def _check(strategies: int, group: np.ndarray, row: np.ndarray, column: np.ndarray, score: np.ndarray) -> None:
    """Raise GameError where the arrays do not fit together."""
    if strategies < 2:
        raise GameError(f"a set of {strategies} strategies: two or more are needed")
    if group.ndim != 1 or not group.shape == row.shape == column.shape == score.shape:
        raise GameError(
            f"group {group.shape}, row {row.shape}, column {column.shape}, score {score.shape}: one number a game each"
        )
    if len(group) and not (min(row.min(), column.min()) >= 0 and max(row.max(), column.max()) < strategies):
        raise GameError(f"rows and columns: 0 to {strategies - 1} are allowed")
    if not ((score >= 0) & (score <= 1)).all():
        raise GameError("scores from 0 to 1 are allowed")
