"""What wins kill_leader, loot and hold_centre, and what breaks a warband in them."""

import pytest

from swarmzoo.envs.skirmish.warband.victory import ENDING_NAMES
from tests.envs.skirmish.warband.scenes import ANY, scene

ONE_HIT = [5, 1, 1, 6]  # of three attack dice at Mallet 3, with its die for Shield
DEATH = [5] * 3 + [6] * 3 + [1]  # three hits that nothing deflects, and the die of the wound


def ending(made):
    """Return how a game has ended."""
    return ENDING_NAMES[made.s["ending"]]


# kill_leader

LEADER = {"scenario": "kill_leader"}
CHIEF = {"b0": {"star": 6, "coronet": 5}}


@pytest.mark.rule("WAR-A9")
@pytest.mark.parametrize(("star", "is_lost"), [(4, True), (5, False)])
def test_a_leader_yields_at_half_its_star_and_its_warband_breaks(star, is_lost):
    duel = scene("r0 b0 . . . . b1", says={"b0": f"star {star}"}, current="r0", config=LEADER, **CHIEF)
    duel.does("strike at b0", [*ONE_HIT, ANY, ANY])
    assert duel.of("b0", "star") == star - 1 and bool(duel.s["done"]) == is_lost
    assert duel.winners == (["red"] if is_lost else [])
    assert ending(duel) == ("the leader was lost" if is_lost else "still played")


@pytest.mark.rule("WAR-A9")
def test_a_leader_that_need_not_yield_is_lost_only_when_it_is_out():
    rules = {"leader_yields": 0}
    duel = scene("r0 b0 . . . . b1", says={"b0": "star 4"}, current="r0", config=LEADER, rules=rules, **CHIEF)
    assert not duel.does("strike at b0", [*ONE_HIT, ANY, ANY]).s["done"]
    fallen = scene("r0 b0 . . . . b1", says={"b0": "star 3"}, current="r0", config=LEADER, rules=rules, **CHIEF)
    assert fallen.does("strike at b0", DEATH).winners == ["red"] and ending(fallen) == "the leader was lost"


@pytest.mark.rule("WAR-A9")
def test_half_losses_break_nobody_in_kill_leader_unless_the_rules_say_so():
    sheets = {"b0": {"coronet": 5}, "b1": {"star": 3}}
    for share in (0, 50):
        rules = {"leader_break_share": share}
        fight = scene("r0 b1 . . . . . . . . b0\nr1", current="r0", config=LEADER, rules=rules, **sheets)
        fight.does("strike at b1", DEATH)
        assert fight.fate("b1") == "dead" and bool(fight.s["done"]) == (share == 50)
        assert ending(fight) == ("last warband standing" if share else "still played")


LAST = "turn: 3"
CLOCK = LEADER | {"max_turns": 3}


def at_the_clock(star, rules=None, more=""):
    """Return a game of kill_leader after its last turn: blue's leader has lost some Star."""
    says = {"b0": f"star {star}, activated", "r1": f"{more}activated", "b1": "activated"}
    sheets = {"r0": {"star": 6, "coronet": 5}, **CHIEF}
    made = scene("r0 r1 . . . . . . b0 b1", says=says, current="r0", config=CLOCK, head=LAST, rules=rules, **sheets)
    return made.does("end the activation")


@pytest.mark.rule("WAR-A9")
def test_after_the_last_turn_the_leader_with_the_greater_share_of_its_star_wins():
    assert at_the_clock(5).winners == ["red"] and at_the_clock(6).winners == ["red", "blue"]
    assert at_the_clock(5, {"leader_counts": False}).winners == ["red", "blue"]


@pytest.mark.rule("WAR-A9")
def test_leaders_alike_the_greater_share_that_is_left_wins():
    says = {"r1": "dead", "b0": "activated", "b1": "activated"}
    sheets = {"r0": {"star": 6, "coronet": 5}, **CHIEF}
    made = scene("r0 . . . . . . . b0 b1", says=says, current="r0", config=CLOCK, head=LAST, **sheets)
    assert made.does("end the activation").winners == ["blue"]
    says["b0"] = "star 4, activated"
    made = scene("r0 . . . . . . . b0 b1", says=says, current="r0", config=CLOCK, head=LAST, **sheets)
    assert made.does("end the activation").winners == ["red"]  # the leader counts first


# loot

LOOT = {"scenario": "loot"}
TRACK = "r0 . . . . . . . . . . . . b0 b1"


@pytest.mark.rule("WAR-A10")
@pytest.mark.parametrize(("points", "price", "taken"), [(2, 1, True), (1, 1, False), (1, 0, True), (2, 2, False)])
def test_picking_up_costs_points_and_who_has_none_leaves_the_token(points, price, taken):
    given = {"points": points, "config": LOOT, "rules": {"loot_points": price}}
    seeker = scene(TRACK, says={"r1": "at 0 3"}, current="r0", head="loot: 3 0", **given)
    seeker.does("go to 3 0")
    assert seeker.s["purse"].tolist() == [int(taken), 0] and seeker.s["loot"].sum() == 1 - taken
    assert seeker.s["points"] == points - 1 - (price if taken else 0)


