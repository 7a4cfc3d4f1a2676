"""Flight, rallies, and the skills of Technicians."""

import pytest

from swarmzoo.envs.skirmish.battlefield.terrain import BARRIER, OPEN
from swarmzoo.envs.skirmish.overseer import events
from tests.envs.skirmish.overseer.battle import Battle, percent

FAILS, PASSES = percent(96, 100), percent(1, 5)
CROWD = "R0 . ~r0 ~r0 ~r0 ~r0 ~r0 ~r0 ~r0 . . . . . B0\n. . ~r0 ~r0"


def flees(battle, *places):
    """Let those in some hexes flee."""
    for place in places:
        battle.s["fleeing"][battle.piece(*place)] = 1
    return battle


def ground(battle, column, row):
    """Return the kind of ground of a hex."""
    return int(battle.s["terrain"][battle.cell(column, row)])


# Flight


@pytest.mark.rule("OVR-P13", "OVR-H6")
def test_who_flees_runs_from_the_nearest_enemy_leader():
    run = flees(Battle("R0 . . . . . . . . ~r0 B0"), (9, 0))
    man = run.piece(9, 0)
    run.flee_all()
    assert run.at(man) == (4, 9)  # nine hexes, 18 m: of the ways as good the first clockwise from the east


@pytest.mark.rule("OVR-P13", "OVR-H6")
def test_who_reaches_the_edge_leaves_the_field_and_is_gone():
    run = flees(Battle(". . . ~r0 B0"), (3, 0))
    man = run.piece(3, 0)
    run.flee_all()
    assert run.at(man) is None and run.s["models"][man] == 0 and run.told(events.FLED)[0][0] == 1
    assert run.s["fleeing"][man] == 0


@pytest.mark.rule("OVR-H6")
def test_who_is_held_up_inside_the_field_waits():
    under = ".\n. . X X\n. . X .\n. . X X"
    shut = flees(Battle(".\n.\n. . . ~r0 . B0", under=under), (3, 2))
    shut.flee_all()
    assert shut.piece(3, 2) >= 0 and not shut.told(events.FLED)


@pytest.mark.rule("OVR-H6")
def test_every_side_runs_as_it_sees_the_field_and_the_leaderless_from_whoever_is_nearest():
    rows = ["."] * 10
    blue = flees(Battle("\n".join([*rows, ". . . . . . R0 ~b0 . . . . . . . . . . B0"])), (7, 10))
    man = blue.piece(7, 10)
    blue.flee_all()
    assert blue.at(man) == (11, 1)  # nine hexes north-east, half a turn from south-west
    for leader in ("R0", "B0"):
        nobody = flees(Battle(f". . . . . {leader} ~n . . . . . . . . . . R1", scenario="rally"), (6, 0))
        man = nobody.piece(6, 0)
        nobody.flee_all()
        assert nobody.at(man) == (15, 0)  # the east comes first


@pytest.mark.rule("OVR-H6")
def test_nobody_runs_where_no_enemy_leader_is_left_and_the_loose_stand_still():
    calm = flees(Battle("R0 . . ~r0"), (3, 0))
    calm.flee_all()
    assert calm.piece(3, 0) >= 0
    loose = Battle("R0 . . ~r0 . B0")
    loose.flee_all()
    assert loose.piece(3, 0) >= 0


# Rallies


@pytest.mark.rule("OVR-34", "OVR-T10")
@pytest.mark.parametrize(("roll", "joined"), [(31, 0), (30, 4), (20, 5), (10, 6)])
def test_a_rally_gathers_fb_and_one_for_each_degree(roll, joined):
    call = Battle(CROWD).turn_of("R0")
    assert call.can_rally(0)
    call.dice([percent(roll)])
    call.rally(0)
    assert call.tests(events.FOR_RALLY) == [(roll, 50 - 20, int(joined > 0))]
    assert call.of("R0", "us") == joined and len(call.men("R0")) == joined and call.s["rallied"]


@pytest.mark.rule("OVR-34")
def test_the_nearest_join_first_where_they_stand_and_flee_no_more():
    call = flees(Battle(CROWD), (2, 0), (8, 0)).turn_of("R0")
    call.dice([percent(30)])
    call.rally(0)
    assert call.men("R0") == [(2, 0), (3, 0), (2, 1), (4, 0)]
    assert call.s["fleeing"][call.piece(2, 0)] == 0 and call.s["fleeing"][call.piece(8, 0)] == 1


