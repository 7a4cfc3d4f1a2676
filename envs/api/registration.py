"""Making games known to PettingZoo."""

from collections.abc import Iterable

from swarmzoo.envs.catalogue import FoundGame


def register(games: Iterable[FoundGame]) -> None:
    """Register games with PettingZoo, as "aec" and "parallel"; do nothing where it has no registry."""
    try:
        import pettingzoo

        registries = {"aec": pettingzoo.aec_registry, "parallel": pettingzoo.parallel_registry}
    except (ImportError, AttributeError):
        return
    makers = {"aec": "env", "parallel": "parallel_env"}
    for game in games:
        for kind, known in registries.items():
            if game.env_id not in known:
                pettingzoo.register(kind, game.env_id, entry_point=f"{game.module}:{makers[kind]}")
