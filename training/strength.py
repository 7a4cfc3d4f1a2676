"""Strength by time: what a preset of training has made of a policy after how many minutes of the processor.

python -m swarmzoo.training.strength warband --seed 1 --out runs/strength

Each run is written as one JSON file, ``GAME-PRESET-SEED.json``, beside the run's own folder with its manifest; ``python
-m swarmzoo.training.strength_page FOLDER`` makes the table and the picture of training/STRENGTH.md of them. Warm start
and self-play count as time, evaluations do not; and of time only what the processor worked, on one thread.
"""

import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.plain_yaml import read_file
from swarmzoo.training.config import LAST_SEED, TrainConfig
from swarmzoo.training.folder import held, refuse_used
from swarmzoo.training.progress import Progress
from swarmzoo.training.run import write_manifest
from swarmzoo.training.trainer import Trainer

SCHEMA = 1
POINTS = 6  # of the curve, its beginning left out


class Timed(Trainer):
    """A run that notes after how many minutes of the processor it was evaluated."""

    def __init__(self, config: TrainConfig, game: Game, folder: Path, progress: Progress):
        super().__init__(config, game, folder, progress)
        self._began, self._evaluating = time.process_time(), 0.0
        self.points: list[dict[str, Any]] = []

    def _evaluate(self, before: int = 0) -> None:
        """Evaluate the policy, and leave the time of that out."""
        now = time.process_time()
        trained = now - self._began - self._evaluating
        super()._evaluate(before)
        self._evaluating += time.process_time() - now
        last = self.history[-1]
        self.points.append({"minutes": round(trained / 60, 2), "steps": last["steps"], "scores": last["scores"]})


def preset_of(found: FoundGame, preset: str, seed: int, games: int) -> TrainConfig:
    """Return a preset of training as it is measured: on one thread, evaluated evenly; GameError where there is none."""
    folder = Path(str(files("swarmzoo.configs"))) / found.place / "train"
    known = sorted(path.stem for path in folder.glob("*.yaml"))
    if preset not in known:
        raise GameError(f"--preset {preset}: unknown; {found.name} has {', '.join(known)}")
    config = TrainConfig.read(read_file(folder / f"{preset}.yaml", preset))
    evaluation = config.evaluation.model_copy(
        update={"every": max(1, -(-config.total_steps // POINTS)), "games": games}
    )
    return config.model_copy(
        update={"game": found.name, "seed": seed, "threads": 1, "env_threads": 1, "evaluation": evaluation}
    )


def measure(found: FoundGame, preset: str, seed: int, games: int, folder: Path) -> dict[str, Any]:
    """Train as a preset says in a new folder; return the curve."""
    config = preset_of(found, preset, seed, games)
    game = found.read(config.env, "env.")
    refuse_used(folder)
    with Progress() as progress:
        trainer = Timed(config, game, folder, progress)
        with held(folder):
            write_manifest(folder, trainer.config, game)
            trainer.run(resume=False)
    told = {"schema": SCHEMA, "game": found.name, "preset": preset, "seed": seed, "rules": game.rules_signature}
    return told | {"games": games, "points": trainer.points}


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    preset: Annotated[str, typer.Option(help="A preset of its training.")] = "quick",
    seed: Annotated[int, typer.Option(min=0, max=LAST_SEED, help="Seed of the run.")] = 1,
    games: Annotated[int, typer.Option(min=2, help="Games of an evaluation against each opponent.")] = 200,
    out: Annotated[Path, typer.Option(help="The folder of the results.")] = Path("runs/strength"),
) -> None:
    """Train by a preset, and write how strong the policy was after how many minutes of the processor."""
    name = f"{game}-{preset}-{seed}"
    try:
        found = measure(find_game(game), preset, seed, games, out / name)
    except GameError as error:
        raise SystemExit(f"strength: {error}") from None
    write_whole(out / f"{name}.json", (json.dumps(found) + "\n").encode())
    print(f"{out / name}.json: {found['points'][-1]['minutes']} minutes of the processor")


if __name__ == "__main__":
    typer.run(main)
