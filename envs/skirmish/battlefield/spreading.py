"""What it costs to go to every hex of a disc: all of them learn at once what their neighbours cost, over and over.

The disc is laid in rows, one behind the other with a place between that cannot be entered, so that the six neighbours
of a hex are always so many places away, and a loop over all places is compiled to do many of them at once.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import disc, disc_size
from swarmzoo.envs.core.kernel import kernel

FAR = 60  # costs more than anything within reach; twice it is still a small number
TOLL_HEIGHT = 3  # bits of a toll below its height
TOLL_COST = (1 << TOLL_HEIGHT) - 1
ROWS = ("toll_in_row", "cost_in_row", "from_in_row", "next_in_row", "step_in_row")
_AT_ONCE = 64  # places


def _length(radius: int) -> int:
    """Return the places of a row: its hexes, and one between it and the next."""
    return 2 * radius + 2


def _places(radius: int) -> int:
    """Return the places of all rows, and of a row before and behind them."""
    rows = (2 * radius + 1) * _length(radius)
    return -(-rows // _AT_ONCE) * _AT_ONCE + 2 * (_length(radius) + 1)


def row_fields(radius: int, heights: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for the spreading over a disc: whole numbers of which nothing is kept."""
    assert radius < FAR
    places = _places(radius)
    return [
        ("toll", np.int8, disc_size(radius)),  # cost to enter and 8 times the height; 0: closed
        ("toll_in_row", np.int8, places),
        ("cost_in_row", np.int8, places),
        ("from_in_row", np.int8, places),  # the same where a step begins at a height, else FAR
        ("next_in_row", np.int8, places),  # what it costs to come from the best neighbour
        ("step_in_row", np.int8, (heights, places)),  # from a height into a hex
    ]


def row_rules(radius: int, heights: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for it."""
    return [
        ("row_length", np.int16),
        ("in_row", np.int16, disc_size(radius)),  # the place of a hex
        ("heights", np.int8, heights + 1),  # 0, 1, 2 ... as bytes
    ]


def write_row_rules(r: np.void, radius: int) -> None:
    """Fill those fields."""
    length = r["row_length"] = _length(radius)
    r["in_row"] = [(row + radius + 1) * length + q + radius + 1 for q, row in disc(radius)]
    r["heights"] = np.arange(len(r["heights"]))


@kernel
def clear_rows(s):
    """Forget all tolls and what was spread."""
    for k in range(s.toll.shape[0]):
        s.toll[k] = 0
    for i in range(s.toll_in_row.shape[0]):
        s.toll_in_row[i] = s.cost_in_row[i] = s.from_in_row[i] = s.next_in_row[i] = 0
        for height in range(s.step_in_row.shape[0]):
            s.step_in_row[height, i] = 0


@kernel
def toll_of(cost, height):
    """Return the toll of a hex that costs so much to enter, from 1 on."""
    return cost | height << TOLL_HEIGHT


@kernel
def height_of_toll(toll):
    """Return the height of a hex with a toll."""
    return int(toll) >> TOLL_HEIGHT


@kernel
def cost_of_toll(toll):
    """Return what it costs to enter a hex with a toll on the level; 0: it is closed."""
    return int(toll) & TOLL_COST


@kernel
def spread(s, r, count, budget, climb):
    """Write into ``reach`` what it costs to go to the first hexes of a disc, so many, plus 1; 0: more than a budget.

    Their tolls were noted. ``climb``: what each level up costs besides; more than one level at a step is impossible.
    """
    lay_rows(s, r, count)
    most = 0
    for k in range(count):
        most = max(most, int(s.toll[k]))
    heights = height_of_toll(most) + 1
    for height in range(heights):
        price_steps(s, r, height, climb)
    for _ in range(budget):  # every step costs something
        gets_cheaper = False
        for height in range(heights):
            gets_cheaper |= step_from(s, r, height)
        if not gets_cheaper:
            break
    for k in range(count):
        cost = int(s.cost_in_row[r.in_row[k]])
        s.reach[k] = cost + 1 if cost <= budget else 0


@kernel
def lay_rows(s, r, count):
    """Lay the first hexes of a disc in rows; as yet only the middle is reached."""
    for i in range(s.toll_in_row.shape[0]):
        s.toll_in_row[i] = 0
        s.cost_in_row[i] = FAR
    for k in range(count):
        s.toll_in_row[r.in_row[k]] = s.toll[k]
    s.cost_in_row[r.in_row[0]] = 0


@kernel
def price_steps(s, r, height, climb):
    """Note what a step from a height into each hex costs, or FAR."""
    here, above = r.heights[height], r.heights[height + 1]
    for i in range(s.toll_in_row.shape[0]):
        toll = s.toll_in_row[i]
        there = toll >> TOLL_HEIGHT
        cost = (toll & TOLL_COST) + (climb if there > here else 0)
        s.step_in_row[height, i] = FAR if toll == 0 or there > above else cost


@kernel
def step_from(s, r, height):
    """Let all hexes learn what it costs to come from neighbours at a height; tell whether one got cheaper.

    Each loop does one thing, and to bytes that are compared with bytes: so it is compiled to do it to many at once.
    """
    row, last, level = int(r.row_length), s.from_in_row.shape[0] - int(r.row_length) - 1, r.heights[height]
    for i in range(s.from_in_row.shape[0]):
        s.from_in_row[i] = s.cost_in_row[i] if s.toll_in_row[i] >> TOLL_HEIGHT == level else FAR
    for i in range(row + 1, last):
        beside = min(s.from_in_row[i - 1], s.from_in_row[i + 1])
        north = min(s.from_in_row[i - row], s.from_in_row[i - row + 1])
        south = min(s.from_in_row[i + row], s.from_in_row[i + row - 1])
        s.next_in_row[i] = min(beside, north, south)
    for i in range(row + 1, last):
        s.next_in_row[i] += s.step_in_row[height, i]
    gets_cheaper = False
    for i in range(row + 1, last):
        gets_cheaper |= s.next_in_row[i] < s.cost_in_row[i]
        s.cost_in_row[i] = min(s.cost_in_row[i], s.next_in_row[i])
    return gets_cheaper
