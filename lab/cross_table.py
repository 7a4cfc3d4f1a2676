"""The cross table: what agents did against each other, with intervals that know which games share a seed."""

from dataclasses import dataclass

import numpy as np

from swarmzoo.lab.intervals import share_intervals
from swarmzoo.lab.ratings import Games, gathered


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

    The intervals are those of ``lab.intervals``: Wilson's, with the design effect of the groups.
    """
    games = gathered(agents, seating, pay, groups)
    cell, group, score = _encounters(games)
    shape = (agents, agents)

    def table(chosen: np.ndarray) -> np.ndarray:
        return np.bincount(cell[chosen], minlength=agents**2).reshape(shape)

    count, wins, draws, losses = (table(chosen) for chosen in (score >= 0, score == 1, score == 0.5, score == 0))
    with np.errstate(invalid="ignore"):
        share = (wins + draws / 2) / count
    low, high = share_intervals(cell, group, score, agents**2)
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
