"""Attacks: who can be attacked, what the test needs, hits, shares, evasion, whom the hits strike."""

import pytest

from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.state import (
    ASSAULTED,
    CALLED_BLOW,
    CALLED_SHOT,
    CHARGED,
    CONCENTRATED,
    OPPORTUNE,
    OVERWATCHED,
    OWN_BLOW,
    OWN_SHOT,
    SUPPORTED,
    SUPPRESSION,
    VOLLEY,
)
from tests.envs.skirmish.overseer.battle import Battle, percent, ten

HIT, MISS, LOW, HIGH = percent(6, 10), percent(97, 100), percent(6, 9), percent(90, 95)
ENOUGH = ten(6, 9)
SHORT = {"more_weapons": [{"name": "short", "metres": 10, "burst": "full"}]}


def facing(us, gap, them="b0", **more):
    """Return a Swarm of so many whose leader stands so many hexes from the enemy's nearest, an Underling or B0."""
    rows = [["."] * 24 for _ in range(5)]
    rows[0][5], rows[0][5 + gap] = "R0", them
    if them == "b0":
        rows[0][6 + gap] = "B0"
    for k in range(us):
        rows[1 + k // 6][(5, 4, 3, 6, 7, 8)[k % 6]] = "r0"
    return Battle("\n".join(" ".join(row) for row in rows), **more)


# What the test needs


@pytest.mark.rule("OVR-10", "OVR-T1")
@pytest.mark.parametrize(("us", "usm"), [(1, 5), (3, 15), (10, 50), (12, 60), (15, 60)])
def test_usm_is_five_for_each_us_and_sixty_at_most(us, usm):
    shot = facing(us, 10).attacks(VOLLEY, "R0", "B0", [MISS])
    assert shot.of("R0", "us") == us
    assert shot.needed == 30 + usm + 10 and shot.reasons[events.OF_STRENGTH] == usm


@pytest.mark.rule("OVR-P3")
@pytest.mark.parametrize(("gap", "change"), [(2, 30), (3, 0), (5, 0), (6, -10), (10, -10), (11, -30), (15, -30)])
def test_the_range_counts_in_brackets(gap, change):
    shot = facing(2, gap, r0={"ranged": "short"}, rules=SHORT).attacks(VOLLEY, "R0", "B0", [MISS])
    assert shot.needed == 30 + 10 + change and shot.reasons.get(events.OF_RANGE, 0) == change


@pytest.mark.rule("OVR-P3")
def test_at_assault_range_thirty_is_added_and_beyond_three_ranges_nobody_shoots():
    near = facing(2, 2).attacks(VOLLEY, "R0", "B0", [MISS])
    assert near.reasons[events.OF_RANGE] == 30
    far = facing(2, 16, r0={"ranged": "short"}, rules=SHORT)
    assert far.why_not(VOLLEY, "R0", "B0") == "the unit is out of range"


@pytest.mark.rule("OVR-13", "OVR-14")
def test_the_nearest_member_that_is_seen_counts():
    shot = facing(2, 2, r0={"ranged": "short"}, rules=SHORT)  # b0 at 4 m, B0 at 6 m
    assert shot.attacks(VOLLEY, "R0", "B0", [MISS]).reasons[events.OF_RANGE] == 30
    hidden = Battle("R0 . . . b0 . B0\nr0", under=". . . X . . .\n. . X . . . .")
    assert hidden.why_not(VOLLEY, "R0", "B0") == "the unit is out of sight"


@pytest.mark.rule("OVR-H2", "OVR-13")
def test_sight_and_range_are_the_leaders_not_the_underlings():
    walled = Battle("R0 . . . B0\n. . .\n. . r0", under=". . X . . .")  # r0 would see B0
    assert walled.why_not(VOLLEY, "R0", "B0") == "the unit is out of sight"


@pytest.mark.rule("OVR-G4")
def test_higher_ground_adds_ten():
    high = Battle("R0 . . . B0\nr0", under=".1 . . . .").attacks(VOLLEY, "R0", "B0", [MISS])
    assert high.reasons[events.OF_HEIGHT] == 10 and high.needed == 30 + 5 + 10 + 10
    low = Battle("R0 . . . B0\nr0", under=". . . . .1").attacks(VOLLEY, "R0", "B0", [MISS])
    assert events.OF_HEIGHT not in low.reasons


@pytest.mark.rule("OVR-40")
def test_who_runs_is_harder_to_shoot_and_easier_to_strike():
    shot = facing(1, 10).sets("B0", running=1).attacks(VOLLEY, "R0", "B0", [MISS])
    assert shot.reasons[events.OF_RUNNING] == -20
    blow = Battle("R0 r0 b0 B0").sets("B0", running=1).attacks(ASSAULTED, "R0", "B0", [MISS])
    assert blow.needed == 30 + 5 + 20 and blow.reasons[events.OF_RUNNING] == 20
    own = Battle("R0 b0 B0").sets("B0", running=1).attacks(OWN_BLOW, "R0", "B0", [MISS])
    assert own.needed == 40 + 20


@pytest.mark.rule("OVR-P9")
def test_who_covers_ground_is_harder_to_shoot():
    shot = facing(1, 10).sets("B0", under_cover=1).attacks(VOLLEY, "R0", "B0", [MISS])
    assert shot.reasons[events.OF_COVERING_GROUND] == -10


@pytest.mark.rule("OVR-H5")
def test_shots_at_the_engaged_lose_twenty():
    shot = Battle("R0 r0 . . . B0 r1 R1").attacks(VOLLEY, "R0", "B0", [MISS])
    assert shot.reasons[events.OF_MELEE] == -20 and shot.needed == 30 + 5 + 10 - 20


@pytest.mark.rule("OVR-P6", "OVR-G6", "OVR-G9", "OVR-P8")
@pytest.mark.parametrize(
    ("kind", "change", "cause"),
    [
        (VOLLEY, 0, None),
        (CONCENTRATED, 10, events.OF_CONCENTRATION),
        (SUPPRESSION, -20, events.OF_SUPPRESSION),
        (OVERWATCHED, -20, events.OF_OVERWATCH),
    ],
)
def test_each_kind_of_fire_has_its_modifier(kind, change, cause):
    shot = facing(2, 10).attacks(kind, "R0", "B0", [MISS])
    assert shot.needed == 30 + 10 + 10 + change and shot.reasons.get(cause, 0) == change


@pytest.mark.rule("OVR-P7", "OVR-10")
def test_an_assault_counts_usm_and_a_charge_ten_more():
    assert Battle("R0 r0 b0 B0\nr0 r0").attacks(ASSAULTED, "R0", "B0", [MISS]).needed == 30 + 15
    assert Battle("R0 r0 b0 B0\nr0 r0").attacks(CHARGED, "R0", "B0", [MISS]).needed == 30 + 15 + 10


@pytest.mark.rule("OVR-G2")
def test_an_attack_of_opportunity_is_that_of_the_underlings_in_touch_without_usm_else_the_leaders():
    men = Battle("R0 r0 b0 B0").attacks(OPPORTUNE, "R0", "B0", [MISS])
    assert men.needed == 30
    leader = Battle("r0 R0 b0 B0").attacks(OPPORTUNE, "R0", "B0", [HIT, ENOUGH])
    assert leader.needed == 40 and leader.hits == [1]


@pytest.mark.rule("OVR-G2", "OVR-7")
def test_underlings_in_touch_without_a_blade_leave_the_attack_of_opportunity_to_their_leader():
    bare = Battle("R0 b0 B0\nr0", r0={"melee": "none"})
    assert bare.s["in_touch"][0, 2] == 1 and bare.attacks(OPPORTUNE, "R0", "B0", [MISS]).needed == 40
    nobody = Battle("R0 r0 b0 B0", r0={"melee": "none"})
    assert nobody.why_not(OPPORTUNE, "R0", "B0") == "the unit is not in touch"


@pytest.mark.rule("OVR-18")
def test_a_called_blow_has_the_penalty_of_a_called_shot():
    called = Battle("R0 b0 b0 b0 b0 b0 B0").sets("R0", aim=1).attacks(CALLED_BLOW, "R0", "B0", [MISS], body="overseer")
    assert called.needed == 40 + 10 - 25 and called.of("R0", "aim") == 0


@pytest.mark.rule("OVR-G2")
def test_each_half_action_of_aim_adds_ten_to_the_next_own_attack_and_is_used_up():
    aimed = facing(1, 10).sets("R0", aim=2).turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [MISS])
    assert aimed.needed == 40 + 10 + 20 and aimed.of("R0", "aim") == 0
    volley = facing(1, 10).sets("R0", aim=2).attacks(VOLLEY, "R0", "B0", [MISS])
    assert events.OF_AIM not in volley.reasons and volley.of("R0", "aim") == 2
    blow = Battle("R0 b0 B0").sets("R0", aim=1).attacks(OWN_BLOW, "R0", "B0", [MISS])
    assert blow.needed == 50 and blow.of("R0", "aim") == 0


