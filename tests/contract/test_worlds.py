"""Determinised worlds: possible ones, drawn from what a side knows and the seed alone."""

import numpy as np

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from tests.census import faults
from tests.scenarios import of_sides
from tests.worlds import played_out

WORLDS = 240  # of each scenario, at moments spread over a game


def moments(game: Game, seed: int, count: int) -> list[np.ndarray]:
    """Return states, shape (1,), from all over a random game."""
    table = Table(game, 1, at_random=True)
    table.seed(seed)
    table.begin()
    found = []
    while not table.done[0]:
        found.append(table.states.copy())
        table.step()
    return [found[k] for k in np.unique(np.linspace(0, len(found) - 1, count).astype(int))]


def test_every_world_is_played_to_its_end_and_nothing_gets_lost(scenario):
    game, questions = scenario.game, Questions(scenario.game)
    states = moments(game, 11, WORLDS // game.num_sides)
    worlds = [questions.determinized(state, side, 7) for state in states for side in range(game.num_sides)]
    assert not [fault for world in worlds for fault in faults(game, world)]
    table = played_out(game, worlds)
    assert np.abs(of_sides(game, table.pay).sum(1)).max() < 1e-5


def test_whoever_is_asked_has_a_choice_in_every_world(scenario):
    """Also for sides that only watch: the mask is that of the world, not the true one."""
    game, questions = scenario.game, Questions(scenario.game)
    least = 1 if game.sequential else 2
    for ply, state in enumerate(moments(game, 12, 60)):
        for side in range(game.num_sides):
            world = questions.determinized(state, side, ply)
            for agent in np.flatnonzero(questions.acting(world)):
                mask = questions.mask(world, int(agent))
                allowed = [questions.why_not(world, int(agent), action) is None for action in range(len(mask))]
                assert mask.tolist() == allowed and mask.sum() >= least


def test_worlds_that_look_alike_to_a_side_become_the_same_world(scenario):
    """A world is a function of what a side knows and of the seed, byte for byte: nothing of the truth is left in it."""
    game, questions = scenario.game, Questions(scenario.game)
    for ply, state in enumerate(moments(game, 13, 60)):
        for side in range(game.num_sides):
            one, other = (questions.determinized(state, side, seed) for seed in (ply, ply + 1))
            assert questions.determinized(other, side, ply).tobytes() == one.tobytes()
