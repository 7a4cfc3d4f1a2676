"""How often the intervals of ratings and of shares hold the truth, and how often the sequential test errs.

Tournaments and evaluations are simulated between opponents of known strength; ``python -m swarmzoo.lab.calibration``
prints a table of each.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Annotated, Literal

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from scipy.optimize import brentq
from scipy.special import softmax

from swarmzoo.agents.play.match import paired_seats
from swarmzoo.lab.cross_table import cross_table
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.ratings import ELO, fit, score_of
from swarmzoo.lab.seating import one_against_all
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
    """Return how often 95% intervals hold the truth: of ratings, of differences, of two-sided scores."""
    rng = np.random.default_rng(seed)
    held = [_held(world, round_robin(world, groups), rng) for _ in range(repetitions)]
    rating, difference, score = np.mean(held, axis=0)
    return float(rating), float(difference), float(score)


def _held(world: World, seating: np.ndarray, rng: np.random.Generator) -> tuple[float, ...]:
    """Play one tournament and return the shares of intervals that hold the truth, in the order of ``coverage``."""
    agents, sides = len(world.elo), len(world.seats)
    share = play(world, seating, rng).reshape(-1, sides)
    games = (agents, seating.reshape(-1, sides), share, np.repeat(np.arange(len(seating)), seating.shape[1]))
    ratings, table = fit(*games), cross_table(*games)
    truth = np.array(world.elo) - np.mean(world.elo)
    pairs = list(combinations(range(agents), 2))
    differences = [(truth[i] - truth[j], *ratings.difference(i, j)[1:]) for i, j in pairs]
    scores = [(_score(world, *pair), table.low[pair], table.high[pair]) for pair in pairs if sides == 2]
    return tuple(_share_held(np.array(rows)) for rows in (np.c_[truth, ratings.low, ratings.high], differences, scores))


def _share_held(rows: np.ndarray) -> float:
    """Return the share of the rows (truth, low, high) in which truth is between; nan of none."""
    return float(np.mean((rows[:, 1] <= rows[:, 0]) & (rows[:, 0] <= rows[:, 2]))) if len(rows) else np.nan


def _score(world: World, one: int, other: int) -> float:
    """Return the mean score of an agent against another in both seats."""
    return float((chances(world, np.array([one, other]))[0] + chances(world, np.array([other, one]))[1]) / 2)


def evaluation(world: World, games: int, repetitions: int, seed: int) -> tuple[float, float]:
    """Return how often the 95% interval of an evaluation of agent 0 against agent 1 holds its share of first place.

    The first number is of ``share_interval`` as it is used, the second as if every game had a seed of its own.
    """
    seating, seeds = paired_seats(len(world.seats), 2, games, 0)
    groups = len(set(seeds))
    mine = one_against_all(seating).reshape(groups, -1, len(world.seats))
    truth = float((chances(world, mine) * (mine == 0)).sum(axis=-1).mean())
    rng = np.random.default_rng(seed)
    held = []
    for _ in range(repetitions):
        score = (play(world, mine, rng) * (mine == 0)).sum(axis=-1).reshape(-1)
        ends = [share_interval(score, group) for group in (seeds, np.arange(len(score)))]
        held.append([low <= truth <= high for low, high in ends])
    by_seeds, by_games = np.mean(held, axis=0)
    return float(by_seeds), float(by_games)


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


def coverage_rows(repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of intervals."""
    four, eight = (-150.0, -50.0, 50.0, 150.0), tuple(np.linspace(-300, 300, 8))
    two_seats, four_seats = (40.0, -40.0), (60.0, 20.0, -20.0, -60.0)
    for world, groups in (
        (World((60.0, -60.0), two_seats, draws=0.3, luck=0.5), 20),
        (World((60.0, -60.0), two_seats, draws=0.6, luck=0.8), 50),
        (World(four), 20),
        (World(four, two_seats, draws=0.3, luck=0.5), 20),
        (World(four, two_seats, draws=0.6, luck=0.8), 100),
        (World(four, two_seats, draws=0.3, luck=0.8, favours="agent"), 20),
        (World(four, two_seats, draws=0.3, luck=0.5), 500),
        (World(eight, two_seats, draws=0.3, luck=0.5), 20),
        (World(eight, two_seats, draws=0.3, luck=0.8, favours="agent"), 50),
        (World(four, four_seats, draws=0.3, luck=0.5), 20),
        (World(four, four_seats, draws=0.3, luck=0.5, favours="agent"), 20),
        (World(four, four_seats, draws=0.3, luck=0.5, favours="agent"), 100),
        (World(eight, four_seats, draws=0.3, luck=0.5), 2),
    ):
        held = coverage(world, groups, repetitions, seed)
        yield (
            str(len(world.elo)),
            str(groups),
            *described(world),
            *(f"{100 * share:.1f}%" if np.isfinite(share) else "-" for share in held),
        )


