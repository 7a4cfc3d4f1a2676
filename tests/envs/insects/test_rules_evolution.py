"""The Evolution Phase, and what the attributes are."""

import pytest

from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_ATTRIBUTES
from tests.envs.insects.positions import new_game, play

ATTRIBUTES = KIND_NAMES[:NUM_ATTRIBUTES]


def evolution(lines: str, board: str = "6a3 1 1 6b3", **rules):
    """Return a game in a's Evolution Phase."""
    return play(f"phase: evolution\n{lines}\nboard:\n{board}\n", **rules)


@pytest.mark.rule("INS-4")
def test_all_seven_attributes_begin_at_1():
    game = new_game()
    assert [game.attribute("a", kind) for kind in ATTRIBUTES] == [1] * 7


@pytest.mark.rule("INS-17", "INS-4")
@pytest.mark.parametrize("kind", ATTRIBUTES)
def test_a_card_raises_the_attribute_it_names_by_1_and_no_other(kind):
    game = evolution(f"hand a: {kind}, Waterbugs")
    game.does(f"play {kind}")
    assert {k: game.attribute("a", k) for k in ATTRIBUTES} == dict.fromkeys(ATTRIBUTES, 1) | {kind: 2}
    assert game.attribute("b", kind) == 1


@pytest.mark.rule("INS-10", "INS-5")
def test_one_evolution_card_goes_into_play_for_good():
    game = evolution("hand a: Hive, Sting, Wings\nhand b: Chitin, Queen")
    game.does("play Stack")
    assert game.asked == "a pick"
    assert game.in_play("a") == ["Stack"] and game.hand("a") == ["Attack", "Movement"]
    game.until("b evolution")
    assert game.force("a", "Stack") == 1
    game.until("a bid", "b bid")
    assert game.in_play("a")[:1] == ["Stack"] and "Stack" not in game.discards


@pytest.mark.rule("INS-10")
def test_a_card_works_at_once():
    game = evolution("hand a: Intelligence, Sting, Bite, Rush, Latency")
    game.does("play Intelligence")
    assert game.asked != "a excess" and len(game.hand("a")) == 4  # the limit is 2 + 2


@pytest.mark.rule("INS-P7")
def test_whoever_holds_an_evolution_card_plays_one():
    assert evolution("hand a: Hive, Sting, Rush").can == {"play Stack", "play Attack"}


@pytest.mark.rule("INS-P7")
def test_under_the_house_rule_the_play_is_a_choice():
    game = evolution("hand a: Hive, Sting, Wings, Chitin", evolution_play="may")
    assert game.can == {"pass", "play Stack", "play Attack", "play Movement", "play Defense"}
    game.passes()
    assert game.in_play("a") == [] and game.asked == "a excess"


@pytest.mark.rule("INS-P7", "INS-10")
def test_the_hand_limit_is_checked_after_the_play():
    game = evolution("hand a: Hive, Sting, Wings, Chitin")
    game.does("play Attack")
    assert game.asked != "a excess" and len(game.hand("a")) == 3


@pytest.mark.rule("INS-T6", "INS-10")
def test_a_hand_holds_at_most_3_cards_with_intelligence_1():
    game = evolution("hand a: Hive, Sting, Wings, Rush, Latency")
    game.does("play Stack")
    assert game.asked == "a excess" and len(game.hand("a")) == 4
    game.does("discard Rush")
    assert game.asked != "a excess" and len(game.hand("a")) == 3
    assert game.discards == ["Rush"]


@pytest.mark.rule("INS-10")
def test_without_an_evolution_card_the_phase_goes_by_but_the_hand_is_still_cut():
    game = evolution("hand a: Rush, Latency, Migration, Energy Burst")
    assert game.asked == "a excess"


@pytest.mark.rule("INS-S8")
def test_no_event_card_is_played_in_the_evolution_phase():
    game = evolution("hand a: Hive, Sting, Adaptation, Devolution, Cocoon\nhand b: React Quickly\nplay b: Chitin")
    assert game.can == {"play Stack", "play Attack"}
    game.does("play Stack")
    assert game.asked[0] == "a"  # nothing for React Quickly to answer


