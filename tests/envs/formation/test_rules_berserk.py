"""Whom the Berserk go for, by which way, and when they charge. [gap item 10]"""

import pytest

from swarmzoo.envs.formation.events import ORDERED
from tests.envs.formation.duels import changed
from tests.envs.formation.scenes import COLUMNS, ROWS, scene

NO_PANIC = {"panic": False}


def field(ground, **places):
    """Draw a whole field: the terrain of each column, and soldiers at (column, row)."""
    rows = [[ground[column] if column < len(ground) else "." for column in range(COLUMNS)] for _ in range(ROWS)]
    for name, (column, row) in places.items():
        rows[row][column] = name
    return "\n".join(" ".join(row) for row in rows)


def after_a_turn(drawing, **words):
    """Return the scene after red's Movement, in which everybody else stays."""
    game = scene(drawing, rules=NO_PANIC, b0="quick 0", **words)
    while game.s["active"] == 0 and game.stage in ("orders", "short move", "step", "reaction"):
        game.does()
    return game


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_go_for_who_is_nearest_in_movement_points():
    rough = ["."] * 8 + [","] * 16
    drawing = field(rough, r1=(7, 5), b0=(12, 5), b1=(1, 5), r2=(23, 0))
    game = after_a_turn(drawing, r1="berserk, no melee action", b1="quick 0")
    assert game.at("r1") == (2, 5), "six hexes of open ground cost less than four of rough ground"


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_go_round_a_river_by_its_ford():
    drawing = field("....~", r1=(2, 5), b0=(7, 5), r2=(23, 0)).splitlines()
    drawing[8] = drawing[8].replace("~", ".")
    game = scene("\n".join(drawing), rules=NO_PANIC, r1="berserk", b0="quick 0")
    places = [game.at("r1")]
    for _ in range(8):
        places.append(game.does().at("r1"))
    assert any(column > 4 for column, _ in places), "it crosses by the ford"


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_stand_before_a_river_that_nobody_crosses_and_face_the_enemy():
    game = after_a_turn(field("....~", r1=(2, 5), b0=(7, 5), r2=(23, 0)), r1="berserk, facing west")
    assert (game.at("r1"), game.of("r1", "facing")) == ((2, 5), 0)


@pytest.mark.rule("FOR-G10i", "FOR-P15")
@pytest.mark.parametrize(
    ("ground", "gap", "facing", "charges"),
    [
        ("....", 4, "east", True),
        ("....", 4, "west", True),
        ("....", 3, "east", True),
        ("....", 2, "east", False),
        ("....", 7, "east", False),
        ("....,,,,", 5, "east", False),
    ],
)
def test_the_berserk_charge_at_who_stands_in_a_line_far_enough_and_within_their_movement(ground, gap, facing, charges):
    drawing = field(ground, r1=(3, 5), b0=(3 + gap, 5), r2=(23, 0))
    game = scene(drawing, rules=NO_PANIC, r1=f"berserk, facing {facing}", b0="quick 0")
    game.does()
    assert game.of("r1", "charging") == charges
    assert bool(game.told(ORDERED)) == charges
    if charges:
        game.until("passive melee")
        assert game.at("r1") == (2 + gap, 5) and game.of("r1", "straight") == gap - 1


@pytest.mark.rule("FOR-G10i", "FOR-P15")
@pytest.mark.parametrize("between", ["r3", "b3", "~"])
def test_nobody_charges_where_something_stands_in_the_way_or_out_of_line(between):
    drawing = field("....", r1=(3, 5), b0=(8, 5), r2=(23, 0)).splitlines()
    cells = drawing[5].split()
    cells[6] = between
    drawing[5] = " ".join(cells)
    game = scene("\n".join(drawing), rules=NO_PANIC, r1="berserk", b0="quick 0").does()
    assert bool(game.of("r1", "charging")) == (between == "b3"), "then that one is charged at"
    aslant = scene(field("....", r1=(3, 5), b0=(7, 6), r2=(23, 0)), rules=NO_PANIC, r1="berserk", b0="quick 0").does()
    assert not aslant.of("r1", "charging")


@pytest.mark.rule("FOR-G10i")
def test_a_friend_in_the_way_is_passed_by_or_waited_for():
    passed = after_a_turn(field("....", r1=(3, 5), r3=(4, 5), b0=(12, 5), r2=(23, 0)), r1="berserk")
    assert passed.at("r1")[0] > 4
    walls = field(".", r1=(1, 5), r3=(2, 5), b0=(9, 5), r2=(23, 0)).splitlines()
    for row in (4, 6):
        walls[row] = " ".join(["~"] * COLUMNS)
    waits = after_a_turn("\n".join(walls), r1="berserk")
    assert waits.at("r1") == (1, 5)


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_with_a_long_weapon_stop_where_it_reaches():
    game = after_a_turn(field(".", r1=(3, 5), b0=(9, 6), r2=(23, 0)), r1="spearman, berserk, no melee action, points 9")
    assert game.value("distance", "r1", "b0") == 2


DEADLY = changed("weapons", spear={"damage": 20, "attack": 5}) | changed("bows", bow={"damage": 20, "attack": 5})


@pytest.mark.rule("FOR-G10i", "FOR-16")
@pytest.mark.parametrize(
    ("enemy", "gap", "answer"),
    [("spearman, quick 0", 2, {}), ("archer", 5, {"b1": "volley at target 1"})],
    ids=["attack of opportunity", "reaction fire"],
)
def test_movement_ends_when_the_last_who_would_go_on_is_a_berserk_that_fell(enemy, gap, answer):
    drawing = field("....", r1=(3, 5), b1=(3 + gap, 5), r2=(20, 0), b0=(22, 0))
    words = {"r1": "berserk", "b1": enemy, "b0": "quick 0"}
    game = scene(drawing, stage="step", lines="step_limit: 5", rules=NO_PANIC | DEADLY, **words).does()
    if answer:
        assert game.stage == "reaction"
        game.does(**answer)
    assert game.fate("r1") in ("Downed", "dead", "stable")
    assert game.stage not in ("step", "reaction")
    assert game.s["step_number"] == 1
