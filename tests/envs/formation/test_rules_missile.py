"""Missiles, reactions and sight. [Benefits, gap items 4, 6 and 8]"""

import pytest

from swarmzoo.envs.formation.events import SHOT
from tests.envs.formation.scenes import scene

ARCHERS = {name: "archer" for name in ("r1", "r2", "r3", "r4")}
# An archer's shot: Finesse 2, Weapon Skill 2; unaimed -2; at 6 hexes neither point blank nor far.
PLAIN = 4


def shot(drawing, what="shot aimed", a="r1", b="b1", **soldiers):
    """Return what is added to the dice of a shot of r1 at b1."""
    soldiers.setdefault("r1", "archer, squad 5")
    soldiers.setdefault("b1", "moved 1")
    return scene(drawing, stage="missile", **soldiers).value(what, a, b)


AT_SIX = "r1 . . . . . b1"
AND_A_MELEE = "\n. .\n. .\n. .\nr2 b2"  # elsewhere: the turn is not over yet when all have shot


@pytest.mark.rule("FOR-G8c", "FOR-G8e")
def test_a_shot_adds_finesse_and_skill_and_aim_counts_at_those_who_stand():
    assert shot(AT_SIX) == PLAIN - 1, "a moving target counts as a range increment"
    assert shot(AT_SIX, b1="moved 0") == PLAIN + 2
    assert shot(AT_SIX, "shot unaimed") == PLAIN - 1 - 2
    assert shot(AT_SIX, "shot unaimed", b1="moved 0") == PLAIN - 2
    assert shot(AT_SIX, b1="moved 0", r1="archer, wounded") == PLAIN + 2 - 1
    assert shot(AT_SIX, b1="moved 0", r1="archer leader") == PLAIN + 2 + 2


@pytest.mark.rule("FOR-G8d")
def test_point_blank_counts_to_four_hexes_and_not_at_who_evades():
    at = {n: "r1 " + ". " * (n - 1) + "b1" for n in (2, 4, 5)}
    assert shot(at[4], b1="quick 0") == PLAIN + 2 + 2
    assert shot(at[2], b1="quick 0") == PLAIN + 2 + 2
    assert shot(at[5], b1="quick 0") == PLAIN + 2
    assert shot(at[4], b1="evading") == PLAIN + 2


@pytest.mark.rule("FOR-G8f")
@pytest.mark.parametrize(("terrain", "cover"), [(".", 0), (",", 0), ("*", 1), ("#", 2)])
def test_cover_takes_from_a_shot(terrain, cover):
    assert shot(AT_SIX, b1="quick 0", under={"b1": terrain}) == PLAIN + 2 - cover


@pytest.mark.rule("FOR-G8g")
def test_every_soldier_in_the_line_of_fire_takes_one():
    assert shot("r1 . r2 . . . b1", b1="quick 0") == PLAIN + 2 - 1
    assert shot("r1 . r2 b2 . . b1", b1="quick 0") == PLAIN + 2 - 2
    assert shot("r1 . . . . . b1\n . r2 . . . . .", b1="quick 0") == PLAIN + 2


@pytest.mark.rule("FOR-G8h", "FOR-G8i")
def test_a_target_in_a_melee_takes_two_or_in_formation_one():
    drawing = "r1 . . . . . b1 r2\n . . . . . . b2 ."
    fighting = {"r2": "facing west", "b2": "quick 0"}
    assert shot(drawing, b1="facing east", **fighting) == PLAIN + 2 - 2
    assert shot(drawing, b1="facing east, formation 0", **{**fighting, "b2": "formation 0"}) == PLAIN + 2 - 1
    assert shot("r1 . . . . . b1\n . . . . . b2 .", b1="formation 0", b2="formation 0") == PLAIN + 2


@pytest.mark.rule("FOR-G8k")
def test_the_range_takes_one_for_each_increment_exceeded_and_again_when_the_target_moves():
    at = {n: "r1 " + ". " * (n - 1) + "b1" for n in (10, 11, 20)}
    for gap, standing, moving in ((10, 0, 1), (11, 1, 2), (20, 1, 2)):
        assert shot(at[gap], b1="moved 0") == PLAIN + 2 - standing
        assert shot(at[gap], b1="moved 3") == PLAIN - moving
    short = {"bows": {"bow": {"increment": 4}}}
    assert shot(at[10], b1="moved 0", rules=short) == PLAIN + 2 - 2
    assert shot(at[10], b1="moved 1", rules=short) == PLAIN - 4


