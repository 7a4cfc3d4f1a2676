"""Extras and henchmen: how squads, vehicles and commanders' men fall, and what henchmen do for their commander."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.state import DEAD, FIELD, INCAPACITATED, SURRENDERED
from tests.envs.skirmish.nova.battle import Battle, hits, misses

FAR = "R0 . . . B0"


def struck(left, B0, dice=(), drawing=FAR, successes=1, had=None, rules=None, **weapon):
    """Let B0 be hit so that so many dice are left after soak; its sheet soaks 1 lethal, or what ``weapon`` says."""
    soak = weapon.pop("soak", 1)
    weapon = {"name": "tried", "damage": left + soak - (0 if "area" in weapon else successes - 1)} | weapon
    battle = Battle(drawing, rules={"more_weapons": [weapon]} | (rules or {}), R0={"weapons": ["tried"]}, B0=B0)
    battle.s["hl"][4, : len((had or {}).get("hl", []))] = (had or {}).get("hl", [])
    return battle.attacks("R0", "weapon_1", "B0", hits(successes) + misses(5 - successes) + list(dice))


# Gritty extras


GRITTY = {"kind": "gritty", "members": 4}


@pytest.mark.rule("NOV-44", "NOV-T12")
@pytest.mark.parametrize(("left", "levels"), [(1, 0), (2, 1), (3, 1), (7, 3), (8, 4)])
def test_every_two_dice_are_a_level_of_a_gritty_extra(left, levels):
    found = struck(left, GRITTY)
    assert found.soaks == [(1, left)] and found.levels == [levels]
    assert found.of("B0", "hl")[0] == 4 - levels and found.of("B0", "members") == 4 - (levels == 4)
    assert not found.rolls(events.FOR_DAMAGE)


@pytest.mark.rule("NOV-44")
def test_the_most_hurt_who_stands_is_hit_and_levels_beyond_his_are_lost():
    found = struck(12, GRITTY, had={"hl": [4, 0, 2, 3]})
    assert found.of("B0", "hl")[:4] == [4, 0, 0, 3] and found.of("B0", "members") == 3


@pytest.mark.rule("NOV-P4", "NOV-23")
def test_adds_are_levels_of_gritty_extras_if_a_die_got_through():
    assert struck(1, GRITTY, adds=2).of("B0", "hl")[0] == 2
    assert struck(0, GRITTY, adds=2).of("B0", "hl")[0] == 4


@pytest.mark.rule("NOV-H3", "NOV-24")
def test_ping_hurts_no_gritty_extras_unless_a_configuration_says_so():
    assert struck(0, GRITTY, dice=hits(1)).of("B0", "hl")[0] == 4
    assert struck(0, GRITTY, dice=hits(1), rules={"gritty_ping": True}).of("B0", "hl")[0] == 3
    assert struck(0, GRITTY, dice=misses(1), rules={"gritty_ping": True}).of("B0", "hl")[0] == 4


@pytest.mark.rule("NOV-H3", "NOV-44")
def test_a_die_that_soak_leaves_of_gritty_extras_is_not_rolled_as_a_ping_is():
    assert struck(1, GRITTY, dice=hits(1), rules={"gritty_ping": True}).of("B0", "hl")[0] == 4


@pytest.mark.rule("NOV-44", "NOV-4", "NOV-62")
def test_an_area_attack_hurts_every_member_of_a_squad():
    found = struck(6, GRITTY, area=1, had={"hl": [4, 3, 2, 0]})
    assert found.of("B0", "hl")[:4] == [1, 0, 0, 0]


@pytest.mark.rule("NOV-44")
def test_a_squad_without_members_has_surrendered():
    assert struck(8, GRITTY | {"members": 1}).of("B0", "fate") == SURRENDERED


# Cinematic extras


MOB = {"kind": "cinematic", "members": 9, "weapons": ["pistol"], "stamina": 10, "armour": ["plate"]}


@pytest.mark.rule("NOV-46", "NOV-T13", "NOV-63")
@pytest.mark.parametrize(("successes", "fallen"), [(1, 1), (5, 1), (6, 2), (8, 4)])
def test_any_hit_drops_a_cinematic_extra_and_one_more_for_each_success_above_five(successes, fallen):
    weapon = {"name": "tried", "damage": 0}
    sheet = {"weapons": ["tried"], "firearms": 5}
    battle = Battle("R0 . B0", rules={"more_weapons": [weapon]}, R0=sheet, B0=MOB)
    battle.attacks("R0", "weapon_1", "B0", hits(successes) + misses(8 - successes))
    assert battle.of("B0", "members") == 9 - fallen and battle.told(events.FELL)[0][1] == fallen


@pytest.mark.rule("NOV-46", "NOV-4")
def test_in_an_area_all_of_them_fall():
    assert struck(0, MOB, area=1).of("B0", "members") == 0


@pytest.mark.rule("NOV-46", "NOV-15")
@pytest.mark.parametrize(("kind", "fate"), [("lethal", DEAD), ("aggravated", DEAD), ("bashing", INCAPACITATED)])
def test_what_becomes_of_the_last_of_them(kind, fate):
    assert struck(3, MOB | {"members": 1}, type=kind).of("B0", "fate") == fate


@pytest.mark.rule("NOV-20")
def test_emp_fells_no_extras():
    assert struck(9, MOB, type="emp").of("B0", "members") == 9
    assert struck(9, GRITTY, type="emp").of("B0", "hl")[0] == 4


# Vehicles


@pytest.mark.rule("NOV-45")
@pytest.mark.parametrize(("levels", "left"), [(14, 7), (9, 4), (1, 1)])
def test_a_gritty_vehicle_takes_half_of_its_levels(levels, left):
    truck = {"kind": "gritty_vehicle", "levels": levels, "speed": 20}
    found = struck(2 * left - 1, truck)
    assert found.of("B0", "hl")[0] == 1 and found.of("B0", "fate") == FIELD
    assert struck(2 * left, truck).of("B0", "fate") == INCAPACITATED


@pytest.mark.rule("NOV-47")
def test_a_cinematic_vehicle_has_seven_levels_and_takes_one_for_two_dice():
    car = {"kind": "cinematic_vehicle", "speed": 20, "weapons": ["smg"]}
    assert struck(13, car).of("B0", "hl")[0] == 1
    assert struck(14, car).of("B0", "fate") == INCAPACITATED
    assert struck(2, car, adds=3).of("B0", "hl")[0] == 3


@pytest.mark.rule("NOV-24", "NOV-G12")
def test_vehicles_take_no_ping():
    truck = {"kind": "gritty_vehicle", "levels": 14, "speed": 20}
    assert not struck(0, truck, adds=2).told(events.PINGED)


# Henchmen fall


def squad(*henchmen, **more):
    """Return a commander with henchmen: pairs of a type and a count."""
    return {"henchmen": [{"type": kind, "count": count} for kind, count in henchmen]} | more


@pytest.mark.rule("NOV-60", "NOV-61", "NOV-P3", "NOV-T15")
@pytest.mark.parametrize(
    ("kind", "soak", "levels", "fallen"),
    [
        ("rioter", 0, 3, 3),
        ("conscript", 2, 3, 2),
        ("rifleman", 5, 7, 3),
        ("rifleman", 5, 6, 2),
        ("ranger", 7, 6, 2),
        ("ninja", 5, 7, 1),
        ("ninja", 5, 8, 2),
    ],
)
def test_henchmen_fall_by_the_levels_that_each_takes(kind, soak, levels, fallen):
    found = struck(levels, squad((kind, 9)), soak=soak, dice=hits(levels))
    assert found.soaks == [(soak, levels)] and found.told(events.FELL)[0][:3] == [4, fallen, 9 - fallen]
    assert found.boxes("B0") == (0, 0, 0, 0)


@pytest.mark.rule("NOV-60")
def test_a_squad_soaks_as_its_most_numerous_type_and_its_leader_not_at_all():
    mixed = squad(("ranger", 2), ("rioter", 3), armour=["plate"], might=5, endurance=5)
    assert struck(4, mixed, soak=0).soaks[0][0] == 0
    even = squad(("ranger", 3), ("rioter", 3))
    assert struck(4, even, soak=7).soaks[0][0] == 7


@pytest.mark.rule("NOV-60", "NOV-25")
def test_what_makes_a_leader_hard_to_pierce_does_nothing_for_his_henchmen():
    led = squad(("ranger", 3), powers=["invulnerability"])
    assert struck(4, led, soak=4, ap=3).soaks[0][0] == 4


@pytest.mark.rule("NOV-60", "NOV-61")
def test_of_mixed_grades_the_most_numerous_fall_first_each_at_its_own_levels():
    mixed = squad(("rifleman", 2), ("rioter", 3))
    found = struck(5, mixed, soak=0, dice=hits(5))
    assert found.of("B0", "henchmen") == [1, 0, 0]
    assert [event[3] for event in found.told(events.FELL)] == [0b11]
    assert struck(8, mixed, soak=0, dice=hits(8)).of("B0", "henchmen") == [0, 0, 0]


@pytest.mark.rule("NOV-60")
def test_the_commander_is_safe_behind_the_last_of_them_unless_he_is_one_himself():
    found = struck(9, squad(("rioter", 1)), soak=0, adds=20)
    assert found.of("B0", "henchmen") == [0, 0, 0] and found.boxes("B0") == (0, 0, 0, 0)
    assert found.of("B0", "fate") == FIELD and found.of("B0", "taken") == 0
    all_of_them = struck(9, squad(("rioter", 1), all_henchmen=True), soak=0, adds=1)
    assert all_of_them.of("B0", "fate") == SURRENDERED


@pytest.mark.rule("NOV-62")
@pytest.mark.parametrize(("area", "lost"), [(1, 4), (2, 6)])
def test_an_area_attack_multiplies_all_levels_on_a_squad_with_henchmen(area, lost):
    drawing = "R0 . . . . . . B0"
    found = struck(3, squad(("rioter", 9)), soak=0, dice=hits(2) + misses(1), area=area, drawing=drawing)
    assert found.levels == [2 * (area + 1)] and found.of("B0", "henchmen")[0] == 9 - lost


@pytest.mark.rule("NOV-62", "NOV-60")
def test_an_area_attack_on_a_single_henchman_left_leaves_the_commander_alone():
    found = struck(6, squad(("rioter", 1)), soak=0, dice=hits(6), area=1)
    assert found.of("B0", "henchmen") == [0, 0, 0] and found.boxes("B0") == (0, 0, 0, 0) and found.is_over


# Henchmen serve


def led(*henchmen, dots=(3, 2), under="", open_share=100, **weapon):
    """Let a commander with henchmen shoot; return the battle."""
    sheet = squad(*henchmen, charisma=dots[0], command=dots[1], weapons=["tried"])
    rules = {"more_weapons": [{"name": "tried", "damage": 4} | weapon], "open_henchmen": open_share}
    rows = "\n".join(["."] * 3)
    battle = Battle(f"{rows}\n. . . R0 . B0", under=under, rules=rules, R0=sheet)
    return battle.attacks("R0", "weapon_1", "B0", [(10, [7])])


def helped(battle):
    """Return the dice that henchmen add to the attack, and to its damage."""
    dice = battle.causes(events.POOLED).get(events.OF_HENCHMEN, 0)
    return dice, battle.causes(events.STRUCK).get(events.OF_HENCHMEN, 0)


@pytest.mark.rule("NOV-57", "NOV-58")
def test_each_henchman_gives_a_die_and_a_point_of_damage_skilled_ones_two_dice():
    assert helped(led(("rifleman", 3))) == (3, 3)
    assert helped(led(("ranger", 3))) == (6, 3)


@pytest.mark.rule("NOV-56", "NOV-T16", "NOV-57")
def test_twice_charisma_and_command_can_serve_the_skilled_first():
    assert helped(led(("rifleman", 14))) == (10, 10)
    assert helped(led(("rifleman", 8), ("ranger", 4))) == (8 + 6, 10)
    assert helped(led(("ranger", 12))) == (20, 10)
    assert helped(led(("rifleman", 8), dots=(1, 0))) == (2, 2)


@pytest.mark.rule("NOV-57")
def test_henchmen_without_powers_are_no_help_with_powers():
    assert helped(led(("rifleman", 3), ("drone", 2), skill="power")) == (4, 2)


AROUND = [(2, 3), (3, 2), (4, 2), (3, 4), (4, 4)]  # the commander at 3 3; B0 is in the sixth direction


@pytest.mark.rule("NOV-56", "NOV-P9")
@pytest.mark.parametrize(
    ("ground", "serve"),
    [
        ({}, 8),
        ({(1, 3): "*"}, 4),
        (dict.fromkeys(AROUND[:2], "X"), 4),
        (dict.fromkeys(AROUND[:3], "X"), 2),
        (dict.fromkeys(AROUND, "X"), 0),
    ],
)
def test_the_ground_says_how_many_can_serve(ground, serve):
    rows = [" ".join(ground.get((column, row), ".") for column in range(5)) for row in range(5)]
    assert helped(led(("rifleman", 9), dots=(2, 0), under="\n".join(rows), open_share=200)) == (serve, serve)


# Support weapons


@pytest.mark.rule("NOV-59")
def test_a_heavy_weapon_is_used_once_for_each_henchman_who_has_one():
    sheet = squad(("rifleman", 2), ("gunner", 2), charisma=3, command=3)
    battle = Battle("R0 . . B0", R0=sheet, rules={"open_henchmen": 100})
    battle.attacks("R0", "support", "B0", misses(5))
    assert battle.told(events.ATTACKED)[0][2] == int(battle.rules[0]["henchman_weapon"][5])
    assert battle.causes(events.POOLED)[events.OF_BURST] == 10  # the longest burst, for accuracy
    assert battle.causes(events.POOLED)[events.OF_HENCHMEN] == 4
    battle.attacks("R0", "support", "B0", misses(5))
    assert battle.of("R0", "supports") == [0, 2, 0]
    assert battle.why_not("R0", "support", "B0") == "no henchman is left with a heavy weapon that was not used"


@pytest.mark.rule("NOV-59")
def test_who_has_fired_a_heavy_weapon_falls_last():
    sheet = squad(("gunner", 2), charisma=3, command=3)
    battle = Battle("R0 . . B0", R0=sheet, rules={"open_henchmen": 100})
    battle.attacks("R0", "support", "B0", misses(5))
    battle.sets("R0", henchmen=(1, 0, 0))
    assert battle.why_not("R0", "support", "B0") == "no henchman is left with a heavy weapon that was not used"
