"""Stages declare, range, cover and roll: the dice of an attack, its difficulty, whom it hits."""

import pytest

from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.aims import increment_of, range_difficulty
from tests.envs.skirmish.nova.battle import Battle, hits, misses

RIFLE = {"weapons": ["rifle"]}


def armed(drawing="R0 . . B0", under="", things=None, rules=None, B0=None, R0=None, **weapon):
    """Return a battle in which R0 bears a weapon, ``tried``, with these numbers."""
    rules = {"more_weapons": [{"name": "tried"} | weapon]} | (rules or {})
    return Battle(drawing, under=under, things=things, rules=rules, R0={"weapons": ["tried"]} | (R0 or {}), B0=B0 or {})


def shot(*dice, mode=0, how="target", order=0, harder=False, **more):
    """Let R0 attack B0 with the weapon ``tried``."""
    return armed(**more).attacks("R0", "weapon_1", "B0", list(dice), mode=mode, how=how, order=order, harder=harder)


# The pool


@pytest.mark.rule("NOV-G1")
@pytest.mark.parametrize(
    ("skill", "ability"), [("firearms", 4), ("brawl", 3), ("melee", 5), ("athletics", 1), ("power", 6)]
)
def test_the_pool_is_dexterity_and_the_ability_of_the_weapon(skill, ability):
    found = shot(skill=skill, drawing="R0 B0", R0={"dexterity": 4, skill: ability})
    assert found.pool == 4 + ability
    assert found.causes(events.POOLED) == {events.OF_ATTRIBUTE: 4, events.OF_ABILITY: ability}


@pytest.mark.rule("NOV-G1", "NOV-G7")
def test_a_die_of_seven_is_a_success_and_a_difficulty_asks_for_one_more_each():
    seven, six = (10, [7]), (10, [6])
    assert shot(seven, six, six, six, six).is_hit
    assert not shot(six, six, six, six, six).is_hit
    hard = armed(under=". . # ").attacks("R0", "weapon_1", "B0", [seven, seven, six, six, six])
    assert hard.difficulty == 2 and not hard.is_hit
    assert hard.rolls(events.FOR_ATTACK) == [(5, 2, 3)]


@pytest.mark.rule("NOV-G10", "NOV-G6", "NOV-2")
def test_accuracy_and_the_order_of_actions_count():
    found = shot(accuracy=-1, order=3, R0={"firearms": 5})
    assert found.pool == 3 + 5 - 1 - 3
    assert found.causes(events.POOLED)[events.OF_ORDER] == -3


@pytest.mark.rule("NOV-G10")
@pytest.mark.parametrize(
    ("mode", "dice", "adds"),
    [(0, 0, 0), (1, 2, 0), (2, 0, 1), (3, 4, 0), (4, 0, 2), (5, 6, 0), (6, 0, 3), (7, 10, 0), (8, 0, 5)],
)
def test_bursts_give_dice_or_adds(mode, dice, adds):
    found = shot(mode=mode, burst="sustained", adds=1)
    assert found.pool == 5 + dice
    assert found.s["a_adds"] == 1 + adds or found.is_over
    hit = shot((10, [7]), mode=mode, burst="sustained", adds=1, damage=9)
    assert [row[1] for row in hit.told(events.ADDED)] == [1 + adds]


@pytest.mark.rule("NOV-G10")
@pytest.mark.parametrize(("gap", "more"), [(1, 1), (2, 1), (3, 0)])
def test_close_quarters_give_a_die_within_ten_metres(gap, more):
    drawing = " ".join(["R0", *["."] * (gap - 1), "B0"])
    assert shot(drawing=drawing, close_quarters=True).pool == 5 + more


@pytest.mark.rule("NOV-31", "NOV-44", "NOV-35")
@pytest.mark.parametrize(("lethal", "penalty"), [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 4)])
def test_the_worst_filled_level_costs_dice(lethal, penalty):
    battle = armed().sets("R0", lethal=lethal, maimed=1)
    assert battle.attacks("R0", "weapon_1", "B0").pool == 5 - penalty - 1


@pytest.mark.rule("NOV-27", "NOV-28", "NOV-29")
def test_armour_costs_dice_if_one_is_too_weak_or_wears_layers():
    assert shot(R0={"armour": ["body_armour"], "endurance": 2}).pool == 5
    weak = shot(R0={"armour": ["body_armour"], "strength": 1, "might": 0})
    assert weak.causes(events.POOLED)[events.OF_SHORTFALL] == -3
    layered = shot(R0={"armour": ["body_armour", "armoured_shirt"], "endurance": 2})
    assert layered.causes(events.POOLED)[events.OF_MOBILITY] == -3


@pytest.mark.rule("NOV-G3")
def test_bonus_dice_can_be_limited_to_the_attribute_and_two():
    free = shot(mode=7, burst="sustained", accuracy=1)
    assert free.pool == 5 + 11
    bound = shot(mode=7, burst="sustained", accuracy=1, rules={"bonus_cap": True})
    assert bound.pool == 5 + 3 + 2 and bound.causes(events.POOLED)[events.OF_CAP] == -6