@pytest.mark.rule("OVR-18", "OVR-T2")
@pytest.mark.parametrize(("us", "penalty"), [(3, 20), (10, 50), (20, 60)])
def test_a_called_shot_is_at_the_usual_penalty_or_usm_of_the_target_whichever_is_larger(us, penalty):
    rows = ["R0 " + ". " * 9 + "B0"] + ["".join([". "] * 8 + ["b0 "] * 5)] * 4
    called = Battle("\n".join(rows))
    extra = called.men("B0")[us:]
    called = Battle("\n".join(_without(rows, extra)))
    called.attacks(CALLED_SHOT, "R0", "B0", [MISS], body="overseer")
    assert called.of("B0", "us") == us and called.reasons[events.OF_CALL] == -penalty


def _without(rows, places):
    drawn = [row.split() for row in rows]
    for column, row in places:
        drawn[row][column] = "."
    return [" ".join(row) for row in drawn]


@pytest.mark.rule("OVR-G7")
def test_the_unnerved_lose_ten_in_their_own_tests_and_the_cornered_twenty_more_but_not_their_swarms():
    shot = facing(1, 10).sets("R0", unnerved=1).attacks(OWN_SHOT, "R0", "B0", [MISS])
    assert shot.needed == 40 + 10 - 10
    panic = facing(1, 10).sets("R0", unnerved=1).turn_of("R0", cornered=1).attacks(OWN_SHOT, "R0", "B0", [MISS])
    assert panic.needed == 40 + 10 - 30
    assert facing(1, 10).sets("R0", unnerved=1).attacks(VOLLEY, "R0", "B0", [MISS]).needed == 45


