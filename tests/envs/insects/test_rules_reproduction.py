"""The Reproduction Phase."""

import pytest

from tests.envs.insects.positions import play


def reproduction(board: str, lines: str = "", **rules):
    """Return a game in a's Reproduction Phase, with stacks of any size allowed."""
    return play(f"phase: reproduction\n{lines}\nboard:\n{board}\n", base_stack=900, **rules)


@pytest.mark.rule("INS-11", "INS-4")
def test_a_swarm_gains_one_insect_without_cards_on_one_of_its_stacks():
    game = reproduction("6a3 1a1 1 1b1 6b3")
    assert game.can == {"place A1", "place A2"}
    game.does("place A2")
    assert game.stacks("a") == {"A1": 3, "A2": 2}
    assert game.asked == "a pick"


@pytest.mark.rule("INS-11", "INS-17")
def test_reproduction_cards_add_insects_that_can_be_spread():
    game = reproduction("6a3 1a1 1 6b3", "play a: Queen, Drones")
    game.does("place A1", "place A2", "place A2")
    assert game.stacks("a") == {"A1": 4, "A2": 3} and game.asked == "a pick"


@pytest.mark.rule("INS-11")
def test_the_stack_limit_does_not_bind_while_placing():
    game = play("phase: reproduction\nplay a: Queen, Drones\nboard:\n6 1a1 1a1 6b3\n")
    game.does("place A2", "place A2", "place A2")
    assert game.bugs("a", "A2") == 4


@pytest.mark.rule("INS-2.2", "INS-P6")
def test_each_grass_space_occupied_adds_one():
    assert reproduction("2a3 2a1 1a1 2 6b3").s["unplaced"] == 3
    assert reproduction("1a3 1a1 1a1 2 6b3").s["unplaced"] == 1


@pytest.mark.rule("INS-P6")
def test_a_contested_grass_counts_for_all_its_occupants():
    assert reproduction("2a3b1 1a1 6b3").s["unplaced"] == 2
    assert reproduction("2a3b1 1a1 1b1 6b3", "active: b\norder: b a").s["unplaced"] == 2
    assert reproduction("2a3b1 1a1 1a1 6b3", "play a: Queen", grass_contested=False).s["unplaced"] == 2


@pytest.mark.rule("INS-S12")
def test_insects_placed_in_the_phase_open_neither_new_grass_nor_new_homes():
    game = reproduction("1a3 2b1 1b1 6b3", "play a: Infestation, Queen")
    assert game.s["unplaced"] == 2 and game.can == {"place A1", "place A2"}
    game.does("place A2")
    assert game.s["unplaced"] == 1
    assert "place A3" not in game.can


@pytest.mark.rule("INS-S12", "INS-16", "INS-A9")
def test_reproduction_burnt_while_placing_adds_its_bonus_for_this_turn():
    game = reproduction("6a3 1a1 1 6b3", "hand a: Queen")
    game.does("burn Reproduction")
    assert game.s["unplaced"] == 2 and game.hand("a") == [] and game.discards == ["Reproduction"]
    game.does("place A1", "place A1")
    assert game.asked == "a pick" and game.force("a", "Reproduction") == 1
    game.until("b pick")
    assert game.force("a", "Reproduction") == 0


@pytest.mark.rule("INS-V2", "INS-P10", "INS-5")
def test_reproductive_cycle_adds_three_insects_and_is_discarded():
    game = reproduction("6a3 1a1 1 6b3", "hand a: Reproductive Cycle")
    game.does("play Reproductive Cycle")
    assert game.s["unplaced"] == 4 and game.discards == ["Reproductive Cycle"]
    assert reproduction("6a3 1a1 1 6b3", "hand b: Reproductive Cycle").can == {"place A1", "place A2"}


@pytest.mark.rule("INS-A9")
def test_the_own_reproduction_phase_offers_its_cards_and_no_others():
    hand = "Queen, Infestation, Sting, Reproductive Cycle, Adaptation, Metamorphosis, Co-Opt Evolution, Devolution"
    game = reproduction(
        "6a3 1a1 1 6b3",
        f"hand a: {hand}, Cocoon, Migration, Rush\nplay a: Wings\nplay b: Jumping\nhand b: Hive",
    )
    assert game.can == {
        "place A1",
        "place A2",
        "burn Reproduction",
        "burn Infestation",
        "play Reproductive Cycle",
        "play Adaptation",
        "play Metamorphosis",
        "play Co-Opt Evolution",
        "play Devolution",
    }


