"""Strategies play until nothing is undecided: what is proven is so, and games are saved where they tell nothing."""

from dataclasses import replace

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.game_theory import calibration
from swarmzoo.lab.game_theory.exploration import explore, fewest_groups, looks

MARGIN = 0.08


class Table:
    """Plays games of known scores, and notes what was asked for."""

    def __init__(self, payoff, seed=0):
        self.payoff, self.rng, self.asked = np.array(payoff), np.random.default_rng(seed), []

    def __call__(self, pairs, wanted):
        self.asked += [(pair, group) for pair in pairs for group in wanted]
        group = np.tile(np.array(wanted), len(pairs))
        row, column = np.repeat(np.array(pairs), len(wanted), axis=0).T
        return group, row, column, (self.rng.random(len(group)) < self.payoff[row, column]).astype(float)

    def groups(self, pair):
        return [group for one, group in self.asked if one == pair]


def test_pairs_play_the_same_groups_without_gaps_until_they_stop():
    payoff = [[0.5, 1, 0.6, 1], [0, 0.5, 0.5, 0.9], [0.4, 0.5, 0.5, 0.9], [0, 0.1, 0.1, 0.5]]
    table = Table(payoff)
    explore(np.full((4, 4), 600), MARGIN, 0.05, table)
    lengths = set()
    for pair in [(i, j) for i in range(4) for j in range(i + 1, 4)]:
        played = table.groups(pair)
        assert played == list(range(len(played)))
        lengths.add(len(played))
    assert lengths <= set(looks(600)) and min(lengths) < 200 < max(lengths)


def test_a_pair_with_fewer_groups_stops_there_and_the_others_go_on():
    most = np.full((3, 3), 200)
    most[0, 2] = most[2, 0] = 50
    table = Table(np.full((3, 3), 0.5))
    explore(most, MARGIN, 0.05, table)
    assert [len(table.groups(pair)) for pair in ((0, 1), (0, 2), (1, 2))] == [200, 50, 200]


def test_a_mixture_is_judged_by_other_groups_than_it_was_chosen_by():
    world = next(world for world in calibration.worlds(MARGIN) if "mixture" in world.name)
    table = Table(world.payoff)
    found = explore(np.full((5, 5), 600), MARGIN, 0.05, table)
    assert sorted(found.mixtures[4]) == pytest.approx([0, 0, 0, 0.5, 0.5], abs=0.15)  # of 0 and 1, or of 2 and 3
    assert found.proven.mixed[4] <= 0.05 and found.proven.dominated[4].min() > 0.05
    assert found.samples.group.max() < 600 <= found.judging.group.min()


def test_no_mixture_is_made_of_who_is_no_rival():
    world = next(world for world in calibration.worlds(MARGIN) if "mixture" in world.name)
    rivals = ~np.eye(5, dtype=bool)
    rivals[:, :3] = False
    found = explore(np.full((5, 5), 300), MARGIN, 0.05, Table(world.payoff), rivals)
    assert 4 not in found.mixtures and not len(found.judging.group)


def test_too_few_groups_for_any_proof_are_refused_before_anything_is_played():
    needed = fewest_groups(4, 0.05)
    table = Table(np.full((4, 4), 0.5))
    with pytest.raises(GameError, match=f"only after {needed}"):
        explore(np.full((4, 4), needed - 1), MARGIN, 0.05, table)
    assert not table.asked
    certain = explore(np.full((4, 4), needed), MARGIN, 0.05, Table(np.tri(4, k=-1).T + np.eye(4) / 2))
    assert certain.proven.beats[0, 1] <= 0.05


@pytest.mark.parametrize("luck", [0.0, 0.7])
def test_clean_strategies_are_not_accused(luck):
    world = replace(calibration.worlds(MARGIN)[0], luck=luck)
    wrong, _, _ = calibration.rates(world, 60, MARGIN, 6, 3)
    assert wrong == 0


def test_planted_strategies_are_found_with_fewer_games_than_all():
    ladder = next(world for world in calibration.worlds(MARGIN) if world.name == "a ladder")
    wrong, seen, played = calibration.rates(ladder, 400, MARGIN, 4, 3)
    assert (wrong, seen) == (0, 1) and played < 0.8


def test_the_calibration_counts_what_is_wrong_and_what_is_missed():
    world = next(world for world in calibration.worlds(MARGIN) if world.planted == (4,))
    found = calibration.report(world, 60, MARGIN, np.random.default_rng(0))
    none = replace(found.proven, **{name: np.ones_like(getattr(found.proven, name)) for name in vars(found.proven)})
    assert not calibration.is_wrong(world, MARGIN, replace(found, proven=none))
    assert not calibration.is_found(world, replace(found, proven=none))
    for name, place in (("dominated", (0, 1)), ("beats", (1, 0)), ("mixed", 2)):
        accused = np.ones_like(getattr(none, name))
        accused[place] = 0.01
        assert calibration.is_wrong(world, MARGIN, replace(found, proven=replace(none, **{name: accused})))
    right = np.ones((5, 5))
    right[4, 3] = 0.01
    found = replace(found, proven=replace(none, dominated=right))
    assert calibration.is_found(world, found) and not calibration.is_wrong(world, MARGIN, found)


def test_the_table_of_the_calibration_has_a_row_for_every_world(monkeypatch):
    monkeypatch.setattr(calibration, "rates", lambda world, *given: (0.01, 0.9, 0.4))
    rows = list(calibration.rows(100, MARGIN, 2, 1))
    assert [row[0] for row in rows] == [world.name for world in calibration.worlds(MARGIN)]
    assert rows[0][2:] == ("1.0%", "-", "40%") and rows[-1][3] == "90.0%"
