"""Figures of speed, measured side by side in one run: what the table of ``swarmzoo bench`` shows."""

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Seated, built_in
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.view import View
from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.opponents import CompiledOpponent, choice_function
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import RESET, Table
from swarmzoo.training.bench_search import search_figures
from swarmzoo.training.bench_sight import sight_figures
from swarmzoo.training.bench_teams import team_figures
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.measuring import REPETITIONS, Figure, median_of, pin, random_table, rate, unpin, vec_env_rate
from swarmzoo.training.peers import peer_figures

BATCHES = (1, 256, 1024, 4096)


def figures(game: Game, seconds: float, *, peers: bool, start: bool, learner: TrainConfig | None) -> Iterator[Figure]:
    """Measure and yield the figures of a game, one after the other; ``learner`` is what to train with."""
    cores = pin()
    if game.sequential:
        yield from _turn_figures(game, seconds, cores)
        yield from sight_figures(game, seconds)
    else:
        yield from team_figures(game, seconds)
    yield from search_figures(game, seconds)
    yield Figure("memory of one game's state", (float(game.state.itemsize),) * 3, "bytes")
    if start:
        yield from _starts(game)
    if peers:
        yield from (Figure(name, values, "steps/s") for name, values in peer_figures(game, seconds))
    if learner is not None:
        unpin(cores)
        yield from _learner(game, learner)


def _turn_figures(game: Game, seconds: float, cores: set[int]) -> Iterator[Figure]:
    """Measure a turn-based game."""
    for n in BATCHES:
        table = random_table(game, n, 1)
        yield rate(f"random play with mask and observation, batch of {n}", table.serve, table, seconds, "decisions/s")
    yield from _threads(game, seconds, cores)
    first, *others = [name for name in built_in(game) if name != "random"] or ["random"]
    for pair in pairwise(["random", *others[:2]]):
        yield _whole_games(game, pair, seconds)
    pin()
    yield _rollouts(game, seconds, ["random"], "random rollouts without observation, batch of 256")
    yield _rollouts(game, seconds, [first], f"{first} against itself, batch of 256")
    yield _rollouts(game, seconds, others or [first], "scripted bots against each other, batch of 256")
    yield _python_moves(game, seconds)
    yield _aec(game, seconds)
    yield vec_env_rate(game, 512, "SB3 VecEnv, 512 games, masks and steps", "decisions/s", seconds)


def _threads(game: Game, seconds: float, cores: set[int]) -> Iterator[Figure]:
    """Measure one thread against two, by the wall clock, in turn so that noise hits both."""
    unpin(cores)
    for n in (256, 1024, 4096):
        one, two = random_table(game, n, 1), random_table(game, n, 2)
        ratios = []
        for _ in range(7):
            speeds = [rate("", t.serve, t, seconds / 14, "", time.perf_counter).values[0] for t in (one, two)]
            ratios.append(speeds[1] / speeds[0])
        yield Figure(f"two threads against one, batch of {n} (wall clock)", median_of(ratios), "times as fast")


def _whole_games(game: Game, pair: tuple[str, str], seconds: float) -> Figure:
    """Measure whole games of two compiled bots on two threads, by the wall clock, starts and results counted."""
    agents = [built_in(game)[name] for name in pair]
    seating, seeds = paired_seats(game.num_sides, 2, 512, 0)
    play_games(game, agents, seating[:2], seeds[:2], threads=2)  # compiles, if need be
    rates: list[float] = []
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(rates) < 3:
        began = time.perf_counter()
        play_games(game, agents, seating, seeds + 512 * len(rates), threads=2, summaries=False)
        rates.append(len(seeds) / (time.perf_counter() - began))
    name = f"whole games, {pair[0]} against {pair[1]}, two threads (wall clock)"
    return Figure(name, median_of(rates), "games/s")


