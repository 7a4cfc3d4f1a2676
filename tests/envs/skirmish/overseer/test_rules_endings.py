"""Endings when sides fall: who is out before the end stays out, and a raid with no raiders left has failed."""

from typing import Any

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.overseer import game
from swarmzoo.envs.skirmish.overseer.state import DEAD, FIELD
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES, check_end, check_standing


def _end_round(states: Any, rules: Any) -> None:
    check_standing(states[0], rules[0], True)


@pytest.mark.rule("OVR-A4", "OVR-H9")
@pytest.mark.parametrize(("dead", "pay"), [((0,), [-0.5, 0.25, 0.25]), ((), [0, 0, 0]), ((0, 2), [-0.5, 1, -0.5])])
def test_who_has_died_does_not_share_in_a_rout_of_all(dead, pay):
    three = game(free_for_all=True, overseers=3, underlings=2, columns=15, rows=15)
    state, questions = new_records(three.state, 1), Questions(three)
    state["fate"], state["strength"] = FIELD, 2
    state["fate"][0, list(dead)] = DEAD
    before = questions.rewards(state)[0]
    entry_point(_end_round, "overseer_end_round", {"check_standing": check_standing})(state, three.rules)
    after = questions.rewards(state)[0]
    assert np.allclose(after, pay)
    assert all(before[unit] == after[unit] for unit in dead)


def _end_turn(states: Any, rules: Any) -> None:
    check_end(states[0], rules[0])


@pytest.mark.rule("OVR-A3", "OVR-H9")
@pytest.mark.parametrize(
    ("dead", "ending", "winners"),
    [
        ((0,), "the line held", [0, 1]),
        ((0, 1), "the line held", [0, 1]),
        ((1,), "last side standing", [1, 0]),
        ((), "still played", [0, 0]),
    ],
)
def test_whoever_falls_with_the_last_raider_has_held_the_line(dead, ending, winners):
    raid = game(scenario="breakthrough", overseers=1, underlings=2, columns=15, rows=15)
    state = new_records(raid.state, 1)
    state["fate"], state["strength"], state["models"] = FIELD, 2, 1
    state["enrolled"] = [[0 if side in dead else 2 for side in range(2)]]
    state["roll"][..., :2] = [[2, 3], [4, 5]]
    state["fate"][0, list(dead)] = DEAD
    entry_point(_end_turn, "overseer_end_turn", {"check_end": check_end})(state, raid.rules)
    assert ENDING_NAMES[int(state["ending"][0])] == ending
    assert state["winners"][0].tolist() == winners
