"""Expert iteration: what the search tries is what the policy learns, and a run that is resumed goes the same way."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.checkpoint import save_policy
from swarmzoo.agents.policy.network import logits_of
from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.agents.search.guided import UNSURE
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.lessons import Lessons
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.progress import Progress
from swarmzoo.training.run import train
from swarmzoo.training.search_teachers import Asked
from swarmzoo.training.trainer import Trainer
from tests.training.small import GAME, small_config

SMALL = {"rounds": 2, "steps": 96, "simulations": 8, "games": 8, "batch_size": 32}


def a_round(number=0, **changes):
    config = small_config(expert=SMALL | changes)
    torch.manual_seed(0)
    found = ExpertRound(GAME, config, new_policy(GAME, config), number)
    found.collect(lambda count: None)
    return found


def weights(run):
    return {name: value.copy() for name, value in weights_of(run.policy).items()}


def test_lessons_are_positions_with_a_choice_and_shares_of_legal_actions():
    lessons = a_round(simulations=16).lessons[0]
    assert lessons.count == SMALL["steps"]
    assert (lessons.masks.sum(axis=1) > 1).all()
    assert (lessons.taught[~lessons.masks] == 0).all()
    assert np.allclose(lessons.taught.sum(axis=1), 1, atol=1e-5)
    assert (np.abs(lessons.worths) <= 1).all() and set(lessons.sides.tolist()) == {0, 1}


def test_the_search_that_teaches_is_the_search_that_a_policy_leads(tmp_path):
    config = small_config(expert=SMALL | {"rounds": 1, "simulations": 32, "temperature": 1.0})
    trainer = Trainer(config, GAME, tmp_path / "other", Progress(quiet=True))
    path = tmp_path / "policy.npz"
    save_policy(path, GAME, config.network, trainer.learner.policy, {})
    one = ExpertRound(GAME, config, trainer.learner.policy, 0)
    search = TreeSearch(GAME, policy=str(path), simulations=32)
    practice = one.practices[0]
    states = practice.games.table.states.copy()
    sides = np.array(GAME.side_of_agent)[practice.games.asked()[1]]
    seeds = np.random.default_rng([config.seed, 0])
    seeds.integers(0, 1 << 62, SMALL["games"])  # those of the games
    drawn = seeds.integers(0, 1 << 62, len(states))
    visits, values = search.weighed(states, sides, drawn)
    games, agents, rows = practice.games.asked()
    views, masks = practice.games.table.seen(games, rows)
    legal = masks != 0
    _, shares, worths = one.teacher.look(
        Asked(states, games, agents, sides, views, legal, practice.bots), one.generator
    )
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5) and (shares[~legal] == 0).all()
    assert np.allclose(worths, (visits * values).sum(axis=1) / 32, atol=1e-5)
    found = one.teacher.engine.begin(states, sides, drawn, 32)
    found.simulate(32)
    logits = found.scores()
    assert np.allclose(np.where(legal, logits, -1e9).argmax(axis=1), shares.argmax(axis=1))
    tried = visits > 0
    gained = logits - found._logits[:, 0]
    weight = UNSURE + visits.max(axis=1, keepdims=True)
    assert np.allclose(gained[tried], (weight * values)[tried], atol=1e-2)


def test_a_bot_plays_on_in_the_search_that_teaches_for_as_long_as_is_set():
    cuts = [a_round(**given).teacher.engine.plan.settings.cut for given in ({}, {"cut": 2}, {"cut": -1})]
    assert cuts == [0, 2, -1]
    assert not np.array_equal(a_round().lessons[0].taught, a_round(cut=2).lessons[0].taught)


def test_a_low_temperature_gives_the_best_action_a_larger_share():
    mild, sharp = (a_round(steps=8, games=8, temperature=t).lessons[0] for t in (1.0, 0.25))
    assert np.array_equal(mild.observations[:8], sharp.observations[:8])
    assert (sharp.taught.max(axis=1) >= mild.taught.max(axis=1) - 1e-6).all()
    assert sharp.taught.max(axis=1).mean() > mild.taught.max(axis=1).mean() + 0.05


def test_what_came_of_a_game_takes_the_place_of_guesses_for_each_side():
    lessons = Lessons(GAME, 6)
    rows = {"games": np.array([0, 1, 0]), "sides": np.array([0, 0, 1]), "worths": np.array([0.1, 0.2, 0.3])}
    rest = {
        "observations": np.zeros((3, GAME.observation_size)),
        "masks": np.ones((3, GAME.num_actions), bool),
        "taught": np.zeros((3, GAME.num_actions)),
    }
    assert lessons.add(6, **rows, **rest) == 3 and lessons.count == 3
    lessons.end(0, np.array([1.0, -1.0]), 0)
    assert lessons.worths[:3].tolist() == [1.0, np.float32(0.2), -1.0]
    assert lessons.add(5, **rows, **rest) == 2  # no more than are wanted
    lessons.count = 3
    lessons.add(6, **rows, **rest)
    lessons.end(0, np.array([-0.5, 0.5]), 3)  # the next game in its place
    assert lessons.count == 6 and lessons.worths.tolist() == [1.0, np.float32(0.2), -1.0, -0.5, np.float32(0.2), 0.5]


def test_the_policy_comes_to_do_what_the_search_tries():
    found = a_round(steps=256, epochs=40, learning_rate=0.003, simulations=32)
    before = surprise(found)
    assert 0 < found.learn(lambda count: None) <= 1
    least = -np.sum(found.lessons[0].taught * np.log(np.maximum(found.lessons[0].taught, 1e-9)), axis=1).mean()
    assert least < surprise(found) < before - 0.25 * (before - least)


def surprise(found):
    """Return the cross-entropy of what the search tried and what the policy holds of it."""
    lessons = found.lessons[0]
    logits = np.where(lessons.masks, logits_of(found.policy, lessons.observations).numpy(), -1e8)
    logits -= logits.max(axis=1, keepdims=True)
    likely = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return -(lessons.taught * likely).sum(axis=1).mean()


def test_the_same_seed_and_number_give_the_same_round_and_another_number_another():
    one, again, other = a_round(), a_round(), a_round(1)
    assert np.array_equal(one.lessons[0].taught, again.lessons[0].taught)
    assert not np.array_equal(one.lessons[0].observations, other.lessons[0].observations)
    for found in (one, again):
        found.learn(lambda count: None)
    assert all(np.array_equal(value, weights(again)[name]) for name, value in weights(one).items())


def test_rounds_are_spread_over_the_steps_and_a_resumed_run_ends_with_equal_weights(tmp_path):
    config = small_config(total_steps=1024, expert=SMALL)
    straight = Trainer(config, GAME, tmp_path / "straight", Progress(quiet=True))
    (tmp_path / "straight").mkdir()
    at, search = [], straight._learn_from_search

    def noted():
        at.append(straight.learner.steps)
        search()

    straight._learn_from_search = noted
    straight.run(False)
    assert at == [0, 512] and straight.searched == 2

    parts = Trainer(config, GAME, tmp_path / "parts", Progress(quiet=True))
    (tmp_path / "parts").mkdir()
    parts.learner.update = Stop(parts.learner.update, 1)
    with pytest.raises(KeyboardInterrupt):
        parts.run(False)
    assert parts.searched == 1
    again = Trainer(config, GAME, tmp_path / "parts", Progress(quiet=True))
    again.run(True)
    assert again.searched == 2 and again.history[-1]["scores"] == straight.history[-1]["scores"]
    ended = weights_of(straight.learner.policy)
    assert all(np.array_equal(value, ended[name]) for name, value in weights_of(again.learner.policy).items())


@pytest.mark.parametrize(("total_steps", "at"), [(0, [0, 0, 0]), (256, [0, 256, 256])])
def test_all_rounds_are_done_where_the_steps_are_fewer_than_they(tmp_path, total_steps, at):
    made = Trainer(
        small_config(total_steps=total_steps, expert=SMALL | {"rounds": 3}), GAME, tmp_path, Progress(quiet=True)
    )
    search, done = made._learn_from_search, []

    def noted():
        done.append(made.learner.steps)
        search()

    made._learn_from_search = noted
    made.run(False)
    assert done == at and made.searched == 3
    assert len(made.history) == 1 + 3 and (tmp_path / "last.npz").exists()


class Stop:
    """Lets a function be called so often, then breaks off as a kill would."""

    def __init__(self, function, times):
        self.function, self.left = function, times

    def __call__(self):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        self.function()


@pytest.mark.parametrize(
    "bots",
    [
        {},
        {"teaches": "advantages", "bots": {"expert": 1}},
        {"teaches": "advantages", "bots": {"expert": 0}, "bots_share": 1.0},
    ],
)
def test_a_policy_of_one_seat_needs_bots_on_the_others_in_all_games(tmp_path, bots):
    with pytest.raises(GameError, match="the policy learns seat 0 alone, so bots must play the other sides in all"):
        train(small_config(expert=SMALL | bots, seat=0), GAME, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()
