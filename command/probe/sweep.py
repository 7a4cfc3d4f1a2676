"""`swarmzoo probe sweep`."""

from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.command.options import ConfigOption, read_yaml
from swarmzoo.command.probe.retraining import RetrainOption
from swarmzoo.command.probe.run import Run, setting_of
from swarmzoo.command.probe.ways import Ways, with_ways

VaryOption = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="FIELD=VALUES", help="A field: VALUE,VALUE or LOW..HIGH or nothing: all allowed."),
]
TargetOption = Annotated[
    list[str] | None,
    typer.Option("--target", metavar="CONDITION", help="What is wanted, for instance '40 <= rounds <= 60'."),
]
CycleOption = Annotated[
    str | None, typer.Option(metavar="AGENT,AGENT,AGENT", help="Strategies of which each is to beat the next.")
]


@with_ways
def sweep(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    vary: VaryOption = None,
    target: TargetOption = None,
    cycle: CycleOption = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.yaml", help="Who is to have what against whom: strategies and scores.")
    ] = None,
    method: Annotated[
        str | None, typer.Option(help="How to go on: grid, screen (what matters), search (what is wanted).")
    ] = None,
    levels: Annotated[
        list[str] | None, typer.Option("--level", metavar="AGENT", help="Who plays itself; repeatable. Default: bots.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=20, help="Seeds of each level and rule set.")] = None,
    config: ConfigOption = None,
    retrain: RetrainOption = None,
    *,
    ways: Ways,
) -> None:
    """Which numbers of the rules make the game what is wanted, and what would cure what is missed?

    Example: swarmzoo probe sweep insects --vary rules.base_stack=1..3 --quick
    """
    from swarmzoo.lab.probing import sweep as probe
    from swarmzoo.lab.probing.sweep_run import run_sweep

    given = {
        "games": games,
        "picture": None if picture is None else read_yaml(picture),
        "method": method,
        "vary": vary,
        "targets": target,
        "levels": levels,
        "cycle": None if cycle is None else [name.strip() for name in cycle.split(",")],
    }
    setting, made = setting_of(probe.SweepConfig, game, config, ways, given, probe.QUICK)
    plan = probe.plan_of(made, setting)
    with Run("sweep", made, setting, plan.agents, ways, retrain) as run:
        run.finish(*run_sweep(made, setting, plan, run.session, run.trained))
