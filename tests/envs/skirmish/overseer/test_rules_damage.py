"""Damage: dice, fury, reductions, cover, kills of the special weapons, who falls, Wounds, the death of an Overseer."""

import pytest

from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.state import (
    ASSAULTED,
    CALLED_SHOT,
    OVERWATCHED,
    OWN_BLOW,
    OWN_SHOT,
    SUPPORTED,
    VOLLEY,
)
from tests.envs.skirmish.overseer.battle import Battle, percent, ten

MISS, LOW = percent(97, 100), percent(6, 9)


def weapon(**numbers):
    """Return rules with one weapon more, ``tried``: 1d10 without a bonus, 60 m."""
    return {"more_weapons": [{"name": "tried", "bonus": 0} | numbers]}


def shot(drawing, rolls, **numbers):
    """Let R0 shoot at B0 with the weapon that is tried."""
    battle = Battle(drawing, rules=weapon(**numbers), R0={"bs": 60, "ranged": "tried"})
    return battle.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", rolls)


# Blows and reductions


@pytest.mark.rule("OVR-19", "OVR-P4", "OVR-P14", "OVR-T3")
@pytest.mark.parametrize(("die", "bonus", "killed"), [(9, 0, 1), (7, 0, 1), (6, 0, 0), (3, 3, 0), (3, 4, 1)])
def test_damage_must_exceed_armour_and_toughness(die, bonus, killed):
    blow = shot("R0 . . . . b0 B0", [LOW, ten(die)], bonus=bonus)
    assert blow.killed == killed and blow.damage == [die + bonus]


@pytest.mark.rule("OVR-P4")
@pytest.mark.parametrize(("pen", "die", "killed"), [(0, 6, 0), (2, 5, 1), (2, 4, 0), (3, 4, 1), (9, 3, 0), (9, 4, 1)])
def test_penetration_takes_from_armour_but_never_from_toughness(pen, die, killed):
    assert shot("R0 . . . . b0 B0", [LOW, ten(die)], pen=pen).killed == killed


@pytest.mark.rule("OVR-P14", "OVR-19")
@pytest.mark.parametrize(("toughness", "die", "killed"), [(39, 7, 1), (40, 7, 0), (49, 8, 1), (9, 4, 1), (9, 3, 0)])
def test_the_bonus_of_a_characteristic_is_its_tens(toughness, die, killed):
    tough = Battle("R0 . . . . b0 B0", R0={"bs": 60, "ranged": "tried"}, b0={"toughness": toughness}, rules=weapon())
    assert tough.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(die)]).killed == killed


@pytest.mark.rule("OVR-P9", "OVR-12")
def test_hold_fast_adds_to_the_armour_of_underlings_only():
    for kind, killed in (("none", 1), ("sergeant", 0)):
        men = Battle("R0 . . . . b0 B0", B0={"type": kind}, R0={"bs": 60, "ranged": "tried"}, rules=weapon())
        men.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(7)])
        assert men.killed == killed
    leader = Battle("R0 . . . . b0 B0", B0={"type": "sergeant"}, R0={"bs": 90})
    assert leader.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(9)], body="overseer").wounds == [12 - 7]


@pytest.mark.rule("OVR-20")
def test_an_overseer_loses_what_exceeds_its_reduction():
    assert shot("R0 . . . . B0", [LOW, ten(9)]).wounds == [2]
    assert shot("R0 . . . . B0", [LOW, ten(6)]).wounds == [0]
    assert shot("R0 . . . . B0", [LOW, ten(9)]).of("B0", "wounds") == 10
    dead = Battle("R0 . . . . B0", R0={"bs": 60, "ranged": "tried"}, rules=weapon(bonus=5)).sets("B0", wounds=3)
    dead.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(9)])
    assert dead.wounds == [3] and dead.of("B0", "wounds") == 0 and dead.is_dead("B0")
    assert not dead.told(events.DISSOLVED)  # it had no Swarm


# Cover


@pytest.mark.rule("OVR-21", "OVR-H4")
@pytest.mark.parametrize(("ground", "die", "killed"), [(".", 7, 1), ("*", 8, 0), ("*", 9, 1), ("#", 9, 0)])
def test_cover_adds_two_or_four_to_armour_against_shots(ground, die, killed):
    under = f". . . . . {ground}"
    battle = Battle("R0 . . . . b0 B0", under=under, R0={"bs": 60, "ranged": "tried"}, rules=weapon())
    assert battle.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(die)]).killed == killed


