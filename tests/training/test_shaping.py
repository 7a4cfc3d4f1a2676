"""What learners with shaping are taught of positions: what is still to be paid, as they learn it by themselves."""

import numpy as np
import pytest
import torch

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.shaping import potentials
from swarmzoo.envs.skirmish.overseer.config import OverseerConfig
from swarmzoo.envs.skirmish.overseer.game import overseer
from swarmzoo.training.config import TrainConfig
from swarmzoo.training.expert import ExpertRound
from swarmzoo.training.imitation import School
from swarmzoo.training.search_teachers import Asked
from swarmzoo.training.start import paid_otherwise

RULES = {"shaping_strength": 1.0, "shaping_score": 0.0}
PLAIN, SHAPED = (overseer(OverseerConfig.read(values)) for values in ({}, {"rules": RULES}))
NETWORK = Network(kind="disc", width=8, layers=1, head=8, channels=4)


def a_round(game, **changes) -> ExpertRound:
    expert = {"rounds": 1, "steps": 3000, "games": 8, "simulations": 4, "batch_size": 32, "bots": {"assault": 1.0}}
    config = TrainConfig.read({"game": "overseer", "network": NETWORK.model_dump(), "expert": expert | changes})
    torch.manual_seed(0)
    found = ExpertRound(game, config, make_policy(game, NETWORK), 0)
    found.collect(lambda count: None)
    return found


def test_lessons_of_a_policy_are_less_what_shaping_has_paid():
    plain, shaped = (a_round(game, teacher="duel").lessons[0] for game in (PLAIN, SHAPED))
    assert np.array_equal(plain.observations, shaped.observations) and (plain.paid == 0).all()
    assert np.abs(shaped.paid).max() > 0.2
    np.testing.assert_allclose(plain.worths, shaped.worths + shaped.paid, atol=1e-6)
    assert set(np.unique(plain.worths)) >= {-1.0, 1.0}, "what games paid takes the place of guesses"


def test_a_teacher_that_learned_with_shaping_says_what_the_end_pays():
    found = a_round(PLAIN, teacher="strong", steps=200, bots={})
    elder = find_agent(PLAIN, "strong")
    practice = found.practices[0]
    at, agents, rows = practice.games.asked()
    table = practice.games.table
    views, masks = table.seen(at, rows)
    asked = Asked(table.states, at, agents, np.array(PLAIN.side_of_agent)[agents], views, masks != 0, practice.bots)
    worths = practice.teacher.look(asked, found.generator)[2]
    paid = potentials(elder.shaping, table.states)[at, agents]
    assert elder.shaping.config.rules.shaping_strength == 0.5
    np.testing.assert_allclose(worths, elder.net.judge(views)[1] + paid, atol=1e-6)


def test_lessons_of_a_search_are_less_what_shaping_has_paid():
    found = a_round(SHAPED, teaches="advantages", cut=-1, valuation=0.0, steps=200)
    lessons = found.lessons[0]
    assert np.abs(lessons.paid).max() > 0.05
    worths = lessons.worths + lessons.paid
    assert (np.abs(worths) <= 1 + 1e-6).all()
    assert found.teacher.engine.shaping is SHAPED


def test_a_warm_start_learns_what_is_still_to_be_paid():
    imitation = {"steps": 256 * 50, "teacher": "overlord", "opponents": ["assault"], "batch_size": 64}
    config = TrainConfig.read({"game": "overseer", "network": NETWORK.model_dump(), "imitation": imitation})
    schools = []
    for game in (PLAIN, SHAPED):
        torch.manual_seed(0)
        schools.append(School(game, config, make_policy(game, NETWORK)))
        schools[-1]._collect(0, lambda count: None)
    plain, shaped = (made.lessons for made in schools)
    assert np.array_equal(plain.observations, shaped.observations) and np.array_equal(plain.pay, shaped.pay)
    assert (plain.paid == 0).all() and np.abs(shaped.paid).max() > 0.2
    rows = np.flatnonzero((shaped.pay != 0) & (np.abs(shaped.paid) > 0.1))[::7][:48]
    assert len(rows) == 48
    plain.pay[rows] = shaped.pay[rows] - shaped.paid[rows]
    for made in schools:
        made._learn(torch.optim.Adam(made.policy.parameters(), lr=0.005), rows)
    for one, other in zip(*(made.policy.parameters() for made in schools), strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize(("start", "told"), [("strong", "rules.shaping_strength = 0.5; here: none"), ("duel", "")])
def test_a_run_says_where_its_start_learned_with_other_shaping(start, told):
    note = paid_otherwise(TrainConfig.read({"game": "overseer", "start": start}), PLAIN)
    assert told in note and bool(note) == bool(told)
    other = paid_otherwise(TrainConfig.read({"game": "overseer", "start": start}), SHAPED)
    assert other.endswith("here: rules.shaping_strength = 1. Its values are off until they are learned again")
    assert not paid_otherwise(TrainConfig.read({"game": "overseer"}), SHAPED)
