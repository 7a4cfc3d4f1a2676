"""What a rule is worth to the side that has it: a bot against itself, one side with the rule and the other without.

The rule is a field of the configuration whose values name sides: ``rules.formations``, which may be red or blue. Every
seed is played once with each side having it. The share of first place is that of the side that has the rule; its
interval is that of ``lab.intervals``. What a game measures by itself stands in ``configs/<game>/worth.yaml``.

python -m swarmzoo.lab.worth formation rules.formations hold volley commander charger --games 800
python -m swarmzoo.lab.worth overseer --games 800 --write       # all of its file, and into the table of its page
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
import yaml

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.config import with_value
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.evaluate import WinRate
from swarmzoo.lab.games import even_game, keywords_of
from swarmzoo.lab.intervals import share_interval

COLUMNS = ("agent", "with the rule against itself without", "95% interval", "games")


@dataclass(frozen=True)
class Rule:
    """What is measured: a field whose values name sides, in words, in games with some keywords, between some bots."""

    field: str
    bots: tuple[str, ...]
    keywords: dict[str, Any]
    what: tuple[str, ...] = ()  # the first cells of its rows: what it is, and where


def with_field(name: str, keywords: dict[str, Any], field: str, value: str) -> Game:
    """Return a game in which a field, a dotted path, has a value; raise GameError for what it does not take."""
    return even_game(find_game(name), with_value(keywords, field, value, field))


def worth(name: str, keywords: dict[str, Any], field: str, bot: str, games: int, seed: int) -> WinRate:
    """Return how often a bot that has the rule is first against itself without it, in games of two sides."""
    sides = find_game(name).read(keywords).side_names
    return share_of_favoured([with_field(name, keywords, field, side) for side in sides], bot, games, seed)


def share_of_favoured(made: Sequence[Game], agent: str, games: int, seed: int) -> WinRate:
    """Return how often an agent is first against itself, in the seat of side k in game k, which favours that side.

    Every seed is played once in each of the games.
    """
    seeds = np.arange(seed, seed + -(-games // len(made)))
    shares = []
    for side, game in enumerate(made):
        seating = np.zeros((len(seeds), game.num_sides), int)
        results = play_games(game, [find_agent(game, agent)], seating, seeds, summaries=False)
        shares.append(share_of_first(results.pay)[:, side])
    found = np.concatenate(shares)
    return WinRate(float(found.mean()), *share_interval(found, np.tile(seeds, len(made))), len(found))


def rules_of(found: FoundGame) -> list[Rule]:
    """Return what a game measures: the rows of ``worth.yaml``; raise GameError where it has none."""
    path = Path(__file__).parents[1] / "configs" / found.place / "worth.yaml"
    if not path.is_file():
        raise GameError(f"{found.name} has no {path.name} among its configurations; name a field and agents")
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [
        Rule(row["field"], tuple(row["agents"]), row.get("keywords", {}), (row["rule"], row["where"])) for row in rows
    ]


def measured(name: str, rules: list[Rule], games: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield a row for every rule and bot."""
    for rule in rules:
        for bot in rule.bots:
            found = worth(name, rule.keywords, rule.field, bot, games, seed)
            yield (*rule.what, bot, f"{found.score:.1%}", f"{found.low:.1%} to {found.high:.1%}", str(found.games))


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    field: Annotated[str, typer.Argument(help="A field whose values name sides, such as rules.formations.")] = "",
    bots: Annotated[list[str] | None, typer.Argument(help="Agents that play against themselves.")] = None,
    keywords: Annotated[str, typer.Option(help="Of the game, for instance size=8,scenario=bridge.")] = "",
    count: Annotated[int, typer.Option("--games", min=2, help="Games of each agent.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    path: Annotated[Path | None, typer.Option("--csv", help="Write the table to a CSV file as well.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the page.")] = False,
) -> None:
    """Print how often each agent is first with the rule against itself without it."""
    try:
        if bool(field) != bool(bots):
            raise GameError("give a field and the agents that play, or neither: then worth.yaml of the game says both")
        if keywords and not field:
            raise GameError("--keywords goes with a field; those of worth.yaml stand there")
        found = find_game(game)
        options = keywords_of(keywords)
        rules = [Rule(field, tuple(bots), options)] if bots else rules_of(found)
        rows = [(*(("rule", "where") if not bots else ()), *COLUMNS)]
        for row in measured(game, rules, count, seed):
            rows.append(row)
            print(f"{', '.join(row[:-3])}: {row[-3]} ({row[-2]}), {row[-1]} games", flush=True)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    for place in filter(None, (path, found.folder / "measured" / "worth.csv" if write else None)):
        write_csv(place, rows)


if __name__ == "__main__":
    typer.run(main)
