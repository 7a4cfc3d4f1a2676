"""What the bytes of an observation stand for: numbers, categories, sets of bits."""

from collections.abc import Sequence

import numpy as np

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


class Reading:
    """Reads bytes of some kinds."""

    def __init__(self, kinds: Sequence[Kind]):
        self.width, self.count = total_width(kinds), len(kinds)
        whole = reading_table(kinds)
        self.tables = [np.ascontiguousarray(whole[k, :, : width_of(kind)]) for k, kind in enumerate(kinds)]

    def __call__(self, numbers: np.ndarray) -> np.ndarray:
        """Return uint8 (n, kinds) as what they stand for, float32 (n, width)."""
        return np.concatenate([table[numbers[:, k]] for k, table in enumerate(self.tables)], axis=1)
