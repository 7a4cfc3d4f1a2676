"""`swarmzoo league`: a main policy, exploiters that look for its weaknesses, and its past selves."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.command.options import ConfigOption, SetOption, apply_overrides, config_path, read_yaml, source_of
from swarmzoo.command.output import say
from swarmzoo.command.train import of_env
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError


def league(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    preset: Annotated[
        str | None, typer.Option("--preset", "-p", help="The preset of training that all follow; quick by default.")
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    start: Annotated[
        str | None, typer.Option(metavar="POLICY", help="The first main policy; without it the preset trains one.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=100, help="An exploiter each, then the main policy; 3 by default.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the league; by default below runs/.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the league in --out; more rounds may follow.")
    ] = False,
) -> None:
    """Train a main policy against exploiters that look for its weaknesses, and its past selves.

    Every stage is a run as of `swarmzoo train`, and `--set` says what it may say there. The league has fields of its
    own: exploiter_steps and main_steps (decisions to learn from), members_share, least, games (of each pair of members)
    and league.seed (their first seed). A YAML file for --config has them beside `training:`, or is one of `train`.

    Example: swarmzoo league warband --start skirmish --rounds 2
    """
    found = find_game(game)
    from swarmzoo.training.league.config import LeagueConfig
    from swarmzoo.training.league.run import kept_league, play_league

    source = source_of(preset, config)
    if resume and out is None:
        raise GameError("--resume needs --out FOLDER: the league to continue")
    kept = kept_league(out) if resume and out is not None and not source else None
    values: dict[str, Any]
    if kept is not None:
        values = kept["config"]
        if (was := values["training"]["game"]) != game:
            raise GameError(f"{out}: this is a league of {ascii(was)[:80]}, not of {game}")
    else:
        given = read_yaml(config_path(source or "quick", f"{found.place}/train"))
        values = given if "training" in given else {"training": given}
        if isinstance(values["training"], dict):  # all else is refused below
            values["training"] = {"game": game, **values["training"]}
    if start is not None:
        _refuse_dropped(overrides or ())
    apply_overrides(values, [_placed(text, game) for text in overrides or ()])
    values |= {name: value for name, value in (("start", start), ("rounds", rounds)) if value is not None}
    setting = LeagueConfig.read(values)
    made = found.read(setting.training.env, "env.")
    folder = out or Path("runs") / f"league-{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    play_league(setting, made, folder, resume=resume, say=say)
    last = folder / f"main_{setting.rounds}" / "last.npz"
    say(f"{folder}: payoffs.csv and payoffs.png (all members against each other); the policy is {last}")


INSTEAD = {  # of fields of `train` that the first policy alone has
    "start": "leave one of the two out",
    "total_steps": "a stage learns from exploiter_steps or main_steps decisions",
}


def _refuse_dropped(overrides: Iterable[str]) -> None:
    """Refuse what is said of the training of a first policy that nobody trains."""
    for text in overrides:
        if (name := text.partition("=")[0].strip()) in INSTEAD:
            raise GameError(f"--set {text}: with --start nobody trains the first policy; {INSTEAD[name]}")


def _placed(text: str, game: str) -> str:
    """Return an override with the place of its field in the configuration of a league."""
    from swarmzoo.training.league.config import LeagueConfig

    name, first = text.partition("=")[0], text.split("=", maxsplit=1)[0].split(".", maxsplit=1)[0]
    if first == "league":
        return text.partition(".")[2]
    own = name in LeagueConfig.model_fields and name not in ("training", "seed", "start")
    return text if own else f"training.{of_env(game, [text])[0]}"
