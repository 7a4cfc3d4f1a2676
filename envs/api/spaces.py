"""The Gymnasium spaces of a game. Every call makes new spaces: they hold random generators of their own."""

import numpy as np
from gymnasium import spaces

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.scaling import Scaling

_LARGEST = float(np.finfo(np.float32).max)


def observation_box(game: Game, agents: tuple[int, ...] = (), scaling: Scaling | None = None) -> spaces.Box:
    """Return the flat space of an observation, or of those of several agents, of the game's type of numbers.

    With ``scaling`` it is that of observations as they are encoded.
    """
    if scaling is not None:
        return spaces.Box(game.observation_low, scaling.high, (*agents, scaling.size), np.float32)
    kind, shape = game.observation_dtype, (*agents, game.observation_size)
    low = np.full(shape, game.observation_low, kind)
    return spaces.Box(low, np.broadcast_to(game.observation_high.astype(kind), shape), dtype=kind.type)


def masked_observation(game: Game) -> spaces.Dict:
    """Return PettingZoo's space of an observation: ``observation`` (flat) and ``action_mask`` (int8, 0 or 1)."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(game), "action_mask": mask})


def actions(game: Game, agents: tuple[int, ...] = ()) -> spaces.Space:
    """Return the space of one agent's actions, or of those of several agents."""
    return spaces.MultiDiscrete([game.num_actions] * agents[0]) if agents else spaces.Discrete(game.num_actions)


def overview_box(game: Game) -> spaces.Box:
    """Return the flat float32 space of ``state()``."""
    high = min(float(game.overview_high), _LARGEST)
    return spaces.Box(min(0.0, game.observation_low), high, (game.overview_size,), np.float32)
