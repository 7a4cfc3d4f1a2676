"""`swarmzoo bench`: the figures of the environments on this machine."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from swarmzoo.command.options import SetOption, load_settings, settings_from
from swarmzoo.command.output import console
from swarmzoo.envs.catalogue import find_game

HEADER = ("figure", "median", "least", "most", "unit")


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "insects",
    overrides: SetOption = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each figure.")] = 3.0,
    peers: Annotated[bool, typer.Option("--peers", help="Also measure other environments that are installed.")] = False,
    start: Annotated[bool, typer.Option("--start", help="Measure the first (compiling) and second start.")] = False,
    learner: Annotated[bool, typer.Option("--learner", help="Measure training steps of preset quick.")] = False,
    path: Annotated[Path | None, typer.Option("--csv", help="Also write the table to a CSV file.")] = None,
) -> None:
    """Measure speed: medians over repetitions, CPU time on one pinned core unless a row says otherwise."""
    from swarmzoo.envs.core.files import write_whole
    from swarmzoo.training.bench.figures import figures
    from swarmzoo.training.config import TrainConfig

    found = find_game(game)
    config = load_settings(TrainConfig, f"{found.place}/train", "quick") if learner else None
    made = found.make(settings_from(found.config, {}, overrides))
    table = Table(title=f"{made.env_id} on this machine")
    for column in HEADER:
        table.add_column(column, justify="left" if column in ("figure", "unit") else "right")
    rows = []
    with console().status("measuring") as status:
        for figure in figures(made, seconds, peers=peers, start=start, learner=config):
            status.update(f"measured: {figure.name}")
            numbers = [f"{value:,.0f}" if value >= 100 else f"{value:.3g}" for value in figure.values]
            rows.append([figure.name, *numbers, figure.unit])
    for row in rows:
        table.add_row(*row)
    console().print(table)
    if path is not None:
        write_whole(path, _csv([HEADER, *rows]).encode())


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
