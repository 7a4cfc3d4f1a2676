"""What happens in games: how often each Command, test, weapon, state, ending ... occurs, and what never does.

Agents play each other, and each itself; every game is played again from its actions, and after every step its log is
read. What is counted is how games end, which parts of the action space are chosen, and what the game's words have in
their ``book`` and their ``conditions``; a condition counts whenever somebody comes into it, as it stands when somebody
has something to decide. Without ``counts.yaml`` among the game's configurations every scenario is counted.

python -m swarmzoo.lab.counts overseer overlord assault --games 100     # a table, and what never happened
python -m swarmzoo.lab.counts overseer --write                          # and into the table of its page
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Annotated, Any, get_args

import numpy as np
import typer
import yaml

from swarmzoo.agents.agent import Agent, unrestricted
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import table_for
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.restricted import games_at
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.desk import LEARNER
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.core.tallies import EVENT, EventBook
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.games import even_game

Thing = tuple[str, str]  # a heading and a name
CHOICE, STATE, ENDING = "choice", "state", "ending"
BATCH = 128  # games side by side
COLUMNS = ("settings", "agents", "seed", "games", "heading", "name", "times", "games with it")


@dataclass
class Counts:
    """How often things happened in some games; ``unread``: events that were overwritten before they could be read."""

    games: int = 0
    times: Counter[Thing] = field(default_factory=Counter)
    games_with: Counter[Thing] = field(default_factory=Counter)
    unread: int = 0

    def add(self, thing: Thing, by_game: np.ndarray) -> None:
        """Add how often a thing happened in each game, int (games,)."""
        self.times[thing] += int(by_game.sum())
        self.games_with[thing] += int((by_game > 0).sum())

    def __iadd__(self, other: "Counts") -> "Counts":
        self.games, self.unread = self.games + other.games, self.unread + other.unread
        for mine, others in ((self.times, other.times), (self.games_with, other.games_with)):
            for thing, times in others.items():
                mine[thing] += times
        return self


def count(game: Game, agents: Sequence[Agent], seating: np.ndarray, seeds: np.ndarray) -> Counts:
    """Return what happens in games between agents: ``seating`` int (games, sides), ``seeds`` int64 (games,)."""
    found = Counts()
    for start in range(0, len(seeds), BATCH):
        rows = slice(start, start + BATCH)
        found += _counted(game, agents, seating[rows], seeds[rows])
    return found


def _counted(game: Game, agents: Sequence[Agent], seating: np.ndarray, seeds: np.ndarray) -> Counts:
    """Play games, and once more from their tapes; count what is logged and who comes into a condition."""
    results = play_games(game, agents, seating, seeds, record=True, summaries=False)
    games, which = games_at(game, agents, seating, None)
    reader = _Reader(game, len(seeds))
    variants = [games[k] for k in which] if len(games) > 1 else ()
    table = table_for(games[0], [unrestricted(agent) for agent in agents], len(seeds), variants=variants)
    _follow(table, seeds, results.tapes, reader.read)
    found = reader.counts()
    for k, part in enumerate(game.actions.parts):
        found.add((CHOICE, part.name), np.array([int((chosen == k).sum()) for chosen in _parts(game, results.tapes)]))
    for ending in dict.fromkeys(results.endings):
        found.add((ENDING, ending), np.array([one == ending for one in results.endings]))
    return found


def _parts(game: Game, tapes: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return which parts of the action space were chosen in each game, one after the other."""
    return [np.searchsorted(game.actions.first, tape, side="right") - 1 for tape in tapes]


def _follow(table: Table, seeds: np.ndarray, tapes: Sequence[np.ndarray], read: Callable) -> None:
    """Play games again from the actions of all agents that acted; show their states after every step."""
    table.seat(LEARNER)
    table.arrange(quiet=True)
    table.seed(seeds)
    table.begin()
    read(table.states)
    used = np.zeros(len(seeds), int)
    while (waiting := np.flatnonzero(~table.done)).size:
        at, agents, _ = table.asked(LEARNER, waiting)
        nth = np.arange(len(at)) - np.searchsorted(at, at)
        table.answer(at, agents, [tapes[i][k] for i, k in zip(at, used[at] + nth, strict=True)])
        used += np.bincount(at, minlength=len(seeds))
        table.step(waiting)
        read(table.states)


class _Reader:
    """Reads the logs and conditions of games side by side, as they go on."""

    def __init__(self, game: Game, n: int):
        self.words, self.n = game.words, n
        self.logged, self.unread = np.zeros(n, np.int64), 0
        self.rows: list[np.ndarray] = []  # of events: the game, the code, the numbers
        self.before: Mapping[str, np.ndarray] = {}
        self.begun: dict[str, np.ndarray] = {}

    def read(self, states: np.ndarray) -> None:
        """Read what was logged since the last time, and who has come into a condition."""
        kept, now = states["log"].shape[1], states["logged"].astype(np.int64)
        first = np.maximum(self.logged, now - kept)
        self.unread += int((first - self.logged).sum())
        games = np.repeat(np.arange(self.n), now - first)
        nth = np.arange(len(games)) - np.repeat(np.cumsum(now - first) - (now - first), now - first)
        self.rows.append(np.column_stack([games, states["log"][games, (first[games] + nth) % kept]]))
        self.logged = now
        conditions = {name: np.array(who, bool) for name, who in self.words.conditions(states).items()}
        for name, who in conditions.items():
            new = who & ~self.before[name] if self.before else who
            self.begun[name] = self.begun.get(name, 0) + new.reshape(self.n, -1).sum(axis=1)
        self.before = conditions

    def counts(self) -> Counts:
        """Return what was read."""
        found = Counts(self.n, unread=self.unread)
        for thing in self.words.book.things:
            found.add(thing, np.zeros(self.n, int))
        for thing, by_game in _events(self.words.book, np.concatenate(self.rows), self.n):
            found.add(thing, by_game)
        for name, by_game in self.begun.items():
            found.add((STATE, name), by_game)
        return found


