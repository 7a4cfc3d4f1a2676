"""`swarmzoo watch`: see a game."""

from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.command.options import ConfigOption, SetOption, TrustOption, config_path, read_yaml, settings_from
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError


def watch(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="One agent for each side.")],
    config: ConfigOption = None,
    overrides: SetOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the game.")] = 0,
    log: Annotated[bool, typer.Option("--log", help="Only the log, no boards.")] = False,
    gif: Annotated[Path | None, typer.Option(help="Write an animated picture instead.")] = None,
    every: Annotated[int, typer.Option(min=1, help="With --gif: decisions between two frames.")] = 4,
    milliseconds: Annotated[int, typer.Option(min=20, help="With --gif: milliseconds per frame.")] = 300,
    trust: TrustOption = False,
) -> None:
    """Play one game and show it: board and log in the game's own words, or an animated picture."""
    found = find_game(game)
    if gif is not None and gif.suffix.lower() != ".gif":
        raise GameError(f"--gif {gif}: an animated picture is written; the file's name must end in .gif")
    from swarmzoo.agents.find import find_agent
    from swarmzoo.viewer.watch import played, print_game, write_gif

    defaults = {"players": len(agents)} if "players" in found.config.model_fields and len(agents) > 1 else {}
    values = read_yaml(config_path(config, f"{found.place}/game")) if config else {}
    made = found.make(settings_from(found.config, defaults | values, overrides))
    seated = [find_agent(made, name, trust=trust) for name in agents]
    if gif is None:
        print_game(made, played(made, seated, seed), log_only=log, show=print)
    else:
        count = write_gif(made, played(made, seated, seed), gif, every=every, milliseconds=milliseconds)
        print(f"{gif}: {count} frames")
