"""Searches that a trained policy leads where all agents move at once: memory, and the policy asked for all games."""

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from swarmzoo.agents.policy.choice import choose
from swarmzoo.agents.policy.nets import Net
from swarmzoo.agents.search.appraisal import set_up_appraisal
from swarmzoo.agents.search.joint import advantages_of, bench_dtype, joint_kernels, likeliest, stages
from swarmzoo.agents.search.led import balanced
from swarmzoo.agents.search.line_up import Plan
from swarmzoo.agents.view import View
from swarmzoo.envs.core.desk import LEARNER
from swarmzoo.envs.core.game import Game, new_records

UNSURE = 150.0  # what a worth weighs beside a logit before anything was tried; every try of a joint action adds one
AT_ONCE = 1024  # simulations of all games that go on at once, as far as they find room in:
MEMORY = 1 << 27  # bytes, of all threads
_NOBODY = -1
WORK = ("benches", "work", "spares", "bots", "streams", "actions", "rows", "observations", "masks", "owners", "paid")


class JointEngine:
    """What all searches over joint actions of one agent share; an option is a joint action, the likeliest first.

    With several threads, simulations are shared out among it and its twins; what is found does not depend on them.
    """

    worlds = 1

    def __init__(self, game: Game, plan: Plan, net: Net, threads: int = 1, shaping: Game | None = None):
        self.game, self.plan, self.net = game, plan, net
        self.shaping = game if shaping is None else shaping
        self.considered = int(plan.settings.considered or 1)
        self.drive = joint_kernels(game.name, game.kernels, plan.brought)
        self.side_of = np.full(game.room, _NOBODY, np.int64)
        self.side_of[: game.num_agents] = game.side_of_agent
        self.at_once = self._room(threads)
        self._make_room()
        self.simulated = 0
        self.twins: list[JointEngine] = []
        self.twins = [copy(self) for _ in range(threads - 1)]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is worked on: it is large, and empty between searches."""
        return {name: value for name, value in vars(self).items() if name not in WORK}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_room()

    def _make_room(self) -> None:
        game, brought = self.game, self.plan.brought
        self.benches = new_records(bench_dtype(game, len(brought.weights)), 1)
        set_up_appraisal(self.benches[0], game, brought)
        self.work, self.spares = game.new_states(self.at_once), game.new_states(2)
        self.bots = np.full((self.at_once, game.num_sides), LEARNER, np.int64)
        self.streams = np.zeros(self.at_once, np.int64)
        self.actions = np.zeros((self.at_once, game.room), np.int32)
        self.rows = np.zeros((self.at_once, game.room), np.int64)
        most = self.at_once * game.num_agents
        self.observations = np.zeros((most, game.observation_size), game.observation_dtype)
        self.masks = np.zeros((most, game.num_actions), np.int8)
        self.owners, self.paid = np.zeros((most, 2), np.int64), np.zeros(most, np.float32)

    def _room(self, threads: int) -> int:
        """Return how many simulations go on at once in each of so many threads."""
        row = self.game.observation_size * self.game.observation_dtype.itemsize + self.game.num_actions
        one = self.game.new_states(1).nbytes + self.game.num_agents * row
        return max(1, min(AT_ONCE, MEMORY // threads // one))

    @property
    def node_bytes(self) -> int:
        """Memory of a simulation: searches have no tree, and go on in a memory of one size."""
        return 16

    @property
    def decisions(self) -> int:
        """Decisions simulated so far."""
        return self.simulated + sum(twin.simulated for twin in self.twins)

    def begin(
        self,
        states: np.ndarray,
        sides: np.ndarray,
        seeds: np.ndarray,
        simulations: int,
        bots: np.ndarray | None = None,
    ) -> "JointSearch":
        """Begin a search of games, (k,), that is to have a number of simulations of each.

        ``bots`` int (k, sides) are the numbers of the bots that play sides in it, or LEARNER: the policy does.
        """
        if bots is None:
            bots = np.full((len(states), self.game.num_sides), LEARNER)
        return JointSearch(
            self, states, sides.astype(np.int64), seeds.astype(np.int64), simulations, bots.astype(np.int64)
        )

    @property
    def options(self) -> list[str]:
        """The names of the joint actions: how likely the policy holds them beside the others."""
        return ["as the policy", *(f"its choice {nth}" for nth in range(2, self.considered + 1))]

    def name_of(self, view: View, option: int) -> str:
        """Return the name of a joint action."""
        return self.options[option]

    def ask(self, count: int) -> int:
        """Have the agents of the first games at work say what they see; return how many rows they are."""
        return int(
            self.drive["ask"](
                *(self.work, count, self.game.rules, self.benches, self.bots, self.streams, self.spares),
                *(self.actions, self.observations, self.masks, self.rows),
            )
        )

    def begin_work(self, search: "JointSearch", games: np.ndarray, draws: np.ndarray) -> None:
        """Copy games of a search, (n,), to be worked on, and redraw what their sides cannot know."""
        self.bots[: len(games)] = search.bots[games]
        self.drive["begin"](
            *(search.states, self.game.rules, games, search.sides, search.seeds, draws, self.work, self.streams)
        )

    def go_on(self, count: int, first: np.ndarray) -> None:
        """Carry out joint actions, (count, agents), -1: as the policy has it; then what the policy does, to the cut."""
        left = int(self.plan.settings.cut or 0)
        tried = True
        while tried or (left != 0 and not self.work["done"][:count].all()):
            rows = self.ask(count)
            chosen = np.full(rows, _NOBODY, np.int64)
            if tried:
                given = (self.rows[:count] >= 0) & (first >= 0)
                chosen[self.rows[:count][given]] = first[given]
            if len(asked := np.flatnonzero(chosen < 0)):
                logits = self.net.logits(self.observations[asked])
                chosen[asked] = choose(logits, self.masks[asked], np.zeros(len(asked), np.int64))
            self.drive["step"](self.work, count, self.game.rules, self.actions, self.rows, chosen)
            self.simulated += rows
            left, tried = left - (not tried), False

    def worths(self, count: int) -> np.ndarray:
        """Return what the positions at work are worth to all sides, float32 (count, sides)."""
        fitted = np.zeros((count, self.game.num_sides), np.float32)
        self.drive["value"](self.work, count, self.game.rules, self.benches, fitted)
        weight = np.float32(self.plan.settings.valuation)
        if weight == 1:
            return fitted
        rows = self.drive["see"](
            *(self.work, count, self.game.rules, self.shaping.rules, self.benches),
            *(self.observations, self.owners, self.paid, self.side_of),
        )
        values = self.net.judge(self.observations[:rows])[1] + self.paid[:rows] if rows else np.zeros(0, np.float32)
        total, agents = np.zeros(fitted.shape), np.zeros(fitted.shape)
        at = self.owners[:rows, 0], self.owners[:rows, 1]
        np.add.at(total, at, values)
        np.add.at(agents, at, 1)
        judged = balanced((total / np.maximum(agents, 1)).astype(np.float32), fitted)
        open_ = agents.any(axis=1, keepdims=True)
        return np.where(open_, (1 - weight) * judged + weight * fitted, fitted).astype(np.float32)


@dataclass
class _Trial:
    """The joint actions of one game that are tried, the likeliest first."""

    joint: np.ndarray  # (options, room): what agents of the side do that have a choice, -1: all others
    gaps: np.ndarray  # (options,): how far their logits are below the likeliest's
    visits: np.ndarray = field(init=False)
    total: np.ndarray = field(init=False)
    left: np.ndarray = field(init=False)  # options that are still tried, the best first
    stage: int = 0
    of_stage: int = 0  # simulations of this stage so far

    def __post_init__(self) -> None:
        self.visits = np.zeros(len(self.gaps), np.int64)
        self.total = np.zeros(len(self.gaps))
        self.left = np.arange(len(self.gaps))

    def scores(self) -> np.ndarray:
        """Return what options score: their logits and their mean worth, where they were not tried that of all."""
        usual = self.total.sum() / max(self.visits.sum(), 1)
        worth = np.where(self.visits > 0, self.total / np.maximum(self.visits, 1), usual)
        return -self.gaps + (UNSURE + self.visits.max()) * worth

    def due(self, budget: int, simulations: int) -> np.ndarray:
        """Return the options of the next simulations, at most so many as are due before options are left out."""
        plan = stages(len(self.gaps), budget)
        while self.stage + 1 < len(plan) and self.of_stage >= plan[self.stage][1]:
            self.stage, self.of_stage = self.stage + 1, 0
            best = self.left[np.argsort(-self.scores()[self.left], kind="stable")]
            self.left = best[: plan[self.stage][0]]
        if self.stage + 1 < len(plan):
            simulations = min(simulations, plan[self.stage][1] - self.of_stage)
        found = self.left[(self.of_stage + np.arange(simulations)) % len(self.left)]
        self.of_stage += simulations
        return found

    def tries(self, options: np.ndarray) -> np.ndarray:
        """Return which try of its option each of these simulations is, from 0."""
        return np.array([self.visits[one] + (options[:k] == one).sum() for k, one in enumerate(options)], np.int64)

    def note(self, options: np.ndarray, worths: np.ndarray) -> None:
        """Add what simulations of options came to."""
        np.add.at(self.visits, options, 1)
        np.add.at(self.total, options, worths)


class JointSearch:
    """Joint actions of each game that are tried."""

    def __init__(
        self,
        engine: JointEngine,
        states: np.ndarray,
        sides: np.ndarray,
        seeds: np.ndarray,
        budget: int,
        bots: np.ndarray,
    ):
        self.states, self.sides, self.seeds, self.bots = states, sides, seeds, bots
        self._engine, self._budget = engine, budget
        self._does = np.full((len(states), engine.game.room), _NOBODY, np.int64)  # of who has no choice
        self._trials: list[_Trial] = []
        for games in np.array_split(np.arange(len(states)), -(-len(states) // engine.at_once)):
            self._trials += self._look(games)

    def _look(self, games: np.ndarray) -> list[_Trial]:
        """Ask the policy about games; return what of it is to be tried."""
        engine, count = self._engine, len(games)
        engine.begin_work(self, games, np.zeros(count, np.int64))
        engine.actions[:count] = _NOBODY
        asked = engine.ask(count)
        logits = engine.net.logits(engine.observations[:asked]) if asked else np.zeros((0, engine.game.num_actions))
        found = []
        for k, game in enumerate(games):
            mine = engine.side_of == self.sides[game]
            self._does[game, mine] = engine.actions[k, mine]
            choosing = np.flatnonzero(mine & (engine.rows[k] >= 0))
            rows = engine.rows[k, choosing]
            actions, gaps = likeliest(logits[rows], engine.masks[rows], engine.considered)
            joint = np.full((len(gaps), engine.game.room), _NOBODY, np.int64)
            joint[:, choosing] = actions
            found.append(_Trial(joint, gaps))
        return found

    def expect(self, simulations: int) -> None:
        """Spend the simulations of a search as suits a number of them in all."""
        self._budget = simulations

    def simulate(self, simulations: int) -> None:
        """Play simulations of every game; all games wait for the slowest before options are left out."""
        alone = np.array([len(trial.gaps) == 1 for trial in self._trials])
        left = np.where(alone, min(simulations, 1), simulations)
        while left.any():
            due = [trial.due(self._budget, n) for trial, n in zip(self._trials, left, strict=True)]
            self._try(due)
            left -= [len(options) for options in due]

    def try_all(self, times: int) -> None:
        """Try every joint action of every game equally often, in the same worlds."""
        self._try([np.repeat(np.arange(len(trial.gaps)), times) for trial in self._trials])

    def _try(self, due: list[np.ndarray]) -> None:
        """Play a simulation of each of these options of every game, and note what they come to."""
        counts = np.array([len(options) for options in due])
        games = np.repeat(np.arange(len(due)), counts)
        draws = 1 + np.concatenate([trial.tries(options) for trial, options in zip(self._trials, due, strict=True)])
        worths = self._tried(games, np.concatenate(due), draws)
        for trial, options, part in zip(self._trials, due, np.split(worths, np.cumsum(counts)[:-1]), strict=True):
            trial.note(options, part)

    def _tried(self, games: np.ndarray, options: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """Return what options of games are worth to their sides in worlds that are drawn, float64."""
        found, engines = np.zeros(len(games)), [self._engine, *self._engine.twins]
        each = min(self._engine.at_once, -(-len(games) // len(engines)))
        parts = [slice(begin, begin + each) for begin in range(0, len(games), each)]

        def work(nth: int) -> None:
            engine = engines[nth]
            for part in parts[nth :: len(engines)]:
                of, count = games[part], len(games[part])
                engine.begin_work(self, of, draws[part])
                tried = zip(of, options[part], strict=True)
                engine.go_on(count, np.stack([self._trials[game].joint[option] for game, option in tried]))
                found[part] = engine.worths(count)[np.arange(count), self.sides[of]]

        if len(engines) == 1:
            work(0)
        else:
            with ThreadPoolExecutor(len(engines)) as threads:
                list(threads.map(work, range(len(engines))))
        return found

    def answers(self, choices: np.ndarray) -> list[np.ndarray]:
        """Return what choices (k,) have the acting agents of each game's side do."""
        found = []
        for does, trial, choice in zip(self._does, self._trials, choices, strict=True):
            joint = trial.joint[choice]
            actions = np.where(joint >= 0, joint, does)
            found.append(actions[actions >= 0])
        return found

    def scores(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the joint actions of each game, int64 (options, room), -1: no choice, and what they score, (options,).

        They are logits: the policy's own, and the mean worth of an option, where it was not tried that of all.
        """
        return [(trial.joint, trial.scores()) for trial in self._trials]

    def advantages(self) -> list[np.ndarray]:
        """Return by how much each agent's actions are worth more than its likeliest: float64 (room, actions) a game.

        An action is compared where all other agents do the same. The likeliest has 0, and so has what was not tried.
        """
        return [
            advantages_of(trial.joint, trial.total / np.maximum(trial.visits, 1), self._engine.game.num_actions)
            for trial in self._trials
        ]

    def roots(self) -> tuple[np.ndarray, np.ndarray]:
        """Return how often every option was tried, int64 (k, options), and its total worth to the side, float64."""
        visits = np.zeros((len(self._trials), self._engine.considered), np.int64)
        total = np.zeros(visits.shape)
        for k, trial in enumerate(self._trials):
            visits[k, : len(trial.gaps)], total[k, : len(trial.gaps)] = trial.visits, trial.total
        return visits, total
