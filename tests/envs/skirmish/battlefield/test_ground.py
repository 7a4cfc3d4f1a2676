"""The ground of a game, generated or given, and where sides begin on it."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.battlefield.config import Grounds, Scatter, WideGrounds, kinds_of
from swarmzoo.envs.skirmish.battlefield.generator import write_map_rules
from swarmzoo.envs.skirmish.battlefield.maps import by_cell, cut_off, letters, read_map, read_row, write_map
from swarmzoo.envs.skirmish.battlefield.outline import outline_of_map
from swarmzoo.envs.skirmish.battlefield.terrain import BARRIER, BLOCKING, HEAVY, OFF, OPEN, SUPERIOR
from swarmzoo.envs.skirmish.battlefield.zones import starts, zones
from tests.envs.skirmish.battlefield.plain import FIELD, ROUGH, Battle

ROWS = [". . * *1 . , # X . . . .", " . . . . . . . . . . . ."]
MAP = "\n".join(ROWS * 6)


@pytest.mark.parametrize("seed", range(6))
def test_half_a_turn_changes_nothing_of_generated_ground(seed):
    s = Battle(seed, scatter=ROUGH).s
    for place in FIELD.places:
        cell = FIELD.cell(*place)
        assert s["terrain"][cell] == s["terrain"][FIELD.image(cell)] != OFF
        assert s["height"][cell] == s["height"][FIELD.image(cell)]
    assert (s["terrain"] != OFF).sum() == len(FIELD.places)


def test_ground_has_about_as_much_of_each_kind_as_is_asked_for():
    hexes = len(FIELD.places)
    shares = np.zeros(5)
    for seed in range(12):
        terrain = Battle(seed, scatter=ROUGH).s["terrain"]
        shares += [1000 * int((terrain == kind).sum()) / hexes / 12 for kind in range(5)]
    assert shares[1:] == pytest.approx([150, 200, 150, 100], rel=0.15)


def test_where_a_single_hex_of_a_kind_is_asked_for_some_of_it_is_laid():
    scatter = Scatter(difficult=0, soft=0, heavy=1 + 1000 // len(FIELD.places), blocking=0, hills=0)
    laid = [int((Battle(seed, scatter=scatter).s["terrain"] == HEAVY).sum()) for seed in range(4)]
    assert max(laid) >= 2, "it and its image"


@pytest.mark.parametrize(("places", "near"), [([], 0), ([(6, 5), (5, 4)], 2), ([(4, 5), (7, 5), (5, 7)], 1)])
def test_enemies_beside_a_hex_are_counted(places, near):
    battle = Battle()
    battle.enter(0, battle.cell(4, 4))
    for i, place in enumerate(places, 10):
        battle.enter(i, battle.cell(*place))
    assert battle.enemies_near(0, battle.cell(5, 5)) == near
    assert battle.enemies_near(1, battle.cell(5, 5)) == 0


def test_where_somebody_begins_generated_ground_is_open():
    for seed in range(6):
        battle = Battle(seed, scatter=ROUGH)
        start = battle.rules[0]["start"]
        assert (battle.s["terrain"][start[start >= 0]] == OPEN).all() and (start >= 0).sum() == 10


def test_a_map_is_laid_as_it_was_given():
    battle, rng = Battle(), np.random.default_rng(0)
    terrain, height = np.full(FIELD.cells, OFF), np.zeros(FIELD.cells, int)
    for row in range(FIELD.rows):
        for column in range(FIELD.columns):
            terrain[FIELD.cell(column, row)], height[FIELD.cell(column, row)] = rng.integers(7), rng.integers(4)
    write_map_rules(battle.rules[0], terrain.tolist(), height.tolist())
    battle.lay(3)
    assert (battle.s["terrain"] == terrain).all() and (battle.s["height"] == height).all()


def test_maps_are_written_as_they_are_read():
    rows = [*ROWS * 6, "_ . . . . _ _ . . . . _"]
    hexes = read_map("\n".join(rows))
    field = outline_of_map(hexes, 2)
    written = write_map(*by_cell(hexes, field), field)
    assert [line.split() for line in written] == [row.split() for row in rows]
    assert [line[0] == " " for line in written] == [False, True] * 6 + [False]
    assert not field.contains(0, 12) and field.contains(1, 12) and len(field.places) == 12 * 13 - 4


def test_only_the_kinds_that_a_game_has_are_read():
    assert kinds_of(Grounds) == tuple(range(5)) and kinds_of(WideGrounds()) == tuple(range(7))
    wide = MAP.replace("X", "%").replace("#", "=")
    with pytest.raises(
        GameError, match=r"map, line 1: '=' is not a hex; allowed are \. open.*X blocking, _ off the field, with"
    ):
        read_map(wide)
    hexes = read_map(wide, kinds_of(WideGrounds))
    assert hexes[0][6][0] == BARRIER and hexes[0][7][0] == SUPERIOR
    assert letters(kinds_of(WideGrounds)).endswith("% superior cover, = barrier, _ off the field")


def test_rows_of_a_position_are_read_as_those_of_maps():
    battle = Battle()
    read_row(battle.s, " .  ,2 *  X " + ". " * 11 + "_", 3, FIELD, "line 9")
    cells = [battle.cell(column, 3) for column in range(4)]
    assert battle.s["terrain"][cells].tolist() == [OPEN, 1, 2, BLOCKING]
    assert battle.s["height"][cells].tolist() == [0, 2, 0, 0]
    with pytest.raises(GameError, match="line 9: a field of 16 columns and 11 rows is needed"):
        read_row(battle.s, ". . .", 3, FIELD, "line 9")
    with pytest.raises(GameError, match="line 9: column 15 is off the field, _ is needed"):
        read_row(battle.s, ". " * 16, 3, FIELD, "line 9")
    with pytest.raises(GameError, match="line 9: column 0 is on the field, _ is not allowed"):
        read_row(battle.s, "_ " * 16, 3, FIELD, "line 9")


@pytest.mark.parametrize("wall", ["X", "=", "_"])
def test_a_side_behind_a_wall_is_cut_off(wall):
    kinds = kinds_of(WideGrounds)
    hexes = read_map("\n".join([f". . . . . {wall} . . . . . ."] * 12), kinds)
    field = outline_of_map(hexes, 2)
    west, east = [field.cell(0, 0)], [field.cell(11, 5)]
    assert cut_off(hexes, field, WideGrounds(), [west, east]) == 1
    assert cut_off(hexes, field, WideGrounds(), [west, [field.cell(4, 11)]]) is None


@pytest.mark.parametrize("size", [1, 5, 12, 40])
def test_pieces_begin_in_their_zone_and_half_a_turn_maps_one_side_onto_the_other(size):
    zone = zones(FIELD, 2, 4)
    first, second = (starts(FIELD, None, zone, 2, side, size) for side in range(2))
    assert len(set(first)) == size and all(zone[cell] == 1 for cell in first)
    assert second == [FIELD.image(cell) for cell in first]


def test_where_there_is_no_room_fewer_begin():
    zone = zones(FIELD, 2, 1)
    assert len(starts(FIELD, None, zone, 2, 0, 100)) == FIELD.rows
