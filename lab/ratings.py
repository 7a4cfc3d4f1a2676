"""Ratings of agents in logistic Elo from games of two or more sides, with intervals that know which games share a seed.

The model gives every agent a strength and every seat an advantage; a side is first with the probability of the
softmax of strength + advantage. With two sides this is the model of Bradley and Terry [1] with an advantage of the
seat [2] and a draw as half a win; with more it is the first place of Plackett and Luce's [3, 4], which k winners
share by 1/k. Several seats of one agent compete like those of equal agents. 400 Elo are odds of ten to one ("logistic
Elo", after [5]).

Strengths are those of maximum likelihood, with a virtual draw of each agent and seat. Their covariance is the robust
one of clusters [6], each group's score divided by 1 - its leverage, as in [7], so that few groups do not look too
certain.

[1] R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: I. The method of paired comparisons",
    1952.
[2] R. R. Davidson and R. J. Beaver, "On extending the Bradley-Terry model to incorporate within-pair order effects",
    1977.
[3] R. L. Plackett, "The analysis of permutations", 1975.
[4] R. D. Luce, "Individual choice behavior", 1959.
[5] A. E. Elo, "The rating of chessplayers, past and present", 1978.
[6] K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", 1986.
[7] L. A. Mancl and T. A. DeRouen, "A covariance estimator for GEE with improved small-sample properties", 2001.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import block_diag
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit, log_softmax, softmax
from scipy.stats import t

from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.intervals import PRIOR_GROUPS

ELO = 400 / np.log(10)  # Elo of one unit of log odds
PRIOR_DRAWS = 1.0  # of every agent and seat against one of mean strength: who won all or nothing gets a finite rating


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, mean 0 over the rated agents, with 95% intervals; nan and infinite for who met no other agent.

    Between agents that no chain of games connects only the prior speaks, and the intervals are as wide as it.
    """

    elo: np.ndarray  # (agents,)
    low: np.ndarray
    high: np.ndarray
    covariance: np.ndarray  # (agents, agents), Elo squared
    superiority: np.ndarray  # (agents, agents): probability that the row's agent is stronger than the column's
    seat_advantage: np.ndarray  # (sides,), mean 0
    seat_low: np.ndarray
    seat_high: np.ndarray
    groups: np.ndarray  # (agents,): groups of games against others
    components: np.ndarray  # (agents,): the same number for agents that a chain of games connects

    @property
    def is_connected(self) -> bool:
        """Return whether a chain of games leads from every rated agent to every other."""
        return len(set(self.components[self.groups > 0])) <= 1

    def difference(self, one: int, other: int) -> tuple[float, float, float]:
        """Return the rating of one agent less that of another, with the 95% interval, in Elo."""
        moved = self.anchored(other, 0.0)
        return float(moved.elo[one]), float(moved.low[one]), float(moved.high[one])

    def anchored(self, index: int, value: float) -> "Ratings":
        """Return the ratings moved so that one agent has a value in Elo, with intervals of the distance to it."""
        if not self.groups[index]:
            raise GameError(f"agent {index} met no other agent and has no rating: anchor an agent that has one")
        turn = np.eye(len(self.elo))
        turn[:, index] -= 1
        rated = self.groups > 0
        covariance = np.where(np.outer(rated, rated), turn @ np.nan_to_num(self.covariance) @ turn.T, np.nan)
        elo = self.elo - self.elo[index] + value
        low, high = _interval(elo, covariance.diagonal(), np.minimum(self.groups, self.groups[index]))
        return replace(self, elo=elo, low=low, high=high, covariance=covariance)


def score_of(elo: float) -> float:
    """Return the expected score, 0 to 1, of who is stronger by so much Elo."""
    return float(expit(elo / ELO))


def fit(
    agents: int, seating: np.ndarray, pay: np.ndarray, groups: np.ndarray, *, prior: float = PRIOR_DRAWS
) -> Ratings:
    """Return the ratings of maximum likelihood; games of one group (one seed in several seatings) may depend.

    ``seating`` int (games, sides) holds the agent on each side, ``pay`` float (games, sides) the rewards of finished
    games, ``groups`` int (games,) any number a group; ``prior``: virtual draws of each agent. Raises GameError.
    """
    games = gathered(agents, seating, pay, groups)
    if not prior > 0:
        raise GameError(f"prior = {prior}: a number of virtual draws above 0 is allowed")
    strength = _most_likely(games, prior)
    chances, bend = _chances(games, strength), _bend(prior, strength)
    information = _information(games, chances, games.repeats) + bend
    leverage = _leverage(games, information, chances)
    spread = _spread(games, chances, leverage) + _prior_spread(games, leverage) + bend
    inverse = np.linalg.inv(information)
    return _ratings(games, ELO * strength, ELO**2 * inverse @ spread @ inverse)


