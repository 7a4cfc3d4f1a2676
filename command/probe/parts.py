"""`swarmzoo probe parts`."""

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
    """What is each card, terrain, unit, weapon, trait, formation, command worth: must have, worth it, never worth it?

    Every seed draws which parts are in the game and which camp may use them, so all are measured at once.

    Example: swarmzoo probe parts insects --quick
    """
    from swarmzoo.lab.probing import parts as probe

    given = {"seed": seed, "trust": trust or None, "isolate": isolate or None}
    setting, made = setting_of(probe.PartsConfig, game, config, overrides, given, probe.QUICK if quick else {})
    asked = {"players": tuple(players or setting.players), "parts": tuple(part or setting.parts)}
    experiment = probe.Experiment(made, setting.model_copy(update=asked))
    setting = experiment.config
    own: dict[str, Any] = {"out": out, "resume": resume, "workers": workers, "ray": ray, "as_json": as_json}
    with Run("parts", made, setting, experiment.players, retrain=retrain, **own) as run:
        if texts := run.trained(made):
            players_too = setting.model_copy(update={"players": (*experiment.players, *texts)})
            experiment = probe.Experiment(made, players_too)
        if experiment.held:
            run.say(f"smallest worth that 80% of such reports find: {100 * experiment.foreseen:.1f} points or less")
        run.forecast(experiment.jobs())
        run.finish(*probe.parts(experiment, run.session))
