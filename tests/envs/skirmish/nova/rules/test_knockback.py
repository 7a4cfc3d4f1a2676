"""The stage knockback: how far, where to, who keeps his feet, what is struck on the way; aiming at it."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.state import AT_THING, BASHING, LETHAL
from tests.envs.skirmish.nova.battle import Battle, hits, misses

ROW = "R0 B0 . . . . . . . . . . . . . . . ."
FEET = hits(5)  # of somebody with 3 Dexterity and 2 Athletics


def pushed(
    raw, drawing=ROW, under="", things=None, dice=(), B0=None, how="target", net=0, others=None, rules=None, **weapon
):
    """Let R0 hit B0 with so many dice of damage before soak, B0 soaks them all; steadiness 3 + 2."""
    weapon = {"name": "tried", "damage": raw - net, "type": "bashing", "metres": 0, "skill": "brawl"} | weapon
    B0 = {"kind": "nova", "quantum": 1, "modifications": ["steel"], "willpower": 1} | (B0 or {})
    steel = {"name": "steel", "bashing": 60, "lethal": 60, "aggravated": 60, "soak": "natural"}
    rules = {"more_weapons": [weapon], "more_modifications": [steel]} | (rules or {})
    battle = Battle(
        drawing, under=under, things=things, rules=rules, R0={"weapons": ["tried"], "brawl": 3}, B0=B0, **(others or {})
    )
    shots = hits(1 + net) + misses(5 - net)
    return battle.attacks("R0", "weapon_1", "B0", [*shots, *misses(1), *dice], how=how)


def flight(battle):
    """Return the metres and hexes of the knockback, None without one."""
    rows = battle.told(events.KNOCKED)
    return tuple(rows[0][1:3]) if rows else None


@pytest.mark.rule("NOV-48", "NOV-T14")
@pytest.mark.parametrize(
    ("raw", "adds", "metres", "hexes"), [(10, 0, None, 0), (11, 0, 0, 0), (20, 0, 5, 1), (14, 2, 4, 0), (30, 0, 10, 2)]
)
def test_two_dice_beyond_twice_strength_and_might_are_a_metre_and_adds_are_metres(raw, adds, metres, hexes):
    battle = pushed(raw, adds=adds)
    assert flight(battle) == (None if metres is None else (metres, hexes))
    assert battle.where("B0") == (1 + hexes, 0)


@pytest.mark.rule("NOV-48", "NOV-T14")
def test_the_vector_of_the_source():
    assert flight(pushed(14, adds=2, type="lethal", B0={"strength": 2, "might": 1})) == (6, 1)


@pytest.mark.rule("NOV-48", "NOV-50")
@pytest.mark.parametrize(
    ("sheet", "steadiness"),
    [
        ({"strength": 4, "might": 1}, 5),
        ({"size": "large"}, 3 + 2 + 2),
        ({"size": "huge"}, 3 + 2 + 4),
        ({"powers": ["density"]}, 3 + 2 + 8),
        ({"mega_strength": 1}, 3 + 2 + 10),
    ],
)
def test_what_withstands_it(sheet, steadiness):
    assert flight(pushed(2 * steadiness, B0=sheet)) is None
    assert flight(pushed(2 * steadiness + 10, B0=sheet)) == (5, 1)


@pytest.mark.rule("NOV-50")
def test_light_weapons_push_nobody_and_knock_down_all_the_same():
    light = pushed(30, light=True)
    assert flight(light) is None and light.where("B0") == (1, 0) and light.of("B0", "prone")
    heavy = Battle(
        ROW,
        rules={"realistic": False, "more_weapons": [{"name": "tried", "damage": 20, "light": True}]},
        R0={"weapons": ["tried"]},
        B0={"modifications": ["subdermal"], "armour": ["eufiber"], "stamina": 10},
    )
    heavy.attacks("R0", "weapon_1", "B0", hits(1) + misses(18))
    assert flight(heavy) == (5, 1)


@pytest.mark.rule("NOV-49", "NOV-P2", "NOV-50")
@pytest.mark.parametrize(
    ("raw", "sheet", "successes", "prone"),
    [
        (12, {}, 0, 1),  # 1 m
        (12, {}, 1, 0),
        (16, {}, 2, 1),  # 3 m, as much as Dexterity
        (16, {}, 3, 0),
        (18, {}, None, 1),  # 4 m: no roll
        (18, {"mega_dexterity": 1}, 4, 0),
    ],
)
def test_who_keeps_its_feet(raw, sheet, successes, prone):
    pool = 5 + 3 * sheet.get("mega_dexterity", 0)
    dice = [] if successes is None else hits(successes) + misses(pool - successes)
    battle = pushed(raw, B0=sheet, dice=dice)
    rolls = battle.rolls(events.FOR_FOOTING)
    assert battle.of("B0", "prone") == prone and len(rolls) == (successes is not None)


@pytest.mark.rule("NOV-49")
def test_whoever_lies_already_rolls_nothing():
    battle = pushed(12)
    battle.sets("B0", prone=1)
    battle.attacks("R0", "weapon_1", "B0", hits(2) + misses(5))
    assert not battle.rolls(events.FOR_FOOTING)


@pytest.mark.rule("NOV-48")
def test_squads_vehicles_and_commanders_with_henchmen_stand():
    weapon = {"name": "tried", "damage": 30, "type": "bashing"}
    for sheet in (
        {"kind": "gritty", "members": 2},
        {"kind": "gritty_vehicle", "speed": 20, "levels": 60},
        {"henchmen": [{"type": "ninja", "count": 9}]},
    ):
        battle = Battle(ROW, rules={"more_weapons": [weapon]}, R0={"weapons": ["tried"]}, B0=sheet)
        battle.attacks("R0", "weapon_1", "B0", hits(1))
        assert flight(battle) is None and battle.where("B0") == (1, 0)


@pytest.mark.rule("NOV-48")
def test_an_area_attack_pushes_from_its_middle():
    steel = {"name": "steel", "bashing": 60, "soak": "natural"}
    rules = {"more_weapons": [{"name": "tried", "damage": 20, "area": 1, "type": "bashing"}]}
    battle = Battle(
        "R0 . . . . . B0 . .",
        rules=rules | {"more_modifications": [steel]},
        R0={"weapons": ["tried"]},
        B0={"modifications": ["steel"]},
    )
    battle.attacks("R0", "weapon_1", (7, 0), hits(1) + misses(5))
    assert flight(battle) == (5, 1) and battle.where("B0") == (5, 0)


@pytest.mark.rule("NOV-48", "NOV-H10")
def test_off_the_field_nobody_is_pushed():
    battle = pushed(40, drawing="B0 R0 . .")
    assert flight(battle) == (15, 0) and battle.where("B0") == (0, 0) and not battle.told(events.COLLIDED)


# Collisions


def collision(battle):
    """Return the dice of the collision, 0 without one."""
    rows = battle.told(events.COLLIDED)
    return rows[0][3] if rows else 0


@pytest.mark.rule("NOV-52", "NOV-G4")
@pytest.mark.parametrize(("raw", "dice", "kind"), [(30, 5, BASHING), (34, 6, LETHAL), (60, 12, LETHAL)])
def test_a_die_for_every_two_metres_to_both_and_lethal_beyond_stamina_and_athletics(raw, dice, kind):
    battle = pushed(raw, drawing="R0 B0 B1 . . . . . . . .", others={"B1": {"willpower": 1}})
    assert collision(battle) == dice and battle.where("B0") == (1, 0)
    assert [row[:3] for row in battle.told(events.SOAKED)[1:]] == [[4, kind, dice], [5, kind, dice]]


@pytest.mark.rule("NOV-52")
def test_no_more_than_the_cap():
    mob = {"kind": "cinematic", "weapons": ["pistol"], "members": 5}
    battle = pushed(60, drawing="R0 B0 B1", others={"B1": mob}, rules={"fall_cap": 4})
    assert collision(battle) == 4 and battle.of("B1", "members") == 4
    assert collision(pushed(60, drawing="R0 B0 B1", others={"B1": mob}, adds=20)) == 22


@pytest.mark.rule("NOV-52")
def test_a_wall_whose_armour_is_not_beaten_stops_him():
    battle = pushed(30, things={(3, 0): "wall"})  # 5 dice on armour 12
    assert collision(battle) == 5 and battle.where("B0") == (2, 0) and battle.s["structure"][0] == 30
    assert flight(battle) == (10, 1)


@pytest.mark.rule("NOV-52")
def test_he_goes_through_a_wall_that_his_damage_beats():
    battle = pushed(50, things={(3, 0): "drywall"})  # 20 m, 10 dice on armour 2
    assert battle.told(events.BROKEN) and battle.s["structure"][0] == 0
    assert battle.where("B0") == (5, 0) and flight(battle) == (20, 4)
    assert len(battle.told(events.COLLIDED)) == 1 and len(battle.told(events.SOAKED)) == 2


@pytest.mark.rule("NOV-52")
def test_what_lies_behind_the_wall_only_stops_him():
    battle = pushed(50, things={(3, 0): "drywall", (5, 0): "drywall"})
    assert battle.where("B0") == (4, 0) and battle.s["structure"][1] == 15


@pytest.mark.rule("NOV-52")
def test_glass_and_the_like_are_lethal():
    battle = pushed(30, things={(2, 0): "armoured_window"})
    assert collision(battle) == 5 and battle.told(events.SOAKED)[1][1] == LETHAL
    assert pushed(30, things={(2, 0): "wall"}).told(events.SOAKED)[1][1] == BASHING


@pytest.mark.rule("NOV-52", "NOV-54")
def test_a_house_stops_him_and_loses_a_level_at_most():
    rows = "\n".join(["."] * 3)
    drawing = f"{rows}\nR0 B0 . . . ."
    battle = pushed(60, drawing=drawing, things={(4, 3): "house"}, adds=10, dice=[*misses(1), *hits(3)])
    assert collision(battle) == 17 and battle.where("B0") == (2, 3) and battle.s["structure"][0] == 29
    assert battle.rolls(events.FOR_COLLISION)[-1][0] == 17 - 10


@pytest.mark.rule("NOV-52")
def test_rocks_and_cliffs_stop_him_too():
    for under in (". . . X", ". . . .2"):
        battle = pushed(40, under=under)
        assert collision(battle) == 7 and battle.where("B0") == (2, 0)
    assert not collision(pushed(40, under=". . . .1"))


@pytest.mark.rule("NOV-52", "NOV-51")
def test_nothing_is_struck_that_is_too_far():
    assert not collision(pushed(30, things={(4, 0): "wall"}))


# Aiming to throw


@pytest.mark.rule("NOV-51")
@pytest.mark.parametrize(("things", "other", "difficulty"), [({(4, 0): "wall"}, None, 1), (None, "B1", 2)])
def test_aiming_at_something_behind_costs_difficulty(things, other, difficulty):
    drawing = "R0 B0 . . B1" if other else ROW
    battle = pushed(30, drawing=drawing, things=things, how="through", net=3, others={"B1": {}} if other else None)
    assert battle.difficulty == difficulty and battle.causes(events.HARD)[events.OF_THROUGH] == difficulty


@pytest.mark.rule("NOV-51")
def test_successes_are_split_between_the_two():
    battle = pushed(40, drawing="R0 B0 . B1", how="through", net=4, others={"B1": {"willpower": 1}})
    assert battle.told(events.HIT)[0][2] == 1 and battle.raw == [40 - 4 + 1]  # three successes: two and one
    assert collision(battle) and len(battle.told(events.SOAKED)) == 3
    even = pushed(40, drawing="R0 B0 . B1", how="through", net=5, others={"B1": {"willpower": 1}})
    assert even.told(events.HIT)[0][2] == 1 and even.raw == [40 - 5 + 1]  # four: two and two
    alone = pushed(40, drawing="R0 B0 . B1", how="through", net=2, others={"B1": {"willpower": 1}})
    assert alone.raw == [38] and not collision(alone) and alone.where("B0") == (2, 0)


@pytest.mark.rule("NOV-51")
def test_he_flies_where_the_nearest_obstacle_is():
    drawing = ". . . .\n. R0 B0 . . ."
    battle = pushed(30, drawing=drawing, how="through", net=3, things={(5, 1): "wall", (3, 0): "drywall"})
    assert battle.told(events.COLLIDED)[0][1:3] == [AT_THING, 1] and battle.where("B0") == (3, 0)


@pytest.mark.rule("NOV-51", "NOV-50")
def test_what_cannot_be_thrown_into_anything():
    weapon = {"name": "tried", "light": True}
    battle = Battle("R0 B0 . B1", rules={"more_weapons": [weapon]}, R0={"weapons": ["tried"]}, B1={})
    assert battle.why_not_through("R0", "weapon_1", "B0") == "the attack pushes nobody"
    assert battle.why_not_through("R0", "light_blow", "B0") is None
    open_field = Battle("\n".join([*["."] * 5, ". . . . R0 B0"]))
    assert open_field.why_not_through("R0", "light_blow", "B0") == "there is nothing behind it to be thrown into"