@pytest.mark.rule("NOV-H5")
def test_mega_dexterity_adds_three_dice_a_dot():
    nova = {"kind": "nova", "quantum": 1, "mega_dexterity": 2}
    assert shot(R0=nova).causes(events.POOLED)[events.OF_MEGA] == 6


# Range


def _found(states, rules, metres, increment):
    return range_difficulty(rules[0], metres, increment)


def _increment(states, rules, i, weapon):
    return increment_of(states[0], rules[0], i, weapon)


FOUND = entry_point(_found, "nova_range_found", {"range_difficulty": range_difficulty})
INCREMENT = entry_point(_increment, "nova_increment_found", {"increment_of": increment_of})


@pytest.mark.rule("NOV-38", "NOV-T11")
@pytest.mark.parametrize(
    ("metres", "difficulty"), [(1, 0), (20, 0), (21, 2), (40, 2), (41, 4), (80, 4), (81, 6), (160, 6), (161, -1)]
)
def test_range_counts_in_increments(metres, difficulty):
    battle = Battle("R0 B0")
    assert FOUND(battle.states, battle.rules, metres, 20) == difficulty


@pytest.mark.rule("NOV-38", "NOV-G10")
@pytest.mark.parametrize(("more", "difficulty"), [({}, 2), ({"guided": True}, 1), ({"long_range": True}, 1)])
def test_the_range_is_part_of_the_difficulty(more, difficulty):
    drawing = "R0 . . . . B0"
    found = shot(drawing=drawing, metres=20, **more)
    assert found.difficulty == difficulty and found.causes(events.HARD) == {events.OF_RANGE: difficulty}
    assert shot(drawing=drawing, metres=25, **more).difficulty == 0


@pytest.mark.rule("NOV-38")
def test_beyond_eight_increments_or_the_only_one_nothing_is_hit():
    drawing = "R0 . . . . B0"
    assert armed(drawing, metres=3).why_not("R0", "weapon_1", "B0") == "it is out of range"
    assert armed(drawing, metres=4).why_not("R0", "weapon_1", "B0") is None
    assert armed(drawing, metres=20, single_range=True).why_not("R0", "weapon_1", "B0") == "it is out of range"


@pytest.mark.rule("NOV-39")
@pytest.mark.parametrize(
    ("weapon", "sheet", "metres"),
    [
        ({}, {}, 25),
        ({"mass": 1}, {}, 25),
        ({"mass": 3}, {}, 15),
        ({"mass": 90}, {}, 5),
        ({"aero": 2}, {}, 35),
        ({"mass": 35}, {"kind": "nova", "quantum": 1, "mega_strength": 1}, 25 + 50 - 10),
        ({"mass": 35}, {"kind": "nova", "quantum": 1, "mega_strength": 3}, 25 + 150),
    ],
)
def test_the_increment_of_what_is_thrown(weapon, sheet, metres):
    battle = armed(skill="athletics", thrown=True, metres=0, R0=sheet, **weapon)
    number = int(battle.rules[0]["weapons"][0, 0])
    assert INCREMENT(battle.states, battle.rules, 0, number) == metres


# Cover and the target's state


@pytest.mark.rule("NOV-P6", "NOV-14")
@pytest.mark.parametrize(("under", "difficulty"), [("", 0), (". . *", 1), (". . #", 2), (". . %", 3), (". . . #", 2)])
def test_cover_is_light_medium_or_superior(under, difficulty):
    found = shot(under=under)
    assert found.difficulty == difficulty
    assert found.causes(events.HARD) == ({events.OF_COVER: difficulty} if difficulty else {})


@pytest.mark.rule("NOV-H7")
def test_who_has_taken_cover_has_a_better_grade_of_what_there_is():
    for under, difficulty in ((". . *", 2), (". . %", 3), ("", 0)):
        assert armed(under=under).sets("B0", covered=1).attacks("R0", "weapon_1", "B0").difficulty == difficulty


@pytest.mark.rule("NOV-H7")
def test_who_lies_is_harder_to_hit_from_afar_and_easier_from_beside():
    assert armed().sets("B0", prone=1).attacks("R0", "weapon_1", "B0").difficulty == 1
    near = armed("R0 B0", B0={"powers": ["shroud"]}).sets("B0", prone=1)
    assert near.attacks("R0", "light_blow", "B0").difficulty == 2 - 1
    assert armed("R0 B0").sets("B0", prone=1).attacks("R0", "light_blow", "B0").difficulty == 0


