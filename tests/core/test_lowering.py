"""Compiled kernels read and write fields of records where Python does."""

import numpy as np
import pytest

from swarmzoo.envs.core.kernel import JIT, entry_point, kernel

UNIT = np.dtype([("hp", np.int16), ("slots", np.int8, (3,)), ("is_ready", np.bool_)])
STATE = np.dtype(
    [
        ("tag", np.int8),
        ("board", np.int8, (4, 5)),
        ("units", UNIT, (3,)),
        ("marks", np.int8, (4,)),
        ("sums", "i8", (2, 2, 2)),
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
        state["board"][-k - 1, j] -= 1
    spot = i, j
    other = spot
    board[other] = board[1, -1] + state.board[small, small]
    state.units[i].hp += board[0, 0]
    state.units[-1].slots[i - 3] = state.units[0].slots[-1] + 1
    state.units[1].is_ready = not state.units[j].is_ready
    state.marks[i] = state.marks[-i] + (board[spot] > 0)
    state.sums[1, i - 2, -1] = row_sum(board[i]) + len(board) + board[i].sum()
    board[j][1:] = 7
    for unit in state.units:
        unit.hp += 1
    state.tag = board[other if i > 1 else (0, 0)]


def run(states, i, j):
    stir(states[0], i, j)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
@pytest.mark.parametrize(("i", "j"), [(0, 0), (1, 2), (2, 1)])
def test_fields_are_read_and_written_as_in_python(i, j):
    rng = np.random.default_rng(1)
    states = np.zeros(2, STATE).view(np.recarray)
    states["board"], states["sums"] = rng.integers(-9, 9, (4, 5)), rng.integers(-9, 9, (2, 2, 2))
    states["units"]["hp"], states["units"]["slots"] = [3, 4, 5], rng.integers(-9, 9, (3, 3))
    states["marks"] = [1, 0, 1, 0]
    COMPILED(states.view(np.ndarray).view(STATE)[:1], i, j)
    stir.py_func.__globals__["row_sum"], kept = row_sum.py_func, row_sum
    try:
        stir.py_func(states[1], i, j)
    finally:
        stir.py_func.__globals__["row_sum"] = kept
    assert states[0] == states[1]
    assert states[0].tobytes() == states[1].tobytes()


COMPILED = entry_point(run, "stir_fields", {})
