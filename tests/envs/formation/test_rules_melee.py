"""Melee: attack and defence, reach, spear walls, the order of strikes, manoeuvres. [chapter Melee]"""

import numpy as np
import pytest

from swarmzoo.envs.formation.bodies import FLANK, FRONT, REAR
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.dice import HARM, HIT
from swarmzoo.envs.formation.events import OPPORTUNITY
from swarmzoo.envs.formation.melee import BEST_STAGE, OTHER_STAGE, WALL_STAGE
from tests.envs.formation.duels import APART, CLOSE, STAYS_DAZED, Roll, at_rolls, blow, blows, changed, least_roll
from tests.envs.formation.scenes import scene

AROUND = """
. . r2 r3 .
 . r1 b1 r4
. . r6 r5 .
"""
FAR_AROUND = """
.  .  r2 r3 r4
 . r1 .  .  r5
. r0  .  b1 .  r6
 . b5 .  .  r7
.  .  b4 b3 b2
"""
SURE_TO_MISS = changed("weapons", axe={"attack": -5}) | {"explosions": 0}
NO_SHIELDS = changed("roles", **{role: {"shield": "none"} for role in ("swordsman", "spearman", "axeman")})


def attack(drawing=CLOSE, a="r1", b="b1", **words):
    return scene(drawing, stage="melee", **words).value("attack", a, b)


def defense(words="", drawing=CLOSE, with_weapon=True, **more):
    what = "melee defense" if with_weapon else "melee defense without weapon"
    return scene(drawing, stage="melee", b1=words, **more).value(what, "b1")


# What soldiers are worth


@pytest.mark.rule("FOR-G2a", "FOR-P13")
@pytest.mark.parametrize("virtue", ["vigor", "finesse", "sagacity", "morale", "skill", "level"])
def test_soldiers_have_two_in_all_virtues_and_leaders_three_and_level_five(virtue):
    numbers = scene(CLOSE).r[f"kind_{virtue}"][: 2 * len(ROLES)]
    assert (numbers[0::2] == 2).all()
    assert (numbers[1::2] == (5 if virtue == "level" else 3)).all()


@pytest.mark.rule("FOR-G2a", "FOR-P13")
@pytest.mark.parametrize("virtue", ["vigor", "finesse", "sagacity", "morale", "skill", "level"])
def test_virtues_follow_the_configuration(virtue):
    numbers = scene(CLOSE, rules={"soldier": {virtue: 6}}).r[f"kind_{virtue}"][: 2 * len(ROLES)]
    assert (numbers[0::2] == 6).all()
    assert (numbers[1::2] < 6).all()


@pytest.mark.rule("FOR-G2b")
@pytest.mark.parametrize(("combat", "soldier", "leader"), [("primary", 3, 5), ("secondary", 1, 2), ("none", 0, 0)])
def test_combat_is_the_level_or_half_of_it_rounded_down(combat, soldier, leader):
    rules = changed("roles", guide={"shield": "small", "combat": combat}) | {"soldier": {"level": 3}}
    assert defense("guide", rules=rules) == 2 + soldier + 1
    assert defense("guide leader", rules=rules) == 3 + leader + 1


@pytest.mark.rule("FOR-P11")
@pytest.mark.parametrize(
    ("role", "reach", "damage", "attack", "defence"),
    [("swordsman", 1, 3, 1, 1), ("spearman", 2, 3, 0, 1), ("axeman", 1, 4, 0, 0), ("guide", 0, 0, 0, 0)],
)
def test_melee_weapons_have_the_listed_numbers(role, reach, damage, attack, defence):
    r, kind = scene(CLOSE).r, 2 * ROLES.index(role)
    numbers = [int(r[f"kind_{name}"][kind]) for name in ("reach", "damage", "attack", "defence")]
    assert numbers == [reach, damage, attack, defence]


@pytest.mark.rule("FOR-P11")
@pytest.mark.parametrize(("role", "damage", "increment", "slow"), [("archer", 3, 10, 0), ("crossbowman", 5, 12, 1)])
def test_missile_weapons_have_the_listed_numbers(role, damage, increment, slow):
    r, kind = scene(CLOSE).r, 2 * ROLES.index(role)
    assert [int(r[f"kind_bow_{name}"][kind]) for name in ("damage", "increment", "reload")] == [damage, increment, slow]


@pytest.mark.rule("FOR-P11")
@pytest.mark.parametrize(("kind", "points"), [("none", 0), ("leather", 1), ("mail", 2), ("plate", 3)])
def test_armour_and_helmets_protect_with_the_listed_numbers(kind, points):
    armour = scene(CLOSE, rules=changed("roles", swordsman={"armour": kind, "helmet": "none"}))
    helmet = scene(CLOSE, rules=changed("roles", swordsman={"armour": "none", "helmet": kind}))
    assert (armour.value("protection", "b1", extra=1), armour.value("protection", "b1", extra=4)) == (2 + points, 2)
    assert (helmet.value("protection", "b1", extra=1), helmet.value("protection", "b1", extra=4)) == (2, 2 + points)


@pytest.mark.rule("FOR-P13")
def test_soldiers_who_fight_hand_to_hand_wear_mail():
    game = scene(CLOSE)
    for role in ("swordsman", "spearman", "axeman"):
        assert game.r["kind_armour"][2 * ROLES.index(role)] == game.r["kind_helmet"][2 * ROLES.index(role)] == 2


# Facing


@pytest.mark.rule("FOR-P12")
def test_three_hexes_are_the_front_two_the_flanks_and_one_the_rear():
    game = scene(AROUND)
    seen = [game.value("side", "b1", name) for name in ("r1", "r2", "r3", "r4", "r5", "r6")]
    assert seen == [FRONT, FRONT, FLANK, REAR, FLANK, FRONT]


