"""The contract at decisions that games at random seldom meet."""

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from tests.census import faults
from tests.rare_play import looks, rare_moments, rare_play
from tests.scenarios import RICH
from tests.worlds import played_out

LOOKS = 150  # questions about worlds in each configuration


@pytest.fixture(scope="module", params=RICH, ids=[scenario.name for scenario in RICH])
def rich(request):
    """A configuration in which much can happen."""
    return request.param


def size_of(game) -> tuple[int, int]:
    """Return how many games are played, and how many steps at most."""
    return (48, 900) if game.sequential else (4, 60)


def test_whoever_is_asked_has_a_legal_action_and_nothing_gets_lost(rich):
    game, met = rich.game, set()
    for table, _, moments in rare_play(game, *size_of(game)):
        met |= set(moments.tolist())
        last = table
    assert not [fault for i in range(last.n) for fault in faults(game, last.states[i : i + 1])]
    assert len(met) > 1 or not game.sequential


def test_what_a_seat_cannot_know_shows_neither_in_observation_nor_mask_nor_prompt(rich):
    """Two positions that differ only in that are one to the seat; and each of them can be played on."""
    game, questions = rich.game, Questions(rich.game)
    states = rare_moments(game, *size_of(game), each=3, seed=1)
    pairs = [(state, agent) for state in states for agent in range(game.num_agents)]
    worlds = []
    for k in np.unique(np.linspace(0, len(pairs) - 1, LOOKS).astype(int)):
        state, agent = pairs[k]
        worlds.append(questions.determinized(state, game.side_of_agent[agent], int(k)))
        assert looks(questions, worlds[-1], agent) == looks(questions, state, agent)
    played_out(game, worlds)
