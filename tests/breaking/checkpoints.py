"""Checkpoints, resume points and models of stable-baselines3 with damage: refused, or they play as before."""

import io
import tracemalloc
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from stable_baselines3 import PPO

from swarmzoo.agents.policy.checkpoint import load_policy
from swarmzoo.agents.policy.sb3_model import load_sb3
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.game import Game
from swarmzoo.training.progress import Progress
from swarmzoo.training.resume_point import read_point
from swarmzoo.training.trainer import Trainer
from tests.breaking.archives import damaged, edited, members_of, zipped
from tests.breaking.mutations import mutated, mutated_bytes
from tests.breaking.tally import Tally
from tests.breaking.training import config_of

MOST_MEMORY = 256 << 20  # bytes that reading a small file may take for a moment

Reader = Callable[[Path], object]


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Read damaged files of three kinds in turn, and play by those that are accepted."""
    random = Random(f"{game} {seed}")
    with TemporaryDirectory() as scratch:
        sources = list(_sources(game, Path(scratch)))
        for number in range(inputs):
            source, reader = sources[number % len(sources)]
            path = Path(scratch) / f"damaged{source.suffix}"
            path.write_bytes(broken(source, random))
            with tally.trying(path.read_bytes()):
                within_memory(reader, path)


def broken(source: Path, random: Random) -> bytes:
    """Return a file with damage of any kind."""
    content = source.read_bytes()
    if random.random() < 0.4:
        return damaged(content, random)
    return edited(content, random) if source.suffix == ".npz" else _edited_model(content, random)


def within_memory(reader: Reader, path: Path) -> None:
    """Read a file; fail if that takes much more memory than the file is large."""
    tracemalloc.start()
    try:
        with redirect_stderr(io.StringIO()):  # of checkpoints of other rules is warned
            reader(path)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < MOST_MEMORY, f"it takes {peak:,} bytes of memory"


def _sources(name: str, scratch: Path) -> list[tuple[Path, Reader]]:
    """Write a valid file of each kind, and return each with its reader."""
    torch.set_num_threads(1)
    config = config_of(name, "plain")
    game = find_game(name).read(config.env)
    trainer = Trainer(config, game, scratch, Progress(quiet=True))
    trainer.learner.begin()
    trainer.learner.update()
    trainer.history = [
        {"steps": 0, "seconds": 0.0, "scores": {"random": {"score": 0.5, "low": 0.0, "high": 1.0, "games": 2}}}
    ]
    trainer.save()
    trainer._save_policy("last")
    env = SwarmVecEnv(game, 1)
    PPO("MlpPolicy", env, policy_kwargs={"net_arch": [8]}, n_steps=8, batch_size=8).save(scratch / "model.zip")
    return [
        (scratch / "last.npz", lambda path: _acts(load_policy(path, game), game)),
        (scratch / "resume.npz", lambda path: _goes_on(path, trainer)),
        (scratch / "model.zip", lambda path: _acts(load_sb3(path, game), game)),
    ]


def _acts(agent: Any, game: Game) -> None:
    """Let a policy act; what it does must be legal."""
    masks = np.zeros((3, game.num_actions), np.int8)
    masks[:, [1, 3]] = 1
    seen = np.zeros((3, game.observation_size), game.observation_dtype)
    assert set(agent.act(seen, masks)) <= {1, 3}, "it plays what is not legal"


def _goes_on(path: Path, trainer: Trainer) -> None:
    """Go on from a resume point for an update, evaluate nothing, and write it again."""
    read_point(path, trainer)
    trainer._log()
    trainer.save()


def _edited_model(content: bytes, random: Random) -> bytes:
    """Return a model whose parts were edited one by one: its JSON, and the archive of its weights."""
    members = members_of(content)
    if random.random() < 0.5:
        inner = members["policy.pth"]
        if random.random() < 0.5:
            members["policy.pth"] = damaged(inner, random)
        else:
            parts = members_of(inner)
            at = random.choice([name for name in parts if name.endswith("data.pkl")])
            parts[at] = mutated_bytes(parts[at], random)
            members["policy.pth"] = zipped(list(parts.items()))
    else:
        members["data"] = mutated(members["data"].decode(), random).encode("utf-8", "replace")
    return zipped(list(members.items()))
