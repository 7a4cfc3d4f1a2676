"""Half a turn of the field with the companies exchanged: every soldier sees the same bytes and may do the same."""

import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import game as make_game
from swarmzoo.envs.formation.state import STAGE_NAMES
from tests.envs.formation.images import relabellings
from tests.relabelling import differences

MOST_OF_A_STAGE = 5
SHOOTERS = ["swordsman", "crossbowman"]


def positions(game, seeds):
    """Yield stage and state of the positions of random games."""
    for seed in seeds:
        table = Table(game, 1, at_random=True)
        table.seed(seed)
        table.begin()
        while not table.done[0]:
            yield STAGE_NAMES[table.states[0]["stage"]], table.states
            table.step()


@pytest.mark.rule("FOR-P25", "FOR-A6")
@pytest.mark.parametrize(
    "keywords",
    [
        {"scenario": "clash", "size": 8},
        {"scenario": "bridge", "size": 8, "red": SHOOTERS, "blue": SHOOTERS},
        {"scenario": "clash", "size": 16, "rules": {"evasion": "evading"}},
    ],
)
def test_every_soldier_sees_its_mirror_images_position_alike(keywords):
    game = make_game(**keywords)
    met, (half_a_turn,) = {}, relabellings(game)
    for stage, state in positions(game, range(12)):
        if met.get(stage, 0) < MOST_OF_A_STAGE:
            met[stage] = met.get(stage, 0) + 1
            assert differences(game, state, half_a_turn.image(state), half_a_turn.agents) == [], stage
    assert {"orders", "step", "missile"} <= set(met) and {"melee", "passive melee"} & set(met)
    assert sum(met.values()) >= 4 * MOST_OF_A_STAGE
