"""What the bytes of an observation stand for: numbers, categories, sets of bits."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from swarmzoo.agents.policy.layers import ROWS, Layer, activate, add_picked, compiled, in_lines, product

BYTES = 256
AT_ONCE = 512  # inputs whose weights stay in the processor's cache while rows pass, few of which are not 0
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


def _add_read(numbers, shares, out):
    """Add to ``out`` (n, m) the shares (kinds, 256, m) of all bytes (n, kinds); a byte of 0 stands for nothing."""
    for i in range(numbers.shape[0]):
        for k in range(numbers.shape[1]):
            byte = numbers[i, k]
            if byte != 0:
                for j in range(out.shape[1]):
                    out[i, j] += shares[k, byte, j]


def _pick(numbers, kinds, places, entries, offsets, meanings, bounds, values, picked, ends):
    """Write which numbers that bytes (n, kinds) stand for are not 0: ``values`` and their places, ``picked``.

    Both are (n, most), and ``ends`` (n, parts) says where in a row each part ends; ``bounds`` (parts + 1,) is which
    byte each part begins with. What byte ``b`` of a kind stands for are the offsets and meanings from
    ``entries[kind, b]`` on.
    """
    for i in range(numbers.shape[0]):
        count = 0
        for part in range(ends.shape[1]):
            for k in range(bounds[part], bounds[part + 1]):
                byte = numbers[i, k]
                if byte != 0:
                    for entry in range(entries[kinds[k], byte], entries[kinds[k], byte + 1]):
                        picked[i, count], values[i, count] = places[k] + offsets[entry], meanings[entry]
                        count += 1
            ends[i, part] = count


def _multiply_picked(values, picked, ends, weights, out):
    """Add to ``out`` (n, m) values (n, most) times the weights (inputs, m) of the inputs that are picked (n, most)."""
    for part in range(ends.shape[1]):
        for i in range(values.shape[0]):
            begin = ends[i, part - 1] if part > 0 else 0
            add_picked(out, i, values[i], picked[i], begin, ends[i, part], weights)


def _collect_spread(numbers, table, kinds, places, out_gradients, first, last, gradients):
    """Add to ``gradients`` (inputs, m) those of the outputs (n, m) that bytes of kinds from first to last had."""
    for i in range(numbers.shape[0]):
        for k in range(first, last):
            byte = numbers[i, k]
            for j in range(places[k], places[k + 1] if byte != 0 else 0):
                value = table[kinds[k], byte, j - places[k]]
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


class Picked(NamedTuple):
    """The numbers that rows of bytes stand for, those that are not 0: values and places (n, most), and ``ends``."""

    values: np.ndarray
    places: np.ndarray
    ends: np.ndarray

    def add_product(self, out: np.ndarray, weights: np.ndarray) -> None:
        """Add to ``out``, float32 (n, m), the products with weights (width, m)."""
        compiled(_multiply_picked)(*self, weights, out)


class Reading:
    """Reads bytes of some kinds: byte k stands for ``table[kinds[k]]``, from ``places[k]`` on among all numbers."""

    def __init__(self, kinds: Sequence[Kind]):
        different = list(dict.fromkeys(kinds))
        self.width, self.count = total_width(kinds), len(kinds)
        self.table, self.places = reading_table(different), places_of(kinds)
        self.kinds = np.array([different.index(kind) for kind in kinds])
        counts = np.count_nonzero(self.table, axis=2)
        self._entries = np.zeros((len(different), BYTES + 1), np.int64)
        self._entries[:, 1:] = counts.cumsum().reshape(counts.shape)
        self._entries[1:, 0] = self._entries[:-1, -1]
        self._offsets, self._meanings = self.table.nonzero()[2], self.table[self.table.nonzero()]
        self._most = int(counts.max(axis=1)[self.kinds].sum())
        parts = self.places[:-1] // AT_ONCE
        self._bounds = np.append(np.flatnonzero(np.diff(parts, prepend=-1)), self.count)

    def pick(self, numbers: np.ndarray) -> Picked:
        """Return what of all that bytes, uint8 (n, kinds), stand for is not 0."""
        shape = len(numbers), self._most
        found = Picked(
            np.empty(shape, np.float32),
            np.empty(shape, np.int64),
            np.empty((len(numbers), len(self._bounds) - 1), np.int64),
        )
        compiled(_pick)(
            *(numbers, self.kinds, self.places, self._entries, self._offsets, self._meanings, self._bounds), *found
        )
        return found

    def add_product(self, out: np.ndarray, numbers: np.ndarray, weights: np.ndarray) -> None:
        """Add to ``out``, float32 (n, m), bytes, uint8 (n, kinds), as what they stand for, times weights (width, m)."""
        for begin in range(0, max(len(numbers), 1), ROWS):
            rows = slice(begin, begin + ROWS)
            self.pick(numbers[rows]).add_product(out[rows], weights)

    def collect(self, numbers: np.ndarray, out_gradients: np.ndarray, kinds: slice, gradients: np.ndarray) -> None:
        """Add to the gradients of weights, float32 (width, m), what ``add_product`` made of some kinds of bytes."""
        compiled(_collect_spread)(
            numbers, self.table, self.kinds, self.places, out_gradients, kinds.start, kinds.stop, gradients
        )


class SpreadLayer:
    """A layer of which some inputs may be numbers, and all others are what bytes stand for."""

    def __init__(self, layer: Layer):
        self.layer = layer

    def __call__(self, picked: Picked, *before: np.ndarray) -> np.ndarray:
        """Return float32 (n, outputs) for what bytes stand for, and the inputs before it, float32 (n, k)."""
        out, weights = self.layer.begun(len(picked.values), *before)
        picked.add_product(out, weights)
        return activate(out, self.layer.activation)


class ReadLayer:
    """A layer over bytes, without activation: what each byte of each kind adds to its outputs is worked out before."""

    def __init__(self, reading: Reading, layer: Layer):
        self.bias, shares = layer.bias, []
        for kind, begin, end in zip(reading.kinds, reading.places, reading.places[1:], strict=False):
            values = np.ascontiguousarray(reading.table[kind, :, : end - begin])
            shares.append(product(values, layer.weights[begin:end]))
        self.shares = np.stack(shares)

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        """Return float32 (n, outputs) for bytes uint8 (n, kinds)."""
        out = in_lines(self.bias, len(numbers))
        add_read(numbers, self.shares, out)
        return out
