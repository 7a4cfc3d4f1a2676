"""The batched views, on every game."""

import pickle

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from swarmzoo.envs.api.opponents import RANDOM_OPPONENT
from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import SIMULTANEOUS, TURN_BASED, by_number, choose

LEARNER = {"opponents": [RANDOM_OPPONENT], "encoding": "own", "shaping": False}
views = pytest.mark.parametrize("view", [{}, LEARNER], ids=["all-sides", "learner"])


class FirstLegal:
    """An opponent in Python."""

    name = "first"

    def act(self, observations, masks):
        return masks.argmax(-1)


def trajectory(env, seed: int, plies: int, row: int) -> list[bytes]:
    """Return what one row of a batch saw."""
    observations, info = env.reset(seed=seed)
    seen = [observations[row].tobytes()]
    for ply in range(plies):
        observations, rewards, terminated, _, info = env.step(by_number(info["action_mask"], ply))
        seen += [observations[row].tobytes(), rewards[row].tobytes(), terminated[row].tobytes()]
    return seen


def test_the_state_of_all_games_is_that_of_each(scenario):
    batch = scenario.vector_env(3)
    alone = scenario.env() if scenario.game.sequential else scenario.parallel_env()
    batch.reset(seed=4)
    assert batch.state().shape == (3, scenario.game.overview_size) and batch.state().dtype == np.float32
    for row in range(3):
        alone.reset(seed=4 + row)
        np.testing.assert_array_equal(batch.state()[row], alone.state())
    learner = scenario.sb3_vec_env(3, seed=4)
    learner.reset()
    assert learner.state().shape == (3, scenario.game.overview_size)


@views
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_batches_keep_to_their_spaces_and_shapes(scenario, view, mode):
    env, n = scenario.vector_env(4, autoreset_mode=mode, **view), 4
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] == mode
    observations, info = env.reset(seed=0)
    for ply in range(30):
        assert observations in env.observation_space
        each = env.single_observation_space.shape[:-1]
        assert info["action_mask"].shape == (n, *each, scenario.game.num_actions)
        assert info["action_mask"].any(-1).all()
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        actions = by_number(info["action_mask"], ply)
        assert actions in env.action_space
        observations, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (n,)


@views
def test_a_game_depends_on_its_seed_only(scenario, view):
    alone = trajectory(scenario.vector_env(1, **view), 7, 60, 0)
    assert trajectory(scenario.vector_env(5, **view), 5, 60, 2) == alone
    assert trajectory(scenario.vector_env(5, threads=2, **view), 4, 60, 3) == alone


@pytest.mark.parametrize("scenario", TURN_BASED, ids=lambda scenario: scenario.name)
def test_a_batch_plays_the_same_games_as_the_aec_environment(scenario):
    env, single = scenario.vector_env(2), scenario.env()
    observations, info = env.reset(seed=8)
    single.reset(seed=9)
    ply = 0
    while True:
        agent = single.agent_selection
        seen = single.observe(agent)
        assert info["acting"][1] == single.possible_agents.index(agent)
        assert (observations[1] == seen["observation"]).all()
        assert (info["action_mask"][1] == seen["action_mask"]).all()
        actions = by_number(info["action_mask"], ply)
        single.step(int(actions[1]))
        observations, rewards, terminated, _, info = env.step(actions)
        if terminated[1]:
            break
        while single.terminations[single.agent_selection]:
            single.step(None)
        ply += 1
    pay = [single.rewards.get(agent) for agent in single.possible_agents]
    sides = scenario.game.side_of_agent
    assert all(p is None or p == info["rewards"][1, side] for side, p in zip(sides, pay, strict=True))
    assert rewards[1] == info["rewards"][1, sides[single.possible_agents.index(agent)]]


@views
def test_next_step_ignores_the_action_after_an_end_and_shows_the_new_game(scenario, view):
    env = scenario.vector_env(3, max_cycles=4, **view)
    _, info = env.reset(seed=1)
    for _ in range(200):
        _, rewards, terminated, truncated, info = env.step(by_number(info["action_mask"], 0))
        done = terminated | truncated
        if done.any():
            break
    assert (info["_rewards"] == done).all()
    assert info["action_mask"][done].all()
    assert (info["acting"][done] == (-1 if scenario.game.sequential else 0)).all()
    actions = by_number(info["action_mask"], 0)
    actions[done] = scenario.game.num_actions - 1
    _, rewards, terminated, truncated, info = env.step(actions)
    assert not rewards[done].any()
    assert not (terminated | truncated)[done].any()
    assert (info["acting"][done] >= 0).all()
    assert scenario.game.sequential or info["acting"][done].any(1).all()
    assert not info["action_mask"][done].all(-1).any() or scenario.game.num_actions < 10


