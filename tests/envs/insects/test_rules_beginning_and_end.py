"""What a new game does not take over from another one, and what is over with a turn or a game."""

import numpy as np
import pytest

from swarmzoo.envs.insects import state
from swarmzoo.envs.insects.terrain import DIRT
from swarmzoo.envs.insects.victory import NOT_ENDED
from tests.envs.insects.positions import Playing, new_game, play

ZERO = """
done deck_ended out winner turn latency frenzy rush molt dormant in_play mimicked force burnt discards plays burns
cycle migration burst known moves_made group steps may_drop may_pick_up count_for count_class counted fought struck
kills unplaced home move_begun move_given_up window_used picker asked_from negated discards_due played_as_burn
"""
NOTHING_YET = {
    **dict.fromkeys(ZERO.split(), 0),
    **dict.fromkeys(["fight", "target", "high_digit", "played", "chosen", "chosen_too", "played_card"], -1),
    **dict.fromkeys(["reactor", "played_by", "played_at", "picking", "place_taken"], state.NOBODY),
    "ending": NOT_ENDED,
    "question": state.NO_QUESTION,
}
RICH = """
phase: attack
round: 3
play a: Sting, Wings
play b: Hive
hand a: Attack, Rush, Feeding Frenzy
hand b: Molt, Queen
board:
6 1a9b9 1 2a3 1 1b4 6
"""


def rich() -> Playing:
    """Return a game in which much has happened."""
    game = play(RICH)
    while game.asked.endswith("window"):
        game.act(int(np.flatnonzero(game.s["mask"])[-1]))
    return game


@pytest.mark.rule("INS-6", "INS-S42")
@pytest.mark.parametrize("seed", [0, 1])
def test_a_new_game_takes_nothing_over_from_the_one_before(seed):
    used = rich()
    assert used.s["fight"] >= 0 or used.s["fought"].any()
    fresh = Playing(used.game).reset(seed)
    used.reset(seed)
    different = [name for name in fresh.s.dtype.names if (np.asarray(used.s[name]) != np.asarray(fresh.s[name])).any()]
    assert different == []


@pytest.mark.rule("INS-6", "INS-7")
@pytest.mark.parametrize("config", [{}, {"players": 4, "extra_cards": True}])
def test_at_the_first_decision_nothing_has_been_played_fought_or_counted(config):
    s = new_game(3, **config).s
    begun = [name for name, value in NOTHING_YET.items() if (np.asarray(s[name]) != value).any()]
    assert begun == []


@pytest.mark.rule("INS-16", "INS-V4")
def test_what_holds_for_a_turn_is_over_when_the_next_one_begins():
    game = play("phase: move\nhand a: Migration\nboard:\n6 1a2 1 1a1 1 1b4 6\n").does("play Migration")
    assert game.s["migration"] > 0
    game.until("b pick")
    for name in ("cycle", "migration", "burst", "frenzy", "rush", "molt", "dormant", "burnt"):
        assert not game.s[name].any(), name
    assert game.s["fight"] == -1


@pytest.mark.rule("INS-1")
def test_when_a_game_is_over_nothing_is_legal_and_nobody_is_asked():
    game = play("phase: attack\nboard:\n6 1a9b1 1\n").until("nobody")
    assert game.winners == "a" and not game.s["mask"].any() and game.s["actor"] == state.NOBODY


@pytest.mark.rule("INS-P1", "INS-S2")
def test_maps_are_drawn_again_before_water_is_drained():
    weights = (1, 0, 1, 1, 1, 6, 1, 1, 1, 1)  # Dirt is never drawn: only drained water becomes Dirt
    for seed in range(8):
        terrain = new_game(seed, radius=2, rules={"terrain_weights": weights}).s["terrain"][:19]
        assert not (terrain == DIRT).any(), seed
