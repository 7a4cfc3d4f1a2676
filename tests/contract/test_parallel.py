"""The native ParallelEnv's own promises, on every simultaneous game: errors, ends, copies."""

import copy
import pickle

import numpy as np
import pytest

from swarmzoo.envs import formation
from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import ONE_OF_EACH_GAME, SIMULTANEOUS, choose, play_parallel


@pytest.fixture(params=SIMULTANEOUS, ids=lambda scenario: scenario.name)
def scenario(request):
    return request.param


@pytest.fixture(params=[one for one in ONE_OF_EACH_GAME if one in SIMULTANEOUS], ids=lambda scenario: scenario.name)
def game_once(request):
    return request.param


def at(env, seed: int, steps: int):
    """Return an environment some steps into a random game."""
    for _ in play_parallel(env, seed, steps):
        pass
    return env


def nothing(env) -> dict[str, int]:
    return dict.fromkeys(env.agents, 0)


def somebody_who_acts(env) -> str:
    return next(agent for agent in env.agents if len(env.legal_actions(agent)) > 1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda env: env.step({}),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: env.legal_actions(env.possible_agents[0]),
        lambda env: env.action_name(env.possible_agents[0], 0),
        lambda env: env.why_not(env.possible_agents[0], 0),
        lambda env: env.get_state(),
        lambda env: env.position(),
    ],
)
def test_nothing_can_be_asked_before_the_first_reset(game_once, ask):
    with pytest.raises(GameError, match=r"before reset\(\)"):
        ask(game_once.parallel_env())


@pytest.mark.parametrize("action", [None, "up", 1.0, True, [1], -1, 10_000, np.array([1, 2])])
def test_what_is_no_action_is_refused_and_changes_nothing(game_once, action):
    env = at(game_once.parallel_env(), 1, 3)
    before = env.get_state()
    with pytest.raises(GameError, match="action = "):
        env.step({**nothing(env), env.agents[1]: action})
    assert env.get_state() == before


def test_every_agent_in_the_game_needs_an_action_and_nobody_else_has_one(game_once):
    env = at(game_once.parallel_env(), 1, 3)
    missing = nothing(env)
    missing.pop(env.agents[2])
    with pytest.raises(GameError, match=f"{env.agents[2]} is in the game and has none"):
        env.step(missing)
    with pytest.raises(GameError, match="unknown agent"):
        env.step({**nothing(env), "green_0": 0})


@pytest.mark.parametrize("game", [one for one in ONE_OF_EACH_GAME if one.game.sequential], ids=lambda one: one.name)
def test_where_agents_take_turns_names_and_the_turn_are_checked_too(game):
    env = game.parallel_env()
    env.reset(seed=1)
    agent = env.aec_env.agent_selection
    legal = int(np.flatnonzero(env.aec_env.last()[0]["action_mask"])[0])
    with pytest.raises(GameError, match="unknown agent 'green_9'"):
        env.step({agent: legal, "green_9": 0})
    with pytest.raises(GameError, match=f"it is the turn of {agent}, which has none"):
        env.step({name: 0 for name in env.agents if name != agent})
    env.step({agent: legal})


def test_who_has_left_needs_no_action_and_takes_none():
    env = formation.parallel_env(size=8, rules={"when_out": "leaves", "death_reward": -0.5})
    for seed in range(10):
        present = set(env.possible_agents)
        for _ in play_parallel(env, seed):
            gone = [agent for agent in env.possible_agents if agent not in env.agents]
            if gone and env.agents:
                with pytest.raises(GameError, match=f"{gone[0]} is out of the game"):
                    env.step({**nothing(env), gone[0]: 0})
                assert set(env.agents) == present - set(gone)
                return
    pytest.fail("nobody was out in 10 games")


