"""Groups: rolls, who is near, squads of several models, and how a group is placed about a goal."""

import numpy as np
import pytest

from swarmzoo.envs.core.fields import axial
from swarmzoo.envs.core.hexes import distance
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, Radii
from swarmzoo.envs.skirmish.battlefield.outline import outline_of
from swarmzoo.envs.skirmish.battlefield.terrain import BARRIER, BLOCKING
from tests.envs.skirmish.battlefield.plain import FIELD, GROUNDS, PER_SIDE, RADII, ROUGH, Battle
from tests.envs.skirmish.battlefield.slow import Slow

SLOW = Slow(FIELD, GROUNDS)


def apart(a, b, field=FIELD):
    """Return the steps between two cells."""
    return distance(axial(*field.place(int(a))), axial(*field.place(int(b))))


def gathered(*places, group=0):
    """Return a battlefield on which a group stands in such hexes."""
    battle = Battle()
    for k, place in enumerate(places):
        battle.enter(group * PER_SIDE + k, battle.cell(*place))
        battle.enroll(group * PER_SIDE + k, group)
    return battle


def roll(battle, group):
    """Return who is in a group, in order."""
    return battle.s["roll"][group, : battle.s["enrolled"][group]].tolist()


# Rolls


def test_who_is_struck_off_leaves_the_others_in_their_order():
    battle = Battle()
    assert all(battle.enroll(i, 1) for i in range(5))
    battle.strike_off(1)
    battle.strike_off(4)
    battle.strike_off(4)  # again: nothing happens
    assert roll(battle, 1) == [0, 2, 3] and roll(battle, 0) == []
    assert battle.s["group"][:6].tolist() == [1, -1, 1, 1, -1, -1]


def test_a_full_group_takes_nobody():
    battle = Battle()
    assert [bool(battle.enroll(i, 0)) for i in range(PER_SIDE + 1)] == [True] * PER_SIDE + [False]


@pytest.mark.parametrize("seed", [1, 2])
def test_rolls_stay_those_of_the_slow_statement_whatever_is_done(seed):
    battle, rng, lists = Battle(), np.random.default_rng(seed), ([], [])
    for _ in range(300):
        i, group = int(rng.integers(2 * PER_SIDE)), int(rng.integers(2))
        own = next((mates for mates in lists if i in mates), None)
        if own is not None:
            battle.strike_off(i)
            own.remove(i)
        elif len(lists[group]) < PER_SIDE:
            assert battle.enroll(i, group)
            lists[group].append(i)
        assert (roll(battle, 0), roll(battle, 1)) == lists


def test_who_is_near_is_listed_ring_by_ring_clockwise_from_the_front():
    battle, middle = Battle(), FIELD.cell(7, 6)
    for front in range(6):
        battle.lay(0)
        cells = battle.disc(middle, front, 3)
        order = [30, 5, 12, 1, 7]  # places in the disc
        for i, k in enumerate(order):
            battle.enter(i, cells[k])
        count = battle.near(middle, front, 3)
        assert battle.s["near"][:count].tolist() == [order.index(k) for k in sorted(order)]
        assert battle.near(middle, front, 1) == 2


def test_the_nearest_of_a_group_is_the_first_of_those_as_near():
    battle = gathered((3, 3), (9, 3), (3, 9), (5, 3))
    assert battle.nearest(0, battle.cell(8, 3)) == 1
    assert battle.nearest(0, battle.cell(4, 3)) == 0
    assert battle.nearest(1, battle.cell(4, 3)) == NOBODY


# Squads


def test_a_squad_loses_models_until_none_is_left_and_it_leaves_the_field():
    battle = gathered((4, 4))
    battle.s["models"][0] = 5
    assert battle.lose(0, 2) == 2 and battle.s["models"][0] == 3
    assert battle.lose(0, -1) == 0
    assert battle.lose(0, 9) == 3 and battle.s["place"][0] == NOBODY
    assert battle.s["occupant"][battle.cell(4, 4)] == NOBODY and battle.lose(0, 1) == 0


def test_all_models_of_a_side_within_a_radius_are_counted():
    battle, middle = Battle(), FIELD.cell(7, 6)
    for i, (column, models) in enumerate([(7, 3), (8, 4), (10, 5), (12, 6)]):
        battle.enter(i, battle.cell(column, 6))
        battle.s["models"][i] = models
    battle.enter(PER_SIDE, battle.cell(6, 6))
    battle.s["models"][PER_SIDE] = 20
    assert [battle.models(middle, 0, radius, 0) for radius in (0, 1, 3, 5)] == [3, 7, 12, 18]
    assert battle.models(middle, 0, 3, 1) == 20


# Rank


def test_who_is_too_far_or_behind_a_barrier_is_out_of_rank():
    battle = gathered((5, 5), (7, 5), (10, 5), (5, 7))
    goal = battle.cell(5, 5)
    assert battle.in_rank(0, goal, 3) == 3
    battle.draw(BARRIER, (6, 5))
    assert battle.in_rank(0, goal, 3) == 2  # a line to (5, 7) goes by
    battle.draw(BLOCKING, *(battle.field.place(cell) for cell in battle.disc(goal, 0, 1)[1:]))
    assert battle.in_rank(0, goal, 9) == 1


