"""Where things are on a battlefield: cells, heights, who stands where, who is near whom.

The kernels work on any game whose state has the fields of ``ground_fields`` and whose rules have those of
``ground_rules``; ``near`` counts, for every cell, the characters of each side that stand beside it.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import TURNS, Field, axial, disc_size, hex_distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.config import Grounds
from swarmzoo.envs.skirmish.battlefield.lines import line_cells, rings, turned_places
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY, NUM_TERRAINS, OFF

NOBODY = -1
BUCKETS = 8  # more than the dearest step costs: queues of cells by what it costs to reach them


def ground_fields(cells: int, sides: int, radius: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for its battlefield."""
    return [
        ("terrain", np.int8, cells),
        ("height", np.int8, cells),
        ("shown", np.uint32, cells),  # what a hex shows of itself, as four bytes of an observation
        ("occupant", np.int16, cells),
        ("near", np.int8, (sides, cells)),
        ("reach", np.uint8, cells),  # what it costs the one who moves to go there, plus 1; 0: out of reach
        ("reached", np.int16, disc_size(radius)),  # the cells within reach
        ("num_reached", np.int16),
        ("waiting", np.int16, (BUCKETS, disc_size(radius))),
        ("num_waiting", np.int16, BUCKETS),
    ]


def ground_rules(cells: int, radius: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for its battlefield."""
    return [
        ("columns", np.int16),
        ("rows", np.int16),
        ("margin", np.int16),
        ("stride", np.int16),
        ("cells", np.int16),
        ("radius", np.int16),
        ("steps", np.int16, (2, TURNS)),
        ("row", np.int16, cells),
        ("q", np.int16, cells),
        ("disc", np.int16, (2, TURNS, disc_size(radius))),
        ("lines", np.int16, (2, disc_size(radius), 2, radius)),
        ("turned", np.int16, (TURNS, disc_size(radius))),
        ("rings", np.int8, disc_size(radius)),
        ("cost", np.int8, NUM_TERRAINS + 1),
        ("cover", np.int8, NUM_TERRAINS + 1),
        ("hides", np.int8, NUM_TERRAINS + 1),
        ("tall", np.int8, NUM_TERRAINS + 1),
        ("climb", np.int8),
    ]


def write_ground_rules(r: np.void, field: Field, radius: int, grounds: Grounds) -> None:
    """Fill those fields."""
    for name in ("columns", "rows", "margin", "stride", "cells"):
        r[name] = getattr(field, name)
    r["radius"], r["climb"] = radius, grounds.climb
    r["steps"], r["disc"] = field.steps(), field.offsets(radius)
    r["lines"], r["turned"], r["rings"] = line_cells(field, radius), turned_places(radius), rings(radius)
    for cell in range(len(r["q"])):
        r["q"][cell], r["row"][cell] = axial(*field.place(cell))
    kinds = (grounds.open, grounds.difficult, grounds.soft, grounds.heavy, grounds.blocking)
    for i, kind in enumerate(kinds):
        r["cost"][i] = kind.cost if kind.enter else NO_ENTRY
        r["cover"][i], r["hides"][i], r["tall"][i] = kind.cover, kind.hides, kind.tall
    r["cost"][OFF], r["hides"][OFF], r["tall"][OFF] = NO_ENTRY, 1, 9


@kernel
def cell_at(r, column, row):
    """Return the cell of a column and a row."""
    return (row + int(r.margin)) * int(r.stride) + column + int(r.margin)


@kernel
def parity(r, cell):
    """Return 1 for cells of odd rows: by it the tables of offsets are chosen."""
    return int(r.row[cell]) & 1


@kernel
def column_of(r, cell):
    """Return the column of a cell."""
    row = int(r.row[cell])
    return int(r.q[cell]) + (row - (row & 1)) // 2


@kernel
def neighbour(r, cell, direction):
    """Return the cell beside a cell."""
    return int(cell) + int(r.steps[parity(r, cell), direction])


@kernel
def distance(r, a, b):
    """Return the steps between two cells."""
    return hex_distance(int(r.q[b]) - int(r.q[a]), int(r.row[b]) - int(r.row[a]))


@kernel
def enter(s, r, i, side, cell):
    """Put a character of a side into an empty cell."""
    s.place[i], s.occupant[cell] = cell, i
    for direction in range(6):
        s.near[side, neighbour(r, cell, direction)] += 1


@kernel
def lift(s, r, i, side):
    """Take a character out of its cell."""
    cell = int(s.place[i])
    s.place[i], s.occupant[cell] = NOBODY, NOBODY
    for direction in range(6):
        s.near[side, neighbour(r, cell, direction)] -= 1


@kernel
def enemies_near(s, side, cell):
    """Return how many characters of other sides stand beside a cell."""
    count = 0
    for other in range(s.near.shape[0]):
        if other != side:
            count += int(s.near[other, cell])
    return count


@kernel
def clear_ground(s):
    """Empty the battlefield."""
    for cell in range(s.terrain.shape[0]):
        s.terrain[cell] = OFF
        s.height[cell] = 0
        s.shown[cell] = 0
        s.occupant[cell] = NOBODY
        s.reach[cell] = 0
        for side in range(s.near.shape[0]):
            s.near[side, cell] = 0
    s.num_reached = 0
    for k in range(s.reached.shape[0]):
        s.reached[k] = 0
    for b in range(s.waiting.shape[0]):
        s.num_waiting[b] = 0
        for k in range(s.waiting.shape[1]):
            s.waiting[b, k] = 0