@pytest.mark.rule("OVR-21")
def test_what_lies_before_a_member_covers_it_too():
    battle = Battle("R0 . . . . b0 B0", under=". . . . *", R0={"bs": 60, "ranged": "tried"}, rules=weapon())
    assert battle.s["cover"][0, 2] == 1
    assert battle.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(8)]).killed == 0


@pytest.mark.rule("OVR-21", "OVR-T12")
@pytest.mark.parametrize(("covered", "cover"), [(6, 1), (5, 0)])
def test_a_swarm_is_in_cover_when_more_than_half_of_it_is(covered, cover):
    men = " ".join(["b0 ."] * 5)
    drawing = f"R0 . . . . . . . . .\n. . . . . . . . {men}\n. . . . . . . . . . . . B0\n. . . . . . . . {men}"
    places = [(column, row) for row in (1, 3) for column in range(8, 18, 2)]
    under = [["."] * 20 for _ in range(5)]
    for column, row in places[:covered]:
        under[row][column] = "*"
    battle = Battle(drawing, under="\n".join(" ".join(row) for row in under))
    assert battle.of("B0", "us") == 10 and battle.s["cover"][0, 2] == cover


@pytest.mark.rule("OVR-21", "OVR-T12")
def test_an_overseer_in_cover_is_covered_alone_and_by_its_swarm():
    alone = Battle("R0 . . . . B0 b0 b0", under=". . . . . *", R0={"bs": 90, "ranged": "tried"}, rules=weapon())
    assert alone.s["cover"][0, 2] == 0
    assert alone.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(9)], body="overseer").wounds == [0]
    swarm = Battle("R0 . . . . B0\n. . . . . . b0 b0", under=".\n. . . . . . # #", R0={"bs": 90})
    assert swarm.s["cover"][0, 2] == 2
    assert swarm.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(9)], body="overseer").wounds == [12 - 4 - 4 - 3]


@pytest.mark.rule("OVR-H4")
def test_cover_does_not_help_in_melee():
    blow = Battle("R0 b0 B0", under=". #", R0={"melee": "tried"}, rules=weapon(metres=0))
    assert blow.attacks(OWN_BLOW, "R0", "B0", [LOW, ten(7)]).killed == 1


@pytest.mark.rule("OVR-40", "OVR-P8")
@pytest.mark.parametrize(
    ("kept", "now", "die", "killed"), [(0, "#", 7, 1), (1, "#", 8, 0), (1, "#", 9, 1), (1, ".", 7, 1)]
)
def test_from_overwatch_only_the_cover_counts_that_an_advance_keeps(kept, now, die, killed):
    battle = Battle("R0 r0 . . . b0 B0", under=f". . . . . {now}", r0={"bs": 60, "ranged": "tried"}, rules=weapon())
    battle.sets("B0", kept_cover=kept).attacks(OVERWATCHED, "R0", "B0", [LOW, ten(die)])
    assert battle.killed == killed


# Blows of Swarms


@pytest.mark.rule("OVR-26", "OVR-T7")
def test_five_hits_of_eight_on_one_body_are_one_of_twelve():
    drawing = "R0 r0 r0 . . . . B0\nr0 r0 r0"
    volley = Battle(drawing, r0={"bs": 60, "ranged": "tried"}, rules=weapon(bonus=1))
    volley.attacks(VOLLEY, "R0", "B0", [percent(51, 55), ten(7)])
    assert volley.hits == [5] and volley.damage == [8] and volley.wounds == [12 - 4 - 3]


@pytest.mark.rule("OVR-26", "OVR-T8", "OVR-25")
def test_the_same_five_shared_three_and_two_are_one_of_ten_and_one_of_nine():
    drawing = "R0 r0 r0 . . . . . B0\nr0 r0 r0 . .\n. . . . . . . B1"
    volley = Battle(drawing, r0={"bs": 60, "ranged": "tried"}, rules=weapon(bonus=1))
    volley.attacks(VOLLEY, "R0", "B0").answers("at B1", [percent(51, 54), ten(7)]).answers("share half", [ten(7)])
    assert volley.hits == [3, 2] and volley.damage == [8] and volley.wounds == [10 - 7, 9 - 7]


@pytest.mark.rule("OVR-26", "OVR-19")
def test_hits_on_underlings_go_round_and_more_than_there_are_add_damage():
    drawing = "R0 r0 r0 . . . . b0 b0 B0\nr0 r0 r0"  # five hits on two: two and one point more
    for die, killed in ((6, 2), (5, 1), (4, 0)):
        volley = Battle(drawing, r0={"bs": 60, "ranged": "tried"}, rules=weapon())
        volley.attacks(VOLLEY, "R0", "B0", [percent(51, 54), ten(die)])
        assert volley.hits == [5] and volley.killed == killed, die


