"""`swarmzoo watch`: see a game."""

from typing import Annotated

import typer

from swarmzoo.command.options import (
    ConfigOption,
    EveryOption,
    FilmOption,
    MillisecondsOption,
    SetOption,
    TrustOption,
    config_path,
    even_game_from,
    read_yaml,
)
from swarmzoo.command.output import say
from swarmzoo.envs.catalogue import find_game


def watch(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="One agent for each side.")],
    config: ConfigOption = None,
    overrides: SetOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the game.")] = 0,
    log: Annotated[bool, typer.Option("--log", help="Only the log, no boards.")] = False,
    film: FilmOption = None,
    every: EveryOption = None,
    milliseconds: MillisecondsOption = 300,
    trust: TrustOption = False,
) -> None:
    """Play one game and show it: board and log in the game's own words, or a film.

    Example: swarmzoo watch insects greedy random --seed 3
    """
    found = find_game(game)
    from swarmzoo.agents.find import find_agent
    from swarmzoo.lab.games import in_words
    from swarmzoo.viewer.film import check_film, write_film
    from swarmzoo.viewer.watch import played, print_game

    if film is not None:
        check_film(film)

    defaults = {"players": len(agents)} if "players" in found.config.model_fields and len(agents) > 1 else {}
    values = read_yaml(config_path(config, f"{found.place}/game")) if config else {}
    made = even_game_from(found, defaults | values, overrides)
    seated = [find_agent(made, name, trust=trust) for name in agents]
    say(f"{in_words(made)}, seed {seed}: {' - '.join(agent.name for agent in seated)}")
    if film is None:
        print_game(made, played(made, seated, seed), log_only=log, show=say)
    else:
        count = write_film(made, played(made, seated, seed), film, every=every, milliseconds=milliseconds)
        print(f"{film}: {count} frames")
