"""Learning from scratch: what a plain learner of stable-baselines3 makes of each game in minutes.

python -m swarmzoo.training.scratch insects --seed 1 --minutes 2.5 --out runs/scratch

Each run is written as one JSON file, ``GAME-PRESET-ALGORITHM-SEED.json``; ``python -m swarmzoo.training.scratch_page
FOLDER`` makes the table and the picture of training/SCRATCH.md of them. Only training counts as time, evaluations do
not; and of time only what the processor worked for it, so that a busy machine learns no less in it. Actions are drawn,
in training and in evaluation alike; evaluations pay by the rules alone.
"""

import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.callbacks import BaseCallback

import swarmzoo
from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.plain_yaml import read_file

SCHEMA = 1
SHORT = {"n_steps": 128, "batch_size": 512, "n_epochs": 4, "gamma": 0.999, "learning_rate": 1e-3, "ent_coef": 3e-3}
ALGORITHMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "MaskablePPO": (MaskablePPO, SHORT),
    "MaskablePPO-falling": (MaskablePPO, SHORT),  # the learning rate falls to nearly nothing
    "PPO": (PPO, SHORT),
    "A2C": (A2C, {"n_steps": 32, "gamma": 0.999, "ent_coef": 3e-3}),
}
GAMES_AT_ONCE = 32
_FALLING, _LEAST = "-falling", 0.02  # of the learning rate
_PAUSE = 30.0  # seconds of training between two points of the curve
_FIRST_SEED = 1_000_000  # of games that are played to evaluate; training never comes there


def _values(found: FoundGame, preset: str) -> dict[str, Any]:
    """Return the keywords of a preset of a game."""
    folder = Path(str(files("swarmzoo.configs"))) / found.place / "game"
    known = sorted(path.stem for path in folder.glob("*.yaml"))
    if preset not in known:
        raise GameError(f"--preset {preset}: unknown; {found.name} has {', '.join(known)}")
    values: dict[str, Any] = read_file(folder / f"{preset}.yaml", preset)
    return values


class Scratch:
    """One learner of one game: ``run`` trains it, and returns what it has learned when."""

    def __init__(self, found: FoundGame, preset: str, algorithm: str, seed: int, games: int):
        if algorithm not in ALGORITHMS:
            raise GameError(f"--algorithm {algorithm}: unknown; allowed are {', '.join(ALGORITHMS)}")
        self._found, self._games = found, games
        self._keywords = _values(found, preset) if preset else {}
        made, settings = ALGORITHMS[algorithm]
        self._is_masked = made is MaskablePPO
        self._model: Any = made("MlpPolicy", self._env(GAMES_AT_ONCE, seed=seed), seed=seed, device="cpu", **settings)
        self.about: dict[str, Any] = {
            "schema": SCHEMA,
            "game": found.name,
            "preset": preset,
            "algorithm": algorithm,
            "seed": seed,
            "settings": settings,
            "games_at_once": GAMES_AT_ONCE,
        }

    def _env(self, games: int, **options: Any) -> Any:
        return swarmzoo.make(self._found.name, "sb3", num_envs=games, **self._keywords, **options)

    def run(self, seconds: float) -> dict[str, Any]:
        """Train for some seconds; return the curve against random and, at the end, the shares against every bot."""
        curve = _Curve(self, seconds)
        if self.about["algorithm"].endswith(_FALLING):  # with the time, as ``lambda left: rate * left`` with decisions
            rate = self.about["settings"]["learning_rate"]
            self._model.lr_schedule = lambda _: rate * max(1 - curve.trained / seconds, _LEAST)
        self._model.learn(1 << 60, callback=curve)
        game = self._found.read(self._keywords)
        against = {name: self.share_against(name) for name in built_in(game)}
        return self.about | {
            "rules": game.rules_signature,
            "seconds": round(curve.trained, 1),
            "steps": int(self._model.num_timesteps),
            "curve": curve.points,
            "games": self._games,
            "against": against,
        }

    def share_against(self, opponent: str) -> float:
        """Return the share of first place in games against an opponent, from every seat in turn."""
        env = self._env(GAMES_AT_ONCE, opponents=opponent, seed=_FIRST_SEED, shaping=False)
        won: list[float] = []
        seen = env.reset()
        left = np.full(
            GAMES_AT_ONCE, -(-self._games // GAMES_AT_ONCE)
        )  # of each desk, so that short games do not count more
        while left.any():
            masks = {"action_masks": env.action_masks()} if self._is_masked else {}
            actions, _ = self._model.predict(seen, deterministic=False, **masks)
            seen, _, _, infos = env.step(actions)
            for desk, info in enumerate(infos):
                if "pay" in info and left[desk]:
                    left[desk] -= 1
                    won.append((info["pay"] + 1) / 2)
        env.close()
        return round(float(np.mean(won)), 4)


class _Curve(BaseCallback):
    """Stops the training after some seconds, and evaluates on the way."""

    def __init__(self, scratch: Scratch, seconds: float):
        super().__init__()
        self._scratch, self._seconds, self._since = scratch, seconds, 0.0
        self.trained = 0.0
        self.points: list[tuple[float, int, float]] = []  # seconds, decisions, share against random

    def _on_training_start(self) -> None:
        self._since = time.process_time()

    def _on_rollout_start(self) -> None:
        self.trained += time.process_time() - self._since
        if self.trained >= len(self.points) * _PAUSE:
            share = self._scratch.share_against("random")
            self.points.append((round(self.trained, 1), int(self.num_timesteps), share))
        self._since = time.process_time()

    def _on_step(self) -> bool:
        if self.trained + time.process_time() - self._since < self._seconds:
            return True
        self.trained += time.process_time() - self._since
        return False


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    preset: Annotated[str, typer.Option(help="A preset of the game; without it, as it is shipped.")] = "",
    algorithm: Annotated[str, typer.Option(help=f"One of {', '.join(ALGORITHMS)}.")] = "MaskablePPO",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the learner and its games.")] = 1,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long it trains.")] = 2.5,
    threads: Annotated[int, typer.Option(min=1, help="Threads of torch.")] = 1,
    games: Annotated[int, typer.Option(min=32, help="Games of an evaluation.")] = 192,
    out: Annotated[Path, typer.Option(help="The folder of the results.")] = Path("runs/scratch"),
) -> None:
    """Train one learner from scratch, and write what it has learned."""
    torch.set_num_threads(threads)
    try:
        found = Scratch(find_game(game), preset, algorithm, seed, games).run(minutes * 60) | {"threads": threads}
    except GameError as error:
        raise SystemExit(f"scratch: {error}") from None
    path = out / f"{game}-{preset or 'whole'}-{algorithm}-{seed}.json"
    write_whole(path, (json.dumps(found, indent=1) + "\n").encode())
    print(
        f"{path}: {found['steps']} decisions in {found['seconds']} s, against random {found['against']['random']:.1%}"
    )


if __name__ == "__main__":
    typer.run(main)
