"""The Move Phase."""

import pytest

from tests.envs.insects.positions import play


def move(board: str, lines: str = "", **rules):
    """Return a game in a's Move Phase, with stacks of any size allowed and no new insects."""
    rules = {"base_stack": 900, "base_reproduction": 0} | rules
    return play(f"phase: move\n{lines}\nboard:\n{board}\n", **rules)


def counts(low: int, high: int) -> set[str]:
    """Return the sentences of all counts from low to high."""
    return {f"count {count}" for count in range(low, high + 1)}


@pytest.mark.rule("INS-12", "INS-4")
def test_one_stack_moves_one_space_without_cards():
    game = move("6 1a3 1 1a1 1 6b3")
    assert game.asked == "a pick" and game.can == {"pass", "pick A2", "pick A4"}
    game.does("pick A2", "count 3", "go east")
    assert game.stacks("a") == {"A3": 3, "A4": 1}
    assert game.asked == "b pick"


@pytest.mark.rule("INS-12", "INS-17")
def test_intelligence_is_the_number_of_stacks_and_movement_the_number_of_spaces():
    game = move("6 1a1 1 1 1a1 1 1 1a1 1 6b3", "play a: Antennae, Wings")
    game.does("pick A2", "go east", "go east")
    assert game.stacks("a")["A4"] == 1
    assert game.can == {"pass", "pick A5", "pick A8"}
    game.does("pick A5", "go east", "go east")
    assert game.asked == "b pick" and game.stacks("a") == {"A4": 1, "A7": 1, "A8": 1}


@pytest.mark.rule("INS-12")
def test_part_of_a_stack_moves_and_stacks_that_meet_are_one():
    game = move("6 1a5 1a2 6b3")
    game.does("pick A2")
    assert game.can == counts(1, 5)
    game.does("count 4", "go east")
    assert game.stacks("a") == {"A2": 1, "A3": 6}


@pytest.mark.rule("INS-12")
def test_stacks_may_merge_above_their_limit():
    game = move("1 1a1 1a1 6b3 6", base_stack=1).does("pick A2", "go east", "pass")
    assert game.told("STACK_CUT") == [[0, 2, 1, 0]]


@pytest.mark.rule("INS-12", "INS-A2")
def test_a_group_may_stop_after_a_step_but_not_before():
    game = move("6 1a1 1 1 1 6b3", "play a: Wings, Jumping").does("pick A2")
    assert game.can == {"go east", "go west"}
    game.does("go east")
    assert game.can == {"pass", "go east", "go west"}
    game.passes()
    assert game.stacks("a") == {"A3": 1} and game.asked == "b pick"


ROBBED = {  # what a group of Movement 1 is robbed of by Metamorphosis, and what it is left with
    "Movement": ("6 1a1 1 1 6b3", "play a: Wings", {"base_movement": 0}),
    "Waterbugs": ("5 5a1 5 1 6b3", "play a: Waterbugs", {}),
    "a second space near Webs": ("6 1a1 1b1 1 6b3", "play a: Wings\nplay b: Webs", {}),
    "what Mimic copies": ("6 1a1 1 1 6b3", "play a: Mimic=Wings\nplay b: Chitin", {"base_movement": 0}),
}


@pytest.mark.rule("INS-S16", "INS-E9")
@pytest.mark.parametrize("robbed", list(ROBBED))
@pytest.mark.parametrize("windows", ["holders", "all"])
def test_a_group_robbed_of_its_movement_before_its_first_step_may_stop(robbed, windows):
    board, lines, rules = ROBBED[robbed]
    game = move(board, f"{lines}\nhand a: Metamorphosis, Hive, Energy Burst, Migration", windows=windows, **rules)
    game.until("a pick").does("pick A2", "play Metamorphosis").until("a step")
    assert game.can >= {"pass", "play Energy Burst", "play Migration"}
    assert not any(sentence.startswith("go ") for sentence in game.can)
    assert game.game.words.prompt(game.table.states, 0).endswith("or stop")
    game.passes()
    assert game.stacks("a") == {"A2": 1} and game.s["group"].sum() == 0
    assert game.asked == "a pick" and game.can == {"pass", "play Migration"}  # the Intelligence move is used up


@pytest.mark.rule("INS-S16")
def test_a_group_that_can_step_must_whatever_cards_are_held():
    game = move("6 1a1 1 1 6b3", "hand a: Wings, Migration").does("pick A2")
    assert "pass" not in game.can and {"go east", "go west"} <= game.can


