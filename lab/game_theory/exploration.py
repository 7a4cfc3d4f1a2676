"""Strategies tried against each other, with games only where something is undecided.

First all pairs play, in rounds; after each round those on which nothing hangs any more stop for good. Then the
mixtures that dominate a strategy by the means so far are tried on fresh groups: what is chosen by some groups is judged
by others. All pairs of a round play the same groups, so the p-values hold at whatever round a pair stops.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.accusations import (
    Accusations,
    accusations,
    candidates,
    mixture_p,
    number_of_claims,
)
from swarmzoo.lab.game_theory.advantages import mixed_advantages
from swarmzoo.lab.game_theory.allocation import Open, is_hopeless, undecided
from swarmzoo.lab.game_theory.evidence import p_above
from swarmzoo.lab.game_theory.samples import EVEN, Samples, gathered

FIRST_LOOK, GROWTH = 32, 1.5
NO_PART = 0.05  # what a mixture plays less often is left out

Games = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # group, row, column, score
Play = Callable[[Sequence[tuple[int, int]], range], Games]  # pairs and groups to be played; not every group need be


@dataclass(frozen=True)
class Explored:
    """What was played and what it proves."""

    samples: Samples  # of the rounds of all pairs
    judging: Samples  # of the groups on which mixtures were tried
    mixtures: dict[int, np.ndarray]  # by strategy: weights (strategies,) that were tried
    proven: Accusations
    open: Open  # what the rounds of all pairs left undecided


def looks(most: int) -> list[int]:
    """Return after how many groups one looks."""
    found = [min(FIRST_LOOK, most)]
    while found[-1] < most:
        found.append(min(most, int(found[-1] * GROWTH)))
    return found


def fewest_groups(strategies: int, error: float) -> int:
    """Return how many groups prove something only if one of two strategies wins all of them."""
    level = error / number_of_claims(strategies)
    return next(groups for groups in range(1, 10_000) if p_above(np.ones(groups), EVEN) <= level)


def explore(most: np.ndarray, margin: float, error: float, play: Play, rivals: np.ndarray | None = None) -> Explored:
    """Play and return what is proven at an error of all claims together; raise GameError for too few groups.

    ``most`` int (strategies, strategies): groups of a pair at most. ``rivals`` bool (strategies, strategies): the
    columns that can replace the row, by themselves or mixed; none given: all others.
    """
    n = len(most)
    _check(most, error)
    rivals = ~np.eye(n, dtype=bool) if rivals is None else rivals
    samples, left = _rounds(most, margin, error, play, rivals)
    found = accusations(samples, margin)
    mixtures = _mixtures(samples, margin, rivals, found.dominated.min(axis=1) > error)
    judging = _judged(mixtures, most, margin, error, play)
    return Explored(samples, judging, mixtures, accusations(samples, margin, mixtures, judging), left)


def _check(most: np.ndarray, error: float) -> None:
    needed = fewest_groups(len(most), error)
    least = int(most[~np.eye(len(most), dtype=bool)].min(initial=needed))
    if least < needed:
        raise GameError(
            f"{least} seeds for a pair: of {len(most)} strategies even one that wins all games is proven to be ahead "
            f"only after {needed}; let every pair play so many"
        )


def _rounds(most: np.ndarray, margin: float, error: float, play: Play, rivals: np.ndarray) -> tuple[Samples, Open]:
    """Play the rounds of all pairs."""
    n = len(most)
    parts: list[Games] = []
    going = most > 0
    samples = gathered(n, *_joined(parts))
    before = 0
    for look in looks(int(most.max())):
        pairs = [(i, j) for i in range(n) for j in range(i + 1, n) if going[i, j] and most[i, j] > before]
        for stop in sorted({min(look, int(most[pair])) for pair in pairs}):
            parts.append(play([pair for pair in pairs if min(look, most[pair]) == stop], range(before, stop)))
        samples, before = gathered(n, *_joined(parts)), look
        left = undecided(samples, margin, error, rivals)
        going = going & left.pairs & (most > look)
        if not going.any():
            break
    return samples, left


def _mixtures(samples: Samples, margin: float, rivals: np.ndarray, wanted: np.ndarray) -> dict[int, np.ndarray]:
    """Return the mixtures that are worth trying, of the strategies that need one, without small parts."""
    found = {}
    for strategy, mixture in candidates(samples, margin, rivals).items():
        weights = np.where(mixture.weights < NO_PART, 0.0, mixture.weights)
        if wanted[strategy] and np.count_nonzero(weights) > 1:
            found[strategy] = weights / weights.sum()
    return found


def _judged(mixtures: dict[int, np.ndarray], most: np.ndarray, margin: float, error: float, play: Play) -> Samples:
    """Play the groups on which mixtures are tried; a mixture stops when it is proven, or others have none left."""
    n, first = len(most), int(most.max())
    level = error / number_of_claims(n)
    parts: list[Games] = []
    samples, before = gathered(n, *_joined(parts)), 0
    needed = {strategy: _cells(strategy, weights) for strategy, weights in mixtures.items()}
    limit = {strategy: min((int(most[cell]) for cell in cells), default=0) for strategy, cells in needed.items()}
    going = list(mixtures)
    for look in looks(max(limit.values(), default=0)):
        going = [k for k in going if limit[k] >= look and not _is_settled(samples, k, mixtures[k], margin, level)]
        cells = sorted({cell for k in going for cell in needed[k]})
        if not cells:
            break
        parts.append(play(cells, range(first + before, first + look)))
        samples, before = gathered(n, *_joined(parts)), look
    return samples


def _is_settled(samples: Samples, strategy: int, weights: np.ndarray, margin: float, level: float) -> bool:
    """Return whether a mixture is proven to dominate a strategy, or clearly does not."""
    if mixture_p(samples, strategy, weights, margin) <= level:
        return True
    return is_hopeless(mixed_advantages(samples, strategy, weights), margin)


def _cells(strategy: int, weights: np.ndarray) -> list[tuple[int, int]]:
    """Return the pairs whose games tell a mixture from a strategy."""
    players = [strategy, *(int(k) for k in np.flatnonzero(weights))]
    return sorted({(min(i, k), max(i, k)) for i in players for k in range(len(weights)) if i != k})


def _joined(parts: Sequence[Games]) -> Games:
    columns = list(zip(*parts, strict=True)) or [()] * 4
    group, row, column, score = (np.concatenate([np.zeros(0), *column]) for column in columns)
    return group, row, column, score
