"""Courage: Break, Pinning and falling back, Fear and the Shock Table, snapping out."""

import pytest

from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.state import (
    FAINTED,
    FROZEN,
    HELPLESS,
    PANICKED,
    STEADY,
    SUPPRESSION,
    WARY,
)
from tests.envs.skirmish.overseer.battle import Battle, percent

FAILS = percent(96, 100)
SWARM = "R0 r0 r0 . . . . B0\nr0 r0 r0"


def unit(name, drawing=SWARM, **more):
    """Return a battle in which it is the turn of a unit."""
    return Battle(drawing, **more).turn_of(name)


def fleeing(battle):
    """Return how many pieces flee."""
    return int(battle.s["fleeing"].sum())


# Break


@pytest.mark.rule("OVR-33", "OVR-P10", "OVR-T9")
@pytest.mark.parametrize(("lost", "tests"), [(3, []), (4, [(50, 50, 1)])])
def test_a_break_test_is_made_when_more_than_wpb_were_lost(lost, tests):
    swarm = unit("R0", R0={"willpower": 30}).sets("R0", lost=lost)
    swarm.dice([percent(50)])
    swarm.break_test(0)
    assert swarm.tests(events.FOR_BREAK) == tests


@pytest.mark.rule("OVR-33", "OVR-T9")
def test_a_break_test_is_command_and_twenty_less_five_for_each_lost():
    swarm = unit("R0").sets("R0", lost=7)
    swarm.dice([percent(40)])
    swarm.break_test(0)
    assert swarm.tests(events.FOR_BREAK) == [(40, 50 + 20 - 35, 0)]
    changes = {event[0]: event[1] for event in swarm.told(events.MODIFIED)}
    assert changes == {events.OF_COMMAND: 50, events.OF_RULE: 20, events.OF_LOSSES: -35}


@pytest.mark.rule("OVR-33")
def test_who_breaks_collapses_and_flees_and_the_overseer_is_unaffected():
    swarm = unit("R0", SWARM + " . . . r0").sets("R0", lost=5)  # one of them out of rank
    swarm.dice([FAILS])
    swarm.break_test(0)
    assert swarm.told(events.COLLAPSED) and swarm.men("R0") == [] and fleeing(swarm) == 6
    assert swarm.of("R0", "us") == 0 and swarm.of("R0", "shock") == STEADY and swarm.of("R0", "fate") == 0


@pytest.mark.rule("OVR-33")
def test_a_leader_without_underlings_does_not_break():
    alone = unit("R0", "R0 . . B0").sets("R0", lost=9)
    alone.break_test(0)
    assert not alone.told(events.TESTED)


@pytest.mark.rule("OVR-P9", "OVR-P11", "OVR-33")
def test_hold_fast_adds_to_the_break_test():
    swarm = unit("R0", R0={"type": "sergeant"}, r0={"passive": "sergeant"}).sets("R0", lost=5)
    swarm.dice([percent(50)])
    swarm.break_test(0)
    assert swarm.tests(events.FOR_BREAK) == [(50, 50 + 20 - 25 + 20, 1)]


# Pinning


@pytest.mark.rule("OVR-30", "OVR-32", "OVR-G6")
def test_suppressing_fire_makes_each_target_test_willpower_whether_it_hits_or_not():
    pinned = Battle(SWARM).attacks(SUPPRESSION, "R0", "B0", [percent(97, 100), percent(31)])
    assert pinned.tests(events.FOR_PINNING) == [(31, 40 - 10, 0)] and pinned.of("B0", "pinned") == 1
    stands = Battle(SWARM).attacks(SUPPRESSION, "R0", "B0", [percent(97, 100), percent(30)])
    assert stands.of("B0", "pinned") == 0 and stands.where("B0") == (7, 0)


@pytest.mark.rule("OVR-32")
def test_the_pinned_fall_back_into_cover_and_never_nearer():
    drawing = "R0 r0 . . . . . B0\nr0 r0"
    back = Battle(drawing, under=". . . . . . # .\n. . . . . . . #")  # beside it, and one hex back
    back.attacks(SUPPRESSION, "R0", "B0", [percent(97, 100), FAILS])
    assert back.where("B0") == (8, 1) and back.told(events.FELL_BACK)  # behind the wood, not in it: that is farther
    near = Battle(drawing, under=". . . . . #").attacks(SUPPRESSION, "R0", "B0", [percent(97, 100), FAILS])
    assert near.where("B0") == (9, 0)  # the only cover is nearer


