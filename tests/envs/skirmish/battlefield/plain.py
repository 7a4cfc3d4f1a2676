"""A battlefield and nothing else: records with the fields of all its parts, and its kernels as plain calls.

    battle = Battle()
    battle.draw(4, 5, SOFT)
    battle.cover(battle.cell(2, 5), battle.cell(8, 5))

The three radii differ from each other, so that no table of one serves for another.
"""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.skirmish.battlefield.config import Scatter, WideGrounds
from swarmzoo.envs.skirmish.battlefield.generator import generator_rules, lay_ground, write_generator_rules
from swarmzoo.envs.skirmish.battlefield.ground import (
    NOBODY,
    Radii,
    clear_ground,
    enemies_near,
    enter,
    ground_fields,
    ground_rules,
    survey_ground,
    write_ground_rules,
)
from swarmzoo.envs.skirmish.battlefield.groups import count_in_rank, group_fields, place_group
from swarmzoo.envs.skirmish.battlefield.objects import (
    BattlefieldObject,
    build,
    clear_objects,
    damage_object,
    new_object,
    object_fields,
    object_hexes_within,
    object_rules,
    span_of,
    write_object_rules,
)
from swarmzoo.envs.skirmish.battlefield.outline import Outline, outline_of
from swarmzoo.envs.skirmish.battlefield.poses import posed_offsets
from swarmzoo.envs.skirmish.battlefield.reach import spread_near, spread_reach, trace_way
from swarmzoo.envs.skirmish.battlefield.rolls import clear_rolls, enroll, list_near, nearest_of, roll_fields, strike_off
from swarmzoo.envs.skirmish.battlefield.sight import cover_between, is_barred, look_around
from swarmzoo.envs.skirmish.battlefield.squads import lose_models, models_within, squad_fields
from swarmzoo.envs.skirmish.battlefield.terrain import SUPERIOR_COVER
from swarmzoo.envs.skirmish.battlefield.zones import starts, write_zone_rules, zone_rules, zones

RADII = Radii(move=4, sight=5, view=6)
FIELD = outline_of(2, 16, 11, RADII.widest)
GROUNDS = WideGrounds()
SIDES, PER_SIDE, OBJECTS = 2, 10, 40
WALL, FENCE, HOUSE, PANE = range(4)
KINDS = (
    BattlefieldObject(armour=12, structure=30),
    BattlefieldObject(armour=2, structure=5, ground="heavy", ruin="open"),
    BattlefieldObject(armour=10, structure=30, ruin="superior"),
    BattlefieldObject(armour=2, structure=5, ground="barrier", ruin="open"),
)


def _lay(states, rules, seed):
    s, r = states[0], rules[0]
    seed_rng(s.rng, seed)
    clear_ground(s)
    clear_objects(s)
    clear_rolls(s)
    for i in range(s.side.shape[0]):
        s.place[i] = NOBODY
    lay_ground(s, r)
    survey_ground(s, r)


def _survey(states, rules):
    survey_ground(states[0], rules[0])


def _enter(states, rules, i, cell):
    enter(states[0], i, cell)


def _enemies_near(states, rules, side, cell):
    return enemies_near(states[0], rules[0], side, cell)


def _cover(states, rules, a, b):
    return cover_between(states[0], rules[0], a, b)


def _barred(states, rules, a, b):
    return is_barred(states[0], rules[0], a, b)


def _look(states, rules, cell, front):
    look_around(states[0], rules[0], cell, front)


def _reach(states, rules, start, front, side, budget):
    spread_reach(states[0], rules[0], start, front, side, budget)


def _reach_near(states, rules, start, front, side, budget):
    spread_near(states[0], rules[0], start, front, side, budget)


def _way(states, rules, start, front, goal):
    trace_way(states[0], rules[0], start, front, goal)


def _new(states, rules, kind):
    return new_object(states[0], rules[0], kind)


def _build(states, rules, n, cell):
    build(states[0], rules[0], n, cell)


def _damage(states, rules, n, damage):
    return damage_object(states[0], rules[0], n, damage)


def _span(states, rules, n):
    return span_of(states[0], rules[0], n)


def _hexes_within(states, rules, n, middle, radius):
    return object_hexes_within(states[0], rules[0], n, middle, radius)