@pytest.mark.rule("OVR-34")
@pytest.mark.parametrize(("leader", "unit", "first"), [("R0", 0, (10, 3)), ("B0", 2, (4, 3))])
def test_of_several_as_near_the_first_clockwise_from_the_front_of_the_side_joins(leader, unit, first):
    call = Battle(f".\n.\n.\n. . . . ~n . . {leader} . . ~n", scenario="rally", **{leader: {"fellowship": 10}}).turn_of(
        leader
    )
    call.dice([percent(30)])
    call.rally(unit)
    assert call.men(leader) == [first]


@pytest.mark.rule("OVR-34")
def test_a_rally_gathers_no_more_than_there_are():
    few = Battle("R0 . ~r0 ~r0 . . B0").turn_of("R0")
    few.dice([percent(6, 10)])
    few.rally(0)
    assert few.of("R0", "us") == 2 and not few.can_rally(0)


@pytest.mark.rule("OVR-34")
def test_two_overseers_rally_the_same_ones_and_the_second_gets_who_is_left():
    both = Battle("R0 . ~r0 ~r0 ~r0 ~r0 ~r0 ~r0 . . B0").turn_of("R0")
    both.dice([percent(30)])
    both.rally(0)
    both.turn_of("B0").dice([percent(6, 10)])
    both.rally(2)
    assert both.of("R0", "us") == 4 and both.of("B0", "us") == 2
    taken = both.s["roll"][2, :2]
    assert set(both.s["side"][taken].tolist()) == {1} and not both.can_rally(0) and not both.can_rally(2)


@pytest.mark.rule("OVR-P13")
@pytest.mark.parametrize(("hexes", "heard"), [(10, True), (11, False)])
def test_a_rally_is_heard_within_twenty_metres(hexes, heard):
    far = Battle(" ".join(["R0", *["."] * (hexes - 1), "~r0"]) + " . B0")
    assert bool(far.can_rally(0)) == heard


@pytest.mark.rule("OVR-34")
def test_only_a_leader_without_a_swarm_rallies_but_in_the_scenario_of_that_name():
    drawing = "R0 r0 . ~n ~n . B0"
    assert not Battle("R0 r0 . ~r0 . B0").can_rally(0)
    scenario = Battle("R0 . . ~n ~n ~n ~n ~n ~n . B0", scenario="rally").turn_of("R0")
    scenario.dice([percent(30)])
    scenario.rally(0)
    assert scenario.can_rally(0) and len(scenario.men("R0")) == 4 and scenario.of("R0", "us") == 3
    other = Battle(drawing, scenario="rally")
    assert not other.can_rally(0)  # another profile than that of its Swarm


@pytest.mark.rule("OVR-3", "OVR-34")
def test_those_who_join_have_one_profile_that_of_the_nearest():
    mixed = Battle("R0 . ~b1 ~r0 ~b1 ~r0 . B0").turn_of("R0")
    mixed.dice([PASSES])
    mixed.rally(0)
    assert mixed.men("R0") == [(2, 0), (4, 0)]


@pytest.mark.rule("OVR-34", "OVR-8")
def test_a_piece_that_is_more_than_is_wanted_joins_only_as_the_first():
    for sizes, joined in (([6, 1], 6), ([3, 3], 3), ([3, 1, 1], 4)):
        many = Battle("R0 . " + "~r0 " * len(sizes) + ". B0").turn_of("R0")
        for k, models in enumerate(sizes):
            many.s["models"][many.piece(2 + k, 0)] = models
        many.dice([percent(30)])
        many.rally(0)
        assert many.of("R0", "us") == joined, sizes


@pytest.mark.rule("OVR-G7", "OVR-34")
def test_the_unnerved_rally_worse():
    call = Battle(CROWD).turn_of("R0").sets("R0", unnerved=1)
    call.rally(0)
    assert call.tests(events.FOR_RALLY)[0][1] == 20


# Skills

TECHNICIAN = {"type": "technician"}


