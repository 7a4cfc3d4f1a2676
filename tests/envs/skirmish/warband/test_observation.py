"""What is public is seen, however far away it is."""

import numpy as np
import pytest

from swarmzoo.envs.skirmish.warband import game
from swarmzoo.envs.skirmish.warband.observation import MOST_LOOT, PER_LOOT, SHEET, VECTOR
from tests.envs.skirmish.warband.scenes import scene

FAR = "r0 r1 . . . . . . . . . b0 b1"
GROUND = ". . . . . . . . . . . {} ."


def seen(made, side):
    """Return what a warband sees of a scene."""
    return made.questions.observation(made.table.states, side)


def drawn(*, under="", says=None, head=""):
    return scene(FAR, under=under, says=says, head=head, current="r0")


PUBLIC = {
    "loot beyond six hexes": ({"head": "loot: 9 8"}, {"head": "loot: 9 9"}),
    "how much loot lies there": ({"head": "loot: 9 8"}, {"head": "loot: 9 8 2"}),
    "how much loot was picked up": ({"head": "purse: 0 1"}, {}),
    "turns at the centre": ({"head": "centre: 0 1"}, {}),
    "height under far enemies": ({"under": GROUND.format(".1")}, {"under": GROUND.format(".2")}),
    "cover under far enemies": ({"under": GROUND.format("*")}, {"under": GROUND.format("#")}),
    "an order for the next turn": ({"says": {"b1": "order 1"}}, {}),
    "an order that works": ({"says": {"b1": "order 2"}}, {"says": {"b1": "order 1"}}),
    "an order that works and one that waits": ({"says": {"b1": "order 3"}}, {"says": {"b1": "order 2"}}),
    "who was Bloodied": ({"says": {"b1": "bloodied before"}}, {}),
    "who is taunted": ({"says": {"b1": "taunted by red r0"}}, {}),
    "who taunts": ({"says": {"b1": "taunted by red r0"}}, {"says": {"b1": "taunted by red r1"}}),
    "who has tested for the loss of half": ({"head": "half_out: 0 1"}, {}),
}


@pytest.mark.rule("WAR-A5")
@pytest.mark.parametrize("what", PUBLIC)
def test_both_warbands_see_what_is_public(what):
    one, other = (drawn(**words) for words in PUBLIC[what])
    for side in (0, 1):
        assert (seen(one, side) != seen(other, side)).any()


@pytest.mark.rule("WAR-A5")
def test_loot_is_listed_the_nearest_first_with_where_it_lies():
    made = drawn(head="loot: 9 8 3, 2 0 1, 0 10 2")
    part = made.game.observation_layout[4]
    rows = seen(made, 0)[part.start : part.stop].reshape(part.shape)
    assert PER_LOOT[0] == "tokens" and rows[:, :2].tolist() == [[1, 2], [2, 10], [3, 13]] + [[0, 0]] * (MOST_LOOT - 3)
    assert rows[:3, 2:].tolist() == [[66, 64], [59, 74], [69, 72]]
    vector = made.game.observation_layout[5]
    assert seen(made, 0)[vector.start + VECTOR.index("loot tokens that lie in the field, at most 255")] == 6


@pytest.mark.rule("WAR-A5")
def test_of_more_loot_than_there_is_room_for_the_nearest_is_listed():
    places = [(x, y) for y in range(2, 5) for x in range(8)]
    made = drawn(head="loot: " + ", ".join(f"{x} {y}" for x, y in places))
    part = made.game.observation_layout[4]
    rows = seen(made, 0)[part.start : part.stop].reshape(part.shape)
    far = sorted(max(y, y + x - y // 2) for x, y in places)
    assert rows[:, 1].tolist() == far[:MOST_LOOT] and (rows[:, 0] == 1).all()


@pytest.mark.rule("WAR-A5")
def test_height_cover_and_taunter_are_written_of_everybody():
    made = scene(
        "r0 r1 . . . . . . . . . b0 b1",
        under=GROUND.format("#2"),
        says={"b0": "taunted by red r1, order 3, bloodied before"},
        current="r0",
    )
    table = made.game.observation_layout[2]
    row = dict(zip(SHEET, seen(made, 0)[table.start : table.stop].reshape(table.shape)[6], strict=True))
    assert row["height where it stands"] == 2 and row["cover where it stands"] == 2
    assert row["taunted by: 1 + slot of its enemy"] == 2
    flags = row["loaded 1, hasted 2, its order works 4, waits 64, taunted 8, acts now 16, leads 32, was Bloodied 128"]
    assert flags == 1 | 4 | 64 | 8 | 32 | 128


@pytest.mark.parametrize("config", [{"size": 12}, {"scenario": "versus_swarm"}, {"warbands": 4}])
def test_planes_are_those_of_the_disc_however_large_the_table_is(config):
    made = game(**config)
    observation = np.arange(made.observation_size) % 251
    planes = made.planes(observation.astype(np.uint8))
    assert planes.shape == (12, 127) and planes[3, 1] == 12 + 3 and planes[0, 126] == 126 * 12 % 251
