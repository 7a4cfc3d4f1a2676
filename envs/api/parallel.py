"""PettingZoo's ParallelEnv of a game."""

from typing import Any

from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.core.game import Game


def parallel_view(game: Game, **options: Any) -> ParallelEnv:
    """Return PettingZoo's conversion of a sequential game: each step reads the action of the one who must act.

    ``options`` are those of ``GameEnv``, which is the converted environment's ``unwrapped``.
    """
    return turn_based_aec_to_parallel(GameEnv(game, **options))
