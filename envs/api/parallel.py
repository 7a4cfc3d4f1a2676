"""PettingZoo's two APIs of a game: one is native, the other PettingZoo's conversion of it."""

from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel

from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.simultaneous import GameParallelEnv
from swarmzoo.envs.core.game import Game


def aec_view(game: Game, **options: Any) -> AECEnv:
    """Return the AECEnv of a game: native if it is turn-based, else the conversion of its ParallelEnv."""
    return GameEnv(game, **options) if game.sequential else parallel_to_aec(GameParallelEnv(game, **options))


def parallel_view(game: Game, **options: Any) -> ParallelEnv:
    """Return the ParallelEnv of a game: native if it is simultaneous, else the conversion of its AECEnv.

    ``options`` are those of the native environment, which is the converted one's ``unwrapped``.
    """
    if game.sequential:
        return turn_based_aec_to_parallel(GameEnv(game, **options))
    return GameParallelEnv(game, **options)
