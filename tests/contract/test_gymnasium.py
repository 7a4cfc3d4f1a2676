"""Gymnasium's checker, and the single-agent view, on every game."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import by_number, choose


@pytest.mark.filterwarnings(f"ignore::{IllegalActionWarning.__module__}.{IllegalActionWarning.__name__}")
@pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is")
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_the_single_environment_passes_the_checker(scenario):
    check_env(scenario.gym_env())


def test_a_learner_plays_every_seat_in_turn(scenario):
    env = scenario.gym_env()
    env.reset(seed=0)
    seats = {env.reset()[1]["seat"] for _ in range(3 * scenario.game.num_sides)}
    assert seats == set(range(scenario.game.num_sides))


def test_a_game_pays_at_its_end_and_must_then_be_reset(scenario):
    env, generator = scenario.gym_env(seat=1, shaping=False), np.random.default_rng(0)
    _, info = env.reset(seed=5)
    total, done = 0.0, False
    while not done:
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        _, reward, terminated, truncated, info = env.step(choose(info["action_mask"], generator))
        total, done = total + reward, terminated or truncated
    assert terminated
    assert total == pytest.approx(info["pay"])
    with pytest.raises(GameError, match=r"reset\(\)"):
        env.step(0)


def an_illegal_action(info):
    """Return an action, or those of all agents of whom one chooses an illegal one; None if everything is legal."""
    masks = info["action_mask"]
    rows = masks.reshape(-1, masks.shape[-1])
    chosen = rows.argmax(1)
    some = np.flatnonzero((rows.sum(1) > 1) & (rows == 0).any(1))
    if not len(some):
        return None
    chosen[some[0]] = np.flatnonzero(rows[some[0]] == 0)[0]
    return chosen if masks.ndim > 1 else int(chosen[0])


def test_an_illegal_action_loses_the_game_or_raises(scenario):
    env = scenario.gym_env(illegal_action="terminate", shaping=False)
    _, info = env.reset(seed=2)
    illegal = an_illegal_action(info)
    while illegal is None:
        _, _, _, _, info = env.step(by_number(info["action_mask"], 0))
        illegal = an_illegal_action(info)
    with pytest.warns(IllegalActionWarning, match="illegal"):
        _, reward, terminated, _, _ = env.step(illegal)
    assert terminated
    assert reward == -1.0 or not scenario.game.sequential
    strict = scenario.gym_env(illegal_action="raise")
    _, info = strict.reset(seed=2)
    illegal = an_illegal_action(info)
    if illegal is not None:
        before = strict.get_state()
        with pytest.raises(GameError, match="illegal"):
            strict.step(illegal)
        assert all((before[key] == value).all() for key, value in strict.get_state().items())


def test_copies_and_saved_states_go_on_alike(scenario):
    env, generator = scenario.gym_env(), np.random.default_rng(1)
    _, info = env.reset(seed=7)
    _, _, done, _, info = env.step(choose(info["action_mask"], generator))
    assert not done
    saved = env.get_state()
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), scenario.gym_env()]
    twins[2].set_state(saved)
    action = choose(info["action_mask"], generator)
    first, *others = [twin.step(action)[0] for twin in (env, *twins)]
    assert all((first == other).all() for other in others)


def test_max_cycles_truncates_and_pays_nothing(scenario):
    env = scenario.gym_env(max_cycles=1, shaping=False)
    _, info = env.reset(seed=3)
    _, reward, terminated, truncated, info = env.step(by_number(info["action_mask"], 0))
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["action_mask"].all()


def test_games_that_are_cut_short_before_the_learner_chooses_are_begun_again_or_refused(scenario):
    env = scenario.gym_env(max_cycles=1, seat=scenario.game.num_sides - 1)
    try:
        env.reset(seed=0)
    except GameError as error:
        assert "cut short before the learner had a choice" in str(error)
    else:
        assert env.action_masks().any(-1).all()