@pytest.mark.rule("FOR-P28")
@pytest.mark.parametrize("longest", [12, 6])
def test_nobody_shoots_beyond_the_longest_range(longest):
    for gap in (longest, longest + 1):
        drawing = "r1 " + ". " * (gap - 1) + "b1"
        game = scene(drawing, stage="missile", r1="archer", b1="quick 0", rules={"longest_shot": longest})
        assert game.value("sight", "r1", "b1") == 1
        assert ("volley at target 1" in game.can("r1")) == (gap == longest)


@pytest.mark.rule("FOR-G8l", "FOR-P7", "FOR-P6")
def test_missile_evasion_is_finesse_half_of_combat_and_shield_less_two():
    def evasion(words, attackers=1, **options):
        return scene("r1 . . . . b0", r1=words, **options).value("missile evasion", "r1", extra=attackers)

    assert evasion("swordsman") == 2 + 1 + 1 - 2
    assert evasion("spearman") == 2 + 1 + 2 - 2
    assert evasion("axeman") == 2 + 1 + 0 - 2
    assert evasion("spearman, wounded") == 1
    assert evasion("archer, wounded") == 0, "never below 0"
    assert evasion("spearman leader") == 3 + 2 + 2 - 2
    assert evasion("guide") == 0
    assert evasion("axeman", rules={"evasion_loss": 0}) == 3


@pytest.mark.rule("FOR-3", "FOR-T10", "FOR-P7")
def test_joint_fire_lowers_missile_evasion_by_one_for_each_further_attacker():
    game = scene("r1 . . . . b0", r1="spearman")
    assert [game.value("missile evasion", "r1", extra=n) for n in (0, 1, 2, 3, 4, 9)] == [3, 3, 2, 1, 0, 0]


@pytest.mark.rule("FOR-3")
def test_only_members_of_formations_count_as_joint_fire():
    drawing = """
    . r1 . . . . . .
    . r0 . . . . b1 .
    . r2 . . . . . .
    . . . . . . . .
    . r3 . . . . . .
    """
    odds = {}
    for formed in (True, False):
        words = {name: "archer" + (", formation 0" if formed else "") for name in ("r1", "r2")}
        results = []
        for seed in range(60):
            game = scene(
                drawing,
                stage="missile",
                seed=seed,
                formations={0: "director r0"} if formed else {},
                r0="archer leader" + (", formation 0" if formed else ""),
                b1="spearman, evading",
                **words,
            )
            game.all_do("aim at target 1", "r0", "r1", "r2")
            results.append(sum(attack for _, _, attack in game.told(SHOT)))
        odds[formed] = results
    assert {one - other for one, other in zip(odds[True], odds[False], strict=True)} == {2 * 3}, "two points for each"


@pytest.mark.rule("FOR-2", "FOR-G8l")
def test_neighbours_shields_in_formation_raise_missile_evasion():
    drawing = ". r1 . .\n. r0 . . . . . . . . . b0\n. r2 . ."
    game = scene(drawing, r0="formation 0", r1="formation 0", r2="formation 0", formations={0: "director r0"})
    assert game.value("missile evasion", "r1", extra=1) == 2 + 1
    assert game.value("missile evasion", "r0", extra=1) == 3 + 2 + 1 - 2 + 2
    loose = scene(drawing)
    assert loose.value("missile evasion", "r1", extra=1) == 2
    small = scene(drawing, r0="formation 0", r1="axeman, formation 0", r2="formation 0", formations={0: "director r0"})
    assert small.value("missile evasion", "r1", extra=1) == 1, "a small shield gains nothing"
    assert small.value("missile evasion", "r0", extra=1) == 4 + 2, "but counts as a neighbour's"


