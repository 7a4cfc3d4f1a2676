"""The bag, activations, moves, what characters do besides, fear, magic, and how it ends."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.warband import env, events, game
from tests.envs.skirmish.warband.scenes import scene

APART = "r0 r1 . . . . . . . . . . b0 b1"


# The bag


@pytest.mark.rule("WAR-1", "WAR-3", "WAR-A1", "WAR-P11")
def test_the_bag_begins_with_a_token_for_each_character():
    made = game(size=4)
    tokens = env(size=4)
    tokens.reset(seed=1)
    state = tokens.unwrapped.get_state()
    assert len(state) > 0 and made.agents == ("warband_0", "warband_1")
    text = tokens.unwrapped.position()
    counts = [int(n) for n in next(line for line in text.splitlines() if line.startswith("tokens")).split()[1:]]
    assert sum(counts) == 7  # one of eight was drawn
    columns = [int(line.split("at ")[1].split()[0]) for line in text.splitlines() if ": at " in line]
    assert all(column < 6 for column in columns[:4]) and all(column > 16 for column in columns[4:])


@pytest.mark.rule("WAR-4")
def test_the_owner_of_the_token_picks_one_who_has_not_acted():
    bag = scene(APART, says={"r0": "activated"}, head="stage: pick a character\nactor: red\ntokens: 1 1")
    assert bag.why("activate r0") == "the character was activated in this turn already"


@pytest.mark.rule("WAR-4")
def test_an_activation_has_two_action_points():
    bag = scene(APART, head="stage: pick a character\nactor: red\ntokens: 1 1").does("activate r1")
    assert bag.current == "r1" and bag.s["points"] == 2
    bag.does("take cover").does("end the activation")
    assert bag.of("r1", "activated") == 1


@pytest.mark.rule("WAR-4")
def test_a_token_is_refused_only_if_the_rules_say_so():
    head = "stage: pick a character\nactor: red\ntokens: 1 1"
    assert not scene(APART, head=head).can("refuse the token")
    refused = scene(APART, head=head, rules={"refuse_tokens": True}).does("refuse the token")
    assert refused.of("r0", "activated") == 0 and refused.current is None


@pytest.mark.rule("WAR-2", "WAR-3", "WAR-5")
def test_a_turn_ends_with_the_bag_and_the_next_fills_it_with_who_is_not_out():
    last = scene("r0 r1 . . . . . . . . b0", says={"r1": "activated", "b0": "activated"}, current="r0")
    last.does("end the activation")
    assert last.s["turn"] == 2 and last.s["tokens"].sum() + 1 == 3


@pytest.mark.rule("WAR-P7", "WAR-14")
def test_a_stunned_character_picked_loses_its_activation_and_the_stun():
    head = "stage: pick a character\nactor: red\ntokens: 1 1"
    bag = scene(APART, says={"r0": "stunned, star 0"}, head=head).does("activate r0")
    assert bag.of("r0", "stunned") == 0 and bag.of("r0", "activated") == 1 and bag.current != "r0"


@pytest.mark.rule("WAR-P7", "WAR-P13", "WAR-G4")
def test_ward_haste_and_taunt_end_with_the_activation_that_a_stunned_character_loses():
    head = "stage: pick a character\nactor: red\ntokens: 1 1"
    says = {"r0": "stunned, star 0, warded, hasted, taunted by blue b0", "r1": "warded, hasted, taunted by blue b0"}
    bag = scene(APART + "\nr2 . . . . . . . . . . . b2", says=says, head=head).does("activate r0")
    assert [bag.of("r0", name) for name in ("ward", "haste", "taunted_by")] == [0, 0, -1]
    assert [bag.of("r1", name) for name in ("ward", "haste")] == [1, 1] and bag.of("r1", "taunted_by") >= 0


@pytest.mark.rule("WAR-A4")
def test_what_has_one_answer_is_not_asked():
    alone = scene("r0 . . . . . . . . b0 b1", head="stage: draw a token\nactor: red\ntokens: 1 0")
    assert alone.current == "r0"


# Moves


@pytest.mark.rule("WAR-6")
def test_a_move_is_six_hexes_and_is_divided_around_other_actions():
    walk = scene("r0 . . . . . . . . . . . . . b0", r0={"ranged": "longbow"}, current="r0")
    assert (6, 0) in walk.goals() and (7, 0) not in walk.goals()
    walk.does("go to 4 0")
    assert walk.s["points"] == 1 and walk.s["budget"] == 2
    walk.does("shoot at b0", [1, 1, 1])
    assert walk.s["points"] == 0 and walk.goals() == {p for p in walk.goals() if abs(p[0] - 4) <= 2} != set()
    assert walk.does("go to 6 0").at("r0") == (6, 0)


@pytest.mark.rule("WAR-6")
def test_no_move_ends_beside_an_enemy():
    walk = scene("r0 . . . b0", current="r0")
    assert (3, 0) not in walk.goals() and (2, 0) in walk.goals()
    assert walk.why("go to 3 0") == "a move ends neither where somebody stands nor beside an enemy"


@pytest.mark.rule("WAR-6", "WAR-A2")
def test_friends_are_passed_enemies_are_not():
    wall = "r0 r1 .\nX X X"
    assert (2, 0) in scene(wall, current="r0").goals()
    wall = "r0 . b0 . .\nX X X X X"
    assert (4, 0) not in scene(wall, current="r0", rules={"keep_off": 0}).goals()


@pytest.mark.rule("WAR-A2")
def test_difficult_ground_and_climbing_cost_more():
    assert max(x for x, y in scene("r0 , , , , , ,\nX X X X X X X", current="r0").goals() if y == 0) == 3
    assert max(x for x, y in scene("r0 .1 .2 .3 .3 .3\nX X X X X X X", current="r0").goals() if y == 0) == 3
    assert (1, 0) not in scene("r0 .2 . .\nX X X X", current="r0").goals()


@pytest.mark.rule("WAR-11")
def test_who_is_in_melee_makes_no_moves():
    held = scene("r0 b0", current="r0")
    assert not held.goals() and held.why("go to 3 0") == "who is held in melee cannot move"


@pytest.mark.rule("WAR-P12")
def test_the_stunned_hold_nobody():
    assert scene("r0 b0", says={"b0": "stunned"}, current="r0").goals()


@pytest.mark.rule("WAR-P12")
@pytest.mark.parametrize(("dice", "away"), [([3, 4], True), ([3, 3], False), ([4, 4], False), ([4, 3], False)])
def test_two_points_and_an_opposed_test_of_key_get_one_away(dice, away):
    leaves = scene("r0 b0 r1 . . . . . . .", current="r0").does("disengage", dice)
    assert (leaves.current == "r0" and bool(leaves.goals())) == away
    if away:
        assert leaves.s["points"] == 0 and leaves.s["budget"] == 6


@pytest.mark.rule("WAR-P12")
def test_the_best_key_of_those_who_hold_one_is_tested():
    sheets = {"b1": {"key": 5}, "b2": {"key": 6}}
    drawn = ". b0 r1\nb1 r0 . . . .\n. . . . . . . . b2"
    for dice, away in (([3, 6], True), ([3, 5], False)):
        leaves = scene(drawn, current="r0", **sheets).does("disengage", dice)
        assert (leaves.current == "r0" and bool(leaves.goals())) == away
    free = scene(drawn, says={"b1": "stunned"}, current="r0", **sheets).does("disengage", [3, 4])
    assert free.goals()


@pytest.mark.rule("WAR-P12")
def test_by_the_other_reading_only_the_one_who_leaves_tests():
    rules = {"disengage_test": "against_key"}
    away = scene("r0 b0 . . . . . . . .", current="r0", rules=rules).does("disengage", [4])
    assert away.goals() and away.s["points"] == 0
    stays = scene("r0 b0 r1 . . . . . . .", current="r0", rules=rules).does("disengage", [3])
    assert stays.current != "r0" or not stays.goals()


@pytest.mark.rule("WAR-P12")
def test_disengaging_is_allowed_only_where_the_rules_say_so():
    assert not scene("r0 b0", current="r0", rules={"disengage": False}).can("disengage")


@pytest.mark.rule("WAR-P3", "WAR-20", "WAR-6")
def test_a_charge_goes_straight_ends_beside_the_enemy_and_helps_to_hit():
    rush = scene("r0 . . . . b0", b0={"mallet": 4, "star": 20}, current="r0").does("charge at b0")
    assert rush.at("r0") == (4, 0)
    assert rush.does("strike at b0", [4, 4, 3, 6, 6]).hits == [2]


@pytest.mark.rule("WAR-P3")
def test_a_charge_needs_a_free_line_of_a_length_of_boots():
    assert not scene("r0 . . . . . . . b0", current="r0").can("charge at b0")
    assert scene("r0 . . . . . . b0", current="r0").can("charge at b0")
    assert not scene("r0 . . X . b0", current="r0").can("charge at b0")
    assert not scene("r0 . . b1 . b0", current="r0").can("charge at b0")
    assert scene("r0 . r1 . . b0", current="r0").can("charge at b0")
    assert not scene("r0 . . . . b0", says={"r0": "prone"}, current="r0").can("charge at b0")


@pytest.mark.rule("WAR-17")
def test_lying_down_and_getting_up_with_half_a_move():
    down = scene("r0 . . . . . . . . b0", current="r0").does("take cover")
    assert down.of("r0", "prone") == 1
    assert max(x for x, _ in down.goals()) == 3 and down.can("get up")
    assert down.does("go to 2 0").of("r0", "prone") == 0


@pytest.mark.rule("WAR-17", "WAR-P6")
def test_taken_cover_is_lost_by_moving():
    wood = scene("r0 . . . . . . . . b0", under="*", current="r0").does("take cover")
    assert wood.of("r0", "hugging") == 1 and wood.why("take cover") == "no better cover can be taken here"
    assert wood.does("go to 1 0").of("r0", "hugging") == 0


# Besides


@pytest.mark.rule("WAR-15")
def test_a_breather_tests_mallet_for_as_many_as_runes():
    rest = scene("r0 . . . . . . . b0", r0={"star": 9, "runes": 2}, says={"r0": "star 5"}, current="r0")
    rest.does("take a breather", [3, 4])
    assert rest.of("r0", "star") == 6


@pytest.mark.rule("WAR-15")
def test_the_bloodied_get_half_and_a_six_costs_mallet():
    rest = scene("r0 . . . . . . . b0", r0={"star": 9, "runes": 3}, says={"r0": "star 2"}, current="r0")
    rest.does("take a breather", [6, 1, 1])
    assert rest.of("r0", "star") == 2 and rest.of("r0", "mallet") == 2
    assert rest.told(events.BREATHED)[0][2] == 1


@pytest.mark.rule("WAR-18")
def test_rally_takes_a_step_of_fear_away():
    calm = scene("r0 . r1 . . . . . b0", says={"r1": "Fleeing"}, current="r0").does("rally r1", [3])
    assert calm.morale("r1") == "Shaken"
    vain = scene("r0 . r1 . . . . . b0", says={"r1": "Fleeing"}, current="r0").does("rally r1", [4])
    assert vain.morale("r1") == "Fleeing"
    far = scene("r0 . . . . . . r1 . . . b0", says={"r1": "Shaken"}, current="r0")
    assert not far.can("rally r1")


@pytest.mark.rule("WAR-18")
def test_rally_of_all_if_the_rules_say_so():
    says = {"r1": "Shaken", "r2": "Shaken"}
    one = scene("r0 . r1 r2 . . . . b0", says=says, current="r0").does("rally r1", [1])
    assert [one.morale(name) for name in ("r1", "r2")] == ["calm", "Shaken"]
    every = scene("r0 . r1 r2 . . . . b0", says=says, current="r0", rules={"rally_scope": "all"}).does("rally r1", [1])
    assert [every.morale(name) for name in ("r1", "r2")] == ["calm", "calm"]


@pytest.mark.rule("WAR-P10", "WAR-3")
def test_an_order_of_the_leader_helps_the_first_test_of_the_next_turn():
    says = {"r1": "activated", "b0": "activated"}
    led = scene("r0 r1 . . . . . b0", r0={"coronet": 5}, says=says, current="r0").does("give an order to r1")
    assert led.of("r1", "order") == 1 and not led.can("give an order to r1")
    led.does("end the activation")
    assert led.of("r1", "order") == 2
    duel = scene("r1 b0\nr0", b0={"star": 20}, says={"r1": "order 2"}, current="r1").does(
        "strike at b0", [3, 3, 4, 6, 6]
    )
    assert duel.hits == [2] and duel.of("r1", "order") == 0


@pytest.mark.rule("WAR-P10", "WAR-3")
def test_an_order_runs_out_at_the_end_of_the_next_turn():
    says = {"r1": "order 2, activated", "b0": "activated", "b1": "order 1, activated"}
    over = scene("r0 r1 . . . . . b0 b1", says=says, current="r0").does("end the activation")
    assert over.s["turn"] == 2 and over.of("r1", "order") == 0 and over.of("b1", "order") == 2


@pytest.mark.rule("WAR-P10")
def test_who_still_has_an_order_for_this_turn_can_be_given_one_for_the_next():
    says = {"r1": "order 2", "b0": "activated"}
    led = scene("r0 r1 . . . . . b0", r0={"coronet": 5}, says=says, current="r0").does("give an order to r1")
    assert led.of("r1", "order") == 3
    used = scene("r1 b0\nr0", says={"r1": "order 3"}, current="r1").does("strike at b0", [1, 1, 1])
    assert used.of("r1", "order") == 1


@pytest.mark.rule("WAR-P10")
def test_only_the_leader_orders_and_a_dead_leaders_order_still_works():
    assert not scene("r0 r1 . . . . b0", r1={"coronet": 5}, current="r0").can("give an order to r1")
    says = {"r0": "dead", "r1": "order 1, activated"}
    last = scene("r1 r2 . . . . . . . b0", says={**says, "b0": "activated"}, current="r2").does("end the activation")
    assert last.of("r1", "order") == 2


# Fear


@pytest.mark.rule("WAR-P9", "WAR-13")
def test_courage_is_tested_when_first_bloodied_at_a_disadvantage():
    def blow(dice):
        return scene("r0 b0 . . . b1", r0={"mallet": 2}, b0={"mallet": 1, "star": 4}, current="r0").does(
            "strike at b0", dice
        )

    assert blow([6, 6, 6, 6, 3, 3]).morale("b0") == "calm"
    assert blow([6, 6, 6, 6, 3, 4]).morale("b0") == "Shaken"
    again = scene(
        "r0 b0 . . . b1", r0={"mallet": 1}, b0={"star": 9}, says={"b0": "star 4, bloodied before"}, current="r0"
    )
    assert again.does("strike at b0", [6, 6, 6, 6]).morale("b0") == "calm"


@pytest.mark.rule("WAR-P9")
def test_a_death_is_felt_within_six_hexes():
    near = scene("r0 b0 . . . . . b1 b2", b0={"mallet": 0, "star": 3}, current="r0", head="half_out: 1 1")
    near.does("strike at b0", [5] * 3 + [6] * 3 + [1, 6])
    assert near.fate("b0") == "dead" and near.morale("b1") == "Shaken" and near.morale("b2") == "calm"


@pytest.mark.rule("WAR-P9")
def test_more_than_half_out_is_felt_by_all_once():
    loss = scene("r0 b0 . . . . . . . . b1", b0={"mallet": 0, "star": 3}, says={"b2": "dead"}, current="r0", r2={})
    loss.does("strike at b0", [5] * 3 + [6] * 3 + [2, 6])
    assert loss.morale("b1") == "Shaken" and loss.s["half_out"][1] == 1


@pytest.mark.rule("WAR-P9")
def test_the_shaken_do_not_attack_and_lose_a_point_in_tests():
    afraid = scene("r0 b0", r0={"ranged": "longbow"}, says={"r0": "Shaken"}, current="r0")
    assert afraid.why("strike at b0") == afraid.why("shoot at b0") == "who is Shaken does not attack"
    spell = scene("r0 . r1 . . b0", r0={"scrolls": ["haste"]}, says={"r0": "Shaken"}, current="r0")
    assert spell.does("cast haste on r1", [3]).of("r1", "haste") == 0


@pytest.mark.rule("WAR-P9")
def test_the_fleeing_only_go_towards_their_own_edge():
    flight = scene(". . . r0 . . . . . . b0 r1", says={"r0": "Fleeing"}, current="r0")
    assert flight.goals() and all(x < 3 for x, _ in flight.goals())
    assert not flight.can("end the activation") and not flight.can("take cover")


@pytest.mark.rule("WAR-P9", "WAR-18")
def test_the_fleeing_rally_themselves_and_nobody_else():
    says = {"r0": "Fleeing", "r1": "Shaken"}
    flight = scene(". . . r0 r1 . . . . . . b0", says=says, current="r0")
    assert flight.why("rally r1") == (
        "a Fleeing character must move towards its own edge as long as it can, or rally itself"
    )
    assert flight.does("rally itself", [2]).morale("r0") == "Shaken" and flight.can("rally r1")
    held = scene(". . . r0 b0", says={"r0": "Fleeing"}, current="r0")
    assert held.can("rally itself") and held.can("end the activation")
    assert held.does("rally itself", [3]).morale("r0") == "Fleeing"


@pytest.mark.rule("WAR-G4", "WAR-P9")
def test_a_leader_with_leadership_lends_its_coronet():
    def courage(near):
        gap = ". " * (2 if near else 7)
        drawn = f"r0 b0 {gap} b1"
        sheets = {"b1": {"coronet": 5, "traits": ["leadership"]}, "b0": {"mallet": 1, "star": 4}}
        return scene(drawn, r0={"mallet": 2}, current="r0", **sheets).does("strike at b0", [6, 6, 6, 6, 5, 5])

    assert courage(near=True).morale("b0") == "calm"
    assert courage(near=False).morale("b0") == "Shaken"
    assert (
        courage(near=True).game.rules[0]["own_coronet"][7 if courage(near=True).game.rules[0]["slots"] == 6 else 1] == 6
    )


# Magic


@pytest.mark.rule("WAR-19", "WAR-P13")
def test_spells_need_spellcasting_or_a_scroll_that_is_used_up():
    assert scene("r0 . r1 . . b0", current="r0").why("cast ward on r1") == (
        "the character has neither Spellcasting nor the scroll"
    )
    scroll = scene("r0 . r1 . . b0", r0={"scrolls": ["ward"]}, current="r0").does("cast ward on r1", [6])
    assert scroll.of("r1", "ward") == 0 and not scroll.can("cast ward on r1")
    sage = scene("r0 . r1 . . b0", r0={"traits": ["spellcasting"]}, current="r0").does("cast ward on r1", [6])
    assert sage.can("cast ward on r1")
    assert not scene("r0 r1 b0", r0={"traits": ["spellcasting"]}, current="r0", rules={"magic": False}).can(
        "cast ward on r1"
    )


@pytest.mark.rule("WAR-P13")
def test_bolt_haste_and_dread_do_their_work():
    sage = {"traits": ["spellcasting"]}
    bolt = scene("r0 . . . . . . . b0", r0=sage, b0={"star": 9}, current="r0").does(
        "cast bolt at b0", [3, 4, 4, 3, 6, 6]
    )
    assert bolt.hits == [2] and bolt.of("b0", "star") == 7
    dread = scene("r0 . . . . . . . b0", r0=sage, current="r0").does("cast dread at b0", [3, 4])
    assert dread.morale("b0") == "Shaken"
    head = "stage: pick a character\nactor: red\ntokens: 1 1"
    assert scene(APART, says={"r0": "hasted"}, head=head).does("activate r0").s["points"] == 3


@pytest.mark.rule("WAR-P13")
def test_a_ward_adds_two_shield_until_the_next_activation():
    duel = scene("r0 b0", b0={"mallet": 0}, says={"b0": "warded"}, current="r0").does(
        "strike at b0", [1, 1, 1, 2, 2, 3]
    )
    assert duel.lost == [1]
    head = "stage: pick a character\nactor: red\ntokens: 1 1"
    assert scene(APART, says={"r0": "warded"}, head=head).does("activate r0").of("r0", "ward") == 0


# How it ends


@pytest.mark.rule("WAR-A6", "WAR-A8")
def test_a_warband_breaks_at_half_losses_and_the_last_one_has_won():
    sheets = {"b0": {"mallet": 0, "star": 3}}
    end = scene("r0 b0 . . . . b1\nr1", current="r0", rules={"break_share": 50}, **sheets)
    end.does("strike at b0", [5] * 3 + [6] * 3 + [2])
    assert end.winners == ["red"] and end.fate("b1") == "fled"
    assert end.questions.rewards(end.table.states)[0].tolist() == [1, -1]


@pytest.mark.rule("WAR-A6")
def test_in_kill_leader_the_leader_is_what_counts():
    sheets = {"b0": {"mallet": 0, "star": 3, "coronet": 5}, "r2": {}}
    end = scene("r0 b0 . . . . b1", says={"b2": "at 9 0"}, current="r0", config={"scenario": "kill_leader"}, **sheets)
    end.does("strike at b0", [5] * 3 + [6] * 3 + [2])
    assert end.winners == ["red"]


@pytest.mark.rule("WAR-A6")
def test_in_hold_centre_turns_there_are_counted():
    field = "\n".join(["."] * 6 + ["b0 . . . . . . . r0"])
    hold = scene(field, says={"b0": "activated"}, current="r0", config={"scenario": "hold_centre"}, head="centre: 4 0")
    hold.does("end the activation")
    assert hold.winners == ["red"]


@pytest.mark.rule("WAR-A6")
def test_loot_does_not_count_as_turns_at_the_centre():
    middle = "\n".join(["."] * 6 + [". . . . . . . . r0"])
    config = {"scenario": "hold_centre"}
    head = "turn: 3\npurse: 4 9\nloot: 9 6 3"
    hold = scene(middle, says={"b0": "at 0 0, activated"}, current="r0", config=config, head=head)
    hold.does("go to 9 6").does("end the activation")
    assert not hold.s["done"] and hold.s["purse"].tolist() == [7, 9] and hold.s["centre"].tolist() == [1, 0]
    last = scene(middle, says={"b0": "at 0 0, activated"}, current="r0", config=config | {"max_turns": 3}, head=head)
    assert last.does("end the activation").winners == ["red"]


@pytest.mark.rule("WAR-A6")
def test_turns_at_the_centre_do_not_count_as_loot():
    config = {"scenario": "loot", "max_turns": 3}
    says = {"b0": "activated"}
    loot = scene("r0 . . . . b0", says=says, current="r0", config=config, head="turn: 3\ncentre: 0 4\npurse: 1 0")
    assert loot.does("end the activation").winners == ["red"]


@pytest.mark.rule("WAR-A6")
def test_loot_is_picked_up_also_by_who_charges_and_counts_at_the_end():
    config = {"scenario": "loot", "max_turns": 3}
    head = "turn: 3\nloot: 4 0 2"
    rush = scene("r0 . . . . b0", says={"b0": "activated"}, current="r0", config=config, head=head).does("charge at b0")
    assert rush.s["purse"].tolist() == [2, 0] and rush.s["loot"].sum() == 0
    assert rush.winners == ["red"]  # it has no points left, so its activation and the turn are over


@pytest.mark.rule("WAR-A6")
def test_the_last_turn_is_decided_by_who_is_left_and_even_is_a_draw():
    config = {"max_turns": 3}
    even = scene("r0 . . . . b0", says={"b0": "activated"}, current="r0", config=config, head="turn: 3")
    assert even.does("end the activation").winners == ["red", "blue"]
    assert even.questions.rewards(even.table.states)[0].tolist() == [0, 0]
    more = scene(
        "r0 r1 . . . b0",
        says={"b0": "activated", "b1": "dead", "r1": "activated"},
        current="r0",
        config=config,
        head="turn: 3",
    )
    assert more.does("end the activation").winners == ["red"]


@pytest.mark.rule("WAR-A6")
def test_a_horde_has_no_more_than_twelve_tokens():
    swarm = env(scenario="versus_swarm", horde=40)
    swarm.reset(seed=0)
    line = next(line for line in swarm.unwrapped.position().splitlines() if line.startswith("tokens"))
    assert sum(int(n) for n in line.split()[1:]) == 5 + 12 - 1


@pytest.mark.rule("WAR-A7", "WAR-G2", "WAR-G4")
@pytest.mark.parametrize(
    ("character", "words"),
    [
        ({"kind": "wizard"}, "kind"),
        ({"traits": ["flying"]}, "traits"),
        ({"melee": "lance"}, "melee"),
        ({"mallet": 11}, "mallet"),
        ({"melee": "two_handed", "shield": True}, "no hand for a shield"),
    ],
)
def test_rosters_are_checked(character, words):
    with pytest.raises(GameError, match=words) as error:
        game(rosters=[[character]])
    assert "rosters.0" in str(error.value)


@pytest.mark.rule("WAR-A7", "WAR-P11")
def test_too_many_characters_and_maps_that_cut_off_are_refused():
    with pytest.raises(GameError, match="do not fit"):
        game(columns=12, rows=12, size=12, rules={"deployment": 1}, warbands=4)
    rows = [". " * 6 + "X " + ". " * 7] * 12
    with pytest.raises(GameError, match="cut off"):
        game(map="\n".join(rows))


@pytest.mark.rule("WAR-A5")
def test_a_warband_sees_the_field_from_its_own_side():
    made = scene("r0 . . . . . b0")
    disc = made.game.observation_layout[0]
    views = [made.questions.observation(made.table.states, side) for side in (0, 1)]
    planes = [view[disc.start : disc.stop].reshape(disc.shape) for view in views]
    assert all(plane[0, 4] > 0 for plane in planes)
    ahead = 1 + 3 * 5 * 6  # the first hex of the sixth ring
    assert planes[0][ahead, 5] == planes[1][ahead, 5] == 2
    table = made.game.observation_layout[2]
    rows = [view[table.start : table.stop].reshape(table.shape) for view in views]
    assert (np.array([r[0, 1] for r in rows]) == 5).all()
