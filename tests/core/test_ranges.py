"""Every number of a record has a range, and whole records are checked against them."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.ranges import FLAG, Ranges
from swarmzoo.envs.core.reading import LONGEST_LINE, LONGEST_TEXT, checked_seed, number_in, quoted, whole_text

DTYPE = np.dtype(
    [
        ("done", np.bool_),
        ("where", np.int8, (2, 3)),
        ("seed", np.int64),
        ("bits", np.uint32, 4),
        ("count", np.uint16),
        ("pay", np.float32, 2),
    ],
    align=True,
)
BOUNDS = {
    "done": FLAG,
    "where": (-1, np.array([[0, 1, 2], [3, 4, 5]])),
    "seed": (0, 2**62),
    "bits": None,
    "count": (0, 900),
    "pay": (-1, 1),
}


def records(n: int = 3) -> np.ndarray:
    made = np.zeros(n, DTYPE)
    made["bits"] = 2**32 - 1
    return made


@pytest.mark.parametrize(
    "name, at, value, told",
    [
        ("where", (1, 2), 6, r"where\[1, 2\] = 6: -1 to 5 are allowed"),
        ("where", (0, 0), 1, r"where\[0, 0\] = 1: -1 to 0 are allowed"),
        ("where", (0, 1), -2, r"where\[0, 1\] = -2: -1 to 1 are allowed"),
        ("seed", (), -1, r"seed = -1: 0 to 4611686018427387904 are allowed"),
        ("count", (), 901, r"count = 901: 0 to 900 are allowed"),
        ("pay", (1,), np.nan, r"pay\[1\] = nan: -1.0 to 1.0 are allowed"),
        ("pay", (0,), 1.5, r"pay\[0\] = 1.5"),
    ],
)
def test_a_number_out_of_its_range_is_named_with_its_place(name, at, value, told):
    ranges, found = Ranges(DTYPE, BOUNDS), records()
    ranges.check(found, "state")
    found[name][(1, *at)] = value
    with pytest.raises(GameError, match=rf"^state: {told}"):
        ranges.check(found, "state")
    ranges.check(found[:1], "state")


def test_a_flag_is_a_byte_of_zero_or_one():
    found = records(1)
    found.view(np.uint8)[DTYPE.fields["done"][1]] = 2
    with pytest.raises(GameError, match="done = 2: 0 to 1 are allowed"):
        Ranges(DTYPE, BOUNDS).check(found, "state")


def test_numbers_at_both_ends_of_their_ranges_are_allowed():
    ranges, found = Ranges(DTYPE, BOUNDS), records(2)
    for row, end in enumerate((0, 1)):
        for name, pair in BOUNDS.items():
            if pair is not None:
                found[row][name] = pair[end]
    ranges.check(found, "state")


def test_a_field_without_a_range_is_a_mistake_of_the_programmer():
    with pytest.raises(TypeError, match="count"):
        Ranges(DTYPE, {name: pair for name, pair in BOUNDS.items() if name != "count"})


@pytest.mark.parametrize("word", ["", "-", "1_0", "+1", " 1", "1e3", "\u0661", "9" * 5000, "0x1", "1\n"])
def test_what_is_no_plain_number_is_refused_in_a_short_sentence(word):
    with pytest.raises(GameError) as error:
        number_in(word, 0, 9, "line 3")
    assert str(error.value).startswith("line 3: ") and len(str(error.value)) < 200


def test_a_seed_is_a_whole_number_below_two_to_the_63rd():
    for seed in (-1, 2**63, 2**64, 10**5000, 1.0, True, None, "1", [1]):
        with pytest.raises(GameError, match="seed = "):
            checked_seed(seed)
    assert checked_seed(2**63 - 1) == 2**63 - 1


def test_long_texts_and_lines_and_what_is_no_text_are_refused():
    for text in ("a\n" * LONGEST_TEXT, "a" * (LONGEST_LINE + 1), b"bytes", None, 3):
        with pytest.raises(GameError, match=r"^position"):
            whole_text(text, "position")


def test_whatever_was_given_is_quoted_briefly():
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    for given in (10**5000, deep, "x" * 9999, {"a": "b" * 999}):
        assert len(quoted(given)) < 120


def test_bounds_wider_than_a_field_end_where_it_ends():
    dtype = np.dtype([("few", np.int8), ("many", np.int16)], align=True)
    ranges = Ranges(dtype, {"few": (0, 500), "many": (0, 500)})
    assert ranges.of("few") == (0, 127) and ranges.of("many") == (0, 500)
    ranges.check(np.array([(127, 500)], dtype), "a record")
    with pytest.raises(GameError, match=r"few = -1: 0 to 127 are allowed"):
        ranges.check(np.array([(-1, 0)], dtype), "a record")