# Marks, teams, champions


@pytest.mark.rule("OVR-P9")
def test_a_mark_adds_twenty_to_the_next_shots_of_the_swarm_at_the_target_and_is_used_up():
    shot = facing(1, 10).sets("R0", marked=2).attacks(VOLLEY, "R0", "B0", [LOW, ten(5)])
    assert shot.reasons[events.OF_MARK] == 20 and shot.damage == [5 + 3 + 2] and shot.of("R0", "marked") == -1
    own = facing(1, 10).sets("R0", marked=2).attacks(OWN_SHOT, "R0", "B0", [LOW, ten(5)])
    assert events.OF_MARK not in own.reasons and own.damage[0] == 5 + 3 and own.of("R0", "marked") == 2


@pytest.mark.rule("OVR-P9")
def test_a_snipers_weapon_gains_a_die_from_a_mark():
    shot = facing(1, 10, r0={"ranged": "sniper_rifle"}).sets("R0", marked=2)
    assert shot.attacks(VOLLEY, "R0", "B0", [LOW, ten(5), ten(4)]).damage == [5 + 4 + 4 + 2]
    plain = facing(1, 10, r0={"ranged": "sniper_rifle"})
    assert plain.attacks(VOLLEY, "R0", "B0", [LOW, ten(5), ten(4)]).damage == [5 + 4]


@pytest.mark.rule("OVR-P9", "OVR-12")
@pytest.mark.parametrize(("us", "hit", "harm"), [(4, 0, 0), (5, 10, 1), (14, 20, 2), (20, 30, 3), (24, 30, 3)])
def test_a_weapons_team_adds_ten_and_one_for_every_five_us_to_the_leaders_heavy_weapon(us, hit, harm):
    team = facing(us, 10, R0={"type": "bombardier", "ranged": "launcher"}).turn_of("R0")
    team.attacks(OWN_SHOT, "R0", "B0", [LOW, ten(5)])
    assert team.reasons.get(events.OF_TEAM, 0) == hit and team.damage == [5 + 4 + harm]
    assert bool(team.s["swarm_attacked"]) == (hit > 0)


@pytest.mark.rule("OVR-P9")
def test_a_weapons_team_serves_only_while_its_swarm_makes_no_attack_and_only_heavy_weapons():
    busy = facing(10, 10, R0={"type": "bombardier", "ranged": "launcher"}).turn_of("R0", swarm_attacked=1)
    assert events.OF_TEAM not in busy.attacks(OWN_SHOT, "R0", "B0", [MISS]).reasons
    light = facing(10, 10, R0={"type": "bombardier"}).turn_of("R0")
    light.attacks(OWN_SHOT, "R0", "B0", [MISS])
    assert events.OF_TEAM not in light.reasons and not light.s["swarm_attacked"]


@pytest.mark.rule("OVR-8", "OVR-P9")
def test_a_weapons_team_serves_the_specialist_that_shoots_alone():
    drawing = "R0 r0! . . . . . . . . b0 B0\nr0 r0 r0 r0"
    team = Battle(drawing, R0={"type": "bombardier"}, special={"r0": "launcher"})
    team.attacks(SUPPORTED, "R0", "B0", [LOW, ten(5)])
    assert team.needed == 30 + 10 + 10 and team.damage == [5 + 4 + 1]
    volley = Battle(drawing, R0={"type": "bombardier"}, special={"r0": "launcher"})
    volley.attacks(VOLLEY, "R0", "B0", [MISS, LOW, ten(5)])
    assert volley.needed == 30 + 10 and volley.damage == [5 + 4]


