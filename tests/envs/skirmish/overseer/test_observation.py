"""What is public is seen by everybody, however far away it is, and the numbers mean what their names say."""

import numpy as np
import pytest

from swarmzoo.envs.skirmish.overseer import game
from swarmzoo.envs.skirmish.overseer.layout import PER_SIDE, PLANES, PROFILE, SHEET, VECTOR
from tests.envs.skirmish.overseer.battle import percent
from tests.envs.skirmish.overseer.scenes import UNITS, Scene

FAR = """
R0 r0 r0 .  .  .  .  .  .  .  .  .  .  .  .  b0 b0 B0
R1 r1 .  .  .  .  .  .  .  .  .  .  .  .  .  b1 b1 B1
"""
GROUND = ". . . . . . . . . . . . . . . . . {} ."


def seen(played, name, part):
    """Return a part of what the leader of a unit sees."""
    observation = played.questions.observation(played.table.states, UNITS.index(name))
    layout = next(one for one in played.game.observation_layout if one.name == part)
    return observation[layout.start : layout.stop].reshape(layout.shape)


def sheet(played, name, row):
    """Return the numbers of a unit by their names, as a leader sees them in a row."""
    return dict(zip(SHEET, seen(played, name, "units")[row].tolist(), strict=True))


def situation(played, name):
    """Return the numbers of the situation by their names."""
    return dict(zip(VECTOR, seen(played, name, "situation").tolist(), strict=True))


PUBLIC = {  # what differs between two positions: what units say, lines at the top, ground, men
    "US": ({"men": {"b0": ""}}, {"men": {"b0": "loose"}}),
    "Wounds": ({"says": {"B1": "wounds 3"}}, {}),
    "who is pinned": ({"says": {"B1": "pinned"}}, {}),
    "who runs": ({"says": {"B1": "running"}}, {}),
    "who covers ground": ({"says": {"B1": "covers ground"}}, {}),
    "who is in overwatch": ({"says": {"B1": "in overwatch"}}, {}),
    "reactions": ({"says": {"B1": "no reaction"}}, {"says": {"B1": "no own reaction"}}),
    "losses": ({"says": {"B1": "lost 2"}}, {}),
    "Shock": ({"says": {"B1": "frozen"}}, {"says": {"B1": "wary"}}),
    "how long it lasts": ({"says": {"B1": "fainted, shock left 2"}}, {"says": {"B1": "fainted, shock left 3"}}),
    "what is feared": ({"says": {"B1": "wary, fears overseer_0"}}, {"says": {"B1": "wary, fears overseer_1"}}),
    "who is unnerved": ({"says": {"B1": "unnerved"}}, {}),
    "who has one Half Action": ({"says": {"B1": "halved 1"}}, {"says": {"B1": "halved 2"}}),
    "aim": ({"says": {"B1": "aim 1"}}, {"says": {"B1": "aim 2"}}),
    "a mark": ({"says": {"B1": "marks overseer_0"}}, {"says": {"B1": "marks overseer_1"}}),
    "the order of turns": (
        {"head": "order: overseer_0 overseer_1 overseer_2 overseer_3"},
        {"head": "order: overseer_0 overseer_1 overseer_3 overseer_2"},
    ),
    "who had a turn": ({"head": "nth: 1"}, {"head": "nth: 2"}),
    "the round": ({"head": "rounds: 4"}, {"head": "rounds: 5"}),
    "Half Actions": ({"head": "halves: 1"}, {"head": "halves: 2"}),
    "what was done in the turn": ({"head": "swarm_attacked: 1"}, {"head": "self_attacked: 1"}),
    "a Concentration": ({"head": "concentrated: 1"}, {}),
    "ground held": ({"head": "held: 0 1"}, {}),
    "who broke through": ({"head": "escaped_us: 2 0"}, {}),
    "height under far leaders": ({"under": GROUND.format(".1")}, {"under": GROUND.format(".2")}),
    "cover under far leaders": ({"under": GROUND.format("*")}, {"under": GROUND.format("#")}),
}  # fmt: skip


@pytest.mark.rule("OVR-A6")
@pytest.mark.parametrize("what", PUBLIC)
def test_everybody_sees_what_is_public(what):
    one, other = (Scene(FAR, **words) for words in PUBLIC[what])
    for unit in range(len(UNITS)):
        seen_by = [played.questions.observation(played.table.states, unit) for played in (one, other)]
        assert (seen_by[0] != seen_by[1]).any(), UNITS[unit]


@pytest.mark.rule("OVR-A6")
def test_units_are_listed_as_each_agent_counts_them():
    played = Scene(FAR, says={"R0": "wounds 1", "R1": "wounds 2", "B0": "wounds 3", "B1": "wounds 4"})
    rows = {name: seen(played, name, "units")[:, SHEET.index("Wounds")].tolist() for name in UNITS}
    assert rows == {"R0": [1, 2, 3, 4], "R1": [2, 1, 3, 4], "B0": [3, 4, 1, 2], "B1": [4, 3, 1, 2]}


