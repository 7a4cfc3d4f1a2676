"""The ladder of budgets: does a search that may think longer win more often?

Each step is a share of first place on paired seeds, with the interval of ``lab.intervals``.

python -m swarmzoo.lab.ladder insects --games 200
python -m swarmzoo.lab.ladder insects --overnight
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.agents.text import search_options
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.games import made
from swarmzoo.lab.intervals import share_interval

BUDGETS = (16, 64, 256, 1024)
OVERNIGHT, OVERNIGHT_GAMES = 4096, 40


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
    if game.num_sides % 2:  # each seating and the same with the agents exchanged
        seating, seeds = paired_seats(game.num_sides, 2, -(-games // 2), seed)
        seating, seeds = np.concatenate([seating, 1 - seating]), np.tile(seeds, 2)
    else:
        seating, seeds = paired_seats(game.num_sides, 2, games, seed)
    pay = play_games(game, [one, other], seating, seeds, batch=batch).pay
    won = (share_of_first(pay) * (seating == 0)).sum(axis=1)
    low, high = share_interval(won, seeds)
    return Duel(one.name, other.name, len(won), float(won.mean()), low, high, time.perf_counter() - began)


def climb(game: Game, games_a_step: int, seed: int, more: str = "", overnight: bool = False) -> Iterator[Duel]:
    """Yield the duels of a ladder: every budget against the one before; ``more``: settings of all, as in a text."""
    settings = search_options(more, f"--settings {more}")
    if {"simulations", "milliseconds"} & set(settings):
        raise GameError(f"--settings {more}: the ladder sets the budgets itself")
    steps = [(low, high, games_a_step) for low, high in pairwise(BUDGETS)]
    if overnight:
        steps.append((BUDGETS[-1], OVERNIGHT, OVERNIGHT_GAMES))
    for low, high, count in steps:
        agents: list[Any] = [TreeSearch(game, simulations=budget, **settings) for budget in (high, low)]
        yield duel(game, agents[0], agents[1], count, seed)


def main(
    game: Annotated[str, typer.Argument(help="The game.")] = "insects",
    keywords: Annotated[str, typer.Option(help="Of the game, for instance size=8,scenario=march.")] = "",
    settings: Annotated[str, typer.Option(help="Of all searches, for instance rollout=rusher,cut=20.")] = "",
    count: Annotated[int, typer.Option("--games", min=2, help="Games of every step.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    overnight: Annotated[bool, typer.Option("--overnight", help="4,096 simulations against 1,024 as well.")] = False,
    path: Annotated[Path | None, typer.Option("--csv", help="Write the steps to a CSV file as well.")] = None,
) -> None:
    """Play the ladder and print the share of first place of each budget against the one before."""
    rows = [("agent", "against", "share of first place", "95% interval", "games")]
    try:
        for step in climb(made(game, keywords), count, seed, settings, overnight):
            interval = f"{step.low:.1%} to {step.high:.1%}"
            rows.append((step.one, step.other, f"{step.share:.1%}", interval, str(step.games)))
            print(f"{step.one} against {step.other}: {step.share:.1%} ({interval}), {step.games} games,", end=" ")
            print(f"{step.seconds:.0f} s", flush=True)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    write_csv(path, rows)


if __name__ == "__main__":
    typer.run(main)