@pytest.mark.rule("FOR-P12")
@pytest.mark.parametrize(
    ("facing", "front"),
    [
        ("east", {"r3", "r4", "r5"}),
        ("south-east", {"r4", "r5", "r6"}),
        ("south-west", {"r5", "r6", "r1"}),
        ("west", {"r6", "r1", "r2"}),
        ("north-west", {"r1", "r2", "r3"}),
        ("north-east", {"r2", "r3", "r4"}),
    ],
)
def test_the_front_turns_with_the_soldier(facing, front):
    game = scene(AROUND, b1=f"facing {facing}")
    names = {"r1", "r2", "r3", "r4", "r5", "r6"}
    assert {name for name in names if game.value("side", "b1", name) == FRONT} == front


@pytest.mark.rule("FOR-P12")
def test_at_two_hexes_five_are_the_front_four_the_flanks_and_three_the_rear():
    game = scene(FAR_AROUND)
    sides = {name: game.value("side", "b1", name) for name in (*(f"r{k}" for k in range(8)), "b2", "b3", "b4", "b5")}
    assert {name for name, side in sides.items() if side == FRONT} == {"r0", "r1", "r2", "b4", "b5"}
    assert {name for name, side in sides.items() if side == FLANK} == {"r3", "r4", "b2", "b3"}
    assert {name for name, side in sides.items() if side == REAR} == {"r5", "r6", "r7"}


def zone(game, company=0):
    """Return the places that a company controls."""
    field = game.game.words._plan.field
    return {field.place(int(cell)) for cell in np.flatnonzero(game.s["zone"][company] > 0)}


RED_ALONE = """
. . . . . .
 . . . . .
. . r1 . .
 . . . . .
. . . . . . . . . b1
"""
NEXT = {(3, 2), (2, 1), (2, 3)}
BEYOND = {(4, 2), (3, 1), (3, 3), (3, 0), (3, 4)}


@pytest.mark.rule("FOR-P12")
def test_the_zone_of_control_is_the_front_within_reach():
    assert zone(scene(RED_ALONE)) == NEXT
    assert zone(scene(RED_ALONE, r1="spearman")) == NEXT | BEYOND
    assert zone(scene(RED_ALONE, r1="guide")) == set()
    assert zone(scene(RED_ALONE, r1="facing west")) == {(1, 2), (1, 1), (1, 3)}


@pytest.mark.rule("FOR-P12")
@pytest.mark.parametrize("status", ["dazed", "panicked", "hidden"])
def test_who_is_dazed_panicked_or_hidden_controls_nothing(status):
    assert zone(scene(RED_ALONE, r1=f"spearman, {status}")) == set()
    assert zone(scene(RED_ALONE, r1="spearman, berserk")) == NEXT | BEYOND


@pytest.mark.rule("FOR-P12")
def test_the_zone_turns_with_the_soldier_and_goes_with_it():
    game = scene(RED_ALONE, stage="step", r1="spearman")
    game.does(r1="face right")
    assert zone(game) == zone(scene(RED_ALONE, r1="spearman, facing south-east"))
    game = scene(RED_ALONE, stage="step", r1="spearman").does(r1="step ahead")
    assert zone(game) == {(column + 1, row) for column, row in NEXT | BEYOND}


# Attack


@pytest.mark.rule("FOR-G7a")
def test_an_attack_is_vigor_weapon_skill_and_the_weapon():
    assert attack() == 2 + 2 + 1
    assert attack(r1="swordsman leader") == 3 + 3 + 1
    assert attack(rules=NO_SHIELDS, r1="axeman") == 2 + 2 + 0
    assert attack(APART, rules=NO_SHIELDS, r1="spearman") == 2 + 2 + 0


@pytest.mark.rule("FOR-G7a")
def test_vigor_skill_and_weapon_each_add_to_an_attack():
    assert attack(rules={"soldier": {"vigor": 5}}) == 5 + 2 + 1
    assert attack(rules={"soldier": {"skill": 7}}) == 2 + 7 + 1
    assert attack(rules=changed("weapons", sword={"attack": -3})) == 2 + 2 - 3
    assert attack(rules={"soldier": {"finesse": 6, "morale": 6, "sagacity": 6, "level": 9}}) == 5


@pytest.mark.rule("FOR-G7a", "FOR-G1c")
def test_a_strike_hits_when_dice_and_attack_exceed_the_defence():
    assert least_roll() == 1
    assert least_roll(r1="swordsman leader") == -1
    assert least_roll(b1="swordsman leader") == 3
    assert least_roll(rules=changed("weapons", sword={"attack": 3})) == -1


@pytest.mark.rule("FOR-G7b")
def test_an_attack_at_a_flank_has_one_more_and_from_the_rear_three():
    values = [attack(AROUND, name) for name in ("r1", "r2", "r3", "r4", "r5", "r6")]
    assert values == [5, 5, 6, 8, 6, 5]


@pytest.mark.rule("FOR-G7b")
def test_flank_and_rear_count_at_two_hexes_too():
    front, flank, rear = (attack(FAR_AROUND, name, **{name: "spearman"}) for name in ("r2", "r3", "r5"))
    assert (front, flank, rear) == (3, 4, 6)


@pytest.mark.rule("FOR-G7b")
def test_flank_and_rear_follow_the_configuration():
    rules = {"flank_bonus": 4, "rear_bonus": 9}
    assert [attack(AROUND, name, rules=rules) for name in ("r1", "r3", "r4")] == [5, 9, 14]


@pytest.mark.rule("FOR-G7b")
@pytest.mark.parametrize(("facing", "least"), [("west", 1), ("south-west", 1), ("south-east", 0), ("east", -2)])
def test_a_strike_counts_the_side_on_which_it_lands(facing, least):
    assert least_roll(b1=f"facing {facing}") == least


@pytest.mark.rule("FOR-G7c")
@pytest.mark.parametrize("earlier", [0, 1, 2, 5])
def test_an_attack_has_one_more_for_each_on_the_same_target_before_it(earlier):
    assert attack(b1=f"struck {earlier}") == 5 + earlier
    assert attack(b1=f"struck {earlier}", rules={"crowd_bonus": 3}) == 5 + 3 * earlier
    assert attack(r1=f"struck {earlier}") == 5


