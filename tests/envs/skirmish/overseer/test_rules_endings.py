"""How games of several sides end: who is out before the end stays out."""

from typing import Any

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.game import new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.skirmish.overseer import game
from swarmzoo.envs.skirmish.overseer.state import DEAD, FIELD
from swarmzoo.envs.skirmish.overseer.victory import check_standing


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
