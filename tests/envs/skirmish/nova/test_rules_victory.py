"""How games end: who is out, the scenarios' own points, the clock; healing between encounters; what is paid."""

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.skirmish.nova import game, victory
from swarmzoo.envs.skirmish.nova.state import DEAD, ESCAPED, FIELD, SURRENDERED
from tests.envs.skirmish.nova.scenes import Scene

FACING = "R0 . . B0"
GUARDS = {"kind": "gritty", "weapons": ["rifle"], "members": 4}
THUGS = {"kind": "cinematic", "weapons": ["pistol"], "members": 8}
TRUCK = {"kind": "gritty_vehicle", "weapons": ["rifle"], "speed": 20, "levels": 10}
GONE = "fate incapacitated, bashing 8, lies 5 5"


def ended(scene):
    """Return how a game has ended and who has won; None if it goes on."""
    s = scene.s
    return (int(s["ending"]), s["winners"].tolist()) if s["done"] else None


def passed(scene, rounds=1):
    """Let rounds pass in which everybody defends itself, and nothing else is done."""
    end = int(scene.s["rounds"]) + rounds
    while not scene.s["done"] and scene.s["rounds"] < end:
        scene.does("full_defence" if scene.can("full_defence") else "done" if scene.can("done") else idle(scene))
    return scene


def idle(scene):
    """Return what extras do who must do something."""
    return "dodge" if scene.can("dodge") else "run" if scene.can("run") else "hex {} {}".format(*min(scene.goals))


def waits(drawing, says, **options):
    """Return a scene that goes on by itself from the end of an action."""
    head = "stage: nobody is asked"
    return Scene(drawing, order="B0 R0", says=says, head=head, **options)


# Who is out


@pytest.mark.rule("NOV-A3")
@pytest.mark.parametrize("says", [GONE, "fate dead, lies 5 5, lethal 9", "stun 7", "fate surrendered, lies 5 5"])
def test_a_side_of_which_nobody_can_fight_has_lost(says):
    drawing = FACING if says.startswith("stun") else "R0 . . ."
    scene = Scene(drawing, order="R0", says={"B0": says}, head="stage: nobody is asked", sheets={"B0": {}})
    assert ended(scene) == (victory.LAST_STANDING, [1, 0])


@pytest.mark.rule("NOV-A3")
def test_a_side_that_has_somebody_left_plays_on():
    assert ended(waits("R0 . . B0 B1", {"B0": "stun 7"})) is None


@pytest.mark.rule("NOV-A3")
def test_all_who_are_out_at_once_share_first_place():
    assert ended(waits(FACING, {"B0": "stun 7", "R0": "stun 7"})) == (victory.ALL_OUT, [1, 1])


# Scenarios


@pytest.mark.rule("NOV-A3")
@pytest.mark.parametrize(("members", "end"), [(3, None), (2, (victory.LAST_STANDING, [1, 0]))])
def test_in_a_firefight_a_side_breaks_with_half_of_its_extras(members, end):
    scene = Scene(
        "R0 . . B0\nR1 . . B1",
        order="B0 R0",
        says={"B0": f"members {members}"},
        head="stage: nobody is asked\nextras: 4 4",
        sheets={"B0": GUARDS, "R0": GUARDS},
        scenario="firefight",
    )
    assert ended(scene) == end
    assert end is None or scene.of("B1", "fate") == SURRENDERED


@pytest.mark.rule("NOV-A3")
def test_demolition_is_won_when_the_object_is_broken_and_lost_with_the_clock():
    house = "house at 10 6, structure "
    options = {"scenario": "demolition", "max_rounds": 3}
    head = "objective: 0"
    assert ended(demolition(house + "0", options, head)) == (victory.DEMOLISHED, [1, 0])
    assert ended(demolition(house + "1", options, head)) is None
    assert ended(passed(demolition(house + "1", options, head), 3)) == (victory.OBJECT_STANDS, [0, 1])


def demolition(things, options, head):
    """Return a scene of demolition that goes on from the end of an action."""
    return Scene(FACING, order="B0 R0", things=things, head=f"stage: nobody is asked\n{head}", **options)