@dataclass(frozen=True)
class Games:
    """Games with equal seatings gathered."""

    agents: int
    seating: np.ndarray  # int (games, sides)
    share: np.ndarray  # float (games, sides), of first place
    group: np.ndarray  # int (games,), 0 to the number of groups less 1
    kind: np.ndarray  # int (games,): which seating
    repeats: np.ndarray  # int (kinds,): games with that seating
    design: np.ndarray  # float (kinds, sides, agents + sides): 1 at each side's agent and seat
    met: np.ndarray  # int (agents,): groups with a game against others


def gathered(agents: int, seating: np.ndarray, pay: np.ndarray, groups: np.ndarray) -> Games:
    """Check what was given and gather it."""
    seating, pay = np.asarray(seating), np.asarray(pay)
    _check(agents, seating, pay, np.asarray(groups))
    _, group = np.unique(groups, return_inverse=True)
    kinds, kind, repeats = np.unique(seating, axis=0, return_inverse=True, return_counts=True)
    share = share_of_first(pay)
    seats = np.broadcast_to(np.eye(seating.shape[1]), (len(kinds), *[seating.shape[1]] * 2))
    design = np.concatenate([np.eye(agents)[kinds], seats], axis=2)
    return Games(agents, seating, share, group, kind.reshape(-1), repeats, design, _met(agents, seating, group))


def _check(agents: int, seating: np.ndarray, pay: np.ndarray, groups: np.ndarray) -> None:
    """Raise GameError where the arrays do not fit together."""
    if seating.ndim != 2 or seating.shape[1] < 2 or pay.shape != seating.shape or groups.shape != seating.shape[:1]:
        raise GameError(
            f"seating {seating.shape}, pay {pay.shape}, groups {groups.shape}: seating and pay (games, sides) with two"
            " sides or more and groups (games,) are allowed"
        )
    if not len(seating):
        raise GameError("no games: at least one is needed")
    if not np.isfinite(pay).all():
        raise GameError("pay holds numbers that are not finite: leave void games out")
    if seating.min() < 0 or seating.max() >= agents:
        raise GameError(f"seating holds {seating.min()} to {seating.max()}: 0 to {agents - 1} are allowed")


