"""Equilibria, regrets and correlated equilibria agree with nashpy, OpenSpiel and known games."""

import warnings

import nashpy
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import TabularPolicy
from scipy.optimize import linprog

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.correlated import correlated_equilibrium, correlated_regret
from swarmzoo.lab.game_theory.equilibrium import equilibrium, regret, regrets
from swarmzoo.lab.game_theory.variety import effective_number

CYCLE = np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])


def random_payoffs():
    """Payoffs of many shapes; every second of few numbers, so that many mixtures are optimal."""
    rng = np.random.default_rng(5)
    for k in range(60):
        shape = rng.integers(1, 8, 2)
        yield rng.integers(0, 3, shape).astype(float) if k % 2 else rng.normal(size=shape) * 10.0 ** rng.integers(-2, 4)


def symmetric(strategies, seed):
    drawn = np.random.default_rng(seed).random((strategies, strategies))
    return 0.5 + (drawn - drawn.T) / 2


@pytest.mark.parametrize("payoff", list(random_payoffs()))
def test_value_and_mixtures_are_optimal_and_of_maximum_entropy(payoff):
    found = equilibrium(payoff)
    scale = np.ptp(payoff) or 1.0
    assert found.value == pytest.approx(value_of(payoff), abs=1e-8 * scale)
    assert max(regrets(payoff, found.row, found.column)) == found.regret <= 1e-8 * scale
    assert_of_maximum_entropy(payoff, found.row, found.value)
    assert_of_maximum_entropy(-payoff.T, found.column, -found.value)


def value_of(payoff):
    """The plain linear program of a value."""
    n, m = payoff.shape
    bounds = [(0, 1)] * n + [(None, None)]
    found = linprog(np.r_[np.zeros(n), -1], np.c_[-payoff.T, np.ones(m)], np.zeros(m), [[1] * n + [0]], [1], bounds)
    return -found.fun


def assert_of_maximum_entropy(payoff, mixture, value):
    """No optimal mixture has a place where it has none, and none lies where its entropy rises."""
    scale = np.ptp(payoff) or 1.0

    def most(goal):
        above = (-payoff.T, np.full(payoff.shape[1], -value + 1e-9 * scale))
        return -linprog(-goal, *above, np.ones((1, len(goal))), [1], [(0, 1)] * len(goal)).fun

    for k in range(len(mixture)):
        assert (most(np.eye(len(mixture))[k]) > 1e-5) == (mixture[k] > 0)
    slope = np.zeros(len(mixture))
    slope[mixture > 0] = -np.log(mixture[mixture > 0])
    assert most(slope) <= slope @ mixture + 1e-5


@pytest.mark.parametrize("seed", range(8))
def test_values_supports_and_regrets_are_nashpys(seed):
    rng = np.random.default_rng(seed)
    payoff = symmetric(5, seed) if seed % 2 else rng.normal(size=(4, 5))
    found, theirs = equilibrium(payoff), nashpy.Game(payoff)
    ((row, column),) = list(theirs.vertex_enumeration())  # with random numbers there is one
    assert found.row == pytest.approx(row, abs=1e-6) and found.column == pytest.approx(column, abs=1e-6)
    assert ((found.row > 0) == (row > 1e-6)).all() and ((found.column > 0) == (column > 1e-6)).all()
    assert found.value == pytest.approx(theirs[row, column][0], abs=1e-6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert found.value == pytest.approx(theirs[theirs.linear_program()][0], abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_regrets_are_what_openspiel_finds(seed):
    rng = np.random.default_rng(seed)
    payoff = rng.normal(size=(3, 4))
    drawn, best = (rng.dirichlet(np.ones(3)), rng.dirichlet(np.ones(4))), equilibrium(payoff)
    assert regrets(payoff, *drawn) == pytest.approx(openspiel_regrets(payoff, *drawn), abs=1e-9)
    assert openspiel_regrets(payoff, best.row, best.column) == pytest.approx([0, 0], abs=1e-6)


def openspiel_regrets(payoff, *mixtures):
    game = pyspiel.convert_to_turn_based(pyspiel.create_matrix_game(payoff.tolist(), (-payoff).tolist()))
    policy = TabularPolicy(game)
    for k, state in enumerate(policy.states):
        policy.action_probability_array[k, : len(state.legal_actions())] = mixtures[state.current_player()]
    return nash_conv(game, policy, return_only_nash_conv=False).player_improvements


def test_equal_strategies_share_what_one_would_have():
    twice = CYCLE[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    found = equilibrium(twice)
    assert found.row == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-9)
    assert found.value == pytest.approx(0.5)
    assert effective_number(found.row) == pytest.approx(np.exp(np.log(3) * 2 / 3 + np.log(6) / 3))


def test_all_strategies_have_a_place_where_all_is_even():
    found = equilibrium(np.full((4, 4), 0.5))
    assert found.row == pytest.approx([0.25] * 4) and found.value == 0.5
    assert effective_number(found.row) == pytest.approx(4)


def test_shares_need_not_sum_to_one_and_none_are_no_strategy():
    assert effective_number([3, 3, 0]) == pytest.approx(2) and effective_number([0, 0]) == 0


def test_a_strategy_that_beats_all_has_the_only_place():
    payoff = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 1.0], [0.1, 0.0, 0.5]])
    found = equilibrium(payoff)
    assert found.row.tolist() == pytest.approx([1, 0, 0], abs=1e-12)
    assert effective_number(found.row) == pytest.approx(1)


