"""Figures of speed of turn-based games: batches, threads, bots, whole games, agents in Python, PettingZoo's loop."""

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.view import View
from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.opponents import choice_function
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.training.bench.measuring import (
    REPETITIONS,
    Figure,
    median_of,
    pin,
    random_table,
    rate,
    unpin,
    vec_env_rate,
)

BATCHES = (1, 256, 1024, 4096)


def turn_figures(game: Game, seconds: float, cores: set[int]) -> Iterator[Figure]:
    """Measure a turn-based game."""
    for n in BATCHES:
        table = random_table(game, n, 1)
        yield rate(f"random play with mask and observation, batch of {n}", table.step, table, seconds, "decisions/s")
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
            speeds = [rate("", t.step, t, seconds / 14, "", time.perf_counter).values[0] for t in (one, two)]
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
    game_number, side = np.arange(256)[:, None], np.arange(game.num_sides)
    table.seat(np.array([rival.bot for rival in rivals])[(game_number + side * (1 + game_number // 16)) % len(rivals)])
    table.arrange(quiet=True)
    table.seed(np.arange(256))
    table.begin()  # compiles, if need be
    return rate(name, table.begin, table, seconds, "decisions/s")


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
