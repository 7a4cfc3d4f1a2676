"""The Attack Phase."""

import pytest

from tests.envs.insects.positions import play


def attack(board: str, lines: str = "", **rules):
    """Return a game in a's Attack Phase, with stacks of any size allowed and no new insects."""
    rules = {"base_stack": 900, "base_reproduction": 0} | rules
    return play(f"phase: attack\n{lines}\nboard:\n{board}\n", **rules)


def strikes(game) -> list[str]:
    """Return the blows as ``ab3``: a strikes b and kills 3."""
    return [f"{'abcd'[p]}{'abcd'[q]}{killed}" for p, q, killed, _ in game.told("STRIKE")]


FIVE_AGAINST_THREE = "6 1a5b3 1 6"


@pytest.mark.rule("INS-T1", "INS-13")
def test_equal_initiative_leaves_2_of_5_and_1_of_3_with_defense_2():
    game = attack(FIVE_AGAINST_THREE, "play b: Chitin")
    assert (game.bugs("a"), game.bugs("b")) == (2, 1)


@pytest.mark.rule("INS-T2", "INS-13")
def test_the_three_strike_first_and_leave_2_and_2():
    game = attack(FIVE_AGAINST_THREE, "play b: Chitin, Ambush")
    assert (game.bugs("a"), game.bugs("b")) == (2, 2)


@pytest.mark.rule("INS-T3", "INS-13")
def test_the_five_strike_first_and_leave_4_and_1():
    game = attack(FIVE_AGAINST_THREE, "play b: Chitin\nplay a: Ambush")
    assert (game.bugs("a"), game.bugs("b")) == (4, 1)


@pytest.mark.rule("INS-T10", "INS-2.3", "INS-13", "INS-17")
def test_ten_damage_kill_two_insects_of_defense_4_on_a_mound():
    game = attack("6 3a5b4 1 6", "play a: Sting\nplay b: Chitin, Shell")
    assert strikes(game) == ["ab2", "ba2"]
    assert (game.bugs("a"), game.bugs("b")) == (3, 2)


@pytest.mark.rule("INS-2.3")
def test_a_mound_protects_every_stack_on_it():
    assert strikes(attack("6 3a5b6 1 6")) == ["ab2", "ba3"]
    assert strikes(attack("6 3a5b6 1 6", mound_defense=0)) == ["ab5", "ba5"]


@pytest.mark.rule("INS-2.4")
def test_rocks_give_every_stack_on_them_attack_1():
    assert strikes(attack("6 4a2b9 1 6")) == ["ab4", "ba2"]
    assert strikes(attack("6 4a2b9 1 6", rocks_attack=2)) == ["ab6", "ba2"]


@pytest.mark.rule("INS-13")
def test_the_phase_may_end_with_opposing_stacks_in_one_space_and_fights_once():
    game = attack("6 1a9b8 1 6", "play a: Chitin, Shell\nplay b: Regeneration")
    assert strikes(game) == ["ab4", "ba2"]
    assert (game.bugs("a"), game.bugs("b")) == (7, 4)


@pytest.mark.rule("INS-13")
def test_damage_that_kills_no_whole_insect_is_lost():
    game = attack("6 1a3b3 1 6", "play a: Carapace\nplay b: Chitin, Shell, Exoskeleton")
    assert strikes(game) == ["ab0", "ba1"]


@pytest.mark.rule("INS-13")
def test_a_stack_that_is_killed_first_does_not_strike_back():
    game = attack("6 1a5b3 1b1 6", "play a: Ambush")
    assert strikes(game) == ["ab3"]
    assert game.bugs("a") == 5


@pytest.mark.rule("INS-P12", "INS-13")
def test_initiative_in_a_fight_is_the_swarms_and_the_stacks_own():
    game = attack("6 1a4b4 1b1 6", "play b: Ambush, Speed\nhand a: Rush\nplay a: Reflexes")
    game.does("play Rush")
    assert strikes(game) == ["ab4"]


