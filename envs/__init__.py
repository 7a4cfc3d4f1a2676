"""The games of swarmzoo. Importing this package makes them known to PettingZoo: ``swarmzoo/<game>-v<version>``."""

from pathlib import Path

from swarmzoo.envs.api.registration import FoundGame, find_games, register

__all__ = ["FoundGame", "games"]


def games() -> list[FoundGame]:
    """Return every game there is, by walking this folder: there is no list to edit."""
    return find_games(Path(__file__).parent, __name__)


register(games())