@pytest.mark.rule("OVR-32")
def test_without_better_cover_they_fall_back_as_far_as_they_can_and_their_swarm_with_them():
    back = Battle("R0 r0 . . . . b0 B0\nr0 r0").sets("B0", aim=1)
    back.attacks(SUPPRESSION, "R0", "B0", [percent(97, 100), FAILS])
    assert back.where("B0") == (9, 0) and back.of("B0", "aim") == 0  # 4 m
    assert back.men("B0") == [(8, 0)]


@pytest.mark.rule("OVR-32")
def test_the_engaged_who_are_pinned_stay_where_they_are():
    held = Battle("R0 r0 . . . . B0 r1 R1\nr0 r0").attacks(SUPPRESSION, "R0", "B0", [percent(97, 100), FAILS])
    assert held.of("B0", "pinned") == 1 and held.where("B0") == (6, 0)


@pytest.mark.rule("OVR-32")
def test_the_pinned_shake_it_off_by_a_test_of_willpower():
    for roll, pinned in ((40, 0), (41, 1)):
        up = unit("R0").sets("R0", pinned=1)
        up.dice([percent(roll)])
        up.recover_pinning(0)
        assert up.of("R0", "pinned") == pinned and len(up.tests(events.FOR_PINNING)) == 1


@pytest.mark.rule("OVR-32", "OVR-P9")
@pytest.mark.parametrize(("suspends", "needed"), [(True, 40), (False, 50)])
def test_hold_fast_helps_to_stand_but_is_suspended_while_pinned(suspends, needed):
    rules = {"pinned_suspends_passives": suspends}
    stands = Battle(SWARM + "\n. . . . . . b0", B0={"type": "sergeant"}, rules=rules)
    stands.dice([percent(1, 5)])
    stands.pinning_test(0, 2)
    assert stands.tests(events.FOR_PINNING)[0][1] == 40
    up = Battle(SWARM + "\n. . . . . . b0", B0={"type": "sergeant"}, rules=rules).sets("B0", pinned=1)
    up.dice([percent(1, 5)])
    up.recover_pinning(2)
    assert up.tests(events.FOR_PINNING)[0][1] == needed


@pytest.mark.rule("OVR-32", "OVR-33")
def test_break_and_pinning_in_one_turn_are_two_tests_and_the_leader_may_stay_pinned_alone():
    both = unit("R0").sets("R0", lost=6, pinned=1)
    both.dice([FAILS, percent(41, 95)])
    both.break_test(0)
    assert both.snap_out(0) == 2
    both.recover_pinning(0)
    assert both.men("R0") == [] and both.of("R0", "pinned") == 1
    assert len(both.tests(events.FOR_BREAK)) == len(both.tests(events.FOR_PINNING)) == 1


# Fear

HORROR = {"fear": 2}


@pytest.mark.rule("OVR-30", "OVR-H7", "OVR-G7")
def test_fear_is_tested_once_of_each_enemy_near_and_in_sight():
    near = Battle("R0 r0 . . . . B0", B0=HORROR)
    near.dice([percent(30)])
    near.fear_tests(0)
    assert near.tests(events.FOR_FEAR) == [(30, 40 - 10, 1)] and near.of("R0", "us") == 1
    near.dice([percent(30)])
    near.fear_tests(0)
    assert near.tests(events.FOR_FEAR) == []


@pytest.mark.rule("OVR-H7")
@pytest.mark.parametrize(
    ("drawing", "under", "tests"),
    [
        ("R0 . . . . . . . . . B0", "", 1),
        ("R0 . . . . . . . . . . B0", "", 0),  # 22 m
        ("R0 . . . . B0", ". . X", 0),
        ("R0 . . B0", "", 1),
        ("R0 . . R1", "", 0),
    ],
)
def test_fear_reaches_twenty_metres_and_not_through_what_hides_nor_to_friends(drawing, under, tests):
    felt = Battle(drawing, under=under, B0=HORROR, R1=HORROR)
    felt.fear_tests(0)
    assert len(felt.tests(events.FOR_FEAR)) == tests


@pytest.mark.rule("OVR-G7")
@pytest.mark.parametrize(("fear", "needed"), [(1, 40), (2, 30), (3, 20), (4, 10)])
def test_each_level_of_fear_beyond_the_first_takes_ten(fear, needed):
    felt = Battle("R0 . . . B0", B0={"fear": fear})
    felt.fear_tests(0)
    assert felt.tests(events.FOR_FEAR)[0][1] == needed


