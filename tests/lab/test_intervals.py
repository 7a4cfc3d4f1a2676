"""One estimator of intervals: evaluations, win rates, ladders and the arena say the same of the same games."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.lab.calibration import World, evaluation
from swarmzoo.lab.cross_table import cross_table
from swarmzoo.lab.evaluate import evaluate, win_rate
from swarmzoo.lab.intervals import share_interval
from swarmzoo.lab.ladder import duel
from swarmzoo.lab.seating import seats_against_one
from swarmzoo.training.config import Evaluation
from swarmzoo.training.winrate import evaluate_policy

GAME = insects(InsectsConfig(symmetric=True))
GREEDY, RUSHER = (built_in(GAME)[name] for name in ("greedy", "rusher"))


def test_evaluate_arena_ladder_and_trainer_give_the_same_interval_of_the_same_games():
    seating, seeds = seats_against_one(GAME, 40, 7, None)
    pay = play_games(GAME, [GREEDY, RUSHER], seating, seeds).pay
    pairs = cross_table(2, seating, pay, seeds)
    expected = pairs.score[0, 1], pairs.low[0, 1], pairs.high[0, 1]
    row = evaluate(GAME, GREEDY, [RUSHER], games=40, seed=7)[0]
    step = duel(GAME, GREEDY, RUSHER, 40, 7)
    rate = win_rate(GAME, GREEDY, RUSHER, games=40, seed=7)
    training = evaluate_policy(GAME, GREEDY, Evaluation(games=40, seed=7, against=("rusher",)))["rusher"]
    assert (row.score, row.low, row.high) == pytest.approx(expected)
    assert (step.share, step.low, step.high) == pytest.approx(expected)
    assert (rate.score, rate.low, rate.high, rate.games) == pytest.approx((*expected, 40))
    assert (training["score"], training["low"], training["high"]) == pytest.approx(expected)


@pytest.mark.parametrize("score", [np.zeros(40), np.ones(40), np.full(40, 1 / 3), np.arange(40) % 2])
def test_an_interval_lies_between_0_and_1_and_holds_the_mean(score):
    low, high = share_interval(score, np.arange(40) // 2)
    assert 0 <= low <= score.mean() <= high <= 1 and low < high
    more = share_interval(np.tile(score, 10), np.arange(400) // 2)
    assert more[1] - more[0] < high - low


def test_games_of_one_seed_that_end_alike_count_as_one():
    won = np.repeat(np.arange(50) % 2, 2)
    alike, apart = share_interval(won, np.arange(100) // 2), share_interval(won, np.arange(100))
    assert 1.3 < (alike[1] - alike[0]) / (apart[1] - apart[0]) < 1.5
    assert apart == pytest.approx((0.404, 0.596), abs=0.005)  # Wilson's own, of 50 of 100


def test_a_seed_that_always_gives_each_seat_its_turn_makes_the_interval_narrow():
    swapped = np.tile([0, 1], 50)
    low, high = share_interval(swapped, np.arange(100) // 2)
    assert high - low < 0.05


@pytest.mark.parametrize("favours", ["seat", "agent"])
@pytest.mark.parametrize(("elo", "sides"), [(0, 2), (300, 2), (0, 4)])
def test_intervals_of_evaluations_hold_the_truth_as_often_as_they_say(favours, elo, sides):
    world = World((elo, 0.0), (0.0,) * sides, draws=0.3, luck=0.8, favours=favours)
    assert 0.92 < evaluation(world, 100, 300, seed=1)[0] < 0.995
