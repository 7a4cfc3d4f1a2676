"""Agents: the contract, bots, matches. Importing this package lets every environment find opponents by their names."""

from typing import TYPE_CHECKING, Any

from swarmzoo.envs.api.opponents import find_opponents_with

if TYPE_CHECKING:
    from swarmzoo.envs.core.game import Game


def _find(game: "Game", text: str) -> Any:
    from swarmzoo.agents.find import find_agent  # some agents compile when they are found

    return find_agent(game, text)


find_opponents_with(_find)