def _enroll(states, rules, i, group):
    return enroll(states[0], i, group)


def _strike_off(states, rules, i):
    strike_off(states[0], i)


def _nearest(states, rules, group, cell):
    return nearest_of(states[0], rules[0], group, cell)


def _near(states, rules, middle, front, radius):
    return list_near(states[0], rules[0], middle, front, radius)


def _lose(states, rules, i, lost):
    return lose_models(states[0], i, lost)


def _models(states, rules, middle, front, radius, side):
    return models_within(states[0], rules[0], middle, front, radius, side)


def _group(states, rules, group, goal, front, rank, budget):
    return place_group(states[0], rules[0], group, goal, front, rank, budget)


def _in_rank(states, rules, group, goal, rank):
    return count_in_rank(states[0], rules[0], group, goal, rank)


@cache
def entry(name: str) -> Any:
    """Return the entry point of one of the functions above."""
    template = globals()[f"_{name}"]
    bound = {key: globals()[key] for key in template.__code__.co_names if callable(globals().get(key))}
    return entry_point(template, f"battlefield_test_{name}", bound)


class Battle:
    """A battlefield; its fields can be read and written, its kernels called by the names above."""

    def __init__(
        self,
        seed: int = 0,
        field: Outline = FIELD,
        radii: Radii = RADII,
        scatter: Scatter | None = None,
        per_group: int = PER_SIDE,
        groups: int = SIDES,
        grounds: WideGrounds = GROUNDS,
    ):
        self.field, self.radii = field, radii
        pieces, cells = per_group * groups, field.cells
        self.states = new_records(_state(cells, radii, groups, per_group), 1)
        self.rules = new_records(_rules(cells, radii, pieces), 1)
        r = self.rules[0]
        write_ground_rules(r, field, radii, grounds)
        write_generator_rules(r, scatter or NOTHING, True)
        zone = zones(field, SIDES, 4)
        start = [starts(field, None, zone, SIDES, side, 5) for side in range(SIDES)]
        write_zone_rules(r, field, 4, start)
        write_object_rules(r, KINDS)
        self.states["side"][0] = np.arange(pieces) // per_group % SIDES
        self.lay(seed)

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: entry(name)(self.states, self.rules, *arguments)

    @property
    def s(self) -> Any:
        """The state's record."""
        return self.states[0]

    def cell(self, column: int, row: int) -> int:
        """Return the cell of a hex."""
        return self.field.cell(column, row)

    def draw(self, kind: int, *places: tuple[int, int], height: int = 0) -> None:
        """Make hexes ground of a kind, at a height."""
        for column, row in places:
            self.s["terrain"][self.cell(column, row)] = kind
            self.s["height"][self.cell(column, row)] = height
        self.survey()

    def disc(self, cell: int, front: int, radius: int) -> list[int]:
        """Return the cells of the disc about a cell, from a front."""
        return (cell + posed_offsets(self.field, radius)[self.field.place(cell)[1] & 1, front]).tolist()

    def random_cell(self, rng: np.random.Generator) -> int:
        """Draw a hex of the field."""
        return self.cell(*self.field.places[int(rng.integers(len(self.field.places)))])


NOTHING = Scatter(difficult=0, soft=0, heavy=0, blocking=0, hills=0)
ROUGH = Scatter(difficult=150, soft=200, heavy=150, blocking=100, hills=20)


def _state(cells: int, radii: Radii, sections: int, most: int) -> np.dtype:
    pieces = sections * most
    fields = [
        ("rng", np.uint32, 4),
        *ground_fields(cells, radii, covers=SUPERIOR_COVER),
        ("side", np.int8, pieces),
        ("place", np.int16, pieces),
        *object_fields(cells, OBJECTS),
        *roll_fields(sections, most, pieces),
        *squad_fields(pieces),
        *group_fields(pieces),
    ]
    return np.dtype(fields, align=True)


def _rules(cells: int, radii: Radii, pieces: int) -> np.dtype:
    fields = [
        *ground_rules(cells, radii),
        *generator_rules(cells),
        *zone_rules(SIDES, cells, pieces),
        *object_rules(len(KINDS)),
    ]
    return np.dtype(fields, align=True)
