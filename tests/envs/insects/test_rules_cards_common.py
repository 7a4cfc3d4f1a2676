"""Cards in general, and the Event cards of the common deck."""

import pytest

from swarmzoo.envs.insects.state import DISCARDED
from tests.envs.insects.positions import play

LINE = "6 1a2 1 1a1 1 1b3 6"
RULES = {"base_stack": 900}


def at(phase: str, lines: str = "", board: str = LINE, **rules):
    """Return a game in one of a's phases."""
    return play(f"phase: {phase}\n{lines}\nboard:\n{board}\n", **(RULES | rules))


@pytest.mark.rule("INS-5")
def test_an_event_card_is_discarded_when_it_is_played_and_an_evolution_stays():
    game = at("evolution", "hand a: Hive, Reproductive Cycle, Sting")
    game.does("play Stack", "play Reproductive Cycle")
    assert game.in_play("a") == ["Stack"] and game.discards == ["Reproductive Cycle"]


@pytest.mark.rule("INS-P14")
def test_the_discards_stay_and_can_be_seen():
    game = at("move", "hand a: Migration\ndiscards: Sting, Rush").does("play Migration")
    assert sorted(game.discards) == ["Attack", "Migration", "Rush"]
    assert (game.s["where"] == DISCARDED).sum() == 3


@pytest.mark.rule("INS-5", "INS-V2", "INS-V3", "INS-V4", "INS-P10")
@pytest.mark.parametrize(
    ("card", "moments"),
    [
        ("Feeding Frenzy", {"fight"}),
        ("Reproductive Cycle", {"reproduction"}),
        ("Energy Burst", {"step"}),
        ("Migration", {"pick", "step"}),
        ("Rush", {"fight"}),
        ("Latency", {"bid"}),
    ],
)
def test_each_event_card_is_played_in_the_phase_that_it_affects(card, moments):
    found = {moment for moment, game in moments_of(f"hand a: {card}") if f"play {card}" in game.can}
    assert found == moments


def moments_of(lines: str):
    """Yield a game at each kind of moment of a's turn and of a bid, with all of them asking something."""
    yield "evolution", at("evolution", lines + ", Hive, Sting")
    yield "reproduction", at("reproduction", lines + ", Queen")
    yield "pick", at("move", lines)
    yield "step", at("move", lines, base_movement=2).does("pick A4", "go east")
    yield "fight", at("attack", lines + ", Sting", "6 1a3b3 1 6b1")
    yield "limit", at("stack limit", lines + ", Hive", "6 1a3 1 1b1 6", base_stack=1)
    yield "bid", play(f"phase: bid\n{lines}, Ambush\nboard:\n{LINE}\n")


@pytest.mark.rule("INS-V1", "INS-V5", "INS-P10")
def test_rush_and_feeding_frenzy_are_played_in_any_players_attack_phase():
    game = at("attack", "hand b: Rush, Feeding Frenzy\nactive: a", "6 1a9b3 1 6b1")
    assert game.asked == "b fight window" and game.can == {"pass", "play Rush", "play Feeding Frenzy"}


@pytest.mark.rule("INS-16", "INS-W2", "INS-W3", "INS-W4")
@pytest.mark.parametrize(
    ("phase", "board", "card"),
    [
        ("move", LINE, "Webs"),
        ("attack", "6a1 1a3b3 1 6b1", "Attack"),
        ("attack", "6a1 1a3b3 1 6b1", "Blood Suckers"),
        ("stack limit", "6 6a5 1b1 6", "Revulsion"),
    ],
)
def test_evolution_cards_are_burnt_in_the_turns_of_others_until_the_turn_ends(phase, board, card):
    rules = {"base_stack": 1} if phase == "stack limit" else {}
    game = at(phase, f"hand b: {card}, Rampage", board, **rules)
    assert game.asked[0] == "b" and f"burn {card}" in game.can
    game.does(f"burn {card}")
    if phase == "move":
        assert game.force("b", card) == 1
    game.until("b pick", "b evolution", "b excess", "b reproduction phase")
    assert game.force("b", card) == 0
    assert card in game.discards and card not in game.hand("b")


def test_the_cards_that_were_played_and_burnt_are_counted():
    game = at("evolution", "hand a: Hive, Sting, Wings, Chitin, Bite, Migration\nhand b: React Quickly")
    game.does("play Stack", "burn Attack", "burn Movement").until("a pick")
    game.does("play Migration", "play React Quickly")
    plays, burns = game.s["plays"], game.s["burns"]
    assert [plays[0].sum(), plays[1].sum(), burns[0].sum(), burns[1].sum()] == [2, 1, 2, 0]


@pytest.mark.rule("INS-16")
def test_only_cards_of_the_hand_are_burnt():
    game = at("attack", "play a: Attack\nhand a: Bite", "6a1 1a3b3 1 6b1")
    game.does("burn Attack")
    assert game.in_play("a") == ["Attack"]


@pytest.mark.rule("INS-5", "INS-17")
def test_the_deck_holds_a_card_once_so_play_never_makes_or_loses_one():
    game = at("evolution", "hand a: Hive, Sting, Wings, Rush, Migration, Chitin\nhand b: Bite, Queen")
    for _ in range(60):
        if game.s["done"]:
            break
        counted = game.s["hand"].sum() + game.s["in_play"].sum() + game.s["discards"].sum() + game.cards_left
        assert counted == 89
        game.does(sorted(game.can)[-1])
