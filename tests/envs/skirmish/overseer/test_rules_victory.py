"""How games end: the last who stand, rout, ground, escape, recruits, the clock; and who has won then."""

import pytest

from swarmzoo.envs.skirmish.overseer import events, victory
from swarmzoo.envs.skirmish.overseer.state import DEAD, ESCAPED
from tests.envs.skirmish.overseer.battle import percent, ten
from tests.envs.skirmish.overseer.scenes import Scene

HIT, LAST_ROUND = percent(6, 9), "rounds: 20"
DYING = {"B0": "wounds 1, no own reaction"}


def ended(scene):
    """Return how a game has ended and who has won; None if it goes on."""
    s = scene.s
    return (int(s["ending"]), s["winners"].tolist()) if s["done"] else None


def round_passed(drawing, **options):
    """Return a scene after all have ended their turns."""
    scene = Scene(drawing, **options)
    rounds = int(scene.s["rounds"])
    while not scene.s["done"] and scene.s["rounds"] == rounds:
        scene.does("end")
    return scene


# The last who stand


@pytest.mark.rule("OVR-A3", "OVR-H9")
@pytest.mark.parametrize("scenario", ["duel", "decapitation", "hold_ground", "rally"])
def test_a_side_whose_last_leader_dies_has_lost_at_once(scenario):
    shot = Scene("R0 r0 . . . . B0", says=DYING, scenario=scenario).does("shoot", dice=[HIT, ten(9)])
    assert ended(shot) == (victory.LAST_STANDING, [1, 0])


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_a_side_that_has_a_leader_left_plays_on():
    shot = Scene("R0 r0 . . . . B0 . b1 B1", says=DYING).does("shoot", "at B0", dice=[HIT, ten(9)])
    assert shot.of("B0", "fate") == DEAD and ended(shot) is None


@pytest.mark.rule("OVR-A3", "OVR-H9")
@pytest.mark.parametrize(
    ("scenario", "end"),
    [
        ("duel", (victory.LAST_STANDING, [1, 0])),
        ("decapitation", None),
        ("breakthrough", None),
        ("hold_ground", (victory.LAST_STANDING, [1, 0])),
    ],
)
def test_who_has_lost_all_underlings_is_routed_after_the_round_where_that_counts(scenario, end):
    drawing = "R0 r0 . . . . . . . ~b0 B0"
    assert ended(Scene(drawing, scenario=scenario).does("end")) is None
    assert ended(round_passed(drawing, scenario=scenario)) == end


@pytest.mark.rule("OVR-H9")
@pytest.mark.parametrize(("share", "end"), [(49, None), (50, (victory.LAST_STANDING, [1, 0]))])
def test_who_has_no_more_than_some_share_of_its_first_us_is_routed(share, end):
    halved = round_passed("R0 r0 r0 . . . . . . . b0 B0 . . . . . . . . . ~b0", rules={"rout_share": share})
    assert ended(halved) == end


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_who_never_had_underlings_is_not_routed():
    assert ended(round_passed("R0 r0 . . . . . . . B0")) is None


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_when_all_are_routed_nobody_has_won():
    lost = round_passed("R0 ~r0 . . . . . . . ~b0 B0")
    assert ended(lost) == (victory.ALL_BEATEN, [1, 1])
    assert lost.questions.rewards(lost.table.states)[0].tolist() == [0, 0, 0, 0]


# Ground


def about_the_middle(west, east):
    """Draw a Swarm of each side, of so many, red beside the middle and blue beyond it."""
    middle = Scene("R0 r0 . . B0").plan.field.middle
    column, row = middle[0] - 3, middle[1]
    lines = [". " * 20] * row
    lines += [". " * column + f"R0 {'r0 ' * west}"]
    lines += [". " * column + ". . . " + f"{'b0 ' * east}B0"]
    return "\n".join(lines)


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_most_of_the_us_on_the_ground_for_some_rounds_wins():
    held = round_passed(about_the_middle(3, 1), scenario="hold_ground", head="held: 1 0")
    assert held.s["held"].tolist() == [2, 0] and ended(held) is None
    won = round_passed(about_the_middle(3, 1), scenario="hold_ground", head="held: 2 0")
    assert ended(won) == (victory.GROUND_HELD, [1, 0])


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_as_many_of_both_hold_nothing_and_forget_what_was_held():
    even = round_passed(about_the_middle(2, 2), scenario="hold_ground", head="held: 2 0")
    assert even.s["held"].tolist() == [0, 0] and ended(even) is None


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_who_is_far_from_the_middle_holds_nothing():
    far = round_passed("R0 r0 r0 r0 . . . B0 b0", scenario="hold_ground")
    assert far.s["held"].tolist() == [0, 0]