def test_an_illegal_action_is_nothing_the_end_or_an_error(scenario):
    for policy in ("noop", "terminate", "raise"):
        env = at(scenario.parallel_env(illegal_action=policy), 1, 4)
        offender = somebody_who_acts(env)
        legal = {action for action, _ in env.legal_actions(offender)}
        illegal = next(action for action in range(scenario.game.num_actions) if action not in legal)
        reason, before = env.why_not(offender, illegal), env.get_state()
        actions = {**nothing(env), offender: illegal}
        if policy == "raise":
            with pytest.raises(GameError, match="illegal"):
                env.step(actions)
            assert env.get_state() == before
            continue
        with pytest.warns(IllegalActionWarning, match=reason.split("(")[0]):
            _, rewards, terminations, truncations, _ = env.step(actions)
        assert not any(truncations.values())
        if policy == "noop":
            twin = at(scenario.parallel_env(), 1, 4)
            twin.step(nothing(twin))
            assert env.get_state() == twin.get_state()
        else:
            assert all(terminations.values())
            side = dict(zip(scenario.game.agents, scenario.game.side_of_agent, strict=True))
            assert rewards == {agent: -1.0 if side[agent] == side[offender] else 0.0 for agent in rewards}
            assert not env.agents


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"illegal_action": "ignore"}, "'noop', 'terminate', 'raise'"),
        ({"render_mode": "video"}, "'rgb_array'"),
        ({"render_mod": "ansi"}, "did you mean render_mode"),
        ({"max_cycles": 0}, "max_cycles = 0"),
    ],
)
def test_impossible_keywords_are_refused_with_what_is_allowed(game_once, keywords, sentence):
    with pytest.raises(GameError, match=sentence):
        game_once.parallel_env(**keywords)


def test_unknown_options_and_seeds_of_a_reset_are_refused(game_once):
    with pytest.raises(GameError, match="did you mean position"):
        game_once.parallel_env().reset(options={"positon": ""})
    with pytest.raises(GameError, match="seed = "):
        game_once.parallel_env().reset(seed=-1)


def test_masks_are_in_observations_and_infos_and_everybody_has_a_legal_action(scenario):
    env = scenario.parallel_env()
    generator = np.random.default_rng(0)
    observations, infos = env.reset(seed=2)
    while env.agents:
        for agent in env.agents:
            mask = observations[agent]["action_mask"]
            assert mask[0], "doing nothing is always legal"
            assert (infos[agent]["action_mask"] == mask).all()
            assert [action for action, _ in env.legal_actions(agent)] == np.flatnonzero(mask).tolist()
        assert any(observations[agent]["action_mask"].sum() > 1 for agent in env.agents)
        actions = {agent: choose(observations[agent]["action_mask"], generator) for agent in env.agents}
        observations, _, _, _, infos = env.step(actions)


@pytest.mark.parametrize("leaving", [True, False])
def test_agents_leave_when_they_are_out_and_all_that_is_left_is_paid_at_the_end(scenario, leaving):
    made, keywords = scenario.make, dict(scenario.keywords)
    if leaving:
        keywords["rules"] = keywords.get("rules", {}) | {"when_out": "leaves"}
    for seed in range(2):
        env, generator = made.parallel_env(**keywords), np.random.default_rng(seed)
        observations, _ = env.reset(seed=seed)
        while env.agents:
            present = set(env.agents)
            actions = {agent: choose(observations[agent]["action_mask"], generator) for agent in env.agents}
            observations, rewards, terminations, truncations, infos = env.step(actions)
            assert set(observations) == set(rewards) == set(terminations) == set(truncations) == set(infos) == present
            assert set(env.agents) == {agent for agent in present if not terminations[agent]}
            assert leaving or all(terminations.values()) or len(env.agents) == len(env.possible_agents)
            assert not any(truncations.values())
        sides = dict(zip(scenario.game.agents, scenario.game.side_of_agent, strict=True))
        by_side = [{rewards[agent] for agent in rewards if sides[agent] == side} for side in (0, 1)]
        assert all(len(paid) <= 1 for paid in by_side), "a side's agents share its outcome"
        with pytest.raises(GameError, match="all agents have left"):
            env.step({})


def test_max_cycles_truncates_all_and_pays_nothing(scenario):
    env = scenario.parallel_env(max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        _, rewards, terminations, truncations, _ = env.step(nothing(env))
    assert all(truncations.values())
    assert not any(terminations.values())
    assert not any(rewards.values())
    assert not env.agents


def test_copies_clones_and_pickles_keep_the_running_game(scenario):
    env = at(scenario.parallel_env(max_cycles=60), 4, 8)
    restored = scenario.parallel_env(max_cycles=60)
    restored.set_state(env.get_state())
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone(), restored]
    generator = np.random.default_rng(0)
    for _ in range(20):
        if not env.agents:
            break
        actions = {a: int(generator.choice([action for action, _ in env.legal_actions(a)])) for a in env.agents}
        first = env.step(actions)
        for twin in twins:
            other = twin.step(actions)
            assert other[1:4] == first[1:4]
            assert all((other[0][a]["observation"] == first[0][a]["observation"]).all() for a in first[0])
            assert twin.get_state() == env.get_state()
            assert twin.agents == env.agents


