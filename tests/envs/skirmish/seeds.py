"""Generators that roll wanted dice: many seeds are tried at once, and the first one that fits is taken."""

from collections.abc import Collection

import numpy as np

Die = tuple[int, Collection[int]]  # its faces, and those that it may show
_AT_ONCE, _MASK = 1 << 15, (1 << 32) - 1
_LOW, _HALF = np.uint64(_MASK), np.uint64(32)


def generator_of(dice: list[Die]) -> list[int]:
    """Return the words of the first seed's generator that rolls these dice."""
    for begin in range(0, 1 << 26, _AT_ONCE):
        first = _mixed(np.arange(begin, begin + _AT_ONCE, dtype=np.uint64))
        second = _mixed(first)
        rng = [part.astype(np.int64) for part in (first & _LOW, first >> _HALF, second & _LOW, second >> _HALF)]
        rng[3] |= 1
        words = list(rng)
        fits = np.ones(_AT_ONCE, bool)
        for faces, wanted in dice:
            fits &= np.isin(1 + (_drawn(rng) * faces >> 32), list(wanted))
        if fits.any():
            return [int(word[fits.argmax()]) for word in words]
    raise AssertionError(f"no seed rolls {dice}")


def _mixed(x: np.ndarray) -> np.ndarray:
    """Return ``splitmix64`` of many numbers."""
    z = x + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _drawn(rng: list[np.ndarray]) -> np.ndarray:
    """Draw a word from many generators, as ``next_word`` does."""
    a, b, c, d = rng
    x = (b * 5) & _MASK
    drawn = (((x << 7 | x >> 25) & _MASK) * 9) & _MASK
    t = (b << 9) & _MASK
    c, d = c ^ a, d ^ b
    b, a, c = b ^ c, a ^ d, c ^ t
    rng[:] = a, b, c, (d << 11 | d >> 21) & _MASK
    return drawn
