"""Acting: moves, actions that have become impossible, grips, rescue, what passes with a round."""

import pytest

from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.actions import PARTS
from swarmzoo.envs.skirmish.nova.state import DEAD, DYING, LOST, PLANNED, STABLE, TAKEN
from tests.envs.skirmish.nova.scenes import HIT, MISS, Scene

FACING = "R0 . . B0"
ACTING = "stage: nobody is asked\nphase: 1\nnth: 1"  # the first of the order acts
KIND = [name for name, _ in PARTS]


def acts(drawing=FACING, plan="", order="R0 B0", **options):
    """Return a scene in which R0 acts first, as it has planned."""
    first = order.split()[0]
    head = f"{ACTING}\ncurrent: nova_{'RB'.index(first[0])}\nactor: nova_{'RB'.index(first[0])}"
    return Scene(drawing, order=order, plans={first: plan} if plan else None, head=head, **options)


def passed(scene, rounds=1):
    """Let rounds pass in which everybody defends itself, and nothing else is done."""
    end = int(scene.s["rounds"]) + rounds
    while not scene.s["done"] and scene.s["rounds"] < end:
        scene.does("full_defence" if scene.can("full_defence") else "done")
    return scene


# Moves


@pytest.mark.rule("NOV-P10", "NOV-H1")
@pytest.mark.parametrize(
    ("part", "sheet", "hexes"),
    [
        ("run", {"dexterity": 3}, 3),
        ("run", {"dexterity": 2}, 2),
        ("sprint", {"dexterity": 3}, 5),
        ("sprint", {"dexterity": 4}, 6),
        ("run", {"kind": "nova", "quantum": 1, "dexterity": 4, "mega_dexterity": 2}, 4),
        ("sprint", {"kind": "nova", "quantum": 1, "dexterity": 3, "mega_dexterity": 1}, 7),
        ("run", {"kind": "gritty_vehicle", "speed": 30, "weapons": ["rifle"]}, 6),
    ],
)
def test_how_far_a_run_and_a_sprint_go(part, sheet, hexes):
    scene = Scene("R0 " + ". " * 14 + "B0", order="B0 R0", sheets={"R0": sheet}).does(part)
    reached = {column for column, row in scene.goals if row == 0}
    assert reached == set(range(1, hexes + 1))


@pytest.mark.rule("NOV-P10")
def test_a_move_is_made_in_its_turn():
    scene = Scene(FACING, order="R0 B0").does("full_defence").does("run", "hex 2 0", "done")
    assert scene.where("R0") == (2, 0) and scene.told(events.WENT)[0][0] == scene.pieces["R0"]


@pytest.mark.rule("NOV-P10")
def test_one_goes_through_friends_and_not_through_enemies():
    walls = dict.fromkeys([(0, 1), (1, 1), (2, 1)], "X")
    assert (2, 0) in Scene("R0 R1 . . B0", order="B0 R1 R0", ground=walls).does("run").goals
    assert not Scene("R0 B0 .", order="B0 R0", ground=walls).can("run")


@pytest.mark.rule("NOV-14")
def test_whom_one_holds_is_dragged_into_the_last_hex_of_the_way():
    scene = acts("R0 . .\nB0 . .", "drag hex 1 0", says={"R0": "holding nova_1"})
    assert scene.where("R0") == (1, 0) and scene.where("B0") == (0, 0)


@pytest.mark.rule("NOV-H7")
def test_cover_is_taken_where_there_is_some_and_until_the_next_turn():
    free = Scene(FACING, order="B0 R0")
    assert free.why("take_cover") == "neither the hex nor one beside it gives cover"
    wood = {(1, 0): "*"}
    scene = Scene(FACING, order="R0 B0", ground=wood).does("full_defence").does("take_cover", "done")
    assert scene.of("R0", "covered") == 1 and scene.s["rounds"] == 2
    assert passed(scene).of("R0", "covered") == 0


@pytest.mark.rule("NOV-19")
@pytest.mark.parametrize(("says", "fate"), [("stun 7", LOST), ("stun 6", TAKEN)])
def test_who_is_out_cold_when_its_turn_comes_loses_what_it_declared(says, fate):
    plans = {"R0": "run hex 1 0; dodge", "B0": "break_free"}  # nobody holds B0, so it is asked in the same round
    head = "stage: nobody is asked\nphase: 1\nnth: 0"
    scene = Scene("R0 . . . . B0 . R1", order="R0 B0 R1", plans=plans, says={"R0": says}, head=head)
    assert scene.actor == "B0" and scene.kinds >= {"roll", "let_go"}
    assert scene.of("R0", "plan_fate")[:2] == [fate, PLANNED]
    assert len(scene.told(events.TURN_LOST)) == (fate == LOST)


# What has become impossible


def blocked(**options):
    """Return a scene in which R0's run is impossible, since B1 stands there by now."""
    return acts("R0 B1 . .\nB0 . . .", "run hex 1 0; dodge", order="R0 B0 B1", **options)