@pytest.mark.rule("OVR-35")
@pytest.mark.parametrize("feared", ["R0 . . . B0", "R0 . . . B0 b0 b0"])
@pytest.mark.parametrize("afraid", ["", "\nr0 r0"])
def test_fear_is_a_trait_of_who_leads_a_swarm_as_of_who_stands_alone(feared, afraid):
    felt = Battle(feared + afraid, B0={"fear": 3})
    felt.dice([percent(100), *[percent(1, 5)] * 3])
    felt.fear_tests(0)
    assert felt.tests(events.FOR_FEAR)[0][:2] == (100, 40 - 20)


@pytest.mark.rule("OVR-30", "OVR-31", "OVR-H7")
def test_every_enemy_is_tested_against_also_after_a_failure():
    two = Battle("R0 r0 . . B0 . B1", B0={"fear": 1}, B1={"fear": 3})
    two.dice([FAILS, percent(1, 10), percent(1, 5)])
    two.fear_tests(0)
    assert [needed for _, needed, _ in two.tests(events.FOR_FEAR)] == [40, 40 - 20 - 10]
    assert two.of("R0", "feared") == 0b1100 and two.of("R0", "unnerved") == 1  # by the first


@pytest.mark.rule("OVR-31")
def test_who_fails_against_fear_sees_the_swarm_dissolve_and_flee_and_rolls_on_the_table():
    afraid = Battle("R0 r0 r0 . . . B0\nr0", B0=HORROR)
    afraid.dice([percent(52), percent(31)])  # two degrees of failure: 31 + 20
    afraid.fear_tests(0)
    assert afraid.men("R0") == [] and fleeing(afraid) == 3 and afraid.told(events.DISSOLVED)
    assert afraid.told(events.SHOCKED)[0][:3] == [0, 51, 2] and afraid.of("R0", "shock") == WARY
    assert afraid.of("R0", "shocked_by") == 2


@pytest.mark.rule("OVR-30", "OVR-31")
def test_who_passes_against_fear_stands_for_all():
    brave = Battle("R0 r0 r0 . . . B0\nr0", B0=HORROR)
    brave.dice([percent(1, 5)])
    brave.fear_tests(0)
    assert brave.of("R0", "us") == 3 and fleeing(brave) == 0 and brave.of("R0", "shock") == STEADY


@pytest.mark.rule("OVR-G7")
@pytest.mark.parametrize(
    ("total", "shock", "unnerved", "halved"),
    [
        (2, STEADY, 0, 1),
        (20, STEADY, 0, 1),
        (21, STEADY, 1, 0),
        (40, STEADY, 1, 0),
        (41, WARY, 1, 0),
        (60, WARY, 1, 0),
        (61, FROZEN, 0, 0),
        (80, FROZEN, 0, 0),
        (81, PANICKED, 0, 0),
        (100, PANICKED, 0, 0),
        (101, FAINTED, 0, 0),
        (120, FAINTED, 0, 0),
        (121, HELPLESS, 0, 0),
        (180, HELPLESS, 0, 0),
    ],
)
def test_the_shock_table(total, shock, unnerved, halved):
    hit = unit("R0")
    hit.shock(0, 2, total)
    assert hit.of("R0", "shock") == shock and hit.of("R0", "unnerved") == unnerved
    assert hit.of("R0", "halved") == halved and (hit.of("R0", "shocked_by") == 2) == (shock != STEADY)
    assert (1 <= hit.of("R0", "shock_left") <= 5) == (shock in (FAINTED, HELPLESS))


@pytest.mark.rule("OVR-G7")
@pytest.mark.parametrize("total", [110, 130])
@pytest.mark.parametrize("rounds", [1, 4, 5])
def test_a_faint_and_helplessness_last_one_to_five_rounds(total, rounds):
    hit = unit("R0")
    hit.dice([(5, [rounds])])
    hit.shock(0, 2, total)
    assert hit.of("R0", "shock_left") == rounds