@pytest.mark.rule("OVR-A6", "OVR-13", "OVR-21")
def test_a_unit_is_seen_with_its_range_cover_and_touch():
    played = Scene("R0 r0 b0 B0 .\n. . . b0 .", under=". . . * .\n. . . * .", r0={"ranged": "pistol"})
    foe = sheet(played, "R0", 2)
    assert foe["US, at most 255"] == 2 and foe["USM"] == 10
    assert foe["hexes away, at most 255"] == 3 and foe["direction, 1 to 6"] == 1
    assert foe["hexes to its nearest member in sight, at most 254, 255: out of sight"] == 2
    assert foe["range bracket for the Underlings' shots, 0: out of range or sight"] == 1  # 4 m: Assault
    assert foe["range bracket for the Specialist's shots"] == 0
    assert foe["cover of its Swarm from here + 1, 0: out of sight"] == 1
    assert foe["own Underlings in touch with it"] == foe["its Underlings in touch with the own unit"] == 1
    assert foe["cover where the leader stands"] == 1
    assert sheet(played, "R0", 0)["has its turn 1, is asked 2, attacks 4, is attacked 8, is charged 16, "
                                  "has still to answer a move 32, had it 64"] == 1 | 2 | 64  # fmt: skip


@pytest.mark.rule("OVR-A6")
def test_the_disc_shows_who_stands_where_in_the_eyes_of_its_leader():
    played = Scene("R0 r0 ~r0 . ~n\n . R1 r1 b0 B0", scenario="rally")
    disc = dict(zip(PLANES, seen(played, "R0", "disc").T.tolist(), strict=True))
    friends = disc["own side: 1 Underlings, 2 of the own unit, 3 its Specialist, 4 another leader, 5 the own leader"]
    assert friends[:2] == [5, 2] and sorted(friends)[-4:] == [1, 2, 4, 5]
    wide = played.game.planes(played.questions.observation(played.table.states, UNITS.index("B0")))
    others = wide[PLANES.index("others: 1 Underlings of no side, 2 of an enemy, 3 a Specialist, 4 a leader")]
    assert sorted(others[others > 0].tolist()) == [1, 2, 2, 2, 4, 4]
    assert wide[PLANES.index("enemies beside")].sum() > 0


@pytest.mark.rule("OVR-A6", "OVR-29")
def test_who_is_asked_about_an_attack_sees_it():
    played = Scene("R0 r0 r0 r0 . . . b0 b0 B0").does("fire", dice=[percent(22)])
    found = situation(played, "B0")
    assert found["stage: evade, or not"] == 1 and found["it is the own turn"] == 0
    assert found["rolled"] == 22 and found["needed, 0 to 255"] == 30 + 15 + 10
    assert found["1 + row of the attacker"] == 3 and found["1 + row of target 1"] == 1
    assert found["hits on target 1, at most 255"] == 3  # by three degrees four, but US is 3
    assert found["by the Specialist 1, by the leader 2, fury 4, the roll is a double 8"] == 8
    assert found["its weapon: metres"] == 60 and situation(played, "R0")["stage: evade, or not"] == 0


@pytest.mark.rule("OVR-A6")
def test_profiles_and_sides_are_those_of_the_units():
    played = Scene(FAR, r1={"bs": 47, "ranged": "none"}, B0={"fear": 3, "ranged": "launcher"})
    one, other = (dict(zip(PROFILE, row.tolist(), strict=True)) for row in seen(played, "R0", "profiles")[[1, 2]])
    assert one["Underlings: BS"] == 47 and one["Underlings' shots: metres"] == 0
    assert other["leader: Fear"] == 3 and other["leader's shots: Blast"] == 3
    own, foes = (dict(zip(PER_SIDE, row.tolist(), strict=True)) for row in seen(played, "R0", "sides"))
    assert own["US, at most 255"] == 3 and foes["US, at most 255"] == 4 and foes["leaders in the field"] == 2


@pytest.mark.parametrize("config", [{}, {"overseers": 4}, {"overseers": 3, "free_for_all": True}])
def test_planes_are_those_of_the_disc_however_large_the_table_is(config):
    made = game(**config)
    hexes = made.observation_layout[0].shape[0]
    planes = made.planes((np.arange(made.observation_size) % 251).astype(np.uint8))
    assert planes.shape == (len(PLANES), hexes) and planes[3, 1] == len(PLANES) + 3


def test_what_never_changes_is_written_once_and_stays_right():
    """The kernel is told that it has written an observation of this agent before: bytes are those of a fresh one."""
    played = Scene("R0 r0 r0 r0 . . . b0 b0 B0")
    for action in ("fire", "evade"):
        fresh = [played.questions.observation(played.table.states, u) for u in range(len(UNITS))]
        agent = int(played.table.actors[0])
        assert (played.table.observations[0, 0] == fresh[agent]).all()
        played.does(action, dice=[percent(20)])