@pytest.mark.rule("INS-V5", "INS-13")
def test_rush_gives_the_stack_initiative_3_in_this_fight():
    lines = "hand a: Rush\nplay b: Initiative, Initiative\nplay a: Intelligence"
    board = "6 1a4b4 1a4b2 1b1 6"
    game = attack(board, lines).does("fight A2", "play Rush")
    assert strikes(game) == ["ab4", "ba2", "ab2"]  # the second fight is b's again
    assert strikes(attack(board, lines).does("fight A2", "pass"))[:1] == ["ba4"]
    tie = attack("6 1a4b4 1 6b1", "hand a: Rush\nplay b: Initiative, Initiative, Initiative").does("play Rush")
    assert strikes(tie) == ["ab4", "ba4"]


@pytest.mark.rule("INS-V1", "INS-S29")
def test_feeding_frenzy_adds_3_to_the_attack_of_each_insect_of_one_stack():
    game = attack("6 1a2b9 1a2b9 6", "hand a: Feeding Frenzy")
    game.does("fight A2", "play Feeding Frenzy")
    assert strikes(game) == ["ab8", "ba2", "ab2", "ba2"]


@pytest.mark.rule("INS-16", "INS-W3", "INS-13")
@pytest.mark.parametrize(
    ("card", "blows"),
    [("Attack", ["ab12", "ba9"]), ("Defense", ["ab9", "ba6"]), ("Initiative", ["ab9", "ba3"])],
)
def test_attack_defense_and_initiative_burnt_in_a_fight_hold_for_the_turn(card, blows):
    game = attack("6a1 1a9b12 1a9b12 6b1", f"hand a: {card}").does("fight A2", f"burn {card}")
    assert strikes(game) == blows * 2
    assert game.force("a", card) == 0


@pytest.mark.rule("INS-S30", "INS-P8", "INS-13")
def test_the_active_player_orders_all_fights_those_of_others_included():
    game = attack("6 1a4b4 1b3c3 1 6d1", players=4, base_attack=0)
    assert game.asked == "a fight order" and game.can == {"fight A2", "fight A3"}
    game.does("fight A3")
    assert [row[0] for row in game.told("FIGHT_BEGINS")] == [game.places["A3"], game.places["A2"]]


@pytest.mark.rule("INS-P8")
def test_under_the_house_rule_only_the_active_players_stacks_fight():
    game = attack("6 1a4b4 1b3c3 1 6d1", players=4, base_attack=0, fight_scope="active")
    assert [row[0] for row in game.told("FIGHT_BEGINS")] == [game.places["A2"]]


@pytest.mark.rule("INS-S27", "INS-13")
def test_with_several_enemies_each_stack_names_one_in_turn_order():
    game = attack("6 1a4b4c4 1a1 1b1 1c1 6d1", "order: a c b d\nplay b: Ambush", players=4)
    assert game.asked == "b target" and game.can == {"name a", "name c"}
    game.does("name c")
    assert strikes(game) == ["bc4", "ab4"]  # b strikes first; with c dead a has one enemy left


@pytest.mark.rule("INS-S27")
def test_equal_stacks_all_name_their_targets_then_strike_with_the_numbers_they_had():
    game = attack("6 1a4b3c2 1a1 1b1 1c1 6d1", "order: c a b d\nactive: a", players=4)
    asked = []
    for target in ("name b", "name c", "name a"):
        asked.append(game.asked)
        game.does(target)
    assert asked == ["a target", "b target", "c target"]
    assert sorted(strikes(game)) == ["ab3", "bc2", "ca2"]


@pytest.mark.rule("INS-S28")
def test_each_blow_is_divided_by_defense_on_its_own():
    game = attack("6 1a3b3c4 1a1 1b1 1c1 6d1", "play c: Chitin", players=4)
    game.does("name c", "name c", "name a")
    assert sorted(strikes(game)) == ["ac1", "bc1", "ca3"]  # 3 damage twice, 2 needed for each insect


