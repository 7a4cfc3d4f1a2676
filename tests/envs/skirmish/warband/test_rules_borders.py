"""Numbers at their borders: the last hex of a range, the last point of a modifier, what is left of a budget."""

import pytest

from swarmzoo.envs.skirmish.warband import events
from tests.envs.skirmish.warband.scenes import NO_ONE, scene

BOW = {"ranged": "longbow"}
FAR = "r0 . . . . . . . . b0"


@pytest.mark.rule("WAR-G1", "WAR-T12", "WAR-10")
@pytest.mark.parametrize(("second", "hits"), [(3, 0), (4, 1)])
def test_a_modifier_counts_for_the_die_that_confirms_a_six_too(second, hits):
    shot = scene(FAR, r0=BOW, b0={"key": 7}, current="r0", head="moved: 1")
    assert shot.does("shoot at b0", [6, second, 1, 1]).hits == [hits]


@pytest.mark.rule("WAR-12", "WAR-18")
@pytest.mark.parametrize(("says", "lost"), [("", []), ("Shaken", [2])])
def test_fear_counts_in_tests_of_shield(says, lost):
    sheet = {"armour": "medium", "star": 9}
    duel = scene("r0 b0", b0=sheet, says={"b0": says}, current="r0").does("strike at b0", [4, 5, 1, 2, 2])
    assert [n for n in duel.lost if n] == lost


@pytest.mark.rule("WAR-7", "WAR-P1")
def test_a_ranged_weapon_that_counts_the_mallet_adds_it_to_its_dice():
    rules = {"ranged": {"sling": {"dice": 1, "from_mallet": True, "reach": 18}}}
    shot = scene(FAR, r0={"ranged": "sling", "mallet": 2}, current="r0", rules=rules)
    assert shot.does("shoot at b0", [6, 6, 6, *[NO_ONE] * 3]).hits == [3]


@pytest.mark.rule("WAR-9", "WAR-P5")
def test_a_failed_test_of_runes_takes_the_closest_even_where_it_is_a_hex_nearer_only():
    shot = scene("r0 . . . b1 b0 . . b2", r0=BOW, current="r0").does("shoot at b2", [4, 1, 1, 1])
    assert shot.told(events.ATTACKED)[0][1] == shot.index("b1")


@pytest.mark.rule("WAR-G4", "WAR-P13")
@pytest.mark.parametrize(
    ("action", "range_of", "sheet"),
    [
        ("taunt b0", "taunt_range", {"traits": ["taunt"]}),
        ("cast bolt at b0", "bolt_range", {"scrolls": ["bolt"]}),
        ("cast dread at b0", "dread_range", {"scrolls": ["dread"]}),
    ],
)
def test_the_last_hex_of_a_range_is_in_range_and_the_next_is_not(action, range_of, sheet):
    assert scene(FAR, r0=sheet, current="r0", rules={range_of: 9}).can(action)
    assert scene(FAR, r0=sheet, current="r0", rules={range_of: 8}).why(action) == "the target is out of range"


@pytest.mark.rule("WAR-6")
def test_who_stands_does_not_go_to_its_own_hex():
    assert (0, 0) not in scene(FAR, current="r0").goals()
    assert not scene(FAR, current="r0").can("get up") and scene(FAR, says={"r0": "prone"}, current="r0").can("get up")


@pytest.mark.rule("WAR-6", "WAR-17")
@pytest.mark.parametrize(("says", "goal", "left"), [("", 5, 3), ("prone", 2, 1)])
def test_what_is_left_of_a_move_is_kept_when_another_is_paid_unless_one_must_get_up(says, goal, left):
    made = scene("r0 . . . . . . . . . . . b0", says={"r0": says}, current="r0", points=2, head="budget: 2\nmoved: 1")
    made.does(f"go to {goal} 0")
    assert (made.s["budget"], made.s["points"]) == (left, 1)


@pytest.mark.rule("WAR-6")
def test_without_points_a_hex_beyond_what_is_left_of_a_move_is_out_of_reach():
    made = scene("r0 . . . . . . . . b0\nr1", current="r0", points=0, head="budget: 3\nmoved: 1")
    assert made.current == "r0" and (3, 0) in made.goals()
    assert made.why("go to 4 0") == "the hex is out of reach"


@pytest.mark.rule("WAR-P12")
def test_only_who_is_held_and_has_not_got_away_disengages():
    reason = "the character is not held in melee"
    assert scene(FAR, current="r0").why("disengage") == reason
    assert scene("r0 b0", current="r0").can("disengage")
    assert scene("r0 b0", current="r0", head="getting_away: 1").why("disengage") == reason


@pytest.mark.rule("WAR-A4")
def test_numbers_beyond_the_actions_name_none():
    made = scene(FAR, current="r0")
    for action in (-1, made.game.num_actions):
        assert made.questions.why_not(made.table.states, 0, action) == "no such action"


@pytest.mark.rule("WAR-A6")
def test_a_warband_that_has_broken_has_no_token_left():
    head, sheet = "tokens: 1 1", {"mallet": 0, "star": 3}
    end = scene("r0 b0 . . . . b1\nr1", b0=sheet, current="r0", head=head, rules={"break_share": 50})
    end.does("strike at b0", [5] * 3 + [6] * 3 + [2])
    assert end.winners == ["red"] and end.s["tokens"].tolist() == [1, 0]


@pytest.mark.rule("WAR-A6")
def test_a_last_turn_without_a_difference_is_told_as_even():
    even = scene("r0 . . b0", says={"b0": "activated"}, current="r0", config={"max_turns": 3}, head="turn: 3")
    even.does("end the activation")
    assert even.s["done"] and even.winners == ["red", "blue"]


@pytest.mark.rule("WAR-A8")
def test_shaping_values_star_and_score_against_the_best_of_the_others():
    star = scene(FAR, b0={"star": 4}, says={"b0": "star 1"}, current="r0", rules={"shaping_star": 1.0})
    assert star.table.potential[0].tolist() == [0.375, -0.375]
    score = scene(FAR, current="r0", config={"scenario": "loot"}, head="purse: 5 0", rules={"shaping_score": 1.0})
    assert score.table.potential[0].tolist() == [0.25, -0.25]
