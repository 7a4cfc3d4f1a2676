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
bans_lifted
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


@pytest.mark.rule("INS-W5", "INS-E10", "INS-S5")
def test_whoever_plays_a_card_the_active_player_is_asked_first_for_a_reaction():
    board = "6 1a2 1 1b1 1 1c1 1 1d1 6"
    lines = "hand b: Dormancy\nhand a: React Quickly\nhand c: React Quickly"
    cards = {"react_quickly": 2}
    game = play(f"phase: move\nactive: a\n{lines}\nboard:\n{board}\n", players=4, base_stack=900, cards=cards)
    assert game.asked == "b move window"
    game.does("play Dormancy")
    assert game.asked == "a reaction"
    game.does("pass")
    assert game.asked == "c reaction"


@pytest.mark.rule("INS-A7", "INS-W5")
def test_where_windows_ask_everybody_whoever_played_the_card_is_not_asked_about_it():
    board = "6 1a2 1 1b1 1 1c1 1 1d1 6"
    given = {"players": 4, "base_stack": 900, "windows": "all"}
    game = play(f"phase: move\nactive: a\nhand a: Migration\nboard:\n{board}\n", **given).until("a pick")
    asked = []
    game.does("play Migration")
    while game.asked.endswith("reaction"):
        asked.append(game.asked[0])
        game.does("pass")
    assert asked == ["b", "c", "d"]


@pytest.mark.rule("INS-A11", "INS-S39")
def test_after_a_theft_in_vain_every_event_that_is_seen_leaves_one_less_in_that_hand():
    lines = "hand a: Co-Opt Evolution\nhand b: Dormancy, Rush, Latency"
    game = play(f"phase: reproduction\n{lines}\nboard:\n6 1a2 1 1 1 1b1 6\n", base_stack=900)
    game.does("play Co-Opt Evolution")
    assert game.s["least_events"].tolist() == [0, 3]
    game.until("b move window").does("play Dormancy")
    assert game.s["least_events"].tolist() == [0, 2]


@pytest.mark.rule("INS-16", "INS-S11", "INS-A7")
@pytest.mark.parametrize(("copied", "is_asked"), [("Defense", True), ("Blood Suckers", True), ("Stack", False)])
def test_who_holds_a_mimic_is_asked_in_a_fight_if_a_kind_that_fits_lies_in_play(copied, is_asked):
    game = play(f"phase: attack\nplay a: {copied}\nhand b: Mimic\nboard:\n6 1a9b9 1 1a1 1b1 6\n", base_stack=900)
    assert (game.asked == "b fight window" and "burn Mimic" in game.can) == is_asked


@pytest.mark.rule("INS-13", "INS-S27")
def test_only_those_who_stand_in_the_space_count_for_who_strikes_first():
    lines = "active: a\nplay c: Initiative, Initiative"
    board = "6 1a9b2 1 1a1 1 1b3 1 1c1 1d1 6"
    game = play(f"phase: attack\n{lines}\nboard:\n{board}\n", players=4, base_stack=900).until("b pick", "b evolution")
    assert game.bugs("a", "A2") == 7 and game.bugs("b", "A2") == 0, "both strike at once: 9 kill 2, and 2 kill 2"


@pytest.mark.rule("INS-6", "INS-A11")
def test_everybody_knows_that_a_first_hand_holds_an_evolution_card():
    s = new_game(5, players=3, rules={"decks": 1}).s
    assert s["least_evolutions"].tolist() == [1, 1, 1] and not s["least_events"].any()
