"""Expert iteration where all agents move at once: a side's joint actions are searched, each agent learns its part."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.interruption import Stopped
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.run import train
from swarmzoo.training.trainer import Trainer
from tests.training.test_team_training import GAME, assert_same, config

SMALL = {"rounds": 2, "steps": 60, "simulations": 6, "games": 6, "batch_size": 32}


def a_round(number=0, **changes) -> ExpertRound:
    chosen = config(expert=SMALL | changes)
    torch.manual_seed(0)
    found = ExpertRound(GAME, chosen, new_policy(GAME, chosen), number)
    found.collect(lambda count: None)
    return found


def test_lessons_are_agents_with_a_choice_and_shares_of_legal_actions():
    lessons = a_round().lessons
    assert lessons.full and lessons.count == SMALL["steps"]
    assert (lessons.masks.sum(axis=1) > 1).all() and (lessons.shares[~lessons.masks] == 0).all()
    assert np.allclose(lessons.shares.sum(axis=1), 1, atol=1e-5)
    assert (lessons.shares > 0).sum(axis=1).max() > 1, "other joint actions than the likeliest count"
    assert (np.abs(lessons.worths) <= 1).all()


def test_agents_of_a_side_do_one_joint_action_and_learn_their_part_of_all():
    found = a_round()
    states = found.games.table.states.copy()
    games, agents, seen = found.games.asked()
    _, masks = found.games.table.seen(games, seen)
    choosing = np.flatnonzero(masks.sum(axis=1) > 1)
    games, agents, legal = games[choosing], agents[choosing], masks[choosing] != 0
    sides = np.array(GAME.side_of_agent)[agents]
    assert len(choosing) > len(set(zip(games, sides, strict=True))) > 1
    before = found.generator.bit_generator.state
    actions, shares, worths = found._looked_ahead_together(states, games, agents, sides, legal)
    found.generator.bit_generator.state = before
    asked = sorted(set(zip(games.tolist(), sides.tolist(), strict=True)))
    where, who = (np.array([one[k] for one in asked]) for k in (0, 1))
    search = found._searched(states[where], who)
    for (game, side), (joint, scores), worth in zip(asked, search.scores(), search.roots()[1].sum(axis=1), strict=True):
        rows = np.flatnonzero((games == game) & (sides == side))
        assert any((one[agents[rows]] == actions[rows]).all() for one in joint)
        likely = np.exp((scores - scores.max()) / found.setting.temperature)
        for row in rows:
            own = np.bincount(joint[:, agents[row]], likely / likely.sum(), minlength=GAME.num_actions)
            np.testing.assert_allclose(shares[row], own, atol=1e-5)
            assert worths[row] == pytest.approx(worth / SMALL["simulations"], abs=1e-5)


def test_the_policy_learns_what_the_search_likes_and_the_same_seed_gives_the_same_weights():
    found = [a_round(epochs=3) for _ in range(2)]
    assert all(0 < one.learn(lambda count: None) <= 1 for one in found)
    one, other = (weights_of(each.policy) for each in found)
    assert all(np.array_equal(value, other[name]) for name, value in one.items())


def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(tmp_path, monkeypatch):
    chosen = config(expert=SMALL)
    train(chosen, GAME, tmp_path / "whole", resume=False, seeds=1, quiet=True)
    update, calls = Trainer._one_update, []

    def once(self):
        update(self)
        calls.append(1)
        if len(calls) == 2:
            raise Stopped("here")

    monkeypatch.setattr(Trainer, "_one_update", once)
    with pytest.raises(Stopped):
        train(chosen, GAME, tmp_path / "parts", resume=False, seeds=1, quiet=True)
    train(chosen, GAME, tmp_path / "parts", resume=True, seeds=1, quiet=True)
    assert_same(tmp_path / "whole", tmp_path / "parts")
