"""What is said of payoffs of which only games are known: intervals, resamples, p-values, accusations, allocation."""

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.experiments.sequences import SHARES, lower_sequences
from swarmzoo.lab.game_theory.accusations import accusations, candidates, dominance_p, mixture_p
from swarmzoo.lab.game_theory.advantages import advantages, mixed_advantages
from swarmzoo.lab.game_theory.allocation import undecided
from swarmzoo.lab.game_theory.evidence import log_capital, p_above, p_below
from swarmzoo.lab.game_theory.samples import gathered
from swarmzoo.lab.intervals import share_interval

LADDER = np.array([[0.5, 0.5, 0.2], [0.5, 0.5, 0.5], [0.8, 0.5, 0.5]])
CYCLE = np.array([[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]])
EVEN = np.full((3, 3), 0.5)


def drawn(payoff, groups, seed=0, games=2):
    """Games between strategies with these chances; each group has its own luck."""
    rng = np.random.default_rng(seed)
    n = len(payoff)
    i, j = np.triu_indices(n, 1)
    group = np.tile(np.repeat(np.arange(groups), games), len(i))
    row, column = np.repeat(i, groups * games), np.repeat(j, groups * games)
    return group, row, column, (rng.random(len(group)) < payoff[row, column]).astype(float)


def test_games_of_a_group_are_one_observation_whoever_is_the_row():
    samples = gathered(3, [7, 7, 3, 7, 9], [0, 1, 1, 2, 1], [1, 0, 0, 0, 1], [1, 0.5, 0.25, 1, 0.5])
    assert samples.observed(0, 1).tolist() == [0.75, 0.75] and samples.observed(1, 0).tolist() == [0.25, 0.25]
    assert samples.observed(0, 2).tolist() == [0.0] and samples.observed(1, 2).tolist() == []
    assert samples.payoff() == pytest.approx(np.array([[0.5, 0.75, 0], [0.25, 0.5, 0.5], [1, 0.5, 0.5]]))
    assert samples.counts().tolist() == [[0, 2, 1], [2, 0, 0], [1, 0, 0]]


def test_intervals_are_those_of_evaluations():
    games = drawn(CYCLE, 40)
    samples = gathered(3, *games)
    low, high = samples.intervals()
    group, row, column, score = games
    mine = (row == 0) & (column == 2)
    assert (low[0, 2], high[0, 2]) == pytest.approx(share_interval(score[mine], group[mine]))
    assert low + high.T == pytest.approx(np.ones((3, 3))) and (low <= samples.payoff()).all()
    some = gathered(3, *(part[mine] for part in games)).intervals()
    assert (some[0][0, 1], some[1][0, 1], some[0][1, 0]) == (0, 1, 0)


def test_resamples_draw_groups_and_spread_like_the_mean():
    samples = gathered(3, *drawn(CYCLE, 200))
    means = np.array(list(samples.resampled(300, np.random.default_rng(1))))
    assert means + means.swapaxes(1, 2) == pytest.approx(np.ones_like(means))
    expected = samples.observed(0, 1).std() / np.sqrt(200)
    assert means[:, 0, 1].std() == pytest.approx(expected, rel=0.2)
    assert means.mean(axis=0) == pytest.approx(samples.payoff(), abs=0.01)


def test_halves_share_no_group_and_lose_none():
    samples = gathered(3, *drawn(CYCLE, 31))
    one, other = samples.halves()
    assert (one.counts()[0, 1], other.counts()[0, 1]) == (16, 15)
    assert not set(one.group) & set(other.group)


@pytest.mark.parametrize("values", [(0, 1), (0, 0.25, 0.5, 0.75, 1), (0.4, 0.6)])
def test_a_true_claim_is_rarely_given_up_however_often_one_looks(values):
    rng = np.random.default_rng(2)
    looks = [20, 40, 80, 160, 320]
    lowest = [min(p_above(observed[:look], 0.5) for look in looks) for observed in rng.choice(values, (400, 320))]
    assert np.mean(np.array(lowest) <= 0.1) <= 0.1 + 0.03
    assert min(lowest) > 1e-4


def test_a_false_claim_is_given_up_as_the_observations_grow():
    rng = np.random.default_rng(3)
    observed = (rng.random(2000) < 0.6).astype(float)
    assert p_above(observed[:50], 0.5) > 1e-3 and p_above(observed, 0.5) < 1e-8
    assert p_above(observed, 0.6) > 0.01 and p_below(observed, 0.7) < 1e-6
    assert p_below(observed, 0.5) > 0.5


def test_capital_is_what_bets_win():
    observed, bound = np.array([1, 0.25, 0.5, 0, 0.25]), 0.4
    plain = np.mean([np.prod([1 + share * (x / bound - 1) for x in observed]) for share in SHARES])
    assert np.exp(log_capital(observed, bound)) == pytest.approx(plain)
    assert np.exp(log_capital(observed[::-1], bound)) == pytest.approx(plain)


def test_bounds_at_the_ends_are_sure():
    assert p_above(np.zeros(0), 0.5) == pytest.approx(1) and p_above(np.ones(5), 1.0) == 1
    assert p_above(np.full(5, 0.5), -0.1) == 0 == p_above(np.array([0, 0.1]), 0.0)
    assert p_above(np.zeros(5), 0.0) == 1


def test_a_claim_is_given_up_where_the_confidence_sequence_lies_above_it():
    rng = np.random.default_rng(4)
    observed = rng.choice([0, 0.5, 1], 300, p=[0.2, 0.3, 0.5])
    (low,) = lower_sequences(observed, np.zeros(300, int), 1, 0.01)
    assert p_above(observed, low - 1e-6) < 0.01 < p_above(observed, low + 1e-6)


