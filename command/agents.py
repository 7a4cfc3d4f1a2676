"""`swarmzoo agents`: who can play a game, and how strong each is."""

from dataclasses import dataclass
from typing import Annotated

import typer
from rich.table import Table

from swarmzoo.command.output import JsonOption, cell, console, print_json
from swarmzoo.envs.catalogue import FoundGame, find_game, games

NOTE = (
    "Elo is that of the game's own ladder, 0 on average: ratings of two games cannot be compared. The game's page\n"
    "says how it was measured. Other texts that name an agent, for instance files, are in agents/README.md."
)


@dataclass(frozen=True)
class Row:
    """An agent of a game; rating and interval are None where it was not in the game's ladder."""

    game: str
    agent: str
    kind: str
    elo: float | None
    low: float | None
    high: float | None


def agents(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game; without it, all games.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the agents of a game, or of all games: the name of each, its kind and its rating.

    With a GAME, also the names of its actions: any agent can be forbidden them (greedy -burn).

    Example: swarmzoo agents warband
    """
    found = games() if game is None else [find_game(game)]
    rows = [row for one in found for row in rows_of(one)]
    if as_json:
        print_json(rows)
        return
    table = Table("game", "agent", "kind", "Elo", "95% interval")
    for row in rows:
        rating = ("-", "-") if row.elo is None else (f"{row.elo:+.0f}", f"{row.low:+.0f} to {row.high:+.0f}")
        table.add_row(row.game, cell(row.agent), row.kind, *rating)
    console().print(table)
    print(NOTE)
    if game is not None:
        console().print(actions_table(found[0]))


def actions_table(game: FoundGame) -> Table:
    """Return what can be forbidden in a game, in its default configuration: parts, and the names of their actions."""
    table = Table("forbid by", "actions", "or one of them by its name or by its number from 0", title_justify="left")
    table.title = 'what an agent can be forbidden: AGENT -NAME, AGENT -"NAME NAME"'
    for part in game.read({}).actions.parts:
        own = ", ".join(name for name in part.names if name)
        table.add_row(
            f"-{shell_word(part.name)}", str(part.size), own or (f"0 to {part.size - 1}" if part.size > 1 else "")
        )
    return table


def shell_word(name: str) -> str:
    """Return a name as one word."""
    return name.replace(" ", "_")


def rows_of(game: FoundGame) -> list[Row]:
    """Return every agent that a game has, the strongest first, and last those without a rating."""
    from swarmzoo.agents.built_in import kinds
    from swarmzoo.agents.outside import entries
    from swarmzoo.lab.rated import ratings

    rated = ratings(game)
    searches = dict.fromkeys((text for text in ("search", *rated) if text.partition(":")[0] == "search"), "search")
    every = kinds(game) | searches | dict.fromkeys(entries(), "package")
    rows = [Row(game.name, text, kind, *rated.get(text, (None, None, None))) for text, kind in every.items()]
    return sorted(rows, key=lambda row: float("inf") if row.elo is None else -row.elo)
