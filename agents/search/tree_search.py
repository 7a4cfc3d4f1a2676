"""TreeSearch: the agent. It is asked for one view, or for many games at once."""

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from swarmzoo.agents.search.config import DEFAULT_SIMULATIONS, name_of, read_config
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.agents.search.sequential import SequentialEngine
from swarmzoo.agents.view import View
from swarmzoo.envs.core.game import Game

NODES_AT_ONCE = 1 << 18
MOST_NODES = 1 << 16  # of a search by the clock
SLICE = 16  # simulations between two looks at the clock


@dataclass(frozen=True)
class RootStatistic:
    """What a search found of one action: its name, how often it was tried, what it was worth on average."""

    action: int
    name: str
    visits: int
    value: float


class TreeSearch:
    """Plays one side by tree search; see ``SearchConfig`` for its settings and ``tree`` for how it searches.

    ``repeatable``: the same seed and simulations give the same move, whatever else is asked for at the same time.
    """

    def __init__(self, game: Game, **settings: Any):
        config = read_config(settings)
        self.game, self.name = game, name_of(config)
        self.plan = plan_of(game, config)
        self.settings = self.plan.settings
        self.repeatable = config.milliseconds is None
        self.decisions = 0  # simulated so far
        self._engine = SequentialEngine(game, self.plan)

    @property
    def simulations(self) -> int:
        """The simulations of a decision, where they are counted."""
        return self.settings.simulations or DEFAULT_SIMULATIONS

    def act(self, view: View) -> int:
        """Return the action for a view."""
        seed = self._seed_of(view)
        return int(self.act_on(view.clone(seed).state, *(np.array([n]) for n in (view.side, view.agent, seed)))[0])

    def act_on(self, states: np.ndarray, sides: np.ndarray, agents: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return the actions, int64 (k,), of k games that wait.

        ``states`` (k,) records, ``sides`` and ``agents`` (k,): who must act, ``seeds`` int64 (k,) one for each decision.
        """
        visits, values = self._searched(states, sides, seeds)
        return np.lexsort((values, visits), axis=-1)[:, -1]

    def statistics(self, view: View) -> list[RootStatistic]:
        """Return what a search of a view finds of each action that it tried, the most visited first."""
        seed = self._seed_of(view)
        visits, values = self._searched(view.clone(seed).state, np.array([view.side]), np.array([seed]))
        found = [
            RootStatistic(int(a), view.action_name(int(a)), int(visits[0, a]), float(values[0, a]))
            for a in np.flatnonzero(visits[0])
        ]
        return sorted(found, key=lambda one: (-one.visits, -one.value, one.action))

    def _searched(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return visits int64 and mean values float64, (k, actions), of the roots of k games."""
        before = self._engine.decisions
        if self.settings.milliseconds is None:
            parts = list(self._in_parts(states, sides, seeds))
        else:
            parts = [self._by_the_clock(*(array[i : i + 1] for array in (states, sides, seeds))) for i in range(len(states))]
        self.decisions += self._engine.decisions - before
        visits, totals = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        return visits, totals / np.maximum(visits, 1)

    def _in_parts(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray) -> Iterator[Any]:
        """Search games in parts that the memory holds."""
        size = max(1, NODES_AT_ONCE // (self.simulations + self._engine.worlds))
        for begin in range(0, len(states), size):
            part = slice(begin, begin + size)
            search = self._engine.begin(states[part], sides[part], seeds[part], self.simulations)
            search.simulate(self.simulations)
            yield search.roots()

    def _by_the_clock(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray) -> Any:
        end = time.perf_counter() + (self.settings.milliseconds or 0) / 1000
        search = self._engine.begin(states, sides, seeds, MOST_NODES)
        search.simulate(SLICE)
        while time.perf_counter() < end:
            search.simulate(SLICE)
        return search.roots()

    def _seed_of(self, view: View) -> int:
        """Return a seed made from what the side sees, so that a view is always answered in the same way."""
        seen = hashlib.sha256(np.ascontiguousarray(view.observations).tobytes())
        seen.update(f"{self.settings.seed} {view.agents.tolist()}".encode())
        return int.from_bytes(seen.digest()[:8], "little") >> 1
