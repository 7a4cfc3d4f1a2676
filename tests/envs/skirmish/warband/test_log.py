"""The log tells every die, what it was rolled for and what it needed, and who has won."""

import pytest

from tests.envs.skirmish.warband.scenes import NO_ONE, scene

DUEL = "r0 b0"


def told(made):
    """Return what the log tells of the last step."""
    return made.game.words.log(made.table.states, made.since)[0]


def test_dice_to_hit_and_of_the_shield_are_told_before_what_comes_of_them():
    duel = scene(DUEL, b0={"armour": "medium"}, current="r0").does("strike at b0", [4, 5, 1, 3, 2])
    assert told(duel)[:4] == [
        "red r0 rolls 4, 5, 1 to hit, with 4 or more",
        "red r0 strikes at blue b0: 2 hits",
        "blue b0 rolls 3, 2 for its Shield, 2 or less deflects, a 1 on the first die all",
        "blue b0 takes 2 Impact and loses 1 Star",
    ]


def test_modifiers_and_fear_count_in_what_a_die_needs():
    shot = scene("r0 . . . . . . . . b0", r0={"ranged": "longbow"}, current="r0", head="moved: 1")
    assert "red r0 rolls 1, 1, 1 to hit, with 5 or more" in told(shot.does("shoot at b0", [1, 1, 1]))
    spell = scene("r0 . r1 . . b0", r0={"scrolls": ["ward"]}, says={"r0": "Shaken"}, current="r0")
    assert "red r0 rolls 3 for its Runes, 2 or less passes" in told(spell.does("cast ward on r1", [3]))


def test_wounds_and_courage_are_told():
    fall = scene("r0 b0 b1 . . . . b2", b0={"mallet": 0, "star": 1}, current="r0")
    lines = told(fall.does("strike at b0", [1, 1, 1, *[NO_ONE] * 3, 3, 1, 5, 4]))
    assert "blue b0 rolls 3, 1, 5 for its wound, the lowest counts" in lines and "blue b0 dies" in lines
    assert "blue b1 rolls 4 for its courage, 3 or less passes" in lines
    assert lines.index("blue b1 rolls 4 for its courage, 3 or less passes") + 1 == lines.index("blue b1 is Shaken")


def test_the_bloodied_show_both_dice_of_their_courage():
    duel = scene("r0 b0 . . . b1", r0={"mallet": 2}, b0={"mallet": 1, "star": 4}, current="r0")
    assert "blue b0 rolls 3, 4 for its courage, 3 or less passes" in told(duel.does("strike at b0", [6, 6, 6, 6, 3, 4]))


def test_a_six_and_the_die_that_confirms_it_are_told_together():
    duel = scene(DUEL, r0={"mallet": 1}, b0={"mallet": 7}, current="r0").does("strike at b0", [6, 3])
    assert told(duel)[0] == "red r0 rolls 6 (then 3) to hit, with 8 or more"


def test_many_dice_are_told_in_several_lines():
    duel = scene(DUEL, r0={"mallet": 10}, b0={"star": 30}, current="r0").does("strike at b0", [1] * 6)
    first, second = told(duel)[:2]
    assert first.startswith("red r0 rolls 1, 1, 1, 1 to hit") and second.startswith("... and 1, 1, ")
    assert len(second.split(",")) == 6


@pytest.mark.parametrize(
    ("action", "sheet", "dice", "line"),
    [
        ("taunt b0", {"traits": ["taunt"]}, [4], "red r0 rolls 4 to taunt, with 4 or more"),
        ("take a breather", {"star": 9}, [4, 2, 5], "red r0 rolls 4, 2, 5 for its Mallet, 3 or less regains a Star"),
        ("rally r1", {}, [5], "red r0 rolls 5 for its Coronet, 3 or less passes"),
        ("aim at b1", {"ranged": "longbow"}, [5], "red r0 rolls 5 for its Runes, 3 or less passes"),
    ],
)
def test_other_tests_are_told(action, sheet, dice, line):
    says = {"r0": "star 5", "r1": "Shaken"}
    made = scene("r0 r1 . . . b0 . b1", r0=sheet, says=says, current="r0").does(action, dice)
    assert line in told(made)


def test_both_dice_of_getting_away_are_told():
    lines = told(scene("r0 b0 r1", current="r0").does("disengage", [3, 5]))
    needs = "for its Key, 3 or less passes"
    assert lines[:3] == [f"red r0 rolls 3 {needs}", f"blue b0 rolls 5 {needs}", "red r0 gets away from the melee"]


def test_an_order_that_helps_is_told():
    duel = scene(DUEL + "\nr1", says={"r0": "order 2"}, current="r0").does("strike at b0", [3, 1, 1])
    assert told(duel)[0] == "an order helps red r0 (+1 on the next die)" and duel.hits == [1]


def test_the_winner_is_named():
    end = scene("r0 b0", says={"b0": "star 1"}, current="r0", rules={"break_share": 50})
    end.does("strike at b0", [6, 6, 6, *[NO_ONE] * 3, 2])
    assert told(end)[-1] == "the game is over: last warband standing, red won"
    even = scene("r0 . . b0", says={"b0": "activated"}, current="r0", config={"max_turns": 3}, head="turn: 3")
    assert told(even.does("end the activation"))[-1] == "the game is over: even at the end, a draw"


def test_fear_counts_in_what_a_die_of_a_breather_needs():
    rest = scene("r0 . . . . b0", r0={"star": 9}, says={"r0": "star 5, Shaken"}, current="r0")
    assert "red r0 rolls 3, 2, 5 for its Mallet, 2 or less regains a Star" in told(
        rest.does("take a breather", [3, 2, 5])
    )
