"""What can be reached at what cost, and by which way, against a slow, obvious statement."""

from itertools import pairwise

import numpy as np
import pytest

from swarmzoo.envs.skirmish.battlefield.config import Ground, Scatter, WideGrounds
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, Radii
from swarmzoo.envs.skirmish.battlefield.outline import outline_of
from swarmzoo.envs.skirmish.battlefield.terrain import BARRIER, BLOCKING
from tests.envs.skirmish.battlefield.plain import FIELD, GROUNDS, RADII, ROUGH, Battle
from tests.envs.skirmish.battlefield.slow import Slow

SLOW = Slow(FIELD, GROUNDS)
STEEP = Scatter(difficult=200, soft=50, heavy=200, blocking=60, hills=25, height=3)
PIECES = {"few, looked up one by one": 10, "many, looked up by their hexes": 50}


def crowded(seed, per_group):
    """Return a battlefield on which pieces of both sides stand here and there."""
    battle, rng = Battle(seed, scatter=ROUGH, per_group=per_group), np.random.default_rng(seed)
    for i in range(len(battle.s["side"])):
        cell = battle.random_cell(rng)
        if battle.s["occupant"][cell] == NOBODY and SLOW.enters(battle.s, cell):
            battle.enter(i, cell)
    return battle


@pytest.mark.parametrize("per_group", PIECES.values(), ids=PIECES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_can_be_reached_at_what_cost_is_that_of_the_slow_statement(seed, per_group):
    battle = crowded(seed, per_group)
    s = battle.s

    def is_enemy(cell):
        return s["occupant"][cell] != NOBODY and s["side"][s["occupant"][cell]] != side

    for front, i in enumerate(np.flatnonzero(s["place"] != NOBODY)[-6:]):
        start, side = int(s["place"][i]), int(s["side"][i])
        cells = battle.disc(start, front, RADII.move)
        battle.reach(start, front, side, RADII.move)
        found = s["reach"][: len(cells)].copy()
        costs = {cells[k]: int(found[k]) - 1 for k in np.flatnonzero(found)}
        assert costs == SLOW.reach(s, start, RADII.move, is_enemy)
        for k in np.flatnonzero(found)[1::4]:
            battle.way(start, front, int(k))
            way = s["way"][: s["num_way"]].tolist()
            assert way[0] == start and way[-1] == cells[k]
            assert sum(SLOW.step(s, a, b) for a, b in pairwise(way)) == costs[cells[k]]
            assert not any(is_enemy(cell) for cell in way)


@pytest.mark.parametrize("per_group", PIECES.values(), ids=PIECES)
@pytest.mark.parametrize("budget", range(RADII.move + 1))
def test_what_is_near_costs_the_same_when_nothing_else_is_sought(budget, per_group):
    battle, rng = crowded(4, per_group), np.random.default_rng(budget)
    for i in np.flatnonzero(battle.s["place"] != NOBODY)[-6:]:
        start, side, front = int(battle.s["place"][i]), int(battle.s["side"][i]), int(rng.integers(6))
        count = len(battle.disc(start, front, budget))
        battle.reach(start, front, side, budget)
        expected = battle.s["reach"][:count].copy()
        battle.s["reach"][:-1], battle.s["toll"][:] = rng.integers(9), rng.integers(9)  # what others have left there
        battle.reach_near(start, front, side, budget)
        assert battle.s["reach"][:count].tolist() == expected.tolist()


@pytest.mark.parametrize("radius", [1, 2, 9, 20])
def test_far_and_steep_ways_cost_what_the_slow_statement_says(radius):
    radii = Radii(move=radius, sight=2, view=2)
    field = outline_of(2, 24, 15, radii.widest)
    dear = WideGrounds(climb=2, difficult=Ground(cost=3), heavy=Ground(cost=3, cover=2, tall=1))
    slow = Slow(field, dear)
    for seed in range(3):
        battle = Battle(seed, field, radii, STEEP, grounds=dear)
        rng = np.random.default_rng(seed)
        for front in range(0, 12, 3):
            start = battle.random_cell(rng)
            cells = battle.disc(start, front, radius)
            battle.reach(start, front, 0, radius)
            found = battle.s["reach"][: len(cells)]
            costs = {cells[k]: int(found[k]) - 1 for k in np.flatnonzero(found)}
            assert costs == slow.reach(battle.s, start, radius, lambda _: False)


@pytest.mark.parametrize("kind", [BLOCKING, BARRIER])
def test_nobody_goes_through_what_cannot_be_entered(kind):
    battle = Battle()
    start = battle.cell(6, 6)
    around = [battle.field.place(cell) for cell in battle.disc(start, 0, 1)[1:]]
    battle.draw(kind, *around)
    battle.reach(start, 0, 0, RADII.move)
    assert battle.s["reach"][: len(battle.disc(start, 0, RADII.move))].tolist().count(0) == 60


@pytest.mark.parametrize("seed", [1, 2])
def test_half_a_turn_changes_nothing_of_what_can_be_reached(seed):
    battle = Battle(seed, scatter=ROUGH)
    rng = np.random.default_rng(seed)
    for _ in range(20):
        start, front = battle.random_cell(rng), int(rng.integers(6))
        battle.reach(start, front, 0, RADII.move)
        here = battle.s["reach"].copy()
        battle.reach(FIELD.image(start), (front + 3) % 6, 0, RADII.move)
        assert (battle.s["reach"] == here).all()
