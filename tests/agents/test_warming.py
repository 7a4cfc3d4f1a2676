"""What is compiled ahead of time is all that environments, questions and bots need."""

import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.warming import warm
from swarmzoo.envs.core.compiled import TOOK
from tests.scenarios import ONE_OF_EACH_GAME


@pytest.mark.parametrize("scenario", ONE_OF_EACH_GAME, ids=lambda scenario: scenario.name)
def test_after_warming_nothing_is_compiled(scenario, capsys):
    list(warm(scenario.game))
    known, _ = set(TOOK), capsys.readouterr()
    env = scenario.vector_env(2, opponents=list(built_in(scenario.game).values()))
    env.reset(seed=1)
    env.state()
    assert "compiling" not in capsys.readouterr().err and set(TOOK) == known
    assert list(warm(scenario.game)) == []
