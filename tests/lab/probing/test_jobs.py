"""Jobs: a seed in every seating, whoever plays it and in whatever company."""

from dataclasses import replace

import numpy as np
import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.execution.executor import Here, Processes, in_order
from swarmzoo.lab.probing.jobs import Job, Played, game_of, play_jobs, written
from swarmzoo.lab.probing.watching import replay_of
from swarmzoo.lab.replay import packed, unpacked, verify
from tests.lab.probing.played import met


def job(seed: int, *players: str, values: str = "{}", **more) -> Job:
    return Job("cell", "insects", values, players or ("greedy", "rusher"), seed, **more)


def told(rows):
    return [replace(row, seconds=0.0) for row in rows]


def test_every_player_sits_in_every_seat_of_every_seed():
    rows = play_jobs([job(5), job(6)])
    assert [(row.seed, row.seats) for row in rows] == [(5, (0, 1)), (5, (1, 0)), (6, (0, 1)), (6, (1, 0))]
    assert all(abs(row.score(0) + row.score(1) - 1) < 1e-9 for row in rows)


def test_one_player_alone_sits_everywhere_and_plays_a_seed_once():
    rows = play_jobs([job(5, "greedy", values=written({"players": 3, "symmetric": True}))])
    assert [row.seats for row in rows] == [(0, 0, 0)] and rows[0].score(0) == 1.0


def test_the_company_in_which_a_job_is_played_changes_nothing():
    jobs = [job(seed, is_traced=True) for seed in range(4)] + [job(9, "random", "standard")]
    together = told(play_jobs(jobs))
    alone = told(row for one in reversed(jobs) for row in play_jobs([one]))
    assert sorted(together, key=repr) == sorted(alone, key=repr)


def test_seeds_with_rules_and_players_of_their_own_are_played_as_each_alone():
    rules = [written({"rules": {"cards": {"attack": count}}}) for count in (10, 0, 25)]
    rules.append(written({"radius": 2}))  # of other records
    players = [
        ("greedy", "rusher"),
        ("greedy -burn", "rusher -'play Attack'"),
        ("standard", "greedy -attack"),
        ("random",),
    ]
    jobs = [job(seed, *players[seed % 4], values=rules[seed // 2 % 4]) for seed in range(16)]
    jobs = [one for one in jobs if "standard" not in one.players or "radius" not in one.values]  # trained for 3
    together = told(play_jobs(jobs))
    assert together == told(row for one in jobs for row in play_jobs([one]))
    assert len({row.length for row in together}) > 10


def test_a_game_of_restricted_players_is_kept_as_a_replay():
    row = play_jobs([job(3, "greedy -burn", "random", is_traced=True)])[1]
    assert row.measures["length"] == row.length
    replay = replay_of("insects", row)
    assert [bool(bans) for bans in replay.bans] == [False, True] and row.seats == (1, 0)
    assert verify(unpacked(packed(replay)), game_of("insects", "{}")) == replay.length == row.length


def test_processes_and_this_one_come_to_the_same():
    tasks = [(play_jobs, [job(seed)]) for seed in range(3)]
    pool = Processes(2)
    try:
        assert list(map(told, in_order(pool, tasks))) == list(map(told, in_order(Here(), tasks)))
        with pytest.raises(GameError, match="unknown agent 'gredy'"):
            list(pool.carry_out([(play_jobs, [job(1, "gredy")])]))
        assert len(in_order(pool, tasks)) == 3, "the pool goes on after a refusal"
    finally:
        pool.close()


def test_scores_share_first_place_by_parts():
    row = Played("c", "{}", ("a", "b"), 1, 0, (0, 1, 0, 1), (0.5, 0.5, -1.0, 0.5), 1, "out", 0.0)
    assert (row.score(0), row.score(1)) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    rows = met("a", "b", np.array([[True, False], [True, True]]))
    assert [row.score(0) for row in rows] == [1.0, 0.0, 1.0, 1.0]
