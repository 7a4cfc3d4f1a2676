"""The ladder of `swarmzoo rate`: for every game opponents of known rating, from random to search:4096.

A game's rungs and its short configuration stand in ``configs/<place>/rate/``, what they did against each other in
``envs/<place>/measured/rungs.csv``. Their ratings are fitted from those games (``lab.ratings``); search:64 has 1,000 in
every game, so that one scale serves them all.

python -m swarmzoo.lab.rungs insects --games 100
"""

import csv
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from itertools import product
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
import yaml
from pydantic import Field

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import quoted
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.games import even_game
from swarmzoo.lab.ratings import Ratings, fit
from swarmzoo.lab.seating import seats_against_one

ANCHOR, ANCHORED = "search:64", 1000.0
REACH = 2  # rungs up and down that a rung is measured against
FIRST_SEED = 5_000_000
RATED = "rated"  # of texts that name an opponent by its rating
FARTHEST = 10_000.0  # Elo that a text may name
SHARES = (1.0, 0.5, 0.0)
PAIRS = tuple(product(SHARES, repeat=2))  # of a seed: what the first has of first place in seat 0, and in seat 1
COLUMNS = ("one", "other", "rules", *(f"{a:g} {b:g}" for a, b in PAIRS))


class RungSet(Settings):
    """A short game and the rungs of its ladder, from the bottom."""

    env: dict = Field(default_factory=dict, description="the game's own configuration")
    rungs: tuple[str, ...] = Field(strict=False, min_length=2, description="whom an agent is rated against")
    seed: int = Field(4_000_000, ge=0, description="first seed of an agent's games")


class Duel(NamedTuple):
    """What two rungs did: how many seeds had each of the nine results (``PAIRS``), and under which rules."""

    one: str
    other: str
    rules: str
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Rungs:
    """The ladder of a game, from the bottom: names, ratings in Elo and their 95% intervals."""

    names: tuple[str, ...]
    elo: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def rung_set(found: FoundGame) -> RungSet:
    """Return the short game of a game; raise GameError where it has none."""
    path = Path(__file__).parents[1] / "configs" / found.place / "rate" / "short.yaml"
    if not path.is_file():
        raise GameError(f"{found.name} has no ladder to be rated on: {path} is missing")
    return RungSet.read(yaml.safe_load(path.read_text(encoding="utf-8")), str(path))


def short_game(found: FoundGame) -> Game:
    """Return the game in which agents are rated, which has two sides."""
    game = even_game(found, rung_set(found).env)
    if game.num_sides != 2:
        raise GameError(f"{found.name}: agents are rated in games of two sides; the short game has {game.num_sides}")
    return game


def table_of(found: FoundGame) -> Path:
    """Return the file of what the rungs did."""
    return found.folder / "measured" / "rungs.csv"


def duels(found: FoundGame) -> list[Duel]:
    """Return what the rungs of a game did against each other."""
    path = table_of(found)
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else ()
    return [Duel(row["one"], row["other"], row["rules"], tuple(int(row[name]) for name in COLUMNS[3:])) for row in rows]


def rungs(found: FoundGame) -> Rungs:
    """Return the rungs that were measured, with their ratings, the weakest first."""
    kept = duels(found)
    names = [name for name in rung_set(found).rungs if any(name in (duel.one, duel.other) for duel in kept)]
    if ANCHOR not in names:
        raise GameError(f"{found.name}: its rungs were not measured; python -m swarmzoo.lab.rungs {found.name}")
    fitted = _fitted(names, kept).anchored(names.index(ANCHOR), ANCHORED)
    order = np.argsort(fitted.elo)
    parts = (fitted.elo, fitted.low, fitted.high)
    return Rungs(tuple(names[k] for k in order), *(tuple(part[order].tolist()) for part in parts))


def at_rating(found: FoundGame, text: str) -> str:
    """Return the rung nearest to a rating, for a text such as rated:900; every other text as it is."""
    head, colon, rest = text.partition(":")
    if head != RATED or not colon:
        return text
    try:
        wanted = float(rest)
    except ValueError:
        wanted = float("nan")
    if not abs(wanted) < FARTHEST:
        raise GameError(f"opponent {quoted(text)}: a rating is a number, such as {RATED}:900")
    ladder = rungs(found)
    return min(zip(ladder.names, ladder.elo, strict=True), key=lambda one: abs(one[1] - wanted))[0]


def _fitted(names: list[str], kept: list[Duel]) -> Ratings:
    """Return the ratings that the results of the rungs give."""
    seating: list[tuple[int, int]] = []
    pay: list[tuple[float, float]] = []
    groups: list[int] = []
    for duel in kept:
        one, other = names.index(duel.one), names.index(duel.other)
        for (first, second), count in zip(PAIRS, duel.seeds, strict=True):
            for _ in range(count):
                seating += [(one, other), (other, one)]
                pay += [_pay(first), _pay(1 - second)]
                groups += [len(groups)] * 2  # a seed is a group
    return fit(len(names), np.array(seating), np.array(pay), np.array(groups))


def _pay(share: float) -> tuple[float, float]:
    """Return what both sides are paid, the first of which has a share of first place."""
    return 2 * share - 1, 1 - 2 * share


def measured(game: Game, one: str, other: str, games: int) -> Duel:
    """Let two rungs play on paired seeds."""
    seating, seeds = seats_against_one(game, games, FIRST_SEED, None)
    pay = play_games(game, [find_agent(game, name) for name in (one, other)], seating, seeds, summaries=False).pay
    won = (share_of_first(pay) * (seating == 0)).sum(axis=1).reshape(-1, 2)
    found = [int((won == pair).all(axis=1).sum()) for pair in PAIRS]
    return Duel(one, other, game.rules_signature, tuple(found))


def missing(found: FoundGame, most: int) -> Iterator[tuple[str, str]]:
    """Yield the pairs of near rungs that were not measured, of searches up to so many simulations."""
    names = [name for name in rung_set(found).rungs if int(name.partition(":")[2] or 0) <= most]
    kept = {(duel.one, duel.other) for duel in duels(found)}
    pairs = [(names[k], names[n]) for n in range(len(names)) for k in range(max(0, n - REACH), n)]
    yield from (pair for pair in pairs if pair not in kept)


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(min=2, help="Of every pair of near rungs.")] = 100,
    most: Annotated[int, typer.Option(min=1, help="Simulations up to which rungs are measured.")] = 4096,
) -> None:
    """Measure the rungs of a game that were not measured, from the bottom, and print the ratings of all.

    Each pair is kept as soon as it is done.
    """
    found = find_game(game)
    made = short_game(found)
    for one, other in missing(found, most):
        kept = [*duels(found), measured(made, one, other, games)]
        write_csv(table_of(found), [COLUMNS, *((d.one, d.other, d.rules, *d.seeds) for d in kept)])
        print(kept[-1], flush=True)
    for name, elo, low, high in zip(*astuple(rungs(found)), strict=True):
        print(f"{name}: {elo:.0f} ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    typer.run(main)
