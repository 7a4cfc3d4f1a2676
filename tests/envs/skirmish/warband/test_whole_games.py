"""What holds in whole games of warband: broken warbands are gone, a neutral horde plays by itself."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.warband import env, game, sb3_vec_env
from swarmzoo.envs.skirmish.warband.state import FIELD


@pytest.mark.rule("WAR-A6", "WAR-5")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_broken_warband_has_no_tokens_and_is_never_asked(seed):
    table = Table(game(warbands=4, size=2, columns=12, rows=12), 1)
    table.seed(np.array([seed]))
    table.arrange(at_random=True)
    table.begin()
    broken = 0
    while not table.done[0]:
        s = table.states[0]
        for side in np.flatnonzero(s["broken"]):
            broken += 1
            assert s["tokens"][side] == 0 and s["left"][side] == 0 and s["actor"] != side
            assert not (s["fate"][side * 6 : side * 6 + 6] == FIELD).any()
        table.step()
    assert broken > 0


@pytest.mark.parametrize("flags", ["1 0 0 0", "0 0 0 1"])
def test_a_position_in_which_a_broken_warband_plays_on_is_refused(flags):
    playing = env(warbands=4, size=2, columns=12, rows=12)
    playing.reset(seed=1)
    text = playing.position()
    with pytest.raises(GameError, match=rf"position: broken\[{flags.split().index('1')}\] = 1: a warband that has"):
        playing.reset(options={"position": text.replace("broken: 0 0 0 0", f"broken: {flags}")})
    playing.reset(options={"position": text})


@pytest.mark.rule("WAR-A6")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_neutral_horde_goes_for_its_enemies_and_its_agent_is_never_asked(seed):
    made = game(scenario="versus_swarm", neutral_horde=True, size=3, horde=12, columns=12, rows=12)
    table = Table(made, 1)
    table.seed(np.array([seed]))
    table.arrange(at_random=True)
    table.begin()
    begun = table.states["place"][0].copy()
    while not table.done[0]:
        assert table.states["actor"][0] == 0
        table.step()
    assert (table.states["place"][0][12:24] != begun[12:24]).any()
    assert table.states["winners"][0].tolist() == [0, 1]  # random play does not hold it


def test_a_neutral_horde_plays_the_same_through_pettingzoo():
    zoo = env(scenario="versus_swarm", neutral_horde=True, size=3, horde=6, columns=12, rows=12)
    zoo.reset(seed=5)
    asked = set()
    for agent in zoo.agent_iter():
        observation, _, over, cut, _ = zoo.last()
        asked |= set() if over or cut else {agent}
        zoo.step(None if over or cut else int(np.flatnonzero(observation["action_mask"])[0]))
    assert asked == {"warband_0"}


def test_a_learner_is_never_seated_on_the_neutral_horde():
    made = {"scenario": "versus_swarm", "neutral_horde": True, "size": 3, "horde": 6, "columns": 12, "rows": 12}
    opponents = [built_in(game(**made))["focus"]]
    envs = sb3_vec_env(4, opponents=opponents, **made)
    envs.reset()
    ended = 0
    for _ in range(200):
        ended += int(envs.step(np.array([np.flatnonzero(mask)[0] for mask in envs.action_masks()]))[2].sum())
    assert ended > 0
    with pytest.raises(GameError, match="seat = 1: 0 can be chosen"):
        sb3_vec_env(4, opponents=opponents, seat=1, **made)