@pytest.mark.rule("OVR-P9", "OVR-P11", "OVR-12", "OVR-35")
def test_stand_and_fight_of_leader_and_underlings_add_up():
    fight = Battle("R0 r0 b0 B0", R0={"type": "champion"}, r0={"passive": "champion"})
    fight.attacks(ASSAULTED, "R0", "B0", [LOW, ten(5)])
    assert fight.needed == 30 + 5 + 20 and fight.damage == [5 + 3 + 2]
    own = Battle("R0 b0 B0\nr0", R0={"type": "champion"}).attacks(OWN_BLOW, "R0", "B0", [LOW, ten(5)])
    assert own.needed == 40 and own.damage == [5 + 3]  # the passive is the Swarm's


@pytest.mark.rule("OVR-32", "OVR-39")
@pytest.mark.parametrize(("suspends", "needed"), [(True, 35), (False, 45)])
def test_the_pinned_have_no_passives(suspends, needed):
    fight = Battle("R0 r0 b0 B0", R0={"type": "champion"}, rules={"pinned_suspends_passives": suspends})
    assert fight.sets("R0", pinned=1).attacks(ASSAULTED, "R0", "B0", [MISS]).needed == needed


# Who can be attacked


@pytest.mark.rule("OVR-P6", "OVR-P7")
def test_the_engaged_do_not_shoot_and_only_those_in_touch_strike():
    engaged = Battle("R0 r0 b0 B0")
    for kind in (VOLLEY, CONCENTRATED, SUPPRESSION, OVERWATCHED):
        assert engaged.why_not(kind, "R0", "B0") == "who is engaged cannot do that"
    assert engaged.why_not(OWN_SHOT, "R0", "B0") is None  # only its Underlings are
    assert engaged.why_not(OWN_BLOW, "R0", "B0") == "the unit is not in touch"
    assert Battle("r0 R0 b0 B0").why_not(OWN_SHOT, "R0", "B0") == "who is engaged cannot do that"
    assert facing(2, 2).why_not(ASSAULTED, "R0", "B0") == "the unit is not in touch"


@pytest.mark.rule("OVR-9", "OVR-27")
def test_without_underlings_in_rank_there_is_no_attack_of_the_swarm():
    far = Battle("R0 . . . . . . r0 . . . . B0")  # 14 m away: out of rank
    assert far.of("R0", "us") == 0
    for kind in (VOLLEY, CONCENTRATED, SUPPRESSION, ASSAULTED):
        assert far.why_not(kind, "R0", "B0") == "no Underlings are in rank"
    assert far.why_not(SUPPORTED, "R0", "B0") == "no Specialist is in rank"


@pytest.mark.rule("OVR-7", "OVR-8")
def test_nobody_attacks_without_the_weapon_for_it():
    unarmed = Battle("R0 r0 b0 B0", R0={"melee": "none", "ranged": "none"}, r0={"melee": "none", "ranged": "none"})
    for kind in (VOLLEY, ASSAULTED, OWN_SHOT, OWN_BLOW):
        assert unarmed.why_not(kind, "R0", "B0") == "a weapon for it is missing"
    melee = Battle("R0 r0! . . . B0", special={"r0": "great_blade"})
    assert melee.why_not(SUPPORTED, "R0", "B0") == "a weapon for it is missing"


@pytest.mark.rule("OVR-25")
def test_friends_and_the_dead_are_no_targets():
    two = Battle("R0 r0 . . . B0 . R1")
    assert two.why_not(VOLLEY, "R0", "R1") == "the unit is on the same side"
    assert two.why_not(VOLLEY, "R0", "B1") == "no such unit in the field"


@pytest.mark.rule("OVR-16")
def test_hits_reach_all_of_a_swarm_of_which_one_is_in_touch():
    blow = Battle("R0 r0 b0 b0 b0 B0\nr0 .", r0={"ws": 60}).attacks(OPPORTUNE, "R0", "B0", [HIT, ENOUGH])
    assert blow.hits == [1] and blow.killed == 1
    own = Battle("R0 b0 b0 b0 B0", R0={"melee": "great_blade"}).attacks(OWN_BLOW, "R0", "B0", [LOW, ten(5), ten(5)])
    assert own.killed == 2  # Devastating (1): also one who is not in touch


# Hits


@pytest.mark.rule("OVR-P6", "OVR-P1", "OVR-9")
@pytest.mark.parametrize(
    ("roll", "us", "hits"), [(70, 6, 1), (61, 6, 1), (60, 6, 2), (41, 6, 3), (40, 6, 4), (2, 6, 6), (2, 3, 3)]
)
def test_a_volley_has_a_hit_and_one_for_each_degree_at_most_us(roll, us, hits):
    shot = facing(us, 10, rules={"us_modifier": 0}, reactions=True, r0={"bs": 60})
    assert shot.attacks(VOLLEY, "R0", "B0", [percent(roll)]).hits == [hits]