@pytest.mark.rule("NOV-2")
def test_who_cannot_do_what_it_declared_is_asked():
    scene = blocked()
    assert scene.actor == "R0" and scene.kinds == {"spend", "roll", "let_go"}
    assert blocked(says={"R0": "willpower 0"}).why("spend") == "no Willpower is left"


@pytest.mark.rule("NOV-2")
def test_a_point_of_willpower_buys_another_action_that_is_harder():
    scene = blocked().does("spend")
    assert scene.of("R0", "willpower") == 4 and "light_blow" in scene.kinds
    assert scene.can("done") and not scene.can("full_defence")  # an action is planned besides
    scene.does("light_blow", "at B0", "how target")
    assert scene.told(events.DECLARED)[0][4] == 1
    assert [events.OF_REPLACING, 1] in [event[:2] for event in scene.told(events.COUNTED)]


@pytest.mark.rule("NOV-2")
def test_a_roll_of_willpower_buys_it_too_or_the_action_is_lost():
    assert blocked().does("roll", dice=[HIT]).kinds >= {"light_blow", "parry"}
    lost = blocked().does("roll", dice=[MISS] * 5)
    assert lost.s["rounds"] == 2
    assert [event[0] for event in lost.told(events.ACTION_LOST)] == [lost.pieces["R0"]]


@pytest.mark.rule("NOV-2")
def test_it_may_be_let_go():
    scene = blocked().does("let_go")
    assert scene.of("R0", "willpower") == 5 and scene.told(events.ACTION_LOST)


@pytest.mark.rule("NOV-2")
def test_a_replaced_action_may_be_a_defence_that_waits():
    scene = blocked().does("spend", "parry")
    assert not scene.told(events.ACTION_LOST) and scene.told(events.DECLARED)[0][4] == 1


@pytest.mark.rule("NOV-2", "NOV-44")
def test_extras_lose_what_they_cannot_do():
    squad = {"R0": {"kind": "gritty", "members": 3, "weapons": ["rifle"]}}
    scene = blocked(sheets=squad)
    assert (scene.s["phase"] == 0 and scene.actor != "R0") or scene.s["rounds"] == 2


# Grips


@pytest.mark.rule("NOV-H2")
def test_who_has_more_successes_breaks_free_and_a_tie_is_not_enough():
    scene = Scene("R0 B0", order="R0 B0", says={"B0": "holding nova_0"}).does("full_defence")
    dice = [HIT, *[MISS] * 4, HIT, *[MISS] * 4]
    assert scene.actor == "R0" and scene.does("break_free", "done", dice=dice).of("B0", "holding") == 0
    scene = Scene("R0 B0", order="R0 B0", says={"B0": "holding nova_0"}).does("full_defence")
    scene.does("break_free", "done", dice=[HIT, HIT, *[MISS] * 3, HIT, *[MISS] * 4])
    assert scene.of("B0", "holding") == -1 and scene.told(events.RELEASED)


@pytest.mark.rule("NOV-H2")
@pytest.mark.parametrize("says", ["stun 7", "stunned 1"])
def test_a_grip_ends_when_the_holder_cannot_act(says):
    scene = Scene("R0 B0", order="B0 R0", says={"R0": f"holding nova_1, {says}"})
    assert scene.does("full_defence").of("R0", "holding") == -1


@pytest.mark.rule("NOV-H2")
def test_a_grip_ends_when_they_are_not_side_by_side():
    scene = Scene("R0 . B0", order="B0 R0", says={"R0": "holding nova_1"}).does("full_defence")
    assert scene.of("R0", "holding") == -1 and scene.of("B0", "held_by") == -1


# Rescue


def saving(dice, fallen="lethal 8", **sheet):
    """Return a scene in which R0, with a pool of 5, tries to save R1."""
    says = {"R1": f"fate dying, lies 1 0, {fallen}"}
    scene = Scene("R0 . . B0\nR1", order="R0 B0", says=says, sheets={"R0": sheet, "R1": {}})
    scene.does("full_defence")
    return scene.does("resuscitate", "done", dice=dice)


@pytest.mark.rule("NOV-36")
def test_two_successes_save_the_dying_and_heal_nothing():
    assert saving([HIT, HIT, MISS, MISS, MISS]).of("R1", "fate") == STABLE
    assert saving([HIT, HIT, MISS, MISS, MISS]).of("R1", "lethal") == 8
    assert saving([HIT, MISS, MISS, MISS, MISS]).of("R1", "fate") == DYING


@pytest.mark.rule("NOV-36")
def test_every_minute_makes_it_harder():
    late = "lethal 8, dying 20"
    assert saving([HIT, HIT, MISS, MISS, MISS], late).of("R1", "fate") == DYING
    assert saving([HIT, HIT, HIT, MISS, MISS], late).of("R1", "fate") == STABLE


