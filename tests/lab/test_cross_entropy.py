"""The search for weights: the same from the same seed, and its games are those of the bots."""

import numpy as np

from swarmzoo.agents.insects.judgement import NAMES, WEIGHTS
from swarmzoo.lab.fitting.arenas import arena_of
from swarmzoo.lab.fitting.cross_entropy import search


def found(seed: int) -> list[np.ndarray]:
    generations = search(
        arena_of("insects"), "rusher", seed, population=4, elite=2, games=4, goes_on=lambda number: number < 2
    )
    return [generation.weights for generation in generations]


def test_a_search_moves_the_weights_and_is_the_same_from_the_same_seed():
    one, again, other = found(1), found(1), found(2)
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)
    assert len(one) == 2 and (one[0] > 0).all() and not np.array_equal(one[0], one[1])


def test_the_arena_finds_the_expert_stronger_than_greedy_as_matches_do():
    arena, expert, greedy = arena_of("insects"), NAMES.index("expert"), NAMES.index("greedy")
    assert arena.score(WEIGHTS, expert, greedy, 60, 5) > 0.75
    weights = np.vstack([WEIGHTS, WEIGHTS[expert]])
    assert arena.score(weights, len(NAMES), greedy, 60, 5) == arena.score(weights, expert, greedy, 60, 5)
