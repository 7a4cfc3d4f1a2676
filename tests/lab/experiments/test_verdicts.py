"""Errors of many verdicts: Holm, Benjamini and Hochberg, budgets, evenness within a margin; forecasts."""

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.experiments.calibration import World, forecast, verdicts
from swarmzoo.lab.experiments.equivalence import are_balanced, places
from swarmzoo.lab.experiments.multiplicity import Budget, holm, to_look_at
from swarmzoo.lab.experiments.power import expected_error, groups_needed, smallest_effect


@pytest.mark.parametrize("seed", range(5))
def test_corrections_are_those_of_statsmodels(seed):
    chances = np.random.default_rng(seed).beta(0.3, 3, 17)
    assert holm(chances) == pytest.approx(multipletests(chances, method="holm")[1])
    assert to_look_at(chances, 0.1).tolist() == multipletests(chances, alpha=0.1, method="fdr_bh")[0].tolist()


def test_corrections_keep_the_shape_and_take_nothing():
    chances = np.array([[0.01, 0.04], [0.03, 0.02]])
    assert holm(chances) == pytest.approx(np.array([[0.04, 0.06], [0.06, 0.06]]))
    assert holm(np.array([0.6, 0.9, 0.01])).tolist() == [1.0, 1.0, 0.03]
    assert to_look_at(chances).shape == (2, 2) and holm(np.array([])).shape == to_look_at(np.array([])).shape == (0,)


def test_a_budget_is_shared_by_weight_and_never_exceeded():
    budget = Budget({"seats": 2, "parts": 1, "length": 1})
    shares = [budget.of(name) for name in budget.weights]
    assert shares == pytest.approx([0.025, 0.0125, 0.0125]) and sum(shares) <= 0.05 + 1e-12
    with pytest.raises(GameError, match=r"unknown family 'seat'.*seats"):
        budget.of("seat")
    for weights, total in (({}, 0.05), ({"a": 0.0}, 0.05), ({"a": 1.0}, 1.0), ({"a": 1.0}, 0.0)):
        with pytest.raises(GameError, match="budget of errors"):
            Budget(weights, total)


def test_balanced_is_said_only_where_the_whole_interval_lies_within_the_margin():
    low = np.array([0.49, 0.479, 0.40, 0.521, 0.515, 0.45, 0.0])
    high = np.array([0.51, 0.51, 0.60, 0.60, 0.53, 0.479, 1.0])
    found = places(low, high, 0.02, 0.5)
    assert found.tolist() == ["inside", "open", "open", "above", "open", "below", "open"]
    assert are_balanced(low[:1], high[:1], 0.02, 0.5) and not are_balanced(low, high, 0.02, 0.5)
    assert not are_balanced(low[:0], high[:0], 0.02)
    for margin in (0.0, -1.0, np.nan):
        with pytest.raises(GameError, match="margin"):
            places(low, high, margin)


@pytest.mark.parametrize(("effect", "alpha", "power"), [(0.3, 0.05, 0.8), (0.1, 0.01, 0.9), (0.05, 0.05 / 58, 0.8)])
def test_forecasts_agree_with_the_power_of_a_t_test(effect, alpha, power):
    groups = groups_needed(effect, 1.0, 1.0, 1, alpha, power)
    assert groups == pytest.approx(TTestPower().solve_power(effect, None, alpha, power), rel=0.01, abs=1)
    error, before = expected_error(groups, 1.0, 1.0), expected_error(groups - 1, 1.0, 1.0)
    assert smallest_effect(error, groups - 1, alpha, power) <= effect
    assert smallest_effect(before, groups - 2, alpha, power) > effect


def test_impossible_forecasts_are_refused():
    with pytest.raises(GameError, match=r"effect = 0: a size above 0"):
        groups_needed(0, 1, 1, 1, 0.05)
    with pytest.raises(GameError, match=r"power = 1: "):
        groups_needed(0.1, 1, 1, 1, 0.05, 1)
    with pytest.raises(GameError, match=r"alpha = 0: "):
        smallest_effect(1, 10, 0)


def test_thirty_thousand_games_find_three_points_of_each_of_29_parts():
    """Even where luck decides both games of every seed alike: the forecast asks for less, and simulation agrees."""
    world = World((0.03,) * 29, luck=1.0)
    assert forecast(world, 0.03) < 30_000
    _, found = verdicts(world, 15_000, 1, seed=1)
    assert found > 0.8


def test_reports_on_clean_parts_seldom_accuse_one_and_the_forecast_finds_what_it_says():
    world = World((0.2, 0.0, 0.0, 0.0, 0.0), luck=0.5)
    accused, found = verdicts(world, forecast(world, 0.2) // 2, 300, seed=3)
    assert accused <= 0.08 and 0.7 <= found <= 0.93