@pytest.mark.rule("OVR-26")
def test_a_leaders_hits_have_their_own_damage_each():
    blow = shot("R0 . . . . b0 b0 b0 B0", [percent(41, 43), ten(9), ten(2), ten(8)], burst="full")
    assert blow.hits == [3] and blow.damage == [9, 2, 8] and blow.killed == 2


@pytest.mark.rule("OVR-P4")
def test_no_damage_is_rolled_for_a_leaders_hits_when_nobody_is_left():
    blow = shot("R0 . . . . b0 B0", [percent(41, 43), ten(9)], burst="full")
    assert blow.hits == [3] and blow.damage == [9] and blow.killed == 1 and blow.wounds == []


# Fury


@pytest.mark.rule("OVR-P5")
@pytest.mark.parametrize(("confirm", "damage"), [(70, 10 + 4), (71, 10), (5, 14), (96, 10)])
def test_a_ten_that_is_confirmed_adds_a_die(confirm, damage):
    blow = shot("R0 . . . . B0", [LOW, ten(10), percent(confirm), ten(4)])
    assert blow.needed == 70 and blow.damage == [damage]
    assert blow.tests(events.FOR_FURY) == [(confirm, 70, int(damage == 14))]


@pytest.mark.rule("OVR-P5")
def test_a_ten_on_the_die_of_fury_and_two_tens_at_once_do_no_more():
    assert shot("R0 . . . . B0", [LOW, ten(10), percent(6, 60), ten(10)]).damage == [20]
    two = shot("R0 . . . . B0", [LOW, ten(10), ten(10), percent(6, 60), ten(3)], dice=2)
    assert two.damage == [23] and len(two.tests(events.FOR_FURY)) == 1


# Spray, Blast, Devastating


def crowd(gap):
    """Return a drawing of R0, and of a crowd of eleven whose first stands so many hexes away."""
    row = ["R0", *["."] * (gap - 1), "b0", "b0", "b0", "B0"]
    second = ["."] * gap + ["b0"] * 4
    return " ".join(row) + "\n" + " ".join(second) + "\n" + " ".join(second)


@pytest.mark.rule("OVR-22", "OVR-T4")
@pytest.mark.parametrize(("gap", "kills"), [(2, 1), (4, 2), (8, 3), (12, 4), (20, 5)])
def test_a_spray_kills_one_for_each_bracket_and_two_with_fury(gap, kills):
    metres = {2: 60, 4: 20, 8: 16, 12: 16, 20: 14}[gap]
    rules = weapon(spray=True, metres=metres) | {"assault_metres": 4, "rank": 6}
    plain = Battle(crowd(gap), R0={"bs": 90, "ranged": "tried"}, rules=rules).turn_of("R0")
    assert plain.attacks(OWN_SHOT, "R0", "B0", [LOW, ten(7)]).killed == kills
    fury = Battle(crowd(gap), R0={"bs": 90, "ranged": "tried"}, rules=rules).turn_of("R0")
    fury.attacks(OWN_SHOT, "R0", "B0", [LOW, ten(10), percent(6, 60)])
    assert fury.killed == 2 * kills


@pytest.mark.rule("OVR-22")
def test_a_spray_that_deals_no_damage_kills_nobody():
    rules = weapon(spray=True, metres=20)
    plain = Battle(crowd(4), R0={"bs": 90, "ranged": "tried"}, rules=rules).turn_of("R0")
    assert plain.attacks(OWN_SHOT, "R0", "B0", [LOW, ten(6)]).killed == 0


@pytest.mark.rule("OVR-23", "OVR-T5")
@pytest.mark.parametrize(("blast", "plain", "fury"), [(1, 3, 3), (5, 3, 6), (2, 3, 3), (3, 3, 4)])
def test_a_blast_kills_two_more_and_with_fury_as_many_as_its_number(blast, plain, fury):
    assert shot(crowd(4), [LOW, ten(7)], blast=blast).killed == plain
    assert shot(crowd(4), [LOW, ten(10), percent(6, 60)], blast=blast).killed == fury
    assert shot(crowd(4), [LOW, ten(6)], blast=blast).killed == 0


