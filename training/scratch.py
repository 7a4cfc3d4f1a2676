"""Learning from scratch: what a plain learner of stable-baselines3 makes of each game in minutes.

python -m swarmzoo.training.scratch insects --seed 1 --minutes 2.5 --out runs/scratch

Each run is written as one JSON file, ``GAME-PRESET-ALGORITHM-SEED.json``; ``python -m swarmzoo.training.scratch_page
FOLDER`` makes the table and the picture of training/SCRATCH.md of them. Only training counts as time, evaluations do
not; and of time only what the processor worked for it, so that a busy machine learns no less in it. Actions are drawn,
in training and in evaluation alike; evaluations pay by the rules alone.
"""

import json
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

import swarmzoo
from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.plain_yaml import read_file
from swarmzoo.training.recipes import ppo

SCHEMA = 1
SHORT = {"n_steps": 128, "batch_size": 512, "n_epochs": 4, "gamma": 0.999, "learning_rate": 1e-3, "ent_coef": 3e-3}
ONE_PASS = {  # A2C is PPO that passes once over each rollout, in one batch
    "n_steps": 32,
    "batch_size": 32 * 32,
    "n_epochs": 1,
    "gae_lambda": 1.0,
    "gamma": 0.999,
    "learning_rate": 7e-4,
    "ent_coef": 3e-3,
    "normalize_advantage": False,
}
ALGORITHMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "MaskablePPO": (MaskablePPO, SHORT),
    "MaskablePPO-falling": (MaskablePPO, SHORT),  # the learning rate falls to nearly nothing
    "MaskablePPO-long-falling": (MaskablePPO, SHORT | {"n_steps": 256, "batch_size": 1024}),
    "MaskableA2C": (MaskablePPO, ONE_PASS),
    "PPO": (PPO, SHORT),
    "A2C": (A2C, {"n_steps": 32, "gamma": 0.999, "ent_coef": 3e-3}),
}
SELF_PLAY = "recipes.ppo"  # the page of plain torch in training/recipes
NAMES = ", ".join([*ALGORITHMS, SELF_PLAY])
GAMES_AT_ONCE = 32
_NO_SETTINGS = ("game", "fields", "seed", "choices", "games", "out")  # of the recipe: said elsewhere, or not used
_FALLING, _LEAST = "-falling", 0.02  # of the learning rate
_PAUSE = 30.0  # seconds of training between two points of the curve
_FIRST_SEED = 1_000_000  # of games that are played to evaluate; training never comes there


def values_of(found: FoundGame, preset: str) -> dict[str, Any]:
    """Return the keywords of a preset of a game; none for the game as it is shipped."""
    if not preset:
        return {}
    folder = Path(str(files("swarmzoo.configs"))) / found.place / "game"
    known = sorted(path.stem for path in folder.glob("*.yaml"))
    if preset not in known:
        raise GameError(f"--preset {preset}: unknown; {found.name} has {', '.join(known)}")
    values: dict[str, Any] = read_file(folder / f"{preset}.yaml", preset)
    return values


def _about(
    found: FoundGame, preset: str, algorithm: str, seed: int, settings: dict[str, Any], games: int
) -> dict[str, Any]:
    """Return what a result says of its run before it begins."""
    told = {"schema": SCHEMA, "game": found.name, "preset": preset, "algorithm": algorithm, "seed": seed}
    return told | {"settings": settings, "games_at_once": games}


class Scratch:
    """One learner of one game: ``run`` trains it, and returns what it has learned when."""

    def __init__(self, found: FoundGame, preset: str, algorithm: str, seed: int, games: int):
        if algorithm not in ALGORITHMS:
            raise GameError(f"--algorithm {algorithm}: unknown; allowed are {NAMES}")
        self._found, self._games = found, games
        self._keywords = values_of(found, preset)
        made, settings = ALGORITHMS[algorithm]
        self._is_masked = made is MaskablePPO
        self._model: Any = made("MlpPolicy", self._env(GAMES_AT_ONCE, seed=seed), seed=seed, device="cpu", **settings)
        self._model.set_logger(Logger(None, []))  # its own makes an empty folder in the system's one for each run
        self.about = _about(found, preset, algorithm, seed, settings, GAMES_AT_ONCE)

    def _env(self, games: int, **options: Any) -> Any:
        return swarmzoo.make(self._found.name, "sb3", num_envs=games, **self._keywords, **options)

    def run(self, seconds: float) -> dict[str, Any]:
        """Train for some seconds; return the curve against random and, at the end, the shares against every bot."""
        watch = Stopwatch(seconds, lambda: self.share_against("random"))
        if self.about["algorithm"].endswith(_FALLING):  # with the time, as ``lambda left: rate * left`` with decisions
            rate = self.about["settings"]["learning_rate"]
            self._model.lr_schedule = lambda _: rate * watch.left
        self._model.learn(1 << 60, callback=_Watched(watch))
        game = self._found.read(self._keywords)
        return self.about | watch.told(game, self._games, int(self._model.num_timesteps), self.share_against)

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