@pytest.mark.rule("INS-S27", "INS-13")
def test_two_blows_kill_no_more_than_there_are():
    game = attack("6 1a3b3c4 1a1 1b1 1c1 6d1", players=4).does("name c", "name c", "name a")
    assert game.bugs("c", "A2") == 0 and strikes(game)[:2] == ["ac3", "bc1"]


@pytest.mark.rule("INS-W3", "INS-S25")
def test_one_window_opens_in_each_contested_space_before_the_blow():
    game = attack("6 1a9b9 1a9b9 6", "hand b: Sting, Bite\nplay a: Ambush, Chitin\nplay b: Shell")
    game.does("fight A3")
    assert game.asked == "b fight window" and not strikes(game)
    game.passes()
    assert strikes(game) == ["ab4", "ba2"]  # no window between first strike and answer
    assert game.asked == "b fight window"  # the second space
    assert len(strikes(game.passes())) == 4


@pytest.mark.rule("INS-W3", "INS-S26", "INS-A7")
def test_only_players_with_a_stack_in_the_space_are_asked_in_turn_order_from_the_active_one():
    hands = "".join(
        f"hand {p}: {card}\n" for p, card in zip("abcd", ("Sting, Rush", "Bite", "Barbs", "Venom"), strict=True)
    )
    game = attack("6a1 1b4c4 1 1d1 6", f"order: c d a b\nactive: a\n{hands}", players=4, base_attack=0)
    assert game.asked == "b fight window"
    assert game.passes().asked == "c fight window"
    game.does("burn Attack")
    assert game.asked == "b fight window"  # again after a card
    assert not game.passes().asked.endswith("fight window")


@pytest.mark.rule("INS-W3", "INS-A9")
def test_the_window_before_the_blow_takes_the_cards_of_a_fight_and_no_others():
    cards = "Sting, Chitin, Ambush, Blood Suckers, Molt, Feeding Frenzy, Rush"
    game = attack("6 1a4b4 1 6", f"hand a: {cards}, Hive, Wings, Webs, Revulsion, Dormancy, Rampage, React Quickly")
    assert game.can == {
        "pass",
        "burn Attack",
        "burn Defense",
        "burn Initiative",
        "burn Blood Suckers",
        "play Molt",
        "play Feeding Frenzy",
        "play Rush",
    }


@pytest.mark.rule("INS-S31", "INS-P5")
def test_a_player_whose_last_insect_dies_is_out_at_once_with_its_cards_in_the_discards():
    game = attack("6 1a9b2 1 1c1 6d1", "hand b: Hive, Rush\nplay b: Queen", players=4).passes()
    assert game.s["out"].tolist() == [0, 1, 0, 0]
    assert game.hand("b") == game.in_play("b") == [] and sorted(game.discards) == ["Reproduction", "Rush", "Stack"]
    assert game.pay == [0.0, round(-1 / 3, 6), 0.0, 0.0]


@pytest.mark.rule("INS-S31", "INS-P5", "INS-A4")
def test_the_last_swarm_left_wins_at_once():
    game = attack("6 1a9b2 1 6")
    assert game.asked == "nobody" and game.ending == "last swarm" and game.winners == "a"
    assert game.pay == [1.0, -1.0]
    assert game.told("CARDS_DRAWN") == []  # no Event Phase
    goes_on = attack("6 1a9b2 1 6 6", last_swarm_wins=False, max_rounds=3)
    assert goes_on.s["out"].tolist() == [0, 1] and goes_on.asked[0] == "a"


@pytest.mark.rule("INS-S31")
def test_the_turn_of_an_active_player_who_dies_ends_there():
    game = attack("6 1a1b9 1 1c1 6d1", "hand b: Hive, Queen", players=4)
    assert game.s["out"][0] and game.asked == "b evolution"
    assert game.told("CARDS_DRAWN") == [] and game.told("TURN_BEGINS") == [[1, 0, 0, 0]]


