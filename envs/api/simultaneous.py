"""PettingZoo's ParallelEnv of every simultaneous game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.agent_spaces import AgentSpaces
from swarmzoo.envs.api.running import RunningGame
from swarmzoo.envs.core.entries import agent_index
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.ranges import FLAG, Bounds

_WHOLE_NUMBERS = {int, *(np.dtype(kind).type for kind in "bBhHiIlLqQ")}


class GameParallelEnv(RunningGame, AgentSpaces, ParallelEnv):
    """One game, all agents stepping at once.

    Observations are ``{"observation": (size,), "action_mask": int8 (actions,)}``; the mask is in
    ``infos[agent]["action_mask"]`` too. Agents that have nothing to choose in a step have one legal action, to do
    nothing, and may be given any other one without harm. An agent that is out sees zeros and has nothing to choose;
    it stays and earns its side's outcome, or, where the game says so (``Game.agents_leave``), terminates at once.

    ``illegal_action``: "noop" lets the offender do nothing, "terminate" ends the game for all with -1 for
    the offender's side; both warn with the first reason; "raise" raises GameError and leaves the game as it was.
    ``max_cycles`` truncates after so many steps and pays nothing. ``flat_observation``: what an agent sees is the
    observation alone, a Box, for wrappers that take no dictionaries; the mask is in the infos. ``copy.deepcopy`` and
    ``pickle`` keep a running game.
    """

    def __init__(
        self,
        game: Game,
        *,
        illegal_action: str = "noop",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        flat_observation: bool = False,
    ):
        self._open(game, illegal_action, render_mode, max_cycles, flat_observation)
        self._index = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._seen: np.ndarray | None = None  # the last observations
        self._numbers = np.zeros(0, np.int64)  # of the agents in the game

    # The game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Begin a new game; return observations and infos by agent.

        The first reset without a seed draws one from the operating system; later ones go on deterministically from
        the last seed. ``options={"position": text}`` begins from a position in its text form.
        """
        self._begin_game(seed, options)
        self._stay(self.possible_agents)
        self._settle(paid_before=self._potential())
        self._seen = None
        return self._observations(self.agents, self._numbers)

    def _stay(self, agents: list[str]) -> None:
        """Note who is in the game."""
        self.agents = list(agents)
        self._numbers = np.array([self._index[agent] for agent in agents], np.int64)

    def _potential(self) -> np.ndarray:
        return self._table.potential[0].copy()

    def step(self, actions: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """Take an action of every agent; return observations, rewards, terminations, truncations and infos."""
        self._require_reset("step()")
        if not self.agents:
            raise GameError("step(): the game is over and all agents have left; call reset() to begin the next one")
        self._take(requests.checked_actions(actions))
        before, stepped, numbers = self._potential(), self.agents, self._numbers
        self._table.step()
        paid, over, truncated = self._settle(before)
        observations, infos = self._observations(stepped, numbers)
        return (
            observations,
            dict(zip(stepped, paid[numbers].tolist(), strict=True)),
            dict(zip(stepped, over[numbers].tolist(), strict=True)),
            dict.fromkeys(stepped, truncated),
            infos,
        )

    def _take(self, actions: Mapping[str, Any]) -> None:
        """Give everybody's action to the table; raise GameError for what is missing or makes no sense."""
        chosen = self._plain(actions)
        if chosen is None:
            chosen = self._checked(actions)
        table, numbers = self._table, self._numbers
        table.answer(0, numbers, chosen)
        refused = (table.masks[0, numbers, chosen] == 0) & (table.acting[0, numbers] != 0)
        if refused.any():
            k = int(refused.argmax())
            agent, action, number = int(numbers[k]), int(chosen[k]), int(refused.sum())
            self._illegal.meet(table.states, agent, action, level=2, number=number)

    def _plain(self, actions: Mapping[str, Any]) -> np.ndarray | None:
        """Return the actions of who is in the game, if they are just what they should be; else they are looked at."""
        values = list(map(actions.get, self.agents))
        if len(actions) != len(values) or not _WHOLE_NUMBERS.issuperset(map(type, values)):
            return None
        chosen = np.array(values)
        return chosen if chosen.min() >= 0 and chosen.max() < self.game.num_actions else None

    def _checked(self, actions: Mapping[str, Any]) -> np.ndarray:
        """Return the actions of who is in the game; raise GameError for the first one that cannot be."""
        for agent in self.agents:
            if agent not in actions:
                raise GameError(f"actions: {agent} is in the game and has none; every agent of env.agents needs one")
        for agent, action in actions.items():
            if agent not in self._index:
                agent_index(self.game, agent)
            if agent not in self.agents:
                raise GameError(f"actions: {agent} is out of the game; give actions to the agents of env.agents only")
            requests.checked_action(self.game, agent, action)
        return np.array([requests.checked_action(self.game, agent, actions[agent]) for agent in self.agents])

    def _settle(self, paid_before: np.ndarray) -> tuple[np.ndarray, np.ndarray, bool]:
        """Return what was earned, for whom the game is over, and whether it was cut short; the finished leave."""
        table = self._table
        over, forfeit = self._finished(), bool(table.forfeit[0])
        paid = np.where(over, table.pay[0], np.float32(0))
        if not forfeit:
            paid = paid + (table.potential[0] - paid_before)
        truncated = bool(table.truncated[0]) and not forfeit
        gone = over[self._numbers]
        if truncated:
            self._stay([])
        elif gone.any():
            self._stay([agent for agent, leaves in zip(self.agents, gone.tolist(), strict=True) if not leaves])
        return paid.astype(float), over, truncated

    def _finished(self) -> np.ndarray:
        """Return for whom the game is over, bool (agents,): nobody before the end where agents stay."""
        table = self._table
        over = table.over[0].astype(bool)
        goes_on = not table.forfeit[0] and (table.truncated[0] or not table.done[0])
        if not self.game.agents_leave and goes_on:
            over[:] = False
        return over

    def _observations(self, agents: list[str], numbers: np.ndarray) -> tuple[dict, dict]:
        """Return what agents see, and their masks; who sees nothing any more is shown what it saw last."""
        table = self._table
        block = table.observations[0, : self.game.num_agents].copy()
        if self._seen is not None:
            leaving = numbers[self._finished()[numbers]]
            blank = leaving[~block[leaving].any(axis=1)]
            block[blank] = self._seen[blank]
        self._seen = block
        masks = list(table.masks[0, numbers])
        observations: list[Any] = list(block[numbers])
        if not self.flat_observation:
            pairs = zip(observations, masks, strict=True)
            observations = [{"observation": seen, "action_mask": mask} for seen, mask in pairs]
        infos = [{"action_mask": mask} for mask in masks]
        return dict(zip(agents, observations, strict=True)), dict(zip(agents, infos, strict=True))

    # Looking

    def legal_actions(self, agent: str) -> list[tuple[int, str]]:
        """Return (index, sentence) of every action that is legal for an agent now; none when the game is over."""
        self._require_reset("legal_actions()")
        i = agent_index(self.game, agent)
        if agent not in self.agents:
            return []
        return [(int(a), self.action_name(agent, int(a))) for a in np.flatnonzero(self._table.masks[0, i])]

    def action_name(self, agent: str, action: int) -> str:
        """Return an action in the game's words, as an agent sees it."""
        self._require_reset("action_name()")
        index = requests.checked_action(self.game, agent, action)
        return self.game.words.action_name(self._table.states, agent_index(self.game, agent), index)

    def why_not(self, agent: str, action: int) -> str | None:
        """Return why an action is illegal for an agent now as a sentence, or None if it is legal."""
        self._require_reset("why_not()")
        return self._questions.why_not(self._table.states, agent_index(self.game, agent), action)

    # What is kept beside the game

    def _kept_fields(self) -> list[tuple[Any, ...]]:
        agents = self.game.num_agents
        seen = ("seen", self.game.observation_dtype, (agents, self.game.observation_size))
        return [seen, ("present", np.bool_, agents)]

    def _kept_bounds(self) -> dict[str, Bounds | None]:
        return {"seen": (self.game.observation_low, self.game.observation_high), "present": FLAG}

    def _keep(self, saved: np.ndarray) -> None:
        """Write what was seen last, and who is in the game."""
        seen = self._table.observations[0, : self.game.num_agents] if self._seen is None else self._seen
        saved["seen"][0] = seen
        saved["present"][0, self._numbers] = True

    def _put_back(self, saved: np.ndarray) -> None:
        over = self._finished() | self._table.truncated[0]
        if (saved["present"][0] == over).any():
            raise GameError("saved state: present must name the agents for whom the game goes on")
        self._seen = saved["seen"][0].copy()
        self._stay([agent for agent, is_in in zip(self.possible_agents, saved["present"][0], strict=True) if is_in])
