"""The bots of insects: strong enough to measure with, different enough to learn from, and honest."""

import numpy as np
import pytest

from swarmzoo.agents.agent import baselines, built_in, find_agent, teachers
from swarmzoo.agents.match import paired_seats, play_games
from swarmzoo.envs.core.game import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.training.winrate import share_of_first

GAME = insects(InsectsConfig(symmetric=True))
BOTS = built_in(GAME)
SCRIPTED = ("rusher", "breeder", "fortress", "runner")


def score(one: str, other: str, games: int) -> float:
    """Return the share of first place of one bot against another, both seats."""
    seating, seeds = paired_seats(2, 2, games, 50_000)
    results = play_games(GAME, [find_agent(GAME, one), find_agent(GAME, other)], seating, seeds)
    return float((share_of_first(results.pay) * (seating == 0)).sum() / len(seeds))


def test_greedy_beats_random_in_nine_games_of_ten():
    assert score("greedy", "random", 200) >= 0.9


@pytest.mark.parametrize("bot", SCRIPTED)
def test_scripted_bots_beat_random_in_eight_games_of_ten(bot):
    assert score(bot, "random", 200) >= 0.8


@pytest.mark.parametrize("bot", SCRIPTED)
def test_no_scripted_bot_beats_all_the_others_in_seven_games_of_ten(bot):
    assert min(score(bot, other, 200) for other in SCRIPTED if other != bot) <= 0.7


@pytest.mark.parametrize("bot", ["greedy", *SCRIPTED])
def test_the_expert_is_a_teacher_that_beats_every_bot_and_stands_apart_from_them(bot):
    assert "expert" in teachers(GAME)
    assert "expert" not in BOTS
    assert score("expert", bot, 100) >= 0.6


def test_bots_play_the_same_games_in_every_batch_and_thread():
    seating, seeds = paired_seats(2, 2, 16, 1)
    agents = [BOTS["greedy"], BOTS["runner"]]
    one = play_games(GAME, agents, seating, seeds)
    two = play_games(GAME, agents, seating, seeds, batch=5, threads=2)
    np.testing.assert_array_equal(one.pay, two.pay)
    np.testing.assert_array_equal(one.length, two.length)


def test_paired_seats_put_every_agent_on_every_side_with_the_same_seeds():
    seating, seeds = paired_seats(2, 2, 4, 9)
    np.testing.assert_array_equal(seating, [[0, 1], [1, 0], [0, 1], [1, 0]])
    np.testing.assert_array_equal(seeds, [9, 9, 10, 10])


def test_the_trained_baseline_is_small_and_beats_every_bot():
    path = baselines(GAME)["standard"]
    assert path.stat().st_size < 5_000_000
    for bot in ("greedy", *SCRIPTED):
        assert score("standard", bot, 60) >= 0.75


def test_the_trained_baseline_is_for_two_players():
    with pytest.raises(GameError, match="another board or number of players"):
        find_agent(insects(InsectsConfig(players=3)), "standard")
