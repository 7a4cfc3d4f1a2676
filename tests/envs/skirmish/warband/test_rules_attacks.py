"""Tests, attacks, targets, Impact and wounds."""

import pytest

from swarmzoo.envs.skirmish.warband import events
from tests.envs.skirmish.warband.scenes import ANY, NO_ONE, scene

DUEL = "r0 b0"
BOW = {"ranged": "longbow"}
ELEVATIONS = [
    *(("place", "00", 4), ("place", "10", 3), ("place", "11", 3), ("place", "12", 3), ("place", "01", 4)),
    *(("above_target", "10", 3), ("above_target", "11", 4), ("above_target", "12", 4)),
]


@pytest.mark.rule("WAR-G1", "WAR-7", "WAR-T3")
def test_every_attack_die_above_the_mallet_of_the_enemy_hits():
    duel = scene(DUEL, b0={"mallet": 4}, current="r0").does("strike at b0", [4, 5, 6, 6, 6])
    assert duel.hits == [2]


@pytest.mark.rule("WAR-G1", "WAR-7", "WAR-T1", "WAR-T2")
def test_a_shot_tests_key_and_moving_costs_a_point():
    far = "r0 . . . . . . . b0"
    still = scene(far, r0={"ranged": "longbow"}, current="r0").does("shoot at b0", [3, 4, 5])
    assert still.hits == [2]
    moved = scene(far, r0={"ranged": "longbow"}, current="r0", head="moved: 1").does("shoot at b0", [4, 5, 6])
    assert moved.hits == [2]


@pytest.mark.rule("WAR-8", "WAR-T10")
def test_the_unarmed_have_two_dice_and_need_a_six_against_three():
    duel = scene(DUEL, r0={"melee": "none"}, current="r0").does("strike at b0", [5, 6])
    assert duel.hits == [1]


@pytest.mark.rule("WAR-G1", "WAR-T12")
@pytest.mark.parametrize(("second", "hits"), [(3, 1), (2, 0)])
def test_a_six_against_seven_is_confirmed_against_two(second, hits):
    duel = scene(DUEL, r0={"mallet": 1}, b0={"mallet": 7}, current="r0").does("strike at b0", [6, second])
    assert duel.hits == [hits]


@pytest.mark.rule("WAR-G1", "WAR-T11", "WAR-T12")
@pytest.mark.parametrize(
    ("runes", "dice", "works"), [(3, [3], True), (3, [4], False), (6, [6, 1], True), (6, [6, 2], False)]
)
def test_an_own_test_passes_at_the_attribute_and_a_six_is_confirmed(runes, dice, works):
    magic = scene("r0 . r1", r0={"runes": runes, "scrolls": ["ward"]}, current="r0").does("cast ward on r1", dice)
    assert bool(magic.of("r1", "ward")) == works


@pytest.mark.rule("WAR-G1")
def test_modifiers_count_four_at_most():
    rules = {"near_bonus": 4, "height_bonus": 4}
    high = scene("r0 . . b0", under=".1 . . .", r0=BOW, b0={"key": 5}, current="r0", rules=rules)
    assert high.does("shoot at b0", [1, 1, 2]).hits == [1]


@pytest.mark.rule("WAR-10", "WAR-T9")
def test_modifiers_of_a_shot_add_up():
    shot = scene(
        "r0 . . . . b0",
        under=".1 . . . . *",
        r0=BOW,
        b0={"key": 5},
        says={"r0": "aims at blue b0 2"},
        current="r0",
    )
    assert shot.does("shoot at b0", [2, 3, 2]).hits == [1]  # +2 aim, +1 near, +1 height, -1 soft cover: 3 is enough


@pytest.mark.rule("WAR-10")
@pytest.mark.parametrize(("elevated", "heights", "needed"), ELEVATIONS)
def test_elevated_is_an_elevated_place_or_by_the_other_reading_one_above_the_target(elevated, heights, needed):
    under = f".{heights[0]} .{heights[0]} . . . . . . .{heights[1]}".replace("0", "")
    for die in (needed - 1, needed):
        shot = scene("r0 . . . . . . . b0", under=under, r0=BOW, current="r0", rules={"elevated": elevated})
        assert shot.does("shoot at b0", [die, 1, 1]).hits == [die == needed]


@pytest.mark.rule("WAR-10")
@pytest.mark.parametrize(("ground", "needed"), [(".", 4), ("*", 5), ("#", 6)])
def test_cover_costs_one_or_two(ground, needed):
    for die in (needed - 1, needed):
        shot = scene("r0 . . . . . . b0", under=f". . . . . . . {ground}", r0=BOW, current="r0")
        assert shot.does("shoot at b0", [die, 1, 1]).hits == [die == needed]


