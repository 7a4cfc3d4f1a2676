"""Stages soak, adds, ping and collateral: dice of damage, what takes dice off, armour that is destroyed."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.state import BASHING, LETHAL, STUN
from tests.envs.skirmish.nova.battle import Battle, hits, misses

NOVA = {"kind": "nova", "quantum": 3, "stamina": 4}
NAKED = {"stamina": 1, "willpower": 1}


def blow(drawing="R0 . B0", net=0, dice=(), B0=None, R0=None, kind="weapon_1", mode=0, prepare=None, **weapon):
    """Let R0 hit B0 with the weapon ``tried``, with so many successes to spare; ``dice`` are those of damage."""
    rules = {"more_weapons": [{"name": "tried"} | weapon]}
    battle = Battle(drawing, rules=rules, R0={"weapons": ["tried"]} | (R0 or {}), B0=B0 or {})
    if prepare:
        battle.sets("B0", **prepare)
    return battle.attacks("R0", kind, "B0", hits(1 + net) + misses(4 - net) + list(dice), mode=mode)


# Dice


@pytest.mark.rule("NOV-G7", "NOV-G8")
@pytest.mark.parametrize("net", [0, 1, 4])
def test_successes_to_spare_are_dice_of_damage(net):
    found = blow(damage=6, net=net)
    assert found.raw == [6 + net]
    assert found.causes(events.STRUCK) == {events.OF_WEAPON: 6} | ({events.OF_NET: net} if net else {})


@pytest.mark.rule("NOV-G8", "NOV-31")
def test_every_success_of_the_dice_that_are_left_is_a_level():
    found = blow(damage=4, dice=[*hits(2), *misses(1)])  # soaks 1
    assert found.soaks == [(1, 3)] and found.levels == [2] and found.boxes("B0") == (0, 0, 2, 0)
    assert found.rolls(events.FOR_DAMAGE) == [(3, 2, 1)]


@pytest.mark.rule("NOV-G10", "NOV-H5")
def test_strength_counts_for_blows_and_mega_strength_five_times():
    light = Battle("R0 B0", R0={"strength": 4}).attacks("R0", "light_blow", "B0", hits(1) + misses(5))
    heavy = Battle("R0 B0", R0={"strength": 4}).attacks("R0", "heavy_blow", "B0", hits(1) + misses(3))
    assert light.raw == [4] and heavy.raw == [6] and light.pool == 6 and heavy.pool == 4
    mega = {"kind": "nova", "quantum": 1, "mega_strength": 2, "strength": 5}
    found = Battle("R0 B0", R0=mega).attacks("R0", "light_blow", "B0", hits(1) + misses(5))
    assert found.causes(events.STRUCK)[events.OF_STRENGTH] == 5 + 10


# Soak


@pytest.mark.rule("NOV-21", "NOV-22", "NOV-T3", "NOV-40")
@pytest.mark.parametrize(
    ("sheet", "soak"),
    [
        ({"stamina": 3}, (3, 1, 0)),
        ({"stamina": 4}, (4, 2, 0)),
        (NOVA, (7, 5, 1)),
        (NOVA | {"mega_stamina": 2}, (9, 7, 1)),
    ],
)
def test_what_bodies_soak(sheet, soak):
    for kind, points in zip(("bashing", "lethal", "aggravated"), soak, strict=True):
        found = blow(damage=20, type=kind, B0=sheet | {"willpower": 1})
        assert found.soaks == [(points, 20 - points)]
        assert found.causes(events.SOAKED).get(events.OF_NATURAL, 0) == points


@pytest.mark.rule("NOV-40", "NOV-42", "NOV-T4", "NOV-41")
def test_classes_of_soak_are_added_and_within_one_the_best_counts():
    layers = {"armour": ["eufiber", "body_armour"], "modifications": ["subdermal", "skeleton"]}
    strong = {"might": 5, "endurance": 5, "stamina": 1}
    for kind, armoured in (("bashing", 9), ("lethal", 8)):
        found = blow(damage=20, type=kind, B0=layers | strong)
        assert found.causes(events.SOAKED)[events.OF_ARMOUR] == armoured
    both = blow(damage=20, B0={"armour": ["vest"], "kind": "nova", "quantum": 1, "powers": ["armour_power"]})
    assert both.causes(events.SOAKED) == {events.OF_NATURAL: 2, events.OF_ARMOUR: 4, events.OF_POWERS: 6}


@pytest.mark.rule("NOV-25", "NOV-T9", "NOV-P5")
@pytest.mark.parametrize(
    ("ap", "sheet", "soak"),
    [
        (3, {"kind": "nova", "quantum": 3, "stamina": 2, "armour": ["armoured_shirt"]}, 4),
        (3, {"stamina": 2, "armour": ["vest"]}, 1 + 1),
        (6, {"stamina": 2, "kind": "nova", "quantum": 1, "armour": ["vest"], "powers": ["armour_power"]}, 2 + 0 + 4),
        (3, {"stamina": 2, "kind": "nova", "quantum": 1, "powers": ["invulnerability"]}, 2 + 8),
        (5, {"stamina": 2, "kind": "nova", "quantum": 1, "powers": ["invulnerability"]}, 2 + 6),
    ],
)
def test_piercing_takes_from_armour_then_powers_never_from_the_body(ap, sheet, soak):
    found = blow(damage=30, ap=ap, B0=sheet | {"might": 3, "endurance": 3, "willpower": 1})
    assert found.soaks[0][0] == soak


@pytest.mark.rule("NOV-25", "NOV-P5")
def test_what_is_told_of_soak_are_its_parts_before_piercing_which_add_up():
    sheet = {"stamina": 2, "kind": "nova", "quantum": 1, "armour": ["vest"], "powers": ["armour_power"]}
    found = blow(damage=30, ap=6, B0=sheet | {"might": 3, "endurance": 3, "willpower": 1})
    parts = {events.OF_NATURAL: 2, events.OF_ARMOUR: 4, events.OF_POWERS: 6, events.OF_PIERCING: -6}
    assert found.causes(events.SOAKED) == parts and found.soaks == [(sum(parts.values()), 24)]


@pytest.mark.rule("NOV-3", "NOV-25")
def test_what_is_told_of_soak_in_a_grip_adds_up():
    sheet = {"kind": "nova", "quantum": 1, "armour": ["vest"], "powers": ["invulnerability"], "might": 3}
    battle = Battle("R0 B0", R0={"strength": 4}, B0=sheet | {"endurance": 3}).holds("R0", "B0")
    battle.attacks("R0", "crush", "B0", hits(12))
    parts = battle.causes(events.SOAKED)
    assert parts[events.OF_GRIP] < 0 and sum(parts.values()) == battle.soaks[0][0]


@pytest.mark.rule("NOV-3")
def test_a_crushing_grip_halves_all_soak_but_the_natural():
    sheet = {"kind": "nova", "quantum": 1, "armour": ["vest"], "powers": ["invulnerability"], "might": 3}
    battle = Battle("R0 B0", R0={"strength": 4}, B0=sheet | {"endurance": 3}).holds("R0", "B0")
    battle.attacks("R0", "crush", "B0", hits(3) + misses(2))
    assert battle.raw == [4 + 2] and battle.soaks[0][0] == 4 + 2 + 4
    assert battle.causes(events.SOAKED)[events.OF_GRIP] == -(2 + 4)


@pytest.mark.rule("NOV-15")
def test_chemical_aggravated_damage_is_soaked_as_lethal_and_stays_aggravated():
    nova = NOVA | {"willpower": 1}
    found = blow(damage=6, type="aggravated", chemical=True, B0=nova, dice=hits(1))
    assert found.soaks == [(5, 1)] and found.boxes("B0") == (0, 0, 0, 1)
    assert blow(damage=6, type="aggravated", B0=nova).soaks == [(1, 5)]


@pytest.mark.rule("NOV-19")
def test_stun_is_soaked_as_bashing_unless_it_is_unsoakable():
    armour = {"armour": ["leather"]}
    assert blow(damage=8, type="stun", B0=armour).soaks == [(5, 3)]
    assert blow(damage=8, type="stun", soakable=False, B0=armour).soaks == [(0, 8)]


# Adds and ping


@pytest.mark.rule("NOV-23", "NOV-T6")
def test_adds_are_levels_if_a_die_is_left():
    found = blow(damage=10, adds=4, B0={"kind": "nova", "quantum": 5, "stamina": 2, "willpower": 1}, dice=misses(4))
    assert found.soaks == [(6, 4)] and found.levels == [4]


@pytest.mark.rule("NOV-23", "NOV-24", "NOV-T7")
@pytest.mark.parametrize(("die", "bashing"), [(7, 1), (6, 0)])
def test_what_is_soaked_wholly_pings_one_milder_die_without_adds(die, bashing):
    nova = {"kind": "nova", "quantum": 5, "stamina": 10, "willpower": 1}
    found = blow(damage=10, adds=4, B0=nova, dice=[(10, [die])])
    assert found.soaks == [(10, 0)] and found.told(events.PINGED)[0][1] == BASHING
    assert not found.told(events.ADDED) and found.boxes("B0") == (0, bashing, 0, 0)


@pytest.mark.rule("NOV-24", "NOV-T8")
@pytest.mark.parametrize(
    ("kind", "ping"), [("aggravated", LETHAL), ("lethal", BASHING), ("bashing", STUN), ("stun", None), ("emp", None)]
)
def test_every_type_pings_as_the_milder_one_stun_and_emp_not_at_all(kind, ping):
    sheet = {"stamina": 10, "machine": True, "hardening": 9, "armour": ["plate"], "might": 5, "willpower": 1}
    found = blow(damage=2, type=kind, B0=sheet, dice=hits(1))
    assert [row[1] for row in found.told(events.PINGED)] == ([] if ping is None else [ping])
    assert sum(found.boxes("B0")) == (ping is not None)


@pytest.mark.rule("NOV-15", "NOV-24")
def test_what_pings_is_soaked_by_the_type_that_it_was():
    nova = {"kind": "nova", "quantum": 2, "stamina": 9, "willpower": 1}
    assert blow(damage=1, type="aggravated", B0=nova).soaks == [(1, 0)]


# EMP


@pytest.mark.rule("NOV-20", "NOV-15")
def test_emp_does_nothing_to_people():
    found = blow(damage=9, type="emp", B0={"armour": ["vest"]})
    assert not found.soaks and found.boxes("B0") == (0, 0, 0, 0) and found.is_over


@pytest.mark.rule("NOV-20")
def test_emp_damages_and_shuts_down_a_machine_whatever_it_wears():
    robot = {"machine": True, "armour": ["plate"], "might": 3, "endurance": 3}
    found = blow(damage=3, type="emp", B0=robot, dice=hits(2) + misses(1))
    assert found.soaks == [(0, 3)] and found.boxes("B0") == (0, 0, 2, 0)
    assert found.of("B0", "stun_next") == 2 and found.told(events.SHUT_DOWN)[0][:2] == [4, 2]
    assert found.of("B0", "taken") == 0 and not found.asked


@pytest.mark.rule("NOV-20")
def test_three_levels_of_emp_destroy_what_is_not_hardened():
    found = blow(damage=3, type="emp", B0={"machine": True}, dice=hits(3))
    assert found.of("B0", "fate") == 4 and found.of("B0", "beyond_help")
    hard = blow(damage=5, type="emp", B0={"machine": True, "hardening": 1}, dice=hits(4))
    assert hard.soaks == [(1, 4)] and hard.of("B0", "fate") == 0
    assert hard.boxes("B0") == (0, 0, 4, 0) and hard.of("B0", "stun_next") == 1


@pytest.mark.rule("NOV-20", "NOV-45", "NOV-47")
def test_emp_takes_levels_of_vehicles_by_successes():
    truck = {"kind": "gritty_vehicle", "levels": 14, "speed": 20, "hardening": 1}
    found = blow(damage=5, type="emp", B0=truck, dice=hits(3) + misses(1))
    assert found.of("B0", "hl")[0] == 7 - 3 and found.of("B0", "stun_next") == 1
    plain = blow(damage=3, type="emp", B0=truck | {"hardening": 0}, dice=hits(3))
    assert plain.of("B0", "fate") == 4


@pytest.mark.rule("NOV-20")
@pytest.mark.parametrize("machine", [{"kind": "gritty_vehicle", "levels": 6, "speed": 20}, {"machine": True}])
def test_what_emp_destroys_is_destroyed_also_when_it_has_no_levels_left(machine):
    found = blow(damage=8, type="emp", B0=machine, dice=hits(8))
    assert found.of("B0", "fate") == 4 and found.of("B0", "beyond_help")
    hardened = blow(damage=9, type="emp", B0=machine | {"hardening": 1}, dice=hits(8))
    assert hardened.of("B0", "fate") in (1, 2), "broken, but not beyond repair"


# Armour


STRONG = {"might": 5, "endurance": 5}


@pytest.mark.rule("NOV-26")
@pytest.mark.parametrize(("raw", "adds", "gone"), [(19, 0, 0), (20, 0, 1), (16, 4, 1), (15, 4, 0)])
def test_raw_damage_destroys_armour_which_still_soaks_the_blow(raw, adds, gone):
    found = blow(damage=raw, adds=adds, B0=STRONG | {"armour": ["vest"], "willpower": 1, "stamina": 2})
    assert found.causes(events.SOAKED)[events.OF_ARMOUR] == 4
    while found.asked:
        found.answers("take_it")
    assert found.of("B0", "gone_layers") == gone


@pytest.mark.rule("NOV-26")
def test_every_layer_goes_by_its_own_rating_and_some_never():
    layers = {"armour": ["vest", "eufiber", "body_armour"], "stamina": 10, "willpower": 1}
    found = blow(damage=25, ap=0, B0=STRONG | layers, dice=misses(1))
    while found.asked:
        found.answers("take_it")
    assert found.of("B0", "gone_layers") == 0b001
    worse = blow(damage=30, B0=STRONG | layers, dice=misses(1))
    while worse.asked:
        worse.answers("take_it")
    assert worse.of("B0", "gone_layers") == 0b101


@pytest.mark.rule("NOV-26")
def test_stun_breaks_no_armour_and_one_man_hit_leaves_his_squads_armour():
    stun = blow(damage=20, type="stun", B0=STRONG | {"armour": ["vest"], "stamina": 1, "willpower": 1})
    assert stun.of("B0", "gone_layers") == 0
    squad = {"kind": "gritty", "armour": ["vest"], "stamina": 10}  # 14 of 20 dice are soaked
    for members, area, gone in ((3, 0, 0), (1, 0, 1), (3, 1, 1)):
        found = blow("R0 . . . B0", damage=20, type="bashing", area=area, B0=squad | {"members": members})
        assert found.of("B0", "gone_layers") == gone and found.of("B0", "members") == members


@pytest.mark.rule("NOV-26", "NOV-42")
def test_what_is_destroyed_soaks_no_more():
    found = blow(damage=9, B0=STRONG | {"armour": ["vest"]}, prepare={"gone_layers": 1})
    assert events.OF_ARMOUR not in found.causes(events.SOAKED) and found.soaks == [(1, 8)]
