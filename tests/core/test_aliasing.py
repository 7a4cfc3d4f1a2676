"""What is written to one field of a record is not feared to change another; what may change it is."""

import re

import numpy as np
import pytest

from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.cache import cache_folder
from swarmzoo.envs.core.compiler import EntryLibrary
from swarmzoo.envs.core.kernel import JIT, entry_point, kernel

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")
UNIT = np.dtype([("hp", np.int8), ("slots", np.int8, (3,))], align=True)
STATE = np.dtype(
    [("count", np.int8), ("board", np.int8, (8,)), ("wide", np.int16, (4,)), ("units", UNIT, (2,))], align=True
)


@kernel
def other_field(state, i):
    first = state.count
    state.board[i] = 1
    state.units[i].hp = 2
    return first + state.count


@kernel
def other_numbers(state, i):
    first = state.count
    state.wide[i] = 1
    return first + state.count


@kernel
def same_field(state, i):
    first = state.board[0]
    state.board[i] = 5
    return first + state.board[0]


@kernel
def write(row, i):
    row[i] = 5


@kernel
def row_of_it(state, i):
    first = state.board[0]
    write(state.board, i)
    return first + state.board[0]


@kernel
def unit_of_it(state, i):
    unit = state.units[0]
    first = unit.hp
    state.units[i].hp = 5
    return first + unit.hp


def run(states, i):
    return work(states[0], i)  # noqa: F821  (bound to a kernel)


def run_on_rows(states, rows, i):
    first = states[0].board[0]
    write(rows[0], i)
    return first + states[0].board[0]


@pytest.fixture
def codes(monkeypatch, tmp_path):
    """Compile into an empty cache, and collect the optimised code."""
    found = []

    def noting(library):
        optimise(library)
        found.append(str(library._final_module))

    optimise = EntryLibrary._optimize_final_module
    monkeypatch.setattr(EntryLibrary, "_optimize_final_module", noting)
    monkeypatch.setenv("SWARMZOO_CACHE", str(tmp_path))
    cache_folder.cache_clear()
    yield found
    cache_folder.cache_clear()


@pytest.mark.parametrize(
    ("work", "reads", "sums"),
    [
        (other_field, 1, (6, 6)),
        (other_numbers, 1, (6, 6)),
        (same_field, 2, (5, 0)),
        (row_of_it, 2, (5, 0)),
        (unit_of_it, 2, (5, 0)),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_number_is_read_again_only_if_its_field_was_written(codes, work, reads, sums):
    ran = entry_point(run, f"aliasing_{work.__name__}", {"work": work})
    for i, expected in enumerate(sums):
        states = np.zeros(1, STATE)
        states["count"] = 3
        assert ran(states, i) == expected
    (code,) = codes
    assert len(re.findall(r"= load i8,", code)) == reads


def test_an_array_of_whose_owner_nothing_is_known_may_be_part_of_a_record(codes):
    ran = entry_point(run_on_rows, "aliasing_rows", {"write": write})
    states = np.zeros(1, STATE)
    assert ran(states, states["board"], 0) == 5
    assert ran(states, states["board"].copy(), 0) == 10


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_fields_of_records_of_games_do_not_overlap(found):
    game = found.make(found.config())
    for record in (game.state, game.rules.dtype):
        _check(record)


def _check(record):
    ends = 0
    for kind, offset in sorted((field[:2] for field in record.fields.values()), key=lambda one: one[1]):
        assert offset >= ends
        ends = offset + kind.itemsize
        if kind.base.fields:
            _check(kind.base)
    assert ends <= record.itemsize
