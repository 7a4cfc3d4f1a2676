"""How figures of speed are taken: on one core, in CPU time, as the median of some twenty repetitions."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table

REPETITIONS = 20
TURNS = 7  # of two tables that are measured against each other


@dataclass
class Figure:
    """A measured figure: median, least and most of its repetitions."""

    name: str
    values: tuple[float, float, float]
    unit: str


def pin() -> set[int]:
    """Keep to one core where the system can; return the cores there were."""
    if not hasattr(os, "sched_setaffinity"):
        return set(range(os.cpu_count() or 1))
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    return cores


def unpin(cores: set[int]) -> None:
    """Use all cores again."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def random_table(game: Game, n: int, threads: int) -> Table:
    """Return n running games that play at random when they are served."""
    table = Table(game, n, threads=threads)
    table.seed(np.arange(n))
    table.arrange(autoreset=True, at_random=True)
    table.begin()
    return table


def median_of(values: list[float]) -> tuple[float, float, float]:
    """Return median, least and most."""
    return float(np.median(values)), min(values), max(values)


def rate(
    name: str,
    work: Callable[[], Any],
    table: Table,
    seconds: float,
    unit: str,
    clock: Callable[[], float] | None = None,
) -> Figure:
    """Measure decisions per second of CPU time."""
    clock = clock or time.process_time
    rates: list[float] = []
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends or not rates:
        before, began, calls = table.decisions, clock(), 0
        stop = time.perf_counter() + seconds / REPETITIONS
        while time.perf_counter() < stop or not calls:
            work()
            calls += 1
        rates.append((table.decisions - before) / max(clock() - began, 1e-9))
    return Figure(name, median_of(rates), unit)


def times_as_long(name: str, one: Table, other: Table, seconds: float) -> Figure:
    """Measure what a decision costs at one table against another one, in turn so that noise hits both."""
    ratios = []
    for _ in range(TURNS):
        costs = []
        for table in (one, other):
            before, began = table.decisions, time.process_time()
            stop = time.perf_counter() + seconds / TURNS
            while time.perf_counter() < stop:
                table.step()
            costs.append((time.process_time() - began) / (table.decisions - before))
        ratios.append(costs[0] / costs[1])
    return Figure(name, median_of(ratios), "times as long")


def vec_env_rate(game: Game, n: int, name: str, unit: str, seconds: float) -> Figure:
    """Measure steps and masks of the SB3 VecEnv against random opponents; the decisions of all sides count."""
    from swarmzoo.envs.api.sb3 import SwarmVecEnv

    env = SwarmVecEnv(game, n)
    env.reset()
    rng, table, rates = np.random.default_rng(0), env.learners.table, []
    for _ in range(REPETITIONS):
        stop, spent, before = time.perf_counter() + seconds / REPETITIONS, 0.0, table.decisions
        while time.perf_counter() < stop or not spent:
            began = time.process_time()
            masks = env.action_masks()
            spent += time.process_time() - began
            actions = (rng.random(masks.shape, np.float32) * masks).argmax(1)
            began = time.process_time()
            env.step(actions)
            spent += time.process_time() - began
        rates.append((table.decisions - before) / spent)
    return Figure(name, median_of(rates), unit)
