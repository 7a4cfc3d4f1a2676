"""A scene, and a side's own lines, tell just what the side knows: they say the same of the truth as of other worlds."""

import json

import numpy as np

from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.envs.core.entries import Questions

KEYS = {"time", "board", "sides", "units"}
LOOKED = 12


def moments(game, seed):
    """Yield some states of a game that is played by chance."""
    live, chance = LiveGame(game, []), np.random.default_rng(seed)
    live.begin(seed, [NOBODY] * game.num_sides)
    for _ in range(LOOKED):
        yield live.state
        for _ in range(17):
            if live.over:
                return
            views = [live.view(side) for side in live.asked()]
            live.play({v.side: [int(chance.choice(np.flatnonzero(m))) for m in v.masks] for v in views})


def test_a_scene_says_the_same_of_every_world_that_a_side_holds_possible(scenario):
    game = scenario.game
    ask, words = Questions(game), game.words
    for state in moments(game, 3):
        for side in game.seats:
            told = json.dumps([words.scene(state, side), words.own(state, side)], allow_nan=False)
            for seed in (1, 2):
                world = ask.determinized(state, side, seed)
                assert json.dumps([words.scene(world, side), words.own(world, side)]) == told


def test_a_scene_has_the_keys_of_all_games_and_all_sides(scenario):
    game = scenario.game
    for state in moments(game, 5):
        found = game.words.scene(state, game.seats[0])
        assert set(found) >= KEYS and found["time"] == game.words.time(state)
        assert len(found["sides"]) == game.num_sides
        rows = found["board"]["ground"]
        assert len(rows) == len(found["board"]["indents"])
        assert all(unit["side"] in {side["name"] for side in found["sides"]} for unit in found["units"])