@pytest.mark.rule("INS-12", "INS-S16")
def test_stacks_move_into_but_not_through_spaces_with_enemies():
    game = move("6 1a2 1b1 1 1b3 6", "play a: Wings, Jumping, Antennae", base_attack=0)
    game.does("pick A2", "count 2", "go east")
    assert game.stacks("a") == {"A3": 2} and game.asked == "b pick"


@pytest.mark.rule("INS-S19")
def test_insects_stopped_by_an_enemy_or_by_mud_have_no_move_left_this_turn():
    for space in ("1b1", "7"):
        game = move(f"6 1a2 {space} 1 1b3 6", "play a: Wings, Jumping, Antennae")
        game.does("pick A2", "count 1", "go east")
        assert game.asked == "a pick" and game.can == {"pass", "pick A2"}


@pytest.mark.rule("INS-2.7")
def test_a_stack_that_enters_mud_must_stop():
    game = move("6 1a1 7 1 6b3", "play a: Wings, Jumping").does("pick A2", "go east")
    assert game.stacks("a") == {"A3": 1} and game.asked == "b pick"
    free = move("6 1a1 7 1 6b3", "play a: Wings, Jumping", mud_stops=False).does("pick A2", "go east")
    assert free.asked == "a step"


@pytest.mark.rule("INS-2.7")
def test_a_stack_that_begins_in_mud_may_leave():
    game = move("6 7a1 1 1 6b3", "play a: Wings").does("pick A2", "go east")
    assert game.asked == "a step"


@pytest.mark.rule("INS-2.5")
def test_water_can_neither_be_entered_nor_crossed():
    board = """
        5  1a1  5   1  6
          5   5   1  6b3
    """
    assert move(board, "play a: Wings, Jumping").asked == "b pick"
    assert move(board, water_blocks=False).can == {"pass", "pick A2"}


@pytest.mark.rule("INS-2.9", "INS-P13")
def test_enemies_in_roots_may_be_passed_and_joined():
    game = move("6 1a1 9b2 1 1b3 6", "play a: Wings, Jumping", base_attack=0).does("pick A2", "go east")
    assert game.can == {"pass", "go east", "go west"}
    game.does("go east")
    assert game.stacks("a") == {"A4": 1}
    stays = move("6 1a1 9b2 1 1b3 6", "play a: Wings").does("pick A2", "go east", "pass")
    assert len(stays.told("STRIKE")) == 2
    stopped = move("6 1a1 9b2 1 1b3 6", "play a: Wings, Jumping", roots_let_pass=False, base_attack=0)
    assert stopped.does("pick A2", "go east").asked == "b pick"


@pytest.mark.rule("INS-2.1", "INS-2")
def test_dirt_does_nothing_to_those_who_pass_or_stay():
    game = move("6 1a3 1 1 1b3 6", "play a: Wings, Jumping").does("pick A2", "count 3", "go east", "pass")
    assert game.bugs("a") == 3 and game.asked == "b pick"
    assert move("6 1a1 1b1 6b3").does("pick A2", "go east").told("STRIKE") == [[0, 1, 1, 0], [1, 0, 1, 0]]


@pytest.mark.rule("INS-12")
def test_no_insect_moves_more_than_movement_though_its_stack_is_picked_again():
    game = move("6 1a2 1a1 1 6b3", "play a: Antennae").does("pick A2", "count 2", "go east", "pass")
    assert game.can == {"pass", "pick A3"}
    game.does("pick A3", "go east")  # only the one that has not moved
    assert game.stacks("a") == {"A3": 2, "A4": 1}


@pytest.mark.rule("INS-12", "INS-P11")
def test_a_group_picks_up_and_drops_insects_on_its_way():
    game = move("6 1a3 1a2 1 1 6b3", "play a: Wings, Jumping").does("pick A2", "count 3", "go east")
    assert {"pick up", "drop"} <= game.can
    game.does("pick up", "count 1", "drop", "count 0", "count 2", "go east")
    assert game.stacks("a") == {"A3": 3, "A4": 2}
    assert game.asked == "a step"  # still the one Intelligence move


@pytest.mark.rule("INS-12")
def test_under_the_house_rule_nothing_is_picked_up_or_dropped():
    game = move("6 1a3 1a2 1 1 6b3", "play a: Wings, Jumping", pick_up_and_drop=False)
    assert game.does("pick A2", "count 3", "go east").can == {"pass", "go east", "go west"}


