from dataclasses import fields

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.calibration import World, coverage, play, round_robin
from swarmzoo.lab.cross_table import cross_table
from swarmzoo.lab.ratings import ELO, fit, score_of

WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


def pairs(results):
    """Agent 0 against agent 1; a pair of games for each pair of results, which are agent 0's."""
    seating = np.tile([[0, 1], [1, 0]], (len(results), 1))
    pay = np.array([line for first, second in results for line in (first, second[::-1])])
    return seating, pay, np.repeat(np.arange(len(results)), 2)


def tournament(world, groups, seed=0):
    seating = round_robin(world, groups)
    share = play(world, seating, np.random.default_rng(seed))
    sides = seating.shape[-1]
    return seating.reshape(-1, sides), share.reshape(-1, sides), np.repeat(np.arange(len(seating)), seating.shape[1])


def test_three_wins_in_four_are_191_elo():
    ratings = fit(2, *pairs([(WIN, WIN), (WIN, LOSS), (LOSS, WIN), (WIN, WIN)] * 100), prior=1e-6)
    assert ratings.elo == pytest.approx([190.85 / 2, -190.85 / 2], abs=0.01)
    assert ratings.difference(0, 1)[0] == pytest.approx(400 * np.log10(3), abs=0.01)
    assert score_of(190.85) == pytest.approx(0.75, abs=1e-5)


def test_a_draw_counts_as_half_a_win():
    drawn = fit(2, *pairs([(WIN, DRAW)] * 40))
    decided = fit(2, *pairs([(WIN, WIN), (WIN, LOSS)] * 20))
    assert drawn.elo == pytest.approx(decided.elo)
    assert fit(2, *pairs([(DRAW, DRAW)] * 9)).elo == pytest.approx([0, 0])


def test_the_interval_of_the_difference_is_that_of_the_mean_score_of_pairs():
    """Independently: the standard error of the mean of a pair, in Elo by the slope of the curve."""
    results = (
        [(WIN, WIN)] * 120 + [(WIN, LOSS), (LOSS, WIN)] * 100 + [(LOSS, LOSS)] * 40 + [(DRAW, WIN), (WIN, DRAW)] * 20
    )
    scores = np.repeat([1, 0.5, 0, 0.75], [120, 200, 40, 40])
    error = scores.std(ddof=1) / 20 * ELO / (scores.mean() * (1 - scores.mean()))
    elo, low, high = fit(2, *pairs(results)).difference(0, 1)
    assert elo == pytest.approx(ELO * np.log(scores.mean() / (1 - scores.mean())), rel=0.01)
    assert (high - low) / 2 == pytest.approx(1.966 * error, rel=0.015)


def test_few_groups_leave_as_much_doubt_as_leaving_each_out_shows():
    """Independently: the jackknife, which fits again without each group."""
    seating, pay, groups = pairs([(WIN, WIN)] * 3 + [(WIN, LOSS)] * 5 + [(LOSS, LOSS), (DRAW, WIN)] * 2)
    whole = fit(2, seating, pay, groups)
    others = [groups != k for k in range(12)]
    fits = [fit(2, seating[one], pay[one], groups[one]) for one in others]
    _, low, high = whole.difference(0, 1)
    found = [
        (high - low, [one.difference(0, 1)[0] for one in fits]),
        (whole.seat_high[0] - whole.seat_low[0], [one.seat_advantage[0] for one in fits]),
    ]
    for width, without in found:
        jackknife = np.sqrt(11 * np.var(without))
        assert 1 <= width / 2 / t.ppf(0.975, 12) / jackknife < 1.1


def test_the_advantages_of_the_seats_are_found():
    ratings = fit(3, *tournament(World((100, 0, -100), (60, -60)), 1000))
    assert ratings.seat_advantage == pytest.approx([60, -60], abs=12)
    assert ratings.elo == pytest.approx([100, 0, -100], abs=20)
    assert (ratings.seat_low < [60, -60]).all() and (ratings.seat_high > [60, -60]).all()


def test_four_sides_and_their_seats_are_found():
    world = World((150, 50, -50, -150), (45, 15, -15, -45), draws=0.5, luck=0.3)
    ratings = fit(4, *tournament(world, 400))
    assert ratings.elo == pytest.approx(world.elo, abs=25)
    assert ratings.seat_advantage == pytest.approx(world.seats, abs=25)