@pytest.mark.rule("FOR-G8j", "FOR-G6g")
def test_missile_evasion_counts_for_everybody_or_else_for_who_evades_from_the_front():
    def attack(words, evasion="evading"):
        rules = {"evasion": evasion} if evasion else {}
        game = scene("r1 . . . . . b1", stage="missile", seed=4, r1="archer", b1=words, rules=rules)
        game.does(r1="aim at target 1")
        return game.told(SHOT)[0][2]

    plain = attack("spearman")
    assert attack("spearman, evading") == plain - 3
    assert attack("spearman, evading, facing east") == plain, "from the rear it does not help"
    assert attack("spearman", "always") == attack("spearman", "") == plain - 3
    assert attack("spearman, facing east", "") == plain - 3


@pytest.mark.rule("FOR-G8a", "FOR-G4b", "FOR-G4c")
def test_a_volley_spends_the_complex_action_first_and_aim_needs_one():
    game = scene(AT_SIX, stage="missile", r1="archer", b1="archer")
    assert {"volley at target 1", "aim at target 1"} <= game.can("r1")
    game.does(r1="volley at target 1")
    assert (game.of("r1", "quick"), game.of("r1", "complex_left")) == (1, 0)
    moved = scene(AT_SIX, stage="missile", r1="archer, no complex action", b1="archer")
    assert "aim at target 1" not in moved.can("r1")
    assert "Quick Action" in moved.why("r1", "aim at target 1")
    moved.does(r1="volley at target 1")
    assert moved.of("r1", "quick") == 0


@pytest.mark.rule("FOR-G8a")
def test_nothing_nearer_than_two_hexes_is_shot_at():
    game = scene("r1 b1 . b2", stage="missile", r1="archer, facing west", b1="guide", b2="guide")
    assert game.can("r1") >= {"volley at target 1"}
    assert "volley at target 2" not in game.can("r1")
    game.does(r1="volley at target 1")
    assert game.told(SHOT)[0][1] == game.index("b2")


@pytest.mark.rule("FOR-G8b")
def test_the_engaged_cannot_shoot_unless_the_enemy_is_dazed():
    drawing = "r1 b1 . . b2"
    game = scene(drawing + "\n. . . . .\nr2 . . . .", stage="missile", r1="archer", r2="archer", b1="facing west")
    assert "engaged" in game.why("r1", "volley at target 1")
    dazed = scene(drawing, stage="missile", r1="archer", b1="dazed")
    assert "volley at target 1" in dazed.can("r1")
    behind = scene(drawing, stage="missile", r1="archer, facing west", b1="facing east")
    assert "volley at target 1" in behind.can("r1")


@pytest.mark.rule("FOR-P11", "FOR-G4c")
def test_a_crossbow_takes_a_complex_action_to_load_again():
    game = scene(AT_SIX + AND_A_MELEE, stage="missile", r1="crossbowman")
    game.does(r1="aim at target 1")
    assert game.of("r1", "loaded") == 0, "the Complex Action went into the aim"
    assert "not loaded" in scene(AT_SIX, stage="missile", r1="crossbowman, unloaded", b1="archer").why(
        "r1", "volley at target 1"
    )
    for order in ("movement first", "missiles first"):
        rules = {"phase_order": order}
        empty = scene(AT_SIX, stage="missile", active="blue", r1="crossbowman, unloaded", b1="archer", rules=rules)
        empty.does()
        assert empty.of("r1", "loaded") == 1, "though nobody had a choice in the passive company's phase"


@pytest.mark.rule("FOR-P11")
def test_the_engaged_do_not_load_but_keep_their_melee_action():
    game = scene("r1 b1 . . . .\nb2 . . . . . .", stage="missile", r1="crossbowman, unloaded", b2="archer")
    game.until("passive melee")
    assert (game.of("r1", "loaded"), game.of("r1", "melee_left")) == (0, 1)


@pytest.mark.rule("FOR-G4e")
def test_a_complex_action_leaves_no_quick_and_no_melee_action():
    game = scene(AT_SIX + AND_A_MELEE, stage="missile", r1="archer").does(r1="aim at target 1")
    assert (game.of("r1", "quick"), game.of("r1", "complex_left"), game.of("r1", "melee_left")) == (0, 0, 0)
    volley = scene(AT_SIX + AND_A_MELEE, stage="missile", r1="archer").does(r1="volley at target 1")
    assert (volley.of("r1", "quick"), volley.of("r1", "melee_left")) == (1, 1), "the Complex Action was converted"
    loaded = scene(AT_SIX + AND_A_MELEE, stage="missile", active="blue", r1="crossbowman, unloaded", b1="archer").does()
    assert (loaded.of("r1", "loaded"), loaded.of("r1", "quick"), loaded.of("r1", "melee_left")) == (1, 0, 0)
    kept = scene(AT_SIX + AND_A_MELEE, stage="missile", r1="archer", rules={"complex_is_all": False}).does(
        r1="aim at target 1"
    )
    assert (kept.of("r1", "quick"), kept.of("r1", "complex_left"), kept.of("r1", "melee_left")) == (1, 0, 1)


