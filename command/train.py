"""`swarmzoo train`: train an AI by self-play."""

import re
import time
from pathlib import Path
from typing import Annotated

import typer

from swarmzoo.command.games import config_model, make_game, module_of
from swarmzoo.command.options import ConfigOption, SetOption, load_settings
from swarmzoo.envs.core.game import GameError


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    preset: Annotated[str, typer.Option("--preset", "-p", help="A preset: quick or standard.")] = "quick",
    config: ConfigOption = None,
    overrides: SetOption = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run; by default below runs/.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where the run in --out was interrupted.")] = False,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Train this often, with seeds one apart.")] = 1,
) -> None:
    """Train an AI by self-play; writes checkpoints, win rates, a curve and a manifest."""
    module_of(game)
    from swarmzoo.training.config import TrainConfig
    from swarmzoo.training.run import train as train_in

    if resume and out is None:
        raise GameError("--resume needs --out FOLDER: the run to go on with")
    setting = load_settings(TrainConfig, f"{game}/train", config or preset, _of_env(game, overrides))
    made = make_game(game, config_model(game).read(setting.env, "env."))
    folder = out or Path("runs") / f"{game}-{preset}-{time.strftime('%Y%m%d-%H%M%S')}"
    train_in(setting, made, folder, resume=resume, seeds=seeds)
    written = "best.npz and last.npz (checkpoints), curve.png, evaluations.csv, manifest.json"
    print(f"{folder}: {written if seeds == 1 else f'curve.png of all seeds; in each folder seed_*: {written}'}")


def _of_env(game: str, overrides: list[str] | None) -> list[str]:
    """Fields of the game may be set without the word env: players=4, rules.base_attack=2."""
    fields = config_model(game).model_fields
    return [f"env.{text}" if re.split(r"[.=]", text)[0] in fields else text for text in overrides or []]