@pytest.mark.rule("WAR-10")
def test_beyond_twenty_four_hexes_a_shot_loses_a_point():
    wide = {"columns": 40}
    for column, needed in ((24, 4), (25, 5)):
        row = " ".join(["r0", *["."] * (column - 1), "b0"])
        for die in (needed - 1, needed):
            shot = scene(row, r0=BOW, current="r0", config=wide)
            assert shot.does("shoot at b0", [die, 1, 1]).hits == [die == needed]


@pytest.mark.rule("WAR-9")
def test_the_closest_is_shot_at_without_a_test():
    shot = scene("r0 . . b0 . . b1", r0=BOW, current="r0").does("shoot at b0", [6, 6, 6])
    assert shot.hits == [3] and not shot.told(events.RUNES_FAILED)


@pytest.mark.rule("WAR-9", "WAR-P5")
def test_another_one_needs_a_test_of_runes_and_failing_shoots_at_the_closest():
    def shoot(die):
        return scene("r0 . . b0 . . b1", r0=BOW, current="r0").does("shoot at b1", [die, 6, 6, 6])

    good, bad = shoot(3), shoot(4)
    assert good.told(events.ATTACKED)[0][1] == good.index("b1")
    assert bad.told(events.ATTACKED)[0][1] == bad.index("b0")
    assert bad.s["points"] == 1  # the test costs nothing, the attack does


@pytest.mark.rule("WAR-9")
def test_the_closest_not_in_cover_may_be_chosen_if_the_closest_is_in_cover():
    covered = scene("r0 . . b0\n. . . .\n. . . . . b1", under=". . . *", r0=BOW, current="r0")
    covered.does("shoot at b1", [6, 6, 6])
    assert covered.hits == [3] and covered.told(events.ATTACKED)[0][1] == covered.index("b1")


@pytest.mark.rule("WAR-9")
def test_when_all_closest_are_in_cover_a_farther_one_in_cover_needs_the_test():
    shot = scene("r0 . . b0\n. . . .\n. . . . . b1", under=". . . *\n.\n. . . . . *", r0=BOW, current="r0")
    shot.does("shoot at b1", [5, 6, 6, 6])
    assert shot.told(events.RUNES_FAILED) and shot.told(events.ATTACKED)[0][1] == shot.index("b0")


@pytest.mark.rule("WAR-9")
def test_of_two_equally_close_enemies_either_is_shot_at_freely():
    for target in ("b0", "b1"):
        shot = scene("r0 . . b0\n. . . .\n. . b1 .", r0=BOW, current="r0")
        assert shot.does(f"shoot at {target}", [6, 6, 6]).told(events.ATTACKED)[0][1] == shot.index(target)


@pytest.mark.rule("WAR-9")
def test_nobody_is_shot_at_out_of_range_or_out_of_sight():
    assert scene("r0 . . . . . . . . b0", r0={"ranged": "thrown"}, current="r0").why("shoot at b0") == (
        "the target is out of range"
    )
    hidden = scene("r0 . X b0\n. . X .", r0=BOW, current="r0")
    assert hidden.why("shoot at b0") == "the target is out of sight"


@pytest.mark.rule("WAR-11")
def test_a_strike_reaches_one_hex_and_a_spear_two():
    assert scene("r0 . b0", current="r0").why("strike at b0") == "the target is out of range"
    assert scene("r0 . b0", r0={"melee": "spear"}, current="r0").can("strike at b0")


@pytest.mark.rule("WAR-12", "WAR-T4")
def test_shield_is_tested_for_each_impact():
    duel = scene(DUEL, b0={"armour": "medium", "mallet": 0}, current="r0").does("strike at b0", [1, 1, 1, 3, 2, 5])
    assert duel.hits == [3] and duel.lost == [2] and duel.of("b0", "star") == 3


@pytest.mark.rule("WAR-12", "WAR-T5")
def test_a_one_on_the_evasion_die_removes_all_impact():
    duel = scene(DUEL, b0={"mallet": 0}, current="r0").does("strike at b0", [2, 2, 2, 1])
    assert duel.hits == [3] and duel.lost == [0] and duel.of("b0", "star") == 5


@pytest.mark.rule("WAR-12", "WAR-P10")
@pytest.mark.parametrize("evasion", [1, 5])
def test_a_test_of_shield_uses_an_order_up_whatever_the_evasion_die_shows(evasion):
    duel = scene(DUEL, says={"b0": "order 2"}, current="r0").does("strike at b0", [4, 1, 1, evasion])
    assert duel.lost == [evasion > 1] and duel.of("b0", "order") == 0


