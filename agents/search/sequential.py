"""Searches of games in which one agent decides at a time: memory for trees, and calls of the compiled search."""

from typing import Any

import numpy as np

from swarmzoo.agents.search.appraisal import set_up_appraisal
from swarmzoo.agents.search.config import DEFAULT_SIMULATIONS
from swarmzoo.agents.search.line_up import Plan
from swarmzoo.agents.search.records import bench_dtype, node_dtype
from swarmzoo.agents.search.tree import new_trees, searcher
from swarmzoo.agents.view import View
from swarmzoo.envs.core.game import Game, new_records


def set_up(bench: Any, game: Game, plan: Plan) -> None:
    """Write the settings of a search to its bench."""
    settings = plan.settings
    bench["exploration"], bench["widening"], bench["cut"] = settings.exploration, settings.widening, settings.cut
    bench["bot"], bench["num_advisers"] = plan.bot, len(plan.advisers)
    bench["advisers"][: len(plan.advisers)] = plan.advisers
    bench["fixed"] = settings.mode == "determinised"
    set_up_appraisal(bench, game, plan.brought)


class SequentialEngine:
    """What all searches of one agent share."""

    def __init__(self, game: Game, plan: Plan):
        self.game, self.plan = game, plan
        budget = plan.settings.simulations or DEFAULT_SIMULATIONS
        self.worlds = min(plan.settings.worlds, budget) if plan.settings.mode == "determinised" else 1
        self.drive = searcher(game.name, game.kernels, plan.brought)
        self.work, self.spares = game.new_states(1), game.new_states(2)
        self.benches = new_records(bench_dtype(game, len(plan.brought.weights)), 1)
        self._trees = new_records(node_dtype(game.num_sides), 0)
        set_up(self.benches[0], game, plan)

    @property
    def node_bytes(self) -> int:
        """Memory of a node of a tree."""
        return node_dtype(self.game.num_sides).itemsize

    @property
    def decisions(self) -> int:
        """Decisions simulated so far."""
        return int(self.benches["decisions"][0])

    def trees(self, count: int, nodes: int) -> np.ndarray:
        """Return memory for trees, (count, nodes)."""
        if len(self._trees) < count * nodes:
            self._trees = new_records(node_dtype(self.game.num_sides), count * nodes)
        return self._trees[: count * nodes].reshape(count, nodes)

    def begin(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, simulations: int) -> "SequentialSearch":
        """Begin a search of games, (k,); its trees have room for a number of simulations of each game."""
        return SequentialSearch(self, states, sides.astype(np.int64), seeds.astype(np.int64), simulations)

    def name_of(self, view: View, option: int) -> str:
        """Return the name of an action."""
        return view.action_name(option)


class SequentialSearch:
    """Trees that grow: ``worlds`` of them for each game."""

    def __init__(self, engine: SequentialEngine, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, room: int):
        self._engine, self._states, self._sides, self._seeds = engine, states, sides, seeds
        self._nodes = engine.trees(len(states) * engine.worlds, -(-room // engine.worlds) + 1)
        self._sizes = np.ones(len(self._nodes), np.int64)
        new_trees(self._nodes, self._sizes)
        self._done = 0

    def expect(self, simulations: int) -> None:
        """Learn how many simulations there will be in all; these trees grow the same way with any number."""

    def simulate(self, simulations: int) -> None:
        """Play simulations of every game."""
        engine = self._engine
        each = max(simulations // engine.worlds, 1)
        engine.drive(
            self._states,
            engine.game.rules,
            self._sides,
            self._seeds,
            engine.worlds,
            self._done,
            each,
            self._nodes,
            self._sizes,
            engine.work,
            engine.spares,
            engine.benches,
        )
        self._done += each

    def answers(self, actions: np.ndarray) -> list[int]:
        """Return the chosen actions (k,)."""
        return [int(action) for action in actions]

    def roots(self) -> tuple[np.ndarray, np.ndarray]:
        """Return how often every action was tried, int64 (k, actions), and its total worth to who decides, float64."""
        count, actions, worlds = len(self._states), self._engine.game.num_actions, self._engine.worlds
        visits, totals = np.zeros((count, actions), np.int64), np.zeros((count, actions))
        for tree, size in enumerate(self._sizes):
            nodes, game = self._nodes[tree, :size], tree // worlds
            children = nodes[nodes["parent"] == 0]
            np.add.at(visits[game], children["action"], children["visits"])
            np.add.at(totals[game], children["action"], children["total"][:, self._sides[game]])
        return visits, totals
