"""Commands and actions: what they cost, what a turn has one of, who may give them, and how enemies answer a move."""

import pytest

from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.state import (
    ASSAULTED,
    CHARGED,
    OPPORTUNE,
    OVERWATCHED,
    OWN_BLOW,
    OWN_SHOT,
    VOLLEY,
)
from tests.envs.skirmish.overseer.battle import percent, ten
from tests.envs.skirmish.overseer.scenes import Scene

MISS, LOW = percent(97, 100), percent(6, 9)
APART = "R0 r0 r0 . . . . . b0 B0\nr0 r0 . . . . . . . b0"
LOCKED = "R0 r0 b0 B0\nr0 . b0"
CALM = {"B0": "no reaction, no own reaction", "R0": "no reaction, no own reaction"}
NO_HALVES = "too few Half Actions are left"


# What they cost


@pytest.mark.rule("OVR-36", "OVR-37")
def test_with_one_half_action_left_full_ones_are_refused():
    late = Scene(APART, head="halves: 1", R0={"type": "technician"}, says={"R0": "wounds 3"})
    assert late.commands == {"end", "move", "fire", "shoot", "aim", "tend"}
    for command in ("advance", "run", "charge", "concentrate", "suppress", "overwatch", "called", "work"):
        assert late.why(command) == NO_HALVES


@pytest.mark.rule("OVR-36", "OVR-37")
def test_a_turn_is_two_half_actions_or_a_full_one():
    halves = Scene(APART, says=CALM).does("fire", dice=[MISS])
    assert halves.s["halves"] == 1 and halves.current == "R0"
    halves.does("shoot", dice=[MISS])
    assert halves.current != "R0"  # nothing but the end of the turn was left
    full = Scene(APART, says=CALM).does("concentrate", dice=[MISS])
    assert full.current != "R0"


@pytest.mark.rule("OVR-2", "OVR-27", "OVR-G2")
def test_swarm_and_overseer_each_have_one_attack_in_a_turn():
    both = Scene(APART, says=CALM, special={"r0": "launcher"}).does("fire", dice=[MISS])
    assert both.why("fire") == "the Swarm has attacked in this turn" and both.can("shoot")
    own = Scene(APART, says=CALM).does("shoot", dice=[MISS])
    assert own.why("shoot") == "the leader has attacked in this turn" and own.can("fire")
    own.does("fire", dice=[MISS])
    assert own.attacks == [("R0", VOLLEY)]


@pytest.mark.rule("OVR-G2")
def test_a_turn_has_one_concentration():
    aims = Scene(APART).does("aim")
    assert aims.of("R0", "aim") == 1 and aims.why("aim") == "a Concentration action was taken in this turn"
    spots = Scene(APART, R0={"type": "spotter"}).does("aim")
    assert spots.why("mark") == "a Concentration action was taken in this turn"


@pytest.mark.rule("OVR-G2")
def test_aiming_twice_is_enough_and_moving_takes_it():
    twice = Scene(APART, says={"R0": "aim 2"})
    assert twice.why("aim") == "the leader aims as well as it can"
    twice.does("move", "go 0 2")
    assert twice.of("R0", "aim") == 0


# Who gives them


@pytest.mark.rule("OVR-12", "OVR-38", "OVR-P9")
@pytest.mark.parametrize(
    ("kind", "special"),
    [
        ("none", set()),
        ("pathfinder", {"cover_ground"}),
        ("spotter", {"mark"}),
        ("technician", {"work", "tend"}),
        ("sergeant", set()),
    ],
)
def test_special_commands_are_those_of_the_type(kind, special):
    own = Scene(APART, R0={"type": kind}, says={"R0": "wounds 4"})
    assert own.commands & {"cover_ground", "mark", "work", "tend"} == special
    generic = {"move", "advance", "run", "fire", "concentrate", "suppress", "overwatch", "shoot", "called", "aim"}
    assert generic <= own.commands


@pytest.mark.rule("OVR-38", "OVR-39", "OVR-P11")
def test_underlings_can_bring_a_special_command_and_a_leader_alone_has_none():
    brought = Scene(APART, r0={"passive": "pathfinder"}, R0={"type": "spotter"})
    assert {"cover_ground", "mark"} <= brought.commands
    alone = Scene("R0 . . . . B0", R0={"type": "spotter"})
    assert alone.why("mark") == "the unit does not have that Command"


@pytest.mark.rule("OVR-P9")
def test_a_mark_lasts_until_the_next_shots_or_the_end_of_the_next_turn():
    spots = Scene(APART, R0={"type": "spotter"}, says=CALM).does("mark")
    assert spots.of("R0", "marked") == 2
    spots.does("fire", dice=[MISS])
    assert spots.of("R0", "marked") == -1
    kept = Scene(APART, R0={"type": "spotter"}, says=CALM).does("mark", "end").does("end")
    assert kept.current == "R0" and kept.of("R0", "marked") == 2
    assert kept.does("end").of("R0", "marked") == -1


