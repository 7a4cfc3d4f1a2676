"""Single questions about one state of a game, each compiled when it is first asked.

A state is given as an array of one record, for instance ``table.states[i : i + 1]``; a copy of that array is a copy
of the game. The compiled loop of ``table`` answers the same questions in batches.
"""

from functools import cache, cached_property
from typing import Any

import numpy as np

from swarmzoo.envs.core.bans import BANNED, BANNED_SENTENCE
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, Kernels, copy_of
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.reading import quoted, whole_number


def _acting(states, rules, flags):
    acting(states[0], rules[0], flags)  # noqa: F821  (bound to the game's kernel)


def _legal(states, rules, agent, mask):
    legal(states[0], rules[0], agent, mask)  # noqa: F821


def _observe(states, rules, agent, observation):
    observe(states[0], rules[0], agent, observation, False)  # noqa: F821


def _rewards(states, rules, pay, over):
    rewards(states[0], rules[0], pay, over)  # noqa: F821


def _determinize(states, rules, side, seed):
    determinize(states[0], rules[0], side, seed)  # noqa: F821


def _survey(states, rules, overviews):
    for i in range(overviews.shape[0]):
        survey(states[i], rules[0], overviews[i])  # noqa: F821


def _why_not(states, rules, agent, action):
    return why_not(states[0], rules[0], agent, action)  # noqa: F821


class _Entries:
    """The compiled questions of a game; each is made when it is first used."""

    def __init__(self, name: str, kernels: Kernels):
        self._name, self._kernels = name, kernels

    def _entry(self, template: Any) -> Any:
        question = template.__name__.removeprefix("_")
        return entry_point(template, f"{self._name}_{question}", {question: getattr(self._kernels, question)})

    acting = cached_property(lambda self: self._entry(_acting))
    legal = cached_property(lambda self: self._entry(_legal))
    observe = cached_property(lambda self: self._entry(_observe))
    rewards = cached_property(lambda self: self._entry(_rewards))
    determinize = cached_property(lambda self: self._entry(_determinize))
    survey = cached_property(lambda self: self._entry(_survey))
    why_not = cached_property(lambda self: self._entry(_why_not))


@cache
def _entries(name: str, kernels: Kernels) -> _Entries:
    return _Entries(name, kernels)


class Questions:
    """What can be asked about one state, shape (1,), of a game. No question changes the state."""

    def __init__(self, game: Game):
        self.game = game
        self._entries = _entries(game.name, game.kernels)

    def acting(self, state: np.ndarray) -> np.ndarray:
        """Return int8 (agents,): 1 for every agent that must act now."""
        flags = np.zeros(self.game.room, np.int8)
        self._entries.acting(state, self.game.rules, flags)
        return flags[: self.game.num_agents]

    def mask(self, state: np.ndarray, agent: int) -> np.ndarray:
        """Return int8 (actions,): 1 for every legal action of an agent, zeros if it does not act now."""
        mask = np.zeros(self.game.num_actions, np.int8)
        self._entries.legal(state, self.game.rules, agent, mask)
        return mask

    def observation(self, state: np.ndarray, agent: int) -> np.ndarray:
        """Return what an agent sees, (observation size,) of the game's type of numbers."""
        observation = np.zeros(self.game.observation_size, self.game.observation_dtype)
        self._entries.observe(state, self.game.rules, agent, observation)
        return observation

    def rewards(self, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return float32 (agents,) pay so far and int8 (agents,) for whom the game is over."""
        pay = np.zeros(self.game.room, np.float32)
        over = np.zeros(self.game.room, np.int8)
        self._entries.rewards(state, self.game.rules, pay, over)
        return pay[: self.game.num_agents], over[: self.game.num_agents]

    def overview(self, state: np.ndarray) -> np.ndarray:
        """Return float32 (overview size,): everything public and what all sides hold."""
        return self.overviews(state)[0]

    def overviews(self, states: np.ndarray) -> np.ndarray:
        """Return float32 (n, overview size) of n states, (n,)."""
        overviews = np.zeros((len(states), self.game.overview_size), np.float32)
        self._entries.survey(states, self.game.rules, overviews)
        return overviews

    def determinized(self, state: np.ndarray, side: int, seed: int) -> np.ndarray:
        """Return a copy, shape (1,), with all that a side cannot know redrawn, the generator included.

        Raises GameError for a seed that is not a whole number of 64 bits.
        """
        if not -(2**63) <= (seed := whole_number(seed, "seed")) < 2**63:
            raise GameError(f"seed = {quoted(seed)}: a whole number of 64 bits is needed")
        clone = copy_of(state)
        self._entries.determinize(clone, self.game.rules, side, seed)
        return clone

    def why_not(self, state: np.ndarray, agent: int, action: int) -> str | None:
        """Return why an action is illegal for an agent as a sentence, or None if it is legal.

        Numbers that no action has are illegal too; raises GameError for what is not a whole number.
        """
        index = whole_number(action, "action")
        known = index if 0 <= index < self.game.num_actions else -1  # others may be larger than kernels take
        reason = self._entries.why_not(state, self.game.rules, agent, known)
        if reason == BANNED:
            return BANNED_SENTENCE
        return self.game.words.reasons[reason] if reason else None


def agent_index(game: Game, agent: str) -> int:
    """Return the index of an agent's name; raise GameError for a name that the game does not have."""
    try:
        return game.agents.index(agent)
    except ValueError:
        raise GameError(f"unknown agent {agent!r} of {game.name}; the agents are {', '.join(game.agents)}") from None
