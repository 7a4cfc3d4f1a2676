"""`swarmzoo train`: train an AI by self-play."""

import re
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.command.options import ConfigOption, SetOption, load_settings, settings_from, source_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    preset: Annotated[
        str | None, typer.Option("--preset", "-p", help="A preset; quick by default. A resumed run keeps its own.")
    ] = None,
    config: ConfigOption = None,
    overrides: SetOption = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run; by default below runs/.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the interrupted run in --out.")] = False,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="How many runs to train, with consecutive seeds.")] = 1,
) -> None:
    """Train an AI by self-play; it writes checkpoints, win rates, a curve and a manifest.

    Example: swarmzoo train insects --preset quick --out runs/first
    """
    found = find_game(game)
    from swarmzoo.training.config import TrainConfig
    from swarmzoo.training.run import train as train_in

    source = source_of(preset, config)
    if resume and out is None:
        raise GameError("--resume needs --out FOLDER: the run to continue")
    kept = _kept(out, game) if resume and out is not None and not source else None
    if kept is not None:
        setting = settings_from(TrainConfig, kept, of_env(game, overrides))
    else:
        setting = load_settings(TrainConfig, f"{found.place}/train", source or "quick", of_env(game, overrides))
    made = found.read(setting.env, "env.")
    folder = out or Path("runs") / f"{game}-{Path(source or 'quick').stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    train_in(setting, made, folder, resume=resume, seeds=seeds)
    written = "best.npz and last.npz (checkpoints), curve.png, evaluations.csv, manifest.json"
    print(f"{folder}: {written if seeds == 1 else f'curve.png of all seeds; in each folder seed_*: {written}'}")


def _kept(out: Path, game: str) -> dict[str, Any] | None:
    """Return the configuration with which the run in a folder began; raise GameError for one of another game."""
    from swarmzoo.training.folder import kept_config

    kept = kept_config(out)
    if kept is not None and kept["game"] != game:
        raise GameError(f"{out}: this is a run of {ascii(kept['game'])[:80]}, not of {game}")
    return kept


def of_env(game: str, overrides: list[str] | None) -> list[str]:
    """Fields of the game may be set without the word env: players=4, rules.base_attack=2."""
    fields = find_game(game).config.model_fields
    return [f"env.{text}" if re.split(r"[.=]", text)[0] in fields else text for text in overrides or []]