@pytest.mark.rule("WAR-14", "WAR-16")
def test_who_is_stunned_keeps_its_aim():
    says = {"b0": "star 1, aims at red r0 2, bloodied before"}
    duel = scene(DUEL, b0=BOW, says=says, current="r0").does("strike at b0", [4, 1, 1, 6, 6])
    assert duel.of("b0", "stunned") == 1 and duel.of("b0", "aim_at") == 0 and duel.of("b0", "aim") == 2


@pytest.mark.rule("WAR-14", "WAR-T6")
def test_excess_impact_adds_dice_and_the_lowest_counts():
    duel = scene(DUEL, r0={"mallet": 5}, b0={"mallet": 0, "star": 3}, current="r0")
    duel.does("strike at b0", [ANY] * 5 + [NO_ONE] * 5 + [5, 2, 6])
    assert duel.lost == [5] and duel.fate("b0") == "out of action"


@pytest.mark.rule("WAR-14", "WAR-T7")
@pytest.mark.parametrize(
    ("die", "fate"), [(1, "dead"), (2, "out of action"), (3, "out of action"), (4, "in the field"), (6, "in the field")]
)
def test_at_no_star_one_die_decides(die, fate):
    duel = scene("r0 b0 . . . . . . . . b1", b0={"mallet": 0, "star": 3}, current="r0")
    duel.does("strike at b0", [ANY] * 3 + [NO_ONE] * 3 + [die])
    assert duel.fate("b0") == fate and bool(duel.of("b0", "stunned")) == (die > 3)
    assert duel.s["loot"].sum() == (die == 1)


@pytest.mark.rule("WAR-P8")
def test_who_is_at_no_star_takes_all_impact_in_excess():
    duel = scene(
        "r0 b0 . . . . . . . b1", b0={"mallet": 0}, says={"b0": "star 0, stunned, bloodied before"}, current="r0"
    )
    duel.does("strike at b0", [ANY] * 3 + [NO_ONE] * 3 + [6, 5, 4, 2])
    assert duel.fate("b0") == "out of action"


@pytest.mark.rule("WAR-13", "WAR-P4", "WAR-T8")
@pytest.mark.parametrize(("star", "bloodied"), [(4, False), (3, True)])
def test_half_of_the_star_is_bloodied(star, bloodied):
    view = scene("r0 . . . . . . . . b0", b0={"star": 7}, says={"b0": f"star {star}"}, current="r0")
    assert ("Bloodied" in view.game.words.text(view.table.states).split("blue b0")[1].splitlines()[0]) == bloodied


@pytest.mark.rule("WAR-G4")
def test_a_power_attack_loses_a_point_and_adds_half_the_mallet():
    duel = scene(DUEL, r0={"mallet": 4, "traits": ["power_attack"]}, b0={"star": 20}, current="r0")
    duel.does("strike at b0 with a Power Attack", [4, 5, 1, 1, 6, 6, 6])
    assert duel.hits == [1] and duel.lost == [3]


@pytest.mark.rule("WAR-G4")
def test_penetrating_strikes_cancel_a_shield_test():
    duel = scene(DUEL, r0={"traits": ["penetrating_strikes"]}, b0={"armour": "heavy", "shield": True}, current="r0")
    duel.does("strike at b0", [5, 5, 1, 2, 2])
    assert duel.hits == [2] and duel.lost == [1]


@pytest.mark.rule("WAR-G4")
def test_battle_resolve_adds_star_and_regains_some():
    duel = scene(DUEL, r0={"traits": ["battle_resolve"]}, says={"r0": "star 5"}, current="r0")
    assert duel.game.rules[0]["own_star"][0] == 7
    assert duel.does("strike at b0", [5, 1, 1, 6]).of("r0", "star") == 6


@pytest.mark.rule("WAR-G4")
def test_battle_resolve_asks_for_impact_dealt_not_for_star_lost():
    warded = scene(DUEL, r0={"traits": ["battle_resolve"]}, says={"r0": "star 5"}, current="r0")
    warded.does("strike at b0", [4, 1, 1, 1])
    assert warded.hits == [1] and warded.lost == [0] and warded.of("r0", "star") == 6
    missed = scene(DUEL, r0={"traits": ["battle_resolve"]}, says={"r0": "star 5"}, current="r0")
    assert missed.does("strike at b0", [3, 3, 3]).of("r0", "star") == 5


@pytest.mark.rule("WAR-G4")
def test_an_agile_combatant_strikes_at_two_hexes():
    assert scene("r0 . b0", r0={"traits": ["agile_combatant"]}, current="r0").can("strike at b0")


