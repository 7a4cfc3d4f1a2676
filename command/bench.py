"""`swarmzoo bench`: the figures of the environments on this machine."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table

from swarmzoo.command.options import CsvOption, SetOption, load_settings, settings_from
from swarmzoo.command.output import JsonOption, console, print_json, progress
from swarmzoo.command.train import of_env
from swarmzoo.envs.catalogue import find_game

HEADER = ("figure", "median", "least", "most", "unit")


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "insects",
    overrides: SetOption = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each figure.")] = 3.0,
    peers: Annotated[
        bool,
        typer.Option("--peers", help="Also measure its family, and others' environments."),
    ] = False,
    start: Annotated[bool, typer.Option("--start", help="Measure the first (compiling) and second start.")] = False,
    learner: Annotated[
        bool, typer.Option("--learner", help="Also measure training steps; --set may name fields of training then.")
    ] = False,
    preset: Annotated[str, typer.Option("--preset", "-p", help="What the learner trains with.")] = "quick",
    path: CsvOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure speed: medians over repetitions, CPU time on one pinned core unless a row says otherwise.

    Example: swarmzoo bench insects --seconds 1
    """
    from swarmzoo.lab.csv_table import write_csv
    from swarmzoo.training.bench.figures import figures
    from swarmzoo.training.config import TrainConfig

    found = find_game(game)
    of_game, run = overrides, None
    if learner:
        config = load_settings(TrainConfig, f"{found.place}/train", preset, of_env(game, overrides))
        run = found.read(config.env, "env."), config
        of_game = [text.removeprefix("env.") for text in of_env(game, overrides) if text.startswith("env.")]
    made = found.make(settings_from(found.config, {}, of_game))
    measured = []
    with progress() as shown:
        task = shown.add_task("measuring", total=None)
        for figure in figures(made, seconds, peers=peers, start=start, learner=run):
            shown.update(task, description=f"measured: {figure.name}")
            measured.append((figure.name, *figure.values, figure.unit))
    rows = [[name, *map(_number, values), unit] for name, *values, unit in measured]
    if as_json:
        print_json([dict(zip(HEADER, row, strict=True)) for row in measured])
    else:
        _show(f"{made.env_id} on this machine", rows)
    write_csv(path, [HEADER, *rows])


def _number(value: float) -> str:
    """Return a figure with as many digits as say something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _show(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Print the table."""
    table = Table(title=title)
    for column in HEADER:
        table.add_column(column, justify="left" if column in ("figure", "unit") else "right")
    for row in rows:
        table.add_row(*row)
    console().print(table)
