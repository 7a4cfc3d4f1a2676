"""The AEC environment's own promises, on every turn-based game: order, legality, errors, ends, copies."""

import copy
import pickle
import random
import warnings

import numpy as np
import pytest

from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import ONE_OF_EACH_GAME, TURN_BASED, choose, of_sides, play


@pytest.fixture(params=TURN_BASED, ids=lambda scenario: scenario.name)
def scenario(request):
    return request.param


@pytest.fixture(params=[one for one in ONE_OF_EACH_GAME if one in TURN_BASED], ids=lambda scenario: scenario.name)
def game_once(request):
    return request.param


def at(env, seed: int, ply: int):
    """Return an environment some plies into a random game."""
    for _ in play(env, seed, ply):
        pass
    return env


def illegal_action(env) -> int:
    """Return an action that the mask forbids."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[0])


@pytest.mark.parametrize(
    "ask",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe(env.possible_agents[0]),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: env.agent_iter(),
        lambda env: env.legal_actions(),
        lambda env: env.action_name(0),
        lambda env: env.why_not(0),
        lambda env: env.get_state(),
    ],
)
def test_nothing_can_be_asked_before_the_first_reset(game_once, ask):
    with pytest.raises(GameError, match=r"before reset\(\)"):
        ask(game_once.env())


@pytest.mark.parametrize("action", [None, "up", 1.0, True, [1], -1, 10_000, np.array([1, 2])])
def test_what_is_no_action_is_refused_and_changes_nothing(game_once, action):
    env = at(game_once.env(), 1, 3)
    before = env.get_state()
    with pytest.raises(GameError, match="action = "):
        env.step(action)
    assert env.get_state() == before


def test_an_illegal_action_ends_the_game_for_all_and_costs_the_offender(scenario):
    env = at(scenario.env(), 1, 3)
    offender, action = env.agent_selection, illegal_action(env)
    reason = env.why_not(action)
    with pytest.warns(IllegalActionWarning, match=reason.split("(")[0]) as seen:
        env.step(action)
    assert len(seen) == 1
    sides = dict(zip(env.possible_agents, scenario.game.side_of_agent, strict=True))
    assert env.rewards == {agent: -1.0 if side == sides[offender] else 0.0 for agent, side in sides.items()}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for _ in env.agent_iter():
        env.step(None)
    assert not env.agents


def test_an_illegal_action_raises_if_asked_to_and_changes_nothing(scenario):
    env = at(scenario.env(illegal_action="raise"), 1, 3)
    before, action = env.get_state(), illegal_action(env)
    with pytest.raises(GameError, match="illegal"):
        env.step(action)
    assert env.get_state() == before
    env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"illegal_action": "noop"}, "turn-based"),
        ({"illegal_action": "ignore"}, "'terminate', 'raise'"),
        ({"render_mode": "video"}, "'rgb_array'"),
        ({"render_mod": "ansi"}, "did you mean render_mode"),
        ({"max_cycles": 0}, "max_cycles = 0"),
        ({"max_cycles": 1.5}, "max_cycles = 1.5"),
    ],
)
def test_impossible_keywords_are_refused_with_what_is_allowed(game_once, keywords, sentence):
    with pytest.raises(GameError, match=sentence):
        game_once.env(**keywords)


@pytest.mark.parametrize("seed", [-1, "1", 1.0, 2**63, True])
def test_what_is_no_seed_is_refused(game_once, seed):
    with pytest.raises(GameError, match="seed = "):
        game_once.env().reset(seed=seed)


def test_unknown_options_of_a_reset_are_refused(game_once):
    with pytest.raises(GameError, match="did you mean position"):
        game_once.env().reset(options={"positon": ""})


def test_spaces_are_the_same_objects_on_every_call_and_not_shared(scenario):
    env, other = scenario.env(), scenario.env()
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent) is not other.action_space(agent)
    assert env.state_space is env.state_space


def test_whoever_acts_has_a_legal_action_and_the_others_have_none(scenario):
    env = scenario.env()
    for _ in play(env, 2):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert (mask == env.infos[agent]["action_mask"]).all()
            assert mask.any() == (agent == env.agent_selection)


def test_all_that_is_paid_adds_up_to_the_pay_and_the_finished_leave_with_none(scenario):
    game = scenario.game
    for seed in range(6):
        env, paid, generator = scenario.env(), dict.fromkeys(game.agents, 0.0), np.random.default_rng(seed)
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            paid[agent] += reward
            assert not truncated
            if terminated:
                with pytest.raises(GameError, match="None"):
                    env.step(0)
            env.step(None if terminated else choose(seen["action_mask"], generator))
        assert of_sides(game, list(paid.values())).sum() == pytest.approx(0, abs=1e-6)
        assert not env.agents
        with pytest.raises(GameError, match="all agents have left"):
            env.step(None)


def test_whoever_is_out_leaves_at_once_while_the_others_go_on(scenario):
    if scenario.game.num_sides < 3:
        pytest.skip("two sides end together")
    env = scenario.env()
    left = 0
    for seed in range(20):
        for _ in play(env, seed):
            assert not any(env.terminations.values())
            if len(env.agents) < scenario.game.num_agents:
                left += 1
                out = next(agent for agent in env.possible_agents if agent not in env.agents)
                assert env.observe(out)["action_mask"].all()
        if left:
            return
    pytest.fail("nobody was eliminated in 20 games")


def test_max_cycles_truncates_all_and_pays_nothing(scenario):
    env = scenario.env(max_cycles=3)
    plies = list(play(env, 1))
    assert len(plies) == 3
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_resets_without_a_seed_go_on_from_the_last_one(scenario):
    def states(env):
        env.reset(seed=11)
        first = env.get_state()
        for _ in range(2):
            env.reset()
        return first, env.get_state()

    assert states(scenario.env()) == states(scenario.env())
    first, later = states(scenario.env())
    assert first != later


def test_a_first_reset_without_a_seed_reads_and_moves_no_global_generator(game_once):
    games = []
    for _ in range(2):
        np.random.seed(0)  # noqa: NPY002
        random.seed(0)
        env = game_once.env()
        env.reset()
        games.append(env.get_state())
        draws = np.random.random(), random.random()  # noqa: NPY002
        np.random.seed(0)  # noqa: NPY002
        random.seed(0)
        assert draws == (np.random.random(), random.random())  # noqa: NPY002
    assert games[0] != games[1]


def test_copies_clones_and_pickles_keep_the_running_game(scenario):
    env = at(scenario.env(max_cycles=60), 4, 8)
    restored = scenario.env(max_cycles=60)
    restored.set_state(env.get_state())
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone(), restored]
    generator = np.random.default_rng(0)
    while env.agents:
        seen, *others = env.last()
        finished = others[1] or others[2]
        action = None if finished else choose(seen["action_mask"], generator)
        for twin in twins:
            assert twin.get_state() == env.get_state()
            assert twin.last()[1:4] == env.last()[1:4]
            assert all((twin.last()[0][key] == seen[key]).all() for key in seen)
            twin.step(action)
        env.step(action)
    assert all(not twin.agents for twin in twins)


def test_a_saved_state_of_another_game_is_refused(game_once):
    env = at(game_once.env(), 1, 2)
    with pytest.raises(GameError, match="make the same env"):
        env.set_state(b"something else" + env.get_state())
    for kind in (bytearray, memoryview):
        env.set_state(kind(env.get_state()))
    with pytest.raises(GameError, match=r"is of ndarray: the bytes that get_state\(\) returned"):
        env.set_state(np.frombuffer(env.get_state(), np.uint8))


def test_actions_have_names_and_reasons(scenario):
    env = scenario.env()
    for ply in play(env, 5, 40):
        mask = env.infos[env.agent_selection]["action_mask"]
        legal = env.legal_actions()
        assert [index for index, _ in legal] == np.flatnonzero(mask).tolist()
        assert len({name for _, name in legal}) == len(legal), f"ply {ply}: two actions have one name"
        for action in range(scenario.game.num_actions):
            assert (env.why_not(action) is None) == bool(mask[action])
    assert env.why_not(-1)
    assert env.why_not(10_000)


def test_a_position_in_its_text_form_is_entered_by_a_reset(scenario):
    env = at(scenario.env(), 6, 2)
    text = env.position()
    twin = scenario.env()
    twin.reset(seed=1, options={"position": text})
    assert twin.position() == text
    assert twin.agent_selection == env.agent_selection
    assert twin.legal_actions() == env.legal_actions()


def test_buffers_are_never_handed_out(game_once):
    env = at(game_once.env(), 1, 2)
    seen = env.observe(env.agent_selection)
    kept = {key: value.copy() for key, value in seen.items()}
    agent = env.agent_selection
    env.step(int(seen["action_mask"].argmax()))
    assert all((seen[key] == kept[key]).all() for key in seen)
    assert env.observe(agent)["observation"] is not seen["observation"]


def test_no_warning_is_given_in_a_legal_game(scenario):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(play(scenario.env(), 3))
