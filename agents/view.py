"""What an agent is given for a decision: never more than its side may know.

A view asks its ``Door`` for worlds that are drawn from what the side knows. A class in the same process can break that
door on purpose, as it can read all memory there: whoever does not trust a class plays it in a process of its own.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from html import escape
from typing import Any, overload

import numpy as np

from swarmzoo.envs.api.requests import action_array, checked_action
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.reading import whole_number

SCHEMA = 1  # of `View.data`


class Door:
    """Keeps the true state of a decision, shape (1,); only worlds that a side holds possible come out."""

    __slots__ = ("__state",)

    def __init__(self, state: np.ndarray):
        self.__state = state

    def world(self, game: Game, side: int, seed: int) -> np.ndarray:
        """Return a copy, shape (1,), in which everything that the side cannot know is drawn from the seed."""
        return Questions(game).determinized(self.__state, side, seed)


class View:
    """One decision of one side: of one agent, or in a simultaneous game of all its agents that act now.

    ``agents`` int (k,) are those, ``observations`` (k, size), ``masks`` int8 (k, actions). With one of them, as always
    in a turn-based game, ``agent``, ``observation``, ``mask``, ``legal_actions`` and ``names`` speak of that one.
    ``clone(seed)`` is a copy of the game in which everything the side cannot know is redrawn, for lookahead.
    """

    def __init__(
        self, game: Game, state: np.ndarray | Door, agents: np.ndarray, observations: np.ndarray, masks: np.ndarray
    ):
        self.game, self.agents, self.observations, self.masks = game, agents, observations, masks
        self._door = state if isinstance(state, Door) else Door(state)

    @cached_property
    def _world(self) -> np.ndarray:
        """A world that the side holds possible, shape (1,): what words and reasons are taken from."""
        return self._door.world(self.game, self.side, 0)

    @property
    def agent(self) -> int:
        """The first agent that acts."""
        return int(self.agents[0])

    @property
    def observation(self) -> np.ndarray:
        """What the first agent sees, (size,)."""
        return self.observations[0]

    @property
    def mask(self) -> np.ndarray:
        """What the first agent may do, int8 (actions,)."""
        return self.masks[0]

    @property
    def side(self) -> int:
        """The side that the agents play for."""
        return self.game.side_of_agent[self.agent]

    @cached_property
    def legal_actions(self) -> np.ndarray:
        """Indices of the legal actions, int64."""
        return np.flatnonzero(self.mask)

    @cached_property
    def names(self) -> Sequence[str]:
        """The legal actions in the game's own words, in the order of ``legal_actions``; made when they are read."""
        return Names(self)

    def action_name(self, action: int, row: int = 0) -> str:
        """Return an action of one of the agents in the game's own words."""
        return self.game.words.action_name(self._world, int(self.agents[row]), whole_number(action, "action"))

    def why_not(self, action: int, row: int = 0) -> str | None:
        """Return why an action of one of the agents is illegal, or None."""
        return Questions(self.game).why_not(self._world, int(self.agents[row]), action)

    def text(self) -> str:
        """Return the board as the side may see it, in text, and what the side alone knows, such as its hand."""
        lines = self.game.words.own(self._world, self.side)
        return self.game.words.text(self._world) + "".join(f"{line}\n" for line in lines)

    def _repr_html_(self) -> str:
        """Return the board as the side may see it, and its own hand, as notebooks show them."""
        own = "\n".join(self.game.words.own(self._world, self.side))
        return self.game.words.svg(self._world) + (f"<pre>{escape(own)}</pre>" if own else "")

    def data(self) -> dict[str, Any]:
        """Return the same as plain values, with what is asked: for each agent its legal actions, by part and name.

        Beside the keys here come those of ``Words.scene``; ``schema`` grows with every change of either.
        """
        game, world = self.game, self._world
        return {
            "schema": SCHEMA,
            "game": game.env_id,
            "rules": game.rules_signature,
            "side": game.side_names[self.side],
            **game.words.scene(world, self.side),
            "question": [self._asked(world, row) for row in range(len(self.agents))],
        }

    def _asked(self, world: np.ndarray, row: int) -> dict[str, Any]:
        """Return what an agent is asked, and what it may answer."""
        game, agent = self.game, int(self.agents[row])
        return {
            "agent": game.agents[agent],
            "prompt": game.words.prompt(world, agent),
            "actions": [
                {
                    "action": action,
                    "part": game.actions.part_of(action)[0].name,
                    "name": game.words.action_name(world, agent, action),
                }
                for action in np.flatnonzero(self.masks[row]).tolist()
            ],
        }

    def clone(self, seed: int) -> "Lookahead":
        """Return a determinised copy of the game: hidden cards, deck and dice are redrawn from the seed."""
        return Lookahead(self.game, self._door.world(self.game, self.side, seed))

    def rows(self, agents: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> "View":
        """Return the same decision with other arrays, for instance of some of its agents."""
        return View(self.game, self._door, agents, observations, masks)


class Names(Sequence[str]):
    """The names of the legal actions of a view, made one by one when they are read; otherwise like a list."""

    def __init__(self, view: View):
        self._view = view
        self._made: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._view.legal_actions)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        action = int(self._view.legal_actions[index])
        if action not in self._made:
            self._made[action] = self._view.action_name(action)
        return self._made[action]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # like a list

    def __repr__(self) -> str:
        return repr(list(self))


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
        return Lookahead(self.game, copy_of(self.state))

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
        """Legal actions of the first agent that must act, int8 (actions,)."""
        return self._ask.mask(self.state, self.actor)

    def observation(self, agent: int) -> np.ndarray:
        """The observation of an agent, (size,), of the dtype of the game."""
        return self._ask.observation(self.state, agent)

    def step(self, action: int | np.ndarray) -> None:
        """Take a legal action of the agent that must act; in a simultaneous game one of every agent, int (agents,)."""
        actions = np.zeros(self.game.room, np.int32)
        actions[: self.game.num_agents] = self._given(action)
        acting = np.flatnonzero(self._ask.acting(self.state))
        if not len(acting):
            raise GameError(f"action {action}: the game is over")
        for agent in acting:
            reason = self._ask.why_not(self.state, int(agent), int(actions[agent]))
            if reason:
                raise GameError(f"action {actions[agent]}: {reason}")
        _step_of(self.game.name, self.game.kernels.step)(self.state, self.game.rules, actions)

    def _given(self, action: Any) -> Any:
        """Return an action, or one of every agent; raise GameError for what is none."""
        if np.ndim(action):
            return action_array(action, (self.game.num_agents,), self.game.num_actions)
        return checked_action(self.game, "the one who acts", action)

    def pay(self) -> np.ndarray:
        """Pay of every agent so far, float32 (agents,)."""
        return self._ask.rewards(self.state)[0]


def prepare(game: Game, state: np.ndarray) -> None:
    """Compile, or load, all that views and lookahead call, on a state, shape (1,), in which somebody acts."""
    game_now = Lookahead(game, copy_of(state))
    agent = game_now.actor
    mask = game_now.mask()
    view = View(game, state, np.array([agent]), game_now.observation(agent)[None], mask[None])
    world = view.clone(0)
    view.why_not(0)
    world.pay()
    world.step(int(mask.argmax()) if game.sequential else 0)