@pytest.mark.rule("OVR-24", "OVR-T6")
def test_a_devastating_weapon_kills_as_many_more_as_its_number():
    assert shot(crowd(4), [LOW, ten(7)], devastating=2).killed == 3
    assert shot(crowd(4), [LOW, ten(10), percent(6, 60)], devastating=2).killed == 3


@pytest.mark.rule("OVR-P4", "OVR-22", "OVR-23", "OVR-24")
def test_extra_kills_of_several_qualities_add_up():
    mixed = shot(crowd(4), [LOW, ten(7)], blast=3, devastating=2, spray=True, metres=20)
    assert mixed.killed == 2 + 2 + 2
    furious = shot(crowd(4), [LOW, ten(10), percent(6, 60)], blast=3, devastating=1, spray=True, metres=20)
    assert furious.killed == 4 + 3 + 1


@pytest.mark.rule("OVR-23", "OVR-P4")
def test_a_blast_kills_no_more_than_there_are_and_never_the_overseer():
    small = shot("R0 . . . . b0 b0 B0", [LOW, ten(10), percent(6, 60)], blast=9)
    assert small.killed == 2 and small.wounds == [] and small.of("B0", "us") == 0 and small.of("B0", "lost") == 2


@pytest.mark.rule("OVR-23", "OVR-24")
def test_a_blow_that_kills_the_specialist_takes_others_along_but_one_on_the_overseer_does_not():
    drawing = "R0 . . . . b0 b0! b0 b0 B0"
    special = Battle(
        drawing,
        special={"b0": "flamer"},
        R0={"bs": 90, "ranged": "tried"},
        rules=weapon(blast=1, devastating=1, spray=True),
    )
    special.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(7)], body="specialist")
    assert special.told(events.SPECIALIST_KILLED) and special.killed == 3 and special.of("B0", "us") == 0
    leader = shot_at_leader(drawing)
    assert leader.wounds == [2] and leader.killed == 0


def shot_at_leader(drawing):
    """Let R0 call the Overseer of a Swarm with a weapon of Blast."""
    battle = Battle(
        drawing, special={"b0": "flamer"}, R0={"bs": 90, "ranged": "tried"}, rules=weapon(blast=3, devastating=3)
    )
    return battle.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(9)], body="overseer")


@pytest.mark.rule("OVR-22", "OVR-26")
def test_every_blow_of_a_swarm_kills_by_its_quality():
    drawing = crowd(6).replace("R0 .", "R0 r0", 1)
    volley = Battle(drawing + "\nr0 r0", r0={"bs": 60, "ranged": "tried"}, rules=weapon(devastating=1))
    volley.attacks(VOLLEY, "R0", "B0", [percent(71, 74), ten(7)])  # needs 85: two hits
    assert volley.hits == [2] and volley.killed == 4


# Who falls


@pytest.mark.rule("OVR-15", "OVR-9", "OVR-P10")
def test_the_nearest_to_the_attackers_leader_fall_first_and_are_counted_as_lost():
    drawing = "R0 . . . b0 b0! B0 b0\n. . . . . b0"
    fall = Battle(drawing, special={"b0": "flamer"}, R0={"bs": 60, "ranged": "tried"}, rules=weapon(devastating=1))
    fall.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(7)])
    assert sorted(fall.men("B0")) == [(5, 0), (7, 0)]
    assert fall.of("B0", "us") == 2 and fall.of("B0", "lost") == 2 and fall.piece(4, 0) == -1


@pytest.mark.rule("OVR-15")
def test_of_those_as_near_the_first_of_the_roll_falls():
    assert shot("R0 . . . b0 B0\n. . . b0", [LOW, ten(7)]).men("B0") == [(3, 1)]


@pytest.mark.rule("OVR-5", "OVR-15")
def test_who_is_out_of_rank_is_not_hit():
    out = shot("R0 . . . b0 . . . . . B0", [LOW, ten(9)])  # six hexes from B0
    assert out.of("B0", "us") == 0 and out.killed == 0 and out.wounds == [2] and out.men("B0") == [(4, 0)]


@pytest.mark.rule("OVR-9", "OVR-A2")
def test_of_several_in_a_hex_one_after_the_other_falls():
    several = Battle("R0 . . . b0 b0 B0", R0={"bs": 60, "ranged": "tried"}, rules=weapon(devastating=3))
    for i in several.s["roll"][2, :2]:
        several.s["models"][i] = 3
    several.survey()
    assert several.of("B0", "us") == 6
    several.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [LOW, ten(7)])
    assert several.of("B0", "us") == 2 and several.men("B0") == [(5, 0)] and several.of("B0", "lost") == 4


