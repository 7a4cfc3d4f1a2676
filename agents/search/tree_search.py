"""TreeSearch: the agent. It is asked for one view, or for many games at once."""

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from swarmzoo.agents.built_in import baselines
from swarmzoo.agents.policy.saved import load_named, names_policy
from swarmzoo.agents.search.config import DEFAULT_SIMULATIONS, name_of, read_config
from swarmzoo.agents.search.led import LedEngine
from swarmzoo.agents.search.led_together import JointEngine, JointSearch
from swarmzoo.agents.search.line_up import Plan, plan_of, refuse_idle
from swarmzoo.agents.search.model import Model, model_of
from swarmzoo.agents.search.sequential import SequentialEngine, SequentialSearch
from swarmzoo.agents.search.simultaneous import OrderEngine, OrderSearch
from swarmzoo.agents.text import read_text
from swarmzoo.agents.view import View
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

NODES_AT_ONCE = 1 << 16  # of all games that are searched at once
MOST_NODES = 1 << 16  # of a search by the clock
MEMORY = 1 << 28  # bytes of all trees at once; a tree that is full grows no more
Engine = SequentialEngine | OrderEngine | JointEngine
Search = SequentialSearch | OrderSearch | JointSearch
SLICE = 16  # simulations between two looks at the clock


@dataclass(frozen=True)
class RootStatistic:
    """What a search found of one action: its name, how often it was tried, what it was worth on average."""

    action: int
    name: str
    visits: int
    value: float


def _engine_of(game: Game, plan: Plan, model: Model | None) -> Engine:
    """Return what searches a game: against a model, or led by a trained policy, where one is named."""
    policy = plan.settings.policy
    if policy is None:
        refuse_idle(plan, ("valuation", "considered"), "without a policy")
    if model is not None:
        refuse_idle(plan, ("policy",), "for a search against a model")
    if not game.sequential:
        refuse_idle(plan, ("widening", "advisers", "mode", "worlds"), "where all agents move at once")
        return OrderEngine(game, plan, model) if policy is None else _led(game, plan, policy)
    refuse_idle(plan, ("hold",), "where one agent decides at a time")
    if model is not None:
        refuse_idle(plan, ("mode", "worlds"), "for a search against a model")
        from swarmzoo.agents.search.responding import ResponseEngine

        return ResponseEngine(game, plan, model)
    if policy is None:
        return SequentialEngine(game, plan)
    return _led(game, plan, policy)


def _led(game: Game, plan: Plan, policy: str) -> LedEngine | JointEngine:
    """Return what searches a game led by a trained policy; raise GameError for what is none."""
    idle = ("widening", "advisers", "mode", "worlds") if game.sequential else ("exploration", "hold", "rollout")
    refuse_idle(plan, idle, "for a search that a policy leads")
    if plan.settings.cut == 0:
        refuse_idle(plan, ("rollout",), "for a search that a policy leads and where nobody plays on (cut = 0)")
    found = read_text(policy)
    if not names_policy(game, found):
        allowed = ", ".join([*baselines(game), "a checkpoint (.npz)", "a model of stable-baselines3 (.zip)"])
        raise GameError(f"search: policy = {policy!r} is not a trained policy; allowed: {allowed}")
    if found.options:
        raise GameError(f"search: policy = {policy!r}: a policy that leads a search takes no options; leave them out")
    led = load_named(game, found)
    if game.sequential:
        return LedEngine(game, plan, led.net, led.shaping)
    return JointEngine(game, plan, led.net, shaping=led.shaping)