TWO_ON_ONE = """
. . r2 . .
 . . b1 . .
. . r1 . .
"""
ON_ONE = {"r1": "facing north-east", "r2": "axeman, target b1, facing south-east"}
MIRRORED = """
. . r1 . .
 . . b1 . .
. . r2 . .
"""
MIRRORED_ON_ONE = {"r1": "facing south-east", "r2": "axeman, target b1, facing north-east"}


@pytest.mark.rule("FOR-G7c")
def test_of_strikes_at_once_those_clockwise_from_the_targets_front_come_first():
    assert least_roll(TWO_ON_ONE, rules=SURE_TO_MISS, **ON_ONE) == 0
    assert least_roll(MIRRORED, rules=SURE_TO_MISS, **MIRRORED_ON_ONE) == 1


@pytest.mark.rule("FOR-G7c")
def test_how_soldiers_are_numbered_does_not_change_whose_strike_comes_first():
    for drawing, words, least in ((TWO_ON_ONE, ON_ONE, 0), (MIRRORED, MIRRORED_ON_ONE, 1)):
        other = {"r5": words["r1"], "r2": words["r2"]}
        assert least_roll(drawing.replace("r1", "r5"), "r5", rules=SURE_TO_MISS, **other) == least


@pytest.mark.rule("FOR-G7c")
def test_the_nearest_of_those_who_strike_at_once_comes_first():
    drawing = """
    . . . . . .
     . r1 . b1 .
    . . . r2 . .
    """
    words = {"r1": "spearman", "r2": "axeman, facing north-east"}
    alone = least_roll(drawing, rules=SURE_TO_MISS, **words)
    words["r2"] += ", target b1"
    assert least_roll(drawing, rules=SURE_TO_MISS, **words) == alone - 1


@pytest.mark.rule("FOR-G7c")
def test_attacks_of_an_earlier_turn_do_not_count():
    game = scene(CLOSE, stage="passive melee", b1="struck 3, target r1", r1="struck 2", rules={"recovery": 10})
    game.does()
    assert (game.of("b1", "struck"), game.of("r1", "struck")) == (3, 3)
    game.until("orders")
    assert (game.of("b1", "struck"), game.of("r1", "struck")) == (0, 0)


@pytest.mark.rule("FOR-G7c", "FOR-G6e")
def test_an_attack_of_opportunity_is_one_of_the_attacks_on_its_target():
    game = scene(CLOSE, stage="step", r1="points 3").does(r1="step back")
    assert game.told(OPPORTUNITY)
    assert game.of("r1", "struck") == 1


@pytest.mark.rule("FOR-G7d")
def test_the_berserk_attack_with_one_more():
    assert attack(r1="berserk") == 6
    assert attack(r1="berserk", rules={"berserk_attack": 4}) == 9
    assert attack(b1="berserk") == 5


@pytest.mark.rule("FOR-G7e")
@pytest.mark.parametrize("encumbered", [False, True])
def test_who_is_wounded_or_encumbered_or_both_attacks_and_defends_with_one_less(encumbered):
    rules = changed("roles", swordsman={"encumbered": encumbered})
    assert attack(rules=rules) == defense(rules=rules) == 5 - encumbered
    assert attack(rules=rules, r1="wounded") == defense("wounded", rules=rules) == 4
    assert attack(rules=rules, b1="wounded") == 5 - encumbered
    assert attack(rules=rules | {"wounded_loss": 3}, r1="wounded") == 2
    assert defense("wounded", rules=rules | {"wounded_loss": 3}) == 2


@pytest.mark.rule("FOR-G7e")
def test_wounds_count_on_both_sides_of_a_strike():
    assert least_roll(r1="wounded") == 2
    assert least_roll(b1="wounded") == 0
    assert least_roll(r1="wounded", b1="wounded") == 1


@pytest.mark.rule("FOR-G7f")
def test_a_weapon_that_is_too_long_attacks_with_one_less():
    assert attack(CLOSE, r1="spearman") == attack(APART, r1="spearman") - 1
    assert attack(CLOSE, r1="spearman", rules={"too_long": 4}) == attack(APART, r1="spearman") - 4
    assert attack(CLOSE, rules={"too_long": 4}) == 5


@pytest.mark.rule("FOR-G7g")
def test_a_weapon_that_is_one_hex_too_short_attacks_with_two_less():
    assert attack(APART) == attack(CLOSE) - 2
    assert attack(APART, rules={"too_short": 5}) == attack(CLOSE) - 5
    assert attack(APART, r1="spearman") == attack(APART, r1="spearman", rules={"too_short": 5})


FARTHER = """
. . . . . . .
 . . r1 . . b1
. . . . . . .
"""
FARTHEST = """
. . . . . . .
 . . r1 . . . b1
. . . . . . .
"""


@pytest.mark.rule("FOR-G7g")
def test_no_weapon_reaches_more_than_one_hex_too_far():
    for role, drawing in (("swordsman", APART), ("spearman", FARTHER)):
        assert "strike target 1" in scene(drawing, stage="melee", r1=role).can("r1")
    for role, drawing in (("swordsman", FARTHER), ("spearman", FARTHEST), ("guide", CLOSE)):
        assert "strike target 1" not in scene(drawing, stage="melee", r1=role).can("r1")
    assert attack(FARTHER, r1="spearman") == attack(APART, r1="spearman") - 2


@pytest.mark.rule("FOR-G7h")
def test_a_weapon_for_either_hand_attacks_with_one_less_beside_a_shield():
    assert attack(r1="axeman") == attack(r1="axeman", rules=NO_SHIELDS) - 1 == 3
    assert attack(APART, r1="spearman") == attack(APART, r1="spearman", rules=NO_SHIELDS) - 1 == 3
    assert attack(r1="axeman", rules={"one_handed": 3}) == 1
    assert attack(r1="axeman", rules=NO_SHIELDS | {"one_handed": 3}) == 4


