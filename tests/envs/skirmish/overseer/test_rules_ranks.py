"""Who is in rank, how Underlings are placed with a move, and how stragglers come back."""

import numpy as np
import pytest

from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.poses import POSES
from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.deployment import disc_cell
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from swarmzoo.envs.skirmish.overseer.rules import rules_record
from tests.envs.skirmish.overseer.scenes import Scene

FOE = " . . . . . . . . . . . b0 B0"


def row(words, foes=FOE):
    """Draw words in the first row, and blue far away from them."""
    return words + foes


# In rank


@pytest.mark.rule("OVR-4", "OVR-9")
@pytest.mark.parametrize(("drawing", "us"), [("R0 . . . . r0 .", 1), ("R0 . . . . . r0", 0)])
def test_rank_is_ten_metres(drawing, us):
    assert Scene(row(drawing)).of("R0", "us") == us


@pytest.mark.rule("OVR-4")
@pytest.mark.parametrize(("ground", "us"), [("=", 0), ("X", 0), ("#", 1), (".3", 1)])
def test_a_barrier_between_parts_the_rank_and_a_hill_does_not(ground, us):
    drawing = ". . . . . . .\n. . . . . . .\n. R0 . r0 . . .\n. . . . . . .\n" + ". " * 12 + "B0"
    under = f". . {ground}\n. {ground} {ground}\n. . {ground}\n. {ground} {ground}\n. . {ground}"
    assert Scene(drawing, under=under).of("R0", "us") == us


@pytest.mark.rule("OVR-5", "OVR-9")
def test_who_is_out_of_rank_does_not_count_and_comes_back_at_the_end_of_the_turn():
    scene = Scene(row("R0 r0 . . . . . . r0"))
    assert scene.of("R0", "us") == 1 and scene.men("R0") == {(1, 0), (8, 0)}
    scene.does("end")
    assert scene.men("R0") == {(1, 0), (5, 0)} and scene.of("R0", "us") == 2  # a Full Move: three hexes


@pytest.mark.rule("OVR-4", "OVR-9", "OVR-H1")
def test_who_finds_no_room_in_rank_stands_beside_it_and_does_not_count():
    scene = Scene(row("r0 r0 R0 r0 r0 r0 r0"), rules={"rank": 1}).does("move", "go 2 0")
    near = {(1, 0), (3, 0), (1, 1), (2, 1)}  # at the edge of the field a hex has four others beside it
    assert scene.of("R0", "us") == 4 and near < scene.men("R0")
    assert len(scene.men("R0")) == 6 and scene.told(events.OUT_OF_RANK)[0][:2] == [0, 2]


@pytest.mark.rule("OVR-5")
def test_those_in_rank_stay_where_they_are_at_the_end_of_the_turn():
    scene = Scene(row("R0 . . . r0 . . . r0")).does("end")
    assert scene.men("R0") == {(4, 0), (5, 0)}


# Placing


@pytest.mark.rule("OVR-6", "OVR-40", "OVR-H1")
def test_all_move_at_once_each_as_far_as_it_goes():
    scene = Scene(row("r0 r0 R0 . . . .")).does("run", "go 6 0")
    assert scene.where("R0") == (6, 0)
    assert all(distance_in_row(place, 6) <= 1 for place in scene.men("R0"))
    slow = Scene(row("r0 . R0 . . . . . . ."), r0={"agility": 10}).does("run", "go 9 0")
    assert slow.men("R0") == {(4, 0)}  # six metres, and two more to come back to rank


def distance_in_row(place, column):
    """Return about how many columns a place is from one."""
    return abs(place[0] - column)


@pytest.mark.rule("OVR-H1")
def test_a_move_that_goes_too_far_leaves_stragglers_behind_and_tells():
    scene = Scene(row("r0 R0 . . . . . . . . ."), r0={"agility": 10}).does("run", "go 10 0")
    assert scene.of("R0", "us") == 0 and scene.men("R0") == {(4, 0)}
    assert [event[:2] for event in scene.told(events.OUT_OF_RANK)] == [[0, 1]]


