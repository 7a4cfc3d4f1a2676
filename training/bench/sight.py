"""How long a line of sight takes on a battlefield."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, OFF
from swarmzoo.training.bench.measuring import REPETITIONS, Figure, median_of, random_table

PAIRS = 4096


def _draw_lines(states: Any, rules: Any, begins: Any, ends: Any) -> int:
    """Draw all lines on all battlefields; return how many are free, so that the work cannot be left out."""
    free = 0
    for k in range(states.shape[0]):
        for n in range(begins.shape[0]):
            free += cover_between(states[k], rules[0], begins[n], ends[n]) != HIDDEN
    return free


def sight_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure the line between two hexes drawn from the whole field, the average over generated battlefields."""
    if "lie" not in (game.state.names or ()):
        return
    table, rng = random_table(game, 16, 1), np.random.default_rng(0)
    draw = entry_point(_draw_lines, "bench_sight", {"cover_between": cover_between})
    cells = np.flatnonzero(table.states["terrain"][0] != OFF)
    begins, ends = (rng.choice(cells, PAIRS) for _ in range(2))
    draw(table.states, game.rules, begins, ends)  # compiles, if need be
    times: list[float] = []
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(times) < REPETITIONS:
        began = time.process_time()
        draw(table.states, game.rules, begins, ends)
        times.append(1e9 * (time.process_time() - began) / (PAIRS * len(table.states)))
    yield Figure("line of sight between two hexes of the field, cover included", median_of(times), "ns")
