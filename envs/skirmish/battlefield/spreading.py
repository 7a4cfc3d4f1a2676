"""What it costs to go to every hex of a disc: all of them learn at once what their neighbours cost, over and over.

The disc is laid in rows, one behind the other with a place between that cannot be entered, so that the six neighbours
of a hex are always so many places away, and a loop over all places is compiled to do many of them at once.
"""

from typing import Any

import numpy as np

from swarmzoo.envs.core.fields import TURNS, disc, disc_size
from swarmzoo.envs.core.kernel import kernel

FAR = 60  # costs more than anything within reach; twice it is still a small number
TOLL_HEIGHT = 3  # bits of a toll below its height
TOLL_COST = (1 << TOLL_HEIGHT) - 1
ROWS = ("toll_in_row", "cost_in_row", "price_in_row")
_AT_ONCE = 64  # places


def _length(radius: int) -> int:
    """Return the places of a row: its hexes, and one between it and the next."""
    return 2 * radius + 2


def _places(radius: int) -> int:
    """Return the places of all rows, as many as are looked at at once or some times as many."""
    rows = (2 * radius + 1) * _length(radius)
    return -(-rows // _AT_ONCE) * _AT_ONCE


def row_fields(radius: int) -> list[tuple[Any, ...]]:
    """Return the fields of a state for the spreading over a disc: whole numbers of which nothing is kept."""
    assert radius < FAR
    places = _places(radius)
    wider = places + 2 * (_length(radius) + 1)  # a row before and behind them
    return [
        ("toll", np.int8, disc_size(radius)),  # cost to enter and 8 times the height; 0: closed
        ("toll_in_row", np.int8, wider),
        ("cost_in_row", np.int8, (2, wider)),  # before and after a step, in turns
        ("price_in_row", np.int8, (TURNS, places)),  # of the step into a hex from each of its neighbours
    ]


def row_rules(radius: int) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for it."""
    return [
        ("row_length", np.int16),
        ("in_row", np.int16, disc_size(radius)),  # the place of a hex
    ]


def write_row_rules(r: np.void, radius: int) -> None:
    """Fill those fields."""
    length = r["row_length"] = _length(radius)
    r["in_row"] = [(row + radius + 1) * length + q + radius + 1 for q, row in disc(radius)]


@kernel
def clear_rows(s):
    """Forget all tolls and what was spread. The places before and behind the rows stay as they are here."""
    for k in range(s.toll.shape[0]):
        s.toll[k] = 0
    for i in range(s.toll_in_row.shape[0]):
        s.toll_in_row[i] = 0
        s.cost_in_row[0, i] = s.cost_in_row[1, i] = FAR
    for direction in range(TURNS):
        for place in range(s.price_in_row.shape[1]):
            s.price_in_row[direction, place] = FAR


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
    price_steps(s, r, climb)
    now = 0
    for _ in range(budget):  # every step costs something
        now = 1 - now
        if not take_step(s, r, 1 - now, now):
            break
    for k in range(count):
        cost = int(s.cost_in_row[now, r.in_row[k]])
        s.reach[k] = cost + 1 if cost <= budget else 0


@kernel
def lay_rows(s, r, count):
    """Lay the first hexes of a disc in rows; as yet only the middle is reached."""
    first = int(r.row_length) + 1
    for place in range(s.price_in_row.shape[1]):
        s.toll_in_row[first + place] = 0
        s.cost_in_row[0, first + place] = FAR
    for k in range(count):
        s.toll_in_row[r.in_row[k]] = s.toll[k]
    s.cost_in_row[0, r.in_row[0]] = 0


@kernel
def price_steps(s, r, climb):
    """Note what the steps into each hex cost, from east and west, from the north and from the south."""
    row = int(r.row_length)
    price_from(s, r, 0, 1, climb)
    price_from(s, r, 1, -1, climb)
    price_from(s, r, 2, -row, climb)
    price_from(s, r, 3, 1 - row, climb)
    price_from(s, r, 4, row, climb)
    price_from(s, r, 5, row - 1, climb)


@kernel
def price_from(s, r, direction, away, climb):
    """Note what the step from the neighbour so many places away into each hex costs, or FAR."""
    first = int(r.row_length) + 1
    for place in range(s.price_in_row.shape[1]):
        toll = s.toll_in_row[first + place]
        up = np.int8((toll >> TOLL_HEIGHT) - (s.toll_in_row[first + away + place] >> TOLL_HEIGHT))
        cost = np.int8((toll & TOLL_COST) + (climb if up > 0 else 0))
        s.price_in_row[direction, place] = FAR if toll == 0 or up > 1 else cost


@kernel
def take_step(s, r, before, now):
    """Let all hexes learn what it costs to come from their neighbours; tell whether one got cheaper.

    Bytes are added and compared as bytes, so that the loop is compiled to do it to many at once.
    """
    row, cheaper = int(r.row_length), False
    for place in range(s.price_in_row.shape[1]):
        i = row + 1 + place
        beside = min(
            np.int8(s.cost_in_row[before, i + 1] + s.price_in_row[0, place]),
            np.int8(s.cost_in_row[before, i - 1] + s.price_in_row[1, place]),
        )
        north = min(
            np.int8(s.cost_in_row[before, i - row] + s.price_in_row[2, place]),
            np.int8(s.cost_in_row[before, i - row + 1] + s.price_in_row[3, place]),
        )
        south = min(
            np.int8(s.cost_in_row[before, i + row] + s.price_in_row[4, place]),
            np.int8(s.cost_in_row[before, i + row - 1] + s.price_in_row[5, place]),
        )
        best = min(beside, north, south)
        cheaper |= best < s.cost_in_row[before, i]
        s.cost_in_row[now, i] = min(s.cost_in_row[before, i], best)
    return cheaper
