"""What the bytes of an observation stand for: numbers, categories, sets of bits."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from swarmzoo.agents.policy.layers import Layer, compiled, product

BYTES = 256
Kind = tuple[str, int]  # number and what counts as 1, category and how many (0: none), bits and how many


def width_of(kind: Kind) -> int:
    """Return how many numbers a byte of a kind stands for."""
    return 1 if kind[0] == "number" else kind[1]


def total_width(kinds: Sequence[Kind]) -> int:
    """Return how many numbers bytes of some kinds stand for."""
    return sum(map(width_of, kinds))


def reading_table(kinds: Sequence[Kind]) -> np.ndarray:
    """Return what every byte of every kind stands for, float32 (kinds, 256, widest)."""
    widest = max(map(width_of, kinds))
    return np.stack([_meanings(kind, widest) for kind in kinds])


@cache
def _meanings(kind: Kind, width: int) -> np.ndarray:
    """Return what every byte of a kind stands for, float32 (256, width)."""
    what, size = kind
    table, bytes_ = np.zeros((BYTES, width), np.float32), np.arange(BYTES)
    if what == "number":
        table[:, 0] = bytes_ / size
    elif what == "bits":
        table[:, :size] = bytes_[:, None] >> np.arange(size) & 1
    else:
        table[bytes_[1 : size + 1], bytes_[:size]] = 1
    return table


def _spread(numbers, table, widths, out):
    """Write what bytes (n, kinds) stand for to ``out`` (n, sum of widths), which holds zeros."""
    for i in range(numbers.shape[0]):
        first = 0
        for k in range(numbers.shape[1]):
            for j in range(widths[k]):
                out[i, first + j] = table[k, numbers[i, k], j]
            first += widths[k]


def _add_read(numbers, shares, out):
    """Add to ``out`` (n, m) the shares (kinds, 256, m) of all bytes (n, kinds); a byte of 0 stands for nothing."""
    for i in range(numbers.shape[0]):
        for k in range(numbers.shape[1]):
            byte = numbers[i, k]
            if byte != 0:
                for j in range(out.shape[1]):
                    out[i, j] += shares[k, byte, j]


def _add_spread(numbers, table, places, weights, out):
    """Add to ``out`` (n, m) what bytes (n, kinds) stand for times the weights (inputs, m) at their places."""
    for i in range(numbers.shape[0]):
        for k in range(numbers.shape[1]):
            byte = numbers[i, k]
            for j in range(places[k], places[k + 1] if byte != 0 else 0):
                value = table[k, byte, j - places[k]]
                if value != 0.0:
                    for output in range(out.shape[1]):
                        out[i, output] += value * weights[j, output]


def _collect_spread(numbers, table, places, out_gradients, first, last, gradients):
    """Add to ``gradients`` (inputs, m) those of the outputs (n, m) that bytes of kinds from first to last had."""
    for i in range(numbers.shape[0]):
        for k in range(first, last):
            byte = numbers[i, k]
            for j in range(places[k], places[k + 1] if byte != 0 else 0):
                value = table[k, byte, j - places[k]]
                if value != 0.0:
                    for output in range(out_gradients.shape[1]):
                        gradients[j, output] += value * out_gradients[i, output]


def _collect_read(numbers, out_gradients, first, last, gradients):
    """Add to ``gradients`` (kinds, 256, m) those of the outputs (n, m) that bytes of kinds from first to last had."""
    for i in range(numbers.shape[0]):
        for k in range(first, last):
            byte = numbers[i, k]
            if byte != 0:
                for j in range(out_gradients.shape[1]):
                    gradients[k, byte, j] += out_gradients[i, j]


def add_read(numbers: np.ndarray, shares: np.ndarray, out: np.ndarray) -> None:
    """Add to ``out``, float32 (n, m), the shares, float32 (kinds, 256, m), of all bytes, uint8 (n, kinds)."""
    compiled(_add_read)(numbers, shares, out)


def collect_read(numbers: np.ndarray, out_gradients: np.ndarray, kinds: slice, gradients: np.ndarray) -> None:
    """Add to the gradients of shares, float32 (kinds, 256, m), what ``add_read`` made of some kinds of bytes."""
    compiled(_collect_read)(numbers, out_gradients, kinds.start, kinds.stop, gradients)


def places_of(kinds: Sequence[Kind]) -> np.ndarray:
    """Return which input of a layer each kind begins at, int64 (kinds + 1,): the last is how many inputs there are."""
    return np.cumsum([0, *map(width_of, kinds)])


def add_spread(
    numbers: np.ndarray, table: np.ndarray, places: np.ndarray, weights: np.ndarray, out: np.ndarray
) -> None:
    """Add to ``out``, float32 (n, m), bytes, uint8 (n, kinds), as what they stand for, times weights (inputs, m)."""
    compiled(_add_spread)(numbers, table, places, weights, out)


def collect_spread(
    numbers: np.ndarray,
    table: np.ndarray,
    places: np.ndarray,
    out_gradients: np.ndarray,
    kinds: slice,
    gradients: np.ndarray,
) -> None:
    """Add to the gradients of weights, float32 (inputs, m), what ``add_spread`` made of some kinds of bytes."""
    compiled(_collect_spread)(numbers, table, places, out_gradients, kinds.start, kinds.stop, gradients)


class Reading:
    """Reads bytes of some kinds."""

    def __init__(self, kinds: Sequence[Kind]):
        self.width, self.count = total_width(kinds), len(kinds)
        self.table = reading_table(kinds)
        self.widths = np.array([width_of(kind) for kind in kinds])

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        """Return uint8 (n, kinds) as what they stand for, float32 (n, width)."""
        out = np.zeros((len(numbers), self.width), np.float32)
        compiled(_spread)(numbers, self.table, self.widths, out)
        return out


class ReadLayer:
    """A layer over bytes, without activation: what each byte of each kind adds to its outputs is worked out before."""

    def __init__(self, reading: Reading, layer: Layer):
        self.bias, begin, shares = layer.bias, 0, []
        for k, width in enumerate(reading.widths):
            values = np.ascontiguousarray(reading.table[k, :, :width])
            shares.append(product(values, layer.weights[begin : begin + width]))
            begin += width
        self.shares = np.stack(shares)

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        """Return float32 (n, outputs) for bytes uint8 (n, kinds)."""
        out = np.empty((len(numbers), len(self.bias)), np.float32)
        out[:] = self.bias
        add_read(numbers, self.shares, out)
        return out
