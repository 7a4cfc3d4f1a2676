"""What a network takes a byte of an observation for."""

import numpy as np
import pytest

from swarmzoo.agents.policy.layers import Layer
from swarmzoo.agents.policy.readings import AT_ONCE, Reading, SpreadLayer, reading_table, width_of


@pytest.mark.parametrize("byte", [0, 1, 3, 4, 5, 200, 255])
def test_a_byte_is_a_share_or_bits_or_a_place(byte):
    kinds = [("number", 50), ("bits", 3), ("category", 4)]
    number, bits, place = reading_table(kinds)[:, byte]
    assert number.tolist() == [pytest.approx(byte / 50), 0, 0, 0]
    assert bits.tolist() == [byte & 1, byte >> 1 & 1, byte >> 2 & 1, 0]
    assert place.tolist() == [float(byte == k) for k in (1, 2, 3, 4)]


def test_a_table_is_as_wide_as_its_widest_kind():
    assert reading_table([("number", 9)]).shape == (1, 256, 1)
    assert reading_table([("number", 9), ("bits", 6)]).shape == (2, 256, 6)
    assert reading_table([("bits", 2)]).dtype == np.float32


KINDS = [("number", 50), ("bits", 8), ("category", 40), ("number", 9), ("bits", 3)] * 60


@pytest.mark.parametrize("count", [1, 63, 130])
def test_sums_over_bytes_are_those_over_all_that_they_stand_for_in_its_order(count):
    generator = np.random.default_rng(count)
    numbers = generator.integers(0, 256, (count, len(KINDS))).astype(np.uint8)
    numbers[generator.random(numbers.shape) < 0.5] = 0
    table, reading = reading_table(KINDS), Reading(KINDS)
    meant = np.concatenate([table[k, numbers[:, k], : width_of(kind)] for k, kind in enumerate(KINDS)], axis=1)
    assert meant.shape[1] == reading.width > 2 * AT_ONCE
    before, bias = generator.normal(size=(count, 7)).astype(np.float32), np.arange(19, dtype=np.float32)
    weights = generator.normal(size=(7 + reading.width, 19)).astype(np.float32)
    inputs, wanted = np.concatenate([before, meant], axis=1), np.tile(bias, (count, 1))
    for k in range(len(weights)):
        wanted = wanted + inputs[:, k : k + 1] * weights[k]
    found = SpreadLayer(Layer(weights.T, bias))(reading.pick(numbers), before)
    np.testing.assert_array_equal(found, wanted)
    alone = np.tile(bias, (count, 1))
    reading.add_product(alone, numbers, weights[7:])
    none_before = SpreadLayer(Layer(weights[7:].T, bias))(reading.pick(numbers))
    np.testing.assert_array_equal(alone, none_before)


def test_gradients_are_those_of_the_sums():
    generator = np.random.default_rng(3)
    numbers = generator.integers(0, 256, (40, len(KINDS))).astype(np.uint8) * (generator.random((40, len(KINDS))) < 0.5)
    table, reading = reading_table(KINDS), Reading(KINDS)
    meant = np.concatenate([table[k, numbers[:, k], : width_of(kind)] for k, kind in enumerate(KINDS)], axis=1)
    given, found = generator.normal(size=(40, 5)).astype(np.float32), np.zeros((reading.width, 5), np.float32)
    for part in (slice(0, 100), slice(100, reading.count)):
        reading.collect(numbers, given, part, found)
    np.testing.assert_allclose(found, meant.T @ given, atol=1e-4)
