"""What happened in a game: read from the game itself, played again."""

import numpy as np

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import copy_of
from swarmzoo.envs.core.table import Table
from swarmzoo.lab.probing.trace import _longest_wait, _of_lead, traced
from swarmzoo.lab.probing.winding import winder_of

LEAST = 1e-6


def random_games(game, seeds):
    agent = built_in(game)["random"]
    seating = np.zeros((len(seeds), game.num_sides), int)
    return play_games(game, [agent], seating, np.array(seeds), record=True, summaries=False)


def test_a_game_that_is_played_again_ends_as_it_did(game_once):
    game, seeds = game_once.game, np.array([3, 4], np.int64)
    results = random_games(game, seeds)
    states, _, choices, who, _, steps = winder_of(game).wind(seeds, results.tapes, room=5)
    assert steps.tolist() == results.length.tolist()
    assert np.array_equal(Questions(game).overviews(states), np.array(results.ends))
    assert (choices[:, : min(steps.min(), 5)] >= 1).all() and who.any()


def test_it_halts_before_the_step_that_was_asked_for(game_once):
    game, seeds = game_once.game, np.array([3], np.int64)
    results = random_games(game, seeds)
    half = results.length // 2
    states, *_, steps = winder_of(game).wind(seeds, results.tapes, half)
    assert steps[0] == half[0]
    table = Table(game, 1)
    table.enter(copy_of(states))
    assert not states["done"][0] and table.acting.any()


def test_measures_of_a_game_that_one_can_follow():
    worth = np.array([[0.2, -0.2], [-0.5, 0.5], [-0.5, 0.5], [0.1, -0.1], [0.4, -0.4], [1, -1.0]])
    found = _of_lead(worth, np.array([1.0, 0.0]))
    assert found["lead_changes"] == 2.0, "to the second side, and back"
    assert found["drama"] == np.sqrt(0.5), "the winner was behind by half of all at both times that it was behind"
    assert (found["comeback"], found["runaway"]) == (0.0, 0.0)
    other = _of_lead(worth, np.array([0.0, 1.0]))
    assert (other["comeback"], other["runaway"]) == (1.0, 1.0)
    assert "drama" not in _of_lead(worth, np.array([0.5, 0.5])), "nobody won"


def test_who_waits_longest():
    assert _longest_wait(np.array([1, 0, 0, 1, 0])) == 2
    assert _longest_wait(np.array([0, 0, 0])) == 3 and _longest_wait(np.array([1, 1])) == 0


def test_every_game_has_measures_and_leads_where_it_has_a_valuation(game_once):
    game, seeds = game_once.game, np.array([1], np.int64)
    found = traced(game, random_games(game, seeds), seeds)[0]
    assert found["length"] > 1 and found["branching"] > 1 and 0 <= found["waiting"] <= 1 and 0 < found["out_early"] <= 1
    assert ("lead_changes" in found) == winder_of(game).knows_worth
