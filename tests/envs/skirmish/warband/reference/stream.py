"""The stream of random numbers that a game of the kernels and one of the reference share.

xoshiro128** with Lemire's bounded draws, from the papers: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number
generators" (2021), and D. Lemire, "Fast random integer generation in an interval" (2019).
"""

from collections.abc import Iterable

_MASK = (1 << 32) - 1


def _turned(x: int, bits: int) -> int:
    return (x << bits | x >> (32 - bits)) & _MASK


class Stream:
    """A generator that begins with the four words of a state."""

    def __init__(self, words: Iterable[int]) -> None:
        self.words = [int(word) for word in words]

    def _word(self) -> int:
        a, b, c, d = self.words
        drawn = _turned(b * 5 & _MASK, 7) * 9 & _MASK
        c, d, t = c ^ a, d ^ b, b << 9 & _MASK
        self.words = [a ^ d, b ^ c, c ^ t, _turned(d, 11)]
        return drawn

    def back(self) -> "Stream":
        """Return the generator as it was a word before: the steps of ``_word``, undone one after the other."""
        a, b, c, d = self.words
        d = _turned(d, 21)
        a, word = a ^ d, b ^ c
        before = 0
        for _ in range(4):  # before ^ before << 9 is the word: nine more bits come out right each time
            before = word ^ before << 9 & _MASK
        c ^= before << 9 & _MASK
        return Stream((a, before, c ^ a, d ^ before))

    def draw(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        while True:
            product = self._word() * n
            if product & _MASK >= (1 << 32) % n:
                return product >> 32