@views
def test_same_step_hands_out_the_end_and_the_beginning(scenario, view):
    same = scenario.vector_env(3, max_cycles=3, autoreset_mode="SameStep", **view)
    later = scenario.vector_env(3, max_cycles=3, **view)
    _, info = same.reset(seed=1)
    _, twin = later.reset(seed=1)
    for _ in range(3):
        actions = by_number(info["action_mask"], 0)
        first, _, terminated, truncated, info = same.step(actions)
        end, _, _, _, twin = later.step(actions)
        if (terminated | truncated).any():
            break
    done = terminated | truncated
    assert (info["_final_obs"] == done).all()
    assert (info["_final_info"] == done).all()
    assert (info["final_info"]["rewards"] == twin["rewards"]).all()
    assert all((info["final_obs"][i] == end[i]).all() for i in np.flatnonzero(done))
    following, *_ = later.step(by_number(twin["action_mask"], 0))
    assert (following[done] == first[done]).all()


def illegal_in(info, row):
    """Return the place and the number of an illegal action of somebody who acts in a row of a batch."""
    masks = info["action_mask"][row]
    if masks.ndim == 1:
        return (row,), int(np.flatnonzero(masks == 0)[0])
    agent = int(np.flatnonzero(info["acting"][row])[0])
    return (row, agent), int(np.flatnonzero(masks[agent] == 0)[0])


@views
def test_an_illegal_action_loses_the_game_of_its_row(scenario, view):
    env = scenario.vector_env(3, illegal_action="terminate", **view)
    _, info = env.reset(seed=2)
    _, _, _, _, info = env.step(by_number(info["action_mask"], 0))
    actions = by_number(info["action_mask"], 0)
    at, actions_at = illegal_in(info, 1)
    if scenario.game.sequential:
        side = scenario.game.side_of_agent[info["acting"][1]]
    else:
        mine = int(info["side"][1])
        agents = [a for a, of in enumerate(scenario.game.side_of_agent) if mine in (-1, of)]
        side = scenario.game.side_of_agent[agents[at[1]]]
    actions[at] = actions_at
    with pytest.warns(IllegalActionWarning, match=r"actions\[1"):
        _, rewards, terminated, _, info = env.step(actions)
    assert terminated.tolist() == [False, True, False]
    assert info["rewards"][1].tolist() == [-1.0 if k == side else 0.0 for k in range(scenario.game.num_sides)]
    assert scenario.game.sequential is False or rewards.tolist() == [0.0, -1.0, 0.0]


@pytest.mark.parametrize("scenario", SIMULTANEOUS, ids=lambda scenario: scenario.name)
@views
def test_with_noop_the_offender_does_nothing(scenario, view):
    env, twin = scenario.vector_env(2, **view), scenario.vector_env(2, **view)
    for one in (env, twin):
        _, info = one.reset(seed=2)
    actions = by_number(info["action_mask"], 0)
    at, illegal = illegal_in(info, 1)
    good = actions.copy()
    actions[at], good[at] = illegal, 0
    with pytest.warns(IllegalActionWarning, match="It does nothing"):
        first = env.step(actions)
    assert all((a == b).all() for a, b in zip(first[:4], twin.step(good)[:4], strict=True))


@views
def test_raise_changes_no_game(game_once, view):
    env = game_once.vector_env(3, illegal_action="raise", **view)
    _, info = env.reset(seed=2)
    _, _, _, _, info = env.step(by_number(info["action_mask"], 0))
    before, actions = env.get_state(), by_number(info["action_mask"], 0)
    at, actions_at = illegal_in(info, 1)
    actions[at] = actions_at
    with pytest.raises(GameError, match=r"actions\[1.*illegal"):
        env.step(actions)
    assert all((before[key] == value).all() for key, value in env.get_state().items())


@pytest.mark.parametrize("actions", [[0], [0.0, 0.0], [0, 10_000], [0, -1], "ab"])
def test_what_is_no_batch_of_actions_is_refused(game_once, actions):
    env = game_once.vector_env(2)
    env.reset(seed=0)
    with pytest.raises(GameError, match="actions"):
        env.step(actions)


def test_seeds_that_are_none_are_refused_and_none_is_one(game_once):
    env = game_once.vector_env(2)
    for seed in (np.array(3), "12", 1.5, [1, "2"]):
        with pytest.raises(GameError, match=r"seed = .* is needed, or None"):
            env.reset(seed=seed)
    for seed in (None, np.int64(3), np.array([3, 4]), [None, 4]):
        env.reset(seed=seed)


