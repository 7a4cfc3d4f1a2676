"""Confidence sequences: intervals of means of bounded numbers that hold at every look, however often one looks.

They come from bets against a mean [1]: who bets on the mean being above m wins nothing on average where it is m, and by
Ville's inequality hardly ever wins a lot; likewise below. The interval is of those m against which neither bet has won.
So one may look after every group, stop where the interval decides, and add games later; all looks together err as often
as one of them may. Each observation must be a group of games (its mean score), since games of a group depend on each
other. The bets are always the same shares of what one has, and the capital is spread over small and large shares, as
in universal portfolios [2]: so what was won does not depend on the order of the groups, and intervals are some 1.7
times as wide as those for one look only, with few groups and with very many.

[1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", 2024 (JRSS B 86).
[2] F. Orabona and K.-S. Jun, "Tight concentrations and confidence sequences from the regret of universal portfolio",
    2024 (IEEE Trans. Inf. Theory 70).
"""

import numpy as np

from swarmzoo.envs.core.errors import GameError

SHARES = 0.95 * 0.5 ** (np.arange(24) / 2)  # of the capital that bets put in, each with as much to begin with
HALVINGS = 40  # of the range of means


def mean_sequences(
    score: np.ndarray,
    cell: np.ndarray,
    cells: int,
    alpha: float | np.ndarray,
    low: float = 0.0,
    high: float = 1.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends (cells,) of intervals of the mean of every cell, valid at every look with probability 1 - alpha.

    ``score`` float (observations,) from ``low`` to ``high``, in the order of the groups; ``cell`` int (observations,)
    from 0 to ``cells`` - 1; ``alpha`` one number or (cells,). A cell without observations has the whole range. Raises
    GameError for scores out of range.
    """
    side = np.broadcast_to(np.asarray(alpha, float) / 2, cells)
    return (
        lower_sequences(score, cell, cells, side, low, high),
        -lower_sequences(-np.asarray(score, float), cell, cells, side, -high, -low),
    )


def lower_sequences(
    score: np.ndarray,
    cell: np.ndarray,
    cells: int,
    alpha: float | np.ndarray,
    low: float = 0.0,
    high: float = 1.0,
) -> np.ndarray:
    """Return (cells,) what the mean of every cell is at least, at every look with probability 1 - alpha.

    Arguments as in ``mean_sequences``.
    """
    unit = _unit(np.asarray(score, float), low, high)
    level = np.broadcast_to(np.asarray(alpha, float), cells)
    if not ((level > 0) & (level < 1)).all():
        raise GameError(f"alpha = {level.min():g} to {level.max():g}: errors above 0 and below 1 are allowed")
    (place, value), count = np.unique(np.stack([np.asarray(cell, float), unit.round(12)]), axis=1, return_counts=True)
    return low + (high - low) * _least(value, place.astype(int), count, np.log(1 / level))


def _unit(score: np.ndarray, low: float, high: float) -> np.ndarray:
    """Return scores moved to 0..1."""
    if score.size and not (score.min() >= low - 1e-9 and score.max() <= high + 1e-9):
        raise GameError(f"scores from {score.min():g} to {score.max():g}: {low:g} to {high:g} are allowed")
    return ((score - low) / (high - low)).clip(0, 1)


def _least(value: np.ndarray, cell: np.ndarray, count: np.ndarray, bar: np.ndarray) -> np.ndarray:
    """Return the greatest means against which the bets have won, (cells,): what is won falls as they rise.

    ``value``, ``cell``, ``count`` (values,): how often a value came in a cell; ``bar`` (cells,): the log to be won.
    """
    low, high = np.zeros(len(bar)), np.ones(len(bar))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        off = value / middle[cell] - 1
        won = [np.bincount(cell, count * np.log1p(share * off), len(bar)) for share in SHARES]
        beaten = np.logaddexp.reduce(won) - np.log(len(SHARES)) >= bar
        low, high = np.where(beaten, middle, low), np.where(beaten, high, middle)
    return low
