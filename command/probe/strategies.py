"""`swarmzoo probe strategies`."""

from typing import Annotated

import typer

from swarmzoo.command.options import ConfigOption
from swarmzoo.command.probe.retraining import RetrainOption
from swarmzoo.command.probe.run import Run, setting_of
from swarmzoo.command.probe.ways import Ways, with_ways


@with_ways
def strategies(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[AGENT]...", help="The strategies; none: those that come with the game."),
    ] = None,
    config: ConfigOption = None,
    retrain: RetrainOption = None,
    *,
    ways: Ways,
) -> None:
    """Which strategy dominates, which ones beat each other in a circle, and how many are worth playing?

    Example: swarmzoo probe strategies insects greedy rusher "greedy -pass" --quick
    """
    from swarmzoo.lab.probing import strategies as probe

    setting, made = setting_of(probe.StrategiesConfig, game, config, ways, {}, probe.QUICK)
    update = {"strategies": tuple(agents or setting.strategies)}
    chosen = probe.strategies_of(made, setting.model_copy(update=update), ways.quick)
    setting = setting.model_copy(update={"strategies": chosen})
    probe.jobs_of(made, setting, chosen)  # refuses too few seeds
    with Run("strategies", made, setting, chosen, ways, retrain) as run:
        chosen = (*chosen, *run.trained(made))
        run.forecast(probe.jobs_of(made, setting, chosen), "at most ")
        run.finish(*probe.strategies(made, setting, chosen, run.session))