@pytest.mark.rule("OVR-H1", "OVR-40")
@pytest.mark.parametrize(("command", "cover"), [("advance", 1), ("run", 0)])
def test_an_advance_looks_for_cover_and_a_run_does_not(command, cover):
    scene = Scene(row("r0 R0 . . . ."), under=". . . * . .").does(command, "go 4 0")
    assert ((3, 0) in scene.men("R0")) == bool(cover) or command == "run"


@pytest.mark.rule("OVR-H1")
def test_the_swarm_closes_up_when_the_leader_stays():
    scene = Scene(row("R0 . . r0 . r0")).does("move", "go 0 0")
    assert scene.men("R0") == {(1, 0), (3, 0)}


@pytest.mark.rule("OVR-H1")
@pytest.mark.parametrize(
    ("command", "goal", "says", "men"),
    [
        ("move", "3 0", "", {(4, 0), (5, 0)}),
        ("move", "3 0", "pinned", {(2, 0), (4, 0)}),
        ("run", "3 0", "", {(2, 0), (4, 0)}),
        ("move", "1 0", "", {(2, 0), (3, 0)}),
    ],
    ids=["on the spot", "pinned", "a run", "away"],
)
def test_an_engaged_swarm_that_moves_on_the_spot_closes_with_the_enemy(command, goal, says, men):
    scene = Scene(". . r0 R0 . r0 b0 . B0", says={"R0": says}, rules={"opportunity": False})
    assert scene.of("R0", "touch") and scene.does(command, f"go {goal}").men("R0") == men


@pytest.mark.rule("OVR-H1")
@pytest.mark.parametrize(
    ("drawing", "men"),
    [
        (". . r0 R0 . . r0 b0 . B0\n.\n. . B1", {(4, 0), (6, 0)}),
        ("B1 b1 r0 R0 . . r0 b0 . B0", {(2, 0), (4, 0)}),
        ("B0 b0 r0 R0 . . r0 b1 . B1", {(2, 0), (4, 0)}),
    ],
    ids=["the nearer one is not engaged", "the last one is nearer", "the first one is nearer"],
)
def test_a_swarm_closes_with_the_nearest_of_those_it_is_engaged_with(drawing, men):
    assert Scene(drawing).does("move", "go 3 0").men("R0") == men


@pytest.mark.rule("OVR-H1", "OVR-H3")
def test_nobody_goes_through_an_enemy_but_through_friends_and_the_loose():
    alley = "X X X X X X X X\nX . . . . . . X\nX X X X X X X X"
    for middle, passes in (("b0", False), ("r0", True), ("~b0", True)):
        drawing = f". . . . . . . .\n. R0 {middle} . . . .\n" + ". " * 15 + "B0 b0"
        goals = Scene(drawing, under=alley).does("run").goals
        assert ((4, 1) in goals) == passes, middle


@pytest.mark.rule("OVR-H3", "OVR-P9")
@pytest.mark.parametrize(("command", "farthest"), [("advance", 3), ("cover_ground", 5)])
def test_cover_ground_makes_all_ground_that_can_be_entered_easy(command, farthest):
    rough = ". . # # # # # #\n" + "X " * 9
    scene = Scene(row("r0 R0 . . . . ."), under=rough, R0={"type": "pathfinder"}).does(command)
    assert max(column for column, line in scene.goals if line == 0) == farthest


# The disc beyond every radius


def _cells(rules, middle, pose, out):
    for k in range(out.shape[0]):
        out[k] = disc_cell(rules[0], middle, pose, k)


def test_the_disc_of_any_radius_counts_as_the_table_does():
    config = OverseerConfig()
    plan = plan_of(config)
    rules, entry = rules_record(config, plan), entry_point(_cells, "overseer_disc_cells", {"disc_cell": disc_cell})
    out = np.zeros(disc_size(plan.radius), np.int64)
    for place in ((11, 10), (12, 11)):
        cell = plan.field.cell(*place)
        for pose in range(POSES):
            entry(rules, cell, pose, out)
            table = cell + rules[0]["disc"][place[1] & 1, pose].astype(int)
            inside = [plan.field.place(c)[0] in range(24) and plan.field.place(c)[1] in range(23) for c in table]
            assert (out[inside] == table[inside]).all() and (out[~np.array(inside)] == -1).all()