@pytest.mark.rule("OVR-P6", "OVR-G6")
@pytest.mark.parametrize(("weapon", "hits"), [("rifle", 4), ("carbine", 4), ("pistol", 2)])
def test_concentrated_fire_has_up_to_twice_as_many_hits_from_bursts(weapon, hits):
    shot = facing(2, 7, r0={"bs": 90, "ranged": weapon}).attacks(CONCENTRATED, "R0", "B0", [percent(1, 10)])
    assert shot.hits == [hits]


@pytest.mark.rule("OVR-G6")
def test_suppressing_fire_has_a_hit_for_two_degrees():
    shot = facing(12, 10).attacks(SUPPRESSION, "R0", "B0", [percent(31)])  # needs 80: 4 degrees
    assert shot.hits == [3]


@pytest.mark.rule("OVR-P7")
def test_an_assault_has_as_many_hits_as_underlings_are_in_touch_at_most():
    blow = Battle("R0 r0 b0 B0\nr0 r0 b0\nr0 r0 .", r0={"ws": 90})
    touching = int(blow.s["in_touch"][0, 2])
    assert 0 < touching < blow.of("R0", "us")
    assert blow.attacks(ASSAULTED, "R0", "B0", [percent(6, 10)]).hits == [touching]


@pytest.mark.rule("OVR-G6", "OVR-8")
@pytest.mark.parametrize(("weapon", "hits"), [("sniper_rifle", 1), ("rifle", 3), ("machine_gun", 5)])
def test_the_hits_of_one_shooter_follow_from_its_weapon(weapon, hits):
    own = facing(1, 10, R0={"bs": 60, "ranged": weapon}).turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [percent(30)])
    assert own.needed == 70 and own.hits == [hits]
    special = Battle("R0 r0! . . . . . . . b0 B0", special={"r0": weapon}, r0={"bs": 60})
    special.attacks(SUPPORTED, "R0", "B0", [percent(30)])
    assert special.needed == 70 and special.hits == [hits]


@pytest.mark.rule("OVR-18")
def test_blows_of_a_leader_and_called_shots_hit_once():
    assert Battle("R0 b0 B0", R0={"ws": 90}).attacks(OWN_BLOW, "R0", "B0", [percent(6, 9)]).hits == [1]
    called = facing(0, 10, R0={"bs": 90, "ranged": "machine_gun"})
    assert called.attacks(CALLED_SHOT, "R0", "B0", [percent(6, 9)], body="overseer").hits == [1]


@pytest.mark.rule("OVR-P1")
@pytest.mark.parametrize(("bs", "roll", "hit"), [(1, 5, 1), (1, 6, 0), (99, 95, 1), (99, 96, 0), (99, 100, 0)])
def test_one_to_five_always_hit_and_ninety_six_to_hundred_never(bs, roll, hit):
    rules = {"close_bonus": 0}
    shot = facing(1, 10, R0={"bs": bs}, rules=rules).turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [percent(roll)])
    assert shot.tests(events.FOR_ATTACK) == [(roll, bs, hit)]


# Several targets

SPLIT = "R0 r0 . . . . b0 B0\nr0 r0 . . . .\nr0 r0 . . . . . b1 B1"


@pytest.mark.rule("OVR-25")
@pytest.mark.parametrize(("kind", "bs"), [(VOLLEY, 60), (CONCENTRATED, 50)])
def test_hits_are_shared_out_among_targets_none_one_half_or_all(kind, bs):
    fire = Battle(SPLIT, r0={"bs": bs}).attacks(kind, "R0", "B0")
    assert fire.asked == "add another target: R0" and fire.can_answer("end") and not fire.can_answer("at B0")
    fire.answers("at B1", [percent(51, 54)])
    assert fire.asked == "share out the hits: R0" and int(fire.s["hits"]) == 5
    fire.answers("share half", [ten(9)])
    assert fire.hits == [3, 2] and fire.is_over


@pytest.mark.rule("OVR-25")
def test_equal_shares_are_one_choice():
    one = Battle(SPLIT, r0={"bs": 60}).attacks(VOLLEY, "R0", "B0").answers("at B1", [percent(86, 87)])
    assert int(one.s["hits"]) == 1
    assert [one.can_answer(f"share {share}") for share in ("none", "one", "half", "all")] == [True, True, False, False]
    two = Battle(SPLIT, r0={"bs": 60}).attacks(VOLLEY, "R0", "B0").answers("at B1", [percent(79, 80)])
    assert int(two.s["hits"]) == 2
    assert [two.can_answer(f"share {share}") for share in ("none", "one", "half", "all")] == [True, True, False, True]


