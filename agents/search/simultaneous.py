"""Searches of games in which all agents move at once: memory for nodes, and calls of the search over orders."""

from typing import Any

import numpy as np

from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.search.appraisal import set_up_appraisal
from swarmzoo.agents.search.line_up import Plan
from swarmzoo.agents.search.model import Model
from swarmzoo.agents.search.orders import NO_MODEL, NODE, bench_dtype, commander, root_dtype
from swarmzoo.agents.search.played import comparer
from swarmzoo.agents.view import View
from swarmzoo.envs.api.opponents import CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, new_records

APART = "an order for every squad"


class OrderEngine:
    """What all searches over orders of one agent share; an option is an order, or one for every squad."""

    worlds = 1

    def __init__(self, game: Game, plan: Plan, model: Model | None = None):
        if model is not None and not isinstance(model, CompiledOpponent):
            bots = ", ".join([*built_in(game), *teachers(game)])
            raise GameError(
                f"search: model = {model.name!r}: where all agents move at once only a bot can be the model: {bots}"
            )
        self.game, self.plan, self.model = game, plan, model
        self.orders = tuple(plan.orders)
        if not self.orders:
            raise GameError(f"search: {game.name} has no bots; where all move at once the search is over what bots do")
        self.drive = commander(game.name, game.kernels, plan.brought)
        self.work, self.spares = game.new_states(1), game.new_states(2)
        self.groups = plan.brought.groups or game.side_of_agent  # of each agent
        self.root = root_dtype(game.num_sides, len(set(self.groups)), len(self.orders))
        features = len(plan.brought.weights)
        self.benches = new_records(bench_dtype(game, features, len(set(self.groups)), len(self.orders)), 1)
        self._set_up(self.benches[0])

    def _set_up(self, bench: Any) -> None:
        settings, game = self.plan.settings, self.game
        bench["exploration"], bench["hold"], bench["cut"] = settings.exploration, settings.hold, settings.cut
        bench["bot"], bench["bots"] = self.plan.bot, tuple(self.plan.orders.values())
        bench["model"] = NO_MODEL if self.model is None else self.model.bot
        bench["apart"] = len(set(self.groups)) > game.num_sides
        bench["group_of"][: game.num_agents] = self.groups
        for agent, group in enumerate(self.groups):
            bench["side_of_group"][group] = game.side_of_agent[agent]
        set_up_appraisal(bench, game, self.plan.brought)

    @property
    def node_bytes(self) -> int:
        """Memory of a node of a tree."""
        return NODE.itemsize

    @property
    def decisions(self) -> int:
        """Decisions simulated so far."""
        return int(self.benches["decisions"][0])

    def begin(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, simulations: int) -> "OrderSearch":
        """Begin a search of games, (k,), with room for a number of simulations of each."""
        return OrderSearch(self, states, sides.astype(np.int64), seeds.astype(np.int64), simulations)

    @property
    def options(self) -> list[str]:
        """The names of the choices: the orders, then one for every squad."""
        return [*self.orders, APART]

    def name_of(self, view: View, option: int) -> str:
        """Return the name of a choice."""
        return self.options[option]


class OrderSearch:
    """A tree for each game that grows."""

    def __init__(self, engine: OrderEngine, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, room: int):
        self._engine, self._states, self._sides, self._seeds = engine, states, sides, seeds
        self._roots = new_records(engine.root, len(states))
        self._nodes = new_records(NODE, len(states) * (room + 1)).reshape(len(states), room + 1)
        self._sizes = np.ones(len(states), np.int64)
        self._actions = np.zeros((len(states), engine.game.room), np.int32)
        self._done = 0

    def expect(self, simulations: int) -> None:
        """Learn how many simulations there will be in all; orders are tried the same way with any number."""

    def simulate(self, simulations: int) -> None:
        """Play simulations of every game."""
        self._drive(simulations, np.full(len(self._states), -1))

    def answers(self, choices: np.ndarray) -> list[np.ndarray]:
        """Return what choices (k,) have the acting agents of each game's side do."""
        self._drive(0, choices)
        return [row[row >= 0] for row in self._actions]

    def beside(self, choices: np.ndarray, acted: np.ndarray, simulations: int) -> np.ndarray:
        """Return what choices (k,) come to for each game's side, and what ``acted`` does: see ``compared``."""
        engine, worth = self._engine, np.zeros((len(self._states), 2, simulations), np.float32)
        compare = comparer(engine.game.name, engine.game.kernels, engine.plan.brought)
        compare(
            *(self._states, engine.game.rules, self._sides, self._seeds, self._roots, choices.astype(np.int64)),
            *(acted, worth, engine.work, engine.spares, engine.benches),
        )
        return worth

    def _drive(self, simulations: int, choices: np.ndarray) -> None:
        engine = self._engine
        engine.drive(
            self._states,
            engine.game.rules,
            self._sides,
            self._seeds,
            self._done,
            simulations,
            self._roots,
            self._nodes,
            self._sizes,
            choices.astype(np.int64),
            self._actions,
            engine.work,
            engine.spares,
            engine.benches,
        )
        self._done += simulations

    def roots(self) -> tuple[np.ndarray, np.ndarray]:
        """Return how often every choice was tried, int64 (k, orders + 1), and its total worth to the side, float64."""
        games, roots = np.arange(len(self._states)), self._roots
        return roots["tried"][games, self._sides].astype(np.int64), roots["total"][games, self._sides].astype(
            np.float64
        )
