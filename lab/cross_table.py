"""The cross table: what agents did against each other, with intervals that know which games share a seed."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import t

from swarmzoo.lab.ratings import PRIOR_GROUPS, Games, gathered


@dataclass(frozen=True)
class CrossTable:
    """What agents (rows) did against each other (columns); two agents meet once for each pair of their seats."""

    games: np.ndarray  # int (agents, agents), 0 on the diagonal
    wins: np.ndarray  # first place without the other
    draws: np.ndarray  # both or neither in first place
    losses: np.ndarray
    score: np.ndarray  # wins and half the draws, of 1; nan for those who never met
    low: np.ndarray  # 95% interval; 0 to 1 for those who never met
    high: np.ndarray


def cross_table(agents: int, seating: np.ndarray, pay: np.ndarray, groups: np.ndarray) -> CrossTable:
    """Return what every agent did against every other; the arguments are those of ``fit``.

    The interval is Wilson's, with as many games as would spread so much if they did not depend on each other.
    """
    games = gathered(agents, seating, pay, groups)
    cell, group, score = _encounters(games)
    shape = (agents, agents)

    def table(chosen: np.ndarray) -> np.ndarray:
        return np.bincount(cell[chosen], minlength=agents**2).reshape(shape)

    count, wins, draws, losses = (table(chosen) for chosen in (score >= 0, score == 1, score == 0.5, score == 0))
    with np.errstate(invalid="ignore"):
        share = (wins + draws / 2) / count
    low, high = _wilson(cell, group, score, share.ravel())
    return CrossTable(count, wins, draws, losses, share, low.reshape(shape), high.reshape(shape))


def _encounters(games: Games) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for each ordered pair of seats of different agents agent * agents + other, the group and the score."""
    one, other = np.nonzero(~np.eye(games.seating.shape[1], dtype=bool))
    first = np.sign(games.share)
    cell = games.seating[:, one] * games.agents + games.seating[:, other]
    score = (1 + first[:, one] - first[:, other]) / 2
    group = np.broadcast_to(games.group[:, None], cell.shape)
    differ = games.seating[:, one] != games.seating[:, other]
    return cell[differ], group[differ], score[differ]


def _wilson(cell: np.ndarray, group: np.ndarray, score: np.ndarray, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends by cell of 95% intervals of the share, (cells,)."""
    clusters, member = np.unique(group * len(share) + cell, return_inverse=True)
    place = clusters % len(share)
    off = np.bincount(member, score - share[cell])
    count, groups = (np.bincount(index, minlength=len(share)) for index in (cell, place))
    size = count / np.maximum(groups, 1)
    spread = np.bincount(place, off**2, len(share)) * groups / np.maximum(groups - 1, 1)
    even = PRIOR_GROUPS * size / 4
    with np.errstate(invalid="ignore", divide="ignore"):
        effect = (spread + even * size) / (count * share * (1 - share) + even)
        weight = t.ppf(0.975, np.maximum(groups, 1)) ** 2 * effect / count
        half = np.sqrt(weight * share * (1 - share) + weight**2 / 4)
        low, high = ((share + weight / 2 + sign * half) / (1 + weight) for sign in (-1, 1))
    return np.where(count > 0, low, 0), np.where(count > 0, high, 1)