@pytest.mark.rule("FOR-G7h")
def test_a_weapon_for_one_hand_loses_nothing_beside_a_shield():
    assert attack() == attack(rules=NO_SHIELDS) == attack(rules={"one_handed": 5}) == 5


@pytest.mark.rule("FOR-G7a")
def test_all_that_changes_an_attack_adds_up():
    game = scene(AROUND, r4="axeman, wounded, berserk", b1="struck 2")
    assert game.value("attack", "r4", "b1") == 2 + 2 + 0 - 1 - 1 + 1 + 3 + 2


# Melee Defense


@pytest.mark.rule("FOR-G7i")
def test_who_has_a_melee_weapon_defends_with_weapon_skill():
    assert defense() == 2 + 2 + 1
    assert defense(rules={"soldier": {"skill": 6}}) == 2 + 6 + 1
    assert defense(rules={"soldier": {"vigor": 5}}) == 5 + 2 + 1
    assert defense(rules={"soldier": {"finesse": 6, "level": 9, "morale": 6}}) == 5


@pytest.mark.rule("FOR-G7i")
def test_who_has_only_a_shield_defends_with_combat():
    rules = changed("roles", guide={"shield": "small", "combat": "primary"})
    virtues = {"soldier": {"level": 7, "finesse": 4, "skill": 5}}
    assert defense("guide", rules=rules | virtues) == 2 + 7 + 1


@pytest.mark.rule("FOR-G7i")
def test_who_has_neither_defends_with_finesse():
    assert defense("guide", rules={"soldier": {"level": 7, "finesse": 4, "skill": 5}}) == 2 + 4


@pytest.mark.rule("FOR-G7i")
@pytest.mark.parametrize(("shield", "points"), [("small", 1), ("medium", 1), ("large", 2)])
def test_shields_add_to_the_defence_in_place_of_the_weapon(shield, points):
    rules = changed("roles", swordsman={"shield": shield}) | changed("weapons", sword={"defence": 4})
    assert defense(rules=rules) == 2 + 2 + points
    bare = changed("roles", swordsman={"shield": "none"}) | changed("weapons", sword={"defence": 4})
    assert defense(rules=bare) == 2 + 2 + 4
    assert defense(rules=rules | changed("shields", **{shield: {"melee": 5}})) == 2 + 2 + 5


@pytest.mark.rule("FOR-G7i")
def test_without_a_shield_the_weapon_adds_its_defence():
    assert defense("archer") == 2 + 2 + 1
    assert defense("axeman", rules=NO_SHIELDS) == 2 + 2 + 0
    assert defense("axeman") == 2 + 2 + 1


LONG_SPEARS = {
    "soldier": {"finesse": 4, "level": 6},
    **changed("roles", spearman={"shield": "none"}),
    **changed("weapons", spear={"defence": 0}),
}


@pytest.mark.rule("FOR-G7i")
def test_who_has_no_shield_and_too_long_a_weapon_defends_with_finesse():
    assert defense("spearman", with_weapon=False, rules=LONG_SPEARS) == 2 + 4
    assert defense("spearman", with_weapon=True, rules=LONG_SPEARS) == 2 + 2


@pytest.mark.rule("FOR-G7i")
def test_a_weapon_is_too_long_when_the_strike_comes_from_nearer_than_its_reach():
    assert least_roll(CLOSE, b1="spearman", rules=LONG_SPEARS) == 2 + 4 - 5 + 1
    assert least_roll(APART, b1="spearman", rules=LONG_SPEARS, stage=OTHER_STAGE) == 2 + 2 - 3 + 1
    assert least_roll(CLOSE, b1="swordsman", rules={"soldier": {"finesse": 4}}) == 1


@pytest.mark.rule("FOR-G7i")
def test_who_has_a_shield_and_too_long_a_weapon_defends_with_finesse_and_the_shield():
    rules = {"soldier": {"finesse": 4, "level": 6}}
    assert defense("spearman", with_weapon=False, rules=rules) == 2 + 4 + 2


@pytest.mark.rule("FOR-G7n")
def test_defending_gives_two():
    assert defense("defending") == 7
    assert defense("defending", rules={"defending": 4}) == 9
    assert least_roll(b1="defending") == 3
    assert least_roll(r1="defending") == 1


@pytest.mark.rule("FOR-G7n", "FOR-G7t")
def test_who_chooses_to_defend_is_protected_from_the_strikes_of_the_same_turn():
    for roll, hit in ((2, False), (3, True)):
        game = scene(CLOSE, stage="melee", b1="harm -100").does(r1="strike target 1")
        at_rolls(game, Roll("r1", HIT, roll, BEST_STAGE)).does(b1="defend")
        assert (game.of("b1", "harm") > -100) == hit


@pytest.mark.rule("FOR-G7n")
def test_the_active_company_defends_against_the_passive_one():
    game = scene(CLOSE, stage="melee").does(r1="defend")
    assert game.value("melee defense", "r1") == 7
    assert game.stage == "passive melee"


@pytest.mark.rule("FOR-G7n")
def test_defence_lasts_until_the_turn_ends():
    game = scene(CLOSE, stage="passive melee", rules={"panic": False}).does(b1="defend")
    game.until("orders")
    assert game.value("melee defense", "b1") == 5


@pytest.mark.rule("FOR-G7n", "FOR-G7t")
def test_who_is_in_no_zone_of_control_and_reaches_nobody_cannot_defend():
    assert "defend" in scene(CLOSE, stage="melee").can("r1")
    assert "defend" in scene(APART, stage="melee", r1="guide", b1="spearman").can("r1")
    assert "defend" not in scene(FARTHER, stage="melee").can("r1")


@pytest.mark.rule("FOR-G7o")
def test_the_dazed_defend_with_one_less():
    assert defense("dazed") == 4
    assert defense("dazed", rules={"dazed_defence": 3}) == 2
    assert least_roll(b1="dazed") == 0


