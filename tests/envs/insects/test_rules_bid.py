"""Rounds and the Round Bid."""

from itertools import permutations

import pytest

from tests.envs.insects.positions import new_game, play

FOUR = "6a3 1 6b3 1 6c3 1 6d3"


def bid(lines: str, board: str = FOUR, players: int = 4, **rules):
    """Return a game whose first round is over."""
    return play(f"phase: bid\n{lines}\nboard:\n{board}\n", players=players, **rules)


@pytest.mark.rule("INS-8", "INS-S4")
def test_in_the_first_round_a_random_player_begins_and_the_others_follow_clockwise():
    orders = {new_game(seed=seed, players=4).order for seed in range(30)}
    assert orders == {"abcd", "bcda", "cdab", "dabc"}


@pytest.mark.rule("INS-7", "INS-8")
def test_a_round_ends_when_all_had_a_turn_and_only_later_rounds_begin_with_a_bid():
    game = new_game(seed=1, players=4)
    first = game.order
    turns = [first[0]]
    while not game.asked.endswith(" bid"):
        assert game.s["round_number"] == 1
        turn = "abcd"[game.s["active"]]
        turns += [turn] if turn != turns[-1] else []
        game.until(*(f"{p} bid" for p in "abcd"), *(f"{p} evolution" for p in "abcd" if p not in turns))
    assert "".join(turns) == first
    assert game.s["round_number"] == 2


@pytest.mark.rule("INS-T9", "INS-8")
@pytest.mark.parametrize("seats", [*permutations("abc")])
def test_initiative_picks_first_then_intelligence(seats):
    first, second, third = seats
    game = bid(
        f"play {first}: Initiative, Initiative, Intelligence\n"
        f"play {second}: Initiative, Initiative\n"
        f"play {third}: {', '.join(['Intelligence'] * 8)}\n",
        "6a3 1 6b3 1 6c3 1 6",
    )
    asked = [game.asked]
    asked.append(game.does("take 3").asked)
    game.does("take 2")
    assert asked == [f"{first} bid", f"{second} bid"]
    assert game.order[:3] == third + second + first


@pytest.mark.rule("INS-8")
def test_equal_intelligence_is_decided_by_movement():
    game = bid("play c: Movement\nplay a: Reproduction, Attack\n")
    assert game.asked == "c bid"


@pytest.mark.rule("INS-S5", "INS-8")
def test_ties_go_clockwise_from_the_last_rounds_first_player():
    game = bid("order: c a d b\n")
    asked = []
    for place in (4, 3, 2):
        asked.append(game.asked)
        game.does(f"take {place}")
    assert asked == ["c bid", "d bid", "a bid"]


@pytest.mark.rule("INS-T11", "INS-8")
def test_the_third_place_once_picked_is_offered_to_nobody_else():
    game = bid("play b: Initiative\n")
    assert game.asked == "b bid" and game.can == {"take 1", "take 2", "take 3", "take 4"}
    game.does("take 3")
    assert game.can == {"take 1", "take 2", "take 4"}
    game.does("take 1")
    assert game.can == {"take 2", "take 4"}
    game.does("take 2")
    assert game.order[2] == "b"


@pytest.mark.rule("INS-S6")
def test_the_last_place_is_not_asked():
    game = bid("play b: Initiative\nhand b: Hive, Sting\n", "6a3 1 6b3", 2)
    game.does("take 1")
    assert game.asked == "b evolution" and game.order == "ba"


HAND = "Initiative, Intelligence, Movement, Latency, Attack, Defense, Stack, Reproduction, Rush, Migration, Dormancy"


@pytest.mark.rule("INS-S6", "INS-W1", "INS-16")
def test_initiative_intelligence_movement_and_latency_may_be_used_in_a_bid_and_nothing_else():
    game = bid(f"hand a: {HAND}\n")
    assert game.asked == "a bid window"
    assert game.can == {"pass", "burn Initiative", "burn Intelligence", "burn Movement", "play Latency"}


@pytest.mark.rule("INS-W1", "INS-S5", "INS-A7")
def test_the_bids_window_asks_holders_in_the_last_rounds_order_and_again_after_a_card():
    game = bid("order: d b a c\nhand a: Initiative\nhand c: Movement, Movement\nhand d: Latency\nhand b: Hive\n")
    asked = [game.asked]
    for sentence in ("pass", "pass", "burn Movement", "pass", "burn Initiative", "pass", "pass"):
        asked.append(game.does(sentence).asked)
    assert asked == [f"{p} bid window" for p in "dacdadc"] + ["a bid"]


@pytest.mark.rule("INS-V6", "INS-P10")
def test_latency_gives_initiative_3_in_this_bid_only():
    game = bid("play a: Initiative, Initiative\nhand b: Latency\n", "6a3 1 6b3", 2)
    game.does("play Latency")
    assert game.asked == "b bid"
    game.does("take 2")
    assert not game.s["latency"].any()
    beaten = bid("play a: Initiative, Initiative, Initiative, Initiative\nhand b: Latency\n", "6a3 1 6b3", 2)
    assert beaten.does("play Latency").asked == "a bid"


@pytest.mark.rule("INS-16", "INS-8")
@pytest.mark.parametrize("kind", ["Initiative", "Intelligence", "Movement"])
def test_a_card_burnt_in_a_bid_counts_until_the_bid_ends(kind):
    game = bid(f"hand b: {kind}, Sting\n", "6a3 1 6b3", 2)
    game.does(f"burn {kind}")
    assert game.force("b", kind) == 1
    assert game.asked == "b bid"
    game.does("take 2")
    assert game.force("b", kind) == 0
    assert game.discards == [kind]


@pytest.mark.rule("INS-S7")
def test_the_eliminated_neither_bid_nor_hold_a_place():
    game = bid("order: b c a d\nhand c: Latency, Initiative\n", "6a3 1 6 1 6c3 1 6d3")
    game.does("burn Initiative", "play Latency")
    assert game.asked == "c bid" and game.can == {"take 1", "take 2", "take 3"}
    game.does("take 3")
    assert game.can == {"take 1", "take 2"}
    game.does("take 1")
    assert game.order[2:] == "cb"


@pytest.mark.rule("INS-S7")
def test_a_bid_asks_at_most_once_a_card_and_a_player():
    hands = {"a": "Latency, Movement", "b": "Initiative, Initiative", "c": "Intelligence", "d": "Movement"}
    game = bid("".join(f"hand {p}: {cards}\n" for p, cards in hands.items()))
    decisions = 0
    while "bid" in game.asked:
        cards = sorted(sentence for sentence in game.can if sentence != "pass")
        game.does(cards[0])
        decisions += 1
    assert decisions <= 6 + 4
