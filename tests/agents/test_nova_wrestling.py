"""Positions in which a bot of nova must wrestle, break free, let go, throw, pay Willpower or save: and what it does."""

import numpy as np
import pytest

from swarmzoo.agents.skirmish.nova.bots import BOT_NAMES
from tests.agents.test_nova_bots import choices
from tests.envs.skirmish.nova.scenes import NAMES, Scene

STRONG = {"strength": 6, "brawl": 6, "dexterity": 5, "might": 4}
ARMOURED = {"armour": ["body_armour"], "weapons": ["claws"], "melee": 5, "might": 6, "endurance": 6}
TITAN = {"kind": "nova", "quantum": 2, "strength": 5, "mega_strength": 3, "mega_dexterity": 1, "brawl": 5}
FRAIL = {"stamina": 1, "might": 0}


def choice(scene: Scene, bot: str = "brawler") -> str:
    """Return what a bot chooses in a scene: a part and the number of the action in it."""
    scene.table.look()
    number = int(choices(scene.game, scene.table.states)[0, BOT_NAMES.index(bot) - 1])
    part = int(np.searchsorted(np.array(scene.plan.actions.first)[: len(NAMES)], number, "right")) - 1
    return f"{NAMES[part]} {number - scene.plan.actions.index(NAMES[part])}"


def wrestling(drawing: str, says: str = "", other: str = "", **sheets) -> Scene:
    """Return a scene in which R0 declares first."""
    return Scene(drawing, order="B0 R0", says={"R0": says, "B0": other}, sheets=sheets)


def test_a_wrestler_grips_who_is_dangerous_and_well_armoured_and_nobody_who_is_stronger():
    assert choice(wrestling("R0 B0", R0=STRONG, B0=ARMOURED)) == "grapple 0"
    assert choice(wrestling("R0 B0", R0=STRONG, B0=ARMOURED | {"strength": 10, "brawl": 10})) != "grapple 0"


def test_a_wrestler_crushes_whom_it_holds_if_armour_stops_its_blows():
    assert choice(wrestling("R0 B0", "holding nova_1", R0=STRONG, B0=ARMOURED)) == "crush 0"
    bare = wrestling("R0 B0", "holding nova_1", R0=STRONG | {"weapons": ["claws"], "melee": 6}, B0={})
    assert choice(bare) == "weapon_1 0"


@pytest.mark.parametrize("bot", BOT_NAMES[1:])
def test_who_is_held_breaks_free(bot):
    scene = wrestling("R0 B0", other="holding nova_0", R0=STRONG | {"weapons": ["claws"]}, B0=STRONG)
    assert choice(scene, bot) == "break_free 0"


def test_a_holder_lets_go_of_who_is_out_cold_to_run_at_others_and_keeps_who_is_dangerous():
    def scene(says, drawing):
        sheets = {
            "R0": {"weapons": ["claws"], "melee": 5},
            "B0": ARMOURED | {"armour": ["shell"]},
            "B1": {"stamina": 1},
        }
        shell = {"name": "shell", "bashing": 60, "lethal": 60}
        says = {"R0": "holding nova_1"} | says
        rules = {"more_armour": [shell]}
        return Scene(drawing, order="B0 B1 R0", says=says, sheets=sheets, rules=rules)

    assert choice(scene({"B0": "stun 7"}, "R0 . . . B1\nB0 . . . .")) == "release 0"
    assert choice(scene({}, "R0 . . . . . . . . . B1\nB0" + 10 * " .")) != "release 0"


def test_a_titan_throws_a_foe_into_another_foe_but_not_into_a_friend_or_into_empty_space():
    def how(drawing):
        order = " ".join([*(word for word in drawing.split() if word not in (".", "R0")), "R0"])
        rules = {"knock_metres": 1, "vital_difficulty": 6}
        frail = {name: FRAIL for name in ("B0", "B1", "R1") if name in drawing}
        scene = Scene(drawing, order=order, sheets={"R0": TITAN, **frail}, rules=rules)
        return choice(scene.does("light_blow"))

    assert how(". R0 B0 B1 .") == "how 2"
    assert how(". R0 B0 R1 .") == "how 0"
    assert how(". R0 B0 . .\n. . . . .\nB1 . . . .") == "how 0"


@pytest.mark.parametrize(("willpower", "paid"), [(1, "abort_dodge 0"), (10, "abort_dodge 1")])
def test_a_point_of_willpower_is_paid_for_a_dodge_by_who_would_fail_the_roll(willpower, paid):
    sheets = {
        "R0": {"willpower": willpower, "athletics": 6, "dexterity": 6, "stamina": 1},
        "B0": {"weapons": ["taken"], "melee": 2},
    }
    rules = {"more_weapons": [{"name": "taken", "skill": "melee", "damage": 25, "metres": 0}]}
    scene = Scene("R0 B0", order="B0 R0", sheets=sheets, rules=rules)
    scene.does("light_blow", "how target", "done")
    scene.does("weapon_1", "how target", "done", dice=[(10, [7, 8, 9, 10])] + [(10, [1, 2, 3])] * 8)
    assert scene.actor == "R0" and scene.can("take_it")
    assert choice(scene, "commander") == paid


def test_a_surgeon_saves_who_is_dying_beside_it():
    sheets = {"R0": {"medicine": 6}, "R1": {}, "B0": {"weapons": ["knife"]}}
    scene = Scene("R0 . . . . . B0", order="B0 R0", sheets=sheets, says={"R1": "fate dying, lies 1 0, lethal 8"})
    assert choice(scene, "defender") == "resuscitate 0"
