"""`swarmzoo bench`: the figures of the environments on this machine."""

from typing import Annotated

import typer
from rich.table import Table

from swarmzoo.command.games import config_model, make_game
from swarmzoo.command.options import SetOption, settings_from
from swarmzoo.command.output import console


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "insects",
    overrides: SetOption = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each figure.")] = 3.0,
    peers: Annotated[bool, typer.Option("--peers", help="Measure installed environments of others as well.")] = False,
    start: Annotated[bool, typer.Option("--start", help="Measure the first and second start (compiles anew).")] = False,
    learner: Annotated[bool, typer.Option("--learner", help="Measure training steps per second.")] = False,
) -> None:
    """Measure speed: medians over repetitions, CPU time on one pinned core unless a row says otherwise."""
    from swarmzoo.training.bench import figures

    made = make_game(game, settings_from(config_model(game), {}, overrides))
    table = Table(title=f"{made.env_id} on this machine")
    for column in ("figure", "median", "least", "most", "unit"):
        table.add_column(column, justify="left" if column in ("figure", "unit") else "right")
    for figure in figures(made, seconds, peers=peers, start=start, learner=learner):
        table.add_row(
            figure.name, *(f"{value:,.0f}" if value >= 100 else f"{value:.3g}" for value in figure.values), figure.unit
        )
    console().print(table)
