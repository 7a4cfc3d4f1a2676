"""Rectangular fields and lines of sight, against slow statements of what they are."""

from fractions import Fraction

import numpy as np
import pytest

from swarmzoo.envs.core.fields import (
    Field,
    axial,
    bearing,
    cell_at,
    column_of,
    disc,
    disc_size,
    image_of,
    neighbour,
    sextant,
    turned,
    turned_disc,
)
from swarmzoo.envs.core.fields import distance as cell_distance
from swarmzoo.envs.core.hexes import DIRECTIONS, distance
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.lines import hexes_between
from swarmzoo.envs.core.sight import fewest_between, sees
from tests.core.plain_field import field_record


def _sextant(q, r):
    return sextant(q, r)


def _bearing(q, r):
    return bearing(q, r)


def _turned(q, r, front):
    return turned(q, r, front)


def _distance(rules, a, b):
    return cell_distance(rules[0], a, b)


def _beside(rules, cell, direction):
    return neighbour(rules[0], cell, direction)


def _image(rules, column, row):
    return image_of(rules[0], cell_at(rules[0], column, row))


def _column(rules, cell):
    return column_of(rules[0], cell)


def _sees(rules, kinds, opacity, limit, a, b):
    return sees(rules[0], kinds, opacity, limit, a, b)


def _fewest(rules, occupant, a, b):
    return fewest_between(rules[0], occupant, a, b)


SEXTANT = entry_point(_sextant, "test_sextant", {"sextant": sextant})
BEARING = entry_point(_bearing, "test_bearing", {"bearing": bearing})
TURNED = entry_point(_turned, "test_turned", {"turned": turned})
DISTANCE = entry_point(_distance, "test_distance", {"cell_distance": cell_distance})
BESIDE = entry_point(_beside, "test_beside", {"neighbour": neighbour})
IMAGE = entry_point(_image, "test_image", {"image_of": image_of, "cell_at": cell_at})
COLUMN = entry_point(_column, "test_column", {"column_of": column_of})
SEES = entry_point(_sees, "test_sees", {"sees": sees})
FEWEST = entry_point(_fewest, "test_fewest", {"fewest_between": fewest_between})


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


def test_every_cell_knows_its_column_and_its_six_neighbours():
    field = Field(7, 6, 2)
    rules = field_record(field)
    for row in range(6):
        for column in range(7):
            here = field.cell(column, row)
            assert COLUMN(rules, here) == column
            for direction, (dq, dr) in enumerate(DIRECTIONS):
                q, r = axial(*field.place(BESIDE(rules, here, direction)))
                assert (q - dq, r - dr) == axial(column, row)


def test_half_a_turn_maps_a_field_onto_itself():
    field, images = Field(7, 6, 2), {}
    rules = field_record(field)
    for row in range(6):
        for column in range(7):
            images[field.cell(column, row)] = IMAGE(rules, column, row)
    assert images == {a: field.image(a) for a in images}
    assert all(images[image] == a for a, image in images.items())
    for a, image in images.items():
        for b, other in images.items():
            assert DISTANCE(rules, a, b) == DISTANCE(rules, image, other)


@pytest.mark.parametrize("far", range(1, 6))
def test_a_bearing_is_the_nearest_direction_and_turns_with_the_hex(far):
    assert BEARING(0, 0) == -1
    for direction, (q, r) in enumerate(DIRECTIONS):
        assert BEARING(far * q, far * r) == direction
    for q, r in disc(far)[1:]:
        for front in range(6):
            assert BEARING(*TURNED(q, r, front)) == (BEARING(q, r) - front) % 6


def _plane(q, r):
    return np.array([q + r / 2, r * 3**0.5 / 2])


@pytest.mark.parametrize("far", range(1, 6))
def test_no_direction_points_nearer_to_a_hex_than_its_bearing(far):
    for q, r in disc(far)[1:]:
        along = [float(_plane(*way) @ _plane(q, r)) for way in DIRECTIONS]
        assert along[BEARING(q, r)] >= max(along) - 1e-9


def _slow_line(a, b, side):
    """Return the hexes between two on the line drawn a hair to one side, in fractions, by distances between centres."""
    steps = distance(a, b)
    hair = (Fraction(side, 10**6), Fraction(2 * side, 10**6))
    found = []
    for i in range(1, steps):
        q = a[0] + Fraction((b[0] - a[0]) * i, steps) + hair[0]
        r = a[1] + Fraction((b[1] - a[1]) * i, steps) + hair[1]
        around = [(round(q) + x, round(r) + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        found.append(min(around, key=lambda h: _square(h[0] - q, h[1] - r)))
    return found


def _square(dq, dr):
    """Return the square of a length in a plane in which hex centres lie as on the field."""
    return dq * dq + dq * dr + dr * dr


@pytest.mark.parametrize("side", [-1, 1])
def test_a_line_goes_through_the_hexes_of_the_slow_statement(side):
    for there in disc(9):
        assert hexes_between(there, side) == _slow_line((0, 0), there, side)


def test_sight_is_symmetric_and_agrees_with_a_slow_statement():
    generator = np.random.default_rng(5)
    field = Field(16, 14, 2)
    rules = field_record(field)
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
            there = SEES(rules, kinds, opacity, 2, field.cell(c, r), field.cell(d, s))
            back = SEES(rules, kinds, opacity, 2, field.cell(d, s), field.cell(c, r))
            lines = [_slow_line(axial(c, r), axial(d, s), side) for side in (-1, 1)]
            slow = any(sum(opaque.get(h, 0) for h in line) < 2 for line in lines)
            assert there == back == slow, ((c, r), (d, s))
            seen += there
    assert 400 < seen < 1500


def test_those_between_are_counted_on_the_freer_line_and_the_same_from_both_ends():
    generator, field = np.random.default_rng(6), Field(16, 14, 2)
    rules, most = field_record(field), 0
    occupant = np.full(field.cells, -1, np.int16)
    held = {}
    for row in range(field.rows):
        for column in range(field.columns):
            held[axial(column, row)] = bool(generator.random() < 0.3)
            occupant[field.cell(column, row)] = 0 if held[axial(column, row)] else -1
    for _ in range(300):
        c, r, d, s = (int(generator.integers(n)) for n in (16, 14, 16, 14))
        there = FEWEST(rules, occupant, field.cell(c, r), field.cell(d, s))
        back = FEWEST(rules, occupant, field.cell(d, s), field.cell(c, r))
        lines = [_slow_line(axial(c, r), axial(d, s), side) for side in (-1, 1)]
        assert there == back == min(sum(held[h] for h in line) for line in lines)
        most = max(most, there)
    assert most > 3