def _met(agents: int, seating: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return the number of each agent's groups with games against others, (agents,)."""
    mixed = (seating != seating[:, :1]).any(axis=1)
    return np.bincount(np.unique(group[mixed, None] * agents + seating[mixed]) % agents, minlength=agents)


def _most_likely(games: Games, prior: float) -> np.ndarray:
    """Return the strengths of agents and the advantages of seats, (agents + sides,), in units of log odds."""
    share = np.zeros(games.design.shape[:2])
    np.add.at(share, games.kind, games.share)

    def likelihood(x: np.ndarray) -> float:
        return float(
            (share * log_softmax(games.design @ x, axis=1)).sum() + prior / 2 * (log_expit(x) + log_expit(-x)).sum()
        )

    x = np.zeros(games.design.shape[2])
    for _ in range(100):
        chances = _chances(games, x)
        slope = np.tensordot(share - chances * games.repeats[:, None], games.design, 2) - prior * (expit(x) - 0.5)
        step = np.linalg.solve(_information(games, chances, games.repeats) + _bend(prior, x), slope)
        if abs(step).max() < 1e-9:
            break
        while likelihood(x + step) < likelihood(x) - 1e-9:
            step /= 2
        x = x + step
    return x


def _chances(games: Games, strength: np.ndarray) -> np.ndarray:
    """Return the probability of first place by seating, (kinds, sides)."""
    return np.asarray(softmax(games.design @ strength, axis=1))


def _bend(prior: float, strength: np.ndarray) -> np.ndarray:
    """Return the information of the virtual draws."""
    return np.diag(prior * expit(strength) * expit(-strength))


def _information(games: Games, chances: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return the Fisher information about strengths and advantages; chances (kinds, sides), weight (kinds,)."""
    off = games.design - np.einsum("ks,ksp->kp", chances, games.design)[:, None]
    return np.tensordot(off * (chances * weight[:, None])[..., None], off, ((0, 1), (0, 1)))


def _leverage(games: Games, information: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Return by group the largest part that it has in what is known of one of its agents, (groups,) below 1."""
    first = np.einsum("ks,ksp->kp", chances, games.design[..., : games.agents])
    of_kinds = coo_array((np.ones(len(games.kind)), (games.group, games.kind))).tocsr()
    known = of_kinds @ (first * (1 - first))
    return np.asarray((known / information.diagonal()[: games.agents]).max(axis=1))


def _spread(games: Games, chances: np.ndarray, leverage: np.ndarray) -> np.ndarray:
    """Return the sum over groups of the squares of their scores, as they would be had the fit not seen the group."""
    error = games.share - chances[games.kind]
    score = np.zeros((len(leverage), games.design.shape[2]))
    np.add.at(score, (games.group[:, None], games.seating), error)
    np.add.at(score[:, games.agents :], games.group, error)
    score /= 1 - leverage[:, None]
    return score.T @ score


def _prior_spread(games: Games, leverage: np.ndarray) -> np.ndarray:
    """Return what evenly matched groups, ``PRIOR_GROUPS`` for each agent, would add; repeats add no certainty."""
    _, pair, size = np.unique(games.group * len(games.repeats) + games.kind, return_inverse=True, return_counts=True)
    weight = np.bincount(games.kind, size[pair] * PRIOR_GROUPS * leverage[games.group])
    return _information(games, np.full(games.design.shape[:2], 1 / games.design.shape[1]), weight)


def _ratings(games: Games, elo: np.ndarray, covariance: np.ndarray) -> Ratings:
    """Move agents and seats to the mean 0 and part them; ``elo`` (agents + sides,)."""
    rated, split = games.met > 0, [games.agents]
    turn = block_diag(_centring(rated), _centring(np.full(len(elo) - games.agents, True)))
    covariance = turn @ covariance @ turn.T
    strength, seats = np.split(turn @ elo, split)
    variance, of_seats = np.split(covariance.diagonal(), split)
    low, high = _interval(strength, variance, games.met)
    seat_low, seat_high = _interval(seats, of_seats, np.full(len(seats), games.group.max() + 1))
    return Ratings(
        elo=np.where(rated, strength, np.nan),
        low=low,
        high=high,
        covariance=np.where(np.outer(rated, rated), covariance[: len(rated), : len(rated)], np.nan),
        superiority=_superiority(strength, covariance, games.met),
        seat_advantage=seats,
        seat_low=seat_low,
        seat_high=seat_high,
        groups=games.met,
        components=_components(games),
    )


def _centring(chosen: np.ndarray) -> np.ndarray:
    """Return the matrix that takes the mean of the chosen from all."""
    return np.eye(len(chosen)) - chosen / max(chosen.sum(), 1)


def _interval(elo: np.ndarray, variance: np.ndarray, groups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of 95% intervals by Student's t; infinite where there are no groups."""
    half = np.where(groups > 0, t.ppf(0.975, np.maximum(groups, 1)) * np.sqrt(variance), np.inf)
    return np.where(groups > 0, elo - half, -np.inf), np.where(groups > 0, elo + half, np.inf)


def _superiority(elo: np.ndarray, covariance: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return the probability that the row's agent is stronger, 0.5 where one has no rating, (agents, agents)."""
    covariance = covariance[: len(elo), : len(elo)]
    variance = covariance.diagonal()
    deviation = np.sqrt(np.maximum(variance[:, None] + variance - 2 * covariance, 1e-12))
    fewest = np.minimum(groups[:, None], groups)
    chance = t.cdf((elo[:, None] - elo) / deviation, np.maximum(fewest, 1))
    return np.where(fewest > 0, chance, 0.5)


def _components(games: Games) -> np.ndarray:
    """Return a number for each agent, the same for those that a chain of games connects."""
    seating = games.seating.astype(np.int32)  # scipy 1.11 leaves the components of other indices undone
    one, other = np.repeat(seating[:, 0], seating.shape[1]), seating.reshape(-1)
    links = coo_array((np.ones(len(one)), (one, other)), shape=(games.agents, games.agents))
    return np.asarray(connected_components(links, directed=False)[1])
