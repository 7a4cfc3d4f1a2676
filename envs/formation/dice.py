"""The dice. [FOR-G1]

Nothing is drawn from a stream: every roll is a function of the game's key, the moment, what it is for, and the hex of
who rolls. So results do not depend on the order in which soldiers are looked at.
"""

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import mix_seed

(HIT, HARM, SURVIVAL, PANIC, RALLY, FURY, CALM, RECOVERY, TERRAIN, HIDEOUT, LOTS, WILL, ORDER) = range(13)
_FAIR = (1 << 31) // 36 * 36  # numbers from here on would favour some faces


@kernel
def draw(s, purpose, cell, nth, faces_to):
    """Draw 31 random bits below a bound, for a purpose, a cell and a number. [FOR-A6]"""
    low = np.int64(s.rng[0]) | ((np.int64(s.rng[1]) & 0x7FFFFFFF) << 32)
    key = mix_seed(low, np.int64(s.moment) * 16 + purpose)
    place = np.int64(cell) * 4096 + nth
    tries = 0
    while True:
        number = mix_seed(key, place + (tries << 40)) & 0x7FFFFFFF
        if number < faces_to:
            return number
        tries += 1


@kernel
def die(s, purpose, cell, nth):
    """Roll a red and a white die: the lower of the two, plus if red is higher, minus if white is, else 0. [FOR-G1a]"""
    pair = draw(s, purpose, cell, nth, _FAIR) % 36
    red, white = pair // 6 + 1, pair % 6 + 1
    if red > white:
        return white
    if white > red:
        return -red
    return 0


@kernel
def roll(s, r, purpose, cell, nth):
    """Roll, and roll on after every 5 or -5. [FOR-G1b]"""
    result = total = die(s, purpose, cell, nth * 32)
    k = 0
    while (result == 5 or result == -5) and k < r.explosions:
        k += 1
        result = die(s, purpose, cell, nth * 32 + k)
        total += result
    return total
