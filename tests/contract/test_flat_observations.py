"""``flat_observation=True``: the observation alone, a Box, for wrappers that take no dictionaries."""

import copy

import pytest
from gymnasium.spaces import Box

from swarmzoo.envs.core.errors import GameError
from tests.scenarios import by_number


def test_agents_see_the_same_without_the_mask_which_is_in_the_infos(game_once):
    flat, usual = game_once.env(flat_observation=True), game_once.env()
    flat.reset(seed=3)
    usual.reset(seed=3)
    for ply in range(4):
        agent = usual.agent_selection
        assert flat.agent_selection == agent
        seen, both = flat.last()[0], usual.last()[0]
        assert (seen == both["observation"]).all() and (flat.observe(agent) == seen).all()
        assert (flat.infos[agent]["action_mask"] == both["action_mask"]).all()
        action = int(by_number(both["action_mask"], ply))
        flat.step(action)
        usual.step(action)


def test_parallel_steps_show_the_same_too(game_once):
    flat, usual = game_once.parallel_env(flat_observation=True), game_once.parallel_env()
    mine, told = flat.reset(seed=3)
    theirs, _ = usual.reset(seed=3)
    for ply in range(6):
        for agent in usual.agents:
            assert (mine[agent] == theirs[agent]["observation"]).all()
            assert (told[agent]["action_mask"] == theirs[agent]["action_mask"]).all()
        masks = {agent: theirs[agent]["action_mask"] for agent in usual.agents}
        actions = {agent: int(by_number(mask, ply)) if mask.any() else 0 for agent, mask in masks.items()}
        mine, *_, told = flat.step(actions)
        theirs = usual.step(actions)[0]


@pytest.mark.parametrize("kind", ["env", "raw_env", "parallel_env"])
def test_spaces_are_boxes_and_copies_keep_to_them(game_once, kind):
    env = getattr(game_once, kind)(flat_observation=True)
    env.reset(seed=1)
    agent = env.possible_agents[0]
    twins = [env, copy.deepcopy(env)]
    if hasattr(env, "clone"):
        twins.append(env.clone())
    for twin in twins:
        space = twin.observation_space(agent)
        assert isinstance(space, Box) and space.shape == (game_once.game.observation_size,)
        if kind != "parallel_env":
            assert twin.observe(twin.agent_selection) in space


@pytest.mark.parametrize("value", [1, "yes", None])
def test_only_true_and_false_are_taken(game_once, value):
    for make in (game_once.env, game_once.parallel_env):
        with pytest.raises(GameError, match=r"flat_observation = .*True or False"):
            make(flat_observation=value)
