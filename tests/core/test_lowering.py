"""Compiled kernels read and write fields of records where Python does."""

import numpy as np
import pytest
from numba.core.unsafe.refcount import get_refcount

from swarmzoo.envs.core.borrowing import borrowed
from swarmzoo.envs.core.kernel import JIT, entry_point, kernel

UNIT = np.dtype([("hp", np.int16), ("slots", np.int8, (3,)), ("is_ready", np.bool_)])
STATE = np.dtype(
    [
        ("tag", np.int8),
        ("board", np.int8, (4, 5)),
        ("units", UNIT, (3,)),
        ("marks", np.int8, (4,)),
        ("sums", "i8", (2, 2, 3)),
        ("wide", np.int16, (3, 4)),
        ("weights", np.float32, (4,)),
        ("small", np.uint8, (3, 2)),
    ]
)


@kernel
def row_sum(row):
    total = 0
    for one in row:
        total += one
    return total


@kernel
def stir(state, i, j):
    board, small = state.board, np.uint8(2)
    for k in range(4):
        board[k, k] += k
        state["board"][3 - k, j] -= 1
    spot = i, j
    other = spot
    board[other] = board[1, -1] + state.board[small, small]
    state.units[i].hp += board[0, 0]
    state.units[-1].slots[2 - i] = state.units[0].slots[-1] + 1
    state.units[1].is_ready = not state.units[j].is_ready
    state.marks[i] = state.marks[3 - i] + (board[spot] > 0)
    state.sums[1, i % 2, -1] = row_sum(board[i]) + len(board) + board[i].sum()
    board[j][1:] = 7
    for unit in state.units:
        unit.hp += 1
    state.tag = board[other if i > 1 else (0, 0)]


def run(states, i, j):
    work(states[0], i, j)  # noqa: F821  (bound to a kernel)


@kernel
def pick(a, b, c):
    if a > b:
        best = a
    else:
        best = b
        a, c = c, a
    return min(best, c, a) + max(a, int(c > b), b) + int(best)


@kernel
def first_above(row, least):
    for k in range(row.shape[0]):
        if row[k] > least:
            return k
    return -1


@kernel
def fill(table, row, i):
    table[:] = -1
    row[:] = i
    table[i, 1] += row.shape[0] + table.shape[1]


@kernel
def count(state, i, j):
    """Loops of all kinds, variables of several blocks, whole arrays filled, and rows handed on."""
    total, step = 0, 2 * i + 1
    for k in range(3, -1, -1):
        total += k * state.marks[k]
        if total > 40:
            break
    numbers = range(state.marks[j] + i, 9)
    for k in numbers:
        for m in range(k, 9, step):
            if m == 7:
                continue
            total, step = total + m - k, step + (m == 8)
    for k in numbers:
        total -= k
    for k in range(5, j):
        total *= k
    last = -1
    for k in range(j):
        last = k
    state.sums[:] = 0
    state.board[:] = j
    state.units[i].slots[:] = -2
    state.wide[:] = -3
    state.weights[:] = 0.0
    state.small[i, :] = 5
    fill(state.wide, state.board[j], i)
    state.marks[0] = first_above(state.board[j], i - 1) + len(state.board[0]) + last
    state.sums[0, 0, i] = total + pick(i, j, state.marks[0]) + k
    state.sums[0, 1, 0] = step + min(state.tag, i) - max(j, state.tag) + int(state.units[j].is_ready)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
@pytest.mark.parametrize("work", ["stir", "count"])
@pytest.mark.parametrize(("i", "j"), [(0, 0), (1, 2), (2, 1)])
def test_fields_are_read_and_written_as_in_python(work, i, j):
    rng = np.random.default_rng(1)
    states = np.zeros(2, STATE).view(np.recarray)
    states["board"], states["sums"] = rng.integers(-9, 9, (4, 5)), rng.integers(-9, 9, (2, 2, 3))
    states["units"]["hp"], states["units"]["slots"] = [3, 4, 5], rng.integers(-9, 9, (3, 3))
    states["marks"], states["tag"], states["small"], states["weights"] = [1, 0, 1, 0], 3, 9, 0.5
    COMPILED[work](states.view(np.ndarray).view(STATE)[:1], i, j)
    kernels = {name: kept for name, kept in globals().items() if hasattr(kept, "py_func")}
    globals().update({name: kept.py_func for name, kept in kernels.items()})
    try:
        globals()[work](states[1], i, j)
    finally:
        globals().update(kernels)
    assert states[0] == states[1]
    assert states[0].tobytes() == states[1].tobytes()


COMPILED = {name: entry_point(run, f"{name}_fields", {"work": globals()[name]}) for name in ("stir", "count")}


@kernel
def refuse(n):
    if n > 2:
        raise ValueError("too many")
    return n


@kernel
def hand_on(n):
    return refuse(n) + 1


def ask(n):
    return hand_on(hand_on(n))


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_what_a_kernel_raises_is_raised_through_all_that_call_it():
    asked = entry_point(ask, "raising_ask", {"hand_on": hand_on})
    assert asked(1) == 3
    for n in (2, 3):
        with pytest.raises(ValueError, match="too many"):
            asked(n)


@kernel
def sum_up(numbers):
    return np.tri(numbers[1], numbers.shape[0], 1).sum() + min(numbers[0], 4) + (4 in numbers.shape)


def add_up(numbers):
    return sum_up(numbers)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_functions_that_numba_compiles_on_the_way_are_compiled_as_ever():
    added = entry_point(add_up, "summing_up", {"sum_up": sum_up})
    assert added(np.array([5, 3, 0, 0])) == (2 + 3 + 4) + 4 + 1


@kernel
def touch(row):
    row[0] += 1


@kernel
def mark(out, k):
    """Uses an array last in a branch, and parts of it in loops."""
    part = out[1:]
    for m in range(k):
        if m == 1:
            touch(part)
        touch(out[m:])
    if k > 2:
        touch(part[1:])
    if k > 1:
        touch(out[k:])


def owners(out, k):
    before = get_refcount(out)
    mark(out, k)
    return before - get_refcount(out)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_arrays_have_as_many_owners_after_a_kernel_as_before():
    """One owner too few, and the memory is given back while others still use it."""
    counted = entry_point(owners, "counting_owners", {"mark": mark})
    assert [counted(np.zeros(9, np.float32), k) for k in range(5)] == [0, 0, 0, 0, 0]


def borrows(out, k):
    before = get_refcount(out)
    mark(borrowed(out), k)
    touch(borrowed(out)[k:])
    return before - get_refcount(out)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_borrowed_array_is_the_same_memory_with_no_owners_of_its_own():
    borrowing, out = entry_point(borrows, "counting_borrowed", {"mark": mark, "touch": touch}), np.zeros(9, np.float32)
    assert borrowing(out, 3) == 0
    assert out.tolist() == [1.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0]
