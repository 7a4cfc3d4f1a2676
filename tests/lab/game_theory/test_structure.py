"""Alpha-rank, dominance, cycles and transitivity of payoffs, against OpenSpiel and by hand."""

from itertools import product

import numpy as np
import pytest
from open_spiel.python.egt import alpharank

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory.alpha_rank import alpha_rank, limit_rank, sweep
from swarmzoo.lab.game_theory.cycles import circles, cycles
from swarmzoo.lab.game_theory.dominance import dominating_mixture, dominators
from swarmzoo.lab.game_theory.transitivity import explained_shares, hodge

CYCLE = np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])


@pytest.mark.parametrize(("seed", "alpha", "population"), list(product(range(4), (0.01, 1.0, 5.0), (10, 50))))
def test_alpha_rank_is_openspiels(seed, alpha, population):
    payoff = np.random.default_rng(seed).random((3 + seed, 3 + seed))
    theirs = alpharank.compute([payoff], m=population, alpha=alpha)[2]
    assert alpha_rank(payoff, alpha, population) == pytest.approx(np.real(theirs), abs=1e-6)


@pytest.mark.parametrize(("seed", "epsilon"), list(product(range(4), (0.01, 0.2))))
def test_the_limit_of_alpha_rank_is_openspiels(seed, epsilon):
    payoff = np.random.default_rng(seed).integers(0, 4, (5, 5)).astype(float)
    theirs = alpharank.compute([payoff], use_inf_alpha=True, inf_alpha_eps=epsilon)[2]
    assert limit_rank(payoff, epsilon) == pytest.approx(np.real(theirs), abs=1e-6)


def test_against_the_arrows_one_step_in_a_hundred_is_taken_by_default():
    assert limit_rank([[0.5, 0.7], [0.3, 0.5]]) == pytest.approx([0.99, 0.01])


def test_alpha_rank_holds_for_selection_of_any_strength():
    ladder = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.7], [0.1, 0.3, 0.5]])
    assert sweep(ladder, (1e3, 1e6, 1e12)) == pytest.approx(np.array([[1, 0, 0]] * 3))
    assert sweep(CYCLE, (0, 1e-9, 1, 1e3, 1e9)) == pytest.approx(np.full((5, 3), 1 / 3))
    assert alpha_rank([[0.5, 0.5 + 1e-9], [0.5 - 1e-9, 0.5]], 1e12) == pytest.approx([1, 0])
    assert alpha_rank([[0.3]], 10.0) == pytest.approx([1])


def test_two_strategies_share_by_their_odds_of_fixation():
    payoff, alpha, population = np.array([[0.5, 0.6], [0.4, 0.5]]), 0.3, 20
    assert alpha_rank(payoff, alpha, population)[0] == pytest.approx(1 / (1 + np.exp(-(population - 1) * alpha * 0.2)))


@pytest.mark.parametrize("seed", range(10))
def test_dominance_by_one_strategy_is_what_its_words_say(seed):
    rng = np.random.default_rng(seed)
    payoff, margin = rng.integers(0, 4, (6, 3)) / 4, (0.0, 0.25)[seed % 2]
    found = dominators(payoff, margin)
    for i, j in product(range(6), repeat=2):
        gains = [payoff[j, k] - payoff[i, k] for k in range(3)]
        assert found[i, j] == (min(gains) >= -margin and max(gains) > margin)


def test_a_mixture_dominates_what_no_strategy_does():
    payoff = np.array([[1.0, 0.0], [0.0, 1.0], [0.4, 0.4]])
    assert not dominators(payoff).any()
    found = dominating_mixture(payoff, 2)
    assert found.weights == pytest.approx([0.5, 0.5, 0]) and found.advantages == pytest.approx([0.1, 0.1])
    assert found.dominates() and found.dominates(0.05) and not found.dominates(0.2)
    assert not dominating_mixture(payoff, 0).dominates()


def test_of_mixtures_with_the_same_least_advantage_the_best_in_sum_is_found():
    payoff = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 0.8], [1.0, 0.0, 0.3]])
    found = dominating_mixture(payoff, 0)  # nobody gains where the row has 1 or all have 0
    assert found.weights == pytest.approx([0, 1, 0], abs=1e-6) and found.dominates()


@pytest.mark.parametrize("seed", range(10))
def test_no_mixture_of_a_fine_grid_beats_the_one_that_is_found(seed):
    payoff = np.random.default_rng(seed).random((4, 3))
    best = dominating_mixture(payoff, 0).advantages.min()
    grid = [np.array([0, a, b, 20 - a - b]) / 20 for a in range(21) for b in range(21 - a)]
    least = max((weights @ payoff - payoff[0]).min() for weights in grid)
    assert least <= best + 1e-7 <= least + 0.1


