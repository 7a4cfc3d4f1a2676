"""Event Phase, the end of a turn and the end of the game."""

import numpy as np
import pytest

from swarmzoo.envs.core.kernel import JIT
from tests.envs.insects.positions import new_game, play


def after(phase: str, board: str, lines: str = "", **rules):
    """Return what comes of a position in one of the last phases of a's turn."""
    rules = {"base_reproduction": 0} | rules
    return play(f"phase: {phase}\n{lines}\nboard:\n{board}\n", **rules)


@pytest.mark.rule("INS-15", "INS-9")
def test_the_player_draws_the_top_2_cards_in_the_event_phase():
    game = after("event", "6a3 1 6b3", "deck: Sting, Rush, Hive")
    assert game.hand("a") == ["Attack", "Rush"] and game.hand("b") == []
    assert game.told("CARDS_DRAWN") == [[0, 2, 0, 0]] and game.asked == "b pick"


@pytest.mark.rule("INS-9")
def test_the_six_phases_follow_in_order():
    game = play("phase: evolution\nhand a: Hive\nhand b: Swarm, Queen\nboard:\n6a3  1b3  6b3  0a9\n")
    game.does("place A1", "pick A1", "count 2")
    assert game.asked == "b evolution"
    assert list(dict.fromkeys(name for name, _ in game.story())) == [
        "EVOLUTION_PLAYED",
        "INSECT_PLACED",
        "GROUP_MOVED",
        "FIGHT_BEGINS",
        "STRIKE",
        "STACK_CUT",
        "CARDS_DRAWN",
        "SAND_TOOK",
        "TURN_BEGINS",
    ]


@pytest.mark.rule("INS-2.0", "INS-P9")
def test_a_stack_that_ends_its_turn_on_sand_loses_an_insect():
    game = after("turn end", "0a3 0a1 1a2 6b3 0b2", "")
    assert game.stacks("a") == {"A1": 2, "A3": 2} and game.bugs("b", "A5") == 2
    assert after("turn end", "0a3 6b3 0b2", sand_scope="all").bugs("b", "A3") == 1
    assert after("turn end", "0a3 6b3 0b2", sand_loss=2).bugs("a") == 1


@pytest.mark.rule("INS-2.0", "INS-14", "INS-S37")
def test_sand_comes_after_the_stack_limit():
    assert after("stack limit", "0a3 6 6b3 1a1", "play a: Hive").stacks("a") == {"A1": 1, "A4": 1}


@pytest.mark.rule("INS-1", "INS-P2")
def test_a_swarm_wins_at_the_end_of_a_turn_with_every_den():
    game = after("turn end", "6a3 6a1 1 1b3")
    assert game.ending == "all Dens" and game.winners == "a" and game.pay == [1.0, -1.0]
    assert after("turn end", "6a3 6 1 1b3").asked == "b pick"


@pytest.mark.rule("INS-P2")
def test_a_den_is_controlled_by_a_stack_alone_in_it():
    assert after("turn end", "6a3 6a3b1 1 1b3").asked == "b pick"
    most = after("turn end", "6a3 6a3b1 1 1b3", den_control="most")
    assert most.winners == "a"
    assert after("turn end", "6a3 6a3b3 1 1b3", den_control="most").asked == "b pick"


@pytest.mark.rule("INS-P2", "INS-1")
def test_the_other_swarm_can_win_at_the_end_of_my_turn():
    game = after("turn end", "1a3 6b1 1 6b3")
    assert game.winners == "b" and game.pay == [-1.0, 1.0]


@pytest.mark.rule("INS-P4", "INS-15", "INS-1")
def test_the_game_ends_after_the_draw_that_empties_the_deck():
    game = after("event", "6a3 1a1 6b3", "deck: Hive, Sting\ndeck only: yes")
    assert game.ending == "deck's end" and game.winners == "a" and len(game.hand("a")) == 2
    short = after("event", "6a3 1a1 6b3", "deck: Hive\ndeck only: yes")
    assert short.ending == "deck's end" and short.hand("a") == ["Stack"]
    assert after("event", "6a3 1a1 6b3", "deck: Hive, Sting, Wings\ndeck only: yes").asked == "b pick"


@pytest.mark.rule("INS-P4")
def test_literally_the_game_ends_after_a_phase_that_begins_with_an_empty_deck():
    lines = "deck: Hive, Sting\ndeck only: yes"
    game = after("event", "6a3 1a1 6b3", lines, deck_end="literal")
    assert game.asked == "b pick" and game.cards_left == 0
    game.passes()
    assert game.ending == "deck's end"


@pytest.mark.rule("INS-P3", "INS-1")
def test_at_the_decks_end_most_spaces_win_and_only_sole_occupants_hold_one():
    end = {"deck": "Hive\ndeck only: yes"}
    game = after("event", "6a1 1b9 1a3b1 1a3b1 6b1", f"deck: {end['deck']}")
    assert game.winners == "b"
    assert after("event", "6a1 1b9 1a3b1 1a3b1 6b1", f"deck: {end['deck']}", space_control="most").winners == "a"


