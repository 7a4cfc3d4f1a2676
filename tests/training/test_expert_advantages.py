"""Expert iteration by what actions are worth, where one agent decides at a time; and what may be set of the search."""

import numpy as np
import pytest
import torch

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.ppo import new_policy
from swarmzoo.training.practice import ANYWAY
from swarmzoo.training.run import train
from swarmzoo.training.search_teachers import Asked
from tests.training.small import GAME, small_config
from tests.training.test_team_training import assert_resumes

SMALL = {"rounds": 2, "steps": 96, "simulations": 8, "games": 8, "batch_size": 32, "teaches": "advantages", "cut": 4}


def a_round(number=0, sharpness=1.0, **changes) -> ExpertRound:
    config = small_config(expert=SMALL | changes)
    torch.manual_seed(0)
    policy = new_policy(GAME, config)
    with torch.no_grad():
        policy.action_net.weight *= sharpness
    found = ExpertRound(GAME, config, policy, number)
    found.collect(lambda count: None)
    return found


def likely_of(found) -> np.ndarray:
    """Return how likely the policy holds all actions in the positions of a round."""
    with torch.no_grad():
        return found._judged(0, *found.lessons[0].batch(np.arange(found.lessons[0].count))[:2])[0].exp().numpy()


def test_lessons_are_the_gains_of_legal_actions_over_the_likeliest_in_decisions_of_all_seats():
    found = a_round(steps=200, simulations=16)
    lessons, likely = found.lessons[0], likely_of(found)
    assert set(lessons.sides.tolist()) == {0, 1}
    assert (lessons.masks.sum(axis=1) > 1).all() and (lessons.taught[~lessons.masks] == 0).all()
    assert (lessons.taught > 0).any() and (lessons.taught < 0).any() and (np.abs(lessons.taught) <= 2).all()
    assert (np.take_along_axis(lessons.taught, likely.argmax(axis=1)[:, None], 1) == 0).all()
    assert (np.count_nonzero(lessons.taught, axis=1) < found.teacher.engine.considered).all()


def test_a_search_that_sees_to_the_end_of_games_teaches_what_games_pay():
    found = a_round(cut=-1, valuation=0.0, simulations=8, steps=64)
    gains = found.lessons[0].taught[found.lessons[0].taught != 0]
    assert len(gains) > 5
    assert set(np.round(np.abs(gains), 5).tolist()) <= {1.0, 2.0}  # a game pays 1, 0 or -1, and each is played once


def test_worths_count_options_as_likely_as_the_policy_makes_them():
    found = a_round(sharpness=400.0, cut=0, valuation=1.0, steps=24)  # nearly sure: what it would do is what counts
    states = found.practices[0].games.table.states.copy()
    games, agents, rows = found.practices[0].games.asked()
    views, masks = found.practices[0].games.table.seen(games, rows)
    sides = np.array(GAME.side_of_agent)[agents]
    before = found.generator.bit_generator.state
    _, _, worths = found.teacher.look(
        Asked(states, games, agents, sides, views, masks != 0, found.practices[0].bots), found.generator
    )
    found.generator.bit_generator.state = before
    search = found.teacher.engine.begin(states[games], sides, found.generator.integers(0, 1 << 62, len(games)), 8)
    scores = [score for _, score in search.scores()]
    search.try_all(1)
    for worth, score, total in zip(worths, scores, search.roots()[1], strict=True):
        share = np.exp(score - score.max()) / np.exp(score - score.max()).sum()
        assert worth == pytest.approx((share * total[: len(share)]).sum(), abs=1e-5)


def test_decisions_that_the_policy_is_sure_of_are_mostly_left_out():
    every, unsure = (a_round(sharpness=20.0, steps=400, sure=sure) for sure in (1.0, 0.6))
    shares = [(likely_of(found).max(axis=1) > 0.6).mean() for found in (every, unsure)]
    assert shares[0] > 0.5
    assert 0 < shares[1] < 4 * ANYWAY


def test_what_is_set_of_the_search_is_what_teaches_and_a_long_look_is_usual():
    settings = a_round(considered=3, cut=7, valuation=0.25).teacher.engine.plan.settings
    assert (settings.considered, settings.cut, settings.valuation) == (3, 7, 0.25)
    usual = a_round(cut=None, steps=8).teacher
    settings = usual.engine.plan.settings
    assert (settings.considered, settings.cut, settings.valuation, usual.caution) == (8, 48, 0.5, 3.0)
    assert a_round(caution=0.5, steps=8).teacher.caution == 0.5


@pytest.mark.parametrize(
    ("game", "setting", "told"),
    [
        (GAME, {"caution": 1.0}, "expert.caution = 1: .* leave it out, or set expert.teaches=advantages"),
        (formation(FormationConfig(size=8)), {"teaches": "improvement"}, "use advantages, or leave it out"),
    ],
)
def test_what_a_search_cannot_teach_is_refused_before_anything_is_written(game, setting, told, tmp_path):
    config = small_config(expert={"rounds": 1} | setting, env={})
    with pytest.raises(GameError, match=told):
        train(config, game, tmp_path / "run", resume=False, seeds=1, quiet=True)
    assert not (tmp_path / "run").exists()


def test_a_run_that_is_stopped_and_resumed_ends_with_equal_weights(tmp_path, monkeypatch):
    assert_resumes(GAME, small_config(expert=SMALL | {"sure": 0.9}), tmp_path, monkeypatch)
