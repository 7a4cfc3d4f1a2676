"""`swarmzoo bot`: does an agent keep to the rules of the house?"""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from swarmzoo.command.failures import FAILURE, sentence
from swarmzoo.command.groups import Commands
from swarmzoo.command.options import ConfigOption, IsolateOption, SetOption, TrustOption, even_game_of
from swarmzoo.command.output import JsonOption, cell, console, print_json, say
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

COLOURS = {"pass": "green", "fail": "red", "warn": "yellow"}

app = typer.Typer(cls=Commands, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def bot(context: typer.Context) -> None:
    """Check an agent of your own before it plays others.

    Example: swarmzoo bot check my_bot.py:MyBot
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def check(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="A file.py:Name, process:COMMAND, bot.yaml, model.zip, checkpoint, or an agent's name."
        ),
    ],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that it plays.")] = "insects",
    games: Annotated[int, typer.Option(min=1, help="Games in every seat.")] = 2,
    move_seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time limit for a move. Default: 5, or what the bot's file says.")
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let a bot play whole games against random, and print what it does right and wrong.

    It must load, answer in time, choose legal actions in every seat, leave its view as it is, and start again. A bot in
    its own process must also exit when told to and leave no process behind. The exit code is 1 if a check fails.

    Example: swarmzoo bot check my_bot.py:MyBot --games 5
    """
    from swarmzoo.lab.games import in_words, maps_of

    found = find_game(game)
    made = even_game_of(found, config, overrides)
    checks = _checks(made, agent, trust, isolate, games, move_seconds)
    failed = sum(one.verdict == "fail" for one in checks)
    if as_json:
        print_json({"agent": agent, "env_id": made.env_id, "maps": maps_of(made), "failed": failed, "checks": checks})
    else:
        _show(f"{agent} in {in_words(made)}", checks)
        say(f"{failed} of {len(checks)} checks failed" if failed else "all checks passed")
    if failed:
        raise typer.Exit(FAILURE)


def _checks(game: Game, text: str, trust: bool, isolate: bool, games: int, move_seconds: float | None) -> list[Any]:
    from swarmzoo.agents.agent import Seated, let_go, unrestricted
    from swarmzoo.agents.compliance import Check, examine
    from swarmzoo.agents.find import find_agent
    from swarmzoo.agents.process.process_agent import ProcessAgent

    try:
        found = find_agent(game, text, trust=trust, isolate=isolate)
    except (GameError, ModuleNotFoundError) as error:
        return [Check("loads", "fail", sentence(error)[0])]
    if "torch" in sys.modules:  # one decision is little work: threads that wait for each other take longer
        sys.modules["torch"].set_num_threads(1)
    limit = 5.0 if move_seconds is None else move_seconds
    player = unrestricted(found)
    process = player.agent if isinstance(player, Seated) else None
    if isinstance(process, ProcessAgent):
        limit = process.allow(move_seconds)
    try:
        return [Check("loads", "pass", f"as {found.name}"), *examine(game, found, games=games, move_seconds=limit)]
    finally:
        if isinstance(process, ProcessAgent):
            let_go([found])


def _show(title: str, checks: Sequence[Any]) -> None:
    table = Table(title=cell(title))
    for column in ("check", "", "what was found"):
        table.add_column(column, overflow="fold")
    for one in checks:
        table.add_row(one.name, f"[{COLOURS.get(one.verdict, 'default')}]{one.verdict}[/]", cell(one.sentence))
    console().print(table)