def test_nothing_can_be_asked_before_the_first_reset(game_once):
    for ask in (lambda env: env.step([0]), lambda env: env.action_masks(), lambda env: env.get_state()):
        with pytest.raises(GameError, match=r"before reset\(\)"):
            ask(game_once.vector_env(1))


def test_some_games_can_be_reset_alone(game_once):
    env = game_once.vector_env(3)
    before, _ = env.reset(seed=1)
    moved, _, _, _, _ = env.step(by_number(env.action_masks(), 0))
    after, _ = env.reset(seed=[None, 2, None], options={"reset_mask": np.array([False, True, False])})
    assert (after[1] == before[1]).all()
    assert (after[[0, 2]] == moved[[0, 2]]).all()
    with pytest.raises(GameError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([True])})
    with pytest.raises(GameError, match="2 seeds"):
        env.reset(seed=[1, 2])


@views
def test_saved_states_and_pickles_go_on_alike(scenario, view):
    env = scenario.vector_env(3, max_cycles=40, **view)
    _, info = env.reset(seed=3)
    for ply in range(30):
        _, _, _, _, info = env.step(by_number(info["action_mask"], ply))
    twins = [pickle.loads(pickle.dumps(env)), scenario.vector_env(3, max_cycles=40, **view)]
    twins[1].set_state(env.get_state())
    for ply in range(30):
        actions = by_number(info["action_mask"], ply)
        *arrays, info = env.step(actions)
        for twin in twins:
            assert all((mine == theirs).all() for mine, theirs in zip(arrays, twin.step(actions)[:4], strict=True))


def test_an_opponent_in_python_plays_a_whole_game(scenario):
    env = scenario.vector_env(3, opponents=[FirstLegal(), RANDOM_OPPONENT], shaping=False)
    generator = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    ended = steps = 0
    while steps < 400 or not ended:
        _, rewards, terminated, _, info = env.step(choose(info["action_mask"], generator))
        ended += terminated.sum()
        assert np.isin(rewards[~terminated], 0).all()
        steps += 1
        assert steps < 10000


def test_buffers_are_copied_unless_asked_otherwise(game_once):
    env, shared = game_once.vector_env(2), game_once.vector_env(2, copy=False)
    for each, is_kept in ((env, True), (shared, False)):
        observations, info = each.reset(seed=0)
        kept = observations.copy()
        assert observations.flags.writeable == is_kept
        each.step(by_number(info["action_mask"], 0))
        assert (observations == kept).all() == is_kept


def test_pictures_of_all_games_are_rendered(game_once):
    env = game_once.vector_env(2, render_mode="ansi")
    env.reset(seed=0)
    assert [type(picture) for picture in env.render()] == [str, str]


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"num_envs": 0}, "num_envs = 0"),
        ({"threads": 0}, "threads = 0"),
        ({"autoreset_mode": "Disabled"}, "autoreset_mode"),
        ({"seat": 0}, "give opponents too"),
        ({"weights": [1]}, "give opponents too"),
        ({"discount": 0.9}, "give opponents too"),
        ({"opponent": []}, "did you mean opponents"),
        ({"opponents": [], "seat": 0}, "at least one"),
        ({"opponents": ["gready"]}, "unknown agent 'gready'"),
        ({"opponents": [object()]}, "is not a compiled bot, a search, or a policy"),
        ({"opponents": 7}, "opponents = 7: names or agents are needed"),
        ({"opponents": [RANDOM_OPPONENT], "seat": 9}, "seat = 9"),
    ],
)
def test_impossible_keywords_are_refused(game_once, keywords, sentence):
    with pytest.raises(GameError, match=sentence):
        game_once.vector_env(**keywords)


def test_what_was_refused_while_it_was_made_can_be_closed():
    """Gymnasium 1.1 does so, when it is thrown away."""
    GameVectorEnv.__new__(GameVectorEnv).close()


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"illegal_action": "rais"}, "allowed are .*.terminate., .raise."),
        ({"max_cycles": -3}, "max_cycles = -3"),
        ({"threads": 0}, "threads = 0"),
        ({"opponents": ["gready"]}, "unknown agent 'gready'"),
        ({"opponents": [object()]}, "is not a compiled bot, a search, or a policy"),
        ({"opponents": 7}, "opponents = 7: names or agents are needed"),
    ],
)
def test_the_sb3_vec_env_refuses_the_same(game_once, keywords, sentence):
    with pytest.raises(GameError, match=sentence):
        game_once.sb3_vec_env(2, **keywords)
    with pytest.raises(GameError, match="num_envs = 0"):
        game_once.sb3_vec_env(0)
