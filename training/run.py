"""Training runs as folders: begin, resume, several seeds, manifest."""

import json
import sys
from pathlib import Path
from typing import Any

from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.provenance import made_with
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.curve import draw_curve
from swarmzoo.training.progress import Progress
from swarmzoo.training.trainer import RESUME, Trainer

PACKAGES = ("swarmzoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "pettingzoo")


def train(config: TrainConfig, game: Game, folder: Path, *, resume: bool, seeds: int, quiet: bool = False) -> None:
    """Train once, or once for each of several seeds; everything is written below ``folder``."""
    histories = []
    for number in range(seeds):
        one = config.model_copy(update={"seed": config.seed + number})
        where = folder if seeds == 1 else folder / f"seed_{one.seed}"
        histories.append(_train_once(one, game, where, resume, quiet))
    if seeds > 1:
        draw_curve(folder / "curve.png", histories)


def _train_once(config: TrainConfig, game: Game, folder: Path, resume: bool, quiet: bool) -> list[dict[str, Any]]:
    ready = (folder / RESUME).exists()
    if resume and not ready and (folder / "manifest.json").exists():
        print(f"swarmzoo: {folder} has no resume point yet; it starts from the beginning", file=sys.stderr)
    elif not resume:
        _refuse_used(folder)
    if resume and ready:
        config = _saved_config(folder, config)
    with Progress(quiet=quiet) as progress:
        trainer = Trainer(config, game, folder, progress)  # refuses what cannot be, before anything is written
        write_manifest(folder, config, game)
        trainer.run(resume and ready)
    return trainer.history


def _refuse_used(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise GameError(f"{folder}: a folder is needed, this is a file")
    if folder.exists() and any(folder.iterdir()):
        raise GameError(f"{folder}: the folder is not empty; continue with --resume, or name another one with --out")


def _saved_config(folder: Path, config: TrainConfig) -> TrainConfig:
    """Return the configuration of the run; only total_steps may differ when it resumes."""
    saved = TrainConfig.read(read_archive(folder / RESUME)[0]["training"])
    if config.model_dump(exclude={"total_steps"}) != saved.model_dump(exclude={"total_steps"}):
        given, kept = config.model_dump(mode="json"), saved.model_dump(mode="json")
        other = next(name for name in given if given[name] != kept[name] and name != "total_steps")
        raise GameError(
            f"{folder}: the run began with {other} = {kept[other]!r}, not {given[other]!r}; a resumed run keeps its "
            "configuration (only total_steps may change)"
        )
    return config


def write_manifest(folder: Path, config: TrainConfig, game: Game) -> None:
    """Write what the run was made with: configuration, versions, seed, threads, rules signature, command."""
    manifest = {
        "env": game.env_id,
        "rules_signature": game.rules_signature,
        "encoding": game.encoding,
        "seed": config.seed,
        "threads": config.threads,
        **made_with(PACKAGES),
        "config": config.model_dump(mode="json"),
    }
    write_whole(folder / "manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())
