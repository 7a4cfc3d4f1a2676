"""How fast tree search is: decisions of all sides in its simulations, on one core."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.training.bench.measuring import Figure, median_of

GAMES, STEPS = 16, 20  # the positions that are searched: so many games, after so many random steps
SIMULATIONS = 64
AS_IT_COMES: dict[str, dict[str, Any]] = {"as it comes": {}}
TO_THE_END: dict[str, dict[str, Any]] = {"random rollouts to the end": {"rollout": "random", "cut": -1}}


def search_figures(game: Game, seconds: float) -> Iterator[Figure]:
    """Measure the search of a game as it comes and, where one agent decides at a time, with random play to the end."""
    for words, settings in (AS_IT_COMES | (TO_THE_END if game.sequential else {})).items():
        search = TreeSearch(game, simulations=SIMULATIONS, **settings)
        rates = simulated_decisions(search, seconds)
        yield Figure(f"tree search, {words}: simulated decisions", median_of(rates), "decisions/s")


def positions(game: Game, seed: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return positions of random games that wait for somebody: states (k,), sides and agents (k,)."""
    table = Table(game, GAMES)
    table.seed(np.arange(seed, seed + GAMES, dtype=np.int64))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(STEPS):
        table.step()
    table.look()
    flags = table.acting[:, : game.num_agents] != 0
    waiting = np.flatnonzero(flags.any(axis=1))
    agents = flags[waiting].argmax(axis=1)
    return table.states[waiting], np.array(game.side_of_agent)[agents], agents


def simulated_decisions(search: TreeSearch, seconds: float) -> list[float]:
    """Return simulated decisions a second, once for each time that the positions were searched (at least three)."""
    states, sides, agents = positions(search.game)
    seeds = np.arange(len(states), dtype=np.int64)
    search.act_on(states[:1], sides[:1], agents[:1], seeds[:1])  # compiles
    rates: list[float] = []
    end = time.monotonic() + seconds
    while len(rates) < 3 or time.monotonic() < end:
        began, before = time.process_time(), search.decisions
        search.act_on(states, sides, agents, seeds)
        rates.append((search.decisions - before) / (time.process_time() - began))
    return rates
