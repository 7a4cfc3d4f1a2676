"""What pools of ten-sided dice promise, as tables: chances of so many successes, successes beyond so many. [NOV-G1]"""

import numpy as np

from swarmzoo.envs.core.kernel import kernel

MOST_DICE, MOST_NEEDED = 60, 30
SURE = 10_000  # chances are ten-thousandths


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Return, by the number that is a success, pool and successes: ten-thousandths of the chance, hundredths beyond."""
    least = np.zeros((11, MOST_DICE + 1, MOST_NEEDED + 2), np.int16)
    beyond = np.zeros_like(least)
    for success in range(2, 11):
        p, found = (11 - success) / 10, np.ones(1)
        for pool in range(MOST_DICE + 1):
            k = np.arange(pool + 1)
            for needed in range(MOST_NEEDED + 2):
                least[success, pool, needed] = round(SURE * found[needed:].sum())
                beyond[success, pool, needed] = round(100 * (np.maximum(k - needed, 0) * found).sum())
            found = np.append(found, 0) * (1 - p) + np.append(0, found) * p
    return least, beyond


AT_LEAST, BEYOND = _tables()


@kernel
def chance(r, pool, needed):
    """Return ten-thousandths of the chance that a pool has so many successes."""
    return int(AT_LEAST[r.success, max(0, min(pool, MOST_DICE)), max(0, min(needed, MOST_NEEDED + 1))])


@kernel
def beyond(r, pool, needed):
    """Return hundredths of the successes beyond so many that are to be expected of a pool."""
    return int(BEYOND[r.success, max(0, min(pool, MOST_DICE)), max(0, min(needed, MOST_NEEDED + 1))])


@kernel
def dice_left(r, pool, needed, spare):
    """Return hundredths of the dice of damage to be expected, and ten-thousandths of the chance that any is left.

    An attack that hits has ``spare`` dice more than what soaks them, and one more for each success beyond ``needed``.
    """
    if spare >= 0:
        hit = chance(r, pool, needed)
        return hit * spare // 100 + beyond(r, pool, needed), hit if spare > 0 else chance(r, pool, needed + 1)
    return beyond(r, pool, needed - spare), chance(r, pool, needed - spare + 1)


@kernel
def levels_of_dice(r, dice):
    """Return hundredths of the levels to be expected of hundredths of dice."""
    return dice * (11 - int(r.success)) // 10
