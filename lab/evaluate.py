"""Evaluations: one agent against others, in every seat, on paired seeds, with what happened in the games.

Strength is the share of first place, an estimate without a model; its interval is that of ``lab.intervals``. Ratings of
many agents at once are ``lab.ratings``.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import Results, mean_measures, share_of_first
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.csv_table import csv_text
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.seating import seats_against_one


@dataclass(frozen=True)
class WinRate:
    """The share of first place of an agent against another, with its 95% interval."""

    score: float
    low: float
    high: float
    games: int


def win_rate(game: Game, agent: Agent, opponent: Agent, *, games: int, seed: int, seat: int | None = None) -> WinRate:
    """Play an agent against another on paired seeds, seated as ``evaluate`` seats them; return what it won."""
    seating, seeds = seats_against_one(game, games, seed, seat)
    pay = play_games(game, [agent, opponent], seating, seeds, summaries=False).pay
    mine = (share_of_first(pay) * (seating == 0)).sum(axis=1)
    return WinRate(float(mine.mean()), *share_interval(mine, seeds), len(seeds))


@dataclass
class Row:
    """What an evaluation against one opponent found; shares are of first place, 1/n is even."""

    agent: str
    opponent: str
    games: int
    score: float  # share of first place; shared places count by their parts
    low: float  # 95% interval, see ``lab.intervals``: games of one seed depend on each other
    high: float
    won: int
    shared: int
    lost: int
    even: float  # 1/n
    first_seat: float  # score in seat 0 less the mean of the other seats that it had; 0 where that says nothing
    decisions: float  # mean length of a game, decisions of all sides
    endings: dict[str, float]  # share of games by how they ended
    of_all: dict[str, float | dict[str, float]]  # per game, what the game counts of all, such as its rounds
    own: dict[str, float | dict[str, float]]  # per game, what the game counts by side, of the agent's side


def evaluate(
    game: Game,
    agent: Agent,
    opponents: Sequence[Agent],
    *,
    games: int,
    seed: int,
    seat: int | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Row]:
    """Play an agent against each opponent; with more than two sides all other sides are the opponent's.

    ``seat``: the agent's side in all games; None: every side equally often, on paired seeds.
    """
    rows = []
    for opponent in opponents:
        seating, seeds = seats_against_one(game, games, seed, seat)
        results = play_games(game, [agent, opponent], seating, seeds, threads=threads, progress=progress)
        rows.append(_row(game, agent.name, opponent.name, seating, seeds, results))
    return rows


def _row(game: Game, agent: str, opponent: str, seating: np.ndarray, seeds: np.ndarray, results: Results) -> Row:
    count = len(seating)
    rows, seats = np.arange(count), (seating == 0).argmax(axis=1)
    mine = share_of_first(results.pay)[rows, seats]
    low, high = share_interval(mine, seeds)
    others = [mine[seats == seat].mean() for seat in sorted(set(seats) - {0})]
    endings = results.endings
    return Row(
        agent=agent,
        opponent=opponent,
        games=count,
        score=float(mine.mean()),
        low=low,
        high=high,
        won=int((mine == 1).sum()),
        shared=int(((mine > 0) & (mine < 1)).sum()),
        lost=int((mine == 0).sum()),
        even=1 / game.num_sides,
        first_seat=float(mine[seats == 0].mean() - np.mean(others)) if others and (seats == 0).any() else 0.0,
        decisions=float(results.length.mean()),
        endings={name: endings.count(name) / count for name in sorted(set(endings))},
        of_all=mean_measures(results.summaries),
        own=mean_measures(results.summaries, seats),
    )


def rows_csv(rows: Sequence[Row]) -> str:
    """Return rows as CSV text, a column for each measure; counts by name are written as name=number."""
    cells = [_cells(row) for row in rows]
    return csv_text([list(cells[0]), *([cell.get(name, "") for name in cells[0]] for cell in cells)])


def _cells(row: Row) -> dict[str, Any]:
    values = asdict(row)
    counted, own = values.pop("of_all"), values.pop("own")
    values |= counted | {f"own {name}": value for name, value in own.items()}
    return {name: _cell(value) for name, value in values.items()}


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return "; ".join(f"{name}={number:.3g}" for name, number in value.items())
    return f"{value:.4f}" if isinstance(value, float) else value
