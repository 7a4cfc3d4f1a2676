"""Forecasts: how many groups show an effect of a size, and the smallest effect that could have been seen.

A test at an error of alpha, with a standard error s and so many degrees of freedom, finds an effect of a size with the
chance ``power`` where size = (t of alpha + t of power) s, a close approximation by shifted Student distributions [1].

[1] H. S. Bloom, "Minimum detectable effects", 1995.
"""

import numpy as np
from scipy.stats import t

from swarmzoo.envs.core.errors import GameError

POWER = 0.8
ONE_GAME = 0.5  # standard deviation of an evenly matched game that is won or lost: no mean score spreads more


def smallest_effect(
    error: np.ndarray | float, freedom: np.ndarray | float, alpha: float, power: float = POWER, sides: int = 2
) -> np.ndarray:
    """Return the size of effects that are found with the chance ``power``, in the unit of ``error``.

    ``error``: standard errors; ``freedom``: their degrees of freedom; ``alpha``: the allowed error of the test, after
    any correction for many; ``sides``: 1 for a test of one direction.
    """
    _check(alpha, power)
    return np.asarray((t.isf(alpha / sides, freedom) + t.ppf(power, freedom)) * np.asarray(error))


def groups_needed(
    effect: float, spread: float, column: float, columns: int, alpha: float, power: float = POWER, sides: int = 2
) -> int:
    """Return how many groups find an effect with the chance ``power``.

    ``spread``: standard deviation of a group's score; ``column``: of the column that the effect multiplies in the
    design; ``columns``: how many are fitted, the constant included; the rest as in ``smallest_effect``.
    """
    if not effect > 0:
        raise GameError(f"effect = {effect:g}: a size above 0 is needed")
    low, high = columns + 1, columns + 2
    while _seen(high, spread, column, columns, alpha, power, sides) > effect:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if _seen(middle, spread, column, columns, alpha, power, sides) > effect:
            low = middle + 1
        else:
            high = middle
    return high


def expected_error(groups: int, spread: float, column: float) -> float:
    """Return the standard error of an effect before any game: of a balanced design, arguments as above."""
    return spread / (column * float(np.sqrt(groups)))


def _seen(groups: int, spread: float, column: float, columns: int, alpha: float, power: float, sides: int) -> float:
    return float(smallest_effect(expected_error(groups, spread, column), groups - columns, alpha, power, sides))


def _check(alpha: float, power: float) -> None:
    for name, value in (("alpha", alpha), ("power", power)):
        if not 0 < value < 1:
            raise GameError(f"{name} = {value:g}: a probability above 0 and below 1 is allowed")
