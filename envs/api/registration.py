"""Making games known to PettingZoo and to Gymnasium, each under its id: ``swarmzoo/<game>-v<version>``."""

from collections.abc import Iterable

import gymnasium

from swarmzoo.envs.api.opponents import RANDOM_OPPONENT
from swarmzoo.envs.catalogue import FoundGame


def register(games: Iterable[FoundGame]) -> None:
    """Register games with PettingZoo and Gymnasium."""
    for game in games:
        _with_pettingzoo(game)
        _with_gymnasium(game)


def _with_pettingzoo(game: FoundGame) -> None:
    """Register a game as "aec" and "parallel"; do nothing where PettingZoo has no registry."""
    try:
        import pettingzoo

        registries = {"aec": pettingzoo.aec_registry, "parallel": pettingzoo.parallel_registry}
    except (ImportError, AttributeError):
        return
    makers = {"aec": "env", "parallel": "parallel_env"}
    for kind, known in registries.items():
        if game.env_id not in known:
            pettingzoo.register(kind, game.env_id, entry_point=f"{game.module}:{makers[kind]}")


def _with_gymnasium(game: FoundGame) -> None:
    """Register the learner's view, and for ``make_vec`` a batch of it; the opponent is random where none is named."""
    if game.env_id not in gymnasium.registry:
        gymnasium.register(
            game.env_id,
            entry_point=f"{game.module}:gym_env",
            vector_entry_point=f"{game.module}:vector_env",
            order_enforce=False,  # the environment itself tells of a step before the first reset
            kwargs={"opponents": [RANDOM_OPPONENT.name]},
        )
