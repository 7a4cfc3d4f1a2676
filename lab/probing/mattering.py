"""Decisions that matter: how much worse the second best option is, by search.

A decision is drawn from each of some games. One search says which two options are best; another search, of its own
seed, says what they are worth. So the gap is not larger only because the best was chosen among noise.
"""

from typing import Any

import numpy as np

from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.lab.probing.jobs import agent_of, game_of
from swarmzoo.lab.probing.winding import winder_of

MATTERS = 0.05  # of a game: the share of first place that the second best option loses
CHOICE, FIRST, SECOND = 1, 2, 3  # what a number is drawn from a seed for


def weigh(given: dict[str, Any]) -> list[dict[str, float]]:
    """Return of each seed's drawn decision the step, the gap in share of first place, the options tried; {}: none."""
    game = game_of(given["game"], given["values"])
    agent = agent_of(given["game"], given["values"], given["player"], given["trust"], given["isolate"])
    seeds = np.array(given["seeds"], np.int64)
    played = play_games(game, [agent], np.zeros((len(seeds), game.num_sides), int), seeds, record=True, summaries=False)
    steps = _stream(seeds, CHOICE) % np.maximum(played.length, 1)
    states, _, _, who, _, _ = winder_of(game).wind(seeds, played.tapes, steps + 1, int(steps.max()) + 1)
    states, *_ = winder_of(game).wind(seeds, played.tapes, steps)
    sides = np.array([int(np.flatnonzero(who[k, steps[k]])[0]) for k in range(len(seeds))])
    search = TreeSearch(game, simulations=given["simulations"])
    visits, values = search.weighed(states, sides, _stream(seeds, FIRST))
    again_visits, again = search.weighed(states, sides, _stream(seeds, SECOND))
    found: list[dict[str, float]] = []
    for k in range(len(seeds)):
        order = np.lexsort((values[k], visits[k]))[::-1]
        best, second = order[0], order[1]
        if visits[k, second] == 0 or again_visits[k, best] == 0 or again_visits[k, second] == 0:
            found.append({})
            continue
        gap = float(again[k, best] - again[k, second]) / 2  # worth is -1 to 1
        found.append({"step": int(steps[k]), "gap": gap, "tried": int((visits[k] > 0).sum())})
    return found


def _stream(seeds: np.ndarray, stream: int) -> np.ndarray:
    """Return a number of each seed for one purpose, int64 (seeds,)."""
    drawn = [np.random.SeedSequence([int(seed), stream]).generate_state(1, np.uint64)[0] for seed in seeds]
    return (np.array(drawn, np.uint64) >> np.uint64(2)).astype(np.int64)