@pytest.mark.rule("INS-S31", "INS-A4")
def test_those_who_die_together_as_the_last_share_first_place():
    game = attack("6 1a3b3 1 6")
    assert game.ending == "all swarms dead" and game.winners == "ab" and game.pay == [0.0, 0.0]
    three = attack("6 1a3b3 1 6 6", "", players=4)
    assert three.winners == "ab"
    assert three.pay == [round(2 / 6, 6)] * 2 + [round(-1 / 3, 6)] * 2


@pytest.mark.rule("INS-E3", "INS-S32")
def test_blood_suckers_gain_an_insect_for_every_4_killed_in_an_exchange():
    game = attack("6 1a9b12 1b1 6", "play a: Blood Suckers, Ambush")
    assert strikes(game) == ["ab9", "ba3"] and game.bugs("a") == 9 + 2 - 3
    assert attack("6 1a3b12 1a1 6", "play a: Blood Suckers, Ambush").bugs("a", "A3") == 1
    few = attack("6 1a3b3 1a1 1b1 6", "play a: Blood Suckers, Ambush", base_stack=50)
    assert few.bugs("a", "A2") == 3


@pytest.mark.rule("INS-S32", "INS-E3")
def test_blood_suckers_do_not_count_kills_of_several_exchanges_together():
    game = attack("6 1a3b3 1a3b3 1b1 6", "play a: Blood Suckers, Ambush").does("fight A2")
    assert game.bugs("a") == 6  # 3 and 3 killed


@pytest.mark.rule("INS-S32")
def test_blood_suckers_gain_nothing_when_their_stack_dies_in_the_exchange():
    game = attack("6 1a4b9 1a1 6", "play a: Blood Suckers")
    assert strikes(game) == ["ab4", "ba4"] and game.bugs("a", "A2") == 0


@pytest.mark.rule("INS-E3", "INS-16")
def test_blood_suckers_burnt_work_in_the_fight():
    game = attack("6 1a8b9 1 6", "hand a: Blood Suckers\nplay a: Ambush").does("burn Blood Suckers")
    assert game.bugs("a") == 8 + 2 - 1


@pytest.mark.rule("INS-A6")
def test_blood_suckers_gain_no_more_than_the_supply_of_counters():
    game = attack("6 1a1022b900 1b1 6", "play a: Blood Suckers, Ambush", base_stack=1023)
    assert game.told("INSECTS_SUCKED") == [[0, 1, 0, 0]]


@pytest.mark.rule("INS-E14", "INS-S40")
def test_molt_sets_defense_to_1_after_all_cards_while_terrain_still_counts():
    game = attack("6 1a6b9 1 6", "hand a: Molt\nplay b: Chitin, Shell").does("play Molt")
    assert strikes(game) == ["ab6", "ba6"]
    mound = attack("6 3a6b9 1 6", "hand a: Molt\nplay b: Chitin, Shell").does("play Molt")
    assert strikes(mound)[0] == "ab3"


@pytest.mark.rule("INS-E14", "INS-S40")
def test_molt_holds_for_the_turn():
    game = attack("6a1 1a6b9 1a4b9 6", "hand a: Molt\nplay b: Chitin").does("fight A2", "play Molt")
    assert strikes(game) == ["ab6", "ba6", "ab4", "ba4"]
    assert not game.s["molt"].any()


@pytest.mark.rule("INS-E14", "INS-W3")
def test_molt_names_an_opponent_who_stands_in_the_space():
    game = attack("6a1 1a1b4c4 1 1d1 6", "hand a: Molt", players=4, base_attack=0).does("play Molt")
    assert game.asked == "a victim" and game.can == {"name b", "name c"}
    game.does("name c")
    assert game.asked == "a target"


