"""Figures of speed of simultaneous games: how they grow with the soldiers, and with what each of them sees.

A *soldier-step* is a choice of a soldier that had two or more legal actions. As environments in which everybody acts in
every step count otherwise, a second row counts all soldiers that were in the game.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.envs.api.simultaneous import GameParallelEnv
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.training.bench.measuring import (
    REPETITIONS,
    Figure,
    median_of,
    random_table,
    times_as_long,
    vec_env_rate,
)

SIZE = 64
VIEWS = (3, 4, 6)
SMALLEST, LARGEST = 8, 512
VEC_ENV_GAMES = 64
SOLDIERS_AT_ONCE = 1024  # in one batch, so that all sizes have as much to do in a call
UNIT = "soldier-steps/s"


def team_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure a simultaneous game; other sizes and views are made from its configuration."""
    for view in VIEWS:
        yield from _random_play(_other(game, size=SIZE, view=view), seconds, f"{SIZE} a side, view {view}")
    for size in (SMALLEST, LARGEST):
        yield from _random_play(_other(game, size=size), seconds, f"{size} a side")
    yield _growth(game, seconds)
    yield from _dictionaries(_other(game, size=SIZE), seconds)
    name = f"SB3 VecEnv, {VEC_ENV_GAMES} games, {SMALLEST} a side, masks and steps"
    yield vec_env_rate(_other(game, size=SMALLEST), VEC_ENV_GAMES, name, UNIT, seconds)
    for size in (SMALLEST, SIZE, LARGEST):
        other = _other(game, size=size)
        memory = (other.state.itemsize + other.rules.dtype.itemsize) / other.num_agents
        yield Figure(f"memory of state and rules for each soldier, {size} a side", (memory,) * 3, "bytes")


def _other(game: Game, **changes: Any) -> Game:
    assert game.factory is not None
    return game.factory(game.config.model_copy(update=changes))


def _batch(game: Game) -> Table:
    return random_table(game, max(1, SOLDIERS_AT_ONCE // game.num_agents), 1)


def _random_play(game: Game, seconds: float, what: str) -> Iterator[Figure]:
    """Measure random play with masks and observations of all acting soldiers."""
    table = _batch(game)
    chosen, present = [], []
    for _ in range(REPETITIONS):
        stop, spent, soldiers = time.perf_counter() + seconds / REPETITIONS, 0.0, 0
        before = table.decisions
        while time.perf_counter() < stop or not spent:
            soldiers += int((table.over == 0).sum())
            began = time.process_time()
            table.step()
            spent += time.process_time() - began
        chosen.append((table.decisions - before) / spent)
        present.append(soldiers / spent)
    yield Figure(f"random play with masks and observations, {what}", median_of(chosen), UNIT)
    yield Figure("  the same, counting all soldiers in the game", median_of(present), "soldiers x steps/s")


def _growth(game: Game, seconds: float) -> Figure:
    """Measure what a soldier-step costs in the largest battle against the smallest."""
    largest, smallest = (_batch(_other(game, size=size)) for size in (LARGEST, SMALLEST))
    name = f"time of a soldier-step, {LARGEST} a side against {SMALLEST} a side"
    return times_as_long(name, largest, smallest, seconds)


def _dictionaries(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure PettingZoo's Parallel form; the actions were drawn beforehand, in the same game."""
    env: Any = GameParallelEnv(game)
    rng = np.random.default_rng(0)
    actions: list[dict[str, int]] = []
    choices = 0
    seen, _ = env.reset(seed=0)
    while env.agents and len(actions) < 300:
        masks = np.array([seen[agent]["action_mask"] for agent in env.agents])
        choices += int((masks.sum(1) > 1).sum())
        drawn = (rng.random(masks.shape) * masks).argmax(1).tolist()
        actions.append(dict(zip(env.agents, drawn, strict=True)))
        seen, *_ = env.step(actions[-1])
    chosen, present = [], []
    for _ in range(REPETITIONS):
        steps, spent, stop = 0, 0.0, time.perf_counter() + seconds / REPETITIONS
        while time.perf_counter() < stop:
            env.reset(seed=0)
            began = time.process_time()
            for step in actions:
                env.step(step)
            spent += time.process_time() - began
            steps += 1
        chosen.append(steps * choices / spent)
        present.append(steps * sum(map(len, actions)) / spent)
    what = f"PettingZoo's Parallel dictionaries, {game.num_agents // 2} a side"
    yield Figure(what, median_of(chosen), UNIT)
    yield Figure("  the same, counting all soldiers in the game", median_of(present), "soldiers x steps/s")
