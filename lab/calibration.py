"""How often the intervals of ratings hold the truth, and how often the sequential test errs, in simulated tournaments.

``python -m swarmzoo.lab.calibration`` prints both tables.
"""

from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Literal

import numpy as np
from scipy.optimize import brentq
from scipy.special import softmax

from swarmzoo.lab.ratings import ELO, cross_table, fit, score_of
from swarmzoo.lab.sprt import Sprt


@dataclass(frozen=True)
class World:
    """Opponents whose strength is known, and what makes the games of a group depend on each other."""

    elo: tuple[float, ...]
    seats: tuple[float, ...] = (0.0, 0.0)  # advantage of each seat in Elo
    draws: float = 0.0  # share of games with two winners among equals
    luck: float = 0.0  # share of games that the group's seed decides
    favours: Literal["seat", "agent"] = "seat"  # whom a seed favours: the same seat or the same agent in all its games


def chances(world: World, seating: np.ndarray) -> np.ndarray:
    """Return the expected share of first place of every side, (..., sides), of seating (..., sides)."""
    return np.asarray(softmax((np.array(world.elo)[seating] + world.seats) / ELO, axis=-1))


def play(world: World, seating: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the share of first place (groups, games, sides) of seating of the same shape.

    The expected shares are the model's whatever the draws and the luck: a game's winner is found by one even number,
    and a draw's second winner by that number moved by a half.
    """
    sides = seating.shape[-1]
    order = (
        np.argsort(seating, axis=-1) if world.favours == "agent" else np.broadcast_to(np.arange(sides), seating.shape)
    )
    steps = np.cumsum(np.take_along_axis(chances(world, seating), order, -1), axis=-1)[..., :-1]
    own, shared = rng.random(seating.shape[:2]), rng.random((len(seating), 1))
    number = np.where(rng.random(own.shape) < world.luck, shared, own)
    drawn = rng.random(own.shape) < world.draws
    share = np.zeros(seating.shape)
    for winner in (number, np.where(drawn, (number + 0.5) % 1, number)):
        place = (winner[..., None] > steps).sum(axis=-1, keepdims=True)
        share += np.eye(sides)[np.take_along_axis(order, place, -1)[..., 0]] / 2
    return share


def round_robin(world: World, groups: int) -> np.ndarray:
    """Return seating (all groups, games, sides): every table of agents, so many groups, in every order of the seats."""
    tables = combinations(range(len(world.elo)), len(world.seats))
    return np.repeat(np.array([list(permutations(table)) for table in tables]), groups, axis=0)


def coverage(world: World, groups: int, repetitions: int, seed: int) -> tuple[float, float, float]:
    """Return how often 95% intervals hold the truth: of ratings, of differences of two, of the scores of two."""
    rng = np.random.default_rng(seed)
    held = [_held(world, round_robin(world, groups), rng) for _ in range(repetitions)]
    rating, difference, score = np.mean(held, axis=0)
    return float(rating), float(difference), float(score)


def _held(world: World, seating: np.ndarray, rng: np.random.Generator) -> tuple[float, float, float]:
    """Play one tournament and return the shares of intervals that hold the truth, in the order of ``coverage``."""
    agents, sides = len(world.elo), len(world.seats)
    share = play(world, seating, rng).reshape(-1, sides)
    games = (agents, seating.reshape(-1, sides), share, np.repeat(np.arange(len(seating)), seating.shape[1]))
    ratings, table = fit(*games), cross_table(*games)
    truth = np.array(world.elo) - np.mean(world.elo)
    pairs = list(combinations(range(agents), 2))
    differences = [ratings.difference(one, other)[1:] for one, other in pairs]
    return (
        float(np.mean((ratings.low <= truth) & (truth <= ratings.high))),
        float(
            np.mean(
                [low <= truth[i] - truth[j] <= high for (i, j), (low, high) in zip(pairs, differences, strict=True)]
            )
        ),
        float(np.mean([table.low[pair] <= _score(world, *pair) <= table.high[pair] for pair in pairs]))
        if sides == 2
        else np.nan,
    )


def _score(world: World, one: int, other: int) -> float:
    """Return the mean score of an agent against another in both seats."""
    return float((chances(world, np.array([one, other]))[0] + chances(world, np.array([other, one]))[1]) / 2)


def errors(test: Sprt, world: World, groups: int, repetitions: int, seed: int) -> tuple[float, float, float, float]:
    """Return how often H1 is accepted where elo0 is true and H0 where elo1 is, and the mean groups used in both.

    Seats, draws and luck are the world's; its strengths are set so that the mean score over both seats is that of the
    hypothesis.
    """
    wrong, used = [], []
    for number, (elo, status) in enumerate(((test.elo0, "H1"), (test.elo1, "H0"))):
        rng = np.random.default_rng([seed, number])
        true = with_score(world, score_of(elo))
        verdicts = [test.decide(pair_scores(true, groups, rng)) for _ in range(repetitions)]
        wrong.append(float(np.mean([verdict.status == status for verdict in verdicts])))
        used.append(float(np.mean([verdict.groups for verdict in verdicts])))
    return wrong[0], wrong[1], used[0], used[1]


def with_score(world: World, score: float) -> World:
    """Return the world of two agents in which the first has a mean score over both seats."""
    elo = brentq(lambda value: _score(replace(world, elo=(value, 0.0)), 0, 1) - score, -4000, 4000)
    return replace(world, elo=(float(elo), 0.0))


def pair_scores(world: World, groups: int, rng: np.random.Generator) -> np.ndarray:
    """Return the mean score of agent 0 against agent 1 in pairs of games, (groups,)."""
    share = play(world, round_robin(world, groups), rng)
    return np.asarray((share[:, 0, 0] + share[:, 1, 1]) / 2)