@pytest.mark.rule("OVR-G7")
def test_a_new_shock_counts_only_if_it_is_as_bad_as_the_old_one():
    hit = unit("R0").sets("R0", shock=FAINTED, shock_left=4, shocked_by=3)
    hit.shock(0, 2, 90)
    assert hit.of("R0", "shock") == FAINTED and hit.of("R0", "shocked_by") == 3 and hit.of("R0", "shock_left") == 4
    hit.shock(0, 2, 130)
    assert hit.of("R0", "shock") == HELPLESS and hit.of("R0", "shocked_by") == 2


# Snapping out


@pytest.mark.rule("OVR-G7")
@pytest.mark.parametrize(
    ("shock", "roll", "halves", "after", "unnerved"),
    [
        (FROZEN, 40, 2, STEADY, 1),
        (FROZEN, 41, -1, FROZEN, 0),
        (WARY, 40, 2, STEADY, 0),
        (WARY, 41, 2, WARY, 0),
        (PANICKED, 40, 2, STEADY, 0),
        (PANICKED, 41, -1, PANICKED, 0),
    ],
)
def test_a_test_of_willpower_snaps_out_of_it(shock, roll, halves, after, unnerved):
    turn = unit("R0", ". . . . R0 . . B0").sets("R0", shock=shock, shocked_by=2)
    turn.dice([percent(roll)])
    assert turn.snap_out(0) == halves
    assert turn.of("R0", "shock") == after and turn.of("R0", "unnerved") == unnerved


@pytest.mark.rule("OVR-G7")
@pytest.mark.parametrize(("shock", "halved"), [(FAINTED, 0), (HELPLESS, 2)])
def test_the_faint_and_the_helpless_lose_their_turns_and_are_unnerved_then(shock, halved):
    lies = unit("R0").sets("R0", shock=shock, shock_left=2, shocked_by=2)
    assert lies.snap_out(0) == -1 and lies.of("R0", "shock") == shock
    assert lies.snap_out(0) == -1 and lies.of("R0", "shock") == STEADY
    assert lies.of("R0", "unnerved") == 1 and lies.of("R0", "halved") == halved
    assert lies.snap_out(0) == (1 if halved else 2) and not lies.told(events.TESTED)


@pytest.mark.rule("OVR-G7")
def test_the_first_row_takes_a_half_action_of_the_next_turn_and_helplessness_one_of_every_turn():
    once = unit("R0").sets("R0", halved=1)
    assert [once.snap_out(0), once.snap_out(0)] == [1, 2]
    ever = unit("R0").sets("R0", halved=2)
    assert [ever.snap_out(0), ever.snap_out(0)] == [1, 1]


@pytest.mark.rule("OVR-G7", "OVR-H6")
def test_the_panicked_run_from_what_they_fear_and_lose_their_turn():
    runs = unit("R0", ". . . . R0 . B0").sets("R0", shock=PANICKED, shocked_by=2, aim=1)
    runs.dice([FAILS])
    assert runs.snap_out(0) == -1
    assert runs.where("R0") == (0, 8) and runs.of("R0", "aim") == 0  # to the edge, never beyond
    assert not runs.s["cornered"]


@pytest.mark.rule("OVR-G7")
def test_the_panicked_who_cannot_run_have_a_half_action_and_lose_twenty_in_their_tests():
    held = unit("R0", "R0 . B0", under=". .\nX X").sets("R0", shock=PANICKED, shocked_by=2)
    held.dice([FAILS])
    assert held.snap_out(0) == 1 and held.s["cornered"] and held.where("R0") == (0, 0)
    held.dice([percent(1, 5)])
    held.sets("R0", pinned=1).recover_pinning(0)
    assert held.tests(events.FOR_PINNING)[0][1] == 40 - 20


@pytest.mark.rule("OVR-G7")
def test_the_panicked_are_steady_when_what_they_feared_is_gone():
    free = unit("R0", "R0 . B0").sets("R0", shock=PANICKED, shocked_by=3)
    free.dice([FAILS])
    assert free.snap_out(0) == 2 and free.of("R0", "shock") == STEADY and free.where("R0") == (0, 0)


@pytest.mark.rule("OVR-G7")
def test_the_unnerved_lose_ten_in_tests_of_courage():
    weak = unit("R0").sets("R0", unnerved=1, lost=5, pinned=1)
    weak.dice([percent(1, 5), percent(1, 5)])
    weak.break_test(0)
    weak.recover_pinning(0)
    assert weak.tests(events.FOR_BREAK)[0][1] == 50 + 20 - 25 - 10 and weak.tests(events.FOR_PINNING)[0][1] == 30