@pytest.mark.rule("FOR-A5")
def test_targets_are_counted_by_distance_then_clockwise_from_the_front():
    drawing = """
    . . . . . .
     . . b3 . . .
    . r1 . b1 . .
     . . b2 . . .
    """
    game = scene(drawing, stage="missile", r1="archer", b1="guide", b2="guide", b3="guide")
    order = []
    for k in (1, 2, 3):
        turn = scene(drawing, stage="missile", r1="archer", b1="guide", b2="guide", b3="guide")
        turn.does(r1=f"volley at target {k}")
        order.append(turn.name(turn.told(SHOT)[0][1]))
    assert order == ["b1", "b2", "b3"]
    assert "volley at target 4" not in game.can("r1")
    turned = scene(drawing, stage="missile", r1="archer, facing west", b1="guide", b2="guide", b3="guide")
    turned.does(r1="volley at target 1")
    assert turned.name(turned.told(SHOT)[0][1]) == "b3", "clockwise from west the north-east comes first"


@pytest.mark.rule("FOR-A5")
def test_at_most_six_targets_are_counted():
    game = scene("r1 . . b0 b1 b2 b3 b4 b5 b6 b7", stage="missile", r1="archer")
    assert "volley at target 6" in game.can("r1")
    assert sum(action.startswith("volley") for action in game.can("r1")) == 6


@pytest.mark.rule("FOR-P17")
def test_sight_ends_after_twenty_hexes_and_behind_what_hides():
    def sees(drawing, **options):
        rules = {"longest_shot": 20}
        return "volley at target 1" in scene(drawing, stage="missile", r1="archer", rules=rules, **options).can("r1")

    assert sees("r1 " + ". " * 19 + "b1")
    assert not sees("r1 " + ". " * 20 + "b1")
    assert sees("r1 . * . . b1")
    for hidden in ("* *", "^ .", "# ."):
        game = scene(f"r1 . {hidden} . b1", stage="missile", r1="archer")
        assert game.value("sight", "r1", "b1") == 0
        assert game.value("sight", "b1", "r1") == 0
    assert scene("r1 . # . . b1", stage="missile", r1="archer", under={"r1": "^"}).value("sight", "r1", "b1") == 1
    assert scene("r1 . ^ . . b1", stage="missile", r1="archer", under={"r1": "^"}).value("sight", "r1", "b1") == 0


# Reactions


WALK = """
. r1 . . . . . . b1
. r0 . . . . . .
. r2 . . . . . .
"""


def walks(drawing=WALK, *, active="red", mover=("r0", "r1", "r2"), **soldiers):
    """Let soldiers step ahead, in formation unless said otherwise; return the scene in which others may react."""
    for name in ("r0", "r1", "r2"):
        soldiers.setdefault(name, "formation 0")
    game = scene(drawing, stage="step", active=active, formations={0: "director r0"}, **soldiers)
    return game.all_do("step ahead", *mover)


@pytest.mark.rule("FOR-1", "FOR-G8m", "FOR-G6i")
def test_any_member_of_a_formation_that_moved_can_be_shot_at_the_still_ones_too():
    game = walks(mover=("r1",), b1="archer")
    assert game.stage == "reaction"
    shots = {action for action in game.can("b1") if action.startswith("volley")}
    assert len(shots) == 3
    game.does(b1="volley at target 3")
    assert game.of("b1", "quick") == 0
    alone = walks(mover=("r1",), r0="squad 0", r1="squad 5", r2="squad 6", b1="archer")
    assert len([action for action in alone.can("b1") if action.startswith("volley")]) == 1