@pytest.mark.rule("FOR-G7p")
def test_the_berserk_defend_with_two_less():
    assert defense("berserk") == 3
    assert defense("berserk", rules={"berserk_defence": 4}) == 1
    assert least_roll(b1="berserk, no melee action") == -1


@pytest.mark.rule("FOR-G7i")
def test_all_that_changes_the_defence_adds_up():
    assert defense("defending, dazed, wounded, berserk") == 5 + 2 - 1 - 1 - 2


# Shields in formation


SHIELD_LINE = """
. . r1 . .
 . . r2 . .
. . r3 . .
 . . r4 . .
. . r5 . . . . . b1
"""
MEN = ("r1", "r2", "r3", "r4", "r5")
IN_LINE = dict.fromkeys(MEN, "swordsman, formation 0")


def line_defense(rules=None, **words):
    game = scene(SHIELD_LINE, rules=rules, **(IN_LINE | words))
    return [game.value("melee defense", name) - 5 for name in MEN]


@pytest.mark.rule("FOR-2", "FOR-T9")
def test_in_a_line_of_five_medium_shields_the_ends_have_one_and_the_inner_ones_two():
    assert line_defense() == [1, 2, 2, 2, 1]
    assert line_defense({"shield_neighbour": 3}) == [3, 6, 6, 6, 3]
    assert line_defense({"shield_neighbour": 0}) == [0, 0, 0, 0, 0]


@pytest.mark.rule("FOR-2", "FOR-T9")
def test_a_dazed_neighbour_gives_nothing():
    assert line_defense(r3="swordsman, formation 0, dazed") == [1, 1, 2 - 1, 1, 1]
    assert line_defense(r1="swordsman, formation 0, dazed") == [1 - 1, 1, 2, 2, 1]


@pytest.mark.rule("FOR-2")
def test_shields_beside_one_that_are_in_no_formation_or_in_another_one_give_nothing():
    assert line_defense(r3="swordsman") == [1, 1, 0, 1, 1]
    assert line_defense(r3="swordsman, formation 1") == [1, 1, 0, 1, 1]
    assert line_defense(**dict.fromkeys(MEN, "swordsman")) == [0, 0, 0, 0, 0]


@pytest.mark.rule("FOR-2", "FOR-P6")
def test_a_small_shield_helps_neighbours_but_gains_nothing_itself():
    assert line_defense(r3="axeman, formation 0") == [1, 2, 0, 2, 1]


@pytest.mark.rule("FOR-2", "FOR-P6")
def test_large_shields_gain_and_help_too():
    assert line_defense(r3="spearman, formation 0") == [1, 2, 2 + 1, 2, 1]


@pytest.mark.rule("FOR-2")
def test_neighbours_without_a_shield_give_and_gain_nothing():
    assert line_defense(r3="archer, formation 0") == [1, 1, 0, 1, 1]


@pytest.mark.rule("FOR-2")
def test_shields_help_only_those_beside_them():
    drawing = """
    . . r1 . r2
     . . . . . . . . b1
    """
    game = scene(drawing, r1="swordsman, formation 0", r2="swordsman, formation 0")
    assert game.value("melee defense", "r1") == 5


@pytest.mark.rule("FOR-2")
def test_a_strike_meets_the_neighbours_shields():
    drawing = """
    . . . b2 .
     . . r1 b1 .
    . . . b3 .
    """
    neighbours = {"b2": "swordsman, formation 0", "b3": "swordsman, formation 0"}
    assert least_roll(drawing, b1="swordsman, formation 0", **neighbours) == 3
    assert least_roll(drawing, b1="swordsman", **neighbours) == 1


# Spear walls


WALL = """
. . . . b3 .
 . . r1 b1 .
. . . . b2 .
"""
WALL_MEN = {"b1": "spearman, formation 0", "b2": "spearman, formation 0"}
CHARGING = "charging, straight 2"


def wall_defence(r1=CHARGING, drawing=WALL, rules=None, **words):
    """Return how much more a blow of r1 needs at b1 than its attack and b1's defence alone say."""
    men = WALL_MEN | words
    rules = changed("weapons", sword={"attack": 3}) | (rules or {})
    still = blow(drawing, r1=r1, rules=rules, **men)
    value = still.value("attack", "r1", "b1") - still.value("melee defense without weapon", "b1")
    return least_roll(drawing, r1=r1, rules=rules, **men) + value - 1


@pytest.mark.rule("FOR-4", "FOR-P8")
def test_a_spear_wall_has_one_more_defence_against_chargers_from_the_front():
    assert wall_defence() == 1
    assert wall_defence(rules={"spear_wall_defence": 3}) == 3


@pytest.mark.rule("FOR-P8")
@pytest.mark.parametrize("attacker", ["", "charging, straight 1", "straight 5"])
def test_a_spear_wall_has_nothing_more_against_who_does_not_charge(attacker):
    assert wall_defence(attacker) == 0


@pytest.mark.rule("FOR-P8")
@pytest.mark.parametrize("facing", ["north-east", "east", "south-east"])
def test_a_spear_wall_has_nothing_more_against_a_charge_at_the_flank_or_rear(facing):
    assert wall_defence(b1=f"spearman, formation 0, facing {facing}") == 0


@pytest.mark.rule("FOR-P8")
@pytest.mark.parametrize(
    "neighbour",
    [
        "spearman",
        "spearman, formation 1",
        "swordsman, formation 0",
        "spearman, formation 0, dazed",
    ],
)
def test_a_spearman_is_a_wall_only_beside_another_one_of_its_formation(neighbour):
    assert wall_defence(b2=neighbour) == 0


@pytest.mark.rule("FOR-P8")
def test_spearmen_of_a_formation_who_stand_apart_are_no_wall():
    apart = """
    . . . . b3 .
     . . r1 b1 .
    . . . . . b2
    """
    assert wall_defence(drawing=apart, b3="swordsman, formation 0") == 0
    assert wall_defence(drawing=apart, b3="spearman, formation 0") == 1


