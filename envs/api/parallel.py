"""PettingZoo's two APIs of a game: one is native, the other PettingZoo's conversion of it."""

import copy
from collections.abc import Iterator
from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec_wrapper, turn_based_aec_to_parallel_wrapper

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.simultaneous import GameParallelEnv
from swarmzoo.envs.core.entries import agent_index
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import quoted


class GameAecView(parallel_to_aec_wrapper):
    """PettingZoo's conversion of a simultaneous game, with the questions that every game answers.

    They are about ``agent_selection`` and asked of the environment itself, for instance ``env.legal_actions()``:
    ``env.unwrapped`` is the game's ParallelEnv, as PettingZoo wants it, whose questions name an agent.
    """

    def __init__(self, env: GameParallelEnv):
        super().__init__(env)
        self.agents: list[str] = []
        self.agent_selection = ""

    def step(self, action: Any) -> None:
        """Note the action of ``agent_selection``, None of one that has finished; the last of a round steps the game."""
        self._require_agents("step()")
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            action = requests.checked_action(self.env.game, agent, action)
        elif action is not None:
            raise GameError(f"action = {quoted(action)}: {agent} has finished; its last step takes None")
        super().step(action)

    def observe(self, agent: str) -> Any:
        """Return what an agent saw when the round of agents began, or last."""
        self.env._require_reset("observe()")
        agent_index(self.env.game, agent)
        if agent not in self._observations:
            raise GameError(f"observe(): {agent} has left the game")
        return super().observe(agent)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, termination, truncation and info of ``agent_selection``."""
        self._require_agents("last()")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Return the agents to step in turn, until all have left or so many steps were taken."""
        self.env._require_reset("agent_iter()")
        return iter(super().agent_iter(max_iter))

    def _require_agents(self, what: str) -> None:
        self.env._require_reset(what)
        if not self.agents:
            raise GameError(f"{what}: the game is over and all agents have left; call reset() to begin the next one")

    def _repr_html_(self) -> str | None:
        """Return the board as SVG, as notebooks show it; None before the first game."""
        return self.env._repr_html_()

    def legal_actions(self) -> list[tuple[int, str]]:
        """Return (index, sentence) of every action that is legal now."""
        self._require_agents("legal_actions()")
        return self.env.legal_actions(self.agent_selection)

    def action_name(self, action: int) -> str:
        """Return an action in the game's words, as the agent that acts now sees it."""
        return self.env.action_name(self.agent_selection, action)

    def why_not(self, action: int) -> str | None:
        """Return why an action is illegal now as a sentence, or None if it is legal."""
        return self.env.why_not(self.agent_selection, action)

    def position(self) -> str:
        """Return the position in its text form, as it was when the round of agents began."""
        return self.env.position()

    def clone(self) -> "GameAecView":
        """Return an independent environment in the same game, in the middle of the same round of agents."""
        return copy.deepcopy(self)


class GameTurnsView(turn_based_aec_to_parallel_wrapper):
    """PettingZoo's conversion of a turn-based game: of all actions only that of the agent whose turn it is is taken."""

    def __init__(self, env: GameEnv):
        super().__init__(env)
        self.agents: list[str] = []

    def step(self, actions: Any) -> tuple[dict, dict, dict, dict, dict]:
        """Take the action of the agent whose turn it is; return observations, rewards, ends and infos of all."""
        self.aec_env._require_agents("step()")
        agent = self.aec_env.agent_selection
        if agent not in requests.checked_actions(actions):
            raise GameError(f"actions: it is the turn of {agent}, which has none")
        for name in actions:
            agent_index(self.aec_env.unwrapped.game, name)
        return super().step(actions)

    def _repr_html_(self) -> str | None:
        """Return the board as SVG, as notebooks show it; None before the first game."""
        return self.aec_env._repr_html_()


def aec_view(game: Game, **options: Any) -> AECEnv:
    """Return the AECEnv of a game: native if it is turn-based, else the conversion of its ParallelEnv."""
    if game.sequential:
        return GameEnv(game, **options)
    return GameAecView(GameParallelEnv(game, **options))


def parallel_view(game: Game, **options: Any) -> ParallelEnv:
    """Return the ParallelEnv of a game: native if it is simultaneous, else the conversion of its AECEnv.

    ``options`` are those of the native environment, which is the converted one's ``unwrapped``.
    """
    if game.sequential:
        return GameTurnsView(GameEnv(game, **options))
    return GameParallelEnv(game, **options)
