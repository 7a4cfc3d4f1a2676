"""Layers without torch: the same bits for a row alone or in a batch, with any number of threads, on any machine.

Every sum adds its products one by one, in the order of the inputs, each rounded to float32. Libraries for matrices sum
in an order that depends on the batch, the threads and the processor; this kernel is fast all the same, since the inputs
are mostly zeros, which it skips, and the sums of one row lie side by side.
"""

from collections.abc import Callable
from functools import cache
from math import erf, floor, ldexp, prod
from typing import Any

import numpy as np

from swarmzoo.envs.core.kernel import entry_point, kernel

AT_ONCE = 32  # inputs whose weights stay in the processor's nearest cache while all rows pass
ROWS = 64  # what is worked out for so many rows at once stays in the cache too
LINE = 64  # bytes of a cache line: vectors that begin elsewhere lie in two of them
LOG2_E = 1.4426950408889634
LN_2, REST_OF_LN_2 = 0.6931471803691238, 1.9082149292705877e-10  # the first has so few bits that n * LN_2 is exact
TERMS = 14  # of the series of e to the power of at most ln(2) / 2: the next one is below float64
FARTHEST = 700.0  # e to the power of more leaves float64
ACTIVATIONS = ("Identity", "ReLU", "Tanh", "Sigmoid", "SiLU", "ELU", "LeakyReLU", "GELU")
IDENTITY, RELU, TANH, SIGMOID, SILU, ELU, LEAKY_RELU, GELU = range(len(ACTIVATIONS))


@kernel
def exponential(x):
    """Return e to the power of x, float64, by sums, products and quotients alone."""
    x = min(max(x, -FARTHEST), FARTHEST)
    n = floor(x * LOG2_E + 0.5)
    rest = (x - n * LN_2) - n * REST_OF_LN_2
    total = 1.0
    for k in range(TERMS, 0, -1):
        total = 1.0 + rest * total / k
    return ldexp(total, int(n))


@kernel
def activated(x, kind):
    """Return what an activation makes of a number, float64."""
    if kind == TANH:
        return 1.0 - 2.0 / (exponential(2.0 * x) + 1.0)
    if kind == SIGMOID:
        return 1.0 / (1.0 + exponential(-x))
    if kind == SILU:
        return x / (1.0 + exponential(-x))
    if kind == GELU:
        return 0.5 * x * (1.0 + erf(x * 0.7071067811865476))
    if x >= 0.0 or kind == IDENTITY:
        return x
    if kind == ELU:
        return exponential(x) - 1.0
    return 0.01 * x if kind == LEAKY_RELU else 0.0


@kernel
def add_picked(out, i, values, picked, begin, end, weights):
    """Add to a row of ``out`` (n, m) values times the weights (k, m) of the inputs that are picked, from .. to."""
    fours = end - (end - begin) % 4
    for n in range(begin, fours, 4):
        a, b, c, d = picked[n], picked[n + 1], picked[n + 2], picked[n + 3]
        p, q, r, s = values[n], values[n + 1], values[n + 2], values[n + 3]
        for j in range(out.shape[1]):
            total = out[i, j] + p * weights[a, j]
            total = total + q * weights[b, j]
            total = total + r * weights[c, j]
            out[i, j] = total + s * weights[d, j]
    for n in range(fours, end):
        a, p = picked[n], values[n]
        for j in range(out.shape[1]):
            out[i, j] += p * weights[a, j]


def _multiply(rows, weights, out, values, picked):
    """Add to ``out`` (n, m) the products of ``rows`` (n, k) and ``weights`` (k, m); the others have room to work in."""
    for start in range(0, rows.shape[1], AT_ONCE):
        stop = min(start + AT_ONCE, rows.shape[1])
        for i in range(rows.shape[0]):
            count = 0
            for k in range(start, stop):
                picked[count], values[count] = k, rows[i, k]
                if rows[i, k] != 0.0:
                    count += 1
            add_picked(out, i, values, picked, 0, count, weights)


def _activate(values, kind):
    """Replace ``values`` (n,) by what an activation makes of them."""
    for i in range(values.shape[0]):
        values[i] = activated(float(values[i]), kind)


@cache
def compiled(template: Callable) -> Any:
    """Return a function over arrays, compiled when it is first called."""
    return entry_point(template, f"policy{template.__name__}", {})


def add_product(out: np.ndarray, rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Add rows (n, k) times weights (k, m) to ``out`` (n, m), all float32; return it.

    Arrays must be writable and lie in memory row by row: other kinds would be compiled on their own.
    """
    compiled(_multiply)(rows, weights, out, np.empty(AT_ONCE + 1, np.float32), np.empty(AT_ONCE + 1, np.int64))
    return out


def product(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return rows (n, k) times weights (k, m), float32 (n, m); see ``add_product``."""
    return add_product(np.zeros((len(rows), weights.shape[1]), np.float32), rows, weights)


def in_lines(values: np.ndarray, copies: int | None = None) -> np.ndarray:
    """Return float32 values, or so many copies of them one below the other, where a cache line begins."""
    shape = values.shape if copies is None else (copies, *values.shape)
    size = prod(shape)
    memory = np.empty(size + LINE // 4, np.float32)
    first = -memory.ctypes.data % LINE // 4
    out = memory[first : first + size].reshape(shape)
    out[:] = values
    return out


def activate(values: np.ndarray, kind: int) -> np.ndarray:
    """Apply an activation, by its number in ``ACTIVATIONS``, to float32 values in place; return them."""
    if kind == RELU:
        return np.maximum(values, np.float32(0), out=values)
    if kind != IDENTITY:
        compiled(_activate)(values.reshape(-1), kind)
    return values


class Layer:
    """Weights float32 (inputs, outputs), a bias (outputs,) and an activation."""

    def __init__(self, weights: np.ndarray, bias: np.ndarray, activation: int = IDENTITY):
        self.weights = in_lines(weights.T)
        self.bias, self.activation = np.array(bias, np.float32), activation

    def __call__(self, *parts: np.ndarray) -> np.ndarray:
        """Return float32 (n, outputs) for the inputs, float32 (n, inputs), in one part or in several."""
        return activate(self.begun(len(parts[0]), *parts)[0], self.activation)

    def begun(self, count: int, *parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return sums over the first inputs of so many rows, without activation, and the weights of all others."""
        out, begin = in_lines(self.bias, count), 0
        for part in parts:
            add_product(out, part, self.weights[begin : begin + part.shape[1]])
            begin += part.shape[1]
        return out, self.weights[begin:]


class Stack:
    """Layers one after the other."""

    def __init__(self, *layers: Layer):
        self.layers = layers

    def __call__(self, *parts: np.ndarray) -> np.ndarray:
        """Return float32 (n, outputs of the last layer) for the inputs of the first, in one part or in several."""
        for layer in self.layers:
            parts = (layer(*parts),)
        return parts[0]