def test_a_group_gathers_about_its_goal_as_close_as_there_is_room():
    battle = gathered(*((column, row) for column in (4, 5) for row in (3, 4, 5, 6, 7)))
    goal = battle.cell(6, 5)
    assert battle.group(0, goal, 0, 3, RADII.move) == 10
    places = battle.s["place"][:10]
    assert len(set(places.tolist())) == 10
    assert sorted(apart(place, goal) for place in places) == [0] + [1] * 6 + [2] * 3


def test_a_leader_at_the_goal_keeps_its_place():
    battle = gathered((6, 5), (3, 5), (4, 5))
    goal = battle.cell(6, 5)
    battle.group(0, goal, 0, 5, RADII.move)
    assert battle.s["place"][0] == goal and [apart(p, goal) for p in battle.s["place"][1:3]] == [1, 1]


def test_who_cannot_reach_its_rank_goes_as_near_as_it_gets():
    battle = gathered((14, 5), (5, 5))
    goal = battle.cell(4, 5)
    assert battle.group(0, goal, 0, 2, RADII.move) == 1
    assert apart(battle.s["place"][0], goal) == 10 - RADII.move


def test_nobody_takes_a_place_behind_a_barrier_for_one_in_rank():
    battle = gathered((3, 5))
    goal = battle.cell(6, 5)
    battle.draw(BARRIER, *((5, row) for row in range(12)))
    assert battle.group(0, goal, 0, 5, RADII.move) == 0
    assert apart(battle.s["place"][0], goal) == 2  # at the barrier, near and yet apart


@pytest.mark.parametrize("seed", range(4))
def test_everybody_goes_where_the_slow_statement_says(seed):
    battle, rng = Battle(seed, scatter=ROUGH), np.random.default_rng(seed)
    s, rank, budget = battle.s, 3, RADII.move
    for i in range(2 * PER_SIDE):
        cell = battle.random_cell(rng)
        if s["occupant"][cell] == NOBODY and SLOW.enters(s, cell):
            battle.enter(i, cell)
            battle.enroll(i, i // PER_SIDE)
    before, goal, front = s.copy(), FIELD.cell(7, 6), int(rng.integers(6))
    battle.group(0, goal, front, rank, budget)
    expected = slow_places(battle, before, goal, front, rank, budget)
    assert {i: int(s["place"][i]) for i in roll(battle, 0)} == expected
    assert battle.in_rank(0, goal, rank) == sum(in_rank(s, cell, goal, rank) for cell in expected.values())


def in_rank(s, cell, goal, rank):
    """Tell whether a cell is in rank about a goal."""
    return apart(cell, goal) <= rank and not SLOW.barred(s, cell, goal)


def slow_places(battle, s, goal, front, rank, budget):
    """Return where a group goes: one after the other, the nearest first, each to the best of the cells it reaches."""
    places = {i: int(s["place"][i]) for i in roll(battle, 0)}
    enemies = {int(cell) for cell in s["place"][PER_SIDE:] if cell != NOBODY}
    for i in sorted(places, key=lambda i: (apart(places[i], goal), i)):
        start = places[i]
        costs = SLOW.reach(s, start, budget, enemies.__contains__)
        taken = {*places.values(), *enemies} - {start}
        free = [cell for cell in battle.disc(start, front, RADII.move) if cell in costs and cell not in taken]
        places[i] = min(free, key=lambda cell: (not in_rank(s, cell, goal, rank), apart(cell, goal)))
    return places


@pytest.mark.parametrize("seed", range(3))
def test_half_a_turn_changes_nothing_of_how_a_group_is_placed(seed):
    one, other, rng = Battle(seed, scatter=ROUGH), Battle(seed, scatter=ROUGH), np.random.default_rng(seed)
    for i in range(PER_SIDE):
        cell = one.random_cell(rng)
        if one.s["occupant"][cell] == NOBODY:
            for battle, place in ((one, cell), (other, FIELD.image(cell))):
                battle.enter(i, place)
                battle.enroll(i, 0)
    goal = FIELD.cell(6, 5)
    assert one.group(0, goal, 1, 3, RADII.move) == other.group(0, FIELD.image(goal), 4, 3, RADII.move)
    for i in roll(one, 0):
        assert other.s["place"][i] == FIELD.image(int(one.s["place"][i]))


def test_eight_groups_of_two_hundred_and_one_find_their_places():
    field = outline_of(2, 60, 60, 12)
    battle = Battle(field=field, radii=Radii(move=6, sight=8, view=12), per_group=201, groups=8)
    cells = [field.cell(column, row) for row in range(59) for column in range(28)]
    for i in range(8 * 201):
        battle.enter(i, cells[i])
        battle.enroll(i, i // 201)
    for group in range(8):
        battle.group(group, field.cell(30, 4 + 7 * group), 0, 9, 6)
    places = battle.s["place"].tolist()
    assert len(set(places)) == 8 * 201 and all(battle.s["occupant"][cell] == i for i, cell in enumerate(places))
