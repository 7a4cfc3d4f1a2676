"""PettingZoo's AECEnv for every sequential game.

Order and legality are checked here, in the environment itself, so it needs none of PettingZoo's wrappers:
``env()`` and ``raw_env()`` of a game are both this class.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.agent_spaces import AgentSpaces
from swarmzoo.envs.api.inspection import Inspection
from swarmzoo.envs.api.running import RunningGame
from swarmzoo.envs.api.settlement import Settlement
from swarmzoo.envs.core.entries import agent_index
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import quoted

# Views of the table, taken again after copying and loading.
_VIEWS = (
    *("_step_table", "_observation", "_mask", "_allows", "_actions", "_actor_seat"),
    *("_done", "_over", "_potential", "_outcome"),
)


class GameEnv(Inspection, Settlement, RunningGame, AgentSpaces, AECEnv):
    """One game, its agents stepping one at a time.

    Observations are ``{"observation": uint8 (size,), "action_mask": int8 (actions,)}``; the mask is in
    ``infos[agent]["action_mask"]`` too. It is all zeros for agents that do not act now, and all ones for those that
    have finished: they have nothing left to choose.

    ``illegal_action``: "terminate" ends the game for all and the offender gets -1; a warning tells the first reason;
    "raise" raises GameError and leaves the game as it was. ``max_cycles`` truncates after so many decisions and pays
    nothing. ``flat_observation``: what an agent sees is the observation alone, a Box, for wrappers that take no
    dictionaries; the mask is in the infos. ``copy.deepcopy`` and ``pickle`` keep a running game.
    """

    def __init__(
        self,
        game: Game,
        *,
        illegal_action: str = "terminate",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        flat_observation: bool = False,
    ):
        if not game.sequential:
            raise GameError(f"{game.env_id} is played simultaneously: use parallel_env()")
        super().__init__()
        self._open(game, illegal_action, render_mode, max_cycles, flat_observation)
        self._zero_mask = self._no_mask()
        self._zero_mask.flags.writeable = False
        self._has_rewards = False
        self._seat, self._actor = -1, ""
        self.agent_selection = ""
        self._skip_agent_selection: str | None = None
        self._bind()

    def _bind(self) -> None:
        """Take views of the table, through which every step reads and writes; memoryviews are the fastest."""
        table = self._table
        self._step_table = table.stepper()  # by way of Table.step() a step would take a quarter longer
        self._observation, self._mask = table.observations[0, 0], table.masks[0, 0]
        self._allows, self._actions = memoryview(self._mask), memoryview(table.actions[0])
        self._actor_seat = memoryview(table.actors)
        self._done, self._over, self._potential = table.done, table.over[0], table.potential[0]
        self._outcome = table.outcome()[0]

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in _VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    # The game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        The first reset without a seed draws one from the operating system; later ones go on deterministically from
        the last seed. ``options={"position": text}`` begins from a position in its text form.
        """
        self._begin_game(seed, options)
        self._begin()

    def _begin(self) -> None:
        """Give every agent its place in a game that has just begun."""
        self.agents, self.agent_selection = self.possible_agents[:], self.possible_agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        self._skip_agent_selection, self._has_rewards = None, False
        self._potential_before = self._potential.tobytes()
        self._name_actor()
        self._settle()

    def _no_mask(self, value: int = 0) -> np.ndarray:
        return np.full(self.game.num_actions, value, np.int8)

    def _name_actor(self) -> None:
        """Select the agent that must act now, and publish its mask."""
        seat = self._actor_seat[0]
        if seat >= 0:
            self._seat, self._seen_mask = seat, self._mask.copy()
            self._actor = self.agent_selection = agent = self.possible_agents[seat]
            self.infos[agent] = {"action_mask": self._seen_mask}

    def step(self, action: Any) -> None:
        """Take the action of ``agent_selection``: its index, or None from an agent that has finished."""
        agent = self.agent_selection
        if agent != self._actor or not agent:
            self._step_aside(action)
            return
        if type(action) is not int or not 0 <= action < len(self._allows):
            action = requests.checked_action(self.game, agent, action)
        if not self._allows[action]:
            self._illegal.meet(self._table.states, self._seat, action, level=1)
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
            self._has_rewards = False
        self._actions[self._seat] = action
        self._step_table()
        self.infos[agent] = {"action_mask": self._zero_mask}
        self._name_actor()
        if self._outcome.tobytes() != self._outcome_before:
            self._settle()

    def _step_aside(self, action: Any) -> None:
        """Let a finished agent leave; before the first reset and after the end nobody can step."""
        self._require_agents("step()")
        agent = self.agent_selection
        if action is not None:
            raise GameError(f"action = {quoted(action)}: {agent} has finished; its last step takes None")
        self._was_dead_step(None)
        self._has_rewards = False

    # Looking

    def observe(self, agent: str) -> Any:
        """Return what an agent sees: ``observation`` uint8 (size,) and ``action_mask`` int8 (actions,)."""
        if agent == self._actor and agent:
            return self._shown(self._observation.copy(), self._seen_mask)
        self._require_reset("observe()")
        has_finished = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        seen = self._questions.observation(self._table.states, agent_index(self.game, agent))
        return self._shown(seen, self._no_mask(int(has_finished)))

    def _shown(self, seen: np.ndarray, mask: np.ndarray) -> Any:
        return seen if self.flat_observation else {"observation": seen, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, termination, truncation and info of ``agent_selection``."""
        agent = self.agent_selection
        if agent == self._actor and agent:
            seen = self._shown(self._observation.copy(), self._seen_mask) if observe else None
            return seen, self._cumulative_rewards[agent], False, False, self.infos[agent]
        self._require_agents("last()")
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the agent to step, until all have left or so many steps were taken."""
        self._require_reset("agent_iter()")
        return self._agents_in_turn(max_iter)

    def _agents_in_turn(self, steps: int) -> Iterator[str]:
        while self.agents and steps > 0:
            steps -= 1
            yield self.agent_selection

    def _require_agents(self, what: str) -> None:
        self._require_reset(what)
        if not self.agents:
            raise GameError(f"{what}: the game is over and all agents have left; call reset() to begin the next one")