@pytest.mark.rule("NOV-37")
def test_some_are_beyond_help_or_too_far_away():
    for words in (
        "fate dying, lies 1 0, lethal 8, beyond_help 1",
        "fate dying, lies 2 0, lethal 8",
        "fate dead, lies 1 0",
    ):
        scene = Scene("R0 . . B0\nR1", order="B0 R0", says={"R1": words}, sheets={"R1": {}})
        assert scene.why("resuscitate") == "nobody who could be saved is dying beside it"


@pytest.mark.rule("NOV-36")
def test_the_dying_die_after_stamina_minutes():
    rules = {"minute_rounds": 2}
    scene = Scene(
        "R0 . . B0\nR1",
        order="B0 R0",
        says={"R1": "fate dying, lies 1 0, lethal 8, dying 4"},
        sheets={"R1": {}},
        rules=rules,
    )
    assert passed(scene).of("R1", "fate") == DYING
    assert passed(scene).of("R1", "fate") == DEAD


# What passes with a round


@pytest.mark.rule("NOV-16", "NOV-17", "NOV-T10")
@pytest.mark.parametrize(
    ("taken", "dazed", "turns"), [(3, 0, 0), (4, 1, 0), (6, 1, 0), (7, 0, 1), (9, 0, 1), (10, 0, 2), (30, 0, 2)]
)
def test_more_levels_than_stamina_daze_more_than_twice_stun(taken, dazed, turns):
    scene = passed(Scene(FACING, order="B0 R0", says={"R0": f"taken {taken}"}))
    assert scene.of("R0", "dazed") == dazed
    assert scene.of("R0", "stunned") + scene.of("R0", "stun_next") == turns


@pytest.mark.rule("NOV-18")
def test_power_adds_half_of_willpower_to_stamina():
    scene = passed(Scene(FACING, order="B0 R0", says={"R0": "taken 5, powered 1, willpower 0"}))
    assert scene.of("R0", "dazed") == 0
    assert passed(Scene(FACING, order="B0 R0", says={"R0": "taken 6, powered 1"})).of("R0", "dazed") == 1


@pytest.mark.rule("NOV-17")
def test_two_turns_are_lost_one_after_the_other():
    scene = passed(Scene(FACING, order="B0 R0", says={"R0": "taken 10"}))
    assert scene.of("R0", "stunned") == 1 and scene.actor == "B0"
    assert passed(scene).of("R0", "stunned") == 1
    assert passed(scene).of("R0", "stunned") == 0


@pytest.mark.rule("NOV-16")
def test_a_daze_lasts_a_round():
    scene = passed(Scene(FACING, order="B0 R0", says={"R0": "taken 4"}))
    assert passed(scene).of("R0", "dazed") == 0


@pytest.mark.rule("NOV-19")
def test_a_level_of_stun_heals_in_10_turns_less_stamina():
    scene = Scene(FACING, order="B0 R0", says={"R0": "stun 3"}, sheets={"R0": {"stamina": 7}})
    assert passed(scene, 2).of("R0", "stun") == 3
    assert passed(scene, 1).of("R0", "stun") == 2
    assert passed(scene, 3).of("R0", "stun") == 1
    tough = Scene(FACING, order="B0 R0", says={"R0": "stun 3"}, sheets={"R0": {"stamina": 10}})
    assert passed(tough, 1).of("R0", "stun") == 2  # a level in a turn at most


@pytest.mark.rule("NOV-49", "NOV-H7")
def test_who_lies_gets_up_in_its_turn():
    scene = Scene(FACING, order="B0 R0", says={"R0": "prone 1", "B0": "prone 1, stunned 1"})
    passed(scene)
    assert scene.of("R0", "prone") == 0 and scene.of("B0", "prone") == 1


@pytest.mark.rule("NOV-31", "NOV-G6", "NOV-H9")
@pytest.mark.parametrize(
    ("says", "plan", "dice"),
    [
        ("lethal 2", "resuscitate", 5),
        ("lethal 3", "resuscitate", 4),
        ("lethal 5", "resuscitate", 3),
        ("bashing 7", "resuscitate", 1),
        ("stun 6", "resuscitate", 5),
        ("maimed 1", "resuscitate", 4),
        ("", "resuscitate dodge", 3),
        ("", "dodge resuscitate", 2),
        ("lethal 3", "dodge dodge resuscitate", -1),
    ],
)
def test_wounds_injuries_and_several_actions_cost_dice(says, plan, dice):
    fallen = {"R0": says, "R1": "fate dying, lies 1 0, lethal 8"}
    scene = Scene("R0 . . B0\nR1", order="R0 B0", says=fallen, sheets={"R1": {}})
    scene.does("full_defence").does(*plan.split(), "done")
    rolled = [event for event in scene.told(events.ROLLED) if event[1] == events.FOR_RESUSCITATION]
    assert rolled[0][2] == max(dice, 0)
