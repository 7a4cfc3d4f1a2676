"""The bots of insects: strong enough to measure with, different enough to learn from, and honest."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import baselines, built_in, teachers
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.insects.bots import BOT_NAMES, choose
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.state import BID, NO_QUESTION
from swarmzoo.lab.counts import Counts, count, line_up

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


def _ask(states, rules, p, bot, seed, rng, mask, spares):
    seed_rng(rng, seed)
    return choose(states[0], rules[0], p, bot, rng, mask, spares)


@pytest.mark.parametrize("players", [2, 3])
def test_bots_that_do_not_look_ahead_choose_the_same_whatever_is_hidden(players):
    """With cards, deck and coming dice drawn anew behind their backs they do what they did, at every decision."""
    game = insects(InsectsConfig(players=players, radius=2))
    questions, ask = Questions(game), entry_point(_ask, "insects_test_choice", {})
    state, rng, spares = game.new_states(1), np.zeros(4, np.uint32), game.new_states(2)
    reset, step = game.kernels.reset, game.kernels.step
    play = entry_point(_begin_or_step, "insects_test_play", {"reset": reset, "step": step})
    asked, strategies = 0, [BOT_NAMES.index(name) for name in SCRIPTED]
    for seed in range(2):
        play(state, game.rules, seed, np.zeros(0, np.int32))
        while not state["done"][0]:
            actor = int(state["actor"][0])
            mask = questions.mask(state, actor)
            hidden = [state, *(questions.determinized(state, actor, asked + k) for k in (1, 2))]
            for bot in strategies:
                chosen = {int(ask(one, game.rules, actor, bot, asked, rng, mask, spares)) for one in hidden}
                assert len(chosen) == 1, (bot, asked)
            actions = np.zeros(game.room, np.int32)
            actions[actor] = int(ask(state, game.rules, actor, strategies[asked % 4], asked, rng, mask, spares))
            play(state, game.rules, seed, actions)
            asked += 1
    assert asked > 200


def _begin_or_step(states, rules, seed, actions):
    if actions.shape[0] == 0:
        reset(states[0], rules[0], seed)  # noqa: F821  (bound to the game's kernel)
    else:
        step(states[0], rules[0], actions)  # noqa: F821


def test_paired_seats_put_every_agent_on_every_side_with_the_same_seeds():
    seating, seeds = paired_seats(2, 2, 4, 9)
    np.testing.assert_array_equal(seating, [[0, 1], [1, 0], [0, 1], [1, 0]])
    np.testing.assert_array_equal(seeds, [9, 9, 10, 10])


def test_the_trained_baseline_is_small_and_beats_every_bot():
    path = baselines(GAME)["standard"]
    assert path.stat().st_size < 5_000_000
    for bot in ("greedy", *SCRIPTED):
        assert score("standard", bot, 60) >= 0.75


def happens(players: int, agents: list[str], games: int) -> Counts:
    """Count what happens in games of some agents, on symmetric maps where there are any."""
    game = insects(InsectsConfig(players=players, symmetric=players != 5))
    found = [find_agent(game, name) for name in agents]
    return count(game, found, *line_up(len(found), players, games, 1))


@pytest.mark.parametrize("agent", ["greedy", "expert"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_bots_that_look_ahead_see_the_worth_of_the_bid_and_of_insects_to_be_placed(players, agent):
    played = happens(players, [agent], 16).games_with
    assert played["card played", "Latency"] >= 4
    assert played["card played", "Reproductive Cycle"] >= 4


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_victory_is_won_whatever_the_number_of_players(players):
    ended = happens(players, ["greedy", "expert"], 40).games_with
    assert min(ended["ending", "all Dens"], ended["ending", "deck's end"]) >= 3


@pytest.mark.parametrize("bot", ["greedy", "expert", "rusher"])
def test_who_likes_to_go_first_takes_the_first_place_that_is_free(bot):
    """Also where it picks after others: nobody who prefers an earlier place leaves it."""
    game = insects(InsectsConfig(players=3, symmetric=True))
    agents, questions = [find_agent(game, bot)], Questions(game)
    seating, seeds = line_up(1, 3, 4, 9)
    tapes = play_games(game, agents, seating, seeds, record=True).tapes
    state, actions, picks = game.new_states(1), np.zeros(game.room, np.int32), 0
    play = entry_point(_begin_or_step, "insects_test_play", {"reset": game.kernels.reset, "step": game.kernels.step})
    for seed, tape in zip(seeds, tapes, strict=True):
        play(state, game.rules, seed, np.zeros(0, np.int32))
        for action in tape:
            actor = int(state["actor"][0])
            if state["stage"][0] == BID and state["question"][0] == NO_QUESTION:
                assert action == np.flatnonzero(questions.mask(state, actor))[0]
                picks += 1
            actions[actor] = action
            play(state, game.rules, seed, actions)
    assert picks > 30