# Pinned


@pytest.mark.rule("OVR-32")
def test_a_pinned_swarm_ordered_to_advance_refuses_and_goes_no_nearer():
    pinned = Scene(APART, says={"R0": "pinned"})
    assert pinned.why("advance") == "who is pinned takes Half Actions only"
    assert pinned.commands == {"end", "move", "fire", "shoot", "aim"}
    free = Scene(". . . R0 r0 . . . b0 B0").does("move").goals
    pinned = Scene(". . . R0 r0 . . . b0 B0", says={"R0": "pinned"}).does("move")
    assert pinned.goals < free and (2, 0) in pinned.goals and (5, 0) in free - pinned.goals
    assert pinned.why("go 5 0") == "who is pinned does not go nearer to the nearest enemy"


@pytest.mark.rule("OVR-32", "OVR-37")
def test_the_pinned_evade_all_the_same():
    pinned = Scene(APART, says={"B0": "pinned"}).does("fire", dice=[LOW])
    assert pinned.actor == "B0" and pinned.commands == {"evade", "end"}


# Melee


@pytest.mark.rule("OVR-P7", "OVR-40")
def test_the_engaged_assault_disengage_or_move_but_do_not_fire():
    locked = Scene(LOCKED, says=CALM)
    assert {"assault", "disengage", "move"} <= locked.commands
    assert locked.why("fire") == "who is engaged cannot do that"
    assert Scene(APART).why("disengage") == "the unit is not engaged"
    locked.does("assault", dice=[MISS])
    assert locked.attacks == [("R0", ASSAULTED)] and locked.s["halves"] == 1


@pytest.mark.rule("OVR-G2", "OVR-40")
@pytest.mark.parametrize(
    ("command", "answered"), [("move", True), ("advance", True), ("run", True), ("disengage", False)]
)
def test_whoever_leaves_the_engaged_is_attacked_but_by_disengaging(command, answered):
    leaves = Scene(". . . . R0 r0 b0 B0\n. . . . r0 . b0", says=CALM)
    leaves.does(command).does("go 3 0", dice=[MISS])
    assert leaves.attacks == ([("B0", OPPORTUNE)] if answered else [])
    assert leaves.where("R0") == (3, 0)


@pytest.mark.rule("OVR-G2", "OVR-G7", "OVR-32")
@pytest.mark.parametrize("state", ["pinned", "frozen, fears overseer_0"])
def test_the_pinned_and_those_who_are_not_their_own_masters_make_no_attack_of_opportunity(state):
    leaves = Scene(". . . . R0 r0 b0 B0\n. . . . r0 . b0", says={"B0": f"{state}, no reaction"})
    leaves.does("move").does("go 3 0")
    assert leaves.attacks == [] and leaves.where("R0") == (3, 0)


@pytest.mark.rule("OVR-G2")
def test_closing_up_without_leaving_the_hex_and_the_rule_without_such_attacks_provoke_none():
    stays = Scene(". . . . R0 r0 b0 B0\n. . . . r0 . b0", says=CALM).does("move").does("go 4 0")
    assert stays.attacks == []
    off = Scene(". . . . R0 r0 b0 B0\n. . . . r0 . b0", says=CALM, rules={"opportunity": False})
    assert off.does("move").does("go 3 0").attacks == []


@pytest.mark.rule("OVR-G2", "OVR-11")
def test_a_leader_who_is_killed_while_leaving_does_not_arrive():
    dies = Scene("R0 b0 B0", says={"R0": "wounds 1, no reaction, no own reaction"}, R1={}, b0={"ws": 90})
    dies.does("move").does("go 0 1", dice=[LOW, ten(9)])
    assert dies.where("R0") is None and not dies.told(events.WENT) and dies.s["done"]


@pytest.mark.rule("OVR-P7", "OVR-G5")
def test_a_charge_strikes_with_those_who_arrive():
    charge = Scene("R0 r0 r0 . . b0 B0\nr0 r0 . . . b0", says=CALM).does("charge", dice=[LOW, ten(9)])
    assert charge.attacks == [("R0", CHARGED)]
    changes = dict(event[:2] for event in charge.told(events.MODIFIED))
    assert changes[events.OF_CHARGE] == 10 and charge.told(events.KILLED)


@pytest.mark.rule("OVR-P7")
def test_a_lone_leader_charges_by_itself():
    charge = Scene("R0 . . b0 B0", says=CALM, R0={"ws": 70})
    charge.does("charge", dice=[MISS])
    assert charge.attacks == [("R0", OWN_BLOW)]
    changes = dict(event[:2] for event in charge.told(events.MODIFIED))
    assert changes[events.OF_CHARGE] == 10


