"""The rating of an agent on the ladders of games (``lab.rungs``): one number for each game, and one over all.

The agent plays every rung in both seats of paired seeds, from the bottom upwards, until one leaves it a tenth of the
games or less. Its rating is that of Bradley and Terry's model, the rungs' ratings being known: the strength at which
its expected score is the score that it had, a virtual draw included. The interval is read off the same curve, from
that of its mean score: the intervals of the scores against each rung (``lab.intervals``), put together as Zou and
Donner do [1].

Over all games one strength is fitted to all scores. Games weigh the same, however many were played of each.

[1] G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general approach", 2008.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.ratings import ELO
from swarmzoo.lab.seating import seats_against_one

BEATEN = 0.1  # who has so little of the games against a rung is not asked to climb on
FARTHEST = 4000.0  # Elo beyond the rungs to which a strength is looked for


@dataclass(frozen=True)
class Met:
    """What an agent did against a rung."""

    rung: str
    elo: float
    games: int
    score: float  # share of first place
    low: float  # its 95% interval
    high: float


@dataclass(frozen=True)
class Placed:
    """A rating with its 95% interval; an end is None where no rung bounds it."""

    elo: float
    low: float | None
    high: float | None


Climb = Sequence[Met]  # what an agent did on a game's ladder


def climb(
    game: Game,
    agent: Agent,
    rungs: Sequence[tuple[str, float, Agent]],
    *,
    games: int,
    seed: int,
    tell: Callable[[str], None] = lambda _: None,
) -> Climb:
    """Let an agent meet rungs from the bottom, by name, Elo and agent; ``tell`` is told whom it meets."""
    met: list[Met] = []
    for name, elo, opponent in rungs:
        tell(name)
        seating, seeds = seats_against_one(game, games, seed + games * len(met), None)
        pay = play_games(game, [agent, opponent], seating, seeds, summaries=False).pay
        won = (share_of_first(pay) * (seating == 0)).sum(axis=1)
        met.append(Met(name, elo, len(won), float(won.mean()), *share_interval(won, seeds)))
        if met[-1].score <= BEATEN:
            break
    return met


def placed(climbs: Sequence[Climb]) -> Placed:
    """Return the one strength that fits the scores of some climbs, which weigh the same."""
    weights = [1 / (len(climbs) * len(one)) for one in climbs for _ in one]
    every = [met for one in climbs for met in one]
    mean = sum(weight * met.score for weight, met in zip(weights, every, strict=True))
    down, up = (
        math.hypot(*(weight * (met.score - end(met)) for weight, met in zip(weights, every, strict=True)))
        for end in (attrgetter("low"), attrgetter("high"))
    )
    draw = sum(1 / (sum(met.games for met in one) + 1) for one in climbs) / len(climbs)
    best = _strength(climbs, mean + draw * (0.5 - mean))
    assert best is not None  # the virtual draw keeps it off both ends
    return Placed(best, _strength(climbs, mean - down), _strength(climbs, mean + up))


def expected(climbs: Sequence[Climb], elo: float) -> float:
    """Return the mean score that an agent of a strength has in these climbs, each weighing the same."""
    return float(np.mean([np.mean(expit((elo - np.array([met.elo for met in one])) / ELO)) for one in climbs]))


def _strength(climbs: Sequence[Climb], score: float) -> float | None:
    """Return the strength at which a score is expected; None where no strength within reach has it."""
    rungs = [met.elo for one in climbs for met in one]
    low, high = min(rungs) - FARTHEST, max(rungs) + FARTHEST
    if not expected(climbs, low) < score < expected(climbs, high):
        return None
    return float(brentq(lambda elo: expected(climbs, elo) - score, low, high, xtol=1e-6))