@pytest.mark.rule("NOV-43")
def test_defences_that_are_no_soak_are_difficulties_of_their_kinds():
    shroud = {"powers": ["shroud", "warding"]}  # 2 to hit; quantum 2 and 1 more; mental 2
    assert shot(B0=shroud).difficulty == 2
    assert shot(B0=shroud, skill="power").difficulty == 2 + 3
    assert shot(B0=shroud, skill="power", mental=True).difficulty == 2 + 3 + 2


@pytest.mark.rule("NOV-16", "NOV-2", "NOV-37")
def test_the_dazed_those_who_replace_an_action_and_called_shots_have_it_harder():
    assert armed().sets("R0", dazed=1).attacks("R0", "weapon_1", "B0").difficulty == 2
    assert shot(harder=True).causes(events.HARD) == {events.OF_REPLACING: 1}
    assert shot(how="vital").causes(events.HARD) == {events.OF_VITAL: 2}


# Mobs


MOB = {"kind": "cinematic", "weapons": ["pistol"], "members": 6}


@pytest.mark.rule("NOV-46")
def test_cinematic_extras_pool_a_die_each_and_attack_a_character_once():
    battle = Battle("R0 . . B0\nR1 . . .\nR2", R0=MOB, R1=MOB | {"members": 4}, R2=MOB | {"members": 2})
    battle.plans("R1", "weapon_1", at="B0").plans("R2", "weapon_1", at="R1")
    battle.attacks("R0", "weapon_1", "B0")
    assert battle.told(events.MOBBED) == [[0, 1, 4, 0, 0]]
    assert battle.pool == 10 and battle.causes(events.POOLED) == {events.OF_MEMBERS: 10}
    assert battle.of("R1", "plan_fate")[0] == 1 and battle.of("R2", "plan_fate")[0] == 0
    assert battle.why_not("R2", "weapon_1", "B0") == "extras of the side have attacked it in this round"


@pytest.mark.rule("NOV-46", "NOV-P8")
def test_only_attacks_on_one_character_are_pooled():
    squad = {"kind": "gritty", "members": 3}
    battle = Battle("R0 . . B0\nR1 . . .", R0=MOB, R1=MOB, B0=squad).plans("R1", "weapon_1", at="B0")
    assert battle.attacks("R0", "weapon_1", "B0").pool == 6
    assert battle.why_not("R1", "weapon_1", "B0") is None


@pytest.mark.rule("NOV-46", "NOV-6")
def test_an_area_attack_goes_to_a_place_and_does_not_count():
    bomb = {"name": "bomb", "skill": "athletics", "thrown": True, "metres": 0, "area": 1, "damage": 4}
    throwers = MOB | {"weapons": ["bomb", "smg"]}
    battle = Battle("R0 . . B0\nR1 . . .", rules={"more_weapons": [bomb]}, R0=throwers, R1=throwers)
    battle.plans("R1", "weapon_1", at="B0").attacks("R0", "weapon_2", "B0")
    assert battle.of("R1", "plan_fate")[0] == 0 and battle.pool == 6, "it is made alone"
    assert battle.why_not("R1", "weapon_1", "B0") is None, "others have shot at where it lands"
    assert battle.why_not("R1", "weapon_2", "B0") == "extras of the side have attacked it in this round"


@pytest.mark.rule("NOV-46")
def test_who_can_no_longer_reach_it_does_not_join_in():
    battle = Battle("R0 . . B0\nR1 . . .", under=".\n. X X", R0=MOB, R1=MOB).plans("R1", "weapon_1", at="B0")
    assert battle.why_not("R1", "weapon_1", "B0") == "it is out of sight"
    assert battle.attacks("R0", "weapon_1", "B0").pool == 6


@pytest.mark.rule("NOV-44", "NOV-H3")
@pytest.mark.parametrize(("members", "more"), [(1, 0), (2, 1), (4, 3), (8, 3)])
def test_a_gritty_squad_rolls_once_with_up_to_three_dice_more(members, more):
    squad = {"kind": "gritty", "members": members}
    assert shot(R0=squad).pool == 5 + more
    hurt = armed(R0=squad | {"members": members}).sets("R0", lethal=7)
    assert hurt.attacks("R0", "weapon_1", "B0", order=2).pool == 5 + more


@pytest.mark.rule("NOV-H6")
def test_a_cinematic_vehicle_has_a_die_and_its_firearms():
    car = {"kind": "cinematic_vehicle", "speed": 20, "firearms": 4}
    assert shot(R0=car, accuracy=3).pool == 5


# Who is hit


@pytest.mark.rule("NOV-G7")
def test_successes_beyond_the_difficulty_are_to_spare():
    found = armed(under=". . *").attacks("R0", "weapon_1", "B0", hits(4) + misses(1))
    assert found.told(events.HIT)[0][:3] == [0, 4, 2]
    missed = armed(under=". . #").attacks("R0", "weapon_1", "B0", hits(2) + misses(3))
    assert missed.told(events.MISSED) and not missed.is_hit and missed.is_over and missed.boxes("B0") == (0, 0, 0, 0)