@pytest.mark.rule("FOR-4", "FOR-P8")
def test_without_the_feature_or_with_short_spears_there_is_no_wall():
    assert wall_defence(rules=changed("roles", spearman={"spear_wall": False})) == 0
    short = scene(WALL, rules=changed("weapons", spear={"reach": 1}), stage="passive melee", **WALL_MEN)
    value = short.value("melee defense", "b1")
    least = least_roll(WALL, r1=CHARGING, rules=changed("weapons", spear={"reach": 1}), **WALL_MEN)
    assert least == value - 5 + 1


@pytest.mark.rule("FOR-P8", "FOR-G7q")
def test_a_spear_wall_strikes_first_at_chargers_from_the_front():
    game = blow(WALL, r1=CHARGING, **(WALL_MEN | {"b1": "spearman, formation 0, target r1"}), rules=STAYS_DAZED)
    game.does()
    assert blows(game)[0] == ("b1", "r1", WALL_STAGE)


@pytest.mark.rule("FOR-P8", "FOR-G7q")
def test_who_does_not_charge_strikes_before_the_spears_that_are_too_long():
    game = blow(WALL, **(WALL_MEN | {"b1": "spearman, formation 0, target r1"}), rules=STAYS_DAZED)
    game.does()
    assert blows(game)[0] == ("r1", "b1", BEST_STAGE)


@pytest.mark.rule("FOR-P8", "FOR-G7q")
def test_a_charger_that_the_spear_wall_dazes_does_not_strike():
    men = WALL_MEN | {"b1": "spearman, formation 0, target r1", "r1": CHARGING}
    for roll, stops in ((4, True), (-4, False)):
        game = at_rolls(
            blow(WALL, rules=STAYS_DAZED, **men), Roll("b1", HIT, roll, WALL_STAGE), Roll("b1", HARM, 1, WALL_STAGE)
        )
        game.does()
        assert bool(game.of("r1", "dazed")) == stops
        assert (("r1", "b1", BEST_STAGE) in blows(game)) != stops


@pytest.mark.rule("FOR-P8")
def test_the_second_rank_of_a_spear_wall_strikes_first_too():
    drawing = """
    . . . . . .
     . . r1 b1 b2
    . . . . . .
    """
    men = {"b1": "spearman, formation 0", "b2": "spearman, formation 0, facing west"}
    assert "strike target 1" not in scene(drawing, stage="melee", active="blue", **men).can("b2")
    loose = """
    . . . . b1 .
     . . r1 . b2
    . . . . . .
    """
    game = scene(loose, stage="melee", active="blue", r1=CHARGING, **men, rules=STAYS_DAZED)
    game.does(b2="strike target 1")
    game.does()
    assert blows(game) == [("b2", "r1", WALL_STAGE)]


# The order of strikes


DEADLY = changed("weapons", sword={"damage": 12}, spear={"damage": 12})


def exchange(drawing, *rolls, **words):
    """Let r1 and b1 strike at each other; return the game."""
    words["r1"] = words.get("r1", "") + ", target b1, no melee action"
    words["b1"] = words.get("b1", "") + ", target r1, no melee action"
    rules = STAYS_DAZED | {"survival": False} | words.pop("rules", {})
    return at_rolls(scene(drawing, stage="passive melee", rules=rules, **words), *rolls).does()


def is_stopped(game, name):
    return bool(game.of(name, "dazed")) or game.fate(name) == "Downed"


@pytest.mark.rule("FOR-G7q")
@pytest.mark.parametrize(("drawing", "first", "second"), [(CLOSE, "b1", "r1"), (APART, "r1", "b1")])
def test_the_weapon_of_the_best_reach_strikes_first(drawing, first, second):
    for hit, stops in ((4, True), (-4, False)):
        rolls = (Roll(first, HIT, hit, BEST_STAGE), Roll(second, HIT, -4, OTHER_STAGE))
        game = exchange(drawing, *rolls, r1="spearman", rules=DEADLY)
        assert is_stopped(game, second) == stops
        assert blows(game) == [(first, second, BEST_STAGE)] + [(second, first, OTHER_STAGE)] * (not stops)


@pytest.mark.rule("FOR-G7q")
@pytest.mark.parametrize(("drawing", "role"), [(CLOSE, "swordsman"), (APART, "spearman"), (CLOSE, "spearman")])
def test_strikes_of_equal_reach_land_at_once_whatever_they_do(drawing, role):
    stage = OTHER_STAGE if (drawing, role) == (CLOSE, "spearman") else BEST_STAGE
    rolls = [Roll(name, HIT, 3, stage) for name in ("r1", "b1")]
    game = exchange(drawing, *rolls, r1=role, b1=role, rules=NO_SHIELDS | DEADLY)
    assert {(a, b) for a, b, _ in blows(game)} == {("r1", "b1"), ("b1", "r1")}
    assert is_stopped(game, "r1")
    assert is_stopped(game, "b1")


@pytest.mark.rule("FOR-G7q")
def test_who_is_downed_by_a_strike_of_the_best_reach_strikes_no_more():
    rules = changed("weapons", spear={"damage": 20, "attack": 5})
    game = exchange(APART, Roll("r1", HIT, 3, BEST_STAGE), r1="spearman", rules=rules)
    assert game.fate("b1") == "Downed"
    assert blows(game) == [("r1", "b1", BEST_STAGE)]


@pytest.mark.rule("FOR-G7q", "FOR-G10i")
@pytest.mark.parametrize(("harm", "strikes"), [(1, True), (2, True), (3, True)])
def test_the_berserk_strike_on_unless_they_are_downed(harm, strikes):
    game = exchange(
        APART, Roll("r1", HIT, 2, BEST_STAGE), Roll("r1", HARM, harm, BEST_STAGE), r1="spearman", b1="berserk"
    )
    assert (("b1", "r1", OTHER_STAGE) in blows(game)) == strikes
    rules = changed("weapons", spear={"damage": 20})
    game = exchange(APART, Roll("r1", HIT, 2, BEST_STAGE), r1="spearman", b1="berserk", rules=rules)
    assert game.fate("b1") == "Downed"
    assert blows(game) == [("r1", "b1", BEST_STAGE)]


