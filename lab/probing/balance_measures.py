"""What is counted of the games of equal players, and of those of unequal ones.

seat share        of first place, by seat, with an interval by seeds (``lab.intervals``)
means             of the measures of ``trace``, with intervals of Student's t
ladder            Elo from the weakest to the strongest level, by ``lab.ratings``
luck              what a side 200 Elo stronger still loses: the share of games without first place of the stronger
                  level of each pair, as a logistic curve over the distance says it, by all pairs; with the interval
                  of curves by pairs that are drawn again
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import expit
from scipy.stats import t

from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.intervals import share_interval, share_intervals
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.ratings import Ratings, fit

STRONGER = 200.0  # Elo
_CURVES = 1000  # of an interval
_STEADY = 0.02  # what keeps a curve finite where one side never loses
_STEPS, _LONGEST = 40, 2.0  # of a curve to what fits best, and how long a step may be


@dataclass(frozen=True)
class SeatShares:
    """Shares of first place by seat, between equal players, with intervals at two levels."""

    level: str  # who plays
    games: int
    share: np.ndarray  # (seats,)
    low: np.ndarray  # 95%
    high: np.ndarray
    sure_low: np.ndarray  # at the level at which the game is accused
    sure_high: np.ndarray

    @property
    def even(self) -> float:
        """What each seat has in an even game."""
        return 1 / len(self.share)

    def is_even(self, margin: float) -> bool:
        """Tell whether every 95% interval lies inside the margin: equivalence, shown by two one-sided tests each."""
        return bool(((self.low >= self.even - margin) & (self.high <= self.even + margin)).all())

    def favoured(self, margin: float) -> int | None:
        """Return the seat whose share is furthest above what is even, if one is beyond the margin for certain."""
        beyond = np.maximum(self.sure_low - self.even, self.even - self.sure_high) > margin
        return int(np.argmax(self.share)) if beyond.any() else None


def seat_shares(game: Game, level: str, rows: Sequence[Played], error: float) -> SeatShares:
    """Return the shares of seats in games of one player; ``error``: that of one accusation."""
    share = share_of_first(np.array([row.pay for row in rows]))[:, list(game.seats)]
    count, seats = share.shape
    place = np.tile(np.arange(seats), count), np.repeat([row.seed for row in rows], seats), share.ravel()
    low, high = share_intervals(*place, seats)
    # the shares of seats sum to one: the last one says nothing new
    sure = share_intervals(*place, seats, 1 - error / max(seats - 1, 1))
    return SeatShares(level, count, share.mean(axis=0), low, high, *sure)


def means(rows: Sequence[Played]) -> dict[str, tuple[float, float, float]]:
    """Return mean and 95% interval of every measure by name; games that do not have it are left out."""
    names = dict.fromkeys(name for row in rows for name in row.measures)
    return {name: _mean([row.measures[name] for row in rows if name in row.measures]) for name in names}


def _mean(values: list[float]) -> tuple[float, float, float]:
    mean, count = float(np.mean(values)), len(values)
    if count < 2:
        return mean, float("nan"), float("nan")
    half = float(t.ppf(0.975, count - 1) * np.std(values, ddof=1) / np.sqrt(count))
    return mean, mean - half, mean + half


def drawn(rows: Sequence[Played]) -> tuple[float, float, float]:
    """Return the share of games in which first place is shared, with its 95% interval."""
    shared = (share_of_first(np.array([row.pay for row in rows])).max(axis=1) < 1).astype(float)
    return float(shared.mean()), *share_interval(shared, np.arange(len(rows)))


def ladder(levels: Sequence[str], rows: Sequence[Played]) -> Ratings:
    """Return the ratings of levels by the games of their pairs."""
    number = {text: k for k, text in enumerate(levels)}
    seating = np.array([[number[row.players[player]] for player in row.seats] for row in rows])
    pay = np.array([row.pay for row in rows])
    group = np.unique([f"{row.cell} {row.seed}" for row in rows], return_inverse=True)[1]
    return fit(len(levels), seating, pay, group)


@dataclass(frozen=True)
class Pair:
    """Two levels: how far apart they are, and what became of the stronger one."""

    stronger: str
    weaker: str
    apart: float  # Elo
    lost: float  # share of games in which the stronger one has no first place
    seed_decides: float  # share of seeds on which the same seat is first in all seatings
    games: int


def pairs_of(levels: Sequence[str], ratings: Ratings, rows: Sequence[Played]) -> list[Pair]:
    """Return what became of every pair."""
    number = {text: k for k, text in enumerate(levels)}
    cells: dict[str, list[Played]] = {}
    for row in rows:
        cells.setdefault(row.cell, []).append(row)
    found = []
    for games in cells.values():
        elo = [float(ratings.elo[number[text]]) for text in games[0].players]
        strong = int(np.argmax(elo))
        lost = np.mean([row.score(strong) == 0 for row in games])
        names = games[0].players[strong], games[0].players[1 - strong]
        found.append(Pair(*names, abs(elo[0] - elo[1]), float(lost), _by_seed(games), len(games)))
    return sorted(found, key=lambda pair: pair.apart)


def _by_seed(games: Sequence[Played]) -> float:
    """Return the share of seeds on which the seats, not the players, decide."""
    seeds: dict[int, list[tuple[float, ...]]] = {}
    for row in games:
        seeds.setdefault(row.seed, []).append(tuple(share_of_first(np.array([row.pay]))[0]))
    return float(np.mean([len(set(shares)) == 1 for shares in seeds.values()]))


def luck(pairs: Sequence[Pair]) -> tuple[float, float, float]:
    """Return what a side 200 Elo stronger still loses, with its 95% interval by pairs, each as often as its games.

    Nan where no pairs stand on both sides of that distance.
    """
    apart, lost, games = np.array([(one.apart, one.lost, one.games) for one in pairs], float).reshape(-1, 3).T
    if not (apart <= STRONGER).any() or not (apart >= STRONGER).any():
        return (float("nan"),) * 3
    drawn = np.random.default_rng(0).integers(len(pairs), size=(_CURVES, len(pairs)))
    rows = np.concatenate([np.arange(len(pairs))[None], drawn])
    found = _lost_at(STRONGER, apart[rows], lost[rows], games[rows])
    low, high = np.quantile(found[1:], (0.025, 0.975)).tolist()
    return float(found[0]), low, high


def _lost_at(where: float, apart: np.ndarray, lost: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Return what logistic curves through shares of lost games, (curves, pairs), say at a distance: Newton's steps."""
    far, line = np.stack([np.ones_like(apart), apart / STRONGER], axis=-1), np.zeros((len(apart), 2))
    for _ in range(_STEPS):
        share = expit((far @ line[:, :, None])[:, :, 0])
        off = ((games * (lost - share))[:, :, None] * far).sum(axis=1) - _STEADY * line
        bend = np.einsum("cp,cpi,cpj->cij", games * share * (1 - share), far, far) + _STEADY * np.eye(2)
        line += np.clip(np.linalg.solve(bend, off[:, :, None])[:, :, 0], -_LONGEST, _LONGEST)
    return expit(line[:, 0] + line[:, 1] * where / STRONGER)