@pytest.mark.rule("INS-E16", "INS-S33", "INS-P14")
def test_rampage_gives_a_second_move_and_attack_phase_after_the_last_fight():
    game = attack("6 1a9b2 1 1b2 6", "hand a: Rampage", base_movement=2)
    assert game.asked == "a rampage offer" and strikes(game) == ["ab2", "ba2"]
    assert game.can == {"pass", "play Rampage"}
    game.does("play Rampage")
    assert game.asked == "a pick"
    game.does("pick A2", "count 7", "go east", "go east")
    assert strikes(game) == ["ab2", "ba2", "ab2", "ba2"] and game.ending == "last swarm"


@pytest.mark.rule("INS-S33", "INS-P16")
def test_rampage_renews_moves_and_spaces_moved_unless_the_house_rule_keeps_them():
    text = "phase: move\nhand a: Rampage\nboard:\n6 1a3 1 1 1 6b3\n"
    rules = {"base_stack": 9, "base_reproduction": 0}
    game = play(text, **rules).does("pick A2", "count 3", "go east", "play Rampage")
    assert game.can == {"pass", "pick A3"}
    game.does("pick A3", "count 3", "go east")
    assert game.stacks("a") == {"A4": 3} and game.asked == "b pick"
    kept = play(text, **rules, rampage_restarts_moves=False).does("pick A2", "count 3", "go east", "play Rampage")
    assert kept.asked == "b pick" and kept.stacks("a") == {"A3": 3}


@pytest.mark.rule("INS-S33", "INS-P16")
def test_moves_that_rampage_does_not_renew_are_those_of_the_insects_that_are_left():
    rules = {"base_movement": 3, "base_intelligence": 4, "base_stack": 900, "base_reproduction": 0}
    text = "phase: move\nhand a: Rampage\n{}\nboard:\n6 1a{}b5 1 1 1a2 1 6b9\n"
    game = play(text.format("", 6), **rules, rampage_restarts_moves=False).passes().does("play Rampage", "pick A2")
    assert game.asked == "a step" and game.bugs("a", "A2") == 1  # five of six are dead: nothing to count
    game.does("go east", "go east", "go east")
    assert game.stacks("a") == {"A5": 3}
    mixed = play(text.format("", 6), **rules, rampage_restarts_moves=False)
    mixed.does("pick A5", "count 2", "go west", "go west", "go west")  # those that moved die first
    mixed.passes().does("play Rampage", "pick A2")
    assert mixed.can == {f"count {count}" for count in (1, 2, 3)}
    shells = "Carapace, Exoskeleton, Segmentation, Chitin, Shell"
    sucked = play(text.format(f"play a: Blood Suckers, {shells}", 8), **rules, rampage_restarts_moves=False)
    sucked.passes().does("play Rampage", "pick A2")
    assert sucked.can == {f"count {count}" for count in range(1, 10)}  # 8, and 1 gained that has not moved


@pytest.mark.rule("INS-P12", "INS-P16")
@pytest.mark.parametrize("renewed", [True, False])
def test_stacks_held_in_contested_spaces_are_held_in_rampages_phase_too(renewed):
    rules = {"leave_contested": False, "rampage_restarts_moves": renewed, "base_attack": 0, "base_stack": 900}
    game = play("phase: move\nhand a: Rampage\nboard:\n6 1a3 1b2 1 6b9\n", **rules, base_intelligence=9)
    game.does("pick A2", "count 2", "go east", "pass", "play Rampage")
    assert game.can == {"pass", "pick A2"}


@pytest.mark.rule("INS-P2", "INS-S33")
def test_no_dens_are_counted_before_rampage_and_the_end_of_the_turn():
    game = play("phase: attack\nhand a: Rampage\nboard:\n6a3 6a1 1 1b1\n", base_stack=9)
    assert game.asked == "a rampage offer"
    assert game.passes().ending == "all Dens"


@pytest.mark.rule("INS-S33", "INS-E16")
def test_rampage_is_for_the_active_player_only():
    game = play("phase: attack\nhand b: Rampage\nboard:\n6a3 1 1b1 6\n")
    assert not game.asked.endswith("rampage offer")