def in_every_seat(seating, pay):
    """The same results in all rotations of the seats, so that no seat has an advantage: choix knows of none."""
    sides = range(seating.shape[1])
    return (np.concatenate([np.roll(one, turn, axis=1) for turn in sides]) for one in (seating, pay))


def test_two_sides_fit_as_choix_does():
    seating, pay, _ = tournament(World((200, 50, 0, -250)), 30)
    winners, losers = seating[pay > 0.5], seating[pay < 0.5]
    theirs = ELO * choix.opt_pairwise(4, list(zip(winners, losers, strict=True)), alpha=1e-9, tol=1e-10)
    seating, pay = in_every_seat(seating, pay)
    assert fit(4, seating, pay, np.arange(len(pay)), prior=1e-6).elo == pytest.approx(theirs - theirs.mean(), abs=0.01)


def test_four_sides_fit_as_choix_does():
    seating, pay, _ = tournament(World((200, 100, 0, -100, -200), (0.0,) * 4), 2)
    data = [(line[i], tuple(np.delete(line, i))) for line, i in zip(seating, pay.argmax(axis=1), strict=True)]
    theirs = ELO * choix.opt_top1(5, data, alpha=1e-9, tol=1e-10)
    seating, pay = in_every_seat(seating, pay)
    assert fit(5, seating, pay, np.arange(len(pay)), prior=1e-6).elo == pytest.approx(theirs - theirs.mean(), abs=0.01)


