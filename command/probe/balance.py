"""`swarmzoo probe balance`."""

from typing import Annotated

import typer

from swarmzoo.command.options import ConfigOption
from swarmzoo.command.probe.retraining import RetrainOption
from swarmzoo.command.probe.run import Run, setting_of
from swarmzoo.command.probe.ways import Ways, with_ways


@with_ways
def balance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    levels: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LEVEL]...", help="Agents from weak to strong; none: those that come with the game."),
    ] = None,
    config: ConfigOption = None,
    retrain: RetrainOption = None,
    *,
    ways: Ways,
) -> None:
    """Is the game even between equal players, how long and how exciting is it, and how much does skill count?

    Example: swarmzoo probe balance insects --quick
    """
    from swarmzoo.lab.probing import balance as probe

    setting, made = setting_of(probe.BalanceConfig, game, config, ways, {}, probe.QUICK)
    chosen = probe.levels_of(made, setting.model_copy(update={"levels": tuple(levels or setting.levels)}), ways.quick)
    setting = setting.model_copy(update={"levels": chosen})
    with Run("balance", made, setting, chosen, ways, retrain) as run:
        chosen = (*chosen, *run.trained(made))
        jobs = [job for part in probe.jobs_of(made, setting, chosen) for job in part]
        run.forecast(jobs)
        run.finish(*probe.balance(made, setting, chosen, run.session))
