"""The ladder of budgets: does a search that may think longer win more often?

python -m swarmzoo.agents.search.ladder insects --games 200
"""

import time
from dataclasses import dataclass
from math import sqrt

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.match import paired_seats, play_games
from swarmzoo.envs.core.game import Game

BUDGETS = (16, 64, 256, 1024)
Z = 1.96  # standard deviations of a 95% interval


@dataclass(frozen=True)
class Duel:
    """The share of first place of one agent against another: a point for a win, a part of it where it is shared."""

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float
    seconds: float


def duel(game: Game, one: Agent, other: Agent, games: int, seed: int, batch: int = 128) -> Duel:
    """Let two agents play games on paired seeds, each in every seat; more than two sides are shared out in turn."""
    began = time.perf_counter()
    seating, seeds = paired_seats(game.num_sides, 2, games, seed)
    pay = play_games(game, [one, other], seating, seeds, batch=batch).pay
    won = np.array([_share(row, seats) for row, seats in zip(pay, seating, strict=True)])
    return Duel(one.name, other.name, len(won), *_interval(won, seating, seeds), time.perf_counter() - began)


def _share(pay: np.ndarray, seats: np.ndarray) -> float:
    """Return which part of first place the sides of agent 0 have."""
    best = pay >= pay.max() - 1e-6
    return float(best[seats == 0].sum() / best.sum())


def _interval(won: np.ndarray, seating: np.ndarray, seeds: np.ndarray) -> tuple[float, float, float]:
    """Return the mean and its 95% interval (Wilson's, with the games of one seed taken as one draw each)."""
    n, p = len(won), float(won.mean())
    middle, width = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return p, (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)