@pytest.mark.rule("OVR-25")
def test_only_as_many_targets_as_us_and_only_volleys_and_concentrated_fire_are_split():
    assert Battle("R0 r0 . . . b0 B0\n. . . . . . b1 B1").attacks(VOLLEY, "R0", "B0", [MISS]).is_over
    assert Battle(SPLIT).attacks(SUPPRESSION, "R0", "B0", [MISS]).is_over
    assert Battle(SPLIT).attacks(OWN_SHOT, "R0", "B0", [MISS]).is_over


@pytest.mark.rule("OVR-A1", "OVR-25", "OVR-29")
def test_only_what_is_asked_can_be_answered():
    fire = Battle(SPLIT, r0={"bs": 60}, reactions=True).attacks(VOLLEY, "R0", "B0")
    words = ("end", "at B1", "share one", "evade")
    assert [fire.can_answer(word) for word in words] == [True, True, False, False]
    fire.answers("at B1", [percent(51, 54)])
    assert [fire.can_answer(word) for word in words] == [False, False, True, False]
    fire.answers("share one")
    assert [fire.can_answer(word) for word in words] == [True, False, False, True]


@pytest.mark.rule("OVR-25", "OVR-29")
def test_a_target_that_gets_no_hits_is_not_asked_to_evade():
    fire = Battle(SPLIT, r0={"bs": 60}, reactions=True).attacks(VOLLEY, "R0", "B0")
    fire.answers("at B1", [percent(51, 54)]).answers("share none")
    assert fire.hits == [5] and fire.asked == "evade, or not: B1"
    both = Battle(SPLIT, r0={"bs": 60}, reactions=True).attacks(VOLLEY, "R0", "B0")
    both.answers("at B1", [percent(51, 54)]).answers("share one")
    assert both.hits == [1, 4] and both.asked == "evade, or not: B0"
    assert both.answers("end", [ten(9)]).asked == "evade, or not: B1"


@pytest.mark.rule("OVR-28")
def test_of_two_targets_the_harsher_sum_counts():
    both = Battle(SPLIT).sets("B1", running=1).sets("R0", marked=3).attacks(VOLLEY, "R0", "B0")
    both.answers("at B1", [MISS])
    assert both.needed == 30 + 25 + 10  # B1: +10 -20 +20, as good as B0: +10
    worse = Battle(SPLIT).sets("B1", running=1).sets("R0", marked=2).attacks(VOLLEY, "R0", "B0")
    worse.answers("at B1", [MISS])
    assert worse.needed == 30 + 25 + 10 - 20 and events.OF_MARK not in worse.reasons
    assert worse.of("R0", "marked") == -1  # used up all the same


@pytest.mark.rule("OVR-28", "OVR-P9")
def test_the_damage_of_a_mark_counts_only_if_the_marked_are_the_only_target():
    split = Battle(SPLIT, r0={"bs": 60}).sets("R0", marked=2).attacks(VOLLEY, "R0", "B0")
    split.answers("at B1", [percent(80), ten(5)])
    split.answers("share all", [ten(5)])
    assert split.damage == [5 + 3]


# Evasion


@pytest.mark.rule("OVR-29", "OVR-P8", "OVR-37")
@pytest.mark.parametrize(("roll", "left"), [(31, 4), (30, 3), (20, 2), (10, 1), (6, 1)])
def test_evading_cancels_a_hit_and_one_more_for_each_degree(roll, left):
    shot = facing(4, 10, reactions=True, r0={"bs": 60}).attacks(VOLLEY, "R0", "B0", [percent(6, 9)])
    assert shot.asked == "evade, or not: B0" and int(shot.s["hits_on"][0]) == 4
    shot.answers("evade", [percent(roll), ten(9)])
    cancelled = sum(event[1] for event in shot.told(events.EVADED))
    assert cancelled == 4 - left and shot.of("B0", "swarm_reaction") == 0 and shot.of("B0", "own_reaction") == 1


@pytest.mark.rule("OVR-29", "OVR-37")
def test_without_a_reaction_left_nobody_is_asked_and_declining_keeps_it():
    used = facing(4, 10, reactions=True).sets("B0", swarm_reaction=0)
    assert used.attacks(VOLLEY, "R0", "B0", [LOW, ten(9)]).is_over
    kept = facing(4, 10, reactions=True).attacks(VOLLEY, "R0", "B0", [LOW]).answers("end", [ten(9)])
    assert kept.of("B0", "swarm_reaction") == 1 and kept.killed == 1


@pytest.mark.rule("OVR-29")
def test_when_all_hits_are_evaded_no_damage_is_rolled():
    shot = facing(1, 10, reactions=True).attacks(VOLLEY, "R0", "B0", [LOW]).answers("evade", [percent(6, 30)])
    assert shot.is_over and not shot.damage and shot.killed == 0


