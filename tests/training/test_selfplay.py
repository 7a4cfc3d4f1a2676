"""The pool of opponents: who sits down in new games, and that running games keep whom they play against."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.archive import digest
from swarmzoo.agents.policy.checkpoint import weights_of
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.selfplay import OpponentPool
from tests.training.small import GAME, small_config

GAMES = 6
SHORT = {"bots": {"random": 1.0}, "bots_share": 0.0, "save_steps": 1, "swap_steps": 1, "window": 3}
PAST_ONLY = SHORT | {"play_against_latest_model_ratio": 0.0}


def pool_and_table(setting: dict) -> tuple[OpponentPool, LearnerTable]:
    config = small_config(self_play=setting)
    torch.manual_seed(0)
    pool = OpponentPool([GAME], config, new_policy(GAME, config))
    table = LearnerTable(GAME, GAMES, pool.opponents_in(0), weights=pool.weights())
    table.reset(np.arange(GAMES))
    return pool, table


def learn(pool: OpponentPool) -> None:
    """Change the latest policy, as an update would."""
    with torch.no_grad():
        for weights in pool.latest.policy.parameters():
            weights.add_(0.01)


def play(table: LearnerTable, steps: int, generator: np.random.Generator) -> None:
    """Play at random for the learner, game after game."""
    for _ in range(steps):
        drawn = np.where(table.masks != 0, generator.random(table.masks.shape), -1.0)
        outcome = table.step(drawn.argmax(1))
        ended = np.flatnonzero(outcome.terminated | outcome.truncated)
        if len(ended):
            table.begin(ended)


def held(pool: OpponentPool, table: LearnerTable) -> dict[tuple[int, int, int], str]:
    """Return the weights that sit on each side of each running game, by game, number of the game, and side."""
    first = len(pool.bots[0]) + 1
    hashes = [digest(weights_of(agent.policy)) for agent in pool.past]
    return {
        (game, int(table.table.episodes[game]), side): hashes[index - first]
        for game, line in enumerate(table.played_by)
        for side, index in enumerate(line)
        if index >= first
    }


def test_a_running_game_keeps_the_weights_it_began_with_whatever_enters_the_pool():
    pool, table = pool_and_table(PAST_ONLY)
    generator = np.random.default_rng(0)
    began: dict[tuple[int, int, int], str] = {}
    for steps in range(1, 13):
        learn(pool)
        pool.update(steps, pool.latest.policy, [table])
        play(table, 60, generator)
        for place, weights in held(pool, table).items():
            assert began.setdefault(place, weights) == weights, f"game, episode and side {place}"
    assert len(set(began.values())) > 3, "past policies of several snapshots have played"
    assert max(episode for _, episode, _ in began) > 2, "games have ended and begun"


def test_places_of_past_policies_that_play_nowhere_are_taken_again():
    pool, table = pool_and_table(PAST_ONLY)
    for steps in range(1, 40):
        pool.update(steps, pool.latest.policy, [table])
        table.begin(np.arange(GAMES))  # every game ends between two draws
    assert len(pool.past) == 2


def test_games_that_begin_play_the_policy_that_was_drawn_last():
    pool, table = pool_and_table(PAST_ONLY)
    learn(pool)
    pool.setting = pool.setting.model_copy(update={"window": 1})  # so the snapshot of now is drawn
    pool.update(1, pool.latest.policy, [table])
    table.begin(np.arange(GAMES))
    assert set(held(pool, table).values()) == {digest(weights_of(pool.latest.policy))}


def test_a_pool_that_is_put_back_goes_on_with_the_same_opponents():
    pool, table = pool_and_table(SHORT)
    generator = np.random.default_rng(1)
    for steps in range(1, 6):
        learn(pool)
        pool.update(steps, pool.latest.policy, [table])
        play(table, 20, generator)
    assert len(pool.past) > 1
    again, other = pool_and_table(SHORT)
    again.set_state(*pool.get_state())
    again.latest.policy.load_state_dict(pool.latest.policy.state_dict())
    other.set_opponents(again.opponents_in(0), again.weights())
    other.set_state(table.get_state())
    for one, its in ((pool, table), (again, other)):
        draws = np.random.default_rng(2)
        for steps in range(6, 9):
            learn(one)
            one.update(steps, one.latest.policy, [its])
            play(its, 20, draws)
    assert held(pool, table) == held(again, other)
    np.testing.assert_array_equal(table.observations, other.observations)


@pytest.mark.parametrize("bots_share", [0.0, 0.25, 1.0])
def test_the_odds_of_all_opponents_add_up_to_one(bots_share):
    pool, table = pool_and_table(SHORT | {"bots_share": bots_share})
    for steps in range(1, 4):
        pool.update(steps, pool.latest.policy, [table])
        assert sum(pool.weights()) == pytest.approx(1)
        assert len(pool.weights()) == len(pool.opponents_in(0))
        assert sum(pool.weights()[:1]) == pytest.approx(bots_share)
