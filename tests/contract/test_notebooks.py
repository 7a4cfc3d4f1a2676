"""What a notebook shows of an environment or of a view: the board, and nothing that a side may not know."""

from xml.etree import ElementTree

import pytest

from swarmzoo.agents.play.live import NOBODY, LiveGame
from tests.scenarios import ONE_OF_EACH_GAME

every_game = pytest.mark.parametrize("scenario", ONE_OF_EACH_GAME, ids=lambda scenario: scenario.name)


@every_game
def test_an_environment_is_shown_as_its_board(scenario):

    for maker in ("parallel_env", "gym_env", "env"):
        env = getattr(scenario, maker)()
        assert env._repr_html_() is None
        env.reset(seed=3)
        shown = env._repr_html_()
        assert ElementTree.fromstring(shown).tag.endswith("svg")


@every_game
def test_a_view_is_shown_with_what_the_side_alone_knows(scenario):
    live = LiveGame(scenario.game, ())
    live.begin(3, [NOBODY] * scenario.game.num_sides)
    view = live.view(live.asked()[0])
    shown = view._repr_html_()
    assert shown.startswith("<svg")
    own = scenario.game.words.own(view.clone(0).state, view.side)
    assert ("<pre>" in shown) == bool(own)