def _events(book: EventBook, rows: np.ndarray, n: int) -> Iterator[tuple[Thing, np.ndarray]]:
    """Yield things that are logged, and how often in each game; ``rows``: game, code and numbers of every event."""
    by_thing: dict[Thing, np.ndarray] = {}
    for code, name in enumerate(book.names):
        mine = rows[rows[:, 1] == code]
        yield (EVENT, name), np.bincount(mine[:, 0], minlength=n)
        for one in book.tallies:
            columns = one.columns(code, book.numbers[code])
            if columns is None:
                continue
            given, which = np.unique(mine[:, [2 + k for k in columns]], axis=0, return_inverse=True)
            for k, numbers in enumerate(map(tuple, given.tolist())):
                if numbers in one.names:
                    thing = one.heading, one.names[numbers]
                    by_game = np.bincount(mine[which.ravel() == k, 0], minlength=n)
                    by_thing[thing] = by_thing.get(thing, 0) + by_game
    yield from by_thing.items()


# Which games


def configurations(found: FoundGame) -> list[dict[str, Any]]:
    """Return the configurations that are counted: ``configs/<place>/counts.yaml``, else every scenario, else one.

    ``config: NAME`` stands for the game's configuration of that name.
    """
    path = Path(__file__).parents[1] / "configs" / found.place / "counts.yaml"
    if path.is_file():
        read: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
        return read
    scenarios = found.config.model_fields.get("scenario")
    return [{"scenario": name} for name in get_args(scenarios.annotation)] if scenarios else [{}]


def _spelled_out(found: FoundGame, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return settings with those of the configuration that they name."""
    if "config" not in values:
        return values
    folder = Path(__file__).parents[1] / "configs" / found.place / "game"
    path = folder / f"{values['config']}.yaml"
    if not path.is_file():
        names = ", ".join(sorted(one.stem for one in folder.glob("*.yaml")))
        raise GameError(f"counts.yaml: {found.name} has no configuration {values['config']!r}; it has {names}")
    read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return read | {name: value for name, value in values.items() if name != "config"}


def line_up(agents: int, sides: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return seating (games, sides) and seeds (games,): every agent against itself and every other one, in turn.

    A pair changes its seats from one of its games to the next; with more than two sides the first of it has one seat.
    """
    pairs = np.array(list(combinations_with_replacement(range(agents), 2)))
    nth = np.arange(games)
    first, other = pairs[nth % len(pairs)].T
    seating = np.repeat(other[:, None], sides, axis=1)
    seating[nth, (nth // len(pairs)) % sides] = first
    return seating, np.arange(seed, seed + games, dtype=np.int64)


def in_words(values: Mapping[str, Any]) -> str:
    """Return settings as they stand in tables."""
    return ",".join(f"{key}={value}" for key, value in values.items())


def measured(found: FoundGame, names: Sequence[str], games: int, seed: int) -> Iterator[tuple[str, str, Counts]]:
    """Yield settings, agents and counts of every configuration of a game."""
    for values in configurations(found):
        game = even_game(found, _spelled_out(found, values))
        chosen = list(names) or [name for name in built_in(game) if name != "random"]
        agents = [find_agent(game, name) for name in chosen]
        yield (
            in_words(values),
            " ".join(chosen),
            count(game, agents, *line_up(len(agents), game.num_sides, games, seed)),
        )


def table_of(found: FoundGame) -> Path:
    """Return the table that a game's page shows."""
    return found.folder / "measured" / "counts.csv"


def rows_of(settings: str, agents: str, seed: int, counts: Counts) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table."""
    for (heading, name), times in counts.times.items():
        about = (settings, agents, str(seed), str(counts.games), heading, name)
        yield (*about, str(times), str(counts.games_with[heading, name]))


def never(found: Sequence[Counts]) -> list[Thing]:
    """Return what happened in none of the games that were counted."""
    things = dict.fromkeys(thing for counts in found for thing in counts.times)
    return [thing for thing in things if not any(counts.times[thing] for counts in found)]


def main(
    name: Annotated[str, typer.Argument(help="The game.", metavar="GAME")],
    agents: Annotated[list[str] | None, typer.Argument(help="Who plays; none: all bots of the game.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of each configuration.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    path: Annotated[Path | None, typer.Option("--csv", help="Write the table to a CSV file as well.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the page.")] = False,
) -> None:
    """Print how often everything happens, and what never does."""
    rows: list[tuple[str, ...]] = [COLUMNS]
    all_counts: list[Counts] = []
    try:
        found = find_game(name)
        for settings, who, counts in measured(found, agents or (), games, seed):
            print(f"{found.name} {settings}, {who}: {counts.games} games", flush=True)
            for (heading, thing), times in counts.times.items():
                if times:
                    share = counts.games_with[heading, thing] / counts.games
                    print(f"  {heading}: {thing}: {times / counts.games:.2f} a game, in {share:.0%} of games")
            if counts.unread:
                print(f"  {counts.unread} events were overwritten before they could be read")
            rows += rows_of(settings, who, seed, counts)
            all_counts.append(counts)
            for place in filter(None, (path, table_of(found) if write else None)):
                write_csv(place, rows)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    print("never: " + (", ".join(f"{heading} {thing}" for heading, thing in never(all_counts)) or "nothing"))


if __name__ == "__main__":
    typer.run(main)
