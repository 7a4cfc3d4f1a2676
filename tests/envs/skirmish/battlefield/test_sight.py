"""Sight, cover and barriers against slow, obvious statements; the same from both ends and after half a turn."""

import numpy as np
import pytest

from swarmzoo.envs.skirmish.battlefield.terrain import (
    BARRIER,
    BLOCKING,
    HEAVY,
    HEAVY_COVER,
    HIDDEN,
    NO_COVER,
    OFF,
    SOFT,
    SOFT_COVER,
    SUPERIOR,
    SUPERIOR_COVER,
)
from tests.envs.skirmish.battlefield.plain import FIELD, GROUNDS, RADII, ROUGH, Battle
from tests.envs.skirmish.battlefield.slow import Slow

SLOW = Slow(FIELD, GROUNDS)


def rough(seed):
    """Return a battlefield with ground of every kind, the same after half a turn."""
    battle, rng = Battle(seed, scatter=ROUGH), np.random.default_rng(seed)
    for kind in (SUPERIOR, BARRIER):
        for _ in range(8):
            cell = battle.random_cell(rng)
            battle.s["terrain"][[cell, FIELD.image(cell)]] = kind
    battle.survey()
    return battle


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cover_is_that_of_the_slow_statement_and_the_same_from_both_ends(seed):
    battle, rng, kinds = rough(seed), np.random.default_rng(seed), set()
    for _ in range(400):
        a, b = battle.random_cell(rng), battle.random_cell(rng)
        found = battle.cover(a, b)
        kinds.add(found)
        assert found == battle.cover(b, a) == SLOW.cover(battle.s, a, b), (FIELD.place(a), FIELD.place(b))
        assert found == battle.cover(FIELD.image(a), FIELD.image(b))
    assert kinds == {NO_COVER, SOFT_COVER, HEAVY_COVER, SUPERIOR_COVER, HIDDEN}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_barriers_are_those_of_the_slow_statement_and_the_same_from_both_ends(seed):
    battle, rng, barred, through = rough(seed), np.random.default_rng(seed), 0, 0
    for _ in range(400):
        a, b = battle.random_cell(rng), battle.random_cell(rng)
        found = battle.barred(a, b)
        assert found == battle.barred(b, a) == SLOW.barred(battle.s, a, b), (FIELD.place(a), FIELD.place(b))
        assert found == battle.barred(FIELD.image(a), FIELD.image(b))
        barred += found
        through += found and battle.cover(a, b) != HIDDEN
    assert 50 < barred < 350 and through > 5


@pytest.mark.parametrize("seed", [1, 2])
def test_who_looks_around_sees_of_every_hex_of_its_disc_what_the_line_there_says(seed):
    battle, rng = rough(seed), np.random.default_rng(seed)
    for front in range(6):
        cell = battle.random_cell(rng)
        battle.look(cell, front)
        for k, other in enumerate(battle.disc(cell, front, RADII.sight)):
            off = battle.s["terrain"][other] == OFF
            cover = HIDDEN if off else battle.cover(cell, other)
            assert battle.s["sight"][k] == (0 if cover == HIDDEN else 1 + cover)


@pytest.mark.parametrize(
    ("kind", "between", "barred"),
    [
        (SOFT, SOFT_COVER, False),
        (HEAVY, HEAVY_COVER, False),
        (SUPERIOR, SUPERIOR_COVER, False),
        (BLOCKING, HIDDEN, True),
        (BARRIER, NO_COVER, True),
    ],
)
def test_what_a_kind_of_ground_on_the_line_gives(kind, between, barred):
    battle = Battle()
    battle.draw(kind, (5, 5))
    west, east = battle.cell(3, 5), battle.cell(7, 5)
    assert (battle.cover(west, east), battle.barred(west, east)) == (between, barred)


@pytest.mark.parametrize("kind", [SOFT, HEAVY, SUPERIOR])
def test_who_stands_higher_sees_over_cover(kind):
    battle = Battle()
    battle.draw(kind, (5, 5))
    battle.draw(0, (7, 5), height=1)
    assert battle.cover(battle.cell(3, 5), battle.cell(7, 5)) == NO_COVER


def test_a_line_along_an_edge_is_free_if_one_side_of_it_is():
    battle = Battle()
    west, east = battle.cell(4, 4), battle.cell(4, 6)  # their line runs along the edge between two hexes
    beside = [cell for cell in battle.disc(west, 0, 1) if cell in battle.disc(east, 0, 1)]
    places = [FIELD.place(cell) for cell in beside]
    assert len(places) == 2
    for place in places:
        battle = Battle()
        battle.draw(BLOCKING, place)
        assert battle.cover(west, east) == NO_COVER and not battle.barred(west, east)
    battle.draw(BLOCKING, *places)
    assert battle.cover(west, east) == HIDDEN and battle.barred(west, east)
