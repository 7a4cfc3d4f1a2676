"""Intervals and ratings against slow, obvious statements of their formulas."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import t

from swarmzoo.lab.calibration import World, play, round_robin
from swarmzoo.lab.cross_table import cross_table
from swarmzoo.lab.intervals import share_interval, share_intervals
from swarmzoo.lab.ratings import ELO, fit
from swarmzoo.lab.seating import seats_against_one


def plain_interval(score, group):
    """Wilson's interval with as many games as the design effect leaves, and Student's quantile."""
    games, names = len(score), sorted(set(group.tolist()))
    share = sum(score) / games
    spread = sum(sum(score[k] - share for k in range(games) if group[k] == name) ** 2 for name in names)
    size = games / len(names)
    even = size * 0.25  # one virtual seed of evenly matched games that are all alike
    among = spread * len(names) / max(len(names) - 1, 1) + even * size
    effect = among / (games * share * (1 - share) + even)
    z2 = t.ppf(0.975, len(names)) ** 2 * effect / games
    middle, half = share + z2 / 2, np.sqrt(z2 * share * (1 - share) + z2**2 / 4)
    return max(0, min(share, (middle - half) / (1 + z2))), min(1, max(share, (middle + half) / (1 + z2)))


@pytest.mark.parametrize("seed", range(12))
def test_intervals_are_wilsons_with_the_design_effect_of_the_seeds(seed):
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 6, 30) * 17 - 5
    score = rng.choice([0, 0.5, 1], 30, p=[0.5, 0.2, 0.3]) if seed else np.ones(30)
    assert share_interval(score, group) == pytest.approx(plain_interval(score, group))


def test_cells_are_estimated_apart_and_empty_ones_know_nothing():
    rng = np.random.default_rng(1)
    cell, group, score = rng.integers(0, 3, 60), rng.integers(0, 9, 60), rng.choice([0, 0.5, 1], 60)
    low, high = share_intervals(cell, group, score, 5)
    for k in range(3):
        assert (low[k], high[k]) == pytest.approx(plain_interval(score[cell == k], group[cell == k]))
    assert (low[3:].tolist(), high[3:].tolist()) == ([0, 0], [1, 1])


@pytest.fixture(scope="module", params=[2, 3])
def rated(request):
    """Ratings of five agents, of whom one plays less than the others, with the games."""
    world = World((120.0, 40.0, 0.0, -60.0, -100.0), (20.0, -10.0, -10.0)[: request.param], draws=0.2, luck=0.4)
    seating = round_robin(world, 3)
    share = play(world, seating, np.random.default_rng(3))
    keep = ~((seating == 4).any(axis=(1, 2)) & (np.arange(len(seating)) % 3 > 0))
    sides = seating.shape[-1]
    groups = np.repeat(np.arange(keep.sum()), seating.shape[1])
    games = seating[keep].reshape(-1, sides), share[keep].reshape(-1, sides), groups
    return fit(5, *games), games


def half_width(variance, groups):
    return t.ppf(0.975, groups) * np.sqrt(variance)


def test_every_interval_is_students_of_the_covariance_and_the_fewer_groups(rated):
    ratings, (seating, _, groups) = rated
    met = [len({g for g, line in zip(groups, seating, strict=True) if k in line}) for k in range(5)]
    assert ratings.groups.tolist() == met and met[4] < met[0]
    variance = ratings.covariance.diagonal()
    for k in range(5):
        assert ratings.high[k] - ratings.elo[k] == pytest.approx(half_width(variance[k], met[k]))
        assert ratings.elo[k] - ratings.low[k] == pytest.approx(half_width(variance[k], met[k]))
    for one, other in combinations(range(5), 2):
        apart = variance[one] + variance[other] - 2 * ratings.covariance[one, other]
        half = half_width(apart, min(met[one], met[other]))
        elo, low, high = ratings.difference(one, other)
        assert elo == pytest.approx(ratings.elo[one] - ratings.elo[other])
        assert (high - elo, elo - low) == pytest.approx((half, half))
        chance = t.cdf(elo / np.sqrt(apart), min(met[one], met[other]))
        assert ratings.superiority[one, other] == pytest.approx(chance)
        assert ratings.superiority[other, one] == pytest.approx(1 - chance)


def test_anchored_ratings_are_distances_to_the_anchor(rated):
    ratings, _ = rated
    for anchor in range(5):
        moved = ratings.anchored(anchor, 1000.0)
        for k in range(5):
            elo, low, high = ratings.difference(k, anchor)
            assert (moved.elo[k], moved.low[k], moved.high[k]) == pytest.approx((1000 + elo, 1000 + low, 1000 + high))
        assert moved.covariance[anchor] == pytest.approx(np.zeros(5), abs=1e-6)
        assert moved.covariance == pytest.approx(moved.covariance.T)


def test_anchored_ratings_leave_out_who_has_none():
    seating = np.array([[0, 1], [1, 0], [2, 2]])
    ratings = fit(4, seating, np.array([[1.0, -1.0], [-1.0, 1.0], [1.0, -1.0]]), np.array([0, 0, 1]))
    moved = ratings.anchored(1, 0.0)
    assert np.isnan(moved.elo[2:]).all() and (moved.low[2:] == -np.inf).all() and (moved.high[2:] == np.inf).all()
    assert np.isnan(moved.covariance[2:]).all() and np.isnan(moved.covariance[:, 2:]).all()
    assert np.isfinite(moved.covariance[:2, :2]).all() and (ratings.superiority[2] == 0.5).all()
    assert ratings.groups.tolist() == [1, 1, 0, 0] and ratings.is_connected


def test_strengths_are_where_the_likelihood_has_no_slope(rated):
    """At the most likely strengths each agent has won as often as expected, with a virtual draw."""
    ratings, (seating, share, _) = rated
    sides = seating.shape[1]
    strength, seats = ratings.elo / ELO, ratings.seat_advantage / ELO
    odds = np.exp(strength[seating] + seats[np.arange(sides)])
    error = share - odds / odds.sum(axis=1, keepdims=True)
    slopes = [error[seating == k].sum() for k in range(5)]
    draws = [1 / (1 + np.exp(-value)) - 0.5 for value in strength]
    assert np.array(slopes) == pytest.approx(np.array(draws), abs=0.05)


def test_the_cross_table_of_three_sides_counts_pairs_of_seats():
    seating = np.array([[0, 1, 1], [1, 0, 2]])
    table = cross_table(3, seating, np.array([[1.0, 0, 0], [0.5, 0.5, 0]]), np.array([0, 1]))
    assert table.games.tolist() == [[0, 3, 1], [3, 0, 1], [1, 1, 0]]
    assert (table.wins[0, 1], table.draws[0, 1], table.losses[0, 1]) == (2, 1, 0)
    assert (table.wins[0, 2], table.losses[2, 0], table.losses[2, 1]) == (1, 1, 1)


def test_one_seat_alone_is_played_on_seeds_in_a_row_and_both_on_pairs():
    from types import SimpleNamespace

    two = SimpleNamespace(num_sides=2, seats=(0, 1))
    seating, seeds = seats_against_one(two, 3, 50, None)
    assert seating.tolist() == [[0, 1], [1, 0], [0, 1], [1, 0]] and seeds.tolist() == [50, 50, 51, 51]
    seating, seeds = seats_against_one(two, 3, 50, 1)
    assert seating.tolist() == [[1, 0]] * 3 and seeds.tolist() == [50, 51, 52]
    alone = SimpleNamespace(num_sides=2, seats=(1,))
    assert seats_against_one(alone, 2, 9, None)[0].tolist() == [[1, 0]] * 2
    four = SimpleNamespace(num_sides=4, seats=(0, 1, 2, 3))
    seating, seeds = seats_against_one(four, 4, 7, None)
    assert (seating == 0).sum(axis=1).tolist() == [1] * len(seating) and len(seating) >= 4
    assert sorted((seating == 0).argmax(axis=1).tolist()) == [0, 1, 2, 3]
    for sides, games in ((4, 6), (6, 4), (6, 2), (5, 7)):
        many = SimpleNamespace(num_sides=sides, seats=tuple(range(sides)))
        seating, seeds = seats_against_one(many, games, 7, None)
        counts = np.bincount((seating == 0).argmax(axis=1), minlength=sides)
        assert len(seeds) >= games and len(set(counts.tolist())) == 1, "every seat equally often"
    three = SimpleNamespace(num_sides=3, seats=(0, 1, 2))
    seating, seeds = seats_against_one(three, 4, 7, None)
    assert (seating == 0).argmax(axis=1).tolist() == [0, 1, 2] * 2 and seeds.tolist() == [7] * 3 + [8] * 3
