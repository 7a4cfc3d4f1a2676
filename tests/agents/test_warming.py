"""What is compiled ahead of time is all that environments, questions, bots and searches need."""

import subprocess
import sys

import pytest

import swarmzoo
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.view import View
from swarmzoo.agents.warming import warm
from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.compiled import TOOK
from swarmzoo.envs.core.forecast import measured
from tests.scenarios import ONE_OF_EACH_GAME


class LooksAhead:
    """Tries what it does in an imagined game, and turns back."""

    name = "looks ahead"

    def act(self, view: View) -> int | list[int]:
        first = view.masks.argmax(1)
        world = view.clone(1)
        if world.game.sequential:
            world.step(int(first[0]))
        world.pay()
        return first.tolist() if len(first) > 1 else int(first[0])


@pytest.mark.parametrize("scenario", ONE_OF_EACH_GAME, ids=lambda scenario: scenario.name)
def test_after_warming_nothing_is_compiled(scenario, capsys):
    list(warm(scenario.game))
    known, _ = set(TOOK), capsys.readouterr()
    env = scenario.vector_env(2, opponents=list(built_in(scenario.game).values()))
    env.reset(seed=1)
    env.state()
    one = scenario.env()
    one.reset(seed=1)
    one.unwrapped.set_state(one.unwrapped.get_state())
    one.reset(options={"position": one.unwrapped.position()})
    swarmzoo.play(scenario.game, [LooksAhead(), "search:2"])
    assert "compiling" not in capsys.readouterr().err and set(TOOK) == known
    assert list(warm(scenario.game)) == []


NAMING = """
from swarmzoo.envs.core import kernel

class Named(kernel.CompiledCode):
    def __init__(self, name, *rest):
        print(name)
        super().__init__(name, *rest)

kernel.CompiledCode = Named
from swarmzoo.agents.warming import warm
from swarmzoo.envs.catalogue import find_game
found = find_game({!r})
list(warm(found.make(found.config())))
"""


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_part_was_measured_so_that_notices_forecast_it(name):
    """In a process of its own: in this one other tests compile parts too."""
    code = NAMING.format(name)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    names = {part for part in told.split() if part.startswith(f"{name}_")}
    assert len(names) > 8
    assert names <= {row["kernel"] for row in measured()}
