"""Stages levels, daze and grievous for persons: the track, stun, what many levels at once do, injuries."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.state import DEAD, DYING, FIELD, INCAPACITATED
from tests.envs.skirmish.nova.battle import Battle, hits, misses

# Stamina 3: seven levels, then Incapacitated and Dying; soak 3 bashing, 1 lethal.


def struck(levels, kind="lethal", had=None, how="target", **sheet):
    """Let B0 take so many levels of a type from R0; ``had``: fields of B0 before, who has no Willpower left."""
    stamina = sheet.get("stamina", 3)
    soak = {"stun": stamina, "bashing": stamina, "lethal": stamina // 2, "aggravated": 0}[kind]
    weapon = {"name": "tried", "damage": soak + 1, "adds": levels, "type": kind, "light": True}
    battle = Battle("R0 . B0", rules={"more_weapons": [weapon]}, R0={"weapons": ["tried"]}, B0=sheet)
    battle.sets("B0", **{"willpower": 0} | (had or {}))
    dice = hits(1 + 2 * (how == "vital")) + misses(4 - 2 * (how == "vital"))
    return battle.attacks("R0", "weapon_1", "B0", dice + misses(1), how=how)


def taken(*args, **more):
    """Return the same with no injury in place of the blow."""
    battle = struck(*args, **more)
    if battle.asked:
        battle.answers("take_it")
    return battle


@pytest.mark.rule("NOV-15", "NOV-31", "NOV-H4")
@pytest.mark.parametrize(
    ("had", "levels", "kind", "boxes", "fate"),
    [
        ({}, 7, "lethal", (0, 0, 7, 0), FIELD),
        ({}, 7, "bashing", (0, 7, 0, 0), FIELD),
        ({}, 8, "bashing", (0, 8, 0, 0), INCAPACITATED),
        ({"bashing": 5}, 5, "bashing", (0, 6, 2, 0), INCAPACITATED),
        ({"lethal": 7}, 1, "bashing", (0, 1, 7, 0), INCAPACITATED),
        ({"lethal": 7}, 2, "bashing", (0, 0, 8, 0), DYING),
        ({}, 8, "lethal", (0, 0, 8, 0), DYING),
        ({}, 9, "lethal", (0, 0, 9, 0), DEAD),
        ({"bashing": 4}, 5, "lethal", (0, 3, 5, 0), INCAPACITATED),
        ({"bashing": 7}, 3, "lethal", (0, 5, 3, 0), INCAPACITATED),
        ({"lethal": 3}, 4, "aggravated", (0, 0, 3, 4), FIELD),
        ({"lethal": 4}, 4, "aggravated", (0, 0, 4, 4), DYING),
    ],
)
def test_how_levels_fill_the_track(had, levels, kind, boxes, fate):
    battle = taken(levels, kind, had=had)
    assert battle.boxes("B0") == boxes and battle.of("B0", "fate") == fate
    assert battle.told(events.HURT)[-1][1] == levels


@pytest.mark.rule("NOV-31", "NOV-32", "NOV-33", "NOV-T2")
@pytest.mark.parametrize(
    ("sheet", "length"),
    [
        ({"stamina": 1}, 6),
        ({"stamina": 2}, 6),
        ({"stamina": 3}, 7),
        ({"stamina": 5}, 8),
        ({"stamina": 9}, 10),
    ],
)
def test_the_length_of_the_track(sheet, length):
    assert taken(length, "aggravated", **sheet).of("B0", "fate") == FIELD
    assert taken(length + 1, "aggravated", **sheet).of("B0", "fate") == DYING


# Stun


@pytest.mark.rule("NOV-19")
@pytest.mark.parametrize(("had", "levels", "stun", "cold"), [(0, 6, 6, 0), (0, 7, 7, 1), (5, 9, 7, 1), (7, 2, 7, 0)])
def test_stun_fills_a_track_of_its_own_and_goes_no_further(had, levels, stun, cold):
    battle = taken(levels, "stun", had={"stun": had, "lethal": 6})
    assert battle.boxes("B0") == (stun, 0, 6, 0) and battle.of("B0", "fate") == FIELD
    assert len(battle.told(events.OUT_COLD)) == cold


# Daze and stun


@pytest.mark.rule("NOV-16", "NOV-17", "NOV-T10")
def test_levels_of_the_round_add_up_whatever_their_type():
    battle = taken(2, "stun", had={"taken": 3})
    assert battle.of("B0", "taken") == 5


@pytest.mark.rule("NOV-18", "NOV-T10")
@pytest.mark.parametrize(
    ("before", "levels", "willpower", "asked"),
    [
        (0, 3, 5, False),  # not beyond Stamina
        (0, 4, 5, True),
        (3, 1, 5, True),
        (4, 1, 5, False),  # beyond it before
        (0, 6, 5, False),  # beyond 3 + 2 as well, and not beyond 6
        (0, 5, 5, True),
        (5, 2, 4, True),  # beyond 6
        (0, 4, 1, False),  # half of 1 is nothing
    ],
)
def test_willpower_is_asked_for_where_it_keeps_one_from_a_limit(before, levels, willpower, asked):
    battle = struck(levels, "bashing", had={"taken": before, "willpower": 1}, willpower=willpower)
    assert (battle.asked == "power through, or not: B0") == asked


@pytest.mark.rule("NOV-18")
def test_powering_through_costs_a_point_and_is_asked_once_a_round():
    battle = struck(4, "bashing", had={"willpower": 1}, willpower=5).answers("power_through")
    assert battle.of("B0", "willpower") == 0 and battle.of("B0", "powered") and battle.told(events.POWERED)
    refused = struck(4, "bashing", had={"willpower": 1}, willpower=5).answers("take_it")
    assert refused.of("B0", "willpower") == 1 and not refused.of("B0", "powered")
    assert not struck(4, "bashing", had={"willpower": 1, "powered": 1, "bashing": 0}, willpower=5).told(events.POWERED)


@pytest.mark.rule("NOV-18")
def test_nobody_is_asked_who_will_be_out_anyway_or_has_no_willpower():
    assert struck(4, "stun", had={"stun": 3, "willpower": 1}, willpower=5).is_over
    assert struck(4, "stun", had={"stun": 3, "willpower": 0}, willpower=5).is_over
    out = struck(4, "bashing", had={"bashing": 4, "willpower": 1}, willpower=5)
    assert out.asked == "take a grievous injury, or not: B0"


# Grievous injuries


INJURY = "take a grievous injury, or not: B0"


@pytest.mark.rule("NOV-35")
@pytest.mark.parametrize(
    ("lethal", "levels", "asked"),
    [(0, 4, False), (0, 5, True), (3, 2, False), (3, 3, True), (6, 1, False), (6, 2, True), (7, 1, True)],
)
def test_more_than_half_of_the_levels_left_may_be_an_injury(lethal, levels, asked):
    assert (struck(levels, had={"lethal": lethal}).asked == INJURY) == asked


@pytest.mark.rule("NOV-35")
def test_an_injury_takes_one_level_in_place_of_the_blow():
    battle = struck(5, had={"taken": 1}).answers("maim")
    assert battle.boxes("B0") == (0, 0, 1, 0) and battle.of("B0", "maimed") == 1 and battle.of("B0", "taken") == 2
    refused = struck(5).answers("take_it")
    assert refused.boxes("B0") == (0, 0, 5, 0) and refused.of("B0", "maimed") == 0


@pytest.mark.rule("NOV-35")
@pytest.mark.parametrize(("lethal", "levels", "points"), [(3, 4, 5), (0, 5, 7)])
def test_an_injury_is_five_points_of_flaws_or_seven_beyond_half_of_all_levels(lethal, levels, points):
    assert struck(levels, had={"lethal": lethal}).answers("maim").told(events.MAIMED)[0][:2] == [4, points]


@pytest.mark.rule("NOV-35")
def test_it_is_offered_on_a_lethal_blow_too_and_saves_a_life():
    battle = struck(12).answers("maim")
    assert battle.of("B0", "fate") == FIELD and battle.boxes("B0") == (0, 0, 1, 0)


@pytest.mark.rule("NOV-35", "NOV-37")
@pytest.mark.parametrize(("levels", "asked"), [(9 + 3 + 3 - 1, True), (9 + 3 + 3, False)])
def test_but_not_where_nothing_would_be_left(levels, asked):
    battle = struck(levels)
    assert (battle.asked == INJURY) == asked
    if not asked:
        assert battle.of("B0", "fate") == DEAD and battle.of("B0", "beyond_help")


@pytest.mark.rule("NOV-35")
def test_no_injury_by_stun_nor_for_machines():
    assert struck(6, "stun").is_over
    assert struck(6, machine=True).boxes("B0") == (0, 0, 6, 0)


@pytest.mark.rule("NOV-35")
def test_the_player_is_asked_whatever_the_character_can_do():
    assert struck(5, had={"stunned": 1}).asked == INJURY


# Who can still be saved


@pytest.mark.rule("NOV-37")
@pytest.mark.parametrize(
    ("kind", "how", "levels", "had", "beyond"),
    [
        ("lethal", "target", 8, {}, 0),
        ("lethal", "vital", 8, {}, 1),
        ("aggravated", "target", 8, {}, 1),
        ("lethal", "target", 8, {"lethal": 6}, 0),
        ("lethal", "target", 9, {"lethal": 6}, 1),  # dead by the third, and six levels of the corpse
        ("lethal", "target", 9, {"bashing": 6}, 0),  # the corpse has lost none: lethal levels took their place
        ("lethal", "target", 14, {"bashing": 6}, 0),
        ("bashing", "target", 9, {"lethal": 1, "bashing": 5}, 0),  # dying: bashing turned into lethal
        ("aggravated", "target", 7, {}, 0),
    ],
)
def test_who_is_beyond_help(kind, how, levels, had, beyond):
    assert taken(levels, kind, had=had, how=how).of("B0", "beyond_help") == beyond


# Powers


@pytest.mark.rule("NOV-43")
def test_ablative_powers_take_levels_first_and_only_so_many():
    nova = {"kind": "nova", "quantum": 1, "powers": ["force_field"], "stamina": 2}
    weapon = {"name": "tried", "damage": 5, "adds": 6, "light": True}
    battle = Battle("R0 . B0", rules={"more_weapons": [weapon]}, R0={"weapons": ["tried"]}, B0=nova | {"willpower": 1})
    battle.attacks("R0", "weapon_1", "B0", hits(1) + misses(5))
    assert battle.told(events.ABLATED)[0][:2] == [4, 4] and battle.of("B0", "ablative") == 0
    assert battle.boxes("B0") == (0, 0, 2, 0) and battle.of("B0", "taken") == 2
