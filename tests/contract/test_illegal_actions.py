"""Illegal actions are told once with a hint, then counted: at powers of ten, and when the environment is closed."""

import copy
import warnings
from contextlib import contextmanager

import pytest

from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.errors import GameError
from tests.scenarios import SIMULTANEOUS, TINY

FORMATION = SIMULTANEOUS[0]


@contextmanager
def heard():
    """Collect the texts of warnings, and the files that they name as their place."""
    texts = []
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield texts
    assert {one.category for one in seen} <= {IllegalActionWarning}
    assert {one.filename for one in seen} <= {__file__}, "a warning names the caller's line"
    texts += [str(one.message) for one in seen]


def lose(env) -> None:
    """Put a stone where the opponent has put one."""
    env.reset()
    env.step(int(env.action_masks().argmin()))


def test_a_single_environment_tells_the_first_the_tenth_and_the_hundredth():
    env = TINY.gym_env(seat=1)
    with heard() as texts:
        for _ in range(123):
            lose(env)
    assert len(texts) == 3
    assert "side_1 chose action" in texts[0] and "already has a stone" in texts[0]
    assert "side_1 loses the game" in texts[0] and 'info["action_mask"]' in texts[0] and "MaskablePPO" in texts[0]
    assert [text.split()[0] for text in texts[1:]] == ["10", "100"]
    with heard() as texts:
        env.close()
        env.close()
    assert texts == ["123 illegal actions in all"]


def test_who_has_heard_of_all_is_told_nothing_at_the_end():
    env = TINY.gym_env(seat=1)
    with heard() as texts:
        env.close()
        lose(env)
        env.close()
    assert len(texts) == 1
    twin = copy.deepcopy(env)
    with heard() as texts:
        lose(twin)
        twin.close()
    assert texts == ["2 illegal actions in all"], "a copy goes on counting"


@pytest.mark.parametrize("maker", ["vector_env", "sb3_vec_env"])
def test_a_batch_counts_all_of_a_step(maker):
    options = {"autoreset_mode": "SameStep", "opponents": "random"} if maker == "vector_env" else {}
    env = getattr(TINY, maker)(4, seat=1, **options)
    env.reset()
    with heard() as texts:
        for _ in range(6):
            env.step(env.action_masks().argmin(-1))
        env.close()
    assert [text.split()[0] for text in texts] == ["actions[0]:", "12", "24"]
    assert "(and 3 more)" in texts[0] and texts[2].endswith("in all")


def test_in_an_aec_environment_the_offender_is_named():
    env = TINY.env()
    with heard() as texts:
        for _ in range(11):
            env.reset(seed=1)
            env.step(0)
            env.step(int(env.infos[env.agent_selection]["action_mask"].argmin()))
        env.close()
    assert len(texts) == 3 and texts[2] == "11 illegal actions in all"
    assert texts[0].count("side_1") == 2 and "side_1 loses the game" in texts[0]


def test_agents_that_move_at_once_are_counted_each():
    env = FORMATION.parallel_env()
    observations, _ = env.reset(seed=1)
    masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
    who = [agent for agent in env.agents if 1 < masks[agent].sum() < len(masks[agent])]
    wrong = {agent: int(masks[agent].argmin()) for agent in who}
    with heard() as texts:
        env.step({**dict.fromkeys(env.agents, 0), **wrong})
        env.close()
    assert len(texts) == 1 and texts[0].startswith(f"{who[0]} chose action")
    assert f"It does nothing (and {len(who) - 1} more)" in texts[0]
    lost = FORMATION.parallel_env(illegal_action="terminate")
    lost.reset(seed=1)
    with heard() as texts:
        lost.step({**dict.fromkeys(lost.agents, 0), who[0]: wrong[who[0]]})
    assert f"{who[0]}'s side loses the game" in texts[0] and "more)" not in texts[0]


def test_raise_counts_nothing_and_warns_of_nothing():
    env = TINY.gym_env(seat=1, illegal_action="raise")
    with heard() as texts:
        for _ in range(2):
            with pytest.raises(GameError, match=r"side_1 chose action .* which is illegal"):
                lose(env)
        env.close()
    assert texts == []


@pytest.mark.parametrize("maker", ["vector_env", "sb3_vec_env"])
def test_a_batch_names_the_row_and_raises_before_anything_is_played(maker):
    options = {"opponents": "random"} if maker == "vector_env" else {}
    env = getattr(TINY, maker)(3, seat=1, illegal_action="raise", **options)
    env.reset()
    actions = env.action_masks().argmax(-1)
    actions[2] = env.action_masks()[2].argmin()
    before = {key: value.copy() for key, value in env.get_state().items()}
    with pytest.raises(GameError, match=r"actions\[2\]: side_1 chose .*: the cell already has a stone"):
        env.step(actions)
    assert all((before[key] == value).all() for key, value in env.get_state().items())
