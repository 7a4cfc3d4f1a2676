"""What is compiled ahead of time is all that environments, questions, bots and searches need."""

import pytest

import swarmzoo
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.view import View
from swarmzoo.agents.warming import warm
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


def test_every_part_was_measured_so_that_notices_forecast_it():
    kernels = {row["kernel"] for row in measured()}
    for scenario in ONE_OF_EACH_GAME:
        names = {name for name, _ in TOOK if name.startswith(f"{scenario.name}_")}
        assert names <= kernels, scenario.name
