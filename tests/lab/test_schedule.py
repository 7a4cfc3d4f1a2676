"""Schedules: every pairing as often, every seating of a seed, and swiss rounds that follow the scores."""

from collections import Counter
from itertools import permutations

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.schedule import schedule_of, seatings


def groups(agents, sides=2, **config):
    schedule = schedule_of(ArenaConfig(agents=tuple("abcdefgh"[:agents]), **config), agents, sides)
    schedule.draw(0, [0.0] * agents)
    return schedule.known(0)


@pytest.mark.parametrize(
    ("pairing", "sides", "count"),
    [((4, 7), 2, 2), ((0, 1), 3, 6), ((0, 1), 4, 6), ((0, 1), 5, 20), ((0, 1, 2), 3, 6), ((0, 1, 2), 4, 36)],
)
def test_a_seed_is_played_in_every_seating_and_all_agents_sit_everywhere_as_often(pairing, sides, count):
    found = seatings(pairing, sides)
    assert len(found) == len(set(found)) == count
    for side in range(sides):
        assert len(set(Counter(seats[side] for seats in found).values())) == 1
    shares = [seats.count(agent) for seats in found for agent in pairing]
    assert max(shares) - min(shares) <= 1


def test_every_order_of_different_agents_is_a_seating():
    assert set(seatings((3, 1, 2, 0), 4)) == set(permutations(range(4)))


def test_too_many_orders_become_rotations():
    found = seatings(tuple(range(6)), 6)
    assert len(found) == 6
    assert all(sorted(seats[side] for seats in found) == list(range(6)) for side in range(6))


def test_a_round_robin_plays_all_pairings_in_turn_on_seeds_of_their_own():
    found = groups(4, rounds=3, seed=100)
    assert len(found) == 18
    assert [group.number for group in found] == list(range(18))
    assert len({group.seed for group in found}) == 18 and min(group.seed for group in found) == 100
    assert set(Counter(group.pairing for group in found).values()) == {3}
    assert len({group.pairing for group in found[:6]}) == 6


def test_a_gauntlet_is_of_the_challengers_against_the_others():
    found = groups(5, schedule="gauntlet", challengers=2, rounds=1)
    assert {group.pairing for group in found} == {(a, b) for a in (0, 1) for b in (2, 3, 4)}


def test_a_table_of_four_seats_four_different_agents():
    assert {group.pairing for group in groups(5, sides=4, table=4, rounds=1)} == {
        (0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 3, 4), (0, 2, 3, 4), (1, 2, 3, 4)
    }  # fmt: skip


def test_a_swiss_round_pairs_neighbours_who_met_least_and_waits_for_its_results():
    schedule = schedule_of(ArenaConfig(agents=tuple("abcdef"), schedule="swiss", rounds=3, seeds=2), 6, 2)
    assert schedule.total == 18
    schedule.draw(0, [0.0] * 6)
    first = schedule.known(0)
    assert len(first) == 6 and {g.pairing for g in first} == {(0, 1), (2, 3), (4, 5)}
    schedule.draw(3, [9.0] * 6)
    assert len(schedule.known(0)) == 6  # the round is not over
    schedule.draw(6, [0, 4, 1, 3, 2, 2.5])
    second = schedule.known(6)
    assert [set(g.pairing) for g in second[:3]] == [{1, 3}, {5, 4}, {2, 0}] or len(second) == 6
    assert {frozenset(g.pairing) for g in second} & {frozenset(g.pairing) for g in first} <= {frozenset((4, 5))}


def test_in_an_odd_swiss_everybody_rests_in_turn():
    schedule = schedule_of(ArenaConfig(agents=tuple("abc"), schedule="swiss", rounds=3, seeds=1), 3, 2)
    playing = []
    for turn in range(3):
        schedule.draw(turn, [3.0, 2.0, 1.0])
        playing += [agent for g in schedule.known(turn) for agent in g.pairing]
    assert Counter(playing) == {0: 2, 1: 2, 2: 2}


@pytest.mark.parametrize(
    ("agents", "sides", "config", "message"),
    [
        (1, 2, {}, "a tournament needs two or more"),
        (3, 2, {"table": 3}, "table = 3: 2 to 2"),
        (4, 4, {"table": 3, "schedule": "swiss"}, "a swiss tournament has two agents in a game"),
    ],
)
def test_what_cannot_be_played_is_refused(agents, sides, config, message):
    with pytest.raises(GameError, match=message):
        groups(agents, sides, **config)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"agents": ["a", "b", "c"], "sprt": {"elo0": 0, "elo1": 10}}, "sprt is a match of two agents, 3 are given"),
        ({"agents": ["a", "b"], "sprt": {}, "elo_error": 9}, "sprt and elo_error: two ways to stop"),
        ({"agents": ["a", "b"], "schedule": "gauntlet", "challengers": 2}, "challengers = 2"),
        ({"agents": ["a"], "schedule": "knockout"}, "knockout"),
        ({"agents": ["a"], "rounds": 0}, "rounds"),
    ],
)
def test_a_wrong_configuration_is_refused_with_the_field(values, message):
    with pytest.raises(GameError, match=message):
        ArenaConfig.read(values)