def test_the_regret_of_a_mixture_is_what_its_best_answer_gains():
    assert regret(CYCLE, [1, 0, 0]) == pytest.approx(0.5)
    assert regret(CYCLE, [1 / 3, 1 / 3, 1 / 3]) == pytest.approx(0)
    assert regret(CYCLE, [0.5, 0.5, 0]) == pytest.approx(
        0.25
    )  # the third gets 1 against the first, 0 against the second


def test_forty_strategies_are_solved():
    payoff = symmetric(40, 0)
    found = equilibrium(payoff)
    assert found.regret < 1e-8 and found.value == pytest.approx(0.5) and found.row == pytest.approx(found.column)


def test_the_best_correlated_equilibrium_of_chicken_is_the_known_one():
    row = np.array([[6, 2], [7, 0]])  # Aumann's example: told to yield both half of the time
    joint = correlated_equilibrium(row, row.T)
    assert joint == pytest.approx(np.array([[0.5, 0.25], [0.25, 0]]), abs=1e-8)
    assert correlated_regret(row, row.T, joint) == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize("seed", range(6))
def test_no_equilibrium_of_nashpy_has_more_than_the_best_correlated_one(seed):
    row, column = np.random.default_rng(seed).normal(size=(2, 3, 4))
    joint = correlated_equilibrium(row, column)
    assert correlated_regret(row, column, joint) < 1e-8
    found = list(nashpy.Game(row, column).vertex_enumeration())
    assert found
    for one, other in found:
        assert correlated_regret(row, column, np.outer(one, other)) < 1e-6
        assert (joint * (row + column)).sum() >= one @ (row + column) @ other - 1e-8


def test_a_distribution_that_tempts_somebody_has_its_gain_as_regret():
    row = np.array([[6.0, 2.0], [7.0, 0.0]])
    assert correlated_regret(row, row.T, [[1, 0], [0, 0]]) == pytest.approx(1)
    assert correlated_regret(row, row.T, [[0, 0], [0.5, 0.5]]) == pytest.approx(1)  # row is told the second, column 0.5


@pytest.mark.parametrize(
    "call",
    [
        lambda: equilibrium(np.zeros((0, 3))),
        lambda: equilibrium([[1, np.nan]]),
        lambda: equilibrium([1, 2]),
        lambda: regret(CYCLE, [0.5, 0.5]),
        lambda: regret(CYCLE, [0.5, 0.6, 0]),
        lambda: regret([[0, 1], [1, 0]], [0.5, 0.5]),
        lambda: correlated_equilibrium(CYCLE, CYCLE[:2]),
        lambda: effective_number([-1, 2]),
    ],
)
def test_what_is_no_game_or_no_mixture_is_refused(call):
    with pytest.raises(GameError, match=r"allowed|needed|same"):
        call()
