"""What an agent is given for a decision: never more than its side may know."""

from functools import cache, cached_property
from typing import Any

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game, GameError
from swarmzoo.envs.core.kernel import entry_point


class View:
    """One decision of one agent.

    ``observation`` float32 (size,), ``mask`` int8 (actions,), ``legal_actions`` indices, ``names`` sentences.
    ``clone(seed)`` is a copy of the game in which everything the side cannot know is drawn anew, for lookahead.
    """

    def __init__(self, game: Game, state: np.ndarray, agent: int, observation: np.ndarray, mask: np.ndarray):
        self.game, self.agent, self.observation, self.mask = game, agent, observation, mask
        self._state = state

    @property
    def side(self) -> int:
        """The side that the agent plays for."""
        return self.game.side_of_agent[self.agent]

    @cached_property
    def legal_actions(self) -> np.ndarray:
        """Indices of the legal actions, int64."""
        return np.flatnonzero(self.mask)

    @property
    def names(self) -> list[str]:
        """The legal actions in the game's own words, in the order of ``legal_actions``."""
        return [self.action_name(int(action)) for action in self.legal_actions]

    def action_name(self, action: int) -> str:
        """Return an action in the game's own words."""
        return self.game.words.action_name(self._state, self.agent, action)

    def why_not(self, action: int) -> str | None:
        """Return why an action is illegal, or None."""
        return Questions(self.game).why_not(self._state, self.agent, action)

    def text(self) -> str:
        """Return the board as the side may see it, in text."""
        return self.game.words.text(self.clone(0).state)

    def clone(self, seed: int) -> "Lookahead":
        """Return a determinised copy of the game: hidden cards, deck and dice are drawn anew from the seed."""
        return Lookahead(self.game, Questions(self.game).determinized(self._state, self.side, seed))


def _step(states, rules, actions):
    step(states[0], rules[0], actions)  # noqa: F821  (bound to the game's kernel)


@cache
def _step_of(name: str, kernel: Any) -> Any:
    return entry_point(_step, f"{name}_step", {"step": kernel})


class Lookahead:
    """A game that belongs to an agent, to try actions in."""

    def __init__(self, game: Game, state: np.ndarray):
        self.game, self.state = game, state  # a record, shape (1,): fields by name, for instance state["bugs"][0]
        self._ask = Questions(game)

    def copy(self) -> "Lookahead":
        """Return a copy."""
        return Lookahead(self.game, self.state.copy())

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["done"][0])

    @property
    def actor(self) -> int:
        """The first agent that must act, -1 if nobody must."""
        flags = np.flatnonzero(self._ask.acting(self.state))
        return int(flags[0]) if len(flags) else -1

    def mask(self) -> np.ndarray:
        """Legal actions of the agent that must act, int8 (actions,)."""
        return self._ask.mask(self.state, self.actor)

    def observation(self, agent: int) -> np.ndarray:
        """The observation of an agent, float32 (size,)."""
        return self._ask.observation(self.state, agent)

    def step(self, action: int) -> None:
        """Take a legal action of the agent that must act."""
        actor = self.actor
        reason = self._ask.why_not(self.state, actor, action) if actor >= 0 else "the game is over"
        if reason:
            raise GameError(f"action {action}: {reason}")
        actions = np.full(self.game.num_agents, action, np.int32)
        _step_of(self.game.name, self.game.kernels.step)(self.state, self.game.rules, actions)

    def pay(self) -> np.ndarray:
        """Pay of every agent so far, float32 (agents,)."""
        return self._ask.rewards(self.state)[0]
