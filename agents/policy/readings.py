"""What the bytes of an observation stand for: numbers, categories, sets of bits."""

from collections.abc import Sequence

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
    table = np.zeros((len(kinds), BYTES, max(map(width_of, kinds))), np.float32)
    for k, (kind, size) in enumerate(kinds):
        for byte in range(BYTES):
            if kind == "number":
                table[k, byte, 0] = byte / size
            elif kind == "bits":
                table[k, byte, :size] = [byte >> bit & 1 for bit in range(size)]
            elif 0 < byte <= size:
                table[k, byte, byte - 1] = 1
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
    """Add to ``out`` (n, m) the shares (kinds, 256, m) of all bytes (n, kinds)."""
    for i in range(numbers.shape[0]):
        for k in range(numbers.shape[1]):
            byte = numbers[i, k]
            for j in range(out.shape[1]):
                out[i, j] += shares[k, byte, j]


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
        compiled(_add_read)(numbers, self.shares, out)
        return out
