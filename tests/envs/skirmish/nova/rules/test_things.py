"""Objects under attack: hit without more, armour and structure, what size means."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.state import AT_THING
from tests.envs.skirmish.nova.battle import Battle, hits, misses

ROWS = "\n".join([". " * 18 + "B0", *["."] * 4])


def shot(kind, dice=(), at=(5, 5), drawing="R0", rules=None, **weapon):
    """Let R0, at 0 5, attack an object of a kind."""
    rules = {"more_weapons": [{"name": "tried"} | weapon]} | (rules or {})
    battle = Battle(f"{ROWS}\n{drawing}", things={at: kind}, rules=rules, R0={"weapons": ["tried"]})
    return battle.attacks("R0", "weapon_1", 0, list(dice))


def left(battle):
    """Return what is left of the object's structure."""
    return int(battle.s["structure"][0])


@pytest.mark.rule("NOV-53")
def test_large_targets_are_hit_without_a_success():
    found = shot("wall", misses(5), damage=14)
    assert found.raw == [14] and found.told(events.THING_SOAKED)[0][:4] == [0, 14, 12, 2]
    assert found.told(events.STRUCK)[0][:3] == [14, AT_THING, 0]
    assert shot("wall", hits(3) + misses(2), damage=14).raw == [16]


@pytest.mark.rule("NOV-53")
def test_tiny_ones_take_a_roll():
    assert shot("pistol", hits(2) + misses(3), damage=9).told(events.MISSED)
    found = shot("pistol", hits(3) + misses(2), damage=9)
    assert found.difficulty == 2 and found.causes(events.HARD) == {events.OF_SIZE: 2} and found.raw == [9]


@pytest.mark.rule("NOV-55", "NOV-23")
def test_successes_beyond_its_armour_and_adds_take_its_structure():
    found = shot("drywall", misses(5) + hits(3) + misses(3), damage=8, adds=4)
    assert left(found) == 15 - 3 - 4 and found.told(events.STRUCTURE_LOST)[0][:3] == [0, 7, 8]
    assert found.causes(events.STRUCTURE_LOST) == {events.OF_ADDS: 4}


@pytest.mark.rule("NOV-55", "NOV-24")
def test_what_does_not_beat_its_armour_does_nothing():
    found = shot("wall", misses(5), damage=12, adds=4)
    assert left(found) == 30 and not found.told(events.PINGED)


@pytest.mark.rule("NOV-25", "NOV-55")
def test_piercing_counts_against_its_armour():
    found = shot("wall", misses(5), damage=12, ap=20)
    assert found.told(events.THING_SOAKED)[0][1:4] == [12, 0, 12]


@pytest.mark.rule("NOV-55", "NOV-15", "NOV-20")
def test_stun_and_emp_do_nothing_to_objects():
    for kind in ("stun", "emp"):
        assert left(shot("drywall", misses(5), damage=30, type=kind)) == 15


@pytest.mark.rule("NOV-55")
def test_a_wall_that_breaks_is_rubble_and_seen_through():
    found = shot("small_window", misses(5) + hits(3), damage=5, at=(2, 5), drawing="R0")
    assert found.told(events.BROKEN) and found.s["object"][found.cell(2, 5)] == -1
    wall = Battle("R0 . . . B0", things={(2, 0): "drywall"}, R0={"weapons": ["rifle"]})
    assert wall.why_not("R0", "weapon_1", "B0") == "it is out of sight"
    wall.s["structure"][0] = 1
    wall.attacks("R0", "weapon_1", 0, hits(1) + misses(4) + hits(1))
    assert wall.told(events.BROKEN)
    assert wall.why_not("R0", "weapon_1", "B0") is None


# Size


@pytest.mark.rule("NOV-54")
def test_a_large_object_loses_one_level_at_most_without_an_area():
    found = shot("house", misses(5) + hits(4), damage=14, adds=5)
    assert left(found) == 29 and found.causes(events.STRUCTURE_LOST) == {events.OF_ADDS: 5, events.OF_EXTENT: -8}


def blast(area, rules=None, column=5, kind="house", metres=5, **more):
    """Let an area attack of 14 dice, all successes, land at a column; the object's middle is in column 5."""
    rules = {"metres": metres, "area_metres": 1} | (rules or {})
    drawing = ". " * 17 + "R0"
    battle = Battle(
        f"{ROWS}\n{drawing}",
        things={(5, 5): kind},
        rules=rules | {"more_weapons": [{"name": "tried", "area": area, "damage": 13, "metres": 500}]},
        R0={"weapons": ["tried"]},
    )
    battle.attacks("R0", "weapon_1", (column, 5), hits(1) + misses(4) + hits(3))
    return battle.rolls(events.FOR_DAMAGE), left(battle)


# The house is 3 hexes wide. Three successes each time.
@pytest.mark.rule("NOV-54")
@pytest.mark.parametrize(
    ("area", "column", "metres", "lost"),
    [
        (1, 6, 5, 1),  # 1 m, and half of the house is 7.5
        (5, 6, 5, 1),
        (5, 6, 3, 3 * 2),  # 5 m, and half of 9 m
        (3, 7, 2, 3 * 2),  # a hex about it, 3 m: half of 6 m, not all of it
    ],
)
def test_an_area_attack_counts_by_its_size_against_that_of_the_object(area, column, metres, lost):
    dice, structure = blast(area, column=column, metres=metres)
    assert dice == [(3, 3, 1)] and structure == 30 - lost


@pytest.mark.rule("NOV-54")
def test_an_area_that_engulfs_an_object_counts_four_times():
    assert blast(2, column=6, rules={"area_metres": 5})[1] == 30 - 3 * 4
    assert blast(2, column=7, rules={"area_metres": 5})[1] == 30 - 3 * 2


@pytest.mark.rule("NOV-54")
def test_a_house_hit_by_an_area_smaller_than_it_loses_one_level():
    assert blast(4, column=6)[1] == 29


@pytest.mark.rule("NOV-54")
def test_walls_are_no_large_objects():
    dice, structure = blast(1, column=6, kind="drywall")
    assert dice[0][1] > 1 and structure == 15 - dice[0][1]
