"""The warm start: who sits where, what is learned from, and that policy and value both learn it."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.play.live import NOBODY
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.envs.api.spaces import observation_box
from swarmzoo.training.config import Imitation, TrainConfig
from swarmzoo.training.imitation import GAMES, School
from tests.training.small import GAME

OPPONENTS = ("random", "rusher", "greedy")


def school(seat: int | None = None, **changes) -> School:
    torch.manual_seed(0)
    values = {"steps": 2 * GAMES, "teacher": "rusher", "opponents": OPPONENTS, "batch_size": 64} | changes
    network = Network(width=16, layers=1, head=8)
    config = TrainConfig(network=network, imitation=Imitation(**values), seat=seat)
    return School(GAME, config, make_policy(GAME, network))


@pytest.mark.parametrize("seat", [None, 1])
def test_the_student_faces_every_opponent_equally_often_in_each_of_its_seats(seat):
    made = school(seat)
    seating = made.games.seating
    student = seating == NOBODY
    assert seating.shape == (GAMES, 2) and (student.sum(1) == 1).all()
    assert student.sum(0).tolist() == ([GAMES // 2] * 2 if seat is None else [0, GAMES])
    for others in (2, 3, 4):
        seating = made._seating(others)
        for own in {None: (0, 1), 1: (1,)}[seat]:
            against, times = np.unique(seating[student[:, own], 1 - own], return_counts=True)
            assert against.tolist() == list(range(others)) and np.ptp(times) <= 2


def test_a_round_has_as_many_decisions_as_were_asked_for_and_steps_to_learn_them():
    made = school(steps=3 * GAMES + 1, rounds=2, epochs=3, batch_size=100)
    assert made.each == 2 * GAMES and made.decisions == 4 * GAMES, "whole steps of all games"
    assert made.batches == [-(-3 * 2 * GAMES // 100), -(-3 * 4 * GAMES // 100)], "the second mixes in as many old ones"
    assert made.work == made.decisions + sum(made.batches) * 100


def test_a_gradient_step_draws_half_from_the_last_round_and_half_from_all_before():
    made = school(steps=3 * GAMES, rounds=3, batch_size=2000)
    assert (made._draw(0) < GAMES).all() and len(made._draw(0)) == 2000
    rows = made._draw(2)
    last, earlier = rows[rows >= 2 * GAMES], rows[rows < 2 * GAMES]
    assert len(last) == len(earlier) == 1000 and last.max() < 3 * GAMES
    assert {int(row) // GAMES for row in earlier} == {0, 1}


def test_every_decision_of_a_game_that_ended_has_what_it_brought():
    made = school(steps=80 * GAMES, opponents=("greedy",))
    told: list[int] = []
    made._collect(0, told.append)
    lessons = made.lessons
    assert sum(told) == made.each == 80 * GAMES and len(told) == 80
    assert lessons.masks[np.arange(made.each), lessons.actions].all() and set(lessons.pay.tolist()) == {-1.0, 0.0, 1.0}
    changes = 0
    for game in range(0, GAMES, 8):
        pay = lessons.pay[lessons.games == game]
        known = np.flatnonzero(pay)
        assert len(known) == 0 or (pay[: known[-1] + 1] != 0).all(), "only of the game that goes on it is unknown"
        changes += int((np.diff(pay[pay != 0]) != 0).sum())
    assert changes < GAMES // 8, "a game brings the same to all its decisions"


def test_a_policy_learns_the_actions_and_from_outcomes_what_positions_are_worth():
    made = school()
    count, draw = 48, np.random.default_rng(0)
    lessons, rows = made.lessons, np.arange(count)
    numbers = len(GAME.board["as_one"])  # the bytes after them hold 256s
    lessons.observations[:count, :numbers] = draw.integers(0, 8, (count, numbers))
    lessons.actions[rows] = rows % 5
    lessons.masks[rows, :6] = 1
    lessons.pay[rows] = np.array([1.0, -1.0, 0.0])[rows % 3]
    box = observation_box(GAME)
    seen = torch.from_numpy(lessons.observations[rows].astype(np.float32))
    assert seen.shape[1:] == box.shape
    hits = []
    for rate, steps in ((0.01, 250), (0.001, 100)):
        optimizer = torch.optim.Adam(made.policy.parameters(), lr=rate)
        hits += [made._learn(optimizer, rows) for _ in range(steps)]
    assert hits[0] < count / 2 and hits[-1] == count
    with torch.no_grad():
        values = made.policy.predict_values(seen).flatten().numpy()
    assert values[rows % 3 == 0].min() > 0.8 and values[rows % 3 == 1].max() < -0.8
    assert np.abs(values[rows % 3 == 2]).max() > 0.1, "an unknown outcome must not count as a draw"


def test_a_long_gradient_is_cut(monkeypatch):
    made = school()
    policy = made.policy
    before = torch.cat([weights.detach().flatten().clone() for weights in policy.parameters()])
    made.lessons.pay[:64] = 1000.0
    made.lessons.masks[:64] = 1
    made._learn(torch.optim.SGD(policy.parameters(), lr=1.0), np.arange(64))
    after = torch.cat([weights.detach().flatten() for weights in policy.parameters()])
    assert (after - before).norm().item() == pytest.approx(0.5, rel=1e-3)


def test_steps_of_a_warm_start_become_smaller(monkeypatch):
    made = school(batch_size=128, rounds=2, learning_rate=0.125)
    rates: list[float] = []
    monkeypatch.setattr(made, "_collect", lambda number, progress: None)
    monkeypatch.setattr(made, "_learn", lambda optimizer, chosen: rates.append(optimizer.param_groups[0]["lr"]) or 32)
    told: list[int] = []
    assert made.teach(told.append) == 0.25 and told == [128] * sum(made.batches)
    assert rates == pytest.approx(np.linspace(0.125, 0.125 * 0.05, sum(made.batches) + 1)[:-1])
