"""Are seats even? Every built-in agent plays itself in all seats, in the configurations that a game names.

Where a configuration is symmetric by design (``config.even_seats``), the 95% interval of every seat's share of first
place must lie within two points of an even share; other configurations print theirs.

python -m swarmzoo.lab.seats warband                  # until each is settled, or 20,000 games are played
python -m swarmzoo.lab.seats insects --write          # and into the table of its page; settled rows are kept
python -m swarmzoo.lab.seats --short                  # some seconds: only what is far from even is noticed
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
import yaml

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.catalogue import FoundGame, find_game, games
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.intervals import share_intervals

MARGIN = 0.02  # of an even share, on both sides
ROUND = 2_000  # games after which it is looked whether all is settled
EVEN, UNEVEN, OPEN = "even", "uneven", "open"
COLUMNS = ("game", "settings", "rules", "even by design", "agent", "seed", "games", "shares", "verdict")


@dataclass(frozen=True)
class Seats:
    """Shares of first place of every seat, and the ends of their 95% intervals, between equal agents."""

    games: int
    shares: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]

    @property
    def verdict(self) -> str:
        """Even if all intervals lie within the margin of an even share; uneven if one lies outside; else open."""
        even = 1 / len(self.shares)
        if all(low >= even - MARGIN and high <= even + MARGIN for low, high in zip(self.lows, self.highs, strict=True)):
            return EVEN
        if any(low > even + MARGIN or high < even - MARGIN for low, high in zip(self.lows, self.highs, strict=True)):
            return UNEVEN
        return OPEN

    def __str__(self) -> str:
        parts = zip(self.shares, self.lows, self.highs, strict=True)
        return ", ".join(f"{share:.1%} ({low:.1%} - {high:.1%})" for share, low, high in parts)


def seats_of(won: np.ndarray) -> Seats:
    """Return the shares of seats: ``won`` float (games, seats), the share of first place in every game."""
    count, seats = won.shape
    seat, group = np.tile(np.arange(seats), count), np.repeat(np.arange(count), seats)
    lows, highs = share_intervals(seat, group, won.ravel(), seats)
    return Seats(count, *(tuple(map(float, part)) for part in (won.mean(axis=0), lows, highs)))


def measure(game: Game, agent: Any, most: int, seed: int = 1, each: int = ROUND) -> Seats:
    """Let an agent play itself until seats are found even or uneven, or as many games as may be; a seed a game."""
    won = np.zeros((0, len(game.seats)))
    while len(won) < most:
        seeds = np.arange(seed + len(won), seed + min(len(won) + each, most))
        seating = np.zeros((len(seeds), game.num_sides), int)
        pay = play_games(game, [agent], seating, seeds, summaries=False).pay
        won = np.concatenate([won, share_of_first(pay)[:, list(game.seats)]])
        if seats_of(won).verdict != OPEN:
            break
    return seats_of(won)


def configurations(found: FoundGame) -> list[dict[str, Any]]:
    """Return the configurations whose seats are looked at: ``configs/<place>/seats.yaml``, else the default."""
    path = Path(__file__).parents[1] / "configs" / found.place / "seats.yaml"
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else [{}]


def table_of(found: FoundGame) -> Path:
    """Return the table that a game's page shows."""
    return found.folder / "measured" / "seats.csv"


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table; none where there is none yet."""
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) if path.is_file() else []


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    write_csv(path, [COLUMNS, *([row[name] for name in COLUMNS] for row in rows)])


def _pairs(found: FoundGame, names: list[str]) -> Iterator[tuple[str, Game, Any]]:
    """Yield settings in words, game and agent of everything that is to be measured."""
    for values in configurations(found):
        game = found.read(values)
        agents = built_in(game)
        unknown = [name for name in names if name not in agents]
        if unknown:
            raise GameError(f"--agents: {found.name} has no {unknown[0]!r}; it has {', '.join(agents)}")
        for name in names or agents:
            yield ",".join(f"{key}={value}" for key, value in values.items()), game, agents[name]


def measured(found: FoundGame, names: list[str], most: int, seed: int, path: Path | None) -> Iterator[dict[str, str]]:
    """Yield a row for each configuration and agent of a game, in order; settled rows of a table are taken from it."""
    known = _of_now(found, rows_of(path)) if path else {}
    for settings, game, agent in _pairs(found, names):
        about = (*_asked(found, settings, game, agent), str(seed))
        row = known.get(about)
        if row is None or (row["verdict"] == OPEN and int(row["games"]) < most):
            seats = measure(game, agent, most, seed)
            row = dict(zip(COLUMNS, (*about, str(seats.games), str(seats), seats.verdict), strict=True))
        known[about] = row
        if path:
            _write(path, list(_of_now(found, list(known.values())).values()))
        yield row


def _of_now(found: FoundGame, rows: list[dict[str, str]]) -> dict[tuple[str, ...], dict[str, str]]:
    """Return the rows that are about the game as it is now, by what they are about, in the order of measuring."""
    order = [_asked(found, *pair) for pair in _pairs(found, [])]
    return {_about(row): row for asked in order for row in rows if _about(row)[:-1] == asked}


def _asked(found: FoundGame, settings: str, game: Game, agent: Any) -> tuple[str, ...]:
    """Return what a row is about, but for the seed."""
    by_design = "yes" if game.config.even_seats else "no"
    return found.name, settings, game.rules_signature, by_design, agent.name


def _about(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in COLUMNS[:6])


def is_wrong(row: dict[str, str], short: bool) -> bool:
    """Tell whether a row breaks its game's word; in the short form only what is far from even does."""
    return row["even by design"] == "yes" and row["verdict"] != EVEN and not (short and row["verdict"] == OPEN)


def main(
    names: Annotated[list[str] | None, typer.Argument(help="Games; none: all.", metavar="[GAME]...")] = None,
    agents: Annotated[str, typer.Option(help="Only these built-in agents, with commas.")] = "",
    most: Annotated[int, typer.Option("--games", min=100, help="Games of each at most.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    write: Annotated[bool, typer.Option("--write", help="Write the tables of the pages; go on with them.")] = False,
    short: Annotated[bool, typer.Option("--short", help="400 games of random play each.")] = False,
) -> None:
    """Measure and print; the exit code is 1 where seats that should be even are not."""
    if short:
        agents, most = agents or "random", min(most, 400)
    wrong = 0
    try:
        for found in [find_game(name) for name in names] if names else games():
            path = table_of(found) if write else None
            for row in measured(found, [name for name in agents.split(",") if name], most, seed, path):
                wrong += is_wrong(row, short)
                design = "" if row["even by design"] == "yes" else ", lopsided by design"
                print(f"{row['game']} {row['settings']} {row['agent']}: {row['shares']}", end=" ")
                print(f"{row['verdict']}{design}, {row['games']} games", flush=True)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if wrong:
        print(f"{wrong} of what should be even are not shown to be")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    typer.run(main)
