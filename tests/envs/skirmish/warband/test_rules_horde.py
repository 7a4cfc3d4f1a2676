"""The script of a neutral horde: what its creatures do when their token is drawn."""

import pytest

from swarmzoo.envs.skirmish.warband import events
from tests.envs.skirmish.warband.scenes import ANY, scene

SWARM = {"scenario": "versus_swarm", "neutral_horde": True, "max_turns": 3}
FAR = """
r0 . . . . . . . . . . . . . . b1
 .
 .
 . . . . . . . . . . . . . . b0
"""


def horde(drawing, dice=None, says=None, **sheets):
    """Return a scene after the horde has had its last token of the last turn."""
    size = {"horde": 2, "size": 2}
    made = scene(
        drawing,
        says=says,
        current="r0",
        head="turn: 3\ntokens: 0 1",
        config=SWARM | size,
        **{"r1": {}, "b1": {}} | sheets,
    )
    return made.does("end the activation", dice)


@pytest.mark.rule("WAR-A6")
def test_the_creature_nearest_to_an_enemy_goes_for_it_with_all_its_moves():
    swarm = horde(FAR)
    assert swarm.s["done"] and swarm.at("b1") == (3, 0) and swarm.at("b0") == (14, 3)
    assert swarm.of("b1", "activated") and not swarm.of("b0", "activated")


@pytest.mark.rule("WAR-A6", "WAR-18")
@pytest.mark.parametrize(("dice", "morale", "at"), [([ANY, 2], "calm", (9, 0)), ([ANY, 3, 3], "Shaken", (15, 0))])
def test_a_creature_that_is_afraid_rallies_before_it_goes(dice, morale, at):
    swarm = horde(FAR, dice, says={"b1": "Shaken"})
    assert (swarm.morale("b1"), swarm.at("b1")) == (morale, at)


@pytest.mark.rule("WAR-A6", "WAR-P9")
def test_a_fleeing_creature_goes_towards_its_own_edge():
    swarm = horde("r0 . . . . . . . b1", says={"b1": "Fleeing"})
    assert swarm.at("b1")[0] > 8


@pytest.mark.rule("WAR-A6")
@pytest.mark.parametrize("weakest", ["r0", "r1"])
def test_a_creature_strikes_at_the_enemy_with_the_least_star(weakest):
    swarm = horde("r0 b0 r1", [ANY, 1, 1, 1, 1, 1, 1], says={weakest: "star 2"})
    assert [event[1] for event in swarm.told(events.ATTACKED)] == [swarm.index(weakest)] * 2