@pytest.mark.rule("OVR-11", "OVR-20")
def test_when_the_overseer_dies_its_swarm_dissolves_and_stands_loose():
    dead = Battle("R0 . . . . b0 B0", R0={"bs": 90}).sets("B0", wounds=5)
    dead.attacks(CALLED_SHOT, "R0", "B0", [LOW, ten(9)], body="overseer")
    assert dead.is_dead("B0") and dead.where("B0") is None and dead.men("B0") == []
    man = dead.piece(5, 0)
    assert dead.s["group"][man] == -1 and dead.s["fleeing"][man] == 0 and dead.s["ranked"][man] == 0
    assert dead.of("B0", "us") == 0 and dead.s["front"][0, 2] == -1 and dead.told(events.DISSOLVED)


@pytest.mark.rule("OVR-11", "OVR-17")
def test_hits_that_are_left_when_the_overseer_dies_are_lost():
    volley = Battle("R0 r0 r0 . . . b0 b0 B0\nr0 r0 r0").sets("B0", wounds=1)
    volley.attacks(VOLLEY, "R0", "B0", [percent(33)]).answers("share half", [ten(9)])
    assert volley.is_dead("B0") and volley.killed == 0 and volley.piece(6, 0) >= 0


@pytest.mark.rule("OVR-20", "OVR-25")
def test_two_overseers_can_die_in_one_exchange():
    drawing = "R0 r0 r0 . . . . . B0\nr0 r0 r0 . .\n. . . . . . . B1"
    volley = Battle(drawing, r0={"bs": 60}).sets("B0", wounds=1).sets("B1", wounds=1)
    volley.attacks(VOLLEY, "R0", "B0").answers("at B1", [percent(51, 54), ten(9)]).answers("share half", [ten(9)])
    assert volley.is_dead("B0") and volley.is_dead("B1") and volley.is_over


@pytest.mark.rule("OVR-15", "OVR-20")
def test_a_living_overseer_without_underlings_is_hit_itself_and_fights_on():
    alone = Battle("R0 . . . . . . . . B0\n. . . . . . . . .", reactions=True)
    assert alone.of("B0", "us") == 0
    assert alone.why_not(OWN_SHOT, "B0", "R0") is None
    assert alone.why_not(VOLLEY, "B0", "R0") == "no Underlings are in rank"


@pytest.mark.rule("OVR-8", "OVR-19")
def test_the_specialist_dies_of_one_blow_and_further_hits_on_it_are_lost():
    drawing = "R0 . . . . b0! B0"
    kill = Battle(drawing, special={"b0": "flamer"}, R0={"bs": 60, "ranged": "tried"}, rules=weapon(burst="full"))
    kill.turn_of("R0").attacks(OWN_SHOT, "R0", "B0", [percent(41, 43)])
    kill.answers("share none", [ten(9), ten(9)])
    assert kill.damage == [9] and kill.of("B0", "specialist") == -1 and kill.of("B0", "us") == 0


@pytest.mark.rule("OVR-26")
def test_the_specialists_shot_rolls_its_own_damage():
    drawing = "R0 r0! r0 . . . . b0 b0 B0"
    both = Battle(drawing, special={"r0": "launcher"}, r0={"bs": 60})
    both.attacks(VOLLEY, "R0", "B0", [percent(71, 79), ten(4), percent(61, 69), ten(5)])
    assert both.damage == [4 + 3, 5 + 4]
    alone = Battle(drawing, special={"r0": "cannon"}, r0={"bs": 60})
    assert alone.attacks(SUPPORTED, "R0", "B0", [percent(61, 65), ten(4), ten(5)]).damage == [4 + 5 + 5]


@pytest.mark.rule("OVR-P7", "OVR-26")
def test_an_assault_is_one_damage_roll_for_all_hits():
    blow = Battle("R0 r0 b0 B0\n. r0 b0\n. r0", r0={"ws": 60}).attacks(ASSAULTED, "R0", "B0", [LOW, ten(4)])
    assert blow.damage == [7] and blow.hits[0] >= 2 and blow.killed == 2


@pytest.mark.rule("OVR-22")
def test_in_melee_a_spray_kills_one_and_two_with_fury():
    def strike(*dice):
        battle = Battle("R0 b0 b0 b0 B0", R0={"ws": 90, "melee": "tried"}, rules=weapon(spray=True, metres=0))
        return battle.attacks(OWN_BLOW, "R0", "B0", [LOW, *dice]).killed

    assert strike(ten(7)) == 1 and strike(ten(10), percent(6, 60)) == 2
