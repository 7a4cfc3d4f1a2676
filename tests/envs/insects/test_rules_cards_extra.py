"""The optional cards that are played as events, and React Quickly."""

import pytest

from tests.envs.insects.positions import play

LINE = "6 1a2 1 1a1 1 1b3 6"


def at(phase: str, lines: str = "", board: str = LINE, **rules):
    """Return a game in one of a's phases."""
    return play(f"phase: {phase}\n{lines}\nboard:\n{board}\n", **({"base_stack": 900} | rules))


@pytest.mark.rule("INS-E8")
def test_adaptation_draws_2_cards_then_discards_2():
    game = at("move", "hand a: Adaptation, Hive\ndeck: Rush, Sting, Wings").does("play Adaptation")
    assert game.asked == "a adaptation discard"
    assert game.can == {"discard Stack", "discard Rush", "discard Attack"}
    game.does("discard Stack")
    assert game.asked == "a adaptation discard"
    game.does("discard Rush")
    assert game.asked == "a pick" and game.hand("a") == ["Attack"]
    assert game.discards == ["Stack", "Rush", "Adaptation"]


@pytest.mark.rule("INS-S36", "INS-S35", "INS-E8")
def test_adaptation_with_fewer_cards_discards_all_of_them():
    game = at("move", "hand a: Adaptation\ndeck: Rush\ndeck only: yes").does("play Adaptation")
    assert game.hand("a") == [] and game.asked == "a pick"
    bare = at("move", "hand a: Adaptation, Hive\ndeck: Rush, Bite, Wings", adaptation_draw=0)
    assert bare.does("play Adaptation").hand("a") == []


@pytest.mark.rule("INS-S35")
@pytest.mark.parametrize("card", ["Adaptation", "Cocoon"])
def test_a_deck_that_runs_dry_before_the_event_phase_ends_the_game_only_after_it(card):
    board = "6a3 1 1 1a1 6b3"
    game = at("move", f"hand a: {card}\ndeck: Rush, Hive\ndeck only: yes", board).does(f"play {card}")
    assert game.cards_left == 0
    assert game.told("CARDS_DRAWN")[0] == [0, 2, 0, 0]
    if card == "Adaptation":
        assert not game.s["done"]
        game.does("discard Stack", "pass")
    assert game.ending == "deck's end" and game.told("CARDS_DRAWN")[-1] == [0, 0, 0, 0]


@pytest.mark.rule("INS-E9", "INS-S40")
def test_metamorphosis_discards_an_own_card_in_play_and_plays_one_of_the_hand():
    game = at("move", "hand a: Metamorphosis, Hive, Rush, Sting\nplay a: Wings, Queen\nplay b: Chitin")
    game.does("play Metamorphosis")
    assert game.asked == "a own card" and game.can == {"choose Movement", "choose Reproduction"}
    game.does("choose Movement")
    assert game.asked == "a card from hand" and game.can == {"choose Stack", "choose Attack"}
    game.does("choose Attack")
    assert sorted(game.in_play("a")) == ["Attack", "Reproduction"] and game.hand("a") == ["Stack", "Rush"]
    assert game.discards == ["Movement", "Metamorphosis"] and game.attribute("a", "Movement") == 1


@pytest.mark.rule("INS-E9")
def test_metamorphosis_needs_a_card_in_play_and_an_evolution_in_the_hand():
    assert "play Metamorphosis" not in at("move", "hand a: Metamorphosis, Hive\nplay b: Wings").can
    assert "play Metamorphosis" not in at("move", "hand a: Metamorphosis, Rush\nplay a: Wings\nplay b: Queen").can
    assert "play Metamorphosis" not in at("move", "hand a: Metamorphosis, Mimic\nplay a: Wings").can  # none to copy


@pytest.mark.rule("INS-E9", "INS-S11")
def test_a_mimic_that_comes_by_metamorphosis_says_what_it_copies():
    game = at("move", "hand a: Metamorphosis, Mimic\nplay a: Wings, Queen\nplay b: Chitin").does("play Metamorphosis")
    game.does("choose Movement")
    assert game.asked == "a mimic kind" and game.can == {"choose Reproduction", "choose Defense"}
    game.does("choose Defense")
    assert game.attribute("a", "Defense") == 2 and game.asked == "a pick"


@pytest.mark.rule("INS-E10", "INS-S38", "INS-W5")
def test_react_quickly_negates_the_event_card_just_played():
    game = at("move", "hand a: Migration, Antennae\nhand b: React Quickly").does("play Migration")
    assert game.asked == "b reaction" and game.can == {"pass", "play React Quickly"}
    game.does("play React Quickly")
    assert game.s["migration"] == 0 and game.discards == ["Migration", "React Quickly"]
    assert game.asked == "a pick" and "play Migration" not in game.can
    passed = at("move", "hand a: Migration\nhand b: React Quickly").does("play Migration", "pass")
    assert passed.s["migration"] == 3