@pytest.mark.rule("OVR-H8", "OVR-P9", "OVR-12")
@pytest.mark.parametrize(("us", "bonus"), [(0, 0), (2, 10), (6, 30), (9, 30)])
def test_a_special_team_adds_five_for_each_underling_to_skills(us, bonus):
    drawing = "R0 r0 r0 r0 r0\n" + ". r0 r0 r0 r0 r0"
    places = [(column, row) for row in (0, 1) for column in range(1, 6)]
    rows = [word.split() for word in drawing.splitlines()]
    for column, row in [p for p in places if p != (5, 0)][us:]:
        rows[row][column] = "."
    tend = Battle("\n".join(" ".join(row) for row in rows) + "\n. . . . . . . . . B0", R0=TECHNICIAN)
    tend.turn_of("R0").sets("R0", wounds=5).dice([PASSES, (5, [3])])
    tend.tend(0)
    assert tend.tests(events.FOR_TENDING)[0][1] == 40 + bonus and tend.of("R0", "wounds") == 8


@pytest.mark.rule("OVR-H8")
def test_the_one_who_is_hurt_most_is_tended_of_friends_within_a_hex():
    tend = Battle("R0 R1 . . B0", R0=TECHNICIAN).turn_of("R0").sets("R0", wounds=11).sets("R1", wounds=4)
    assert tend.can_tend(0)
    tend.dice([PASSES, (5, [5])])
    tend.tend(0)
    assert tend.of("R1", "wounds") == 9 and tend.of("R0", "wounds") == 11
    far = Battle("R0 . R1 . B0", R0=TECHNICIAN).sets("R1", wounds=4)
    assert not far.can_tend(0)


@pytest.mark.rule("OVR-H8")
def test_nobody_is_healed_beyond_his_wounds_or_by_a_test_that_fails():
    full = Battle("R0 . . B0", R0=TECHNICIAN).turn_of("R0").sets("R0", wounds=11)
    full.dice([PASSES, (5, [5])])
    full.tend(0)
    assert full.of("R0", "wounds") == 12 and not full.can_tend(0)
    fails = Battle("R0 . . B0", R0=TECHNICIAN).turn_of("R0").sets("R0", wounds=5)
    fails.dice([FAILS])
    fails.tend(0)
    assert fails.of("R0", "wounds") == 5
    assert not Battle("R0 . . B0").sets("R0", wounds=5).can_tend(0)  # no Technician


@pytest.mark.rule("OVR-H8", "OVR-4")
def test_a_barrier_is_raised_in_the_open_and_bars_rank():
    wall = Battle("R0 . r0 . . . B0", R0=TECHNICIAN).turn_of("R0")
    cell = wall.cell(1, 0)
    assert wall.of("R0", "us") == 1 and wall.can_work(0, cell)
    wall.dice([PASSES])
    wall.work(0, cell)
    assert ground(wall, 1, 0) == BARRIER and wall.of("R0", "us") == 0
    wall.dice([PASSES])
    wall.work(0, cell)
    assert ground(wall, 1, 0) == OPEN and wall.of("R0", "us") == 1


@pytest.mark.rule("OVR-H8")
def test_works_reach_two_hexes_of_open_ground_without_anybody_or_a_barrier():
    wall = Battle("R0 r0 . . . B0", under=". . . .\n* =", R0=TECHNICIAN)
    cells = {(0, 0): False, (1, 0): False, (2, 0): True, (3, 0): False, (0, 1): False, (1, 1): True}
    assert {place: bool(wall.can_work(0, wall.cell(*place))) for place in cells} == cells
    assert not Battle("R0 . . B0").can_work(0, wall.cell(1, 0))


@pytest.mark.rule("OVR-H8", "OVR-H9")
def test_nothing_is_raised_on_ground_that_is_to_be_held():
    held = Battle("R0 . . . B0", R0=TECHNICIAN, scenario="hold_ground", rules={"objective_hexes": 1})
    column, row = held.plan.field.place(held.plan.middle)
    assert held.can_work(0, held.cell(1, 0))
    held.s["occupant"][held.s["place"][0]] = -1
    held.s["place"][0] = held.cell(column - 1, row)
    held.survey()
    assert not held.can_work(0, held.cell(column, row)) and held.can_work(0, held.cell(column - 3, row))


@pytest.mark.rule("OVR-32", "OVR-P9")
def test_a_pinned_technician_works_without_its_team():
    pinned = Battle("R0 r0 r0 . . B0", R0=TECHNICIAN).turn_of("R0").sets("R0", wounds=5, pinned=1)
    pinned.dice([FAILS])
    pinned.tend(0)
    assert pinned.tests(events.FOR_TENDING)[0][1] == 40