class Stopwatch:
    """The seconds that the processor trained, and the shares against random on the way, which are not counted."""

    def __init__(self, seconds: float, share: Callable[[], float]):
        self.seconds, self._share, self._since, self.trained = seconds, share, time.process_time(), 0.0
        self.points: list[tuple[float, int, float]] = []  # seconds, decisions, share against random

    @property
    def left(self) -> float:
        """The part of the time that is left, as learning rates fall with it."""
        return max(1 - self.trained / self.seconds, _LEAST)

    @property
    def is_over(self) -> bool:
        """Whether the time has come, now."""
        return self.trained + time.process_time() - self._since >= self.seconds

    def start(self) -> None:
        """Count from now on."""
        self._since = time.process_time()

    def stop(self) -> None:
        """Count no further."""
        self.trained += time.process_time() - self._since

    def look(self, decisions: int) -> None:
        """Add a point to the curve, if it is time for one."""
        self.stop()
        if self.trained >= len(self.points) * _PAUSE:
            self.points.append((round(self.trained, 1), decisions, self._share()))
        self.start()

    def told(self, game: Game, games: int, decisions: int, share_against: Callable[[str], float]) -> dict[str, Any]:
        """Return what there is to say when the training has ended."""
        return {
            "rules": game.rules_signature,
            "seconds": round(self.trained, 1),
            "steps": decisions,
            "curve": self.points,
            "games": games,
            "against": {name: share_against(name) for name in built_in(game)},
        }


class _Watched(BaseCallback):
    """Stops the training when the time has come, and evaluates on the way."""

    def __init__(self, watch: Stopwatch):
        super().__init__()
        self._watch = watch

    def _on_training_start(self) -> None:
        self._watch.start()

    def _on_rollout_start(self) -> None:
        self._watch.look(int(self.num_timesteps))

    def _on_step(self) -> bool:
        if not self._watch.is_over:
            return True
        self._watch.stop()
        return False


class SelfPlay:
    """``recipes/ppo.py``, one page of PPO in plain torch, of one game: all sides learn from playing each other."""

    def __init__(self, found: FoundGame, preset: str, seed: int, games: int):
        self._found, self._games, self._keywords = found, games, values_of(found, preset)
        self._settings = ppo.Settings(found.name, json.dumps(self._keywords), seed, choices=1 << 60)
        self._now: ppo.Learned
        rest = {name: value for name, value in vars(self._settings).items() if name not in _NO_SETTINGS}
        self.about = _about(found, preset, SELF_PLAY, seed, rest, self._settings.envs)

    def run(self, seconds: float) -> dict[str, Any]:
        """Train for some seconds, by a rate that falls to nearly nothing; return as ``Scratch.run`` does."""
        rate = self._settings.rate
        watch = Stopwatch(seconds, lambda: self.share_against("random"))
        for now in ppo.updates(self._settings):
            self._now = now
            watch.look(now.choices)
            if watch.is_over:
                break
            self._settings.rate = rate * watch.left
        watch.stop()
        return self.about | watch.told(self._now.game, self._games, self._now.choices, self.share_against)

    def share_against(self, opponent: str) -> float:
        """Return the share of first place in games against an opponent, from every seat in turn."""
        with torch.random.fork_rng():  # training draws the same numbers, whoever looks
            agent = ppo.agent_of(self._now.game, self._now.net, self._settings)
        played = swarmzoo.play(self._now.game, [agent, opponent], games=self._games, seed=_FIRST_SEED)
        return round(float((played.pay[played.seats == 0].mean() + 1) / 2), 4)


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    preset: Annotated[str, typer.Option(help="A preset of the game; without it, as it is shipped.")] = "",
    algorithm: Annotated[str, typer.Option(help=f"One of {NAMES}.")] = "MaskablePPO",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the learner and its games.")] = 1,
    minutes: Annotated[float, typer.Option(min=0.01, help="How long it trains.")] = 2.5,
    threads: Annotated[int, typer.Option(min=1, help="Threads of torch.")] = 1,
    games: Annotated[int, typer.Option(min=32, help="Games of an evaluation.")] = 192,
    out: Annotated[Path, typer.Option(help="The folder of the results.")] = Path("runs/scratch"),
) -> None:
    """Train one learner from scratch, and write what it has learned."""
    torch.set_num_threads(threads)
    try:
        if algorithm == SELF_PLAY:
            learner: Scratch | SelfPlay = SelfPlay(find_game(game), preset, seed, games)
        else:
            learner = Scratch(find_game(game), preset, algorithm, seed, games)
        found = learner.run(minutes * 60) | {"threads": threads}
    except GameError as error:
        raise SystemExit(f"scratch: {error}") from None
    path = out / f"{game}-{preset or 'whole'}-{algorithm}-{seed}.json"
    write_whole(path, (json.dumps(found, indent=1) + "\n").encode())
    print(
        f"{path}: {found['steps']} decisions in {found['seconds']} s, against random {found['against']['random']:.1%}"
    )


if __name__ == "__main__":
    typer.run(main)