@pytest.mark.rule("OVR-P7")
def test_a_charge_needs_two_hexes_and_an_enemy_within_its_reach():
    near = Scene("R0 b0 B0\nr0", says=CALM)
    assert near.why("charge") == "there is nobody to aim it at"
    far = Scene("R0 r0" + " ." * 12 + " b0 B0", says=CALM)
    assert far.why("charge") == "there is nobody to aim it at"


# Run, Advance, Overwatch


@pytest.mark.rule("OVR-40")
def test_who_runs_is_running_until_its_next_turn():
    runs = Scene(APART, says=CALM).does("run").does("go 0 2")
    assert runs.of("R0", "running") == 1
    runs.does("end")
    assert runs.current == "R0" and runs.of("R0", "running") == 0


@pytest.mark.rule("OVR-P8", "OVR-37")
def test_overwatch_fires_once_at_an_enemy_who_moves_in_sight():
    watch = Scene(APART).does("overwatch")
    assert watch.of("R0", "watching") == 1 and watch.current == "B0"
    watch.does("move").does("go 10 0")
    assert watch.actor == "R0" and watch.commands == {"fire", "end"}
    watch.does("fire", dice=[MISS])
    assert watch.attacks == [("R0", OVERWATCHED)]
    assert watch.of("R0", "watching") == 0 and watch.of("R0", "swarm_reaction") == 0


@pytest.mark.rule("OVR-P8")
def test_overwatch_that_does_not_fire_goes_on_watching():
    watch = Scene(APART).does("overwatch").does("move").does("go 10 0").does("end")
    assert watch.of("R0", "watching") == 1 and watch.of("R0", "swarm_reaction") == 1
    watch.does("move")
    watch.does(f"go {'{} {}'.format(*sorted(watch.goals)[0])}")
    assert watch.actor == "R0" and "fire" in watch.commands


@pytest.mark.rule("OVR-P8", "OVR-37")
def test_a_swarm_that_has_evaded_has_no_reaction_left_for_overwatch():
    watch = Scene(APART, turn="B0", says={"R0": "in overwatch, no reaction"}).does("move").does("go 10 0")
    assert watch.actor == "B0" and watch.attacks == []


@pytest.mark.rule("OVR-37")
def test_reactions_come_back_with_the_next_turn():
    once = Scene(APART).does("fire", dice=[LOW]).does("evade")
    assert once.of("B0", "swarm_reaction") == 0
    once.does("end")
    assert once.current == "B0" and once.of("B0", "swarm_reaction") == 1


@pytest.mark.rule("OVR-40", "OVR-P8")
@pytest.mark.parametrize(("command", "kept"), [("advance", True), ("move", False)])
def test_only_a_tactical_advance_keeps_the_cover_under_overwatch(command, kept):
    under = ". . . . . . . . # #\n. . . . . . . . # #\n. . . . . . . . # #"
    moves = Scene(APART, turn="B0", under=under, says={"R0": "in overwatch", "B0": "no reaction"}, r0={"bs": 60})
    moves.does(command).does("go 8 1")
    moves.does("fire", dice=[LOW, ten(6)])  # 9 against 6, and 4 more in heavy cover
    assert moves.attacks == [("R0", OVERWATCHED)]
    assert bool(moves.told(events.KILLED)) != kept


# Fear


@pytest.mark.rule("OVR-30", "OVR-31", "OVR-H7")
def test_who_comes_near_what_is_feared_tests_at_once_and_may_lose_its_turn():
    drawing = "R0 r0" + " ." * 9 + " b0 B0"
    near = Scene(drawing, B0={"fear": 1, "willpower": 99}, says=CALM).does("move")
    near.does("go 2 0", dice=[percent(90, 95), percent(40, 50)])  # five degrees: frozen or worse
    assert near.told(events.DISSOLVED)[0][0] == 0 and near.of("R0", "us") == 0
    assert near.current != "R0" and near.of("R0", "shock") >= 3


@pytest.mark.rule("OVR-G7")
def test_the_wary_do_not_go_nearer_to_what_they_fear():
    wary = Scene(". . . R0 r0 . . . b0 B0", says={"R0": "wary, fears overseer_2"}).does("move")
    assert (5, 0) not in wary.goals and (2, 0) in wary.goals
    assert wary.why("go 5 0") == "who is wary does not go nearer to what it fears"


@pytest.mark.rule("OVR-2")
def test_the_leader_acts_for_itself_beside_its_swarm():
    acts = Scene(APART, says=CALM).does("fire", dice=[MISS]).does("shoot", dice=[MISS])
    assert acts.attacks == [("R0", OWN_SHOT)]