@pytest.mark.rule("INS-S13")
def test_insects_are_placed_one_by_one():
    game = reproduction("6a3 1a1 1 6b3", base_reproduction=40)
    for _ in range(20):
        game.does("place A1", "place A2")
    assert game.stacks("a") == {"A1": 23, "A2": 21}


@pytest.mark.rule("INS-S13", "INS-A3")
def test_with_place_groups_a_space_and_a_count_are_asked():
    game = reproduction("6a3 1a1 1 6b3", base_reproduction=100, place_groups=True)
    game.does("place A1")
    assert game.asked == "a place count"
    assert game.can == {"pass", "count 0", "count 1", "count 2", "count 3"}  # all of them, or high digits
    game.does("count 3")
    assert game.can == {f"count {digit}" for digit in range(5)}  # 96 to 100
    game.does("count 2", "place A2", "count 2")
    assert game.stacks("a") == {"A1": 101, "A2": 3} and game.s["unplaced"] == 0


@pytest.mark.rule("INS-S13")
@pytest.mark.parametrize("new", [2, 5, 31, 32, 100])
def test_all_of_them_is_a_choice_of_its_own_however_many_they_are(new):
    game = reproduction("6a3 1a1 1 6b3", base_reproduction=new, place_groups=True)
    game.does("place A2", "pass")
    assert game.stacks("a") == {"A1": 3, "A2": 1 + new} and game.s["unplaced"] == 0


@pytest.mark.rule("INS-S13")
def test_the_last_insect_is_placed_by_its_space_alone_and_all_of_them_comes_before_any_digit():
    game = reproduction("6a3 1a1 1 6b3", base_reproduction=40, place_groups=True)
    game.does("place A1", "count 1")
    assert "pass" not in game.can, "the count has begun"
    game.does("count 7", "place A2")
    assert game.stacks("a") == {"A1": 42, "A2": 2} and game.s["unplaced"] == 0


@pytest.mark.rule("INS-S14")
def test_the_last_placement_closes_the_phase_even_if_a_card_is_held():
    game = reproduction("6a3 1a1 1 6b3", "hand a: Queen")
    game.does("place A1")
    assert game.asked == "a pick"


@pytest.mark.rule("INS-S14")
def test_with_nothing_to_place_a_held_card_is_asked_for_and_may_be_passed_by():
    game = reproduction("6a3 1a1 1 6b3", "hand a: Queen", base_reproduction=0)
    assert game.asked == "a reproduction phase" and game.can == {"pass", "burn Reproduction"}
    assert game.passes().asked == "a pick"
    assert reproduction("6a3 1a1 1 6b3", base_reproduction=0).asked == "a pick"


@pytest.mark.rule("INS-A6", "INS-3")
def test_what_goes_beyond_the_supply_of_1023_counters_is_not_gained():
    game = reproduction("6a1020 1a1 1 6b3", "play a: Queen, Drones, Clones")
    assert game.s["unplaced"] == 2
    game.does("place A1", "place A2")
    assert game.bugs("a") == 1023
    assert reproduction("6a1022 1a1 1 6b3").asked == "a pick"
    assert reproduction("6a5 1a1 1 6b3", "play a: Queen", counters=7).s["unplaced"] == 1


@pytest.mark.rule("INS-E4", "INS-P13")
def test_infestation_lets_new_insects_land_among_enemies_beside_own_stacks_only():
    board = """
        6a3 1b1 1b1  1
          1   1   1  6b3
    """
    assert reproduction(board, "hand a: Queen").can == {"place A1", "burn Reproduction"}
    game = reproduction(board, "play a: Infestation")
    assert game.can == {"place A1", "place A2"}
    game.does("place A2")
    assert game.bugs("a", "A2") == 1 and game.bugs("b", "A2") == 1
    assert reproduction(board, "play a: Infestation", infestation_range=2).can == {"place A1", "place A2", "place A3"}


@pytest.mark.rule("INS-E4", "INS-2.5")
def test_infestation_does_not_reach_into_water():
    assert reproduction("6a3 5b1 6b3", "play a: Infestation\nhand a: Queen").can == {"place A1", "burn Reproduction"}
    both = reproduction("6a3 5b1 6b3", "play a: Infestation, Waterbugs\nhand a: Queen")
    assert both.can == {"place A1", "place A2", "burn Reproduction"}


@pytest.mark.rule("INS-E4", "INS-16")
def test_infestation_burnt_works_for_this_turn():
    game = reproduction("6a3 1b1 1 6b3", "hand a: Infestation, Queen")
    assert "place A2" not in game.can
    game.does("burn Infestation")
    assert "place A2" in game.can and game.s["unplaced"] == 1
