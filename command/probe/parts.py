"""`swarmzoo probe parts`."""

from typing import Annotated

import typer

from swarmzoo.command.options import ConfigOption
from swarmzoo.command.probe.retraining import RetrainOption
from swarmzoo.command.probe.run import Run, setting_of
from swarmzoo.command.probe.ways import Ways, with_ways


@with_ways
def parts(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[AGENT]...", help="Agents, each against itself; none: the game's strongest bot."),
    ] = None,
    part: Annotated[
        list[str] | None, typer.Option("--part", help="A part, or a kind of parts, to be drawn; none: all parts.")
    ] = None,
    config: ConfigOption = None,
    retrain: RetrainOption = None,
    *,
    ways: Ways,
) -> None:
    """What is each card, terrain, unit, weapon, trait, formation, command worth: must have, worth it, never worth it?

    Every seed draws which parts are in the game and which camp may use them, so all are measured at once.

    Example: swarmzoo probe parts insects --quick
    """
    from swarmzoo.lab.probing import parts as probe

    setting, made = setting_of(probe.PartsConfig, game, config, ways, {}, probe.QUICK)
    asked = {"players": tuple(players or setting.players), "parts": tuple(part or setting.parts)}
    experiment = probe.Experiment(made, setting.model_copy(update=asked))
    setting = experiment.config
    with Run("parts", made, setting, experiment.players, ways, retrain) as run:
        if texts := run.trained(made):
            players_too = setting.model_copy(update={"players": (*experiment.players, *texts)})
            experiment = probe.Experiment(made, players_too)
        if experiment.held:
            run.say(f"smallest worth that 80% of such reports find: {100 * experiment.foreseen:.1f} points or less")
        run.forecast(experiment.jobs())
        run.finish(*probe.parts(experiment, run.session))
