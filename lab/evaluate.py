"""Evaluations: one agent against others, in every seat, on paired seeds, with what happened in the games.

Strength is the share of first place, an estimate without a model; its interval is that of ``lab.intervals``. Ratings of
many agents at once are ``lab.ratings``.
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import Results, share_of_first
from swarmzoo.envs.core.game import Game
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
    first_seat: float  # score in seat 0 less the mean of the other seats
    decisions: float  # mean length of a game, decisions of all sides
    rounds: float
    endings: dict[str, float]  # share of games by how they ended
    measures: dict[str, float]  # of the agent's side, per game: what the game counts by side
    cards_played: dict[str, float]  # of the agent, per game
    cards_burnt: dict[str, float]


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
    by_seat = [mine[seats == seat].mean() for seat in range(game.num_sides)] if len(set(seats)) > 1 else [0.0, 0.0]
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
        first_seat=float(by_seat[0] - np.mean(by_seat[1:])),
        decisions=float(results.length.mean()),
        rounds=float(np.mean([summary.get("rounds", summary.get("turns", 0)) for summary in results.summaries])),
        endings={name: endings.count(name) / count for name in sorted(set(endings))},
        measures=_measures(results.summaries, seats, game.num_sides),
        cards_played=_mean_counts(results.summaries, seats, "cards_played"),
        cards_burnt=_mean_counts(results.summaries, seats, "cards_burnt"),
    )


def _measures(summaries: list[dict[str, Any]], seats: np.ndarray, sides: int) -> dict[str, float]:
    """Return the mean per game of every number that the game counts by side, for the side that the agent had."""
    names = [name for name, value in summaries[0].items() if _is_by_side(value, sides)]
    return {
        name.replace("_", " "): float(np.mean([one[name][seat] for one, seat in zip(summaries, seats, strict=True)]))
        for name in names
    }


def _is_by_side(value: Any, sides: int) -> bool:
    return isinstance(value, list) and len(value) == sides and all(isinstance(one, int | float) for one in value)


def _mean_counts(summaries: list[dict[str, Any]], seats: np.ndarray, key: str) -> dict[str, float]:
    """Return the mean per game of counts by name of the side that the agent had, the most frequent first."""
    total: dict[str, float] = {}
    for summary, seat in zip(summaries, seats, strict=True):
        for name, count in summary.get(key, [{}] * (int(seat) + 1))[int(seat)].items():
            total[name] = total.get(name, 0) + count / len(summaries)
    return dict(sorted(total.items(), key=lambda item: -item[1]))


def rows_csv(rows: Sequence[Row]) -> str:
    """Return rows as CSV text; counts by name are written as name=number."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(asdict(rows[0])), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _cell(value) for key, value in asdict(row).items()})
    return text.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return "; ".join(f"{name}={number:.3g}" for name, number in value.items())
    return f"{value:.4f}" if isinstance(value, float) else value
