"""Rectangular fields and lines of sight, against slow statements of what they are."""

from fractions import Fraction

import numpy as np
import pytest

from swarmzoo.envs.core.fields import Field, axial, cell_distance, disc, disc_size, sextant, turned_disc
from swarmzoo.envs.core.hexes import DIRECTIONS, distance
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.sight import sees


def _sextant(q, r):
    return sextant(q, r)


def _distance(a, b, stride, margin):
    return cell_distance(a, b, stride, margin)


def _sees(kinds, opacity, limit, a, b, stride, margin):
    return sees(kinds, opacity, limit, a, b, stride, margin)


SEXTANT = entry_point(_sextant, "test_sextant", {"sextant": sextant})
DISTANCE = entry_point(_distance, "test_distance", {"cell_distance": cell_distance})
SEES = entry_point(_sees, "test_sees", {"sees": sees})


@pytest.mark.parametrize("radius", [1, 2, 3, 6])
def test_a_disc_lists_rings_clockwise_from_east(radius):
    hexes = disc(radius)
    assert len(set(hexes)) == len(hexes) == disc_size(radius)
    for ring in range(1, radius + 1):
        around = hexes[disc_size(ring - 1) : disc_size(ring)]
        assert around[0] == (ring, 0) and all(distance(h, (0, 0)) == ring for h in around)
        assert all(distance(a, b) == 1 for a, b in zip(around, around[1:] + around[:1], strict=True))
        assert [SEXTANT(*h) for h in around] == list(range(6 * ring))
    assert [turned_disc(radius, front)[1] for front in range(6)] == list(DIRECTIONS)


def test_offsets_lead_where_the_coordinates_say():
    field = Field(10, 8, 3)
    for row in (3, 4):
        for front in range(6):
            for step, offset in zip(turned_disc(3, front), field.offsets(3)[row & 1, front], strict=True):
                there = axial(*field.place(field.cell(4, row) + int(offset)))
                here = axial(4, row)
                assert there == (here[0] + step[0], here[1] + step[1])


def test_half_a_turn_maps_a_field_onto_itself():
    field, turned = Field(7, 6, 2), {}
    for row in range(6):
        for column in range(7):
            turned[field.cell(column, row)] = field.cell(6 - column, 5 - row)
    for a, image in turned.items():
        for b, other in turned.items():
            assert DISTANCE(a, b, field.stride, field.margin) == DISTANCE(image, other, field.stride, field.margin)


def _slow_sees(opaque, limit, a, b, side):
    """Sum what hides b from a on the line drawn a hair to one side, in fractions, by distances between centres."""

    def flat(q, r):  # a plane in which squared distances are those of hex centres
        return Fraction(q), Fraction(r)

    def square(dq, dr):
        return dq * dq + dq * dr + dr * dr

    steps = distance(a, b)
    hair = (Fraction(side, 10**6), Fraction(2 * side, 10**6))
    hidden = 0
    for i in range(1, steps):
        q = a[0] + Fraction((b[0] - a[0]) * i, steps) + hair[0]
        r = a[1] + Fraction((b[1] - a[1]) * i, steps) + hair[1]
        around = [(round(q) + x, round(r) + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        nearest = min(around, key=lambda h: square(flat(*h)[0] - q, flat(*h)[1] - r))
        hidden += opaque.get(nearest, 0)
    return hidden < limit


def test_sight_is_symmetric_and_agrees_with_a_slow_statement():
    generator = np.random.default_rng(5)
    field = Field(16, 14, 2)
    opacity = np.array([0, 1, 2], np.int8)
    seen = 0
    for _ in range(12):
        kinds = np.zeros(field.cells, np.int8)
        opaque = {}
        for row in range(field.rows):
            for column in range(field.columns):
                kind = int(generator.choice(3, p=[0.75, 0.15, 0.1]))
                kinds[field.cell(column, row)] = kind
                opaque[axial(column, row)] = kind
        for _ in range(150):
            c, r, d, s = (int(generator.integers(n)) for n in (16, 14, 16, 14))
            there = SEES(kinds, opacity, 2, field.cell(c, r), field.cell(d, s), field.stride, field.margin)
            back = SEES(kinds, opacity, 2, field.cell(d, s), field.cell(c, r), field.stride, field.margin)
            slow = any(_slow_sees(opaque, 2, axial(c, r), axial(d, s), side) for side in (-1, 1))
            assert there == back == slow, ((c, r), (d, s))
            seen += there
    assert 400 < seen < 1500
