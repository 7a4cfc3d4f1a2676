"""A training run that takes seconds."""

from typing import Any

from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.training.config import TrainConfig

GAME = insects(InsectsConfig(symmetric=True))


def small_config(**changes: Any) -> TrainConfig:
    """Return a configuration of a tiny run."""
    values: dict[str, Any] = {
        "env": {"symmetric": True},
        "total_steps": 1024,
        "envs": 8,
        "rollout": 32,
        "batch_size": 128,
        "epochs": 1,
        "threads": 1,
        "save_every": 256,
        "network": {"width": 16, "layers": 1, "head": 8},
        "self_play": {"bots": {"random": 1.0, "rusher": 1.0}, "save_steps": 256, "swap_steps": 256, "window": 2},
        "evaluation": {"every": 512, "games": 4, "against": ["random"]},
    }
    return TrainConfig.read(values | changes)
