"""What makes a Swarm can be left to one side: USM, rank, cover, pinning, Fear. [OVR-H10]"""

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.overseer import events, game
from swarmzoo.envs.skirmish.overseer.state import ASSAULTED, CALLED_SHOT, SUPPRESSION, VOLLEY
from tests.envs.skirmish.overseer.battle import Battle, percent

BOTH = "r0 r0 r0 R0 . . . . . B0 b0 b0 b0"
WHOSE = [("all", True), ("side_0", True), ("side_1", False), ("none", False)]
MISS = percent(97, 100)


def battle(drawing, field, whose, **more):
    """Return a battle in which red has something, or not."""
    return Battle(drawing, rules={"whose": {field: whose}}, **more)


@pytest.mark.rule("OVR-H10", "OVR-10")
@pytest.mark.parametrize(("whose", "has"), WHOSE)
def test_usm_helps_only_the_swarm_of_a_side_that_has_it(whose, has):
    shot = battle(BOTH, "strength", whose).attacks(VOLLEY, "R0", "B0", [MISS])
    assert shot.reasons.get(events.OF_STRENGTH, 0) == 15 * has
    blow = battle("r0 R0 r0 b0 B0", "strength", whose).attacks(ASSAULTED, "R0", "B0", [MISS])
    assert blow.reasons.get(events.OF_STRENGTH, 0) == 10 * has


@pytest.mark.rule("OVR-H10", "OVR-18")
@pytest.mark.parametrize(("whose", "loss"), [("all", 30), ("side_0", 20), ("side_1", 30), ("none", 20)])
def test_usm_shields_only_the_overseer_of_a_side_that_has_it(whose, loss):
    drawing = "R0 . . . . B0 b0 b0 b0\n. . . . . b0 b0 b0"
    shot = battle(drawing, "strength", whose).turn_of("R0")
    shot.attacks(CALLED_SHOT, "R0", "B0", [MISS], body="overseer")
    assert shot.reasons[events.OF_CALL] == -loss


@pytest.mark.rule("OVR-H10", "OVR-4")
@pytest.mark.parametrize(("whose", "keeps"), WHOSE)
def test_without_rank_underlings_count_wherever_they_stand(whose, keeps):
    far = battle("r0 . . . . . . . . R0 r0 . . . . . B0 . . . . . . . . b0", "rank", whose)
    assert far.of("R0", "us") == 1 + (not keeps)
    assert far.of("B0", "us") == (whose in ("side_0", "none"))


@pytest.mark.rule("OVR-H10", "OVR-21")
@pytest.mark.parametrize(("whose", "has"), WHOSE)
def test_only_a_side_that_has_cover_is_protected_by_it(whose, has):
    under = "# # . . . . . . # #"
    woods = battle("r0 R0 . . . . . . B0 b0", "cover", whose, under=under)
    assert woods.s["cover"][2, 0] == 2 * has
    assert woods.s["cover"][0, 2] == 2 * (whose in ("all", "side_1"))


@pytest.mark.rule("OVR-H10", "OVR-30")
@pytest.mark.parametrize(("whose", "pins"), WHOSE)
def test_only_the_suppressing_fire_of_a_side_that_has_pinning_pins(whose, pins):
    fire = battle(BOTH, "pinning", whose).attacks(SUPPRESSION, "R0", "B0", [MISS, MISS] if pins else [MISS])
    assert fire.of("B0", "pinned") == pins and len(fire.tests(events.FOR_PINNING)) == pins


@pytest.mark.rule("OVR-H10", "OVR-30")
@pytest.mark.parametrize(("whose", "is_feared"), WHOSE)
def test_only_leaders_of_a_side_that_has_fear_are_feared(whose, is_feared):
    horror = {"fear": 2}
    near = battle("R0 . . . B0", "fear", whose, R0=horror, B0=horror)
    near.dice([percent(1)])
    near.fear_tests(2)
    assert len(near.tests(events.FOR_FEAR)) == is_feared


@pytest.mark.rule("OVR-H10")
def test_a_side_that_is_not_there_is_refused_by_name():
    with pytest.raises(GameError, match=r"rules\.whose\.cover = 'side_2': this game has the sides side_0, side_1"):
        game(rules={"whose": {"cover": "side_2"}})
    assert game(free_for_all=True, overseers=3, underlings=4, rules={"whose": {"cover": "side_2"}}).num_sides == 3
    with pytest.raises(GameError, match=r"rules\.whose\.cover"):
        game(rules={"whose": {"cover": "side_9"}})
