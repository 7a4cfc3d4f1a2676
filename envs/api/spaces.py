"""The Gymnasium spaces of a game. Every call makes new spaces: they hold random generators of their own."""

import numpy as np
from gymnasium import spaces

from swarmzoo.envs.core.game import Game

_LARGEST = float(np.finfo(np.float32).max)


def observation_box(game: Game) -> spaces.Box:
    """Return the flat float32 space of an observation."""
    low = np.full(game.observation_size, game.observation_low, np.float32)
    return spaces.Box(low, game.observation_high, dtype=np.float32)


def masked_observation(game: Game) -> spaces.Dict:
    """Return PettingZoo's space of an observation: ``observation`` (flat) and ``action_mask`` (int8, 0 or 1)."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game), "action_mask": mask})


def actions(game: Game) -> spaces.Discrete:
    """Return the space of one agent's actions."""
    return spaces.Discrete(game.num_actions)


def overview_box(game: Game) -> spaces.Box:
    """Return the flat float32 space of ``state()``."""
    high = min(float(game.overview_high), _LARGEST)
    return spaces.Box(min(0.0, game.observation_low), high, (game.overview_size,), np.float32)