@given(st.permutations(range(4)), st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_renamed_agents_keep_their_ratings(order, seed):
    seating, pay, groups = tournament(World((150, 50, -50, -150), (30, -30), draws=0.3, luck=0.5), 6, seed)
    ratings, renamed = fit(4, seating, pay, groups), fit(4, np.array(order)[seating], pay, groups)
    assert renamed.elo[order] == pytest.approx(ratings.elo, abs=1e-6)
    assert renamed.low[order] == pytest.approx(ratings.low, abs=1e-6)
    assert renamed.superiority[np.ix_(order, order)] == pytest.approx(ratings.superiority)


@given(st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_swapped_winners_negate_the_ratings(seed):
    seating, pay, groups = tournament(World((150, 50, -50, -150), (30, -30), draws=0.3, luck=0.5), 6, seed)
    ratings, swapped = fit(4, seating, pay, groups), fit(4, seating, -pay, groups)
    assert swapped.elo == pytest.approx(-ratings.elo, abs=1e-6)
    assert swapped.high == pytest.approx(-ratings.low, abs=1e-6)
    assert swapped.seat_advantage == pytest.approx(-ratings.seat_advantage, abs=1e-6)


@given(st.integers(0, 1000), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_neither_the_order_of_the_games_nor_the_numbers_of_the_groups_matter(seed, random):
    seating, pay, groups = tournament(World((50, 0, -50), (30, -30)), 5, seed)
    order = random.sample(range(len(groups)), len(groups))
    shuffled = fit(3, seating[order], pay[order], 1000 - 7 * groups[order])
    assert shuffled.low == pytest.approx(fit(3, seating, pay, groups).low)


@pytest.mark.parametrize("games", [1, 3, 20, 500])
def test_who_wins_all_has_a_finite_rating_and_a_wide_interval(games):
    ratings = fit(2, *pairs([(WIN, WIN)] * games))
    assert np.isfinite([ratings.elo, ratings.low, ratings.high]).all()
    assert ratings.elo[0] > 50
    elo, low, high = ratings.difference(0, 1)
    assert high - low > 0.7 * elo


def test_equal_pairs_leave_some_doubt():
    ratings = fit(2, *pairs([(WIN, LOSS), (LOSS, WIN)] * 10))
    assert ratings.elo == pytest.approx([0, 0])
    assert 10 < ratings.high[0] < 30
    assert ratings.superiority[0, 1] == pytest.approx(0.5)


def test_games_repeated_in_their_groups_prove_nothing_more():
    seating, pay, groups = tournament(World((80, 0, -80), (30, -30), draws=0.3), 30)
    once = fit(3, seating, pay, groups)
    thrice = fit(3, *(np.tile(one, (3, 1)) for one in (seating, pay)), np.tile(groups, 3))
    assert thrice.high - thrice.low == pytest.approx(once.high - once.low, rel=0.03)
    apart = fit(3, *(np.tile(one, (3, 1)) for one in (seating, pay)), np.arange(3 * len(groups)) // 2)
    assert apart.high - apart.low == pytest.approx((once.high - once.low) / np.sqrt(3), rel=0.1)
    one, more = (
        cross_table(3, seating, pay, groups),
        cross_table(3, np.tile(seating, (3, 1)), np.tile(pay, (3, 1)), np.tile(groups, 3)),
    )
    assert (more.high - more.low)[0, 1] == pytest.approx((one.high - one.low)[0, 1], rel=0.03)


def test_agents_without_games_and_apart_are_said_so():
    seating = np.array([[0, 1], [1, 0], [2, 3], [3, 2], [5, 5]])
    pay = np.array([WIN, LOSS, DRAW, DRAW, WIN])
    ratings = fit(6, seating, pay, np.array([0, 0, 1, 1, 2]))
    assert not ratings.is_connected
    assert len(set(ratings.components)) == 4
    assert np.isfinite(ratings.elo[:4]).all() and np.isnan(ratings.elo[4:]).all()
    assert np.isinf(ratings.low[4:]).all() and (ratings.superiority[4:, :4] == 0.5).all()
    assert ratings.difference(0, 2)[2] > 400
    with pytest.raises(GameError, match="agent 4 met no other"):
        ratings.anchored(4, 0)
    assert fit(4, seating[:2], pay[:2], np.zeros(2)).is_connected


def test_a_newcomer_with_one_pair_has_a_wide_interval():
    seating, pay, groups = tournament(World((50, -50)), 300)
    ratings = fit(3, np.r_[seating, [[0, 2], [2, 0]]], np.r_[pay, [WIN, LOSS]], np.r_[groups, [999, 999]])
    assert ratings.elo[2] < ratings.elo[0]
    assert ratings.high[2] - ratings.low[2] > 600
    _, low, high = ratings.difference(0, 1)
    assert high - low < 130


def test_self_play_says_nothing_of_strength():
    seating, pay, groups = pairs([(WIN, WIN), (WIN, LOSS), (LOSS, WIN), (WIN, DRAW)] * 10)
    mirror = fit(
        2, np.r_[seating, np.zeros((80, 2), int)], np.r_[pay, [WIN, LOSS] * 40], np.r_[groups, np.arange(80) // 2 + 40]
    )
    assert mirror.elo == pytest.approx(fit(2, seating, pay, groups).elo, abs=3)
    assert mirror.groups == pytest.approx([40, 40])


def test_equal_agents_on_several_seats_have_equal_ratings():
    """One agent against three copies of an equal one is first in a quarter of the games."""
    seating = np.tile(1 - np.eye(4, dtype=int), (25, 1))
    pay = np.tile(np.eye(4)[[0, 2, 3, 1]], (25, 1))
    assert (pay[seating == 0] > 0).mean() == 0.25
    assert fit(2, seating, pay, np.arange(100) // 4).elo == pytest.approx([0, 0], abs=1e-6)


def test_confounded_seat_and_strength_are_as_doubtful_as_the_prior():
    ratings = fit(2, np.tile([0, 1], (500, 1)), np.tile([WIN, WIN, WIN, LOSS], (125, 1)), np.arange(500))
    assert ratings.high[0] - ratings.low[0] > 400


def test_an_anchor_moves_all_and_holds_still():
    ratings = fit(3, *tournament(World((100, 0, -100)), 40))
    moved = ratings.anchored(1, 1500)
    assert (moved.low[1], moved.elo[1], moved.high[1]) == (1500, 1500, 1500)
    assert np.diff(moved.elo) == pytest.approx(np.diff(ratings.elo))
    elo, low, high = ratings.difference(0, 1)
    assert (moved.low[0], moved.high[0]) == pytest.approx((1500 + low, 1500 + high))
    assert low < elo < high


def test_superiority_adds_to_one_and_follows_the_difference():
    ratings = fit(3, *tournament(World((100, 0, -100)), 40))
    assert ratings.superiority + ratings.superiority.T == pytest.approx(np.ones((3, 3)))
    assert 0.5 < ratings.superiority[0, 1] < ratings.superiority[0, 2]
    _, low, _ = ratings.difference(0, 2)
    assert (ratings.superiority[0, 2] > 0.975) == (low > 0)


def test_the_cross_table_counts():
    table = cross_table(3, *pairs([(WIN, WIN), (WIN, DRAW), (LOSS, WIN), (DRAW, DRAW)]))
    assert (table.games[0, 1], table.wins[0, 1], table.draws[0, 1], table.losses[0, 1]) == (8, 4, 3, 1)
    assert (table.losses == table.wins.T).all() and (table.draws == table.draws.T).all()
    assert table.score[0, 1] == 5.5 / 8 and table.score[1, 0] == 2.5 / 8
    assert table.low[0, 1] == pytest.approx(1 - table.high[1, 0])
    assert np.isnan(table.score[0, 2]) and (table.low[0, 2], table.high[0, 2]) == (0, 1)


def test_the_cross_table_of_more_sides_asks_who_was_first_of_two():
    table = cross_table(3, np.array([[0, 1, 2], [1, 2, 0]]), np.array([[1, -0.5, -0.5], [-1, 0.5, 0.5]]), np.zeros(2))
    assert table.score[0, 1] == 1 and table.score[0, 2] == 0.75 and table.score[1, 2] == 0.25
    assert table.draws[1, 2] == 1


def test_the_intervals_of_the_cross_table_know_the_groups():
    even = cross_table(2, *pairs([(WIN, LOSS), (LOSS, WIN)] * 25))
    mixed = cross_table(2, *pairs([(WIN, WIN), (LOSS, LOSS)] * 25))
    assert 0.4 < even.low[0, 1] < 0.5 < even.high[0, 1] < 0.6
    assert (mixed.low[0, 1], mixed.high[0, 1]) == pytest.approx((0.366, 0.634), abs=0.01)
    perfect = cross_table(2, *pairs([(WIN, WIN)] * 10))
    assert 0.6 < perfect.low[0, 1] < 0.8 and perfect.high[0, 1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("seating", "pay", "groups", "said"),
    [
        ([[0, 1]], [[1, -1]], [0, 1], "groups"),
        ([[0], [1]], [[1], [1]], [0, 1], "two sides"),
        ([[0, 1]], [[1, -1, 0]], [0], "pay"),
        ([[0, 2]], [[1, -1]], [0], "0 to 1 are allowed"),
        ([[0, -1]], [[1, -1]], [0], "0 to 1 are allowed"),
        ([[0, 1]], [[np.nan, -1]], [0], "void games"),
        (np.zeros((0, 2), int), np.zeros((0, 2)), [], "no games"),
    ],
)
def test_what_makes_no_sense_is_refused(seating, pay, groups, said):
    for made in (fit, cross_table):
        with pytest.raises(GameError, match=said):
            made(2, np.array(seating), np.array(pay), np.array(groups))


def test_a_prior_of_nothing_is_refused():
    with pytest.raises(GameError, match="prior = 0"):
        fit(2, *pairs([(WIN, WIN)]), prior=0)


@pytest.mark.parametrize(
    "world",
    [
        World((150, 50, -50, -150), (40, -40), draws=0.3, luck=0.95),
        World((150, 50, -50, -150), (40, -40), draws=0.3, luck=0.95, favours="agent"),
        World((100, 0, -100), (30, 0, -30), draws=0.3, luck=0.5, favours="agent"),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(world):
    """With every game a group it would be 98% where seeds favour a seat, and 90% and 87% where they favour an agent."""
    ratings, differences, scores = coverage(world, 30, 150, seed=3)
    assert 0.92 < ratings < 0.98
    assert 0.92 < differences < 0.98
    assert len(world.seats) > 2 or 0.92 < scores < 0.99


def test_the_simulated_games_have_the_chances_of_the_model():
    """The draws and the luck of a world change no expected share."""
    for favours in ("seat", "agent"):
        world = World((150, 0, -150), (60, 0, -60), draws=0.6, luck=0.8, favours=favours)
        seating = round_robin(world, 20_000)
        share = play(world, seating, np.random.default_rng(0)).mean(axis=0)
        plain = World(**{one.name: getattr(world, one.name) for one in fields(world)} | {"draws": 0.0, "luck": 0.0})
        assert share == pytest.approx(play(plain, seating, np.random.default_rng(1)).mean(axis=0), abs=0.02)
