"""`swarmzoo probe balance`."""

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


def balance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    levels: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LEVEL]...", help="Agents from weak to strong; none: those that come with the game."),
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    quick: QuickOption = False,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    ray: RayOption = None,
    out: OutOption = None,
    resume: ResumeOption = False,
    retrain: RetrainOption = None,
    trust: TrustOption = False,
    isolate: IsolateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Is the game even between equal players, how long and how exciting is it, and how much does skill count?

    Example: swarmzoo probe balance insects --quick
    """
    from swarmzoo.lab.probing import balance as probe

    given = {"seed": seed, "trust": trust or None, "isolate": isolate or None}
    setting, made = setting_of(probe.BalanceConfig, game, config, overrides, given, probe.QUICK if quick else {})
    chosen = probe.levels_of(made, setting.model_copy(update={"levels": tuple(levels or setting.levels)}), quick)
    setting = setting.model_copy(update={"levels": chosen})
    own: dict[str, Any] = {
        "out": out,
        "resume": resume,
        "workers": workers,
        "ray": ray,
        "retrain": retrain,
        "as_json": as_json,
    }
    with Run("balance", made, setting, chosen, **own) as run:
        chosen = (*chosen, *run.trained(made))
        jobs = [job for part in probe.jobs_of(made, setting, chosen) for job in part]
        run.forecast(jobs)
        run.finish(*probe.balance(made, setting, chosen, run.session))
