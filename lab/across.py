"""Agents in games of several sizes: their shares of first place against others, for each value of a field.

python -m swarmzoo.lab.across formation size 8 16 32 64 --agent clash --against commander --against volley
"""

from itertools import product
from typing import Annotated, Any

import typer

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.text import read_options
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import with_value
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.evaluate import win_rate
from swarmzoo.lab.games import even_game, keywords_of


def _read(field: str, text: str) -> Any:
    """Return the value of a field; raise GameError for a text that is none, or several."""
    found = read_options(f"{field}={text}", f"{field} = {text}")
    if list(found) != [field]:
        raise GameError(f"{field} = {text}: one value of one field is needed; others go to --keywords")
    return found[field]


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    field: Annotated[str, typer.Argument(help="A field of the game's configuration, such as size.")],
    values: Annotated[list[str], typer.Argument(help="Its values.")],
    agents: Annotated[list[str], typer.Option("--agent", help="An agent that is looked at; repeatable.")],
    against: Annotated[list[str], typer.Option("--against", "-a", help="An opponent; repeatable.")],
    keywords: Annotated[str, typer.Option(help="Of the game, for instance scenario=bridge.")] = "",
    count: Annotated[int, typer.Option("--games", min=2, help="Games against each opponent.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 2_000_000,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the page.")] = False,
) -> None:
    """Print how often agents are first against others, for each value of a field, with 95% intervals."""
    rows: list[tuple[str, ...]] = [("agent", field, *(f"against {name}" for name in against))]
    try:
        found = find_game(game)
        plain = keywords_of(keywords)
        for name in read_options(keywords, "--keywords"):
            if f"{name}.".startswith(f"{field}.") or f"{field}.".startswith(f"{name}."):
                told = "it" if name == field else name
                raise GameError(f"--keywords {keywords}: {field} is what is compared; leave {told} out there")
        played = {value: even_game(found, with_value(plain, field, _read(field, value), field)) for value in values}
        seated = {  # a mistake in the last name is told now, not hours later
            (value, name): find_agent(played[value], name) for value in values for name in (*agents, *against)
        }
        for agent, value in product(agents, values):
            shares = []
            for name in against:
                one, other = seated[value, agent], seated[value, name]
                rate = win_rate(played[value], one, other, games=count, seed=seed)
                shares.append(f"{rate.score:.1%} ({rate.low:.1%} - {rate.high:.1%})")
                print(f"{field} {value}, {agent} against {name}: {shares[-1]}, {rate.games} games", flush=True)
            rows.append((agent, value, *shares))
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if write:
        write_csv(found.folder / "measured" / "across.csv", rows)


if __name__ == "__main__":
    typer.run(main)
