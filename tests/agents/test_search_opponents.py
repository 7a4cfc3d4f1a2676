"""Searches as a learner's opponents: they play as they do in the arena, whatever is asked for beside them."""

import pickle
from typing import Any

import numpy as np
import pytest

import swarmzoo
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.match import play_games
from swarmzoo.envs.api.learner import LearnerTable
from swarmzoo.envs.api.opponents import opponents_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.training.progress import Progress
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.training.sameness import differences
from tests.training.small import GAME, small_config

SMALL = {
    "insects": {"symmetric": True, "radius": 2, "max_rounds": 4},
    "warband": {"scenario": "skirmish", "size": 3},
    "formation": {"scenario": "clash", "size": 4, "max_turns": 4},
}
GAMES = 4
SEARCH = "search:4"


class First:
    """A policy that takes the first legal action."""

    name = "first"

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return masks.argmax(-1)


def made(name: str) -> Game:
    return find_game(name).read(SMALL[name])


def first_of(table: LearnerTable) -> np.ndarray:
    """Return the first legal action of all the learner's agents, 0 for those that do not act."""
    return table.masks.argmax(-1)


def played(table: LearnerTable, seeds: np.ndarray, episodes: int = 1) -> list[list[float]]:
    """Play games one after the other from seeds, and return what each paid the learner."""
    table.reset(seeds)
    paid: list[list[float]] = [[] for _ in seeds]
    while min(map(len, paid)) < episodes:
        outcome = table.step(first_of(table))
        ended = np.flatnonzero(outcome.terminated | outcome.truncated)
        for game in ended:
            paid[game].append(float(table.pay[game]))
        if len(ended):
            table.begin(ended)
    return [line[:episodes] for line in paid]


@pytest.mark.parametrize("name", SMALL)
def test_a_search_plays_a_learner_as_it_plays_in_the_arena(name: str):
    game = made(name)
    seeds = np.arange(GAMES) + 11
    table = LearnerTable(game, GAMES, [find_agent(game, SEARCH)], seat=0)
    seating = np.tile([0, 1], (GAMES, 1))
    results = play_games(game, [First(), find_agent(game, SEARCH)], seating, seeds)
    assert [line[0] for line in played(table, seeds)] == results.pay[:, 0].tolist()


@pytest.mark.parametrize("name", SMALL)
def test_games_against_a_search_are_the_same_in_any_batch_and_differ_from_each_other(name: str):
    game = made(name)
    together = trajectories(game, np.arange(3), 3)
    for seed in range(3):
        assert trajectories(game, np.array([seed]), 3) == together[seed : seed + 1]
    assert len(set(map(tuple, together))) == 3
    assert len(set(together[0])) == 3, "the games that follow from one seed"


def trajectories(game: Game, seeds: np.ndarray, episodes: int) -> list[list[bytes]]:
    """Return all that the learner saw in some games from each seed, a piece for each game."""
    table = LearnerTable(game, len(seeds), [find_agent(game, SEARCH)], seat=0)
    table.reset(seeds)
    seen: list[list[bytes]] = [[b""] for _ in seeds]
    while min(map(len, seen)) <= episodes:
        outcome = table.step(first_of(table))
        for k in range(len(seeds)):
            seen[k][-1] += table.observations[k].tobytes()
        ended = np.flatnonzero(outcome.terminated | outcome.truncated)
        for k in ended:
            seen[k].append(b"")
        if len(ended):
            table.begin(ended)
    return [line[:episodes] for line in seen]


@pytest.mark.parametrize("opponent", [SEARCH, "standard", "search:4,policy=standard"])
@pytest.mark.parametrize("view", ["gym", "sb3"])
def test_environments_with_an_opponent_can_be_pickled(view: str, opponent: str):
    def acted(env: Any) -> Any:
        masks = np.asarray(env.action_masks())
        return int(masks.argmax()) if view == "gym" else masks.argmax(-1)

    env: Any = swarmzoo.make("insects", view, opponents=opponent, **SMALL["insects"])
    env.reset(seed=3) if view == "gym" else env.reset()
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(8):
        mine, theirs = env.step(acted(env)), twin.step(acted(twin))
        assert np.array_equal(mine[0], theirs[0]) and np.array_equal(mine[1], theirs[1])


def test_a_search_sits_down_as_one_for_the_rules_that_are_played():
    plain, banned = made("insects"), made("insects").banned({0: "burn"})
    [one] = opponents_of(banned, find_agent(plain, SEARCH))
    assert one.game is banned  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("opponent", "told"),
    [
        ("search:milliseconds=5", "searches by the clock.*give it simulations instead of milliseconds"),
        ("search:4 -burn", "is forbidden actions where it sits"),
        ("search:rollout=nobody", "nobody"),
    ],
)
def test_searches_whose_games_would_not_repeat_are_refused(opponent: str, told: str):
    with pytest.raises(GameError, match=told):
        swarmzoo.make("insects", "gym", opponents=opponent)


class Odd:
    """A search of a stranger's, that answers what it was made with."""

    name = "odd"

    def __init__(self, answer: Any):
        self.answer = answer

    def act_on(self, states: np.ndarray, sides: np.ndarray, agents: np.ndarray, seeds: np.ndarray) -> Any:
        return self.answer


@pytest.mark.parametrize("answer", [None, [], [None], [0.5], [2**33], ["burn"], [[0, 0]], 10**6])
def test_what_a_search_answers_is_checked(answer: Any):
    env = swarmzoo.make("insects", "gym", opponents=[Odd(answer)], seat=0, **SMALL["insects"])
    with pytest.raises(GameError, match="the opponent odd answered wrongly: actions"):
        env.reset(seed=0)
        for _ in range(50):
            env.step(int(env.action_masks().argmax()))


def test_a_run_against_a_search_ends_the_same_when_it_is_resumed(tmp_path):
    bots = {"random": 1.0, "search:2": 2.0}
    config = small_config(
        total_steps=512,
        self_play={"bots": bots, "bots_share": 0.8, "save_steps": 256, "swap_steps": 256, "window": 2},
        evaluation={"every": 256, "games": 2, "against": ["search:2"]},
    )
    train(config, GAME, tmp_path / "whole", resume=False, seeds=1, quiet=True)
    (tmp_path / "parts").mkdir()
    parts = Trainer(config, GAME, tmp_path / "parts", Progress(quiet=True))
    update = parts.learner.update

    def update_once() -> None:
        if parts.learner.steps >= 256:
            raise KeyboardInterrupt
        update()

    parts.learner.update = update_once  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        parts.run(False)
    train(config, GAME, tmp_path / "parts", resume=True, seeds=1, quiet=True)
    assert not differences(tmp_path / "whole", tmp_path / "parts")


@pytest.mark.parametrize("where", ["self_play", "evaluation"])
def test_a_run_against_the_clock_is_refused_before_anything_is_written(tmp_path, where: str):
    named = "search:milliseconds=3"
    given = {"self_play": {"bots": {named: 1.0}}, "evaluation": {"against": [named]}}
    with pytest.raises(GameError, match="searches by the clock"):
        train(small_config(**{where: given[where]}), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()
