"""The Stack Limit Phase."""

import pytest

from tests.envs.insects.positions import play


def limit(board: str, lines: str = "", **rules):
    """Return a game in a's Stack Limit Phase."""
    rules = {"base_reproduction": 0} | rules
    return play(f"phase: stack limit\n{lines}\nboard:\n{board}\n", **rules)


@pytest.mark.rule("INS-T4", "INS-2.6", "INS-14")
def test_a_stack_of_3_in_a_den_has_a_limit_of_5_and_loses_none():
    assert limit("6a3 1 1 6b3").stacks("a") == {"A1": 3}
    assert limit("6a7 1 1 6b3").stacks("a") == {"A1": 5}


@pytest.mark.rule("INS-T5", "INS-2.8", "INS-14", "INS-4")
def test_the_same_stack_has_a_limit_of_1_on_dirt_and_on_a_slope():
    assert limit("1a3 8a3 1 6b3 6").stacks("a") == {"A1": 1, "A2": 1}


@pytest.mark.rule("INS-2.8", "INS-17")
def test_a_slope_takes_1_from_a_larger_limit():
    assert limit("1a9 8a9 6a9 6b3", "play a: Hive, Swarm").stacks("a") == {"A1": 3, "A2": 2, "A3": 7}


@pytest.mark.rule("INS-14", "INS-P9")
def test_only_the_active_players_stacks_are_cut():
    assert limit("1a3 1b3 6").stacks("b") == {"A2": 3}
    assert limit("1a3 1b3 6", stack_limit_scope="all").stacks("b") == {"A2": 1}


@pytest.mark.rule("INS-S34", "INS-W4", "INS-16")
def test_stack_cards_are_burnt_in_the_phase_by_the_one_whose_stack_is_over():
    game = limit("1a3 1 1b5 6", "hand a: Hive, Swarm, Sting\nhand b: Cluster")
    assert game.asked == "a limit window" and game.can == {"pass", "burn Stack"}
    game.does("burn Stack")
    assert game.asked == "a limit window"
    game.passes()
    assert game.stacks("a") == {"A1": 2} and game.force("a", "Stack") == 0


@pytest.mark.rule("INS-W4", "INS-A7")
def test_nobody_is_asked_if_no_stack_is_over_its_limit_or_could_be_made_so():
    assert not limit("6a5 1 1b1 6", "hand a: Hive\nhand b: Revulsion").asked.endswith("limit window")
    assert limit("1 6a5 1b1 6", "hand b: Revulsion").asked == "b limit window"
    assert not limit("1a1 1b1 1 6", "hand b: Revulsion").asked.endswith("limit window")  # at the minimum


@pytest.mark.rule("INS-E5", "INS-P13", "INS-14")
def test_revulsion_takes_1_from_enemy_limits_in_the_same_and_adjacent_spaces():
    game = limit("1a9 1a9 1b1 1a9b1 1 6 6a9", "play a: Hive, Swarm\nplay b: Revulsion")
    assert game.stacks("a") == {"A1": 3, "A2": 2, "A4": 2, "A7": 7}


@pytest.mark.rule("INS-E5", "INS-P13")
def test_every_revulsion_counts_but_a_limit_is_at_least_1():
    two = "play b: Revulsion, Mimic=Revulsion"
    assert limit("1a9 1b1 6", f"play a: Hive, Swarm, Colony\n{two}").stacks("a") == {"A1": 2}
    assert limit("1a9 1b1 6", f"play a: Hive\n{two}").stacks("a") == {"A1": 1}
    assert limit("1a9 1b1 6 6a1", f"play a: Hive\n{two}", revulsion_minimum=0).bugs("a", "A1") == 0


@pytest.mark.rule("INS-E5")
def test_the_own_revulsion_does_not_touch_the_own_stacks():
    assert limit("1a9 1b1 6", "play a: Hive, Revulsion").stacks("a") == {"A1": 2}


@pytest.mark.rule("INS-S34", "INS-W4", "INS-E5", "INS-16")
def test_revulsion_is_burnt_in_the_phase_by_an_enemy_near():
    game = limit("1 6a5 1b1 6", "hand b: Revulsion, Hive, Sting")
    assert game.can == {"pass", "burn Revulsion"}
    game.does("burn Revulsion")
    assert game.stacks("a") == {"A2": 4}
    answer = limit("1 6a5 1b1 6", "hand b: Revulsion\nhand a: Hive").does("burn Revulsion")
    assert answer.asked == "a limit window"  # now the stack is over its limit
    assert answer.does("burn Stack").stacks("a") == {"A2": 5}
