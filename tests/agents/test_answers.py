"""What agents answer: whose fault a wrong answer is, in words that fit how many agents were asked."""

from typing import Any

import numpy as np
import pytest
import torch

from swarmzoo.agents.faults import AgentFault
from swarmzoo.agents.play.asking import ask


class Says:
    """An agent that answers the same to everything."""

    def __init__(self, answer: Any):
        self._answer = answer

    def act(self, _view: Any) -> Any:
        """Return the answer."""
        return self._answer


@pytest.mark.parametrize(
    ("rows", "told"), [(1, "action is needed"), (2, "needed for each of the 2 agents that act now")]
)
def test_the_fault_of_a_wrong_answer_names_how_many_answers_are_needed(rows, told):
    masks = np.ones((rows, 3), np.int8)
    with pytest.raises(AgentFault) as fault:
        ask("says", Says("nonsense"), None, masks)
    assert str(fault.value).endswith(told)


ONES = [2, [2], np.int64(2), np.array(2), np.array([2], np.uint8), torch.tensor(2), torch.tensor([2]), (np.array(2),)]


@pytest.mark.parametrize("answer", ONES, ids=repr)
def test_an_answer_for_one_agent_is_a_number_or_a_list_of_one(answer):
    assert ask("says", Says(answer), None, np.ones((1, 3), np.int8)) == [2]


NONE = [True, np.True_, np.array(True), torch.tensor(True), [True], 2.0, np.array(2.0), np.array([[2]]), "2", None, {}]


@pytest.mark.parametrize("answer", NONE, ids=repr)
def test_what_is_no_whole_number_is_no_answer(answer):
    with pytest.raises(AgentFault, match="the index of a legal action is needed"):
        ask("says", Says(answer), None, np.ones((1, 3), np.int8))
