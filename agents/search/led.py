"""Searches that a trained policy leads: memory for trees and priors, and the policy asked for all games at once."""

import numpy as np

from swarmzoo.agents.policy.nets import Net
from swarmzoo.agents.search.guided import EVEN, ITSELF, UNSURE, leader
from swarmzoo.agents.search.line_up import Plan
from swarmzoo.agents.search.records import bench_dtype, node_dtype
from swarmzoo.agents.search.sequential import SequentialEngine, SequentialSearch, set_up
from swarmzoo.agents.search.tree import new_trees
from swarmzoo.envs.core.game import Game, new_records


class LedEngine(SequentialEngine):
    """What all led searches of one agent share."""

    def __init__(self, game: Game, plan: Plan, net: Net, shaping: Game | None = None):
        self.game, self.plan, self.net, self.worlds = game, plan, net, 1
        self.shaping = game if shaping is None else shaping
        self.leading = leader(game.name, game.kernels, plan.brought)
        self.spares = game.new_states(2)
        self.simulated = 0

    @property
    def node_bytes(self) -> int:
        """Memory of a node of a tree, with what the policy said of it."""
        return super().node_bytes + 4 * self.game.num_actions + 2

    @property
    def decisions(self) -> int:
        """Decisions simulated so far."""
        return self.simulated

    def begin(self, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, simulations: int) -> "LedSearch":
        """Begin a search of games, (k,), with room for a number of simulations of each."""
        return LedSearch(self, states, sides.astype(np.int64), seeds.astype(np.int64), simulations)


class LedSearch(SequentialSearch):
    """A tree for each game, with what the policy says of its nodes."""

    def __init__(self, engine: LedEngine, states: np.ndarray, sides: np.ndarray, seeds: np.ndarray, room: int):
        game, count, nodes = engine.game, len(states), room + 1
        self._engine, self._led, self._states, self._sides, self._seeds = engine, engine, states, sides, seeds
        self._nodes = new_records(node_dtype(game.num_sides), count * nodes).reshape(count, nodes)
        self._sizes = np.ones(count, np.int64)
        new_trees(self._nodes, self._sizes)
        self._logits = np.zeros((count, nodes, game.num_actions), np.float32)
        self._asked = np.full((count, nodes), EVEN, np.int16)
        self._benches = new_records(bench_dtype(game, len(engine.plan.brought.weights)), count)
        for bench in self._benches:
            set_up(bench, game, engine.plan)
        self._benches["considered"], self._benches["budget"] = engine.plan.settings.considered, room
        self._work = game.new_states(count)
        self._agents, self._deciding = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._asks = np.zeros((count, game.observation_size), game.observation_dtype)
        self._sights = np.zeros((count, game.num_sides, game.observation_size), game.observation_dtype)
        self._fitted = np.zeros((count, game.num_sides), np.float32)
        self._paid = np.zeros((count, game.num_sides), np.float32)
        self._over = np.zeros(count, bool)
        self._side_of = np.array(game.side_of_agent)
        self._done = 0

    def expect(self, simulations: int) -> None:
        """Spend the simulations of a search as suits a number of them in all."""
        self._benches["budget"] = simulations

    def simulate(self, simulations: int) -> None:
        """Play simulations of every game, the policy being asked about all games after each."""
        before = int(self._benches["decisions"].sum())
        simulations += self._done == 0  # the first one only asks about the root
        for k in range(self._done, self._done + simulations):
            self._down(k)
            logits = self._play_on()
            self._weigh()
            logits, values = self._judged(logits)
            learn = self._led.leading.learn
            learn(self._nodes, self._logits, self._asked, self._benches, self._agents, logits, values)
        self._done += simulations
        self._led.simulated += int(self._benches["decisions"].sum()) - before

    def scores(self) -> np.ndarray:
        """Return what the actions of the roots score, float32 (k, actions): a policy that the search has improved.

        They are logits: each action's own, and its mean worth, where it was not tried that of the root. Illegal actions
        have scores too.
        """
        visits, totals = self.roots()
        roots, rows = self._nodes[:, 0], np.arange(len(visits))
        usual = roots["total"][rows, self._sides] / np.maximum(roots["visits"], 1)
        worths = np.where(visits > 0, totals / np.maximum(visits, 1), usual[:, None])
        weight = UNSURE + visits.max(axis=1, keepdims=True)
        return (self._logits[:, 0] + weight * worths).astype(np.float32)

    def _down(self, k: int) -> None:
        led = self._led
        led.leading.lead(
            self._states,
            led.game.rules,
            self._sides,
            self._seeds,
            k,
            self._nodes,
            self._sizes,
            self._logits,
            self._asked,
            self._work,
            led.spares,
            self._benches,
            self._agents,
            self._deciding,
            self._asks,
        )

    def _play_on(self) -> np.ndarray | None:
        """Let the policy play on, where it does; return what it said of the positions from which somebody plays on."""
        led, settings = self._led, self._led.plan.settings
        if settings.cut == 0:
            return None
        playing = self._agents >= 0
        logits = np.zeros((len(playing), led.game.num_actions), np.float32)
        self._ask(playing, logits)
        if led.plan.bot != ITSELF:
            return logits
        said, left = logits.copy(), np.full(len(playing), settings.cut, np.int64)
        while playing.any():
            led.leading.go_on(
                led.game.rules, self._work, self._benches, said, playing, left, self._deciding, self._asks
            )
            self._ask(playing, said)
        return logits

    def _ask(self, games: np.ndarray, logits: np.ndarray) -> None:
        """Write what the policy would do, (k, actions), in those of the games (k,) that are to be asked about."""
        if games.any():
            logits[games] = self._led.net.judge(self._asks[games])[0]

    def _weigh(self) -> None:
        led = self._led
        led.leading.weigh(
            led.game.rules,
            led.shaping.rules,
            self._work,
            self._nodes,
            self._benches,
            self._agents,
            self._deciding,
            self._sights,
            self._fitted,
            self._paid,
            self._over,
        )

    def _judged(self, logits: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        """Return logits of who decides, (k, actions), and what comes of the positions to the sides, (k, sides)."""
        settings, (count, sides, size) = self._led.plan.settings, self._sights.shape
        said, values = self._led.net.judge(self._sights.reshape(-1, size))
        if logits is None:
            logits = said[np.arange(count) * sides + self._side_of[np.maximum(self._agents, 0)]]
        weight = np.float32(settings.valuation)
        held = balanced(values.reshape(count, sides) + self._paid, self._fitted)
        worths = (1 - weight) * held + weight * self._fitted
        return logits, np.where(self._over[:, None], self._fitted, worths)


def balanced(values: np.ndarray, fitted: np.ndarray) -> np.ndarray:
    """Return values of all sides, (k, sides), shifted to sum to 0; a side that cannot win has the least pay."""
    least = np.float32(-1 / (values.shape[1] - 1))
    out = fitted <= least if values.shape[1] > 2 else np.zeros(values.shape, bool)
    worths = np.where(out, least, values)
    left = np.maximum((~out).sum(1, keepdims=True), 1)
    return np.where(out, least, worths - worths.sum(1, keepdims=True) / left).astype(np.float32)
