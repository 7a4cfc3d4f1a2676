"""The spaces of the agents of a PettingZoo environment, made once each."""

from typing import Any

from gymnasium import spaces

from swarmzoo.envs.api import spaces as game_spaces
from swarmzoo.envs.core.entries import agent_index
from swarmzoo.envs.core.game import Game


class AgentSpaces:
    """The part of both PettingZoo environments that hands out spaces: the same object on every call."""

    game: Game
    possible_agents: list[str]
    flat_observation: bool
    _spaces: dict[str, spaces.Space]

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations, the same object on every call."""
        make = game_spaces.observation_box if self.flat_observation else game_spaces.masked_observation
        return self._space("observation", agent, make)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object on every call."""
        return self._space("action", agent, game_spaces.actions)

    @property
    def state_space(self) -> spaces.Box:
        """The space of ``state()``, the same object on every call."""
        return self._space("state", self.possible_agents[0], game_spaces.overview_box)

    def _space(self, kind: str, agent: str, make: Any) -> Any:
        key = f"{kind} of {agent}"
        if key not in self._spaces:
            agent_index(self.game, agent)
            self._spaces[key] = make(self.game)
        return self._spaces[key]