def test_a_rating_explains_all_of_a_ladder_and_nothing_of_a_circle():
    rating = np.array([1.0, 0.3, -0.4, -0.9])
    ladder = 1 / (1 + np.exp(rating - rating[:, None]))
    found = hodge(ladder)
    assert found.rating == pytest.approx(rating) and found.explained == pytest.approx(1)
    assert hodge(CYCLE).explained == pytest.approx(0) and hodge(CYCLE).rating == pytest.approx([0, 0, 0])
    assert np.isnan(hodge(np.full((3, 3), 0.5)).explained)


def test_the_parts_of_a_table_are_orthogonal_and_sum_to_it():
    drawn = np.random.default_rng(3).normal(size=(5, 5))
    odds = drawn - drawn.T
    found = hodge(1 / (1 + np.exp(-odds)))
    gradient = found.rating[:, None] - found.rating
    assert gradient + found.cyclic == pytest.approx(odds)
    assert (gradient * found.cyclic).sum() == pytest.approx(0, abs=1e-9)
    assert found.explained == pytest.approx((gradient**2).sum() / (odds**2).sum())
    pairs = np.array([np.eye(5)[i] - np.eye(5)[j] for i in range(5) for j in range(5)])
    fitted = np.linalg.lstsq(pairs, odds.reshape(-1), rcond=None)[0]
    assert found.rating == pytest.approx(fitted - fitted.mean())


def seen(payoff, games, seed):
    """Scores of so many games, and samples of them."""
    rng = np.random.default_rng(seed)

    def draw(chance):
        won = np.triu(rng.binomial(games, np.triu(chance, 1)) / games, 1)
        return won + np.tril(1 - won.T, -1) + np.eye(len(payoff)) / 2

    scores = draw(payoff)
    return scores, [draw(scores) for _ in range(60)]


def test_noise_takes_nothing_from_what_a_rating_explains():
    rating = np.array([0.4, 0.2, 0.1, -0.2, -0.5])
    ladder = 1 / (1 + np.exp(rating - rating[:, None]))
    found = np.array([explained_shares(*seen(ladder, 60, seed)) for seed in range(20)])
    plain = np.array([hodge(seen(ladder, 60, seed)[0]).explained for seed in range(20)])
    assert plain.mean() < 0.87 and found[:, 0].mean() > 0.93
    assert np.mean([np.nanpercentile(one[1:], 97.5) > 0.95 for one in found]) > 0.8
    assert np.mean([explained_shares(*seen(CYCLE * 0.6 + 0.2, 60, seed))[0] for seed in range(10)]) < 0.05


def test_of_even_scores_a_rating_mostly_explains_nothing():
    even = np.full((6, 6), 0.5)
    found = [explained_shares(*seen(even, 60, seed))[0] for seed in range(20)]
    assert np.isnan(found).mean() > 0.8
    with pytest.raises(GameError, match="two or more"):
        explained_shares(even, [even])


def graph(strategies, *edges):
    beats = np.zeros((strategies, strategies), bool)
    for edge in edges:
        beats[edge] = True
    return beats


def test_cycles_are_found_once_and_the_short_ones_first():
    beats = graph(6, (2, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 1), (0, 5))
    assert cycles(beats) == [(0, 1, 2), (1, 2, 3, 4)]
    assert circles(beats) == [(0, 1, 2, 3, 4)]
    assert cycles(graph(3, (0, 1), (1, 2), (0, 2))) == [] == circles(graph(3, (0, 1)))


@pytest.mark.parametrize("seed", range(6))
def test_every_cycle_goes_along_its_edges_and_every_edge_in_a_circle_is_on_one(seed):
    drawn = np.random.default_rng(seed).random((7, 7))
    beats = (drawn > drawn.T) & (drawn + drawn.T > 0.8)
    found = cycles(beats)
    on = {edge for cycle in found for edge in zip(cycle, (*cycle[1:], cycle[0]), strict=True)}
    assert all(beats[edge] for edge in on)
    together = {(i, j) for one in circles(beats) for i in one for j in one if beats[i, j]}
    assert on == together


@pytest.mark.parametrize(
    "call",
    [
        lambda: alpha_rank(CYCLE, np.inf),
        lambda: alpha_rank(CYCLE, -1.0),
        lambda: alpha_rank(CYCLE[:2], 1.0),
        lambda: limit_rank(CYCLE, 0.5),
        lambda: dominators(CYCLE, -0.1),
        lambda: dominating_mixture(CYCLE, 3),
        lambda: dominating_mixture(CYCLE[:1], 0),
        lambda: dominating_mixture(CYCLE, 0, np.array([True, False, False])),
        lambda: hodge(CYCLE * 2),
        lambda: cycles(np.ones((2, 2), bool)),
    ],
)
def test_wrong_numbers_are_refused(call):
    with pytest.raises(GameError):
        call()
