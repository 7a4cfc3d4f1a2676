"""Tables of the lines from the middle of a disc to each of its hexes, as ``sight`` draws them."""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from swarmzoo.envs.core.fields import TURNS, Field, disc, disc_size
from swarmzoo.envs.core.hexes import Hex
from swarmzoo.envs.core.sight import FINE


@lru_cache
def line_cells(field: Field, radius: int) -> np.ndarray:
    """Return int16 (2, hexes, 2, radius): offsets of the cells between, by parity of the row, hex of the disc and side.

    The hexes of the disc count clockwise from east; what is not needed is 0.
    """
    table = np.zeros((2, disc_size(radius), 2, radius), np.int16)
    for k, (dq, dr) in enumerate(disc(radius)):
        n = max(abs(dq), abs(dr), abs(dq + dr))
        for nth, side in enumerate((-1, 1)):
            for point in range(1, n):
                hair = Fraction(side, FINE * n)
                step = _hex_at(Fraction(dq * point, n) + hair, Fraction(dr * point, n) + 2 * hair)
                table[:, k, nth, point - 1] = [field.offset(step, odd) for odd in (0, 1)]
    return table


def _hex_at(q: Fraction, r: Fraction) -> Hex:
    """Return the hex that holds a point."""
    x, y, z = round(q), round(r), round(-q - r)
    off_x, off_y, off_z = abs(x - q), abs(y - r), abs(z + q + r)
    if off_x > off_y and off_x > off_z:
        return -y - z, y
    if off_y > off_z:
        return x, -x - z
    return x, y


@lru_cache
def turned_places(radius: int) -> np.ndarray:
    """Return int16 (6, hexes): which hex of the disc, clockwise from east, the k-th one clockwise from a front is."""
    table = np.zeros((TURNS, disc_size(radius)), np.int16)
    for front in range(TURNS):
        for ring in range(1, radius + 1):
            begin, around = disc_size(ring - 1), TURNS * ring
            for place in range(around):
                table[front, begin + place] = begin + (place + front * ring) % around
    return table


@lru_cache
def rings(radius: int) -> np.ndarray:
    """Return int8 (hexes,): how far each hex of the disc lies from its middle."""
    return np.array([max(abs(q), abs(r), abs(q + r)) for q, r in disc(radius)], np.int8)
