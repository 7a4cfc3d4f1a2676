"""Searches for the best answer to a model: memory for trees, and the model asked for all games at once."""

from typing import Any

import numpy as np

from swarmzoo.agents.faults import AgentFault
from swarmzoo.agents.search.line_up import Plan
from swarmzoo.agents.search.model import Model
from swarmzoo.agents.search.records import node_dtype
from swarmzoo.agents.search.response import ASKED, NOBODY, responder, response_dtype
from swarmzoo.agents.search.sequential import SequentialEngine, SequentialSearch, set_up
from swarmzoo.agents.search.tree import new_trees
from swarmzoo.envs.api.opponents import CompiledOpponent, SeededOpponent
from swarmzoo.envs.core.game import Game, new_records

NODES = 2  # that a simulation adds at most: what the side sees, and what it does then


class ResponseEngine(SequentialEngine):
    """What all searches of one agent for the best answer to a model share."""

    def __init__(self, game: Game, plan: Plan, model: Model):
        self.game, self.plan, self.model, self.worlds = game, plan, model, 1
        self.drive = responder(game.name, game.kernels, plan.brought)
        self.spares, self.simulated = game.new_states(2), 0
        size = game.observation_size * game.observation_dtype.itemsize
        self.words = np.zeros(-(-size // 8), np.int64)  # what the side sees, as numbers of 64 bits
        self.seen = self.words.view(np.uint8)[:size].view(game.observation_dtype)

    @property
    def node_bytes(self) -> int:
        """Memory for each simulation."""
        return NODES * node_dtype(self.game.num_sides).itemsize

    @property
    def decisions(self) -> int:
        """Decisions simulated so far."""
        return self.simulated

    def begin(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, simulations: int) -> "ResponseSearch":
        """Begin a search of games, (k,), with room for a number of simulations of each."""
        return ResponseSearch(self, states, sides.astype(np.int64), seeds.astype(np.int64), simulations)


class ResponseSearch(SequentialSearch):
    """A tree for each game, and the simulation that goes on in it."""

    def __init__(self, engine: ResponseEngine, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, room: int):
        game, count, nodes = engine.game, len(states), NODES * room + 1
        self._engine, self._response, self._states, self._sides, self._seeds = engine, engine, states, sides, seeds
        self._nodes = new_records(node_dtype(game.num_sides), count * nodes).reshape(count, nodes)
        self._sizes = np.ones(count, np.int64)
        new_trees(self._nodes, self._sizes)
        self._work = game.new_states(count)
        self._benches = new_records(response_dtype(game, len(engine.plan.brought.weights)), count)
        for bench in self._benches:
            set_up(bench, game, engine.plan)
        model = engine.model
        self._benches["model"] = model.bot if isinstance(model, CompiledOpponent) else ASKED
        self._benches["side"], self._benches["waits"] = sides, NOBODY
        self._answers = np.zeros(count, np.int64)
        self._observations = np.zeros((count, game.observation_size), game.observation_dtype)
        self._masks = np.zeros((count, game.num_actions), np.int8)
        self._draws = np.zeros(count, np.int64)
        self._done = 0

    def simulate(self, simulations: int) -> None:
        """Play simulations of every game; the model is asked for all that wait for it."""
        before = int(self._benches["decisions"].sum())
        self._done += simulations
        while self._drive():
            waiting = np.flatnonzero(self._benches["waits"] != NOBODY)
            self._answers[waiting] = self._asked(waiting)
        self._response.simulated += int(self._benches["decisions"].sum()) - before

    def _asked(self, waiting: np.ndarray) -> np.ndarray:
        """Return what the model does in games that wait for it."""
        model: Any = self._response.model
        seen = self._observations[waiting], self._masks[waiting]
        is_seeded = isinstance(model, SeededOpponent)
        answers = np.asarray(model.act_seeded(*seen, self._draws[waiting]) if is_seeded else model.act(*seen))
        legal = (answers >= 0) & (answers < seen[1].shape[1])
        legal[legal] = seen[1][legal, answers[legal]] != 0
        if not legal.all():
            raise AgentFault(model.name, "illegal", f"it chose action {answers[~legal][0]}, which is not legal")
        return answers

    def _drive(self) -> int:
        engine = self._response
        return engine.drive(
            self._states,
            engine.game.rules,
            self._seeds,
            self._done,
            self._nodes,
            self._sizes,
            self._work,
            engine.spares,
            self._benches,
            engine.seen,
            engine.words,
            self._answers,
            self._observations,
            self._masks,
            self._draws,
        )
