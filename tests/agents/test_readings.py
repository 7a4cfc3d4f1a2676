"""What a network takes a byte of an observation for."""

import numpy as np
import pytest

from swarmzoo.agents.policy.readings import reading_table


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
