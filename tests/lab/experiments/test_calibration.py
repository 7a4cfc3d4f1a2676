"""The calibration command prints a row for each world that it simulates, with what it found there."""

import numpy as np
import pytest

from swarmzoo.lab.experiments import calibration
from swarmzoo.lab.experiments.calibration import World, coverage, fitted, missed, play


def test_its_tables_name_every_world_that_was_simulated(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(calibration, "missed", lambda *given: asked.append(given) or (0.011, 0.521))
    monkeypatch.setattr(calibration, "coverage", lambda *given: asked.append(given) or 0.947)
    monkeypatch.setattr(calibration, "verdicts", lambda *given: asked.append(given) or (0.033, 0.812))
    calibration.main(repetitions=7, seed=3)
    out = capsys.readouterr().out
    for number in ("1.1%", "52.1%", "94.7%", "3.3%", "81.2%"):
        assert number in out
    worlds = [given[:2] for given in asked if isinstance(given[0], World)]
    assert [(len(world.worth), groups) for world, groups in worlds[:12:2]] == [
        *((3, 20), (3, 50), (10, 30), (10, 100), (29, 60), (29, 500))
    ]
    assert all(max(world.worth) == 0.06 == -min(world.worth) for world, _ in worlds[:12])
    assert [groups for _, groups in worlds[12::2]] == [250, 2000, 4000, 8000, 15_000]
    assert all(sorted(world.worth) == [0.0] * 15 + [0.03] * 14 for world, _ in worlds[12:])
    assert [world.luck for world, _ in worlds] == [0.0, 1.0] * 11
    assert all(given[-2:] == (7, 3) for given in asked) and out.count("81.2%") == 10
    assert "29 parts, 3 points, 80% power, luck 0%: 11,718 games" in out


@pytest.mark.parametrize("luck", [0.0, 0.5, 1.0])
def test_games_spread_as_the_world_says_and_lean_to_who_has_more(luck):
    world = World((0.2, 0.0), luck)
    lead, score = play(world, 4000, seed=2)
    assert score[lead[:, 0] > 0].mean() == pytest.approx(0.7, abs=0.04)
    assert score[lead[:, 0] < 0].mean() == pytest.approx(0.3, abs=0.04)
    assert score[lead[:, 0] == 0].std() == pytest.approx(world.spread, abs=0.02)
    assert set(np.unique(score)) <= ({0.0, 1.0} if luck == 1 else {0.0, 0.5, 1.0})


@pytest.mark.parametrize("ends", [(0.0, 0.29), (0.31, 1.0)])
def test_intervals_that_lie_beside_the_mean_miss_it_at_any_look(monkeypatch, ends):
    low, high = ends
    monkeypatch.setattr(calibration, "mean_sequences", lambda *given: (np.full(9, low), np.full(9, high)))
    assert missed(0.3, np.array([5, 10]), 9, seed=1)[0] == 1.0


def test_a_miss_at_one_look_alone_counts(monkeypatch):
    ends = iter([(0.0, 0.1), (0.0, 1.0)])
    monkeypatch.setattr(calibration, "mean_sequences", lambda *given: tuple(np.full(9, end) for end in next(ends)))
    assert missed(0.3, np.array([5, 10]), 9, seed=1)[0] == 1.0


def test_other_seeds_are_other_experiments():
    world = World((0.1, -0.1, 0.0))
    one, other = fitted(world, 50, 1), fitted(world, 50, 2)
    assert not np.array_equal(one.estimate, other.estimate)
    assert coverage(world, 50, 1, 1) == np.mean(
        [low <= true <= high for low, high, true in zip(*one.intervals(), world.worth, strict=True)]
    )
