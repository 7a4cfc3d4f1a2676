"""The referee: which games count, who is out, and when it is enough; of rows alone."""

from types import SimpleNamespace

import numpy as np
import pytest

from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.ratings import fit
from swarmzoo.lab.referee import Referee, group_score, ratings_of
from tests.lab.rows import DRAW, LOSS, WIN, pair


def referee(agents=2, pairings=1, **config):
    return Referee(ArenaConfig.read({"agents": [str(k) for k in range(agents)], **config}), agents, pairings)


def test_games_count_and_shares_of_first_place_add_up():
    judge = referee(3)
    assert judge.take(0, pair(0, WIN, DRAW)) == [] and judge.take(1, pair(1, LOSS, LOSS, (1, 2))) == []
    assert judge.scores.tolist() == [1.5, 0.5, 2.0]
    assert [(row.group, row.nth) for row in judge.counted] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert judge.stopped is None and judge.stopped_before is None and judge.retired == set()


def test_who_faults_in_a_row_is_out_and_its_later_games_are_void():
    judge = referee(3, retire_after=2)
    assert judge.take(0, pair(0, LOSS, WIN, fault="crash")) == []  # one fault, then a good game
    assert judge.take(1, pair(1, LOSS, WIN, fault="crash")) == [] and judge.retired == set()
    faults = pair(2, LOSS, LOSS, fault="crash")
    faults[1].fault = type(faults[0].fault)(1, "timeout", "late")
    assert judge.take(2, faults) == [] and judge.retired == {0}
    late = pair(3, WIN, WIN)
    assert judge.take(3, late) == late and judge.take(4, pair(4, WIN, WIN, (1, 2))) == []
    assert judge.scores[0] == 2.0 and judge.is_void((0, 2)) and not judge.is_void((1, 2))
    assert {row.group for row in judge.counted} == {0, 1, 2, 4}


def test_a_fault_of_another_ends_no_row_and_begins_none():
    judge = referee(2, retire_after=1)
    row = pair(0, WIN, WIN)
    row[0].fault = type(pair(0, fault="crash")[0].fault)(1, "crash", "of the second agent")
    judge.take(0, row)
    assert judge.retired == {1}


def test_an_agent_that_goes_out_in_the_middle_of_a_group_voids_the_rest_of_it():
    judge = referee(2, retire_after=1)
    rows = pair(0, LOSS, WIN, fault="crash")
    assert judge.take(0, rows) == [rows[1]] and judge.counted == [rows[0]]
    judge.test()
    assert judge.stopped is None


def test_a_test_stops_at_its_group_and_forgets_what_came_behind():
    judge = referee(2, sprt={"elo0": 0, "elo1": 100})
    for group in range(300):
        judge.take(group, pair(group))
    assert judge.stopped is None
    judge.test()
    assert judge.stopped is not None and "H1, the first agent is the stronger one" in judge.stopped
    assert 2 < judge.stopped_before < 100 and len(judge.counted) == 2 * judge.stopped_before
    assert f"after {judge.stopped_before} seeds" in judge.stopped
    said = judge.stopped
    judge.test()
    assert judge.stopped == said


def test_a_test_that_finds_no_better_says_so_and_voids_are_no_pairs():
    judge = referee(2, sprt={"elo0": 0, "elo1": 100}, retire_after=1)
    judge.test()
    assert judge.stopped is None
    for group in range(300):
        judge.take(2 * group, [])
        judge.take(2 * group + 1, pair(2 * group + 1, LOSS, LOSS))
    judge.test()
    assert "H0, the first agent is not the stronger one" in judge.stopped
    assert judge.stopped_before % 2 == 0 and max(row.group for row in judge.counted) == judge.stopped_before - 1


def test_who_went_out_behind_the_end_is_not_out():
    judge = referee(2, sprt={"elo0": 0, "elo1": 100}, retire_after=1)
    for group in range(200):
        judge.take(group, pair(group))
    judge.take(200, pair(200, LOSS, WIN, fault="crash"))
    assert judge.retired == {0}
    judge.test()
    assert judge.stopped_before < 200 and judge.retired == set()


def test_ratings_are_looked_at_ever_more_seldom_until_all_are_known():
    looks = []
    judge = referee(2, elo_error=30.0)
    judge._look_at_errors = looks.append
    for group in range(40):
        judge.take(group, pair(group, WIN, LOSS))
    assert looks == [3, 4, 6, 8, 11, 14, 18, 23, 29, 37]


def test_it_is_enough_when_the_widest_interval_is_narrow():
    judge = referee(2, elo_error=60.0)
    group = 0
    while judge.stopped is None and group < 2000:
        judge.take(group, pair(group, *((WIN, LOSS) if group % 2 else (LOSS, WIN))))
        group += 1
    found = ratings_of(judge.counted, 2)
    half = (found.high - found.low) / 2
    assert 40 < max(half) <= 60 and judge.stopped_before == group
    assert f"further than {max(half):.1f} Elo" in judge.stopped


@pytest.mark.parametrize(("wide", "enough"), [(0, True), (1, False)])
def test_how_well_those_are_known_who_are_out_does_not_matter(monkeypatch, wide, enough):
    judge = referee(3, elo_error=60.0, retire_after=1)
    judge.take(0, pair(0, LOSS, WIN, fault="crash"))
    high = np.full(3, 60.0)
    high[wide] = 500.0
    monkeypatch.setattr("swarmzoo.lab.referee.ratings_of", lambda rows, agents: SimpleNamespace(high=high, low=-high))
    for group in range(1, 10):
        judge.take(group, pair(group, WIN, LOSS, (1, 2)))
    assert (judge.stopped is not None) == enough


def test_the_score_of_a_group_is_that_of_all_its_games():
    rows = pair(0, WIN, DRAW)
    assert group_score(rows, 0) == 0.75 and group_score(rows, 1) == 0.25 and group_score(rows, 2) == 0


def test_ratings_are_those_of_the_games_by_group():
    rows = [row for group in range(6) for row in pair(group, WIN, WIN if group % 3 else LOSS)]
    seating, pay = np.array([row.seats for row in rows]), np.array([row.pay for row in rows])
    expected = fit(2, seating, pay, np.repeat(np.arange(6), 2))
    found = ratings_of(rows, 2)
    assert found.elo == pytest.approx(expected.elo) and found.low == pytest.approx(expected.low)
