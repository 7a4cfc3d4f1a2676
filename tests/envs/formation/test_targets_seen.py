"""What a soldier sees of those it may shoot or strike at, near and far, and of who may be shot at at all."""

import numpy as np
import pytest

from swarmzoo.envs.formation.observation import OWN, TARGET, layout
from tests.envs.formation.scenes import scene

DISTANCE, DIRECTION, OFFSET, ROLE, RANK, STATUS, FACING, OTHERS = range(len(TARGET))
FAR = """
. . . . . . . . . . . . . .
 r1 . . . . . . . b1 . . b2 . . b0
r2 . . . . . . . . . . . . .
"""
PLANE_OF_TIES, PLANE_OF_ENEMIES = 6, 5


def targets_of(game, name):
    """Return what a soldier sees of its targets, (6, 8)."""
    part = layout(3)[2]
    row = game.table.observations[0][game.index(name)]
    return row[part.start : part.stop].reshape(part.shape)


def archers(**words):
    return scene(FAR, stage="missile", r1="archer", r2="archer", rules={"longest_shot": 20}, **words)


@pytest.mark.rule("FOR-P25", "FOR-A5")
def test_targets_far_beyond_the_disc_are_seen():
    game = archers(b1="spearman, wounded", b2="axeman, facing north-east, evading, moved 2", b0="archer leader")
    seen = targets_of(game, "r1")
    assert seen[:3, DISTANCE].tolist() == [8, 11, 14]
    assert seen[:3, DIRECTION].tolist() == [1, 1, 1] and not seen[:3, OFFSET].any()
    assert seen[:3, ROLE].tolist() == [2, 3, 4]
    assert seen[:3, RANK].tolist() == [0, 4, 1]
    assert seen[:3, STATUS].tolist() == [2, 16, 0]
    assert seen[:3, FACING].tolist() == [4, 6, 4], "as red counts: back, ahead left, back"
    assert seen[:3, OTHERS].tolist() == [1, 1, 1], "r2 may shoot at them too"
    assert not seen[3:].any()
    assert not targets_of(game, "b1").any(), "who is not asked sees no targets"


@pytest.mark.rule("FOR-P25")
@pytest.mark.parametrize("fate", ["fled", "crossed", "Downed"])
def test_a_leader_who_has_left_the_field_is_nowhere(fate):
    part = layout(3)[1]
    away = [
        part.start + OWN.index(name) for name in ("hexes to its leader, 0: none", "direction of its leader, 1 to 6")
    ]
    game = scene(FAR, r0=f"swordsman leader, {fate}", r2="squad 7")
    assert not game.table.observations[0][game.index("r1")][away].any()
    here = scene(FAR.replace("r2", "r0"))
    assert here.table.observations[0][here.index("r1")][away].tolist() == [1, 3]


@pytest.mark.rule("FOR-P25")
def test_two_targets_that_change_places_are_told_apart():
    one = archers(b1="spearman", b2="axeman")
    other = archers(b1="axeman", b2="spearman")
    assert (targets_of(one, "r1") != targets_of(other, "r1")).any()
    formed = archers(b1="formation 0", b2="formation 0", formations={0: ""})
    assert (targets_of(formed, "r1")[:2, RANK] == 2).all()


@pytest.mark.rule("FOR-P25")
@pytest.mark.parametrize("place", [(0, 2), (4, 0), (9, 0), (11, 4), (3, 9), (0, 11)])
def test_distance_direction_and_the_hexes_between_name_one_hex(place):
    rows = [["."] * 24 for _ in range(12)]
    rows[5][5], rows[place[1]][place[0]], rows[11][23] = "r1", "b1", "b0"
    game = scene("\n".join(" ".join(row) for row in rows), stage="missile", r1="archer, facing west")
    seen = targets_of(game, "r1")
    rules, s = game.r, game.s
    start, goal = int(s["place"][game.index("r1")]), int(s["place"][game.index("b1")])
    row = next(row for row in seen if row[DISTANCE] == game.value("distance", "r1", "b1"))
    q, r = int(rules["q"][start]), int(rules["row"][start])
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    direction, gap, offset = int(row[DIRECTION]) - 1, int(row[DISTANCE]), int(row[OFFSET])
    across = (direction + 2) % 6
    found = (
        q + gap * ways[direction][0] + offset * ways[across][0],
        r + gap * ways[direction][1] + offset * ways[across][1],
    )
    assert found == (int(rules["q"][goal]), int(rules["row"][goal]))


@pytest.mark.rule("FOR-P25")
def test_in_a_melee_and_in_a_reaction_those_in_reach_are_shown():
    game = scene("r1 b1 . . .\nr2 . . b0", stage="melee", r1="spearman", b1="axeman, defending")
    row = targets_of(game, "r1")[0]
    assert (row[DISTANCE], row[ROLE], row[STATUS], row[OTHERS]) == (1, 3, 64, 1)
    assert row[RANK] == 8, "it is engaged"
    shot_at = scene("r1 . . . . . b1 . . b0", stage="step", r1="squad 5", b1="archer").does(r1="step ahead")
    assert shot_at.stage == "reaction"
    assert targets_of(shot_at, "b1")[0, [DISTANCE, ROLE, RANK]].tolist() == [5, 1, 4]
    assert targets_of(shot_at, "b1")[0, DIRECTION] == 1, "ahead, as blue counts"


@pytest.mark.rule("FOR-P25", "FOR-P17")
def test_the_disc_marks_enemies_in_sight_and_those_offered():
    def ties(ground, stage, **words):
        game = scene(f"r1 {ground} b1 . . .\n. . . . . . b0", stage=stage, r1="archer", **words)
        planes = game.game.planes(game.table.observations[0])[game.index("r1")]
        at = int(np.flatnonzero(planes[PLANE_OF_ENEMIES])[0])
        return int(planes[PLANE_OF_TIES, at])

    assert ties(". .", "step") == 4
    assert ties("* *", "step") == 0, "positions are public, but two hexes of woods hide it from a shot"
    assert ties(". .", "missile") == 4 + 8
    assert ties("* *", "missile") == 0
    assert ties(". .", "missile", b1="dazed") == 4 + 8


@pytest.mark.rule("FOR-P25")
def test_friends_who_may_shoot_at_a_target_are_counted_without_those_who_cannot():
    game = archers(r3="crossbowman, unloaded") if False else scene(FAR.replace("r2 .", "r2 r3", 1), stage="missile")
    assert not game.can("r1") - {"stay"}, "swordsmen do not shoot"
    for words, others in (("archer", 1), ("archer, quick 0, no complex action", 0), ("crossbowman, unloaded", 0)):
        game = scene(FAR, stage="missile", r1="archer", r2=words)
        assert targets_of(game, "r1")[0, OTHERS] == others
