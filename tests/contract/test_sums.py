"""What all agents of a game earn adds up to nothing, in every form; so nobody is better off out of it."""

import numpy as np
import pytest

from tests.scenarios import SIMULTANEOUS, by_number, choose, of_sides

SEEDS = (3, 4)
MOST_STEPS = 3000


@pytest.fixture(params=SIMULTANEOUS, ids=lambda scenario: scenario.name)
def together(request):
    return request.param


def check(game, total):
    """Check that rewards add up to nothing, and that the agents of a side have earned the same."""
    assert set(total) == set(game.agents)
    assert of_sides(game, [total[agent] for agent in game.agents]).sum() == pytest.approx(0, abs=1e-6)
    of_agents = zip(game.side_of_agent, map(total.get, game.agents), strict=True)
    assert len(set(of_agents)) == game.num_sides


def in_parallel(scenario, seed):
    """Play a random game; return what every agent has earned in it."""
    env, total, generator = scenario.parallel_env(), {}, np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    while env.agents:
        actions = {agent: choose(observations[agent]["action_mask"], generator) for agent in env.agents}
        observations, rewards, *_ = env.step(actions)
        total = {agent: total.get(agent, 0.0) + reward for agent, reward in rewards.items()}
    return total


def in_turns(scenario, seed):
    """The same, agent by agent."""
    env, generator = scenario.env(), np.random.default_rng(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else choose(seen["action_mask"], generator))
    return total


def test_in_both_forms_of_pettingzoo(scenario):
    forms = (in_parallel, in_turns) if scenario in SIMULTANEOUS else (in_turns,)
    for form, seed in zip(forms, SEEDS, strict=False):
        check(scenario.game, form(scenario, seed))


def test_in_the_batch_of_all_sides(together):
    env, ended = together.vector_env(4), 0
    _, info = env.reset(seed=5)
    sizes = np.bincount(together.game.side_of_agent)
    for ply in range(MOST_STEPS):
        _, _, terminated, _, info = env.step(by_number(info["action_mask"], ply))
        if terminated.any():
            assert (info["rewards"][terminated] @ sizes == 0).all()
        ended += int(terminated.sum())
        if ended >= 4:
            return
    pytest.fail("no four games ended")


def test_in_the_learners_batches_whoever_is_out_earns_what_its_company_earns(together):
    """Every row of a company is paid alike, and as much as the outcome says, also that of a soldier long out."""
    env, ended = together.sb3_vec_env(4, seed=1, batch_of="agents", shaping=False), 0
    env.reset()
    team = env.num_envs // 4
    for ply in range(MOST_STEPS):
        masks = np.array(env.env_method("action_masks"))
        _, rewards, dones, _ = env.step(by_number(masks, ply))
        by_game = rewards.reshape(4, team)
        assert (by_game == by_game[:, :1]).all() and np.isin(by_game, (-1, 0, 1)).all()
        ended += int(dones.reshape(4, team)[:, 0].sum())
        if ended >= 4:
            return
    pytest.fail("no four games ended")