def evaluation_rows(repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of evaluations."""
    for sides in (2, 3, 4):
        even, seats = (0.0, 0.0), (0.0,) * sides
        for elo, games in ((even, 20), (even, 200), ((300.0, 0.0), 200), ((700.0, 0.0), 1000)):
            for world in (
                World(elo, seats),
                World(elo, seats, draws=0.3, luck=0.8),
                World(elo, seats, draws=0.3, luck=0.8, favours="agent"),
            ):
                held = evaluation(world, games, repetitions, seed)
                yield f"{elo[0]:g}", str(games), *described(world), *(f"{100 * share:.1f}%" for share in held)


def error_rows(repetitions: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of the sequential test."""
    pair = (0.0, 0.0)
    for test in (Sprt(0, 50), Sprt(-20, 20), Sprt(0, 30)):
        for world in (
            World(pair),
            World(pair, (50.0, -50.0), draws=0.6),
            World(pair, (50.0, -50.0), draws=0.3, luck=0.8),
            World(pair, draws=0.3, luck=0.8, favours="agent"),
        ):
            one, other, *used = errors(test, world, 2000, repetitions, seed)
            rates = (f"{100 * one:.1f}%", f"{100 * other:.1f}%", *(f"{mean:.0f}" for mean in used))
            yield f"{test.elo0:g} to {test.elo1:g}", *described(world), *rates


def described(world: World) -> tuple[str, str, str, str]:
    """Return sides, advantage of the first seat, draws and luck of a world in words."""
    luck = f"{world.luck:.0%} {world.favours}" if world.luck else "none"
    return str(len(world.seats)), f"{world.seats[0]:+.0f}", f"{world.draws:.0%}", luck


def main(
    repetitions: Annotated[int, typer.Option(help="Simulated tournaments and tests in each row.")] = 400,
    seed: Annotated[int, typer.Option(help="Of the simulation.")] = 1,
) -> None:
    """Print how often 95% intervals hold the truth and how often the sequential test (alpha = beta = 5%) errs.

    Ratings: logistic Elo of Bradley and Terry's and Plackett and Luce's models, robust to groups. Shares: Wilson's
    interval with the design effect of the seeds. Test: the generalised (for pairs of games pentanomial) SPRT.
    """
    of_world = ("sides", "seat 0", "draws", "luck")
    console = Console(width=100)
    intervals = ("agents", "groups", *of_world, "ratings", "differences", "scores")
    console.print(_table("95% intervals that hold the truth", intervals, coverage_rows(repetitions, seed)))
    shares = ("Elo", "games", *of_world, "by seeds", "by games")
    console.print(
        _table("95% intervals of evaluations that hold the truth", shares, evaluation_rows(repetitions, seed))
    )
    tests = ("Elo", *of_world, "false H1", "false H0", "groups, H0", "groups, H1")
    console.print(_table("errors of the test at 5%", tests, error_rows(repetitions, seed)))


def _table(title: str, columns: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Table:
    """Return the rows as a table."""
    table = Table(*columns, title=title)
    for row in rows:
        table.add_row(*row)
    return table


if __name__ == "__main__":
    typer.run(main)
