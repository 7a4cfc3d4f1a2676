"""Random numbers inside kernels: xoshiro128** in the state, seeded through splitmix64.

A generator is an array of four uint32 words (field ``rng``). All arithmetic fits into 64-bit integers, so that
compiled and uncompiled kernels draw the same numbers on every platform.
Source: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators" (2021).
"""

import numpy as np

from swarmzoo.envs.core.kernel import JIT, kernel

_U64 = np.uint64 if JIT else int
_MASK64 = _U64(0xFFFFFFFFFFFFFFFF)
_GOLDEN = _U64(0x9E3779B97F4A7C15)
_MIX1 = _U64(0xBF58476D1CE4E5B9)
_MIX2 = _U64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = _U64(27), _U64(30), _U64(31), _U64(32)
_MASK32 = 0xFFFFFFFF
_LOW32 = _U64(_MASK32)


@kernel
def splitmix64(x):
    """Mix a uint64 into another one; neighbouring inputs give unrelated outputs."""
    z = (_U64(x) + _GOLDEN) & _MASK64
    z = ((z ^ (z >> _S30)) * _MIX1) & _MASK64
    z = ((z ^ (z >> _S27)) * _MIX2) & _MASK64
    return z ^ (z >> _S31)


@kernel
def mix_seed(seed, stream):
    """Return a non-negative int64 seed for one stream (a game number, a purpose) of a seed."""
    z = splitmix64(splitmix64(seed) ^ _U64(stream))
    return np.int64(z >> _U64(1))


@kernel
def seed_rng(rng, seed):
    """Fill a generator's four words from a non-negative int64 seed."""
    a = splitmix64(_U64(seed))
    b = splitmix64(a)
    rng[0], rng[1] = a & _LOW32, a >> _S32
    rng[2], rng[3] = b & _LOW32, (b >> _S32) | _U64(1)


@kernel
def next_word(rng):
    """Draw 32 random bits as an int64."""
    a, b, c, d = np.int64(rng[0]), np.int64(rng[1]), np.int64(rng[2]), np.int64(rng[3])
    x = (b * 5) & _MASK32
    result = ((((x << 7) | (x >> 25)) & _MASK32) * 9) & _MASK32
    t = (b << 9) & _MASK32
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = ((d << 11) | (d >> 21)) & _MASK32
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d
    return result


@kernel
def draw_below(rng, n):
    """Draw an int64 from 0 to n - 1, without bias (Lemire's method); 1 <= n < 2**31."""
    product = next_word(rng) * n
    low = product & _MASK32
    if low < n:
        threshold = (_MASK32 + 1 - n) % n
        while low < threshold:
            product = next_word(rng) * n
            low = product & _MASK32
    return product >> 32
