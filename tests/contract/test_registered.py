"""Every game by its id: Gymnasium's ``make`` and ``make_vec``, its checker, stable-baselines3's, and copies."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env as check_env_of_sb3

from swarmzoo.envs import games
from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import by_number

illegal_actions_are_meant = pytest.mark.filterwarnings(
    f"ignore::{IllegalActionWarning.__module__}.{IllegalActionWarning.__name__}"
)


@pytest.fixture(params=games(), ids=lambda found: found.name)
def game(request):
    return request.param


@illegal_actions_are_meant
@pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is")
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
@pytest.mark.filterwarnings("ignore:Your observation  has an unconventional shape")  # a row for each own agent
def test_what_make_returns_passes_the_checkers(game):
    env = gymnasium.make(game.env_id, max_cycles=30)
    check_env(env.unwrapped)
    check_env_of_sb3(gymnasium.make(game.env_id, max_cycles=30))


def test_an_id_is_known_after_the_import_that_it_names(game):
    code = f"import gymnasium; print(gymnasium.make('swarmzoo.envs:{game.env_id}').reset(seed=1)[1]['seat'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == f"{gymnasium.make(game.env_id).reset(seed=1)[1]['seat']}\n"


def test_a_batch_holds_the_games_that_make_plays_one_by_one(game):
    batch, single = gymnasium.make_vec(game.env_id, num_envs=2), gymnasium.make(game.env_id)
    observations, info = batch.reset(seed=4)
    seen, told = single.reset(seed=5)
    assert batch.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    for ply in range(20):
        assert (observations[1] == seen).all() and (info["action_mask"][1] == told["action_mask"]).all()
        actions = by_number(info["action_mask"], ply)
        observations, rewards, terminated, truncated, info = batch.step(actions)
        seen, reward, *ends, told = single.step(actions[1])
        assert [rewards[1], terminated[1], truncated[1]] == [np.float32(reward), *ends]
        if any(ends):
            break


def test_keywords_reach_the_environment_and_without_opponents_all_sides_are_played(game):
    assert gymnasium.make(game.env_id, seat=1).reset(seed=0)[1]["seat"] == 1
    every = gymnasium.make_vec(game.env_id, num_envs=2, opponents=None)
    _, info = every.reset(seed=0)
    assert every.single_action_space.shape == info["acting"].shape[1:]
    with pytest.raises(GameError, match=r"did you mean opponents\?"):
        gymnasium.make(game.env_id, oponents="random")


def test_specs_make_the_same_again_also_as_json(game):
    env = gymnasium.make(game.env_id, seat=0)
    text = env.spec.to_json()
    for twin in (gymnasium.make(env.spec), gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(text))):
        assert (twin.reset(seed=3)[0] == env.reset(seed=3)[0]).all()
        assert twin.unwrapped._games.seat == 0


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(game, twin_of):
    single, batch = gymnasium.make(game.env_id), gymnasium.make_vec(game.env_id, num_envs=2)
    _, told = single.reset(seed=6)
    _, info = batch.reset(seed=6)
    for env, mask in ((single, told["action_mask"]), (batch, info["action_mask"])):
        env.step(by_number(mask, 1))
        twin = twin_of(env)
        for ply in range(3):
            masks = env.unwrapped.action_masks()
            mine, theirs = (one.step(by_number(masks, ply)) for one in (env, twin))
            assert all(np.array_equal(a, b) for a, b in zip(mine[:4], theirs[:4], strict=True))


@illegal_actions_are_meant
def test_ppo_learns_from_an_id(game):
    model = PPO("MlpPolicy", game.env_id, n_steps=8, batch_size=8, n_epochs=1, policy_kwargs={"net_arch": [4]})
    assert model.learn(8).num_timesteps == 8
