"""The command `swarmzoo`: its commands, and how it ends.

A command is a function in a module of its own. To add one, write the module and register it below; import what is
slow to load (torch, stable-baselines3) inside the function, so that `swarmzoo --help` stays quick. Mistakes are
raised as GameError: `main` turns every exception into one line and an exit code.
"""

import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, TextIO

import typer

from swarmzoo.command import (
    agents,
    arena,
    bench,
    bot,
    cache,
    envs,
    evaluate,
    gallery,
    league,
    mcp,
    play,
    probe,
    rate,
    train,
    watch,
)
from swarmzoo.command import replay as replays
from swarmzoo.command.failures import FAILURE, INTERRUPTED, sentence
from swarmzoo.command.groups import HELP, Commands
from swarmzoo.command.output import JsonOption, put_back

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": [*HELP]},  # the groups and commands below have the same
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"swarmzoo {version('swarmzoo')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def swarmzoo(
    context: typer.Context,
    wanted: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Multi-agent environments where swarms fight: rules, agents, training, evaluation.

    Example: swarmzoo watch insects greedy random
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "insects",
    gaps: Annotated[bool, typer.Option("--gaps", help="List only rules that lack code or tests.")] = False,
    tests: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder of the tests.")] = Path("tests"),
    as_json: JsonOption = False,
) -> None:
    """List a game's rules, their code and their tests.

    Example: swarmzoo rules insects --gaps
    """
    from swarmzoo.command.rules import run
    from swarmzoo.envs.catalogue import find_game

    find_game(game)
    raise typer.Exit(min(run(game, tests, gaps, as_json), FAILURE))


app.command("envs")(envs.envs)
app.command("agents")(agents.agents)
app.command("rules")(rules)
app.command("train")(train.train)
app.command("league")(league.league)
app.command("evaluate")(evaluate.evaluate)
app.command("rate")(rate.rate)
app.command("watch")(watch.watch)
app.command("play")(play.play)
app.command("mcp")(mcp.mcp)
app.command("gallery")(gallery.gallery)
app.command("replay")(replays.replay)
app.command("bench")(bench.bench)
app.add_typer(bot.app, name="bot")
app.add_typer(arena.app, name="arena")
app.add_typer(probe.app, name="probe")
app.add_typer(cache.app, name="cache")


def main() -> None:
    """Run the command; a mistake or failure is one line on stderr and a non-zero exit code."""
    output = sys.stdout  # with --json it stands aside
    try:
        code = app(prog_name="swarmzoo", standalone_mode=False)
        output.flush()
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        code = _reader_left(output)
    except SystemExit:
        raise
    except BaseException as error:
        if os.environ.get("SWARMZOO_DEBUG") == "1":
            raise
        line, code = sentence(error)
        print(f"swarmzoo: {line}", file=sys.stderr)
        sys.exit(code)
    finally:
        put_back(output)
    if code == INTERRUPTED:
        print("swarmzoo: interrupted", file=sys.stderr)
    sys.exit(code)


def _reader_left(output: TextIO) -> int:
    """Write the rest to nowhere: whoever read the output, for instance `head`, has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
    return FAILURE