@pytest.mark.rule("OVR-P8", "OVR-18")
def test_a_leader_evades_for_itself_when_it_is_called_or_has_no_swarm():
    called = facing(1, 10, reactions=True, R0={"bs": 90}).sets("B0", swarm_reaction=0, aim=1)
    called.attacks(CALLED_SHOT, "R0", "B0", [LOW], body="overseer")
    assert called.asked == "evade, or not: B0"
    called.answers("evade", [percent(40)])
    assert called.tests(events.FOR_EVASION) == [(40, 40, 1)] and called.of("B0", "own_reaction") == 0
    assert called.of("B0", "aim") == 0 and called.wounds == []
    lone = facing(1, 10, them="B0", reactions=True).sets("B0", swarm_reaction=0, unnerved=1)
    lone.attacks(VOLLEY, "R0", "B0", [LOW]).answers("evade", [percent(31)])
    assert lone.tests(events.FOR_EVASION) == [(31, 30, 0)]


@pytest.mark.rule("OVR-P8")
def test_in_melee_the_better_of_agility_and_ws_evades():
    blow = Battle("R0 r0 b0 B0", b0={"ws": 45, "agility": 30}, reactions=True)
    blow.attacks(ASSAULTED, "R0", "B0", [LOW]).answers("evade", [MISS])
    assert blow.tests(events.FOR_EVASION)[0][1] == 45
    shot = facing(1, 10, b0={"ws": 45, "agility": 30}, reactions=True)
    assert shot.attacks(VOLLEY, "R0", "B0", [LOW]).answers("evade", [MISS]).tests(events.FOR_EVASION)[0][1] == 30


@pytest.mark.rule("OVR-P8", "OVR-G7")
def test_who_is_not_master_of_itself_does_not_evade():
    for shock in (2, 3, 4, 5):
        still = facing(1, 10, reactions=True).sets("B0", shock=shock, shocked_by=0)
        assert still.attacks(VOLLEY, "R0", "B0", [LOW, ten(9)]).is_over


# Whom the hits strike


@pytest.mark.rule("OVR-15")
def test_hits_go_to_ordinary_underlings_as_long_as_there_are_some():
    shot = facing(1, 10).attacks(VOLLEY, "R0", "B0", [LOW, ten(9)])
    assert shot.killed == 1 and shot.wounds == [] and shot.of("B0", "us") == 0
    lone = facing(1, 10, them="B0").attacks(VOLLEY, "R0", "B0", [LOW, ten(9)])
    assert lone.wounds == [9 + 3 - 4 - 3]


@pytest.mark.rule("OVR-17", "OVR-P2", "OVR-T11")
def test_a_double_that_hits_lets_the_attacker_allot_the_hits():
    shot = facing(6, 10).attacks(VOLLEY, "R0", "B0", [percent(33)])  # needs 70: 4 hits
    assert shot.asked == "allot the hits: R0" and int(shot.s["hits"]) == 4
    shot.answers("share half", [ten(9)])
    assert shot.wounds == [9 + 3 + 1 - 7] and shot.killed == 1 and shot.is_over


@pytest.mark.rule("OVR-17", "OVR-P2")
def test_no_double_and_a_double_that_misses_allot_nothing():
    assert facing(6, 10).attacks(VOLLEY, "R0", "B0", [percent(34), ten(9)]).wounds == []
    assert facing(1, 10).attacks(VOLLEY, "R0", "B0", [percent(88)]).is_over
    assert facing(1, 10).attacks(VOLLEY, "R0", "B0", [percent(100)]).is_over


@pytest.mark.rule("OVR-17", "OVR-8", "OVR-15")
def test_after_a_double_the_overseer_comes_first_then_the_specialist_and_the_rest_is_the_underlings():
    drawing = "R0 r0 r0 . . . . b0 b0 b0! B0\nr0 r0 r0"
    shot = Battle(drawing, special={"b0": "flamer"}).attacks(VOLLEY, "R0", "B0", [percent(33)])  # needs 65: 4 hits
    shot.answers("share none").answers("share one", [ten(9)])
    assert shot.told(events.SPECIALIST_KILLED) and shot.killed == 2 and shot.of("B0", "us") == 0
    assert shot.of("B0", "lost") == 3 and shot.of("B0", "specialist") == -1


@pytest.mark.rule("OVR-15")
def test_with_nobody_but_a_specialist_left_the_hits_are_allotted_between_the_two():
    shot = Battle("R0 r0 r0 . . . . b0! B0", special={"b0": "flamer"}).attacks(VOLLEY, "R0", "B0", [percent(34)])
    assert shot.asked == "allot the hits: R0"
    shot.answers("share none", [ten(9)])
    assert shot.told(events.SPECIALIST_KILLED) and shot.wounds == [] and shot.is_over