def test_a_saved_state_of_another_game_is_refused(game_once):
    env = at(game_once.parallel_env(), 1, 2)
    with pytest.raises(GameError, match="make the same env"):
        env.set_state(b"something else" + env.get_state())


def test_a_position_in_its_text_form_is_entered_by_a_reset(scenario):
    env = at(scenario.parallel_env(), 6, 5)
    text = env.position()
    twin = scenario.parallel_env()
    twin.reset(seed=1, options={"position": text})
    assert twin.position() == text
    assert all(twin.legal_actions(agent) == env.legal_actions(agent) for agent in env.agents)


def test_resets_without_a_seed_go_on_from_the_last_one(scenario):
    def states(env):
        env.reset(seed=11)
        first = env.get_state()
        env.reset()
        return first, env.get_state()

    assert states(scenario.parallel_env()) == states(scenario.parallel_env())
    first, later = states(scenario.parallel_env())
    assert first != later


def test_buffers_are_never_handed_out(game_once):
    env = at(game_once.parallel_env(), 1, 2)
    observations, *_ = env.step(nothing(env))
    agent = env.agents[0]
    kept = observations[agent]["observation"].copy()
    env.step(nothing(env))
    assert (observations[agent]["observation"] == kept).all()


def test_a_batch_plays_the_same_games_as_the_parallel_environment(scenario):
    env, single = scenario.vector_env(2), scenario.parallel_env()
    _, info = env.reset(seed=8)
    observations, _ = single.reset(seed=9)
    generator, agents = np.random.default_rng(1), single.possible_agents
    while True:
        for k, agent in enumerate(agents):
            if agent in single.agents:
                assert (info["action_mask"][1, k] == observations[agent]["action_mask"]).all()
        actions = choose(info["action_mask"], generator)
        observations, rewards, *_ = single.step({a: int(actions[1, agents.index(a)]) for a in single.agents})
        _, _, terminated, _, info = env.step(actions)
        if terminated[1]:
            break
        acting = info["acting"][1]
        assert acting.any()
    assert not single.agents
    for agent, paid in rewards.items():
        assert paid == info["rewards"][1, scenario.game.side_of_agent[agents.index(agent)]]


def test_shaping_pays_every_change_of_potential_once():
    env = SIMULTANEOUS[0].parallel_env(rules={"shaping_progress": 0.5, "shaping_strength": 0.5})
    env.reset(seed=4)
    table, generator, paid = env.unwrapped._table, np.random.default_rng(4), dict.fromkeys(env.possible_agents, 0.0)
    before = table.potential[0].copy()
    for _ in range(60):
        actions = {agent: int(generator.choice([n for n, _ in env.legal_actions(agent)])) for agent in env.agents}
        _, rewards, over, *_ = env.step(actions)
        if any(over.values()):
            break
        for agent, reward in rewards.items():
            paid[agent] += reward
        gained = (table.potential[0] - before).tolist()
        assert list(paid.values()) == pytest.approx(gained[: len(paid)], abs=1e-5)
    assert any(paid.values())


def test_a_saved_state_that_names_others_as_playing_is_refused(game_once):
    env = at(game_once.parallel_env(), 1, 2)
    kept = env.get_state()
    saved = np.frombuffer(kept[len(env._signature()) :], env._saved_dtype()).copy()
    saved["present"][0, 0] ^= True
    before = env.position()
    with pytest.raises(GameError, match="present must name the agents for whom the game goes on"):
        env.set_state(env._signature() + saved.tobytes())
    assert env.get_state() == kept and env.position() == before


def test_before_the_first_step_a_saved_state_holds_what_was_seen(game_once):
    env = game_once.parallel_env()
    seen, _ = env.reset(seed=3)
    saved = np.frombuffer(env.get_state()[len(env._signature()) :], env._saved_dtype())
    for number, agent in enumerate(env.possible_agents):
        assert (saved["seen"][0, number] == seen[agent]["observation"]).all()
