"""Declaring: who when, how many actions of which kinds, at what they are aimed."""

import numpy as np
import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.nova import events, game
from swarmzoo.envs.skirmish.nova.actions import PARTS
from tests.envs.skirmish.nova.scenes import NAMES, Scene

RIFLE = {"R0": {"weapons": ["rifle"]}}
BOMBER = {"R0": {"weapons": ["grenade"]}}
GUARDS = {"R0": {"kind": "gritty", "weapons": ["rifle"], "members": 4}}
MOB = {"R0": {"kind": "cinematic", "weapons": ["pistol"], "members": 8}}
TRUCK = {"R0": {"kind": "gritty_vehicle", "weapons": ["rifle"], "speed": 20}}
FACING = "R0 . . B0"


def first(drawing=FACING, **options):
    """Return a scene in which R0 declares first."""
    return Scene(drawing, order="B0 R0", **options)


def begun(made, count):
    """Return the states of games that have just begun."""
    table = Table(made, count)
    table.seed(np.arange(count))
    table.begin()
    return table.states


# Who, and when


@pytest.mark.rule("NOV-G5")
def test_initiative_is_a_die_dexterity_and_wits():
    found = begun(game(), 300)["initiative"][:, [0, 4]] - 3 - 4
    counts = np.bincount(found.reshape(-1), minlength=11)[1:]
    assert found.min() == 1 and found.max() == 10
    assert ((counts - 60) ** 2 / 60).sum() < 27.9  # chi-square, 9 degrees, 1 in 1000


@pytest.mark.rule("NOV-G5")
def test_the_lowest_initiative_declares_first_and_ties_go_to_a_lot():
    states = begun(game(), 300)
    by_order = np.take_along_axis(states["initiative"], states["order"].astype(int), 1)[:, :2]
    assert (by_order[:, 0] >= by_order[:, 1]).all()
    assert (states["actor"] == states["order"][:, 1]).all()
    tied = by_order[:, 0] == by_order[:, 1]
    assert 10 < tied.sum() < 60 and {*states["order"][tied][:, 0].tolist()} == {0, 4}


@pytest.mark.rule("NOV-44", "NOV-46")
def test_gritty_extras_count_as_having_rolled_5_and_cinematic_ones_declare_first_and_act_last():
    gritty = begun(game(scenario="firefight"), 50)
    assert (gritty["initiative"][:, [1, 2, 5, 6]] == 5 + 3 + 3).all()
    mobs = begun(game(scenario="nova_vs_mob"), 50)
    assert (mobs["initiative"][:, 4:7] == 0).all() and (mobs["order"][:, 0] == 0).all()
    assert np.isin(mobs["actor"], [4, 5, 6]).all()


@pytest.mark.rule("NOV-G5", "NOV-A1")
def test_who_acts_last_declares_first_and_all_declare_before_anybody_acts():
    scene = Scene("R0 . . B0\nR1 . . B1", order="B1 R0 B0 R1")
    seen = []
    while scene.s["rounds"] == 1:
        seen.append(scene.actor)
        scene.does("full_defence")
    assert seen == ["R1", "B0", "R0", "B1"]


@pytest.mark.rule("NOV-17", "NOV-19")
@pytest.mark.parametrize("says", ["stunned 1", "stun 7"])
def test_the_stunned_and_those_out_cold_declare_nothing(says):
    scene = Scene("R0 . . B0 B1", order="B0 B1 R0", says={"B1": says})
    scene.does("full_defence")
    assert scene.actor == "B0" and scene.told(events.TURN_LOST) == [[scene.pieces["B1"], 0, 0, 0, 0]]


# How many


@pytest.mark.rule("NOV-1")
@pytest.mark.parametrize(("dexterity", "wits", "most"), [(1, 2, 3), (2, 2, 4), (3, 4, 6)])
def test_nobody_declares_more_actions_than_dexterity_and_wits(dexterity, wits, most):
    scene = first(sheets={"R0": {"dexterity": dexterity, "wits": wits}})
    for k in range(most):
        assert scene.actor == "R0" and scene.of("R0", "num_planned") == k
        scene.does("dodge")
    assert scene.actor == "B0" and scene.of("R0", "num_planned") == most


@pytest.mark.rule("NOV-1")
def test_the_limit_is_a_number_of_the_rules():
    scene = first(rules={"most_actions": 2}).does("dodge", "parry")
    assert scene.actor == "B0"


@pytest.mark.rule("NOV-16")
def test_the_dazed_declare_one_action():
    assert first(says={"R0": "dazed 1"}).does("dodge").actor == "B0"


@pytest.mark.rule("NOV-44", "NOV-46")
@pytest.mark.parametrize("sheets", [GUARDS, MOB, TRUCK])
def test_extras_declare_one_action(sheets):
    scene = first(sheets=sheets).does("run", "hex 1 0")
    assert scene.actor == "B0"