@pytest.mark.rule("OVR-18")
@pytest.mark.parametrize("body", ["overseer", "specialist"])
def test_a_called_shot_strikes_the_body_that_was_called(body):
    called = Battle("R0 . . . . b0 b0! B0", special={"b0": "flamer"}, R0={"bs": 90, "ranged": "sniper_rifle"})
    called.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(5)], body=body)
    assert bool(called.wounds) == (body == "overseer")
    assert bool(called.told(events.SPECIALIST_KILLED)) == (body == "specialist") and called.killed == 0


@pytest.mark.rule("OVR-18")
def test_a_called_shot_deals_the_damage_that_calling_adds():
    called = facing(0, 10, R0={"bs": 90}, rules={"called_damage": 4})
    assert called.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(5)], body="overseer").damage == [5 + 3 + 4]
    blow = Battle("R0 b0 B0", R0={"ws": 90}, rules={"called_damage": 4})
    assert blow.attacks(CALLED_BLOW, "R0", "B0", [LOW, ten(5)], body="overseer").damage == [5 + 3 + 4]


# The Specialist


@pytest.mark.rule("OVR-8", "OVR-27")
def test_the_specialist_rolls_its_own_test_after_the_swarms_shots_without_usm():
    shot = Battle("R0 r0! r0 . . . . . . b0 b0 B0", special={"r0": "launcher"})
    shot.attacks(VOLLEY, "R0", "B0", [LOW, ten(9), MISS])
    assert [needed for _, needed, _ in shot.tests(events.FOR_ATTACK)] == [30 + 10 + 10, 30 + 10]
    assert [event[4] for event in shot.told(events.ATTACKED)] == [0, 1]


@pytest.mark.rule("OVR-8")
def test_the_specialists_own_test_evades_and_double_are_its_own():
    shot = Battle("R0 r0! r0 . . . . . . b0 b0 B0", special={"r0": "launcher"}, reactions=True)
    shot.attacks(VOLLEY, "R0", "B0", [MISS, percent(33)])
    assert shot.asked == "evade, or not: B0"
    shot.answers("end")
    assert shot.asked == "allot the hits: R0"


@pytest.mark.rule("OVR-8", "OVR-P6", "OVR-P8", "OVR-G6")
@pytest.mark.parametrize(("kind", "change"), [(CONCENTRATED, 10), (SUPPRESSION, -20), (OVERWATCHED, -20)])
def test_the_specialist_joins_every_kind_of_fire_with_its_modifier(kind, change):
    shot = Battle("R0 r0! r0 . . . . . . b0 b0 B0", special={"r0": "launcher"}).attacks(kind, "R0", "B0", [MISS, MISS])
    assert [needed for _, needed, _ in shot.tests(events.FOR_ATTACK)] == [50 + change, 40 + change]


@pytest.mark.rule("OVR-8", "OVR-P7", "OVR-P9")
def test_the_specialist_joins_a_charge_with_its_bonus_and_the_passives_of_the_swarm():
    blow = Battle("R0 r0! b0 b0 B0\n. r0 b0", special={"r0": "great_blade"}, R0={"type": "champion"})
    blow.attacks(CHARGED, "R0", "B0", [MISS, LOW, ten(4), ten(5)])
    assert [needed for _, needed, _ in blow.tests(events.FOR_ATTACK)] == [30 + 10 + 10 + 10, 30 + 10 + 10]
    assert blow.damage == [4 + 5 + 4 + 1] and blow.hits == [1]


@pytest.mark.rule("OVR-8")
def test_a_specialist_with_a_blade_fights_only_beside_the_enemy():
    beside = Battle("R0 r0! b0 b0 B0\n. r0 b0", special={"r0": "great_blade"}).attacks(
        ASSAULTED, "R0", "B0", [MISS, MISS]
    )
    assert len(beside.told(events.ATTACKED)) == 2
    behind = Battle("r0! R0 r0 b0 b0 B0", special={"r0": "great_blade"}).attacks(ASSAULTED, "R0", "B0", [MISS])
    assert len(behind.told(events.ATTACKED)) == 1
    shot = Battle("R0 r0! . . . . b0 B0", special={"r0": "great_blade"}).attacks(VOLLEY, "R0", "B0", [MISS])
    assert len(shot.told(events.ATTACKED)) == 1


@pytest.mark.rule("OVR-8")
def test_the_specialist_does_not_fire_at_who_is_dead():
    kill = Battle("R0 r0! r0 . . . . B0", special={"r0": "launcher"}).sets("B0", wounds=1)
    kill.attacks(VOLLEY, "R0", "B0", [LOW, ten(9)])
    assert kill.is_dead("B0") and len(kill.told(events.ATTACKED)) == 1
