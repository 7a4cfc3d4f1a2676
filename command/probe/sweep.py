"""`swarmzoo probe sweep`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.command.options import ConfigOption, IsolateOption, SetOption, TrustOption, read_yaml
from swarmzoo.command.output import JsonOption
from swarmzoo.command.probe.retraining import RetrainOption
from swarmzoo.command.probe.run import (
    OutOption,
    QuickOption,
    RayOption,
    ResumeOption,
    Run,
    SeedOption,
    WorkersOption,
    setting_of,
)

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


def sweep(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    vary: VaryOption = None,
    target: TargetOption = None,
    cycle: CycleOption = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.yaml", help="Who is to have what against whom: strategies and scores.")
    ] = None,
    method: Annotated[str | None, typer.Option(help="grid, screen (what matters) or search (what is wanted).")] = None,
    levels: Annotated[
        list[str] | None, typer.Option("--level", metavar="AGENT", help="Who plays itself; repeatable. Default: bots.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Seeds of each level and rule set.")] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    quick: QuickOption = False,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    ray: RayOption = None,
    retrain: RetrainOption = None,
    out: OutOption = None,
    resume: ResumeOption = False,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Which numbers of the rules make the game what is wanted, and what would cure what is missed?

    Example: swarmzoo probe sweep insects --vary rules.base_stack=1..3 --vary rules.cards_drawn=2,3 --quick
    """
    from swarmzoo.lab.probing import sweep as probe
    from swarmzoo.lab.probing.sweep_run import run_sweep

    given = {
        "seed": seed,
        "trust": trust or None,
        "isolate": isolate or None,
        "games": games,
        "picture": None if picture is None else read_yaml(picture),
        "method": method,
        "vary": vary,
        "targets": target,
        "levels": levels,
        "cycle": None if cycle is None else [name.strip() for name in cycle.split(",")],
    }
    setting, made = setting_of(probe.SweepConfig, game, config, overrides, given, probe.QUICK if quick else {})
    plan = probe.plan_of(made, setting)
    own: dict[str, Any] = {"out": out, "resume": resume, "workers": workers, "ray": ray, "as_json": as_json}
    with Run("sweep", made, setting, plan.agents, retrain=retrain, **own) as run:
        run.finish(*run_sweep(made, setting, plan, run.session, run.trained))
