"""Objects on the battlefield: armour, structure, several hexes, and what becomes of sight and ways when they break."""

import numpy as np
import pytest

from swarmzoo.envs.skirmish.battlefield.objects import NO_OBJECT
from swarmzoo.envs.skirmish.battlefield.terrain import (
    BLOCKING,
    DIFFICULT,
    HEAVY,
    HIDDEN,
    NO_COVER,
    OPEN,
    SUPERIOR,
    SUPERIOR_COVER,
)
from tests.envs.skirmish.battlefield.plain import FENCE, HOUSE, KINDS, OBJECTS, PANE, WALL, Battle


def erect(battle, kind, *cells):
    """Build an object in cells and return its number."""
    n = battle.new(kind)
    for cell in cells:
        battle.build(n, cell)
    return n


def cost(battle, start, k):
    """Return what it costs to go to a hex of the disc about a cell, -1 where nobody can."""
    battle.reach(start, 0, 0, 4)
    return int(battle.s["reach"][k]) - 1


def test_an_object_blocks_until_its_structure_is_gone():
    battle = Battle()
    west, middle, east = (battle.cell(column, 5) for column in (4, 5, 6))
    assert battle.cover(west, east) == NO_COVER
    wall = erect(battle, WALL, middle)
    assert battle.s["terrain"][middle] == BLOCKING
    assert battle.cover(west, east) == HIDDEN and cost(battle, west, 1) == -1
    assert battle.damage(wall, 12) == 0  # its armour
    assert battle.damage(wall, 20) == 8
    assert battle.damage(wall, 33) == 21
    assert battle.cover(west, east) == HIDDEN  # one point is left
    assert battle.damage(wall, 100) == 1
    assert battle.s["terrain"][middle] == DIFFICULT
    assert battle.cover(west, east) == NO_COVER and cost(battle, west, 1) == 2
    assert battle.damage(wall, 100) == 0  # nothing is left


def test_each_kind_has_its_own_ground_and_ruin():
    battle = Battle()
    west, middle, east = (battle.cell(column, 5) for column in (4, 5, 6))
    fence = erect(battle, FENCE, middle)
    assert battle.s["terrain"][middle] == HEAVY and battle.cover(west, east) == 2
    assert battle.damage(fence, 7) == 5
    assert battle.s["terrain"][middle] == OPEN and battle.cover(west, east) == NO_COVER


def test_a_pane_bars_the_way_but_not_the_look_until_it_is_broken():
    battle = Battle()
    west, middle, east = (battle.cell(column, 5) for column in (4, 5, 6))
    pane = erect(battle, PANE, middle)
    assert battle.cover(west, east) == NO_COVER and battle.barred(west, east) and cost(battle, west, 1) == -1
    battle.damage(pane, 7)
    assert not battle.barred(west, east) and cost(battle, west, 1) == 1


def test_an_object_of_several_hexes_breaks_as_a_whole():
    battle = Battle()
    cells = [battle.cell(column, row) for row in (4, 5) for column in (5, 6, 7)]
    house, other = erect(battle, HOUSE, *cells), erect(battle, WALL, battle.cell(8, 5))
    west, east = battle.cell(4, 4), battle.cell(8, 4)
    assert battle.damage(house, 39) == 29 and battle.cover(west, east) == HIDDEN
    assert battle.damage(house, 11) == 1
    assert all(battle.s["terrain"][cell] == SUPERIOR for cell in cells)
    assert battle.cover(west, east) == SUPERIOR_COVER
    assert battle.s["object"][battle.cell(8, 5)] == other and battle.s["structure"][other] == 30


def test_a_wall_of_an_object_a_hex_gets_a_hole_where_it_is_hit():
    battle = Battle()
    walls = [erect(battle, WALL, battle.cell(5, row)) for row in range(3, 8)]
    battle.damage(walls[2], 100)
    kinds = [int(battle.s["terrain"][battle.cell(5, row)]) for row in range(3, 8)]
    assert kinds == [BLOCKING, BLOCKING, DIFFICULT, BLOCKING, BLOCKING]


@pytest.mark.parametrize(
    ("cells", "span"),
    [
        ([(5, 5)], (1, 1)),
        ([(5, 5), (6, 5), (7, 5)], (1, 3)),
        ([(5, 4), (5, 5), (6, 6)], (1, 3)),  # along another axis
        ([(4, 4), (5, 4), (6, 4), (4, 5), (5, 5), (6, 5)], (2, 4)),
    ],
)
def test_the_dimensions_of_an_object_are_counted_along_the_axes(cells, span):
    battle = Battle()
    house = erect(battle, HOUSE, *(battle.cell(*place) for place in cells))
    assert battle.span(house) == span
    assert battle.span(erect(battle, WALL, battle.cell(12, 9))) == (1, 1)


def test_a_large_enough_radius_engulfs_an_object():
    battle = Battle()
    house = erect(battle, HOUSE, *(battle.cell(column, 5) for column in range(4, 9)))
    middle = battle.cell(6, 5)
    assert [battle.hexes_within(house, middle, radius) for radius in range(4)] == [1, 3, 5, 5]
    assert battle.s["object_hexes"][house] == 5
    battle.damage(house, 100)
    assert battle.hexes_within(house, middle, 3) == 0


def test_there_is_room_for_so_many_objects_and_no_more():
    battle = Battle()
    assert [battle.new(WALL) for _ in range(OBJECTS)] == list(range(OBJECTS))
    assert battle.new(WALL) == NO_OBJECT and battle.damage(NO_OBJECT, 100) == 0


@pytest.mark.parametrize("seed", range(3))
def test_blows_in_any_order_add_up_to_what_the_slow_statement_says(seed):
    battle, rng = Battle(), np.random.default_rng(seed)
    cells = [battle.cell(column, row) for column in range(3, 9) for row in range(3, 9)]
    kinds = [int(rng.integers(2)) for _ in cells]
    standing = [erect(battle, kind, cell) for kind, cell in zip(kinds, cells, strict=True)]
    left = [KINDS[kind].structure for kind in kinds]
    for _ in range(400):
        k, damage = int(rng.integers(len(cells))), int(rng.integers(30))
        lost = min(max(damage - KINDS[kinds[k]].armour, 0), left[k])
        left[k] -= lost
        assert battle.damage(standing[k], damage) == lost
        assert battle.s["structure"][standing[k]] == left[k]
        assert (battle.s["object"][cells[k]] == NO_OBJECT) == (left[k] == 0)
    assert 0 in left and any(left)