@pytest.mark.rule("NOV-A3")
def test_demolition_goes_on_without_defenders_and_ends_without_attackers():
    house = "house at 10 6"
    for name, end in (("B0", None), ("R0", (victory.OBJECT_STANDS, [0, 1]))):
        scene = Scene(
            FACING,
            order="B0 R0",
            things=house,
            says={name: "stun 7"},
            head="stage: nobody is asked\nobjective: 0",
            scenario="demolition",
        )
        assert ended(scene) == end


def hostage(drawing="R0 . H B0", says=None, head="", **options):
    """Return a scene with a hostage that goes on from the end of an action."""
    return Scene(
        drawing,
        order="B0 R0",
        says={"B0": "holding hostage"} | (says or {}),
        head=f"stage: nobody is asked\n{head}",
        scenario="hostage",
        **options,
    )


@pytest.mark.rule("NOV-A3", "NOV-14")
def test_the_hostage_is_lost_for_those_who_harm_it():
    fallen = {"H": "fate dead, lies 2 0", "B0": ""}
    assert ended(hostage("R0 . . B0", fallen, "harmed_by: 0")) == (victory.HOSTAGE_LOST, [0, 1])
    assert ended(hostage("R0 . . B0", fallen, "harmed_by: 1")) == (victory.HOSTAGE_LOST, [1, 0])
    assert ended(hostage("R0 . . B0", fallen)) == (victory.HOSTAGE_LOST, [1, 0])


@pytest.mark.rule("NOV-A3")
def test_the_hostage_is_freed_when_no_captor_holds_it_at_the_end_of_a_round():
    free = hostage(says={"B0": ""})
    assert ended(free) is None and ended(passed(free)) == (victory.FREED, [1, 0])
    assert ended(passed(hostage())) is None


@pytest.mark.rule("NOV-A3")
def test_the_hostage_is_kept_when_nobody_is_left_to_free_it_and_freed_when_nobody_is_left_to_keep_it():
    no_rescuer, no_captor = ({name: "fate incapacitated, lies 9 9"} for name in ("R0", "B0"))
    assert ended(hostage(says=no_rescuer)) == (victory.HOSTAGE_KEPT, [0, 1])
    assert ended(hostage(says=no_captor)) == (victory.FREED, [1, 0])
    assert ended(hostage(says=no_rescuer | {"B0": "fate incapacitated, lies 8 8"})) == (victory.HOSTAGE_KEPT, [0, 1])


@pytest.mark.rule("NOV-A3")
def test_captors_win_by_the_clock_or_at_their_own_edge():
    assert ended(passed(hostage(max_rounds=2), 2)) == (victory.HOSTAGE_KEPT, [0, 1])
    edge = "R0 " + ". " * 16 + "H B0"
    assert ended(passed(hostage(edge))) == (victory.LED_AWAY, [0, 1])


def convoy(says, drawing="R0 . . B0\nR1\nR2", **options):
    """Return a convoy of three that goes on from the end of an action."""
    sheets = {"R0": TRUCK, "R1": TRUCK, "R2": TRUCK}
    return Scene(
        drawing, order="B0 R0", says=says, head="stage: nobody is asked", sheets=sheets, scenario="convoy", **options
    )


@pytest.mark.rule("NOV-A3")
def test_the_convoy_is_through_or_stopped_with_more_than_half_of_it():
    through, out = "fate escaped", "fate incapacitated, lies 9 9"
    assert ended(convoy({"R1": through})) is None
    assert ended(convoy({"R1": through, "R2": through})) == (victory.PASSED, [1, 0])
    assert ended(convoy({"R1": out, "R2": through})) is None
    assert ended(convoy({"R1": out, "R2": out})) == (victory.STOPPED, [0, 1])


@pytest.mark.rule("NOV-A3")
def test_a_vehicle_leaves_at_the_far_edge():
    scene = Scene(
        "R0 R1 B0\n. " + ". " * 15 + "R2",
        order="R2 B0",
        sheets={"R0": TRUCK, "R1": TRUCK, "R2": TRUCK},
        scenario="convoy",
    )
    scene.does("full_defence").does("run", "hex 18 1")
    assert scene.of("R2", "fate") == ESCAPED and scene.where("R2") is None


# The clock


@pytest.mark.rule("NOV-A3")
@pytest.mark.parametrize(
    ("says", "end"),
    [
        ({}, (victory.EVEN, [1, 1])),
        ({"B0": "lethal 1"}, (victory.MOST_LEFT, [1, 0])),
        ({"R0": "bashing 3", "B0": "lethal 2"}, (victory.MOST_LEFT, [0, 1])),
        ({"R0": "stun 6"}, (victory.EVEN, [1, 1])),
    ],
)
def test_after_the_last_round_those_win_of_whom_most_is_left(says, end):
    assert ended(passed(Scene(FACING, order="B0 R0", says=says, max_rounds=1))) == end


