"""The shape of an action space: every action belongs to one named part."""

import numpy as np
import pytest

from swarmzoo.envs.core.actions import AIMS, Actions, Part, part_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.kernel import entry_point

SPACE = Actions((Part("pass"), Part("hex", 4, "hex"), Part("strike", 3, "unit")))


def test_parts_follow_each_other():
    assert SPACE.num_actions == 8
    assert SPACE.first == (0, 1, 5, 8)
    assert list(SPACE.range("hex")) == [1, 2, 3, 4]
    assert np.arange(8)[SPACE.slice("strike")].tolist() == [5, 6, 7]


def test_a_number_and_its_part_name_each_other():
    assert SPACE.part_of(6) == (Part("strike", 3, "unit"), 1)
    assert [SPACE.index(part.name, k) for part, k in map(SPACE.part_of, range(8))] == list(range(8))


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: SPACE.part_of(8), "action 8: actions are numbered 0 to 7"),
        (lambda: SPACE.index("hexx"), "did you mean hex?"),
        (lambda: SPACE.index("hex", 4), "numbered 0 to 3"),
        (lambda: Part("jump", 0), "at least 1"),
        (lambda: Part("jump", 2, "hexx"), "did you mean hex?"),
        (lambda: Actions((Part("pass"), Part("pass"))), "a name of its own"),
    ],
)
def test_what_there_is_not_is_refused(ask, sentence: str):
    with pytest.raises(GameError, match=sentence.replace("?", r"\?")):
        ask()


def _number_of_part(rules, action):
    return part_of(rules[0], action)


def test_kernels_find_the_same_parts():
    rules = np.zeros(1, np.dtype([("first", np.int16, 4)], align=True)).view(np.recarray)
    rules[0]["first"] = SPACE.first
    ask = entry_point(_number_of_part, "test_number_of_part", {})
    found = [ask(rules if not hasattr(ask, "overloads") else rules.view(np.ndarray), action) for action in range(8)]
    assert [SPACE.parts[number] for number in found] == [SPACE.part_of(action)[0] for action in range(8)]


def test_the_actions_of_every_game_lie_in_parts(scenario):
    """A part of hexes has the size of the block of the observation that shows them."""
    game = scenario.game
    parts = game.actions.parts
    assert sum(part.size for part in parts) == game.num_actions
    assert len({part.name for part in parts}) == len(parts)
    assert {part.aim for part in parts} <= set(AIMS)
    owners = [game.actions.part_of(action) for action in range(game.num_actions)]
    assert [game.actions.index(part.name, k) for part, k in owners] == list(range(game.num_actions))
    for part in parts:
        if part.aim == "hex":
            assert int(np.prod(game.observation_layout[0].shape)) % part.size == 0