@pytest.mark.rule("WAR-A10")
def test_a_token_that_could_not_be_paid_is_picked_up_when_the_character_is_activated_again():
    head = "stage: pick a character\nactor: red\nloot: 0 0"
    seeker = scene(TRACK, says={"r1": "at 0 3"}, config=LOOT, head=head).does("activate r0")
    assert seeker.s["purse"].tolist() == [1, 0] and seeker.s["points"] == 1 and seeker.s["loot"].sum() == 0
    stunned = scene(TRACK, says={"r0": "stunned", "r1": "at 0 3"}, config=LOOT, head=head).does("activate r0")
    assert stunned.s["purse"].tolist() == [0, 0]


@pytest.mark.rule("WAR-A10")
def test_picking_up_is_free_where_loot_is_not_what_counts():
    seeker = scene(TRACK, says={"r1": "at 0 3"}, current="r0", points=1, head="loot: 3 0").does("go to 3 0")
    assert seeker.s["purse"].tolist() == [1, 0]


@pytest.mark.rule("WAR-A10")
@pytest.mark.parametrize(("purse", "goal", "wins"), [(3, 4, True), (2, 4, False), (2, 3, True), (9, 0, False)])
def test_four_tokens_win_at_once(purse, goal, wins):
    head = f"loot: 3 0\npurse: {purse} 0"
    seeker = scene(TRACK, says={"r1": "at 0 3"}, current="r0", config=LOOT, head=head, rules={"loot_goal": goal})
    seeker.does("go to 3 0")
    assert bool(seeker.s["done"]) == wins and seeker.winners == (["red"] if wins else [])
    assert ending(seeker) == ("the loot was won" if wins else "still played")


@pytest.mark.rule("WAR-A10")
def test_the_token_that_wins_may_be_picked_up_by_who_is_activated():
    head = "stage: pick a character\nactor: red\nloot: 0 0\npurse: 3 0"
    seeker = scene(TRACK, says={"r1": "at 0 3"}, config=LOOT, head=head).does("activate r0")
    assert seeker.winners == ["red"] and ending(seeker) == "the loot was won"


@pytest.mark.rule("WAR-A10")
@pytest.mark.parametrize(("lost", "breaks"), [(1, False), (2, True)])
def test_a_warband_breaks_in_loot_when_three_quarters_of_it_are_lost(lost, breaks):
    says = {f"b{k}": "dead" for k in range(1, 1 + lost)}
    away = {"b1": "at 12 3", "b2": "at 12 5", "b3": "at 12 7"}
    fight = scene("r0 b0\nr1 r2 r3", says=away | says, current="r0", config=LOOT, b0={"star": 3}, b3={})
    fight.does("strike at b0", DEATH)
    assert fight.fate("b0") == "dead" and fight.winners == (["red"] if breaks else [])


# hold_centre

HOLD = {"scenario": "hold_centre"}


def turn_at_centre(says, rules=None, head="centre: 0 0"):
    """Return a game of hold_centre after a turn, with some characters at the centre, 8 5."""
    field = "\n".join(["."] * 5 + [". . . . . . . . r0"])
    says = {"r1": "at 0 0, activated", "b0": "at 15 0, activated", "b1": "at 15 2, activated"} | says
    return scene(field, says=says, current="r0", config=HOLD, head=head, rules=rules).does("end the activation")


@pytest.mark.rule("WAR-A11")
@pytest.mark.parametrize(
    ("says", "held"),
    [
        ({}, [1, 0]),
        ({"b0": "at 7 5, activated"}, [0, 0]),
        ({"r1": "at 8 6, activated", "b0": "at 7 5, activated"}, [1, 0]),
        ({"b0": "at 7 5, activated", "b1": "at 9 5, activated"}, [0, 1]),
        ({"r1": "at 8 6, activated, stunned", "b0": "at 7 5, activated"}, [0, 0]),
    ],
)
def test_a_turn_at_the_centre_goes_to_who_has_the_most_there_and_the_stunned_do_not_count(says, held):
    assert turn_at_centre(says).s["centre"].tolist() == held


@pytest.mark.rule("WAR-A11")
def test_where_only_who_is_alone_holds_the_centre_one_enemy_is_enough_to_stop_it():
    says = {"r1": "at 8 6, activated", "b0": "at 7 5, activated"}
    assert turn_at_centre(says, {"centre_rule": "alone"}).s["centre"].tolist() == [0, 0]
    assert turn_at_centre({}, {"centre_rule": "alone"}).s["centre"].tolist() == [1, 0]


@pytest.mark.rule("WAR-A11")
def test_five_turns_at_the_centre_win_and_four_do_not():
    assert turn_at_centre({}, head="centre: 4 0").winners == ["red"]
    assert not turn_at_centre({}, head="centre: 3 4").s["done"]


@pytest.mark.rule("WAR-A11")
@pytest.mark.parametrize(("share", "breaks"), [(0, False), (50, True)])
def test_losses_break_nobody_in_hold_centre_but_the_loss_of_all(share, breaks):
    rules = {"centre_break_share": share}
    fight = scene("r0 b0 . . . . . . . b1\nr1", current="r0", config=HOLD, rules=rules, b0={"star": 3})
    assert fight.does("strike at b0", DEATH).winners == (["red"] if breaks else [])
    last = scene("r0 b0\nr1", says={"b1": "dead"}, current="r0", config=HOLD, rules=rules, b0={"star": 3})
    assert last.does("strike at b0", DEATH).winners == ["red"] and ending(last) == "last warband standing"
