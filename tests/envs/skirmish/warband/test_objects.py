"""Objects on the battlefield: armour, structure, and what becomes of sight and ways when they break."""

from functools import cache

import numpy as np
import pytest

from swarmzoo.envs.core.fields import Field
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.battlefield.config import Grounds
from swarmzoo.envs.skirmish.battlefield.ground import (
    NOBODY,
    clear_ground,
    ground_fields,
    ground_rules,
    survey_ground,
    write_ground_rules,
)
from swarmzoo.envs.skirmish.battlefield.objects import (
    NO_OBJECT,
    BattlefieldObject,
    clear_objects,
    damage_object,
    object_fields,
    object_rules,
    place_object,
    write_object_rules,
)
from swarmzoo.envs.skirmish.battlefield.reach import spread_reach
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, DIFFICULT, HEAVY, HIDDEN, NO_COVER, OPEN

FIELD, RADIUS = Field(12, 12, 3), 3
WALL, FENCE = range(2)
KINDS = (
    BattlefieldObject(armour=12, structure=30),
    BattlefieldObject(armour=2, structure=5, ground="heavy", ruin="open"),
)


def _make(states, rules):
    s, r = states[0], rules[0]
    clear_ground(s)
    clear_objects(s)
    for row in range(r.rows):
        for column in range(r.columns):
            s.terrain[(row + r.margin) * r.stride + column + r.margin] = 0
    survey_ground(s, r)


def _place(states, rules, cell, kind):
    place_object(states[0], rules[0], cell, kind)


def _damage(states, rules, cell, damage):
    return damage_object(states[0], rules[0], cell, damage)


def _cover(states, rules, a, b):
    return cover_between(states[0], rules[0], a, b)


def _cost(states, rules, start, k):
    s = states[0]
    spread_reach(s, rules[0], start, 0, 0, 3)
    return int(s.reach[k]) - 1


@cache
def entries():
    bound = {
        "clear_ground": clear_ground,
        "survey_ground": survey_ground,
        "spread_reach": spread_reach,
        "cover_between": cover_between,
        "clear_objects": clear_objects,
        "place_object": place_object,
        "damage_object": damage_object,
    }
    named = {"make": _make, "place": _place, "damage": _damage, "cover": _cover, "cost": _cost}
    return {
        name: entry_point(
            template, f"objects_test_{name}", {k: v for k, v in bound.items() if k in template.__code__.co_names}
        )
        for name, template in named.items()
    }


class Ground:
    """A field of its own, with the kernels about it."""

    def __init__(self):
        one = [("side", np.int8, 1), ("place", np.int16, 1)]
        fields = [*ground_fields(FIELD.cells, RADIUS), *object_fields(FIELD.cells), *one]
        self.states = np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)
        self.states["place"] = NOBODY
        rules = [*ground_rules(FIELD.cells, RADIUS), *object_rules(len(KINDS))]
        self.rules = np.zeros(1, np.dtype(rules, align=True)).view(np.recarray)
        write_ground_rules(self.rules[0], FIELD, RADIUS, Grounds())
        write_object_rules(self.rules[0], KINDS)
        entries()["make"](self.states, self.rules)

    def __getattr__(self, name):
        return lambda *arguments: entries()[name](self.states, self.rules, *arguments)


def test_an_object_blocks_until_its_structure_is_gone():
    ground = Ground()
    west, middle, east = (FIELD.cell(column, 5) for column in (4, 5, 6))
    assert ground.cover(west, east) == NO_COVER
    ground.place(middle, WALL)
    assert ground.states["terrain"][0, middle] == BLOCKING
    assert ground.cover(west, east) == HIDDEN and ground.cost(west, 1) == -1
    assert ground.damage(middle, 12) == 0  # its armour
    assert ground.damage(middle, 20) == 8
    assert ground.damage(middle, 33) == 21
    assert ground.cover(west, east) == HIDDEN  # one point is left
    assert ground.damage(middle, 100) == 1
    assert ground.states["terrain"][0, middle] == DIFFICULT
    assert ground.cover(west, east) == NO_COVER and ground.cost(west, 1) == 2
    assert ground.damage(middle, 100) == 0  # nothing is left


def test_each_kind_has_its_own_ground_and_ruin():
    ground = Ground()
    west, middle, east = (FIELD.cell(column, 5) for column in (4, 5, 6))
    ground.place(middle, FENCE)
    assert ground.states["terrain"][0, middle] == HEAVY and ground.cover(west, east) == 2
    assert ground.damage(middle, 7) == 5
    assert ground.states["terrain"][0, middle] == OPEN and ground.cover(west, east) == NO_COVER


@pytest.mark.parametrize("seed", range(5))
def test_blows_in_any_order_add_up_to_what_the_slow_statement_says(seed):
    ground, rng = Ground(), np.random.default_rng(seed)
    cells = [FIELD.cell(column, row) for column in range(3, 9) for row in range(3, 9)]
    standing = {cell: int(rng.integers(2)) for cell in cells}
    left = {cell: KINDS[kind].structure for cell, kind in standing.items()}
    for cell, kind in standing.items():
        ground.place(cell, kind)
    for _ in range(400):
        cell, damage = cells[int(rng.integers(len(cells)))], int(rng.integers(30))
        lost = min(max(damage - KINDS[standing[cell]].armour, 0), left[cell])
        left[cell] -= lost
        assert ground.damage(cell, damage) == lost
        assert ground.states["structure"][0, cell] == left[cell]
        assert (ground.states["object"][0, cell] == NO_OBJECT) == (left[cell] == 0)
    assert 0 in left.values() and any(left.values())