@pytest.mark.rule("INS-S9", "INS-16")
def test_an_excess_evolution_card_is_burnt_and_an_excess_event_discarded():
    game = evolution("hand a: Hive, Sting, Wings, Rush, Latency, Chitin")
    game.does("play Attack")
    assert game.can == {"burn Stack", "burn Movement", "burn Defense", "discard Rush", "discard Latency"}
    game.does("burn Movement")
    assert game.asked == "a excess" and game.force("a", "Movement") == 1
    game.does("discard Latency")
    assert game.asked != "a excess" and game.hand("a") == ["Defense", "Stack", "Rush"]
    game.until("b pick")
    assert game.force("a", "Movement") == 0


@pytest.mark.rule("INS-S10")
def test_intelligence_burnt_as_excess_raises_the_limit_by_1():
    hand = "hand a: Hive, Sting, Wings, Antennae, Chitin, Queen"
    game = evolution(hand).does("play Stack", "burn Intelligence")
    assert game.asked != "a excess" and len(game.hand("a")) == 4
    game = evolution(hand).does("play Stack", "burn Attack")
    assert game.asked == "a excess"


@pytest.mark.rule("INS-S11", "INS-E7")
def test_mimic_needs_an_evolution_in_play_of_any_player():
    assert "play Mimic" not in evolution("hand a: Mimic, Hive, Sting").can
    game = evolution("hand a: Mimic, Hive\nplay b: Wings, Queen")
    game.does("play Mimic")
    assert game.asked == "a mimic kind" and game.can == {"choose Movement", "choose Reproduction"}
    game.does("choose Movement")
    assert game.in_play("a") == ["Mimic"] and game.attribute("a", "Movement") == 2


@pytest.mark.rule("INS-S11", "INS-10")
def test_mimic_alone_in_the_hand_with_nothing_to_copy_is_not_played():
    game = evolution("hand a: Mimic")
    assert game.hand("a") == ["Mimic"] and game.in_play("a") == []


@pytest.mark.rule("INS-S11", "INS-P14")
def test_a_mimic_counts_as_what_it_copies_when_the_original_is_gone():
    game = evolution("hand a: Mimic, Hive\nplay b: Mimic=Wings, Queen", cards={"mimic": 2})
    game.does("play Mimic")
    assert game.can == {"choose Movement", "choose Reproduction"}


@pytest.mark.rule("INS-P14")
def test_a_mimic_keeps_its_effect_unless_the_house_rule_ties_it_to_the_original():
    text = "play b: Mimic=Wings\nhand a: Hive, Sting"
    assert evolution(text).attribute("b", "Movement") == 2
    assert evolution(text, mimic_lasts=False).attribute("b", "Movement") == 1
    assert evolution(text + "\nplay a: Jumping", mimic_lasts=False).attribute("b", "Movement") == 2


@pytest.mark.rule("INS-S11", "INS-S9", "INS-E7")
def test_a_mimic_burnt_as_excess_copies_until_the_turn_ends():
    game = evolution("hand a: Mimic, Hive, Rush, Latency, Migration\nplay b: Wings, Queen")
    game.does("play Stack", "burn Mimic")
    assert game.can == {"choose Movement", "choose Reproduction", "choose Stack"}
    game.does("choose Movement")
    assert game.attribute("a", "Movement") == 2 and "Mimic" in game.discards
    game.until("b pick")
    assert game.attribute("a", "Movement") == 1


@pytest.mark.rule("INS-P14", "INS-S11")
def test_a_mimic_without_effect_is_not_copied():
    lines, two = "hand a: Mimic, Hive\nplay b: Mimic=Wings", {"mimic": 2}
    assert evolution(lines, mimic_lasts=False, cards=two).asked != "a evolution"  # only Hive can be played
    assert evolution(lines, cards=two).can == {"play Stack", "play Mimic"}
    both = evolution(lines + ", Jumping", mimic_lasts=False, cards=two).does("play Mimic")
    assert both.attribute("a", "Movement") == 2


@pytest.mark.rule("INS-P14", "INS-S11", "INS-E9")
def test_metamorphosis_leaves_a_mimic_something_in_force_to_copy():
    lines = "phase: move\nhand a: Metamorphosis, Mimic\nplay a: Mimic=Wings, Queen\nboard:\n6 1a1 1 1 6b3\n"
    game = play(lines, cards={"mimic": 2}).does("play Metamorphosis")
    assert game.can == {"choose Reproduction", "choose Mimic"}
    game = play(lines, mimic_lasts=False, cards={"mimic": 2}).does("play Metamorphosis")
    assert game.asked == "a pick" and game.attribute("a", "Reproduction") == 3  # only Mimic could go
