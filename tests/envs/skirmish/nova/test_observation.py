"""What is public is seen by everybody, what clothes hide is not, and the numbers mean what their names say."""

import numpy as np
import pytest

from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.actions import PARTS
from swarmzoo.envs.skirmish.nova.layout import PLANES, PROFILE, SHEET, THING, VECTOR
from tests.envs.skirmish.nova.scenes import HIT, Scene

NAMES = {"pieces": SHEET, "profiles": PROFILE, "objects": THING, "situation": VECTOR}
KINDS = [name for name, _ in PARTS]
FOUR = "R0 . . . B0\nR1 . . . B1"
PAIR = "R0 . . B0 ."
SOAK = "soak of lethal damage, as far as it is seen"


def seen(scene, name, part, row=0):
    """Return the numbers of a row of a part by their names, as a piece sees them."""
    agent = scene.plan.piece_of.index(scene.pieces[name])
    observation = scene.questions.observation(scene.table.states, agent)
    layout = next(one for one in scene.game.observation_layout if one.name == part)
    rows = observation[layout.start : layout.stop].reshape(-1, len(NAMES[part]))
    return dict(zip(NAMES[part], rows[row].tolist(), strict=True))


def planned(words):
    """Return what makes a scene in which the piece that declares has declared something."""
    return {"plans": {"B1": words}, "head": "slot: 1"}


PUBLIC = {  # what two positions differ in: what pieces say, lines at the top, plans, objects
    "wounds": ({"says": {"B1": "lethal 2"}}, {"says": {"B1": "bashing 2"}}),
    "stun": ({"says": {"B1": "stun 3"}}, {}),
    "Willpower": ({"says": {"B1": "willpower 1"}}, {"says": {"B1": "willpower 2"}}),
    "injuries": ({"says": {"B1": "maimed 1"}}, {}),
    "daze to come": ({"says": {"B1": "daze_next 1"}}, {}),
    "turns to lose": ({"says": {"B1": "stun_next 2"}}, {"says": {"B1": "stun_next 1"}}),
    "who lies": ({"says": {"B1": "prone 1"}}, {}),
    "who is in cover": ({"says": {"B1": "covered 1"}}, {}),
    "levels of the round": ({"says": {"B1": "taken 3"}}, {}),
    "initiative": ({"says": {"B1": "initiative 9"}}, {}),
    "the round": ({"head": "rounds: 4"}, {"head": "rounds: 5"}),
    "a plan": (planned("dodge"), planned("parry")),
    "at whom": (planned("weapon_1 piece nova_0"), planned("weapon_1 piece nova_1")),
    "what became of it": (planned("dodge"), planned("dodge taken")),
    "an object's structure": ({"things": "wall at 9 9"}, {"things": "wall at 9 9, structure 3"}),
    "a broken object": ({"things": "wall at 9 9, structure 0"}, {}),
}  # fmt: skip


@pytest.mark.rule("NOV-A6")
@pytest.mark.parametrize("what", PUBLIC)
def test_everybody_sees_what_is_public(what):
    armed = {"B1": {"weapons": ["pistol"]}}
    one, other = (Scene(FOUR, sheets=armed, **words) for words in PUBLIC[what])
    for agent in range(4):
        both = [scene.questions.observation(scene.table.states, agent) for scene in (one, other)]
        assert (both[0] != both[1]).any(), agent


@pytest.mark.rule("NOV-30", "NOV-A6")
def test_armour_under_clothes_is_seen_by_its_own_side_alone():
    sheets = {"B0": {"armour": ["vest"], "clothing": "normal"}, "B1": {"armour": ["body_armour"]}}
    scene = Scene(FOUR, sheets=sheets)
    assert [seen(scene, name, "pieces", row)[SOAK] for name, row in (("B0", 0), ("B1", 1), ("R0", 4))] == [5, 5, 1]
    assert seen(scene, "R0", "pieces", 5)[SOAK] == seen(scene, "B1", "pieces", 0)[SOAK] == 7
    layer = "destruction of layer 1, 0: never, or not seen"
    assert seen(scene, "B0", "profiles", 0)[layer] == 20 and seen(scene, "R0", "profiles", 4)[layer] == 0
    open_ = Scene(FOUR, sheets=sheets | {"B0": {"armour": ["vest"], "clothing": "none"}})
    assert seen(open_, "R0", "pieces", 4)[SOAK] == 5