def _rollouts(game: Game, seconds: float, names: list[str], name: str) -> Figure:
    """Measure whole games between bots without mask and observation."""
    rivals = [built_in(game)[bot] for bot in names]
    table = Table(game, 256, choice_function(rivals))
    for i in range(256):
        table.desks["controllers"][i] = [
            rivals[(i + side * (1 + i // 16)) % len(rivals)].bot for side in range(game.num_sides)
        ]
    table.desks["quiet"] = True
    table.desks["autoreset"] = False
    table.seed(np.arange(256))
    table.desks["command"] = RESET
    table.serve()  # compiles, if need be
    return rate(name, table.serve, table, seconds, "decisions/s")


class _First:
    """A Python agent that costs next to nothing: it takes the first legal action."""

    def act(self, view: View) -> int:
        return int(view.mask.argmax())


def _python_moves(game: Game, seconds: float) -> Figure:
    """Measure whole games of Python agents: all that a move costs besides what the agent thinks."""
    times: list[float] = []
    agent = Seated("first", _First())
    seating, seeds = np.zeros((4, game.num_sides), int), np.arange(4)
    play_games(game, [agent], seating, seeds)  # compiles, if need be
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(times) < REPETITIONS:
        began = time.process_time()
        moves = play_games(game, [agent], seating, seeds).length.sum()
        times.append(float((time.process_time() - began) / moves * 1e6))
    return Figure("a Python agent's move in a match, its own thoughts left out", median_of(times), "us")


def _aec(game: Game, seconds: float) -> Figure:
    """Measure PettingZoo's own loop; the legal actions were drawn beforehand, in the same games."""
    env: Any = GameEnv(game)
    rng = np.random.default_rng(0)
    games = [_drawn_actions(env, seed, rng) for seed in range(10)]
    rates = []
    for _ in range(20):
        steps, spent = 0, 0.0
        stop = time.perf_counter() + seconds / 20
        while time.perf_counter() < stop:
            for seed, actions in enumerate(games):
                env.reset(seed=seed)
                began = time.process_time()
                for action, _ in zip(actions, env.agent_iter(), strict=False):
                    env.last()
                    env.step(action)
                spent += time.process_time() - began
                steps += len(actions)
        rates.append(steps / spent)
    return Figure("AEC through PettingZoo's loop, checks included", median_of(rates), "steps/s")


def _drawn_actions(env: Any, seed: int, rng: np.random.Generator) -> list[int | None]:
    """Play a game at random; return its actions, None where an agent leaves."""
    env.reset(seed=seed)
    actions: list[int | None] = []
    for _ in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        actions.append(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        env.step(actions[-1])
    return actions


def _starts(game: Game) -> Iterator[Figure]:
    """Measure a start that compiles everything, and one that finds it compiled, in processes of their own."""
    assert game.factory is not None
    package = game.factory.__module__.rpartition(".")[0]
    text = (
        "import time; began = time.perf_counter()\n"
        f"from {package} import {'env' if game.sequential else 'parallel_env'} as env\n"
        "e = env(); e.reset(seed=0); print(time.perf_counter() - began)"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first start to first observation (compiles)", "second start to first observation"):
            environment = os.environ | {"SWARMZOO_CACHE": folder}
            done = subprocess.run(
                [sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True
            )
            yield Figure(name, (float(done.stdout),) * 3, "seconds")


def _learner(game: Game, config: TrainConfig) -> Iterator[Figure]:
    """Measure a learner's steps per second, without warm start and evaluations, and what the games cost of its time."""
    from swarmzoo.training.progress import Progress
    from swarmzoo.training.trainer import Trainer

    alone = config.imitation.model_copy(update={"steps": 0})
    config = config.model_copy(update={"imitation": alone, "total_steps": 4 * config.envs * config.rollout})
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(config, game, Path(folder), Progress(quiet=True))
        spent: dict[str, float] = defaultdict(float)
        _time(trainer.env, "step_wait", spent)
        for opponent in trainer.pool.opponents:
            if not isinstance(opponent, CompiledOpponent):
                _time(opponent, "act", spent)
        trainer.run(resume=False)
    speed = trainer.learner.steps / trainer.seconds
    yield Figure("training steps of the learner (wall clock)", (speed,) * 3, "steps/s")
    games, policies = (100 * spent[name] / trainer.seconds for name in ("step_wait", "act"))
    yield Figure("share of the learner's time: games and bots", (games - policies,) * 3, "%")
    yield Figure("share of the learner's time: policies as opponents", (policies,) * 3, "%")


def _time(thing: Any, name: str, spent: dict[str, float]) -> None:
    """Have a method note the seconds that its calls take."""
    method = getattr(thing, name)

    def timed(*arguments: Any) -> Any:
        began = time.perf_counter()
        answer = method(*arguments)
        spent[name] += time.perf_counter() - began
        return answer

    setattr(thing, name, timed)