@pytest.mark.rule("INS-P11", "INS-12")
def test_an_insect_picked_up_keeps_its_own_count_of_spaces():
    game = move("6 1a1 1a1 1 1 1 6b3", "play a: Wings").does("pick A2", "go east", "pick up", "go east")
    assert game.stacks("a") == {"A4": 2} and game.asked == "a step"  # the second one moved once, it may go on
    game.does("go east")
    assert game.stacks("a") == {"A4": 1, "A5": 1}


@pytest.mark.rule("INS-S18")
def test_insects_without_a_move_left_stay_behind_when_the_group_steps_on():
    game = move("6 1a2 1a3 1 1 6b3", "play a: Wings")
    game.does("pick A2", "count 2", "go east", "pick up", "count 3", "go east", "go east")
    assert game.stacks("a") == {"A4": 2, "A5": 3}


@pytest.mark.rule("INS-S15")
def test_a_group_drops_once_and_picks_up_once_in_each_space_it_enters():
    game = move("6 1a5 1a5 1a5 1 6b3", "play a: Wings, Jumping, Digging").does("pick A2")
    assert game.can == counts(1, 5)
    game.does("count 5")
    assert not game.can & {"pick up", "drop"}
    game.does("go east", "pick up", "count 1")
    assert "pick up" not in game.can and "drop" in game.can
    game.does("drop", "count 0", "count 1")
    assert not game.can & {"pick up", "drop"}
    game.does("go east")
    assert {"pick up", "drop"} <= game.can


@pytest.mark.rule("INS-S16")
def test_picking_uses_a_move_and_only_stacks_that_can_step_are_offered():
    board = """
        6a1  5   1  1a1  1
          5  5  1a1  1   6b3
    """
    game = move(board)
    assert game.can == {"pass", "pick A4", "pick B3"}  # Water all round A1
    game.does("pick A4", "go east")
    assert game.asked == "b pick"


@pytest.mark.rule("INS-S16")
def test_a_stack_whose_insects_have_moved_is_not_offered_again():
    game = move("6 1a1 1 1 6b3", "play a: Antennae, Signaling").does("pick A2", "go east")
    assert game.asked == "b pick"


@pytest.mark.rule("INS-S17")
def test_counts_are_asked_by_spaces_moved_fewest_first_and_empty_classes_are_skipped():
    game = move("6 1a2 1 1a3 1 1 6b3", "play a: Wings, Jumping, Antennae")
    game.does("pick A2", "count 2", "go east", "go east", "pass")
    game.does("pick A4")
    assert game.can == counts(0, 3)  # those that have not moved
    game.does("count 0")
    assert game.can == counts(1, 2)  # those that moved twice; somebody must go
    game.does("count 1", "go east")
    assert game.stacks("a") == {"A4": 4, "A5": 1}


@pytest.mark.rule("INS-S17")
def test_when_dropping_somebody_who_can_step_on_must_stay():
    game = move("6 1a3 1 1 6b3", "play a: Wings, Jumping").does("pick A2", "count 3", "go east", "drop")
    assert game.can == counts(1, 2)
    game.does("count 2", "go east")
    assert game.stacks("a") == {"A3": 2, "A4": 1}
    alone = move("6 1a1 1 1 6b3", "play a: Wings, Jumping").does("pick A2", "go east")
    assert "drop" not in alone.can


@pytest.mark.rule("INS-A3")
def test_counts_that_may_be_above_31_are_given_in_two_digits():
    game = move("6 1a40 1 6b3").does("pick A2")
    assert game.can == counts(0, 1)  # 0 to 31, 32 to 40
    game.does("count 1")
    assert game.can == counts(0, 8)
    game.does("count 3", "go east")
    assert game.stacks("a") == {"A2": 5, "A3": 35}
    low = move("6 1a40 1 6b3").does("pick A2", "count 0")
    assert low.can == counts(1, 31)
    assert low.does("count 31", "go east").stacks("a") == {"A2": 9, "A3": 31}


@pytest.mark.rule("INS-A3", "INS-A6")
def test_the_largest_stack_is_counted_exactly():
    game = move("6 1a1023 1 6b3", base_stack=1023).does("pick A2", "count 31")
    assert game.can == counts(0, 31)
    assert game.does("count 31", "go east").stacks("a") == {"A3": 1023}


