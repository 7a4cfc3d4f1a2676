"""`swarmzoo probe strategies`."""

from typing import Annotated, Any

import typer

from swarmzoo.command.options import ConfigOption, IsolateOption, SetOption, TrustOption
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


def strategies(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[AGENT]...", help="The strategies; none: those that come with the game."),
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    quick: QuickOption = False,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    out: OutOption = None,
    resume: ResumeOption = False,
    ray: RayOption = None,
    retrain: RetrainOption = None,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Which strategy dominates, which ones beat each other in a circle, and how many are worth playing?

    Example: swarmzoo probe strategies insects greedy rusher "greedy -pass" --quick
    """
    from swarmzoo.lab.probing import strategies as probe

    given = {"seed": seed, "trust": trust or None, "isolate": isolate or None}
    setting, made = setting_of(probe.StrategiesConfig, game, config, overrides, given, probe.QUICK if quick else {})
    update = {"strategies": tuple(agents or setting.strategies)}
    chosen = probe.strategies_of(made, setting.model_copy(update=update), quick)
    setting = setting.model_copy(update={"strategies": chosen})
    probe.jobs_of(made, setting, chosen)  # refuses too few seeds
    own: dict[str, Any] = {"out": out, "resume": resume, "workers": workers, "ray": ray, "as_json": as_json}
    with Run("strategies", made, setting, chosen, retrain=retrain, **own) as run:
        chosen = (*chosen, *run.trained(made))
        run.forecast(probe.jobs_of(made, setting, chosen), "at most ")
        run.finish(*probe.strategies(made, setting, chosen, run.session))
