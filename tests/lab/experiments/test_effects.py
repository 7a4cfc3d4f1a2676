"""Effects with intervals that are robust to groups: against statsmodels, slow statements, and simulated games."""

import numpy as np
import pytest
import statsmodels.api as sm

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.experiments.calibration import World, coverage
from swarmzoo.lab.experiments.effects import effects


def test_with_a_row_for_each_group_errors_are_those_of_statsmodels_hc2():
    rng = np.random.default_rng(0)
    columns = rng.normal(size=(40, 3))
    score = columns @ [1, 0, 0.5] + rng.normal(size=40) * (1 + abs(columns[:, 0]))
    ours = effects(columns, score, rng.permutation(40) * 3, ["a", "b", "c"])
    theirs = sm.OLS(score, sm.add_constant(columns)).fit(cov_type="HC2")
    assert [ours.mean, *ours.estimate] == pytest.approx(theirs.params)
    assert ours.error == pytest.approx(theirs.bse[1:])
    assert ours.spread == pytest.approx(np.sqrt(theirs.scale)) and ours.groups == 40 and ours.names == ("a", "b", "c")


@pytest.fixture(scope="module")
def clustered():
    """Rows of groups of several sizes that share a part of their columns and of their scores, in mixed order."""
    rng = np.random.default_rng(1)
    group = rng.permutation(np.repeat(np.arange(13), rng.integers(1, 7, 13)))
    columns = rng.normal(size=(len(group), 3)) + rng.normal(size=(13, 3))[group]
    return columns, rng.normal(size=len(group)) + rng.normal(size=13)[group], group


def plain_cr2(columns, score, group):
    """Bell and McCaffrey's variances and Satterthwaite's degrees of freedom, with whole matrices."""
    whole = np.column_stack([np.ones(len(score)), columns])
    inverse = np.linalg.inv(whole.T @ whole)
    maker = np.eye(len(score)) - whole @ inverse @ whole.T
    left, variance, parts = maker @ score, 0, []
    for name in np.unique(group):
        rows = np.flatnonzero(group == name)
        values, vectors = np.linalg.eigh(maker[np.ix_(rows, rows)])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        push = inverse @ whole[rows].T @ root
        variance = variance + np.outer(push @ left[rows], push @ left[rows])
        parts.append(push @ maker[rows])
    freedom = []
    for k in range(1, whole.shape[1]):
        lines = np.array([part[k] for part in parts])
        inner = lines @ lines.T
        freedom.append(np.trace(inner) ** 2 / (inner**2).sum())
    return np.sqrt(np.diag(variance))[1:], freedom


def test_errors_and_freedoms_of_groups_are_those_of_the_formulas(clustered):
    ours = effects(*clustered, ["a", "b", "c"])
    error, freedom = plain_cr2(*clustered)
    assert ours.error == pytest.approx(error)
    assert ours.freedom == pytest.approx(freedom)


def test_the_names_and_the_order_of_groups_change_nothing(clustered):
    columns, score, group = clustered
    ours = effects(columns, score, group, ["a", "b", "c"])
    turn = np.random.default_rng(3).permutation(len(score))
    again = effects(columns[turn], score[turn], 100 - group[turn], ["a", "b", "c"])
    for name in ("estimate", "error", "freedom"):
        assert getattr(again, name) == pytest.approx(getattr(ours, name))


def test_games_that_are_counted_twice_prove_no_more(clustered):
    columns, score, group = clustered
    once = effects(columns, score, group, ["a", "b", "c"])
    twice = effects(np.tile(columns, (2, 1)), np.tile(score, 2), np.tile(group, 2), ["a", "b", "c"])
    assert twice.estimate == pytest.approx(once.estimate) and twice.error == pytest.approx(once.error, rel=0.1)


def test_intervals_and_p_values_agree(clustered):
    found = effects(*clustered, ["a", "b", "c"])
    for alpha in (0.01, 0.2):
        low, high = found.intervals(alpha)
        for k in range(3):
            assert found.chance_differs(low[k])[k] == pytest.approx(alpha)
            assert found.chance_above(low[k])[k] == pytest.approx(alpha / 2)
            assert found.chance_below(high[k])[k] == pytest.approx(alpha / 2)
    assert found.chance_above() + found.chance_below() == pytest.approx(np.ones(3))


@pytest.mark.parametrize("luck", [0.0, 1.0])
def test_intervals_of_few_groups_hold_the_truth(luck):
    world = World(tuple(np.linspace(-0.06, 0.06, 8)), luck)
    assert 0.93 <= coverage(world, 24, 150, seed=1) <= 0.975


def test_too_few_groups_and_columns_that_say_the_same_are_refused_in_a_sentence():
    rng = np.random.default_rng(0)
    columns, score = rng.normal(size=(12, 3)), rng.normal(size=12)
    with pytest.raises(
        GameError, match=r"4 groups of games for 3 effects and a constant: more than 4 groups are needed"
    ):
        effects(columns, score, np.arange(12) % 4, ["a", "b", "c"])
    columns[:, 2] = columns[:, 0] - 2 * columns[:, 1]
    with pytest.raises(GameError, match=r"^[abc]: its effect cannot be told apart"):
        effects(columns, score, np.arange(12), ["a", "b", "c"])
    columns[:, 2] = 3
    with pytest.raises(GameError, match=r"cannot be told apart"):
        effects(columns, score, np.arange(12), ["a", "b", "c"])
    columns[:, 2] = 0
    with pytest.raises(GameError, match=r"^c: its effect"):
        effects(columns, score, np.arange(12), ["a", "b", "c"])


def test_very_many_columns_share_their_degrees_of_freedom():
    rng = np.random.default_rng(0)
    columns = rng.normal(size=(400, 200))
    found = effects(columns, rng.normal(size=400), np.arange(400), list(map(str, range(200))))
    assert (found.freedom == 199).all()
    assert (found.chance_differs() < 0.05).mean() == pytest.approx(0.05, abs=0.04)