@pytest.mark.rule("NOV-A3", "NOV-19")
def test_who_is_out_cold_counts_at_the_clock_with_all_its_health():
    two = "R0 . . B0\n. R1 . . B1"
    cold = Scene(two, order="B1 B0 R0", says={"R1": "stun 7"}, max_rounds=1)
    assert ended(passed(cold)) == (victory.EVEN, [1, 1])
    hurt = Scene(two, order="B1 B0 R0", says={"R1": "stun 7, lethal 1"}, max_rounds=1)
    assert ended(passed(hurt)) == (victory.MOST_LEFT, [0, 1])


@pytest.mark.rule("NOV-A3")
def test_members_and_henchmen_count_at_the_clock():
    led = {"R0": {"henchmen": [{"type": "rifleman", "count": 3}]}, "B0": {"henchmen": [{"type": "rioter", "count": 3}]}}
    scene = Scene(FACING, order="B0 R0", says={"B0": "henchmen 2"}, sheets=led, max_rounds=1)
    assert ended(passed(scene)) == (victory.MOST_LEFT, [1, 0])
    scene = Scene(FACING, order="B0 R0", says={"R0": "members 7"}, sheets={"R0": THUGS, "B0": THUGS}, max_rounds=1)
    assert ended(passed(scene)) == (victory.MOST_LEFT, [0, 1])


# The gauntlet


def gauntlet(says, drawing="R0 R1 . B0", encounter=0, sheets=None, **rules):
    """Return a gauntlet that goes on from the end of an action of an encounter."""
    options = {"encounter_rounds": 2, "gauntlet_needed": 2} | rules
    scene = Scene(
        drawing,
        order="B0 R0",
        says=says,
        head=f"stage: nobody is asked\nencounter: {encounter}",
        sheets={"R0": {}, "R1": {}} | (sheets or {}),
        scenario="gauntlet",
        rules=options,
    )
    return scene


@pytest.mark.rule("NOV-A3")
def test_an_encounter_is_won_when_its_foes_are_out():
    scene = gauntlet({"B0": "stun 7"})
    assert scene.s["points"] == 1 and scene.s["encounter"] == 1 and scene.of("B0", "stun") == 0


@pytest.mark.rule("NOV-A3")
def test_an_encounter_ends_with_its_rounds_and_is_not_won_then():
    scene = passed(gauntlet({}), 2)
    assert scene.s["points"] == 0 and scene.s["encounter"] == 1 and scene.s["encounter_began"] == 2 + 0


@pytest.mark.rule("NOV-A3")
def test_the_gauntlet_is_lost_when_nobody_is_left_and_won_with_enough_encounters():
    assert ended(gauntlet({"R0": "stun 7", "R1": "stun 7"})) == (victory.GAUNTLET_LOST, [0, 1])
    last = {"B0": "stun 7"}
    assert ended(gauntlet(last, encounter=2)) == (victory.GAUNTLET_LOST, [0, 1])
    assert ended(gauntlet(last, encounter=2, gauntlet_needed=1)) == (victory.GAUNTLET_WON, [1, 0])


@pytest.mark.rule("NOV-34")
@pytest.mark.parametrize(
    ("hours", "care", "wounds", "left"),
    [
        (4, "none", "bashing 3", 0),  # a level of -1 and two of -0
        (3, "none", "bashing 3", 1),
        (2, "none", "bashing 3", 2),
        (1, "none", "bashing 3", 3),
        (1, "competent", "bashing 3", 2),
        (24, "none", "lethal 2", 1),
        (47, "none", "lethal 2", 1),
        (48, "none", "lethal 2", 0),
        (168, "none", "lethal 3", 2),
        (24, "competent", "lethal 3", 2),
        (24, "expert", "lethal 5", 4),
        (23, "expert", "lethal 5", 5),
        (95, "none", "aggravated 1", 1),
        (96, "none", "aggravated 1", 0),
        (26, "none", "lethal 1, bashing 1", 0),
    ],
)
def test_levels_heal_by_their_category_the_worst_first(hours, care, wounds, left):
    scene = gauntlet({"B0": "stun 7", "R1": wounds}, rest_hours=hours, care=care)
    healed = scene.of("R1", "bashing") + scene.of("R1", "lethal") + scene.of("R1", "aggravated")
    assert healed == left