@pytest.mark.rule("WAR-G4")
def test_a_taunt_gives_a_die_against_the_one_and_takes_one_against_others():
    jeer = scene("r0 . . b0", r0={"traits": ["taunt"]}, current="r0")
    assert jeer.does("taunt b0", [3]).of("b0", "taunted_by") == -1
    jeer = scene("r0 . . b0", r0={"traits": ["taunt"]}, current="r0").does("taunt b0", [4])
    assert jeer.of("b0", "taunted_by") == 0
    drawn = "r0 b0\nr1"
    for target, dice in (("r0", 4), ("r1", 2)):
        foe = scene(drawn, says={"b0": "taunted by red r0"}, current="b0", head="actor: blue")
        foe.does(f"strike at {target}", [6] * dice + [1])
        assert foe.hits == [dice]


@pytest.mark.rule("WAR-G4")
@pytest.mark.parametrize(("fate", "dice"), [("dead", 3), ("out of action", 3), ("fled", 3), ("at 9 9", 2)])
def test_a_taunter_who_has_left_the_field_takes_no_die(fate, dice):
    says = {"b0": "taunted by red r1", "r1": fate}
    foe = scene(DUEL, says=says, current="b0", head="actor: blue").does("strike at r0", [6] * dice + [1])
    assert foe.hits == [dice]


@pytest.mark.rule("WAR-16")
def test_aiming_gains_one_or_two_and_is_used_up():
    far = "r0 . . . . . . . b0"
    aimed = scene(far, r0=BOW, b0={"key": 5}, current="r0").does("aim at b0")
    assert aimed.does("shoot at b0", [5, 4, 4, 6]).hits == [1]
    assert aimed.of("r0", "aim") == 0
    both = scene(far, r0=BOW, current="r0").does("aim at b0 with two action points")
    assert both.of("r0", "aim") == 2


@pytest.mark.rule("WAR-16")
def test_aiming_at_another_one_than_the_closest_needs_the_test_of_runes():
    aimed = scene("r0 . . b0 . . b1", r0=BOW, current="r0").does("aim at b1", [4])
    assert aimed.of("r0", "aim_at") == aimed.index("b0")


@pytest.mark.rule("WAR-P1")
def test_a_crossbow_must_be_loaded_again():
    bow = scene("r0 . . . . b0", r0={"ranged": "crossbow"}, b0={"star": 30}, current="r0").does(
        "shoot at b0", [1, 1, 1]
    )
    assert bow.why("shoot at b0") == "the weapon must be loaded again first"
    again = bow.does("load the weapon again")
    assert again.of("r0", "loaded") == 1


@pytest.mark.rule("WAR-P1", "WAR-P2", "WAR-G2", "WAR-G3", "WAR-G6")
def test_class_and_gear_make_the_sheet():
    made = scene(
        "r0 r1 r2 . . . b0",
        r0={"kind": "fighter", "armour": "heavy", "shield": True},
        r1={"kind": "sage", "melee": "two_handed"},
        r2={"kind": "skald", "melee": "dagger", "armour": "light"},
    ).game.rules[0]
    assert made["own_star"][:3].tolist() == [6, 4, 5]
    assert made["own_shield"][:3].tolist() == [5, 0, 1]
    assert made["own_boots"][:3].tolist() == [4, 6, 6]
    assert made["own_melee_dice"][:3].tolist() == [0, 1, 2]
    assert made["own_melee_from_mallet"][:3].tolist() == [1, 1, 0]


@pytest.mark.rule("WAR-17", "WAR-P6")
@pytest.mark.parametrize(("ground", "says", "needed"), [(".", "prone", 5), ("*", "in taken cover", 6), ("#", "", 6)])
def test_taken_cover_costs_more(ground, says, needed):
    for die in (needed - 1, needed):
        shot = scene("r0 . . . . . . b0", under=f". . . . . . . {ground}", r0=BOW, says={"b0": says}, current="r0")
        assert shot.does("shoot at b0", [die, 1, 1]).hits == [die == needed]


@pytest.mark.rule("WAR-17", "WAR-P6")
def test_heavy_cover_taken_costs_four_and_melee_ignores_it():
    shot = scene(
        "r0 . . . . . . b0", under=". . . . . . . #", r0=BOW, b0={"key": 1}, says={"b0": "in taken cover"}, current="r0"
    )
    assert shot.does("shoot at b0", [5, 6, 6]).hits == [2]
    duel = scene(DUEL, under=". #", says={"b0": "in taken cover"}, current="r0").does("strike at b0", [4, 4, 4])
    assert duel.hits == [3]