@pytest.mark.rule("FOR-G7t")
@pytest.mark.parametrize(("active", "first", "second"), [("red", "r1", "b1"), ("blue", "b1", "r1")])
def test_the_active_company_declares_before_the_passive_one(active, first, second):
    game = scene(CLOSE, stage="melee", active=active)
    assert "strike target 1" in game.can(first)
    assert game.can(second) == {"stay"}
    game.does(**{first: "strike target 1"})
    assert (game.stage, blows(game)) == ("passive melee", [])
    assert "strike target 1" in game.can(second)
    assert game.can(first) == {"stay"}
    game.does(**{second: "strike target 1"})
    assert {(a, b) for a, b, _ in blows(game)} == {("r1", "b1"), ("b1", "r1")}


@pytest.mark.rule("FOR-G7t", "FOR-A5")
def test_the_kth_in_reach_is_struck():
    drawing = """
    . . . b2 .
     . . r1 b1 .
    . . . b3 .
    """
    for k, name in ((1, "b1"), (2, "b3"), (3, "b2")):
        game = scene(drawing, stage="melee").does(r1=f"strike target {k}")
        game.does()
        assert blows(game) == [("r1", name, BEST_STAGE)]
    assert "strike target 4" not in scene(drawing, stage="melee").can("r1")


@pytest.mark.rule("FOR-G7t", "FOR-P12")
def test_only_those_in_front_are_struck_and_never_friends():
    drawing = """
    . . b6 b2 .
     . b5 r1 r2 .
    . . b4 b3 .
    """
    game = scene(drawing, stage="melee")
    assert "strike target 2" in game.can("r1")
    assert "strike target 3" not in game.can("r1")


@pytest.mark.rule("FOR-G7t")
@pytest.mark.parametrize("status", ["dazed", "panicked", "berserk"])
def test_who_is_not_itself_declares_nothing(status):
    assert scene(CLOSE, stage="melee", r1=status).can("r1") == {"stay"}


# Melee Actions


@pytest.mark.rule("FOR-G4d", "FOR-G7s")
@pytest.mark.parametrize("choice", ["strike target 1", "defend"])
def test_a_strike_or_a_defence_spends_the_melee_action_of_the_turn(choice):
    game = scene(CLOSE, stage="melee").does(r1=choice)
    assert game.of("r1", "melee_left") == 0
    assert scene(CLOSE, stage="melee", r1="no melee action").can("r1") == {"stay"}


@pytest.mark.rule("FOR-G4d", "FOR-G7s")
def test_nobody_strikes_twice_in_a_turn():
    game = scene(CLOSE, stage="melee", rules=STAYS_DAZED).does(r1="strike target 1")
    game.does(b1="strike target 1")
    assert len(blows(game)) == 2
    begun = int(game.s["turn"])
    while int(game.s["turn"]) == begun:
        assert game.stage not in ("melee", "passive melee")
        game.does()
        assert blows(game) == []


@pytest.mark.rule("FOR-G4d")
def test_everybody_who_is_not_dazed_has_a_melee_action_again_in_each_turn_of_either_company():
    drawing = """
    . . r2 b2 .
     . . r1 b1 .
    . . . . . .
    """
    spent = dict.fromkeys(("r1", "b1"), "no melee action") | dict.fromkeys(("r2", "b2"), "no melee action, dazed")
    game = scene(drawing, stage="manoeuvre", rules=STAYS_DAZED, **spent).until("orders")
    assert [game.of(name, "melee_left") for name in ("r1", "b1", "r2", "b2")] == [1, 1, 0, 0]


# Reach past others


@pytest.mark.rule("FOR-G7v")
@pytest.mark.parametrize("between", ["r2", "b2"])
def test_nobody_strikes_through_an_occupied_hex(between):
    drawing = f"""
    . . . . . .
     . . r1 {between} b1
    . . . . . .
    """
    game = scene(drawing, stage="melee", r1="spearman", b1="spearman")
    assert ("strike target 1" in game.can("r1")) == (between == "b2")
    assert "strike target 2" not in game.can("r1")
    assert game.value("clear", "r1", "b1") == game.value("clear", "b1", "r1") == 0
    assert "strike target 1" in scene(APART, stage="melee", r1="spearman").can("r1")


@pytest.mark.rule("FOR-G7v")
@pytest.mark.parametrize(("drawn", "free"), [("r2 .", True), (". r2", True), ("r2 r3", False)])
def test_round_a_corner_one_free_hex_is_enough(drawn, free):
    upper, lower = drawn.split()
    drawing = f"""
    . . . {upper} b1 .
     . . r1 {lower} .
    . . . . . .
    """
    game = scene(drawing, stage="melee", r1="spearman")
    assert ("strike target 1" in game.can("r1")) == free


@pytest.mark.rule("FOR-G7v")
@pytest.mark.parametrize(("drawn", "free"), [(". .", True), ("r2 .", False), (". r2", False), ("r2 r3", False)])
def test_a_thrust_at_three_hexes_needs_two_free_ones(drawn, free):
    drawing = f"""
    . . . . . .
     . . r1 {drawn} b1
    . . . . . .
    """
    game = scene(drawing, stage="melee", r1="spearman")
    assert ("strike target 1" in game.can("r1")) == free


@pytest.mark.rule("FOR-G6e", "FOR-A6")
def test_attacks_of_opportunity_roll_their_own_dice_against_each_leaver():
    drawing = """
    . . . . r1 . .
     . . . . b1 .
    . . . . r2 . .
    """
    harmed = set()
    for seed in range(30):
        game = scene(drawing, stage="step", seed=seed, r1="squad 5", r2="squad 5", b1="facing west, quick 0")
        game.all_do("step back", "r1", "r2")
        assert len(game.told(OPPORTUNITY)) == 2
        harmed.add((game.of("r1", "dazed"), game.of("r2", "dazed")))
    assert {(0, 1), (1, 0)} <= harmed, "one is hit, the other is not"


