"""Opponents by the names of agents, in every view, also where nobody has imported the agents."""

import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import swarmzoo
from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.api.opponents import RANDOM_OPPONENT, CompiledOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects import game, gym_env, sb3_vec_env, vector_env

SMALL = {"symmetric": True}
BASELINE = Path(__file__).parents[2] / "agents" / "insects" / "baselines" / "standard.npz"


def names_at(env) -> list[str]:
    table = env.learners if hasattr(env, "learners") else env.unwrapped._games
    return [opponent.name for opponent in table.opponents]


@pytest.mark.parametrize(
    "make",
    [
        lambda **given: gym_env(**SMALL, **given),
        lambda **given: vector_env(2, **SMALL, **given),
        lambda **given: sb3_vec_env(2, **SMALL, **given),
        lambda **given: swarmzoo.make("insects", "gym", **SMALL, **given),
        lambda **given: gymnasium.make("swarmzoo/insects-v0", **SMALL, **given),
        lambda **given: gymnasium.make_vec("swarmzoo/insects-v0", num_envs=2, **SMALL, **given),
    ],
)
def test_every_view_takes_names_files_and_objects(make):
    assert names_at(make(opponents=["greedy", str(BASELINE), RANDOM_OPPONENT])) == ["greedy", "standard", "random"]
    assert names_at(make(opponents="expert")) == ["expert"]
    assert names_at(make(opponents="search:8")) == ["search-8"]
    assert names_at(make(opponents=RANDOM_OPPONENT)) == ["random"]
    for wrong, told in (
        ("gready", "did you mean greedy"),
        ("runs/none.npz", "runs/none.npz"),
        ("search:milliseconds=8", "searches by the clock"),
    ):
        with pytest.raises(GameError, match=told):
            make(opponents=[wrong])


def test_a_name_is_the_bot_of_that_name():
    def seen(opponents) -> list[bytes]:
        env = vector_env(4, opponents=opponents, seat=0, **SMALL)
        observations, info = env.reset(seed=1)
        kept = []
        for _ in range(40):
            observations, *_, info = env.step(info["action_mask"].argmax(-1))
            kept.append(observations.tobytes())
        return kept

    greedy = built_in(game(**SMALL))["greedy"]
    assert seen("greedy") == seen([greedy]) != seen("random")


def test_names_are_read_where_nobody_imported_the_agents():
    code = (
        "import sys; from swarmzoo.envs.insects import gym_env; assert 'swarmzoo.agents' not in sys.modules;"
        "print(gym_env(opponents=['rusher'])._games.opponents[0].name)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "rusher\n"


def test_bots_of_other_games_and_agents_of_other_kinds_are_refused():
    class Bot:
        name = "viewer"

        def act(self, view):
            return 0

    foreign = CompiledOpponent("march", 1, object(), "formation")
    for one, told in ((foreign, "a bot of formation"), (Bot(), "viewer is not a compiled bot"), (Bot, "is not a comp")):
        with pytest.raises(GameError, match=told):
            gym_env(opponents=[one])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"greedy": 1.0, "random": 0.0}, r"give names or agents as a list \(their odds as weights="),
        ({"greedy", "random"}, r"give names or agents as a list \(a set has no order\)"),
        (frozenset(("greedy",)), "a set has no order"),
    ],
)
def test_odds_and_order_are_never_lost_without_a_word(given, told):
    for view in (sb3_vec_env, vector_env):
        with pytest.raises(GameError, match=told):
            view(2, opponents=given)


class Answers:
    """An opponent that answers what it was made with."""

    name = "odd"

    def __init__(self, answer):
        self.answer = answer

    def act(self, observations, masks):
        return self.answer(masks)


@pytest.mark.parametrize(
    "answer",
    [
        lambda masks: masks.argmax(-1) + 0.5,
        lambda masks: masks.argmax(-1)[:0],
        lambda masks: np.full(len(masks), 2**33 + 1),
        lambda masks: np.full(len(masks), -1),
        lambda masks: None,
    ],
)
def test_what_an_opponent_answers_is_checked(answer):
    env = vector_env(3, opponents=[Answers(answer)], seat=0, **SMALL)
    with pytest.raises(GameError, match="the opponent odd answered wrongly: actions"):
        _, info = env.reset(seed=0)
        for _ in range(50):
            *_, info = env.step(info["action_mask"].argmax(-1))


def test_an_opponent_that_chooses_what_is_illegal_loses_or_is_an_error():
    illegal = Answers(lambda masks: masks.argmin(-1))
    env = gym_env(opponents=[illegal], seat=0, shaping=False, **SMALL)
    _, info = env.reset(seed=0)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert reward == 0.0 and info["pay"] == 0.0
    strict = gym_env(opponents=[illegal], seat=0, illegal_action="raise", **SMALL)
    _, info = strict.reset(seed=0)
    with pytest.raises(GameError, match="the opponent odd chose"):
        for _ in range(50):
            strict.step(int(strict.action_masks().argmax()))


def test_opponents_may_be_changed_but_not_taken_away():
    table = gym_env(opponents=["greedy", "random"], **SMALL)._games
    table.set_opponents(["rusher", "random", Answers(None)], [0, 1, 1])
    assert [one.name for one in table.opponents] == ["rusher", "random", "odd"]
    with pytest.raises(GameError, match="3 sit at the table and 1 were given"):
        table.set_opponents("greedy")
    plain = gym_env(**SMALL)._games
    with pytest.raises(GameError, match="made without these compiled bots"):
        plain.set_opponents("greedy")


def test_an_environment_with_named_opponents_can_be_pickled():
    env = gym_env(opponents="greedy", **SMALL)
    env.reset(seed=2)
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        action = int(env.action_masks().argmax())
        mine, theirs = env.step(action), twin.step(action)
        assert (mine[0] == theirs[0]).all() and mine[1:4] == theirs[1:4]
