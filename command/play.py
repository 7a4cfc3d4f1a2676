"""`swarmzoo play`: play against agents in the browser."""

from typing import Annotated

import typer

from swarmzoo.command.options import ConfigOption, SetOption, TrustOption, config_path, even_game_from, read_yaml
from swarmzoo.command.output import say
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", metavar="AGENT", help="Who plays the others: one for each, or for all."),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat, from 0.")] = 0,
    config: ConfigOption = None,
    overrides: SetOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first game.")] = 0,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0: a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page by itself.")] = True,
    trust: TrustOption = False,
) -> None:
    """Play against agents on a page in the browser.

    Example: swarmzoo play insects --against search:256
    """
    found = find_game(game)
    try:
        from swarmzoo.viewer.play.server import TableServer
    except ImportError as error:
        raise GameError(f"play needs {error.name}: pip install 'swarmzoo[play]'") from None
    from swarmzoo.agents.find import find_agent
    from swarmzoo.lab.games import in_words
    from swarmzoo.viewer.play.table import PersonTable

    values = read_yaml(config_path(config, f"{found.place}/game")) if config else {}
    made = even_game_from(found, values, overrides)
    named = against or ["random"]
    others = len(made.seats) - 1
    agents = [find_agent(made, name, trust=trust) for name in (named * others if len(named) == 1 else named)]
    table = PersonTable(made, agents, seat, seed)
    server = TableServer(table, port)

    def ready() -> None:
        say(f"{in_words(made)}: {' - '.join(table.names)}")
        print(f"{server.address}\nopen this address; Ctrl+C ends the table", flush=True)
        if browser:
            import webbrowser

            webbrowser.open(server.address)

    server.run(ready)
