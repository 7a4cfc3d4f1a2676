"""The random draws: xoshiro128** seeded through splitmix64, written down once more in plain integers."""

MASK32, MASK64 = 2**32 - 1, 2**64 - 1


def splitmix64(number: int) -> int:
    """Mix a number of 64 bits into another one."""
    number = (number + 0x9E3779B97F4A7C15) & MASK64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK64
    return number ^ number >> 31


def rotated(word: int, bits: int) -> int:
    """Rotate a word of 32 bits to the left."""
    return (word << bits | word >> 32 - bits) & MASK32


class Chance:
    """A stream of random draws; ``words`` are the four of the generator."""

    def __init__(self, words: list[int]):
        self.words = list(words)

    @classmethod
    def of_seed(cls, seed: int) -> "Chance":
        """Return the stream of a seed."""
        one = splitmix64(seed)
        two = splitmix64(one)
        return cls([one & MASK32, one >> 32, two & MASK32, two >> 32 | 1])

    def word(self) -> int:
        """Draw 32 bits."""
        a, b, c, d = self.words
        drawn = rotated(b * 5 & MASK32, 7) * 9 & MASK32
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ b << 9 & MASK32, rotated(d, 11)]
        return drawn

    def draw(self, n: int) -> int:
        """Draw a number below n, all equally likely: words that would favour some are drawn again."""
        while True:
            product = self.word() * n
            if product & MASK32 >= 2**32 % n:
                return product >> 32