@pytest.mark.rule("NOV-1")
def test_somebody_who_can_act_does_not_pass():
    scene = first(sheets=MOB)
    assert not scene.can("done") and scene.why("done") == "an action must be declared first"
    scene = first()
    assert not scene.can("done") and scene.does("dodge").can("done")


# Which kinds


@pytest.mark.rule("NOV-44", "NOV-46")
def test_extras_have_few_kinds_of_actions():
    beside = "R0 B0"
    assert first(beside, sheets=GUARDS).kinds == {"weapon_1", "run", "dodge", "light_blow"}
    assert first(beside, sheets=MOB).kinds == {"weapon_1", "run"}
    assert first(beside, sheets=TRUCK).kinds == {"weapon_1", "run"}


@pytest.mark.rule("NOV-P7")
def test_full_defence_is_declared_alone():
    scene = first()
    assert scene.can("full_defence")
    scene.does("dodge")
    assert scene.why("full_defence") == "full defence is declared alone, before anything else"
    assert first().does("full_defence").of("R0", "full") == 1


@pytest.mark.rule("NOV-P10", "NOV-11")
def test_a_sprint_goes_with_dodges_alone():
    scene = first(sheets=RIFLE).does("dodge", "sprint", "hex 4 0")
    assert scene.kinds == {"done", "dodge"} and scene.of("R0", "sprinting")
    assert first(sheets=RIFLE).does("weapon_1", "mode 0", "how target").why("sprint") == (
        "a sprint takes the whole round, but for dodges"
    )


@pytest.mark.rule("NOV-P10")
def test_one_moves_once():
    scene = first().does("run", "hex 1 0")
    assert scene.why("run") == "one moves once in a round" == scene.why("sprint")


@pytest.mark.rule("NOV-19")
def test_willpower_heals_stun_once_a_round_and_is_no_action():
    scene = first(says={"R0": "stun 5"}).does("heal_stun", dice=[(10, [7, 8, 9, 10])] * 2 + [(10, [1, 2, 3])] * 3)
    assert scene.of("R0", "stun") == 3 and scene.of("R0", "willpower") == 4
    assert scene.of("R0", "num_planned") == 0 and scene.why("heal_stun") == "Willpower has healed stun in this round"
    assert first(says={"R0": "stun 1, willpower 0"}).why("heal_stun") == "no Willpower is left"
    assert first().why("heal_stun") == "it has taken no stun"


@pytest.mark.rule("NOV-14", "NOV-3")
def test_who_is_held_can_only_break_free():
    held = {"R0": "stun 1", "B0": "holding nova_0"}
    assert first("R0 B0 . B1", says=held, sheets=RIFLE).kinds == {"break_free", "heal_stun"}
    assert first("R0 B0", says=held).why("dodge") == "it is held"


@pytest.mark.rule("NOV-14")
def test_who_holds_somebody_drags_crushes_and_lets_go_but_neither_runs_nor_dodges():
    scene = first("R0 B0", says={"R0": "holding nova_1"}, sheets=RIFLE)
    assert {"drag", "crush", "release", "parry", "light_blow", "full_defence"} <= scene.kinds
    assert not {"run", "sprint", "dodge", "grapple", "break_free"} & scene.kinds
    assert first("R0 B0").why("crush") == "it holds nobody" == first("R0 B0").why("release")


@pytest.mark.rule("NOV-14")
@pytest.mark.parametrize(
    "sheet", [GUARDS["R0"], MOB["R0"], TRUCK["R0"], {"henchmen": [{"type": "rifleman", "count": 1}]}]
)
def test_only_a_person_who_stands_alone_is_grappled(sheet):
    scene = first("R0 B0", sheets={"B0": sheet})
    assert not scene.can("grapple") and scene.can("light_blow")
    assert first("R0 B0").can("grapple")


@pytest.mark.rule("NOV-59")
def test_a_heavy_weapon_is_used_once_for_each_henchman_who_has_one():
    troop = {"R0": {"henchmen": [{"type": "rifleman", "count": 3}, {"type": "gunner", "count": 2}]}}
    assert first(sheets=troop).can("support")
    assert first(sheets=troop, says={"R0": "supports 0 1"}).can("support")
    used = first(sheets=troop, says={"R0": "supports 0 2"})
    assert used.why("support") == "no henchman is left with a heavy weapon that was not used"
    assert not first(sheets=troop, says={"R0": "henchmen 3 0"}).can("support")


@pytest.mark.rule("NOV-59")
@pytest.mark.parametrize(("used", "more"), [(0, 2), (1, 1)])
def test_no_more_heavy_weapons_are_declared_than_there_are(used, more):
    troop = {"R0": {"wits": 5, "henchmen": [{"type": "rifleman", "count": 3}, {"type": "gunner", "count": 2}]}}
    scene = first(sheets=troop, says={"R0": f"supports 0 {used}"})
    for _ in range(more):
        scene.does("support", "how target")
    assert scene.why("support") == "no henchman is left with a heavy weapon that was not used"
    assert scene.can("heavy_blow") or scene.can("dodge")


