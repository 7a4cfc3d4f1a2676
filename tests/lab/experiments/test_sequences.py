"""Intervals that hold at every look, and what they say of bounded means."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.experiments.calibration import missed
from swarmzoo.lab.experiments.sequences import SHARES, lower_sequences, mean_sequences


def plain_interval(scores, alpha):
    """The means of a fine grid against which neither bet has won: each a mixture of equal shares of the capital."""
    inside = []
    for mean in np.linspace(0, 1, 1001)[1:-1]:
        above = np.mean([np.prod([1 + share * (x - mean) / mean for x in scores]) for share in SHARES])
        below = np.mean([np.prod([1 + share * (mean - x) / (1 - mean) for x in scores]) for share in SHARES])
        if max(above, below) < 2 / alpha:
            inside.append(mean)
    return min(inside), max(inside)


@pytest.mark.parametrize("mean", [0.5, 0.9])
def test_sequences_are_the_means_against_which_no_bet_has_won(mean):
    scores = np.random.default_rng(4).binomial(2, mean, 60) / 2
    low, high = mean_sequences(scores, np.zeros(60, int), 1, 0.1)
    assert (low[0], high[0]) == pytest.approx(plain_interval(scores, 0.1), abs=0.0011)


def test_looking_again_and_again_keeps_the_error_of_sequences_and_not_that_of_plain_intervals():
    ours, plain = missed(0.3, np.arange(20, 401, 20), 200, seed=5)
    assert ours <= 0.06 and plain > 0.15


def test_cells_know_nothing_of_each_other_and_order_changes_nothing():
    rng = np.random.default_rng(2)
    cell, score, alpha = (
        rng.integers(0, 3, 90),
        rng.choice([-1.0, 0.0, 0.5, 1.0], 90),
        np.array([0.01, 0.05, 0.2, 0.05]),
    )
    low, high = mean_sequences(score, cell, 4, alpha, low=-1)
    turn = rng.permutation(90)
    again = mean_sequences(score[turn], cell[turn], 4, alpha, low=-1)
    assert np.array_equal(low, again[0]) and np.array_equal(high, again[1])
    for k in range(3):
        mine = score[cell == k]
        one = mean_sequences(mine, np.zeros(len(mine), int), 1, alpha[k], low=-1)
        assert (low[k], high[k]) == pytest.approx((one[0][0], one[1][0]))
        assert low[k] < mine.mean() < high[k]
    assert (low[3], high[3]) == (-1, 1)


def test_turned_around_scores_turn_the_interval_around():
    score = np.random.default_rng(6).random(40)
    low, high = mean_sequences(score, np.zeros(40, int), 1, 0.05)
    turned = mean_sequences(1 - score, np.zeros(40, int), 1, 0.05)
    assert (1 - turned[1][0], 1 - turned[0][0]) == pytest.approx((low[0], high[0]))


def test_more_groups_and_less_certainty_make_intervals_narrower():
    score = np.tile([0.0, 0.5, 1.0], 400)
    width = [np.subtract(*mean_sequences(score[:n], np.zeros(n, int), 1, 0.05)[::-1])[0] for n in (30, 120, 1200)]
    assert width[0] > width[1] > width[2]
    zeros = np.zeros(1200, int)
    assert lower_sequences(score, zeros, 1, 0.2) > lower_sequences(score, zeros, 1, 0.01)
    assert width[2] < 2 * 2 * 1.96 * score.std() / np.sqrt(1200)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_groups_that_are_all_alike_prove_no_certainty(score):
    low, high = mean_sequences(np.full(30, score), np.zeros(30, int), 1, 0.05)
    assert high[0] - low[0] > 0.05 and low[0] <= score <= high[0]


def test_scores_and_errors_out_of_range_are_refused():
    with pytest.raises(GameError, match=r"scores from -1 to 1: 0 to 1 are allowed"):
        mean_sequences(np.array([-1.0, 1]), np.zeros(2, int), 1, 0.05)
    with pytest.raises(GameError, match=r"scores from nan"):
        mean_sequences(np.array([np.nan, 1]), np.zeros(2, int), 1, 0.05)
    for alpha in (0.0, 1.0, 1.5, np.nan):
        with pytest.raises(GameError, match="alpha"):
            lower_sequences(np.array([0.5]), np.zeros(1, int), 1, alpha)