@pytest.mark.rule("INS-A2")
def test_a_choice_with_one_legal_action_is_not_asked():
    game = move("1 1a1 5 6 1b3 6").does("pick A2")  # one insect, one way: neither is asked
    assert game.stacks("a") == {"A1": 1} and game.asked == "b pick"


@pytest.mark.rule("INS-P12")
def test_a_stack_leaves_a_contested_space_freely_unless_the_house_rule_holds_it():
    game = move("6 1a2b2 1 1 6b3", "play a: Wings").does("pick A2", "count 2", "go east")
    assert game.asked == "a step"
    assert move("6 1a2b2 1a1 1 6b3", leave_contested=False).can == {"pass", "pick A3"}


@pytest.mark.rule("INS-16", "INS-A9", "INS-12")
def test_intelligence_and_movement_burnt_count_for_this_turn():
    game = move("6 1a1 1 1a1 1 1 6b3", "hand a: Wings, Antennae")
    game.does("burn Movement", "burn Intelligence", "pick A2", "go east", "pass", "pick A4", "go east", "go east")
    assert game.stacks("a") == {"A3": 1, "A6": 1}
    assert game.asked == "b pick" and game.force("a", "Movement") == game.force("a", "Intelligence") == 0


@pytest.mark.rule("INS-A9", "INS-16")
def test_the_own_move_offers_its_cards_and_no_others():
    hand = "Wings, Antennae, Waterbugs, Burrowing, Migration, Energy Burst, Cocoon, Adaptation, Metamorphosis"
    others = "Webs, Sting, Hive, Queen, Ambush, Rush, Latency, Dormancy, Molt, Rampage, Reproductive Cycle"
    lines = f"hand a: {hand}, Devolution, Co-Opt Evolution, {others}\nplay a: Bite\nplay b: Venom\nhand b: Barbs"
    game = move("6 1a1 1 1 6b3", lines)
    burns = {f"burn {kind}" for kind in ("Movement", "Intelligence", "Waterbugs", "Burrowing")}
    plays = {f"play {kind}" for kind in ("Migration", "Adaptation", "Metamorphosis", "Devolution", "Co-Opt Evolution")}
    assert game.can == {"pass", "pick A2", "play Cocoon"} | burns | plays
    game.does("pick A2")
    assert game.can == {"go east", "go west", "play Energy Burst"} | burns | plays


@pytest.mark.rule("INS-V3", "INS-S20")
def test_energy_burst_gives_the_group_three_spaces_until_it_stops():
    game = move("6 1a1 1 1 1 1 1 1a1 1 6b3", "hand a: Energy Burst\nplay a: Antennae")
    assert "play Energy Burst" not in game.can  # it needs a group
    game.does("pick A2", "play Energy Burst", "go east", "go east", "go east", "go east")
    assert game.stacks("a") == {"A6": 1, "A8": 1}
    game.does("pick A8", "go east")
    assert game.stacks("a") == {"A6": 1, "A9": 1} and game.asked == "b pick"


@pytest.mark.rule("INS-S20")
def test_what_is_left_of_energy_burst_is_lost_when_the_group_stops():
    game = move("6 1a1 1 1 1 1 6b3", "hand a: Energy Burst\nplay a: Antennae, Wings")
    game.does("pick A2", "play Energy Burst", "go east", "go east", "pass")
    assert game.asked == "b pick"  # moved twice: no move left


@pytest.mark.rule("INS-V4", "INS-S24")
def test_migration_gives_three_more_stacks_also_after_the_last_move():
    game = move("6 1a4 1 1 6b3", "hand a: Migration").does("pick A2", "count 1", "go east", "pass")
    assert game.asked == "a pick" and game.can == {"pass", "play Migration"}
    game.does("play Migration")
    for _ in range(3):
        game.does("pick A2", *(["count 1"] if game.bugs("a", "A2") > 1 else []), "go east")
    assert game.asked == "b pick" and game.stacks("a") == {"A3": 4}
    assert game.s["migration"] == 0


