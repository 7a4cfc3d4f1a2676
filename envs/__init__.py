"""The games of swarmzoo. Importing this package makes them known to PettingZoo: ``swarmzoo/<game>-v<version>``."""

from swarmzoo.envs.api.registration import register
from swarmzoo.envs.catalogue import FoundGame, find_game, games

__all__ = ["FoundGame", "find_game", "games"]

register(games())