def test_dominance_is_proven_where_it_is_and_only_there():
    found = accusations(gathered(3, *drawn(LADDER, 3000)), 0.06)
    assert (found.dominated <= 0.05).tolist() == [[False, True, True], [False, False, True], [False] * 3]
    assert (found.beats <= 0.05).tolist() == [[False] * 3, [False] * 3, [True, False, False]]


def test_of_even_strategies_and_of_a_cycle_none_is_dominated():
    assert accusations(gathered(3, *drawn(EVEN, 3000)), 0.06).dominated.min() > 0.05
    cycle = accusations(gathered(3, *drawn(CYCLE, 1000)), 0.06)
    assert cycle.dominated.min() > 0.5
    assert (cycle.beats <= 0.05).tolist() == (CYCLE > 0.5).tolist()


def test_one_strong_opponent_is_enough_against_dominance():
    payoff = np.array([[0.5, 0.9, 0.9, 0.5], [0.1, 0.5, 0.5, 0.7], [0.1, 0.5, 0.5, 0.5], [0.5, 0.3, 0.5, 0.5]])
    found = dominance_p(gathered(4, *drawn(payoff, 2000)), 0.05)
    assert found[1, 0] == 1 and found[2, 0] < 0.02  # 1 is better than 0 against 3


MIXED = np.array([[0.5, 0.5, 0.9, 0.1], [0.5, 0.5, 0.1, 0.9], [0.1, 0.9, 0.5, 0.5], [0.9, 0.1, 0.5, 0.5]])


def test_a_mixture_is_found_on_one_half_and_proven_on_the_other():
    # 4 gets 0.3 everywhere, where half of 0 and half of 1 get 0.5
    payoff = np.full((5, 5), 0.5)
    payoff[:4, :4], payoff[4, :4], payoff[:4, 4] = MIXED, 0.3, 0.7
    choosing, judging = gathered(5, *drawn(payoff, 1200)).halves()
    found = candidates(choosing, 0.05, ~np.eye(5, dtype=bool))
    assert found[4].dominates(0.05) and dominance_p(judging, 0.05)[4].min() > 0.5
    weights = {k: mixture.weights for k, mixture in found.items()}
    proven = accusations(judging, 0.05, weights).mixed <= 0.05
    assert proven.tolist() == [False, False, False, False, True]


def test_a_mixture_that_does_not_dominate_is_not_proven():
    samples = gathered(4, *drawn(MIXED, 1000))
    assert mixture_p(samples, 0, np.array([0, 0, 0.5, 0.5]), 0.05) > 0.5


def open_of(samples, margin):
    return undecided(samples, margin, 0.05, ~np.eye(samples.strategies, dtype=bool))


def test_decided_pairs_stop_and_open_ones_go_on():
    payoff = np.array([[0.5, 0.99, 0.5], [0.01, 0.5, 0.5], [0.5, 0.5, 0.5]])
    few, many = (open_of(gathered(3, *drawn(payoff, groups)), 0.1) for groups in (5, 400))
    assert few.pairs.tolist() == (~np.eye(3, dtype=bool)).tolist() and few.signs[0, 2]
    assert not many.signs[0, 1] and many.pairs.sum() < few.pairs.sum()
    assert open_of(gathered(3, [], [], [], []), 0.1).pairs.sum() == 6
    assert not open_of(gathered(3, *drawn(EVEN, 4000)), 0.1).pairs.any()


def test_what_is_open_about_dominance_needs_the_games_of_both():
    payoff = np.array([[0.5, 0.5, 0.9], [0.5, 0.5, 0.9], [0.1, 0.1, 0.5]])
    found = open_of(gathered(3, *drawn(payoff, 150)), 0.08)
    assert not found.signs[0, 2] and not found.signs[1, 2]
    assert found.dominance[0, 1] and found.dominance[1, 0] and not found.dominance[0, 2]
    assert found.pairs[0, 2] and found.pairs[1, 2]


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ((1, [], [], [], []), "a set of 1 strategies"),
        ((2, [1], [0], [1], [1.5]), "0 to 1"),
        ((2, [1], [0], [2], [1]), "0 to 1 are allowed"),
        ((2, [1, 2], [0], [1], [1]), "one number a game"),
    ],
)
def test_games_that_do_not_fit_are_refused(games, words):
    with pytest.raises(GameError, match=words):
        gathered(*games)


def test_advantages_are_the_differences_against_every_opponent():
    group, row, column = [0, 1, 0, 1, 0, 1], [0, 0, 0, 0, 1, 1], [1, 1, 2, 2, 2, 2]
    samples = gathered(3, group, row, column, [1, 0.5, 0.75, 0, 0.25, 0.5])
    found = advantages(samples, 0, 1)
    assert {k: one.observed.tolist() for k, one in found.items()} == {1: [0.5, 0.0], 2: [0.5, -0.5]}
    assert [(one.low, one.high) for one in found.values()] == [(-0.5, 0.5), (-1, 1)]
    mixed = mixed_advantages(samples, 2, np.array([0.5, 0.5, 0]))
    assert mixed[2].observed.tolist() == [0.0, -0.25] and (mixed[2].low, mixed[2].high) == (-0.5, 0.5)
    assert mixed[0].observed.tolist() == [0.25 + 0 - 0.25, 0.25 + 0.25 - 1]
    assert (mixed[0].low, mixed[0].high) == (-0.75, 0.75)
