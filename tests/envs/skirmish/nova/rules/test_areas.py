"""Area attacks: where they land, whom they meet, who gets out of them."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from tests.envs.skirmish.nova.battle import Battle, hits, misses


def bomb(drawing="R0 . . . . B0", things=None, under="", rules=None, **more):
    """Return a battle in which R0 has an area weapon, ``tried``; keywords of the weapon, or sheets by piece."""
    sheets = {name: more.pop(name) for name in list(more) if name[0] in "RB" and name[1:].isdigit()}
    weapon = {"name": "tried", "area": 1, "damage": 8} | more
    sheets["R0"] = {"weapons": ["tried"]} | sheets.get("R0", {})
    return Battle(drawing, things=things, under=under, rules={"more_weapons": [weapon]} | (rules or {}), **sheets)


def at(column):
    """Return a drawing with R0 in the west, and B0 in a column."""
    return " ".join("R0" if k == 0 else "B0" if k == column else "." for k in range(20))


@pytest.mark.rule("NOV-4", "NOV-T1")
@pytest.mark.parametrize("area", [1, 2, 3, 4, 5])
def test_the_radius_is_ten_metres_for_each_level(area):
    for column, is_in in ((8 + 2 * area, True), (9 + 2 * area, False)):
        if column < 19:
            found = bomb(at(column), area=area).attacks("R0", "weapon_1", (8, 0), hits(2))
            assert (4 in [row[0] for row in found.told(events.SOAKED)]) == is_in


@pytest.mark.rule("NOV-4", "NOV-7")
def test_everybody_in_it_is_hit_friends_and_the_attacker_too_and_successes_add_nothing():
    found = bomb("R0 . R1 B0 B1", R1={}, B1={"dexterity": 1}).attacks("R0", "weapon_1", (2, 0), hits(4))
    assert sorted(row[0] for row in found.told(events.SOAKED)) == [0, 1, 4, 5]
    assert found.raw == [8, 8, 8, 8]


@pytest.mark.rule("NOV-6")
def test_one_success_places_it_on_the_ground_whoever_stands_there():
    ground = bomb(under=". . . . . #").attacks("R0", "weapon_1", "B0", hits(1) + misses(4), how="ground")
    assert ground.difficulty == 0 and ground.told(events.PLACED)[0][0] == ground.cell(5, 0) and ground.raw
    body = bomb(under=". . . . . #").attacks("R0", "weapon_1", "B0", hits(1) + misses(4) + [(6, [1]), (3, [1])])
    assert body.difficulty == 2 and body.told(events.MISSED)
    assert body.told(events.PLACED)[0][0] == body.cell(6, 0)


@pytest.mark.rule("NOV-6", "NOV-H8")
@pytest.mark.parametrize(("direction", "far", "place"), [(1, 1, (6, 4)), (1, 3, (8, 4)), (4, 2, (3, 4))])
def test_what_is_not_placed_strays(direction, far, place):
    rows = "\n".join(["." for _ in range(4)])
    dice = [*misses(5), (6, [direction]), (3, [far])]
    found = bomb(f"{rows}\nR0 . . . . B0").attacks("R0", "weapon_1", (5, 4), dice)
    assert found.told(events.PLACED)[0][0] == found.cell(*place)


@pytest.mark.rule("NOV-H8")
def test_it_strays_to_the_edge_of_the_field_at_most():
    found = bomb(under="").attacks("R0", "weapon_1", (5, 0), [*misses(5), (6, [5]), (3, [3])])
    assert found.told(events.PLACED)[0][0] == found.cell(5, 0)


# Getting out of it


@pytest.mark.rule("NOV-5", "NOV-T1", "NOV-6")
@pytest.mark.parametrize(("area", "more"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_dodge_is_harder_by_one_for_every_two_levels(area, more):
    sheet = {"kind": "nova", "quantum": 1, "dexterity": 10, "mega_dexterity": 1}
    rows = "\n".join(["."] * 9)
    ground = bomb(f"{rows}\n{at(9)}", area=area, B0=sheet).plans("B0", "dodge")
    ground.attacks("R0", "weapon_1", (9, 9), hits(5)).answers("use_dodge")
    assert ground.told(events.DEFENDED)[0][3] == 1 + more
    aimed = bomb(f"{rows}\n{at(9)}", area=area, B0=sheet).plans("B0", "dodge")
    aimed.attacks("R0", "weapon_1", "B0", hits(3) + misses(2)).answers("use_dodge")
    assert aimed.told(events.DEFENDED)[0][3] == 3 + more


@pytest.mark.rule("NOV-8")
def test_who_was_not_aimed_at_adds_tactics():
    for aim, tactics in (((5, 0), 3), ("B0", 0)):
        found = bomb(B0={"tactics": 3, "dexterity": 4}).plans("B0", "dodge")
        found.attacks("R0", "weapon_1", aim, hits(5)).answers("use_dodge")
        assert found.causes(events.ROLLED, purpose=events.FOR_DODGE).get(events.OF_TACTICS, 0) == tactics


@pytest.mark.rule("NOV-6", "NOV-8", "NOV-H8")
def test_whom_a_stray_attack_meets_after_all_was_not_its_target():
    found = bomb("R0 . . . . . . . B0", B0={"tactics": 2}).plans("B0", "dodge")
    found.attacks("R0", "weapon_1", "B0", [*misses(5), (6, [1]), (3, [1])]).answers("use_dodge")
    assert found.told(events.DEFENDED)[0][3] == 1 + 1
    assert found.causes(events.ROLLED, purpose=events.FOR_DODGE)[events.OF_TACTICS] == 2


@pytest.mark.rule("NOV-13", "NOV-9")
def test_who_dodges_leaves_the_area_by_the_nearest_hex():
    found = bomb().plans("B0", "dodge").attacks("R0", "weapon_1", (4, 0), hits(5))
    found.answers("use_dodge", hits(5))
    assert found.told(events.DODGED_TO) and not found.raw
    assert found.where("B0") in {(7, 0), (6, 1), (6, 2)}


@pytest.mark.rule("NOV-9")
def test_who_cannot_get_out_cannot_dodge():
    slow = {"dexterity": 1, "athletics": 5}  # sprints 23 m: 4 hexes
    for area, asked in ((2, True), (3, False)):
        found = bomb("R0 . . . . . . . . B0", area=area, B0=slow, metres=100).plans("B0", "dodge", "run")
        assert found.attacks("R0", "weapon_1", (8, 0), hits(4)).may_defend == asked
    with_cover = bomb("R0 . . . . . . . . B0", area=3, B0=slow, metres=100, under=". . . . . . . . . . . # .").plans(
        "B0", "dodge"
    )
    with_cover.attacks("R0", "weapon_1", (8, 0), hits(4)).answers("use_dodge", hits(6))
    assert with_cover.where("B0") == (11, 0) and not with_cover.raw


@pytest.mark.rule("NOV-9")
def test_walls_and_others_stand_in_the_way_out():
    for under, asked in (("", True), (". . X X\n. X . X\n. . X X", False), (". . . X\n. X . X\n. . X X", True)):
        found = bomb(". . . . . . . . R0\n. . B0 .", under=under, metres=100).plans("B0", "dodge")
        assert found.attacks("R0", "weapon_1", (3, 2), hits(5)).may_defend == asked
    barred = bomb(". . R1 . . . . . R0\n. . B0 .", under=". . . X\n. X . X\n. . X X", R1={}, metres=100)
    assert not barred.plans("B0", "dodge").attacks("R0", "weapon_1", (3, 2), hits(5)).may_defend


@pytest.mark.rule("NOV-14", "NOV-9")
def test_area_attacks_are_not_parried_not_even_with_a_human_shield():
    found = bomb("R0 . . . . B0\n. . . . R1", R1={}).holds("B0", "R1").plans("B0", "parry", "dodge")
    found.attacks("R0", "weapon_1", (5, 0), hits(5))
    assert found.raw and not found.told(events.SHIELDED)


@pytest.mark.rule("NOV-4")
def test_pieces_are_dealt_with_in_their_order_each_to_its_end():
    found = bomb("R0 . . . . B0 B1", B1={}).plans("B1", "dodge").attacks("R0", "weapon_1", (5, 0), hits(5))
    assert [row[0] for row in found.told(events.SOAKED)] == [4] and found.asked == "defend, or not: B1"


@pytest.mark.rule("NOV-4", "NOV-55")
def test_objects_in_the_area_are_hit_after_the_pieces():
    found = bomb(things={(6, 0): "drywall", (9, 0): "drywall"}).attacks("R0", "weapon_1", (5, 0), hits(5))
    assert [row[0] for row in found.told(events.THING_SOAKED)] == [0]
    codes = [row[0] for row in found.rows]
    assert codes.index(events.THING_SOAKED) > codes.index(events.SOAKED)