@pytest.mark.rule("INS-P3")
def test_equal_spaces_go_to_more_insects_then_first_place_is_shared():
    lines = "deck: Hive\ndeck only: yes"
    assert after("event", "6a3 1a1 1b1 6b2", lines).winners == "a"
    shared = after("event", "6a3 1a1 1b1 6b3", lines)
    assert shared.winners == "ab" and shared.pay == [0.0, 0.0]
    assert after("event", "6a3 1a1 1b1 6b2", lines, space_ties="shared").winners == "ab"


@pytest.mark.rule("INS-A4")
def test_k_of_n_who_share_first_place_get_n_minus_k_over_k_times_n_minus_1():
    lines = "deck: Hive\ndeck only: yes"
    one = after("event", "6a3 1a1 6b3 6c3 6d3", lines, players=4)
    assert one.pay == [1.0] + [round(-1 / 3, 6)] * 3
    two = after("event", "6a3 1a1 6b3 1b1 6c3 6d3", lines, players=4)
    assert two.pay == [round(2 / 6, 6)] * 2 + [round(-1 / 3, 6)] * 2
    three = after("event", "6a3 6b3 6c3 1d2", lines, players=4)
    assert three.pay == [round(1 / 9, 6)] * 3 + [round(-1 / 3, 6)]
    assert after("event", "6a3 6b3 6c3 1d3", lines, players=4).pay == [0.0] * 4
    assert new_game().pay == [0.0, 0.0]


@pytest.mark.rule("INS-S37")
def test_sand_and_eliminations_come_before_the_dens():
    buried = after("turn end", "6a3 6a1 0a1 1b3 0")
    assert buried.winners == "a"
    dead = after("turn end", "0a1 6b3 6c3 6d3", players=4)
    assert dead.s["out"].tolist() == [1, 0, 0, 0] and dead.told("SAND_TOOK") == [[0, 0, 1, 0]]
    last = after("turn end", "0a1 6b3 6")
    assert last.ending == "last swarm" and last.winners == "b"


@pytest.mark.rule("INS-S37")
def test_the_dens_come_before_the_decks_end():
    lines = "deck: Hive\ndeck only: yes"
    game = after("event", "6a1 6a1 1b1 1b1 1b1", lines)
    assert game.ending == "all Dens" and game.winners == "a"


@pytest.mark.rule("INS-S37")
def test_the_event_draw_comes_before_sand():
    game = after("event", "0a1 6b3 6", "deck: Hive, Sting, Wings")
    assert game.told("CARDS_DRAWN") == [[0, 2, 0, 0]] and game.ending == "last swarm"


@pytest.mark.rule("INS-P5", "INS-7")
def test_the_eliminated_have_no_turn():
    game = after("turn end", "6a3 1 6c3 6d3", "order: a b c d", players=4)
    assert game.asked == "c pick"


@pytest.mark.rule("INS-S42")
def test_max_rounds_ends_the_game_as_the_decks_end_does():
    lines = "active: b\nround: 2"
    game = after("turn end", "6a3 1 1a1 6b3", lines, max_rounds=2)
    assert game.ending == "round limit" and game.winners == "a" and game.pay == [1.0, -1.0]
    assert after("turn end", "6a3 1 1a1 6b3", lines, max_rounds=3).asked == "a bid"
    assert after("turn end", "6a3 1 1a1 6b3", "active: a\nround: 2", max_rounds=2).asked == "b pick"


def phases_to_the_end(game) -> tuple[int, int]:
    """Play on passively to the deck's end; return the number of Event Phases and the cards of the last draw."""
    drawn, logged = [], 0
    while True:
        drawn += [cards for _, cards, *_ in game.told("CARDS_DRAWN", logged)]
        logged = int(game.s["logged"])
        if game.s["done"]:
            return len(drawn), drawn[-1]
        game.act(int(np.flatnonzero(game.s["mask"])[0]))


@pytest.mark.rule("INS-T7", "INS-P4", "INS-15")
@pytest.mark.skipif(not JIT, reason="whole games take too long uncompiled")
@pytest.mark.parametrize(("players", "cards", "phases", "last"), [(2, 69, 35, 1), (2, 67, 34, 1), (4, 65, 33, 1)])
def test_69_67_and_65_cards_are_enough_for_35_34_and_33_event_phases(players, cards, phases, last):
    away = 73 - cards
    discards = f"discards: {', '.join(['Stack'] * away)}"
    board = {2: "6a1 1 1 6b1", 4: "6a1 1 6b1 1 6c1 1 6d1"}[players]
    game = after("evolution", board, discards, players=players, extra=False, base_stack=50)
    assert game.cards_left == cards
    assert phases_to_the_end(game) == (phases, last)