@pytest.mark.rule("NOV-34")
@pytest.mark.parametrize(
    ("mega", "hours", "left"), [(0, 84, 2), (0, 83, 3), (1, 16, 1), (1, 24, 0), (3, 8, 1), (3, 12, 0)]
)
def test_novas_heal_faster_and_mega_stamina_makes_wounds_milder(mega, hours, left):
    hero = {"kind": "nova", "quantum": 1, "stamina": 1, "mega_stamina": mega}
    scene = gauntlet({"B0": "stun 7", "R1": "lethal 3"}, sheets={"R1": hero}, rest_hours=hours, care="none")
    assert scene.of("R1", "lethal") == left


@pytest.mark.rule("NOV-34", "NOV-19")
def test_a_rest_takes_stun_daze_and_grips_and_gives_a_point_of_willpower():
    says = {"B0": "stun 7", "R1": "stun 3, dazed 1, prone 1, willpower 2", "R0": "willpower 5"}
    scene = gauntlet(says)
    assert [scene.of("R1", name) for name in ("stun", "dazed", "prone", "willpower")] == [0, 0, 0, 3]
    assert scene.of("R0", "willpower") == 5


@pytest.mark.rule("NOV-35")
def test_injuries_grow_back_only_on_novas_with_regeneration():
    whole = {"kind": "nova", "quantum": 1, "powers": ["regeneration"]}
    says = {"B0": "stun 7", "R0": "maimed 3", "R1": "maimed 3"}
    other = {"powers": ["regeneration"]}  # a baseline, whoever gave it the power
    scene = gauntlet(says, sheets={"R0": other, "R1": whole}, rest_hours=48, regrow_hours=24)
    assert scene.of("R0", "maimed") == 3 and scene.of("R1", "maimed") == 1


@pytest.mark.rule("NOV-34", "NOV-36")
@pytest.mark.parametrize(
    ("fate", "wounds", "after"),
    [
        ("dying", "lethal 8", DEAD),
        ("stable", "lethal 8", FIELD),
        ("incapacitated", "bashing 8", FIELD),
        ("dead", "lethal 9", DEAD),
        ("surrendered", "lethal 1", SURRENDERED),
    ],
)
def test_the_saved_and_the_incapacitated_come_back_the_dying_die(fate, wounds, after):
    says = {"B0": "stun 7", "R1": f"fate {fate}, lies 3 3, {wounds}"}
    assert gauntlet(says, "R0 . . B0", rest_hours=3000, care="expert").of("R1", "fate") == after


# Pay


@pytest.mark.rule("NOV-A4")
def test_the_agents_of_a_side_share_what_it_earns():
    made = game(scenario="firefight")
    states = made.new_states(1)
    states["done"], states["ending"], states["winners"] = True, 1, [0, 1]
    pay, over = Questions(made).rewards(states)
    assert pay.tolist() == [-1, -1, -1, 1, 1, 1] and over.all()


@pytest.mark.rule("NOV-A4")
@pytest.mark.parametrize(
    ("hits", "cost", "kept"),
    [([0, 0], 10, 1.0), ([2, 5], 10, 0.8), ([2, 5], 0, 1.0), ([3, 0], 25, 0.25), ([9, 0], 10, 0.1), ([40, 0], 90, 0.1)],
)
def test_hits_on_the_hostage_cost_those_who_win_some_of_their_pay(hits, cost, kept):
    made = game(scenario="hostage", rules={"hostage_hit": cost})
    states = made.new_states(1)
    states["done"], states["ending"], states["winners"], states["hits"] = True, victory.FREED, [1, 0], hits
    pay = Questions(made).rewards(states)[0]
    assert np.allclose(pay, [kept, kept, -kept, -kept, -kept][: len(pay)])


@pytest.mark.rule("NOV-A4")
def test_of_three_the_two_who_share_first_place_get_a_quarter():
    made = game(free_for_all=True, players=3)
    states = made.new_states(1)
    states["done"], states["ending"], states["winners"] = True, 1, [1, 0, 1]
    pay = Questions(made).rewards(states)[0]
    assert np.allclose(pay, [0.25, -0.5, 0.25])