# Escape


def near_the_east(drawing):
    """Draw something that ends at the eastern edge, in the first row, and blue at the western one."""
    field = Scene("R0 r0 . . B0").plan.field
    east = max(column for column, row in field.places if row == 0)
    return "B0 b0 " + ". " * (east - 1 - len(drawing.split())) + drawing


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_who_ends_its_turn_at_the_far_edge_escapes_with_all_in_rank():
    out = Scene(near_the_east("r0 r0 R0"), scenario="breakthrough").does("end")
    assert out.of("R0", "fate") == ESCAPED and out.told(events.ESCAPED_NOW) == [[0, 2, 0, 0, 0]]
    assert ended(out) == (victory.BROKEN_THROUGH, [1, 0])


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_two_hexes_from_the_edge_is_not_yet_out():
    near = Scene(near_the_east("r0 r0 R0 . ."), scenario="breakthrough").does("end")
    assert near.of("R0", "fate") != ESCAPED and ended(near) is None


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_too_few_who_escape_do_not_win_and_too_few_left_have_lost():
    drawing = near_the_east("R1 r1 r1 r1 . r0 r0 R0")
    some = Scene(drawing, scenario="breakthrough").does("end")
    assert some.s["escaped_us"].tolist() == [2, 0] and ended(some) is None
    few = Scene(drawing.replace("r1 r1 r1", "~r1 ~r1 ~r1"), scenario="breakthrough").does("end")
    assert ended(few) == (victory.LINE_HELD, [0, 1])


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_the_defenders_do_not_escape():
    drawing = "B0 b0 . . . . . R0 r0"
    assert Scene(drawing, scenario="breakthrough", turn="B0").does("end").of("B0", "fate") != ESCAPED


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_at_the_clock_the_line_has_held():
    late = round_passed("B0 b0 . . . . . . R0 r0", scenario="breakthrough", head=LAST_ROUND)
    assert ended(late) == (victory.LINE_HELD, [0, 1])


# Recruits


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_more_than_half_of_the_leaderless_wins_the_rally():
    rules = {"neutral_underlings": 4}
    most = round_passed("R0 r0 r0 r0 . . . . B0 b0", scenario="rally", rules=rules)
    assert ended(most) == (victory.MOST_RECRUITED, [1, 0])
    half = round_passed("R0 r0 r0 . . . . B0 b0", scenario="rally", rules=rules)
    assert ended(half) is None
    both = round_passed("R0 r0 r0 r0 . . . . B0 b0 b0 b0", scenario="rally", rules=rules)
    assert ended(both) is None


# The clock


@pytest.mark.rule("OVR-A3", "OVR-H9")
@pytest.mark.parametrize(
    ("says", "end"),
    [
        ({}, (victory.EVEN, [1, 1])),
        ({"B0": "wounds 11"}, (victory.MOST_LEFT, [1, 0])),
        ({"R0": "wounds 11"}, (victory.MOST_LEFT, [0, 1])),
    ],
)
def test_at_the_clock_wounds_decide_when_us_is_alike(says, end):
    assert ended(round_passed("R0 r0 . . . . . . . b0 B0", says=says, head=LAST_ROUND)) == end


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_at_the_clock_wounds_and_us_count_in_100_of_what_there_was():
    drawing = "R0 r0 . ~r0 . . . . . ~b0 b0 B0 b0 b0"
    for wounds, end in ((6, (victory.EVEN, [1, 1])), (7, (victory.MOST_LEFT, [0, 1]))):
        says = {"R0": "wounds 12", "B0": f"wounds {wounds}"}  # of 24 of both leaders: 50 + 50 against 25 + 75
        assert ended(round_passed(drawing, says=says, head=LAST_ROUND)) == end


@pytest.mark.rule("OVR-A3", "OVR-H9")
def test_before_the_last_round_the_clock_decides_nothing():
    assert ended(round_passed("R0 r0 . . . . . . . b0 B0", head="rounds: 19")) is None
