"""What the batched and single views hand out beside observations: infos, seeds, pictures, questions, what is kept."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from swarmzoo.envs.core.errors import GameError
from tests.scenarios import SIMULTANEOUS, TINY, by_number

FORMATION = SIMULTANEOUS[0]
both = pytest.mark.parametrize("game", [TINY, FORMATION], ids=["tiny", "formation"])


def first_legal(env) -> np.ndarray:
    return env.action_masks().argmax(-1)


# Batches


def test_seeds_of_a_batch_are_given_by_number_one_by_one_or_not_at_all():
    env, alone = TINY.vector_env(3, opponents="random", weights=[1]), TINY.vector_env(1, opponents="random")
    env.reset(seed=5)
    assert env._games.table.seeds.tolist() == [5, 6, 7] and env.np_random_seed == 5
    env.reset(seed=[9, None, 2])
    assert env._games.table.seeds.tolist() == [9, 6, 2], "who is given none goes on"
    assert env._games.table.episodes.tolist() == [1, 2, 1]
    env.reset(seed=np.array([1, 2, 3]))
    assert env._games.table.seeds.tolist() == [1, 2, 3]
    alone.reset()
    assert alone._games.table.seeds[0] > 2**40, "the first seed comes from the operating system"
    fresh = TINY.vector_env(2)
    fresh.reset(seed=[None, 4])
    assert fresh._games.table.seeds[0] > 2**40 and fresh._games.table.seeds[1] == 4


@both
def test_infos_tell_who_acts_who_lives_and_how_games_ended(game):
    env = game.vector_env(2, max_cycles=3)
    _, info = env.reset(seed=1)
    each = env.single_action_space.shape
    assert set(info) == {"action_mask", "acting"} | ({"alive", "side"} if each else set())
    if each:
        assert (info["side"] == -1).all() and info["side"].dtype == np.int64 and info["alive"].all()
    else:
        assert info["acting"].tolist() == [0, 0] and info["acting"].dtype == np.int64
    for _ in range(3):
        _, rewards, terminated, truncated, info = env.step(first_legal(env))
    assert truncated.all() and not terminated.any() and not rewards.any()
    assert info["length"].tolist() == [3, 3] and info["length"].dtype == np.int64
    sides = game.game.num_sides if game is FORMATION else 2
    assert info["rewards"].shape == (2, sides) and info["_rewards"].all() and info["_length"].all()
    assert (info["acting"] == (0 if each else -1)).all() and info["action_mask"].all()


def test_only_rows_that_ended_are_marked():
    env = TINY.vector_env(2)
    env.reset(seed=[1, 2])
    env.step(first_legal(env))
    env.reset(seed=[None, 2], options={"reset_mask": np.array([False, True])})
    for ply in range(9):
        _, _, terminated, _, info = env.step(by_number(env.action_masks(), 5 + ply))
        if terminated.any():
            break
    row = int(terminated.argmax())
    assert terminated.sum() == 1 and info["_length"].tolist() == terminated.tolist() == info["_rewards"].tolist()
    assert info["length"][row] == env._games.table.length[row] and info["length"][1 - row] == 0
    assert not info["rewards"][1 - row].any() and sorted(info["rewards"][row].tolist()) == [-1.0, 1.0]
    assert info["acting"][row] == -1 and info["acting"][1 - row] >= 0
    _, _, over, _, info = env.step(first_legal(env))
    assert (not over[row] and "rewards" not in info) or over[1 - row]


def test_the_first_reset_begins_all_games_and_masks_are_bool():
    wrong = (np.array([1, 0]), np.array([False, False]), np.array([True]), [True], "yes", np.array([[True, True]]))
    env = TINY.vector_env(2)
    for mask in (*wrong, np.array([True, False])):
        with pytest.raises(GameError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})
    env.reset(options={"reset_mask": np.array([True, True])})
    env.reset(options={"reset_mask": [True, False]})


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, "SameStep", "SAME_STEP"])
def test_modes_are_taken_by_themselves_by_value_and_by_name(mode):
    env = TINY.vector_env(2, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is env.autoreset_mode is AutoresetMode.SAME_STEP
    assert env.metadata["render_fps"] > 0 and "rgb_array" in env.metadata["render_modes"]


def test_the_same_step_leaves_no_row_finished():
    env = TINY.vector_env(3, autoreset_mode="SameStep", max_cycles=1)
    env.reset(seed=0)
    _, _, _, truncated, info = env.step(first_legal(env))
    assert truncated.all() and info["_final_obs"].all() and info["_final_info"].all()
    assert info["final_info"]["length"].tolist() == [1, 1, 1] and all(one is not None for one in info["final_obs"])
    assert not env._finished.any() and (info["acting"] == 0).all() and info["action_mask"].all(), "an empty board"


@both
def test_the_learners_batch_tells_its_side(game):
    env = game.vector_env(4, opponents=["random"])
    _, info = env.reset(seed=0)
    if env.single_action_space.shape:
        assert info["side"].tolist() == [0, 1, 0, 1] and info["acting"].any(1).all()
        assert info["acting"].shape == info["alive"].shape == env.action_space.shape
    else:
        assert info["acting"].tolist() == [0, 1, 0, 1]


def test_pictures_of_a_batch_need_a_mode():
    env = TINY.vector_env(2)
    env.reset()
    assert env.render() is None
    for mode, kind in (("rgb_array", np.ndarray), ("svg", str), ("ansi", str)):
        env = TINY.vector_env(2, render_mode=mode)
        with pytest.raises(GameError, match=r"render\(\) was called before reset"):
            env.render()
        env.reset()
        assert [type(one) for one in env.render()] == [kind, kind]


@pytest.mark.parametrize("view", [{}, {"opponents": "random"}])
def test_a_saved_batch_knows_what_has_ended(view):
    env, twin = (TINY.vector_env(2, max_cycles=2, **view) for _ in range(2))
    env.reset(seed=3)
    while not env._finished.any():
        env.step(first_legal(env))
    twin.set_state(env.get_state())
    assert (twin._finished == env._finished).all() and twin._finished is not env._finished
    assert (twin.action_masks() == env.action_masks()).all()
    assert (twin.state() == env.state()).all()


# stable-baselines3


def test_a_vec_env_gives_game_i_the_seed_plus_i():
    env = FORMATION.sb3_vec_env(2, seed=7, batch_of="agents")
    rows = env.rows_per_game
    assert env.num_envs == 2 * rows and rows == env.learners.shape[1]
    assert env.seed() == [7] * rows + [8] * rows
    env.reset()
    assert env.learners.table.seeds.tolist() == [7, 8]
    assert env.seed(3) == [3] * rows + [4] * rows
    env.reset()
    assert env.learners.table.seeds.tolist() == [3, 4]
    assert TINY.sb3_vec_env(2).seed() == [0, 1]


def test_infos_of_ended_games_are_what_sb3_reads():
    env = TINY.sb3_vec_env(3, seat=0)
    env.reset()
    played, gained = np.zeros(3, int), np.zeros(3)
    ended = 0
    for ply in range(25):
        seen_before = env.learners.table.length.copy()
        observations, rewards, dones, infos = env.step(by_number(env.action_masks(), ply))
        played += 1
        gained += rewards
        for i in range(3):
            if not dones[i]:
                assert infos[i] == {}
                continue
            ended += 1
            assert infos[i]["episode"] == {"r": gained[i], "l": played[i], "t": 0.0}
            assert infos[i]["pay"] == rewards[i] and infos[i]["seat"] == 0 and infos[i]["opponents"] == (-1, 0)
            assert infos[i]["TimeLimit.truncated"] is False and infos[i]["game_length"] > seen_before[i]
            assert (infos[i]["terminal_observation"] != observations[i]).any()
            played[i], gained[i] = 0, 0
    assert ended > 3
    cut = TINY.sb3_vec_env(2, seat=0, max_cycles=1)
    cut.reset()
    *_, dones, infos = cut.step(first_legal(cut))
    assert dones.all() and all(info["TimeLimit.truncated"] is True and info["pay"] == 0.0 for info in infos)


def test_rows_of_a_game_end_together_and_the_first_has_its_figures():
    env = FORMATION.sb3_vec_env(2, max_cycles=2, batch_of="agents")
    env.reset()
    for _ in range(2):
        _, rewards, dones, infos = env.step(first_legal(env))
    rows = env.rows_per_game
    assert dones.shape == rewards.shape == (2 * rows,) and dones.all()
    assert ["episode" in info for info in infos] == [row % rows == 0 for row in range(2 * rows)]
    assert all(info["terminal_observation"].shape == env.observation_space.shape for info in infos)


def test_what_sb3_asks_of_games_is_answered():
    env = TINY.sb3_vec_env(3)
    for ask in (env.action_masks, env.state, lambda: env.step([0, 0, 0])):
        with pytest.raises(GameError, match=r"before reset\(\)"):
            ask()
    env.reset()
    env.step(first_legal(env))
    masks = env.action_masks()
    assert masks.dtype == bool and masks.shape == (3, 9)
    assert (np.array(env.env_method("action_masks")) == masks).all()
    assert (env.env_method("action_masks", indices=[1])[0] == masks[1]).all()
    assert (env.get_attr("action_masks", 2)[0]() == masks[2]).all()
    assert env.get_attr("render_mode") == [None] * 3 and env.env_is_wrapped(object, [0, 1]) == [False] * 2
    assert env.has_attr("action_masks") and env.has_attr("render_mode") and not env.has_attr("step_count")
    with pytest.raises(AttributeError, match="no method 'fly' per game"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="set_attr is not supported"):
        env.set_attr("x", 1)
    assert [picture.shape[2] for picture in env.get_images()] == [3] * 3


def test_a_saved_vec_env_goes_on_counting():
    env, twin = TINY.sb3_vec_env(2, seed=4, seat=0), TINY.sb3_vec_env(2, seat=0)
    env.reset()
    env.step(first_legal(env))
    twin.set_state(env.get_state())
    assert twin.seed() == [4, 5]
    for ply in range(12):
        mine, theirs = (one.step(by_number(one.action_masks(), ply)) for one in (env, twin))
        assert (mine[0] == theirs[0]).all() and (mine[1] == theirs[1]).all()
        assert [info.get("episode") for info in mine[3]] == [info.get("episode") for info in theirs[3]]
    env.reset()
    assert not env._returns.any() and not env._lengths.any()


# Gymnasium


@both
def test_infos_of_a_single_environment(game):
    env = game.gym_env(seat=1)
    _, info = env.reset(seed=4)
    assert set(info) == {"action_mask", "seat"} and info["seat"] == 1
    assert info["action_mask"].dtype == np.int8 and env.action_masks().dtype == bool
    assert env.np_random_seed == 4
    over = False
    while not over:
        _, reward, terminated, truncated, info = env.step(first_legal(env))
        over = terminated or truncated
    assert info["pay"] == pytest.approx(reward) or game is FORMATION
    assert info["length"] == env._games.table.length[0] > 1 and env.action_masks().all()
    with pytest.raises(GameError, match="the game is over"):
        env.step(first_legal(env))


@both
def test_a_single_environment_says_why_not(game):
    env = game.gym_env(seat=1, render_mode="ansi")
    with pytest.raises(GameError, match=r"why_not\(\) was called before reset"):
        env.why_not(0)
    env.reset(seed=4)
    masks = env.action_masks().reshape(-1, game.game.num_actions if game is FORMATION else 9)
    for agent, mask in enumerate(masks[:2]):
        assert [env.why_not(action, agent) is None for action in range(len(mask))] == mask.tolist() or mask.sum() == 1
    assert "\n" in env.render()
    assert env.metadata["name"].endswith("-v0") and env.metadata["render_fps"] > 0


def test_resets_without_a_seed_go_on_and_states_can_be_taken_back():
    env, twin = TINY.gym_env(), TINY.gym_env()
    env.reset(seed=8)
    twin.reset(seed=8)
    assert env._games.table.episodes[0] == 1
    assert (env.reset()[0] == twin.reset()[0]).all() and env._games.table.episodes[0] == 2
    fresh = TINY.gym_env()
    with pytest.raises(GameError, match=r"get_state\(\) was called before reset"):
        fresh.get_state()
    saved = env.get_state()
    while not env._is_over:
        env.step(first_legal(env))
    over = env.get_state()
    env.set_state(saved)
    fresh.set_state(over)
    assert not env._is_over and fresh._is_over and fresh.action_masks().all()
    env.step(first_legal(env))
    first = TINY.gym_env()
    first.reset()
    assert first._games.table.seeds[0] > 2**40


# PettingZoo


def test_questions_of_a_converted_game_are_about_who_is_selected():
    env = FORMATION.env()
    env.reset(seed=2)
    inner, parallel = env, FORMATION.parallel_env()
    parallel.reset(seed=2)
    env.step(0)
    agent = env.agent_selection
    assert agent != env.possible_agents[0]
    assert inner.legal_actions() == parallel.legal_actions(agent)
    assert inner.position() == parallel.position()
    for action in range(3):
        assert inner.action_name(action) == parallel.action_name(agent, action)
        assert inner.why_not(action) == parallel.why_not(agent, action)
    twin = inner.clone()
    twin.step(0)
    assert inner.agent_selection == agent != twin.agent_selection


def test_render_modes_give_texts_images_and_nothing(capsys):
    for mode, wanted in ((None, type(None)), ("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        env = TINY.env(render_mode=mode)
        env.reset(seed=0)
        assert type(env.render()) is wanted
    assert capsys.readouterr().out == ""
    text, human = TINY.env(render_mode="ansi"), TINY.env(render_mode="human")
    text.reset(seed=0)
    human.reset(seed=0)
    human.render()
    assert capsys.readouterr().out == text.render() + "\n"


def test_agents_in_turn_are_counted():
    env = TINY.env()
    env.reset(seed=0)
    steps = 0
    for _ in env.agent_iter(3):
        env.step(int(env.last()[0]["action_mask"].argmax()))
        steps += 1
    assert steps == 3 and env.last(observe=False)[0] is None
    assert env.metadata["name"] == "tiny_hex_v0" and env.metadata["is_parallelizable"]
    assert env.metadata["render_fps"] > 0


def test_shaping_pays_every_change_of_potential_once():
    from swarmzoo.envs.insects import env as insects

    env = insects(symmetric=True, rules={"shaping_dens": 0.2, "shaping_spaces": 0.05})
    env.reset(seed=3)
    table = env.unwrapped._table
    before, paid = table.potential[0].copy(), dict.fromkeys(env.possible_agents, 0.0)
    for ply in range(150):
        agent = env.agent_selection
        mask = env.infos[agent]["action_mask"]
        twin = env.clone() if ply % 30 == 29 else None
        env.step(int(by_number(mask, 7 * ply)))
        if twin is not None:
            twin.step(int(by_number(mask, 7 * ply)))
            assert twin.rewards == env.rewards, "a copy knows the potential before"
        if not env.agents or any(env.terminations.values()):
            break
        for name, reward in env.rewards.items():
            paid[name] += reward
        gained = (table.potential[0] - before).tolist()
        assert [paid[name] for name in env.possible_agents] == pytest.approx(gained, abs=1e-5)
    assert any(paid.values())
