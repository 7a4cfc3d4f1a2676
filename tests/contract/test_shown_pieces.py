"""Dice and cards that every game shows: with their sentences, and of a world that a side holds possible the same."""

import numpy as np

from swarmzoo.envs.core.entries import Questions
from tests.contract.test_scenes import moments
from tests.contract.test_words import whole


def test_pieces_stand_with_the_sentences_of_the_log(scenario):
    words, told = scenario.game.words, 0
    for state in whole(scenario, 11):
        sentences, last = words.log(state, told)
        pieces = words.pieces(state, told)
        assert len(pieces) in (0, len(sentences))
        told = last
    everything = words.pieces(state, 0)
    assert len(everything) in (0, len(words.log(state, 0)[0]))


def test_pieces_show_nothing_that_a_side_cannot_know(scenario):
    game = scenario.game
    ask, words = Questions(game), game.words
    for state in moments(game, 3):
        for side in game.seats:
            shown = words.pieces(state, 0), words.own_pieces(state, side)
            for seed in (1, 2):
                world = ask.determinized(state, side, seed)
                assert (words.pieces(world, 0), words.own_pieces(world, side)) == shown
            assert not np.shares_memory(world, state)
