"""Expert iteration where all agents move at once: each learns what its actions are worth."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy.weights import weights_of
from swarmzoo.agents.search.joint import advantages_of
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.lessons import Lessons
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.search_teachers import Asked
from tests.training.test_team_training import GAME, assert_resumes, config

SMALL = {"rounds": 2, "steps": 60, "simulations": 6, "games": 6, "batch_size": 32}


def a_round(number=0, **changes) -> ExpertRound:
    chosen = config(expert=SMALL | changes)
    torch.manual_seed(0)
    found = ExpertRound(GAME, chosen, new_policy(GAME, chosen), number)
    found.collect(lambda count: None)
    return found


def test_lessons_are_agents_with_a_choice_and_advantages_of_legal_actions():
    lessons = a_round(steps=200).lessons[0]
    assert lessons.count == 200
    assert (lessons.masks.sum(axis=1) > 1).all() and (lessons.taught[~lessons.masks] == 0).all()
    assert (lessons.taught > 0).any() and (lessons.taught < 0).any() and (np.abs(lessons.taught) <= 2).all()
    assert (np.abs(lessons.worths) <= 1).all()


def test_agents_of_a_side_do_one_joint_action_and_learn_the_advantages_of_all():
    found = a_round(simulations=20)
    states = found.practices[0].games.table.states.copy()
    games, agents, seen = found.practices[0].games.asked()
    views, masks = found.practices[0].games.table.seen(games, seen)
    choosing = np.flatnonzero(masks.sum(axis=1) > 1)
    games, agents, legal = games[choosing], agents[choosing], masks[choosing] != 0
    sides = np.array(GAME.side_of_agent)[agents]
    assert len(choosing) > len(set(zip(games, sides, strict=True))) > 1
    before = found.generator.bit_generator.state
    actions, advantages, worths = found.teacher.look(
        Asked(states, games, agents, sides, views[choosing], legal, found.practices[0].bots), found.generator
    )
    found.generator.bit_generator.state = before
    asked = sorted(set(zip(games.tolist(), sides.tolist(), strict=True)))
    where, who = (np.array([one[k] for one in asked]) for k in (0, 1))
    engine, times = found.teacher.engine, found.teacher.times
    assert times == 20 // engine.considered > 1
    search = engine.begin(states[where], who, found.generator.integers(0, 1 << 62, len(where)), 20)
    likely = [np.exp(scores) / np.exp(scores).sum() for _, scores in search.scores()]
    search.try_all(times)
    visits, totals = search.roots()
    for (game, side), (joint, _), share, tries, total in zip(
        asked, search.scores(), likely, visits, totals, strict=True
    ):
        rows = np.flatnonzero((games == game) & (sides == side))
        assert any((one[agents[rows]] == actions[rows]).all() for one in joint)
        assert set(tries[: len(joint)]) == {times} and not tries[len(joint) :].any()
        worth = total[: len(joint)] / times
        for row in rows:
            assert worths[row] == pytest.approx((share * worth).sum(), abs=1e-5)
            np.testing.assert_allclose(advantages[row], paired(joint, worth, agents[row]), atol=1e-5)


def paired(joint, worth, agent) -> np.ndarray:
    """Return the advantages of an agent's actions, from all pairs of joint actions that differ in its action alone."""
    gains = [[] for _ in range(GAME.num_actions)]
    for one, gain in zip(joint, worth, strict=True):
        for other, less in zip(joint, worth, strict=True):
            if np.flatnonzero(one != other).tolist() == [agent] and other[agent] == joint[0, agent]:
                gains[one[agent]].append(gain - less)
    return np.array([np.mean(gain) if gain else 0 for gain in gains])


def test_advantages_are_found_in_pairs_that_differ_in_one_agent():
    joint = np.array([[0, 0, -1], [1, 0, -1], [0, 2, -1], [1, 2, -1], [2, 1, -1]])
    found = advantages_of(joint, np.array([0.1, 0.4, 0.0, 0.2, 0.9]), 3)
    assert np.allclose(found, [[0, (0.3 + 0.2) / 2, 0], [0, 0, (-0.1 - 0.2) / 2], [0, 0, 0]])


def gained(found) -> tuple[float, float]:
    """Return what the policy gains of the advantages that are taught, and how far it is from what it was."""
    with torch.no_grad():
        likely, _ = found._judged(0, *found.lessons[0].batch(np.arange(found.lessons[0].count))[:2])
    shares = likely.exp()
    return (
        float((shares * torch.from_numpy(found.lessons[0].taught)).sum(dim=1).mean()),
        float((shares * (likely - found.before[0]).clamp(-30, 30)).sum(dim=1).mean()),
    )


def test_the_policy_gains_by_what_it_is_taught_and_the_more_the_less_cautious_it_is():
    gains, distances = [], []
    for caution in (1000.0, 10.0, 0.1):
        found = a_round(steps=200, epochs=20, learning_rate=0.003, caution=caution)
        found.before[0] = found._likelihoods(0)
        first, _ = gained(found)
        assert 0 < found.learn(lambda count: None) <= 1
        gain, distance = gained(found)
        gains.append(gain - first)
        distances.append(distance)
    assert gains[2] > gains[1] > gains[0] > -1e-3
    assert distances[2] > distances[1] > distances[0] > -1e-3


def test_caution_is_little_where_one_action_is_worth_little():
    assert a_round().teacher.caution == 0.15


def test_the_same_seed_gives_the_same_weights():
    found = [a_round(epochs=3) for _ in range(2)]
    for one in found:
        one.learn(lambda count: None)
    one, other = (weights_of(each.policy) for each in found)
    assert all(np.array_equal(value, other[name]) for name, value in one.items())


def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(tmp_path, monkeypatch):
    assert_resumes(GAME, config(expert=SMALL), tmp_path, monkeypatch)


def test_agents_that_are_sure_do_their_part_of_a_joint_action_without_a_lesson():
    found = a_round(steps=60, sure=0.6, simulations=8)
    looked, look = [], found.teacher.look

    def noted(asked, generator):
        result = look(asked, generator)
        looked.append((asked, result[0]))
        return result

    found.teacher.look = noted
    found.lessons[0] = Lessons(GAME, 60)
    found.collect(lambda count: None)
    rows = sum(len(asked.games) for asked, _ in looked)
    assert rows > 60  # more were asked than taught
    for asked, actions in looked:
        assert asked.legal[np.arange(len(actions)), actions].all()