@pytest.mark.rule("NOV-59")
def test_weapons_of_henchmen_who_fell_since_they_were_declared_do_not_count():
    troop = {"R0": {"wits": 5, "henchmen": [{"type": "rifleman", "count": 3}, {"type": "gunner", "count": 2}]}}
    scene = first(sheets=troop).does("support", "how target").does("support", "how target")
    scene.table.states["henchmen"][0, scene.pieces["R0"], 1] = 1
    assert scene.why("support") == "no henchman is left with a heavy weapon that was not used"


@pytest.mark.rule("NOV-14", "NOV-H7")
def test_cover_is_taken_and_a_grip_let_go_once_in_a_round():
    twice = "it is declared already, and a second one in a round would change nothing"
    scene = first(ground={(1, 0): "*"})
    assert scene.does("take_cover").why("take_cover") == twice
    held = first("R0 B0", says={"R0": "holding nova_1"})
    assert held.does("release").why("release") == twice


# At what


@pytest.mark.rule("NOV-38")
def test_a_shot_needs_range_and_sight():
    far = first("R0 " + ". " * 9 + "B0", sheets={"R0": {"weapons": ["taser"]}})
    assert far.why("weapon_1") == "there is nothing to aim it at"
    assert first("R0 . B0", sheets={"R0": {"weapons": ["taser"]}}).can("weapon_1")
    hidden = first("R0 . . . B0", sheets=RIFLE, ground=dict.fromkeys([(2, 0), (2, 1), (1, 1), (3, 1)], "X"))
    assert not hidden.can("weapon_1")


@pytest.mark.rule("NOV-2")
def test_after_a_move_only_that_the_target_is_there_counts():
    knife = {"R0": {"weapons": ["knife"]}}
    scene = first("R0 . . B0", sheets=knife)
    assert not scene.can("weapon_1")
    scene.does("run", "hex 2 0")
    assert scene.can("weapon_1")


@pytest.mark.rule("NOV-6")
def test_area_attacks_are_aimed_at_hexes_too():
    scene = first(sheets=BOMBER).does("weapon_1")
    assert {(0, 0), (3, 0), (5, 3)} <= scene.goals and scene.can("at B0")
    assert not first(sheets=RIFLE).does("weapon_1").can("hex 1 0")


@pytest.mark.rule("NOV-6", "NOV-37")
def test_how_one_aims_depends_on_the_weapon_and_the_target():
    aimed = first(sheets=BOMBER).does("weapon_1", "at B0")
    assert aimed.can("how target") and aimed.can("how ground") and not aimed.can("how vital")
    shot = first(sheets={"R0": {"weapons": ["pistol"]}}).does("weapon_1")
    assert shot.can("how vital") and shot.why("how ground") == "only area attacks are aimed at hexes"
    led = {"R0": {"weapons": ["pistol"]}, "B0": {"henchmen": [{"type": "rioter", "count": 1}]}}
    assert first(sheets=led).does("weapon_1").of("R0", "num_planned") == 1  # nothing was left to choose


@pytest.mark.rule("NOV-G10")
def test_bursts_are_as_long_as_the_weapon_fires_them():
    scene = first(sheets={"R0": {"weapons": ["assault_rifle"]}}).does("weapon_1")
    assert [scene.can(f"mode {k}") for k in range(9)] == [True] * 7 + [False] * 2
    assert scene.why("mode 7") == "the weapon fires no burst that long"


@pytest.mark.rule("NOV-53")
def test_objects_are_targets_of_all_weapons_in_reach():
    scene = first("R0 . . . B0", sheets=RIFLE, things="wall at 2 2\ndrywall at 1 0")
    assert scene.can("light_blow")  # the drywall is beside
    scene.does("weapon_1")
    assert scene.can("thing 0") and scene.can("thing 1") and not scene.can("thing 2")


@pytest.mark.rule("NOV-A1")
def test_a_plan_is_told_as_it_was_made():
    scene = first(sheets=RIFLE).does("weapon_1", "mode 3", "how vital", "dodge", "done")
    kinds = [PARTS[k][0] for k in scene.of("R0", "plan_kind")[:2]]
    assert kinds == ["weapon_1", "dodge"] and scene.of("R0", "num_planned") == 2
    assert scene.of("R0", "plan_aim")[0] == scene.pieces["B0"] and scene.of("R0", "plan_mode")[0] == 3
    assert scene.of("R0", "plan_how")[0] == 3 and NAMES[scene.of("R0", "plan_kind")[0]] == "weapon_1"