@pytest.mark.rule("INS-S38")
def test_react_quickly_answers_no_burnt_evolution_unless_the_house_rule_says_so():
    lines = "hand a: Antennae, Migration\nhand b: React Quickly"
    assert at("move", lines).does("burn Intelligence").asked == "a pick"
    game = at("move", lines, react_to_burns=True).does("burn Intelligence")
    assert game.asked == "b reaction"
    assert game.does("play React Quickly").force("a", "Intelligence") == 0


@pytest.mark.rule("INS-S38", "INS-E10")
def test_react_quickly_answers_itself_last_in_first_out():
    lines = "hand a: Migration, React Quickly\nhand b: React Quickly, React Quickly"
    game = at("move", lines, cards={"react_quickly": 3}).does("play Migration")
    asked = []
    for _ in range(3):
        asked.append(game.asked)
        game.does("play React Quickly")
    assert asked == ["b reaction", "a reaction", "b reaction"]
    assert game.s["migration"] == 0
    two = at("move", lines, cards={"react_quickly": 3}).does(
        "play Migration", "play React Quickly", "play React Quickly", "pass"
    )
    assert two.s["migration"] == 3


@pytest.mark.rule("INS-W5", "INS-A7")
def test_the_window_after_an_event_card_asks_the_others_in_turn_order():
    lines = "order: d b a c\nactive: a\nhand a: Migration\nhand b: React Quickly\nhand c: React Quickly\nhand d: Hive"
    board = "6 1a1 1 1b1 1 1c1 1 1d1 6"
    game = at("move", lines, board, players=4, cards={"react_quickly": 2}).does("play Migration")
    assert game.asked == "c reaction"
    assert game.passes().asked == "b reaction"


@pytest.mark.rule("INS-E11", "INS-S40")
def test_cocoon_gives_up_the_move_phase_for_2_cards():
    game = at("move", "hand a: Cocoon\ndeck: Rush, Hive, Sting, Bite").does("play Cocoon")
    assert game.told("CARDS_DRAWN") == [[0, 2, 0, 0], [0, 2, 0, 0]]  # Cocoon and the Event Phase
    assert len(game.hand("a")) == 4 and game.stacks("a") == {"A2": 2, "A4": 1}
    assert game.s["active"] == 1 and game.told("GROUP_MOVED") == []


@pytest.mark.rule("INS-S40", "INS-E11")
def test_cocoon_comes_before_the_first_pick():
    game = at("move", "hand a: Cocoon\nplay a: Antennae")
    assert "play Cocoon" in game.can
    game.does("pick A4", "go east")
    assert game.asked == "a pick" and "play Cocoon" not in game.can


@pytest.mark.rule("INS-S40", "INS-E11")
@pytest.mark.parametrize("scope", ["turn", "phase"])
def test_cocoon_is_not_offered_in_rampages_phase_after_a_move(scope):
    lines = "hand a: Cocoon, Rampage\nplay b: Hive"
    game = at("move", lines, cocoon_scope=scope).does("pick A4", "go east")
    game.until("a rampage offer").does("play Rampage")
    assert game.asked == "a pick" and ("play Cocoon" in game.can) == (scope == "phase")
    idle = at("move", lines, cocoon_scope=scope).does("pass", "play Rampage")
    assert "play Cocoon" in idle.can


@pytest.mark.rule("INS-S40", "INS-E11", "INS-S33")
def test_after_cocoon_rampage_brings_an_attack_phase_without_moves():
    lines = "hand a: Cocoon, Rampage\nhand b: Webs, Dormancy\ndeck: Hive, Swarm"
    board = "6 1a9b9 1 6a1 1b1"
    game = (
        at("move", lines, board, base_attack=0)
        .passes()
        .does("play Cocoon")
        .until("a rampage offer")
        .does("play Rampage")
    )
    assert len(game.told("FIGHT_BEGINS")) == 2 and game.told("GROUP_MOVED") == []
    assert game.asked[0] == "b" and game.s["active"] == 1  # nobody was asked in the phase that was passed over
    moves = at("move", lines, board, cocoon_scope="phase", base_attack=0).passes().does("play Cocoon")
    assert moves.until("a rampage offer").does("play Rampage").asked == "b move window"


@pytest.mark.rule("INS-S40", "INS-E11")
def test_a_cocoon_of_one_turn_binds_no_later_turn():
    game = at("move", "hand a: Cocoon\nhand b: Hive").does("play Cocoon").until("b pick")
    assert "pick A6" in game.can


@pytest.mark.rule("INS-E12", "INS-S39")
def test_co_opt_names_an_opponent_with_cards_and_takes_an_evolution_of_the_hand():
    board = "6 1a1 1 1b1 1 1c1 1 1d1 6"
    lines = "hand a: Co-Opt Evolution\nhand b: Hive, Rush\nhand d: Latency\nplay b: Sting"
    game = at("move", lines, board, players=4).does("play Co-Opt Evolution")
    assert game.asked == "a victim" and game.can == {"name b", "name d"}
    game.does("name b")
    assert game.hand("a") == ["Stack"] and game.hand("b") == ["Rush"] and game.in_play("b") == ["Attack"]
    assert game.told("CARD_STOLEN") == [[0, 1, 0, 0]]