@pytest.mark.rule("INS-V4", "INS-5", "INS-S33")
@pytest.mark.parametrize(("scope", "spaces"), [("phase", {"A2": 3, "A3": 1}), ("turn", {"A3": 4})])
def test_migration_ends_with_its_move_phase_unless_it_lasts_for_the_turn(scope, spaces):
    board = "6 1a4 1 1 6b3"
    game = move(board, "hand a: Migration, Rampage", migration_scope=scope).does("play Migration", "pass")
    assert game.asked == "a rampage offer" and game.s["migration"] == (3 if scope == "turn" else 0)
    game.does("play Rampage")
    while game.asked != "b pick":
        take = ["pick A2", "count 1", "go east", "pass"]
        game.does(next(sentence for sentence in take if sentence in game.can))
    assert game.stacks("a") == spaces


@pytest.mark.rule("INS-S24")
def test_the_phase_goes_on_only_for_cards_that_can_matter():
    game = move("6 1a4 1 1 6b3", "hand a: Wings").does("pick A2", "count 1", "go east")
    assert game.can == {"pass", "burn Movement"}  # the group could go on
    assert game.passes().asked == "b pick"  # but no stack is left to pick
    game = move("6 1a4 1 1 6b3", "hand a: Antennae").does("pick A2", "count 1", "go east", "pass")
    assert game.can == {"pass", "burn Intelligence"}
    game.does("burn Intelligence")
    assert game.can == {"pass", "pick A2"}


@pytest.mark.rule("INS-12")
def test_moving_is_voluntary():
    game = move("6 1a1 1 1 6b3").passes()
    assert game.stacks("a") == {"A2": 1} and game.asked == "b pick"


@pytest.mark.rule("INS-E1", "INS-S22")
def test_with_waterbugs_water_is_entered_crossed_and_held():
    game = move("6 1a1 5 1 6b3", "play a: Waterbugs, Wings").does("pick A2", "go east", "go east")
    assert game.stacks("a") == {"A4": 1}
    game = move("5 1a1 5 6 1b3", "hand a: Waterbugs")
    game.does("burn Waterbugs", "pick A2", "go east")
    assert game.stacks("a") == {"A3": 1}
    assert game.asked == "b pick" and game.force("a", "Waterbugs") == 0  # it ended, they stay


@pytest.mark.rule("INS-S22")
def test_insects_left_in_water_may_leave():
    game = move("6 5 5a1 1 6b3").does("pick A3")
    assert game.stacks("a") == {"A4": 1}


@pytest.mark.rule("INS-E2", "INS-P13")
def test_with_burrowing_enemies_do_not_stop_a_group():
    game = move("6 1a1 1b1 1 1 6b3", "play a: Burrowing, Wings").does("pick A2", "go east", "go east")
    assert game.stacks("a") == {"A4": 1}
    mud = move("6 1a1 7b1 1 1 6b3", "play a: Burrowing, Wings", base_attack=0).does("pick A2", "go east")
    assert mud.asked == "b pick" and mud.stacks("a") == {"A3": 1}


@pytest.mark.rule("INS-E6", "INS-S21")
def test_webs_take_a_space_in_and_beside_the_enemys_spaces_read_where_the_group_leaves():
    game = move("6 1a1 1b1 1 6b3", "play b: Webs")
    assert game.asked == "b pick"  # beside b with Movement 1: no space left
    far = move("6 1a1 1 1 1b1 6b3", "play b: Webs\nplay a: Wings").does("pick A2", "go east", "go east")
    assert far.stacks("a") == {"A4": 1}  # A3, which is left, is not near; A4 is
    near = move("6 1a1 1 1 1b1 6b3", "play b: Webs\nplay a: Wings, Jumping").does("pick A2", "go east", "go east")
    assert near.stacks("a") == {"A4": 1} and near.asked == "b pick"  # from A4 only two spaces count


@pytest.mark.rule("INS-S21", "INS-P13", "INS-E6")
def test_every_webs_counts_but_movement_is_at_least_0():
    text = "play b: Webs, Mimic=Webs"
    assert move("6 1a1 1b1 1 6b3", text + "\nplay a: Wings").asked == "b pick"
    assert move("6 1a1 1b1 1 6b3", text + "\nplay a: Wings, Jumping").asked == "a pick"
    game = move("6 1a1 1b1 1 6b3", text + "\nhand a: Energy Burst, Wings")
    assert game.asked == "a pick"  # Wings could be burnt
    assert move("6 1a1 1b1 1 6b3", text, webs_minimum=1).asked == "a pick"


@pytest.mark.rule("INS-E6")
def test_the_own_webs_bind_nobody_of_the_own_swarm():
    assert move("6 1a1 1b1 1 6b3", "play a: Webs").asked == "a pick"
