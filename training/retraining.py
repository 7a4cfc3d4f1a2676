"""Policies trained again for other rules: a preset's way of training, in a game that a probe looks at."""

from pathlib import Path

from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.folder import is_run
from swarmzoo.training.run import train


def retrain(base: TrainConfig, game: Game, seed: int, path: Path) -> None:
    """Train by the rules of a game as a preset says, and write the best checkpoint to ``path``, an .npz.

    The run lies beside it, in a folder of the same name; one that was interrupted goes on, and a checkpoint that is
    there is kept. Raises GameError for what the preset cannot be used with, such as opponents that the game lacks.
    """
    if path.is_file():
        return
    out = path.with_suffix("")
    config = base.model_copy(update={"game": game.name, "env": changed(game.config), "seed": seed})
    train(config, game, out, resume=is_run(out), seeds=1, quiet=True)
    write_whole(path, (out / "best.npz").read_bytes())
