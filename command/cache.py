"""`swarmzoo cache`: the compiled rules that are kept on disk."""

from typing import Annotated

import typer

from swarmzoo.command.groups import Commands
from swarmzoo.command.options import ConfigOption, SetOption, settings_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.cache import cache_folder, cache_size, clear_cache

app = typer.Typer(cls=Commands, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def cache(context: typer.Context) -> None:
    """Show, make or clear the compiled rules that are kept on disk.

    Example: swarmzoo cache show
    """
    if context.invoked_subcommand is None:
        show()


@app.command()
def show() -> None:
    """Show the folder of compiled rules, and its size.

    Example: swarmzoo cache show
    """
    builds, size = _size()
    print(f"{cache_folder()}: {builds} builds, {size / 1e6:.1f} MB (another place: SWARMZOO_CACHE=FOLDER)")


@app.command()
def clear() -> None:
    """Remove all compiled rules; they are compiled again when needed.

    Example: swarmzoo cache clear
    """
    folder, (builds, size) = cache_folder(), _size()
    clear_cache()
    left, size_left = _size()
    kept = f"; {left} cannot be removed" if left else ""
    print(f"{folder}: {builds - left} builds removed, {(size - size_left) / 1e6:.1f} MB{kept}")


@app.command()
def warm(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    config: ConfigOption = None,
    overrides: SetOption = None,
) -> None:
    """Compile a game ahead of time, for one configuration.

    Example: swarmzoo cache warm formation --set size=64
    """
    from swarmzoo.agents.warming import warm as compile_all

    found = find_game(game)
    made = found.make(settings_of(found, config, overrides))
    total = 0.0
    for name, seconds in compile_all(made):
        print(f"{name}: {seconds:.1f} s", flush=True)
        total += seconds
    kept = f"{total:.1f} s of CPU time, kept in {cache_folder()}" if total else f"is compiled, in {cache_folder()}"
    print(f"{made.env_id}: {kept}")


def _size() -> tuple[int, int]:
    cache_folder().mkdir(parents=True, exist_ok=True)
    return cache_size()