@pytest.mark.rule("INS-S39")
def test_co_opt_finds_no_evolution_and_nobody_else_learns_why():
    lines = "hand a: Co-Opt Evolution\nhand b: Rush"
    game = at("move", lines).does("play Co-Opt Evolution")
    assert game.hand("a") == [] and game.hand("b") == ["Rush"]
    assert game.told("CARD_STOLEN") == [[0, 1, 0, 0]]
    assert "play Co-Opt Evolution" not in at("move", "hand a: Co-Opt Evolution").can


@pytest.mark.rule("INS-S39")
def test_co_opt_takes_every_evolution_card_of_the_hand_with_the_same_chance():
    taken = []
    for seed in range(90):
        text = f"phase: move\nhand a: Co-Opt Evolution\nhand b: Hive, Swarm, Sting, Rush\nboard:\n{LINE}\n"
        taken += play(text, seed=seed).does("play Co-Opt Evolution").hand("a")
    assert set(taken) == {"Stack", "Attack"} and 45 <= taken.count("Stack") <= 75


@pytest.mark.rule("INS-E13", "INS-S40")
def test_devolution_discards_a_card_that_an_opponent_has_in_play():
    lines = "hand a: Devolution\nplay b: Sting, Wings\nhand b: Hive\nplay a: Chitin"
    game = at("move", lines).does("play Devolution")
    assert game.asked == "a victims card" and game.can == {"choose Attack", "choose Movement"}
    game.does("choose Movement")
    assert game.in_play("b") == ["Attack"] and game.discards == ["Movement", "Devolution"]
    assert game.attribute("b", "Movement") == 1 and game.hand("b") == ["Stack"]
    assert "play Devolution" not in at("move", "hand a: Devolution\nhand b: Hive\nplay a: Wings").can


@pytest.mark.rule("INS-S11", "INS-E13", "INS-E7")
def test_a_mimic_that_is_discarded_takes_its_effect_along_and_the_original_does_not():
    lines = "hand a: Devolution\nplay b: Mimic=Wings\nplay a: Jumping"
    game = at("move", lines).does("play Devolution")
    assert game.attribute("b", "Movement") == 1 and game.in_play("b") == []
    original = at("move", "hand a: Devolution\nplay b: Mimic=Wings, Jumping").does("play Devolution", "choose Movement")
    assert original.attribute("b", "Movement") == 2  # the Mimic still counts


@pytest.mark.rule("INS-S11", "INS-16", "INS-E7")
def test_a_mimic_burnt_in_a_window_copies_a_kind_that_fits_it():
    game = at("attack", "hand b: Mimic\nplay a: Sting, Wings, Chitin", "6 1a2b9 1 6a1 6b1").does("burn Mimic")
    assert game.asked == "b mimic kind" and game.can == {"choose Attack", "choose Defense"}
    game.does("choose Attack")
    assert game.told("STRIKE")[-1][0] == 1 and game.discards == ["Mimic"]
    assert "burn Mimic" not in at("attack", "hand a: Mimic, Bite\nplay b: Wings", "6 1a2b9 1 6a1 6b1").can


@pytest.mark.rule("INS-E15", "INS-S23", "INS-W2")
def test_dormancy_in_the_window_at_the_start_sets_the_active_players_movement_to_0():
    game = at("move", "hand b: Dormancy\nplay a: Wings, Jumping")
    assert game.asked == "b move window" and game.can == {"pass", "play Dormancy"}
    game.does("play Dormancy")
    assert game.asked[0] == "b" and game.told("GROUP_MOVED") == []  # a could not move at all
    assert not game.s["dormant"].any()


@pytest.mark.rule("INS-S40", "INS-E15")
def test_dormancy_is_after_all_cards():
    game = at("move", "hand b: Dormancy\nhand a: Wings, Migration").does("play Dormancy")
    assert game.asked == "a pick"
    game.does("burn Movement")
    assert not {sentence for sentence in game.can if sentence.startswith("pick")}
    assert at("move", "hand b: Dormancy", dormancy_movement=1).does("play Dormancy").asked == "a pick"


@pytest.mark.rule("INS-S23")
def test_dormancy_is_offered_at_no_other_moment():
    assert at("move", "hand a: Dormancy").can == {"pass", "pick A2", "pick A4"}
    game = at("move", "hand b: Dormancy\nhand a: Migration").passes().does("play Migration")
    assert game.asked == "a pick"
    fight = at("attack", "hand b: Dormancy, Bite", "6 1a2b9 1 6a1 6b1")
    assert fight.can == {"pass", "burn Attack"}


@pytest.mark.rule("INS-E6", "INS-W2", "INS-16")
def test_webs_burnt_at_the_start_of_anothers_move_phase_bind_its_stacks_near():
    game = at("move", "hand b: Webs", "6 1a2 1b1 1 6a1 1 6")
    assert game.asked == "b move window" and game.can == {"pass", "burn Webs"}
    game.does("burn Webs")
    assert game.can == {"pass", "pick A5"}