class TreeSearch:
    """Plays one side by tree search; see ``SearchConfig`` for its settings and ``tree`` for how it searches.

    ``model`` may also be an agent itself: a compiled bot, or a policy with ``act(observations, masks)``.
    ``repeatable``: the same seed and simulations give the same move, whatever else is asked for at the same time.
    """

    def __init__(self, game: Game, *, model: str | Model | None = None, **settings: Any):
        others = None if model is None else model_of(game, model)
        self._given = settings if model is None else settings | {"model": model}
        config = read_config(settings if model is None else settings | {"model": str(getattr(model, "name", model))})
        self.game, self.name = game, name_of(config)
        self.plan = plan_of(game, config)
        self.settings = self.plan.settings
        self.repeatable = config.milliseconds is None
        self._engine = _engine_of(game, self.plan, others)

    def bound_to(self, game: Game) -> "TreeSearch":
        """Return this search in a game of other rules or bans; in its own game it is itself."""
        return self if game is self.game else _bound(self, game)

    @property
    def simulations(self) -> int:
        """The simulations of a decision, where they are counted."""
        return self.settings.simulations or DEFAULT_SIMULATIONS

    @property
    def orders(self) -> list[str]:
        """The names of the options, where all agents move at once."""
        return self._engine.options if isinstance(self._engine, OrderEngine | JointEngine) else []

    @property
    def decisions(self) -> int:
        """Decisions of all sides in all simulations so far."""
        return self._engine.decisions

    def act(self, view: View) -> int | list[int]:
        """Return the action for a view; where all move at once one for each of its agents."""
        seed = self._seed_of(view)
        answer = self.bound_to(view.game).act_on(
            view.clone(seed).state, *(np.array([n]) for n in (view.side, view.agent, seed))
        )[0]
        return int(answer) if self.game.sequential else [int(action) for action in answer]

    def act_on(self, states: np.ndarray, sides: np.ndarray, agents: np.ndarray, seeds: np.ndarray) -> list[Any]:
        """Return the action of each of k games that wait; where all move at once the actions of who acts, in order.

        ``states`` (k,) records, ``sides`` and ``agents`` (k,): the side that is asked and the first of its agents that
        act, ``seeds`` int64 (k,), one for each decision. What is hidden in the states is redrawn before it is used.
        """
        answers: list[Any] = []
        for search in self._searches(states, sides, seeds):
            visits, values = _means(search)
            answers += search.answers(np.lexsort((values, visits), axis=-1)[:, -1])
        return answers

    def weighed(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return how often each option was tried, int64, and its mean value, float64, of k games: (k, options).

        The arguments are those of ``act_on``; options are actions, where all move at once orders.
        """
        found = [_means(search) for search in self._searches(states, sides, seeds)]
        visits, values = zip(*found, strict=True)
        return np.concatenate(visits), np.concatenate(values)

    def compared(
        self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, acted: np.ndarray, simulations: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return what ``weighed`` does, and what the most tried order comes to beside what the side did.

        For games in which all move at once. ``acted`` int (k, steps, agents): what the side's agents did in this step
        and the next ones, -1 for all others; as many steps count as an order is kept. The third array is float32
        (k, 2, simulations), the worth to the side: of the order, of what was done, in worlds that differ by that alone.
        """
        found: list[tuple[np.ndarray, ...]] = []
        at = 0
        for search in self._searches(states, sides, seeds):
            if not isinstance(search, OrderSearch):
                raise GameError(f"{self.name}: what a side did is compared with orders; give a search without policy=")
            visits, values = _means(search)
            choices = np.lexsort((values, visits), axis=-1)[:, -1]
            part = np.ascontiguousarray(acted[at : at + len(visits), : self.settings.hold], np.int32)
            at += len(visits)
            found.append((visits, values, search.beside(choices, part, simulations)))
        visits, values, worth = (np.concatenate(all_) for all_ in zip(*found, strict=True))
        return visits, values, worth

    def statistics(self, view: View) -> list[RootStatistic]:
        """Return what a search of a view finds of each option that it tried, the most visited first.

        Options are actions; where all move at once they are orders: numbers and names of bots.
        """
        seed = self._seed_of(view)
        search = next(self._searches(view.clone(seed).state, np.array([view.side]), np.array([seed])))
        visits, values = _means(search)
        found = [
            RootStatistic(int(k), self._engine.name_of(view, int(k)), int(visits[0, k]), float(values[0, k]))
            for k in np.flatnonzero(visits[0])
        ]
        return sorted(found, key=lambda one: (-one.visits, -one.value, one.action))

    def _searches(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray) -> Iterator[Search]:
        """Search games, in parts that the memory holds; by the clock one after the other."""
        room = min(NODES_AT_ONCE, MEMORY // self._engine.node_bytes)
        size = max(1, room // (self.simulations + self._engine.worlds)) if self.repeatable else 1
        for begin in range(0, len(states), size):
            part = slice(begin, begin + size)
            yield self._searched(states[part], sides[part], seeds[part])

    def _searched(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray) -> Search:
        most = MEMORY // self._engine.node_bytes
        if self.settings.milliseconds is None:
            search = self._engine.begin(states, sides, seeds, min(self.simulations, most))
            search.simulate(self.simulations)
            return search
        begin, given = time.perf_counter(), self.settings.milliseconds / 1000
        search = self._engine.begin(states, sides, seeds, min(MOST_NODES, most))
        search.simulate(SLICE)
        end, taken = begin + given, max(time.perf_counter() - begin, 1e-6)
        search.expect(max(int(SLICE * given / taken), SLICE))
        while time.perf_counter() < end:
            search.simulate(SLICE)
        return search

    def _seed_of(self, view: View) -> int:
        """Return a seed made from what the side sees, so that a view is always answered in the same way."""
        seen = hashlib.sha256(np.ascontiguousarray(view.observations).tobytes())
        seen.update(f"{self.settings.seed} {view.agents.tolist()}".encode())
        return int.from_bytes(seen.digest()[:8], "little") >> 1


@lru_cache(maxsize=64)
def _bound(search: TreeSearch, game: Game) -> TreeSearch:
    """Return a search with the same settings for another game."""
    return TreeSearch(game, **search._given)


def _means(search: Search) -> tuple[np.ndarray, np.ndarray]:
    """Return visits int64 and mean values float64, (k, options), of the roots of k games."""
    visits, totals = search.roots()
    return visits, totals / np.maximum(visits, 1)
