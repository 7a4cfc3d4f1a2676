"""Ranges, what is thrown, cover: the difficulty of a shot before its roll."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from tests.envs.skirmish.nova.scenes import Scene

SHORT = {"name": "short", "metres": 10, "damage": 1}


def difficulty(scene, what):
    """Return what a cause adds to the difficulty of the attack that R0 makes."""
    scene.does("full_defence", "weapon_1", "how target", "done")
    return sum(by for cause, by, *_ in scene.told(events.COUNTED) if cause == what)


def shot(hexes, weapon="short", sheet=None, **options):
    """Return a scene in which R0 can shoot at B0, so many hexes away; R0 acts first."""
    rules = {"more_weapons": [SHORT, *options.pop("weapons", [])]}
    sheets = {"R0": {"weapons": [weapon], **(sheet or {})}}
    return Scene("R0 " + ". " * (hexes - 1) + "B0", order="R0 B0", sheets=sheets, rules=rules, **options)


@pytest.mark.rule("NOV-38", "NOV-T11")
@pytest.mark.parametrize(("hexes", "harder"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 4), (8, 4), (9, 6), (16, 6)])
def test_the_difficulty_rises_with_the_increments(hexes, harder):
    assert difficulty(shot(hexes), events.OF_RANGE) == harder


@pytest.mark.rule("NOV-38", "NOV-T11")
def test_beyond_eight_increments_nothing_is_hit():
    assert not shot(17).does("full_defence").can("weapon_1")


@pytest.mark.rule("NOV-G10")
def test_long_range_and_guided_weapons_lessen_it():
    far = [
        {"name": "far", "metres": 10, "long_range": True},
        {"name": "both", "metres": 10, "long_range": True, "guided": True},
    ]
    assert difficulty(shot(3, "far", weapons=far), events.OF_RANGE) == 1
    assert difficulty(shot(3, "both", weapons=far), events.OF_RANGE) == 0
    assert difficulty(shot(2, "both", weapons=far), events.OF_RANGE) == 0


@pytest.mark.rule("NOV-39")
@pytest.mark.parametrize(
    ("sheet", "weapon", "metres"),
    [
        ({}, {}, 25),  # Strength 3 and Might 2
        ({}, {"mass": 1}, 25),
        ({}, {"mass": 2}, 20),
        ({}, {"mass": 5}, 5),
        ({}, {"mass": 50}, 5),
        ({}, {"aero": 3}, 40),
        ({"kind": "nova", "quantum": 1, "mega_strength": 1}, {"mass": 50}, 25 + 50 - 20),
    ],
)
def test_how_far_a_throw_goes(sheet, weapon, metres):
    thing = {"name": "thing", "skill": "athletics", "thrown": True, "metres": 0, **weapon}
    for hexes in (metres // 5, metres // 5 + 1):
        if hexes < 20:
            found = difficulty(shot(hexes, "thing", sheet, weapons=[thing]), events.OF_RANGE)
            assert found == (0 if 5 * hexes <= metres else 2)


@pytest.mark.rule("NOV-P6")
@pytest.mark.parametrize(("letter", "harder"), [(".", 0), ("*", 1), ("#", 2), ("%", 3)])
def test_cover_is_a_difficulty_of_its_grade(letter, harder):
    ground = {(3, 0): letter} if letter != "." else {(9, 9): "*"}
    assert difficulty(shot(3, ground=ground), events.OF_COVER) == harder


@pytest.mark.rule("NOV-P6")
def test_there_is_no_cover_from_beside():
    assert difficulty(shot(1, ground={(1, 0): "%"}), events.OF_COVER) == 0


@pytest.mark.rule("NOV-H7")
@pytest.mark.parametrize(("letter", "harder"), [(".", 0), ("*", 2), ("#", 3), ("%", 3)])
def test_taken_cover_is_a_grade_better(letter, harder):
    ground = {(3, 0): letter} if letter != "." else {(9, 9): "*"}
    assert difficulty(shot(3, ground=ground, says={"B0": "covered 1"}), events.OF_COVER) == harder


@pytest.mark.rule("NOV-H7")
def test_who_lies_is_harder_to_hit_from_afar_and_easier_from_beside():
    assert difficulty(shot(2, says={"B0": "prone 1"}), events.OF_PRONE) == 1
    assert difficulty(shot(1, says={"B0": "prone 1"}), events.OF_PRONE) == -1


@pytest.mark.rule("NOV-16")
def test_everything_is_harder_for_the_dazed():
    scene = shot(2, says={"R0": "dazed 1"}).does("full_defence", "weapon_1", "how target")
    assert [events.OF_DAZE, 2] in [event[:2] for event in scene.told(events.COUNTED)]
