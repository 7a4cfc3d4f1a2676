"""The lowest bit of a word."""

import pytest

from swarmzoo.envs.core.bits import lowest_bit
from swarmzoo.envs.core.kernel import entry_point


def _lowest(word):
    return lowest_bit(word)


LOWEST = entry_point(_lowest, "test_lowest_bit", {"lowest_bit": lowest_bit})


@pytest.mark.parametrize("bit", range(64))
def test_the_lowest_bit_is_found_whatever_is_set_above_it(bit):
    word = 1 << bit
    for above in (0, 1 << 63, (1 << 64) - (word << 1)):
        bits = (word | above) & ((1 << 64) - 1)
        assert LOWEST(bits - (bits >> 63 << 64)) == bit
