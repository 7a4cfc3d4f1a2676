"""Value and equilibrium of constant-sum games of two players, and what a mixture leaves to be gained.

The row's player gets ``payoff``, the column's a constant less that. An optimal mixture x of the rows gets at least the
value v against every column: payoff.T x >= v [1]. Where there are many, the one of maximum entropy is meant [2]: it is
unique, gives every strategy a place that can have one, and equal strategies equal shares.

Which strategies can have a place, and the value, come from one linear program: it looks for multiples x, y of optimal
mixtures with as many entries of at least 1 as there can be; such a pair is strictly complementary [3], so the columns
in y are those that every optimal x holds to the value. Between these linear constraints the entropy is maximal at
x_i in proportion to exp(sum_j l_j payoff_ij), with l_j of either sign where j is in y, otherwise l_j >= 0. Newton's
method on the active l finds the least of log(sum_i exp(sum_j l_j (payoff_ij - v))) [4].

[1] J. von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928.
[2] D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, "Re-evaluating evaluation", 2018: the Nash average.
[3] A. J. Goldman and A. W. Tucker, "Theory of linear programming", 1956.
[4] D. P. Bertsekas, "Projected Newton methods for optimization problems with simple constraints", 1982.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.special import logsumexp, softmax

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.matrices import as_mixture, as_payoff, as_symmetric

LARGEST = 1e4  # multiple of a mixture: what has less probability than some 1e-7 has no place
PRECISE = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@dataclass(frozen=True)
class Equilibrium:
    """An equilibrium of a constant-sum game."""

    value: float  # what the row's player gets
    row: np.ndarray  # (rows,) probabilities; exactly 0 where no optimal mixture has more
    column: np.ndarray  # (columns,)
    regret: float  # the most that either player could gain by another strategy: what rounding leaves


def equilibrium(payoff: np.ndarray) -> Equilibrium:
    """Return the value and for each player the optimal mixture of maximum entropy; raise GameError.

    ``payoff`` float (rows, columns): what the row's player gets; the column's player gets a constant less that.
    """
    payoff = as_payoff(payoff)
    low, size = payoff.min(), np.ptp(payoff) or 1.0
    scaled = (payoff - low) / size
    value, rows, columns = _places(scaled)
    row = _most_even(scaled - value, rows, columns)
    column = _most_even(value - scaled.T, columns, rows)
    return Equilibrium(float(low + size * value), row, column, max(regrets(payoff, row, column)))


def regrets(payoff: np.ndarray, row: np.ndarray, column: np.ndarray) -> tuple[float, float]:
    """Return what each player of a constant-sum game could gain if the other one keeps its mixture.

    Their sum is the exploitability of the two mixtures ("NashConv"); both are 0 in an equilibrium.
    """
    payoff = as_payoff(payoff)
    row, column = as_mixture(row, payoff.shape[0]), as_mixture(column, payoff.shape[1])
    now = row @ payoff @ column
    return float((payoff @ column).max() - now), float(now - (row @ payoff).min())


def regret(payoff: np.ndarray, mixture: np.ndarray) -> float:
    """Return what the best answer to a mixture of strategies gets above what the mixture gets against itself.

    ``payoff`` (strategies, strategies) of a symmetric game, ``mixture`` (strategies,).
    """
    payoff = as_symmetric(payoff)
    return regrets(payoff, mixture, mixture)[0]


def _places(payoff: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the value of a payoff between 0 and 1, and which rows and columns can have a place, bool.

    The variables are x and y, of each entry the part that is counted, the size of both, the value times the size.
    """
    n, m = payoff.shape
    both = np.eye(n + m)
    worst = np.block([[-payoff.T, np.zeros((m, m))], [np.zeros((n, n)), payoff]])
    worth = np.r_[np.ones(m), -np.ones(n)][:, None]
    above = np.block([[worst, 0 * both, 0 * worth, worth], [-both, both, 0 * worth, 0 * worth]])
    owner = np.repeat(np.eye(2), (n, m), axis=1)
    sums = np.hstack([owner, 0 * owner, [[-1, 0], [-1, 0]]])
    bounds = [(0, None)] * (n + m) + [(0, 1)] * (n + m) + [(1, LARGEST), (None, None)]
    goal = np.r_[np.zeros(n + m), -np.ones(n + m), 0, 0]
    found = solved(goal, above, np.zeros(len(above)), sums, np.zeros(2), bounds)
    counted = found[n + m : 2 * (n + m)] > 1e-3
    return float(found[-1] / found[-2]), counted[:n], counted[n:]


def solved(goal: np.ndarray, a: np.ndarray, b: np.ndarray, ae: np.ndarray, be: np.ndarray, bounds: list) -> np.ndarray:
    """Return the x within bounds with the least goal @ x where a @ x <= b and ae @ x == be; raise GameError."""
    found = linprog(goal, a, b, ae, be, bounds, method="highs", options=PRECISE)
    if found.x is None:
        raise GameError(f"a linear program of {len(goal)} variables was not solved: {found.message}")
    return np.asarray(found.x)


def _most_even(gain: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return the mixture of maximum entropy of some rows with x @ gain 0 in some columns and not below 0 elsewhere."""
    inside = gain[rows][:, np.r_[np.flatnonzero(columns), np.flatnonzero(~columns)]]
    is_free = np.arange(gain.shape[1]) < columns.sum()
    weight = np.zeros(gain.shape[1])
    for _ in range(100):
        x = softmax(inside @ weight)
        slope = x @ inside
        active = is_free | (weight > 0) | (slope < 0)
        if abs(slope[active]).max(initial=0) < 1e-11:
            break
        bend = (inside[:, active].T * x) @ inside[:, active] - np.outer(slope[active], slope[active])
        bend += max(1e-12, 1e-2 * abs(slope[active]).max()) * np.eye(len(bend))
        step = np.zeros_like(weight)
        step[active] = -np.linalg.solve(bend, slope[active])
        moved = _downhill(inside, weight, step, slope, is_free)
        if moved is None:
            break
        weight = moved
    found = np.zeros(len(rows))
    found[rows] = softmax(inside @ weight)
    return found


def _downhill(
    inside: np.ndarray, weight: np.ndarray, step: np.ndarray, slope: np.ndarray, is_free: np.ndarray
) -> np.ndarray | None:
    """Return the weights after the longest of the halved steps that leads down, or None where none does."""
    now = logsumexp(inside @ weight)
    for _ in range(60):
        moved = np.where(is_free, weight + step, np.maximum(weight + step, 0))
        if logsumexp(inside @ moved) <= now + 1e-4 * slope @ (moved - weight):
            return np.asarray(moved)
        step = step / 2
    return None