@pytest.mark.rule("FOR-G7v", "FOR-G6e")
@pytest.mark.parametrize(("between", "attacked"), [(".", True), ("r2", False)])
def test_no_attack_of_opportunity_goes_through_an_occupied_hex(between, attacked):
    drawing = f"""
    . . . . . .
     . . r1 {between} b1
    . . . . . .
    """
    game = scene(drawing, stage="step", b1="spearman").does(r1="step back")
    assert bool(game.told(OPPORTUNITY)) == attacked


# Manoeuvres


AFTER = """
. . . . . .
 . . r1 b1 .
. r2 . . b2
"""
FOUGHT = {"r1": "fought", "b1": "fought"}


@pytest.mark.rule("FOR-G7u")
def test_who_has_struck_may_make_a_short_move_afterwards():
    game = scene(CLOSE, stage="melee", rules={"panic": False}).does(r1="strike target 1")
    game.does()
    assert game.stage == "manoeuvre"
    assert "step back" in game.can("r1")
    assert game.can("b1") == {"stay"}


@pytest.mark.rule("FOR-G7u")
def test_both_companies_make_their_manoeuvres_in_the_same_env_step():
    game = scene(AFTER, stage="manoeuvre", **FOUGHT)
    assert "step back" in game.can("r1")
    assert "step back" in game.can("b1")
    game.all_do("step back", "r1", "b1")
    assert (game.at("r1"), game.at("b1")) == ((1, 1), (4, 1))


@pytest.mark.rule("FOR-G7u")
@pytest.mark.parametrize("status", ["dazed", "panicked", "berserk"])
def test_who_has_not_fought_or_is_not_itself_makes_no_manoeuvre(status):
    game = scene(AFTER, stage="manoeuvre", r1=f"fought, {status}", b1="fought")
    assert game.can("r1") == game.can("r2") == game.can("b2") == {"stay"}
    assert game.can("b1") != {"stay"}


@pytest.mark.rule("FOR-G7u", "FOR-P2")
def test_a_manoeuvre_draws_no_attack_of_opportunity():
    assert scene(AFTER, stage="step").does(r1="step back").told(OPPORTUNITY)
    game = scene(AFTER, stage="manoeuvre", **FOUGHT).does(r1="step back")
    assert game.told(OPPORTUNITY) == []
    assert game.at("r1") == (1, 1)


@pytest.mark.rule("FOR-P2", "FOR-G7u")
@pytest.mark.parametrize(
    ("action", "place", "facing"),
    [
        ("step ahead left", (3, 0), 5),
        ("step ahead right", (3, 2), 1),
        ("step back right", (2, 2), 2),
        ("step back", (1, 1), 3),
        ("step back left", (2, 0), 4),
    ],
)
def test_a_short_move_is_one_hex_at_no_cost_facing_the_way_one_goes(action, place, facing):
    game = scene(AFTER, stage="manoeuvre", r1="fought, points 3, quick 1", rules={"panic": False})
    game.does(r1=action)
    assert (game.at("r1"), game.of("r1", "facing")) == (place, facing)
    assert (game.of("r1", "points"), game.of("r1", "quick"), game.of("r1", "complex_left")) == (3, 1, 1)


@pytest.mark.rule("FOR-P2")
def test_a_short_move_is_possible_without_movement_points_with_a_turn_or_without_or_is_a_turn_alone():
    game = scene(AFTER, stage="manoeuvre", r1="fought, points 0, quick 0, no complex action")
    assert game.can("r1") == {
        "stay",
        *(f"step {way}" for way in ("ahead left", "ahead right", "back left", "back", "back right")),
        *(f"step {way}, keep facing" for way in ("ahead left", "ahead right", "back left", "back", "back right")),
        *("face left", "face right"),
    }
    game.does(r1="step back, keep facing")
    assert (game.at("r1"), game.of("r1", "facing"), game.of("r1", "points")) == ((1, 1), 0, 0)
    turned = scene(AFTER, stage="manoeuvre", r1="fought, points 0").does(r1="face left")
    assert (turned.at("r1"), turned.of("r1", "facing"), turned.of("r1", "points")) == ((2, 1), 5, 0)


@pytest.mark.rule("FOR-P2")
def test_a_short_move_into_difficult_ground_costs_nothing_either_and_none_goes_into_water():
    drawing = """
    . . . . . .
     . # r1 b1 .
    . . ~ . . .
    """
    game = scene(drawing, stage="manoeuvre", r1="fought, points 0")
    assert "step back right" not in game.can("r1")
    game.does(r1="step back")
    assert game.at("r1") == (1, 1)


@pytest.mark.rule("FOR-G7u", "FOR-A4")
def test_a_hex_that_both_companies_want_stays_empty():
    game = scene(AFTER, stage="manoeuvre", **FOUGHT).does(r1="step ahead right", b1="step ahead left")
    assert (game.at("r1"), game.at("b1")) == ((2, 1), (3, 1))


@pytest.mark.rule("FOR-G7u")
def test_a_manoeuvre_is_a_single_move():
    game = scene(AFTER, stage="manoeuvre", **FOUGHT, rules={"panic": False}).does(r1="step back")
    assert game.stage == "orders"


@pytest.mark.rule("FOR-15", "FOR-G7t")
def test_a_formation_of_one_ends_also_when_nobody_was_asked_to_strike_back():
    downed = 0
    for seed in range(40):
        game = scene(
            "r1 b1 b2 . .",
            stage="melee",
            seed=seed,
            r1="axeman, squad 0",
            b1="formation 0, wounded, dazed, no melee action",
            b2="formation 0, no melee action",
            formations={0: "director b2"},
        )
        game.does(r1="strike target 1")
        if game.fate("b1") != "in the field":
            downed += 1
            assert game.of("b2", "formation") == -1
        else:
            assert game.together("b1", "b2")
    assert downed > 3