@pytest.mark.rule("NOV-A6")
def test_plain_games_leave_out_what_the_sheets_of_others_say():
    scene = Scene(FOUR, rules={"reveal": "plain"})
    assert not any(seen(scene, "R0", "profiles", 4).values()) and seen(scene, "R0", "pieces", 4)[SOAK] == 0
    assert seen(scene, "R0", "profiles", 1)["Strength"] == 3 and seen(scene, "R0", "pieces", 4)["levels left"] == 8


@pytest.mark.rule("NOV-A1", "NOV-A6")
def test_who_declares_later_sees_what_was_declared():
    scene = Scene(PAIR, order="R0 B0", sheets={"B0": {"weapons": ["pistol"]}})
    scene.does("weapon_1", "how target", "dodge", "done")
    foe = seen(scene, "R0", "pieces", 4)
    assert foe["actions declared"] == 2 and foe["action 1: its kind, 0: none"] == KINDS.index("weapon_1")
    assert foe["action 1: 1 + row or slot of what it is aimed at"] == 1  # the own piece
    assert foe["action 2: its kind, 0: none"] == KINDS.index("dodge")


@pytest.mark.rule("NOV-A6", "NOV-10")
def test_who_is_asked_to_defend_itself_sees_the_attack():
    scene = Scene(
        PAIR,
        order="R0 B0",
        sheets={"R0": {"weapons": ["shotgun"]}, "B0": {"mega_dexterity": 1, "quantum": 1, "kind": "nova"}},
    )
    scene.does("dodge", "done").does("weapon_1", "how target", "done", dice=[HIT] * 5)
    found = seen(scene, "B0", "situation")
    assert found["stage: defend, or not"] == 1 and seen(scene, "R0", "situation")["stage: defend, or not"] == 0
    assert found["1 + row of the attacker"] == 5 and found["1 + row of the piece that is dealt with"] == 1
    assert found["successes, at most 255"] == 5 and found["its weapon: damage"] == 9
    assert found["net successes + 64"] == 64 + 4 - found["difficulty"]


@pytest.mark.rule("NOV-A6")
def test_pieces_are_listed_as_each_agent_counts_them():
    scene = Scene(FOUR, says={"R0": "stun 1", "R1": "stun 2", "B0": "stun 3", "B1": "stun 4"})
    rows = {name: [seen(scene, name, "pieces", row)["stun"] for row in (0, 1, 4, 5)] for name in scene.pieces}
    assert rows == {"R0": [1, 2, 3, 4], "R1": [2, 1, 3, 4], "B0": [3, 4, 1, 2], "B1": [4, 3, 1, 2]}


@pytest.mark.parametrize("config", [{}, {"scenario": "convoy"}, {"free_for_all": True, "players": 4}])
def test_planes_are_those_of_the_disc_however_large_the_tables_are(config):
    made = game(**config)
    planes = made.planes((np.arange(made.observation_size) % 251).astype(np.uint8))
    assert planes.shape == (len(PLANES), made.observation_layout[0].shape[0]) and planes[3, 1] == len(PLANES) + 3


def test_what_never_changes_is_written_once_and_stays_right():
    """The kernel is told that it has written an observation of this agent before: bytes are those of a fresh one."""
    scene = Scene(PAIR, order="R0 B0", sheets={"R0": {"weapons": ["pistol"]}})
    for action in ("dodge", "done", "weapon_1", "how target"):
        fresh = [scene.questions.observation(scene.table.states, agent) for agent in range(2)]
        assert (scene.table.observations[0, 0] == fresh[int(scene.table.actors[0])]).all()
        scene.does(action)
