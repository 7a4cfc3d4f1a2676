"""What a rule is worth to the side that has it: a bot against itself, one side with the rule and the other without.

The rule is a field of the configuration whose values name sides: ``rules.formations``, which may be red or blue. Every
seed is played once with each side having it. The share of first place is that of the side that has the rule; its
interval is that of ``lab.intervals``.

python -m swarmzoo.lab.worth formation rules.formations hold volley commander charger --games 800
"""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.text import read_options
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.evaluate import WinRate
from swarmzoo.lab.games import even_game
from swarmzoo.lab.intervals import share_interval


def with_field(name: str, keywords: dict[str, Any], field: str, value: str) -> Game:
    """Return a game in which a field, a dotted path, has a value; raise GameError for what it does not take."""
    values = dict(keywords)
    *path, last = field.split(".")
    part = values
    for key in path:
        part[key] = dict(part.get(key, {}))
        part = part[key]
    part[last] = value
    return even_game(find_game(name), values)


def worth(name: str, keywords: dict[str, Any], field: str, bot: str, games: int, seed: int) -> WinRate:
    """Return how often a bot that has the rule is first against itself without it, in games of two sides."""
    sides = find_game(name).read(keywords).side_names
    seeds = np.arange(seed, seed + -(-games // len(sides)))
    shares = []
    for number, side in enumerate(sides):
        game = with_field(name, keywords, field, side)
        seating = np.zeros((len(seeds), len(sides)), int)
        results = play_games(game, [find_agent(game, bot)], seating, seeds, summaries=False)
        shares.append(share_of_first(results.pay)[:, number])
    found = np.concatenate(shares)
    return WinRate(float(found.mean()), *share_interval(found, np.tile(seeds, len(sides))), len(found))


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    field: Annotated[str, typer.Argument(help="The field whose values name sides, for instance rules.formations.")],
    bots: Annotated[list[str], typer.Argument(help="Agents that play against themselves.")],
    keywords: Annotated[str, typer.Option(help="Of the game, for instance size=8,scenario=bridge.")] = "",
    count: Annotated[int, typer.Option("--games", min=2, help="Games of each agent.")] = 800,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    path: Annotated[Path | None, typer.Option("--csv", help="Write the table to a CSV file as well.")] = None,
) -> None:
    """Print how often each agent is first with the rule against itself without it."""
    rows = [("agent", "with the rule against itself without", "95% interval", "games")]
    try:
        options = read_options(keywords, f"keywords {keywords!r}")
        for bot in bots:
            found = worth(game, options, field, bot, count, seed)
            rows.append((bot, f"{found.score:.1%}", f"{found.low:.1%} to {found.high:.1%}", str(found.games)))
            print(f"{bot}: {found.score:.1%} ({found.low:.1%} to {found.high:.1%}), {found.games} games", flush=True)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    write_csv(path, rows)


if __name__ == "__main__":
    typer.run(main)