@pytest.mark.rule("FOR-1", "FOR-G4b")
def test_each_soldier_reacts_once_a_step_for_a_quick_action():
    game = walks(b1="archer")
    assert "aim at target 1" not in game.can("b1")
    game.does(b1="volley at target 1")
    assert game.of("b1", "quick") == 0
    game.all_do("step ahead", *(name for name in ("r0", "r1", "r2") if "step ahead" in game.can(name)))
    assert game.can("b1") == {"stay"}, "the Quick Action is spent"
    none = walks(b1="archer, quick 0")
    assert none.stage != "reaction"


@pytest.mark.rule("FOR-G6i", "FOR-P19", "FOR-P2")
def test_a_short_move_in_reaction_needs_a_mover_within_two_hexes():
    near = walks(". r1 . . b1\n. r0 . . . .\n. r2 . . . .", b1="facing east")
    assert near.stage == "reaction"
    assert "step back" in near.can("b1")
    near.does(b1="step back")
    assert (near.at("b1"), near.of("b1", "quick"), near.of("b1", "facing")) == ((5, 0), 0, 0)
    far = walks(". r1 . . . b1\n. r0 . . . .\n. r2 . . . .")
    assert far.stage == "step"
    wide = walks(". r1 . . . b1\n. r0 . . . .\n. r2 . . . .", rules={"reaction_reach": 3})
    assert wide.stage == "reaction"


@pytest.mark.rule("FOR-1", "FOR-12")
def test_harm_from_a_reaction_counts_before_the_next_step():
    for seed in range(200):
        game = walks(b1="archer", seed=seed)
        game.does(b1="volley at target 1")
        name = "r1"
        if game.fate(name) == "in the field" and game.of(name, "dazed"):
            assert game.stage == "step"
            assert game.can(name) == {"stay"}
            return
    pytest.fail("nobody was Dazed in 200 games")


@pytest.mark.rule("FOR-G6i")
def test_nobody_reacts_to_those_who_stayed():
    game = walks(mover=("r1",), r0="squad 0", r1="squad 5", r2="squad 6", b1="archer, quick 1")
    game.does()
    assert game.stage != "reaction"


@pytest.mark.rule("FOR-G6i", "FOR-1")
def test_nobody_reacts_to_those_who_only_turned():
    lone = scene("r1 . . . . . b1", stage="step", r1="squad 5", b1="archer").does(r1="face left")
    assert lone.stage != "reaction"
    words = {"r1": "formation 0", "r2": "formation 0", "b1": "archer"}
    line = scene("r1 . . . . . b1\nr2 . .", stage="step", formations={0: "director r1"}, **words)
    assert line.does(r1="face left").stage != "reaction"
    assert line.does(r1="step ahead").stage == "reaction"
    assert len(line.can("b1") & {"volley at target 1", "volley at target 2"}) == 2, "the whole formation"


@pytest.mark.rule("FOR-P11", "FOR-G4c")
def test_the_dazed_do_not_load():
    game = scene(AT_SIX + AND_A_MELEE, stage="missile", active="blue", r1="crossbowman, unloaded, dazed", b1="archer")
    assert game.does().of("r1", "loaded") == 0


@pytest.mark.rule("FOR-P21")
def test_who_shoots_from_hiding_is_discovered():
    game = scene("r1 . . . . . b1", stage="missile", active="blue", b1="archer, hidden", rules={"hidden_until": 1})
    assert game.of("b1", "hidden")
    assert game.can("r1") == {"stay"}
    game.does(b1="volley at target 1")
    assert not game.of("b1", "hidden")


@pytest.mark.rule("FOR-P21")
@pytest.mark.parametrize(("gap", "hidden"), [(3, False), (4, True)])
def test_who_hides_is_discovered_by_enemies_within_three_hexes(gap, hidden):
    game = scene("r1 " + ". " * gap + "b1", stage="step", b1="hidden", r1="squad 5")
    game.does(r1="step ahead")
    assert bool(game.of("b1", "hidden")) == hidden


@pytest.mark.rule("FOR-P21")
def test_the_hidden_cannot_be_shot_at_and_control_nothing():
    game = scene("r1 . . . . b1 . b2", stage="missile", r1="archer", b1="hidden", b2="guide")
    game.does(r1="volley at target 1")
    assert game.name(game.told(SHOT)[0][1]) == "b2"
    assert not game.s["zone"][1].any()
