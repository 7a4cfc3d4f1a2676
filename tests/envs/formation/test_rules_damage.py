"""Dice, damage, charges, and what hits do to soldiers. [chapter Damage and status]"""

from collections import Counter
from itertools import combinations_with_replacement
from math import sqrt

import pytest

from swarmzoo.envs.formation.dice import HARM, HIT
from swarmzoo.envs.formation.events import OPPORTUNITY, SHOT
from swarmzoo.envs.formation.melee import BEST_STAGE
from swarmzoo.envs.formation.victory import BOTH_OUT, TOO_FEW_LEFT
from tests.envs.formation.duels import (
    APART,
    CLOSE,
    DOWNED_BY_ANY,
    ROLLS,
    STAYS_DAZED,
    UNHURT,
    Roll,
    at_rolls,
    blow,
    blows,
    changed,
    harm_of,
)
from tests.envs.formation.scenes import scene

UNSAVED = STAYS_DAZED | {"survival": False, "panic": False}
WATCHED = CLOSE + " . . . . . . b7\n"
AT_SIX = """
. . . . . . . . . .
 . . r1 . . . . . b1
. . . . . . . . . .
"""


def status(game, name="b1"):
    """Return in a word or two how a soldier is."""
    if game.fate(name) != "in the field":
        return game.fate(name)
    return " ".join(word for word in ("dazed", "wounded") if game.of(name, word)) or "well"


def gained(drawing=CLOSE, ahead=0, **words):
    """Return, by attack result, what is added to the roll and to half of the attack result to make the damage.

    ``ahead``: by how much the attack exceeds the target's Melee Defense.
    """
    found, words["rules"] = {}, DOWNED_BY_ANY | words.get("rules", {})
    for attack in range(6):
        if attack - ahead in ROLLS:
            game = at_rolls(blow(drawing, **words), Roll("r1", HIT, attack - ahead, BEST_STAGE))
            _, harm, result = harm_of(game)
            assert (result > UNHURT) == (attack > 0)
            if attack > 0:
                found[attack] = result - harm - attack // 2
    return found


def always(found):
    """Return the one number that all attacks have in common, whether odd or even."""
    assert len(found) > 1
    assert len(set(found.values())) == 1, found
    return next(iter(found.values()))


# Dice


@pytest.mark.rule("FOR-G1a")
def test_a_roll_is_the_lower_die_with_the_sign_of_the_higher_one():
    pairs = Counter()
    for red in range(1, 7):
        for white in range(1, 7):
            pairs[min(red, white) if red > white else -min(red, white) if white > red else 0] += 1
    game, rolls = scene(CLOSE), Counter()
    for number in range(4000):
        rolls[game.value("die", "r1", extra=number)] += 1
    assert set(rolls) == set(pairs) == set(range(-5, 6))
    for value, ways in pairs.items():
        expected = 4000 * ways / 36
        assert abs(rolls[value] - expected) < 4 * sqrt(expected), value


@pytest.mark.rule("FOR-G1a", "FOR-A6")
def test_rolls_differ_by_hex_moment_purpose_and_game_and_are_the_same_again():
    rolls = [
        game.rolls(name, purpose, later=later)
        for game in (scene(CLOSE, seed=5), scene(CLOSE, seed=6), scene(CLOSE, seed=5))
        for name in ("r1", "b1")
        for purpose in (HIT, HARM)
        for later in range(12)
    ]
    third = len(rolls) // 3
    assert rolls[:third] == rolls[2 * third :]
    assert rolls[:third] != rolls[third : 2 * third]
    parts = [rolls[k : k + 12] for k in range(0, third, 12)]
    assert all(parts[a] != parts[b] for a in range(4) for b in range(a))


def throws(explosions=20):
    """Yield rolls with the dice they are made of."""
    game = scene(CLOSE, rules={"explosions": explosions})
    for moment in range(20):
        game.s["moment"] = moment
        for number in range(100):
            dice = [game.value("die", "r1", extra=32 * number)]
            while abs(dice[-1]) == 5 and len(dice) < 32:
                dice.append(game.value("die", "r1", extra=32 * number + len(dice)))
            yield game.value("roll", "r1", extra=number), dice


@pytest.mark.rule("FOR-G1b")
def test_after_five_or_minus_five_the_dice_are_rolled_on_and_added():
    lengths = Counter()
    for rolled, dice in throws():
        assert rolled == sum(dice)
        lengths[len(dice)] += 1
    assert lengths[2] > 60
    assert lengths[3] > 2


@pytest.mark.rule("FOR-G1b")
@pytest.mark.parametrize("most", [0, 1])
def test_dice_are_rolled_on_no_more_often_than_configured(most):
    assert all(rolled == sum(dice[: most + 1]) for rolled, dice in throws(explosions=most))


@pytest.mark.rule("FOR-G1b")
def test_a_roll_after_five_may_take_from_it_again():
    ends = {rolled for rolled, dice in throws() if dice[0] == 5}
    assert min(ends) < 5 < max(ends)
    ends = {rolled for rolled, dice in throws() if dice[0] == -5}
    assert min(ends) < -5 < max(ends)


@pytest.mark.rule("FOR-G1b", "FOR-G7a")
def test_a_strike_that_cannot_hit_otherwise_hits_with_dice_rolled_on():
    rules = changed("weapons", sword={"attack": -5}) | DOWNED_BY_ANY
    for roll in (4, 6, 7, 8):
        game = at_rolls(blow(CLOSE, rules=rules), Roll("r1", HIT, roll, BEST_STAGE))
        _, harm, result = harm_of(game)
        assert result == (harm + 3 + 2 + (roll - 6) // 2 - 4 if roll > 6 else UNHURT)


@pytest.mark.rule("FOR-G1c")
@pytest.mark.parametrize(("roll", "hit"), [(-1, False), (0, False), (1, True)])
def test_an_attack_result_of_nought_is_no_hit(roll, hit):
    game = at_rolls(blow(CLOSE), Roll("r1", HIT, roll, BEST_STAGE)).does()
    assert (game.of("b1", "harm") > UNHURT) == hit


# Damage


@pytest.mark.rule("FOR-G9a")
def test_damage_is_the_weapon_vigor_and_half_of_the_attack_less_vigor_and_armour():
    assert always(gained()) == 3 + 2 - (2 + 2)


@pytest.mark.rule("FOR-G9a")
def test_the_strikers_vigor_adds_and_the_targets_takes():
    assert always(gained(ahead=2, r1="swordsman leader")) == 3 + 3 - (2 + 2)
    assert always(gained(ahead=-2, b1="swordsman leader")) == 3 + 2 - (3 + 2)


@pytest.mark.rule("FOR-G9a", "FOR-P11")
def test_weapon_and_armour_follow_the_configuration():
    assert always(gained(rules=changed("weapons", sword={"damage": 8}))) == 8 + 2 - 4
    assert always(gained(rules={"protection": {"mail": 6}})) == 3 + 2 - (2 + 6)
    plate = changed("roles", swordsman={"armour": "plate", "helmet": "plate"})
    assert always(gained(rules=plate)) == 3 + 2 - (2 + 3)


@pytest.mark.rule("FOR-G9a")
def test_weapon_skill_finesse_and_morale_do_no_damage():
    rules = {"soldier": {"skill": 6, "finesse": 6, "morale": 6, "level": 9, "sagacity": 6}}
    assert always(gained(rules=rules)) == 1


def shots(words="archer", **more):
    """Return what is added to the roll and to half of the attack result of shots at six hexes, by attack result."""
    found, more["rules"] = {}, DOWNED_BY_ANY | more.get("rules", {})
    for roll in ROLLS:
        game = scene(AT_SIX, stage="missile", r1=words, b1=f"harm {UNHURT}", **more)
        harm = at_rolls(game, Roll("r1", HIT, roll)).rolls("r1", HARM)
        game.does(r1="aim at target 1")
        attack = game.told(SHOT)[0][2]
        assert (game.of("b1", "harm") > UNHURT) == (attack > 0)
        if attack > 0:
            found[attack] = game.of("b1", "harm") - harm - attack // 2
    return found


@pytest.mark.rule("FOR-G9a", "FOR-P11")
def test_missiles_do_their_damage_without_vigor():
    assert always(shots()) == 3 - (2 + 2)
    assert always(shots("archer leader")) == 3 - (2 + 2)
    assert always(shots("crossbowman")) == 5 - (2 + 2)
    assert always(shots(rules=changed("bows", bow={"damage": 9}))) == 9 - (2 + 2)


@pytest.mark.rule("FOR-G9b", "FOR-G9a")
def test_the_berserk_do_one_more_and_a_weapon_in_one_hand_one_less():
    assert always(gained(WATCHED, ahead=1, r1="berserk", b7="fought")) == 1 + 1
    assert always(gained(ahead=2, b1="berserk")) == 1
    assert always(gained(WATCHED, ahead=3, r1="berserk", b7="fought", rules={"berserk_attack": 3})) == 1 + 3
    assert always(gained(ahead=-2, r1="axeman")) == 4 + 2 - 1 - 4
    assert always(gained(ahead=-1, r1="axeman", rules=changed("roles", axeman={"shield": "none"}))) == 4 + 2 - 4
    assert always(gained(b1="axeman")) == 1


@pytest.mark.rule("FOR-G9d")
def test_from_an_attack_of_four_the_helmet_protects_in_place_of_the_armour():
    rules = changed("roles", swordsman={"armour": "plate", "helmet": "leather"})
    found = gained(ahead=2, rules=rules | changed("weapons", sword={"attack": 3}))
    assert {3, 4} <= set(found)
    assert all(added == 3 + 2 - 2 - (1 if attack >= 4 else 3) for attack, added in found.items())


@pytest.mark.rule("FOR-G9d")
def test_the_attack_that_goes_for_the_head_follows_the_configuration():
    rules = changed("roles", swordsman={"armour": "leather", "helmet": "plate"}) | {"head_from": 2}
    found = gained(rules=rules)
    assert {1, 2} <= set(found)
    assert all(added == 3 + 2 - 2 - (3 if attack >= 2 else 1) for attack, added in found.items())


@pytest.mark.rule("FOR-G9d")
def test_shots_that_go_for_the_head_meet_the_helmet_too():
    found = shots(rules=changed("roles", swordsman={"armour": "plate", "helmet": "none"}))
    assert min(found) < 4 <= max(found)
    assert all(added == 3 - 2 - (0 if attack >= 4 else 3) for attack, added in found.items())


@pytest.mark.rule("FOR-G9e")
@pytest.mark.parametrize("piercing", [1, 2])
def test_what_pierces_lowers_armour_and_helmet(piercing):
    assert always(gained(rules=changed("weapons", sword={"piercing": piercing}))) == 1 + piercing
    assert always(shots(rules=changed("bows", bow={"piercing": piercing}))) == -1 + piercing


@pytest.mark.rule("FOR-G9e")
def test_a_bow_that_pierces_does_not_make_the_sword_pierce():
    assert always(gained(r1="archer", rules=changed("bows", bow={"piercing": 2}))) == 1


# Charges


@pytest.mark.rule("FOR-G9c", "FOR-P15")
@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("charging, straight 2", 2),
        ("charging, straight 5", 2),
        ("charging, straight 1", 0),
        ("charging", 0),
        ("straight 5", 0),
    ],
)
def test_a_charge_of_two_hexes_straight_ahead_does_two_more(words, more):
    assert always(gained(r1=words)) == 1 + more
    assert always(gained(b1=words)) == 1


@pytest.mark.rule("FOR-G9c", "FOR-P15")
def test_charges_follow_the_configuration():
    rules = {"charge_hexes": 4, "charge_damage": 6}
    assert always(gained(r1="charging, straight 3", rules=rules)) == 1
    assert always(gained(r1="charging, straight 4", rules=rules)) == 1 + 6


CHARGE = """
. . . . . . . .
 . r1 . . . b1 .
. . . . . . . .
"""


@pytest.mark.rule("FOR-P15", "FOR-G9c")
def test_a_charge_goes_from_orders_over_two_hexes_into_the_melee():
    game = scene(CHARGE, b1=f"harm {UNHURT}", rules=UNSAVED | DOWNED_BY_ANY).does(r1="charge")
    for _ in range(3):
        game.until("step").does(r1="step ahead")
    assert (game.at("r1"), game.of("r1", "straight")) == ((4, 1), 3)
    game.until("melee").does(r1="strike target 1")
    _, harm, result = harm_of(at_rolls(game, Roll("r1", HIT, 1, BEST_STAGE)))
    assert result - harm == 1 + 2


@pytest.mark.rule("FOR-P15", "FOR-G9c")
def test_a_charge_counts_for_one_melee():
    game = blow(CLOSE, r1="charging, straight 2", rules={"panic": False}).does()
    assert not game.of("r1", "charging")


@pytest.mark.rule("FOR-P15", "FOR-G9c")
def test_a_charge_does_no_more_damage_in_the_enemys_turn():
    game = scene(APART, stage="melee", r1="charging, straight 2", b1=f"harm {UNHURT}", rules=UNSAVED | DOWNED_BY_ANY)
    game.until("orders").until("step").does(b1="step ahead")
    game.until("passive melee")
    harm = at_rolls(game, Roll("r1", HIT, 1, BEST_STAGE)).rolls("r1", HARM, BEST_STAGE)
    assert game.does(r1="strike target 1").of("b1", "harm") - harm == 1


@pytest.mark.rule("FOR-P15", "FOR-G9f")
@pytest.mark.parametrize("doing", ["evading", "charging"])
def test_who_is_dazed_stops_evading_and_charging(doing):
    for roll, stops in ((1, True), (-1, False)):
        game = blow(CLOSE, b1=f"{doing}, straight 2", rules=UNSAVED)
        at_rolls(game, Roll("r1", HIT, 1, BEST_STAGE), Roll("r1", HARM, roll, BEST_STAGE)).does()
        assert (game.of("b1", "dazed"), game.of("b1", doing)) == (stops, not stops)


# What hits do


WEAK, STRONG = changed("weapons", sword={"damage": 3}), changed("weapons", sword={"damage": 6})


def outcomes(b1="", rules=None):
    """Return, by damage result, how the target of a strike is afterwards."""
    found, attack = {}, 1 + ("dazed" in b1) + ("wounded" in b1) + 2 * ("berserk" in b1)
    for sword, damage in ((WEAK, 3), (STRONG, 6)):
        for roll in ROLLS:
            game = blow(CLOSE, b1=b1, rules=sword | UNSAVED | (rules or {}))
            at_rolls(game, Roll("r1", HIT, 1, BEST_STAGE), Roll("r1", HARM, roll, BEST_STAGE)).does()
            result = roll + damage + 2 - 4 + attack // 2
            assert found.setdefault(result, status(game)) == status(game), result
    assert set(range(-1, 9)) <= set(found), sorted(found)
    return found


def graded(found, steps):
    """Tell whether results have the outcome of the highest step that they reach."""
    return all(outcome == max(step for step in steps.items() if step[0] <= r)[1] for r, outcome in found.items())


@pytest.mark.rule("FOR-G9f", "FOR-G9g", "FOR-G9h")
def test_a_result_of_one_dazes_four_wounds_too_and_seven_downs():
    assert graded(outcomes(), {-99: "well", 1: "dazed", 4: "dazed wounded", 7: "Downed"})


@pytest.mark.rule("FOR-G9f", "FOR-G9g", "FOR-G9h")
def test_the_results_that_daze_wound_and_down_follow_the_configuration():
    rules = {"dazed_from": 2, "wounded_from": 3, "downed_from": 8}
    assert graded(outcomes(rules=rules), {-99: "well", 2: "dazed", 3: "dazed wounded", 8: "Downed"})


@pytest.mark.rule("FOR-G9f", "FOR-G9g", "FOR-G9h")
@pytest.mark.parametrize(
    ("daze", "wound", "down", "steps"),
    [
        (5, 2, 7, {-99: "well", 2: "dazed wounded", 7: "Downed"}),
        (3, 6, 2, {-99: "well", 2: "Downed"}),
        (6, 3, 5, {-99: "well", 3: "dazed wounded", 5: "Downed"}),
    ],
)
def test_the_heaviest_outcome_that_a_result_reaches_counts_in_any_order_of_the_numbers(daze, wound, down, steps):
    rules = {"dazed_from": daze, "wounded_from": wound, "downed_from": down}
    assert graded(outcomes(rules=rules), steps)


@pytest.mark.rule("FOR-G9i")
def test_who_is_dazed_again_is_wounded():
    found = outcomes("dazed")
    assert {found[r] for r in (-1, 0)} == {"dazed"}
    assert {found[r] for r in (1, 2, 3)} == {"dazed wounded"}
    assert {found[r] for r in (7, 8)} == {"Downed"}


@pytest.mark.rule("FOR-G9i")
def test_who_is_wounded_again_is_downed():
    assert graded(outcomes("wounded"), {-99: "wounded", 1: "dazed wounded", 4: "Downed"})


@pytest.mark.rule("FOR-G9i")
def test_who_is_dazed_and_wounded_is_downed_by_any_damage():
    assert graded(outcomes("dazed, wounded"), {-99: "dazed wounded", 1: "Downed"})


@pytest.mark.rule("FOR-G9f", "FOR-G9g", "FOR-G10i")
def test_the_berserk_are_wounded_and_downed_but_never_dazed():
    assert graded(outcomes("berserk, no melee action"), {-99: "well", 4: "wounded", 7: "Downed"})
    assert graded(outcomes("berserk, wounded, no melee action"), {-99: "wounded", 4: "Downed"})


WITH_MORE = """
. . . . . .
 . . r1 b1 b2
. . . . . .
"""


def downed(**words):
    """Return a game in which b1 has just been Downed."""
    rules = UNSAVED | changed("weapons", sword={"damage": 20, "attack": 5})
    game = at_rolls(blow(WITH_MORE, rules=rules, **words), Roll("r1", HIT, 2, BEST_STAGE)).does()
    assert game.fate("b1") == "Downed"
    return game


@pytest.mark.rule("FOR-G10c", "FOR-G9h")
def test_who_is_downed_is_out_of_the_field_and_its_hex_is_free():
    game = downed()
    assert game.at("b1") is None
    assert "step ahead" in game.can("r1")
    assert game.can("b1") == {"stay"}
    assert int(game.s["in_field"][1]) == 1
    assert int(game.s["lost"][1]) == 1
    assert not (game.s["occupant"] == game.index("b1")).any()
    assert zone_is_empty_but_for(game, "b2")


def zone_is_empty_but_for(game, name):
    """Tell whether nobody else of blue controls anything."""
    others = scene(WITH_MORE.replace("b1", "."), **{name: ""})
    return bool((game.s["zone"][1] == others.s["zone"][1]).all())


@pytest.mark.rule("FOR-G10c")
def test_who_is_downed_leaves_its_formation_which_ends_when_one_is_left():
    game = downed(b1="formation 0", b2="formation 0")
    assert (game.of("b1", "formation"), game.of("b2", "formation")) == (-1, -1)


# Several hits at once


THREE_ON_ONE = """
. . r2 . .
 . r1 b1 .
. . r3 . .
"""


def after(results, state="", heaviest_first=False):
    """Let damage results take effect one after the other, as the rules have it."""
    dazed, wounded, berserk = "dazed" in state, "wounded" in state, "berserk" in state
    for result in sorted(results, reverse=heaviest_first):
        again = result >= 4 or (result >= 1 and dazed and not berserk)
        if result >= 7 or (again and wounded):
            return "Downed"
        wounded |= again
        dazed |= result >= 1 and not berserk
    return " ".join(word for word, is_so in (("dazed", dazed), ("wounded", wounded)) if is_so) or "well"


def grade(result):
    """Return 0 to 3 for a damage result that does nothing, dazes, wounds too, or downs."""
    return (result >= 1) + (result >= 4) + (result >= 7)


def three_strike(names=("r1", "r2", "r3"), state=""):
    """Return the game in which three are about to strike at b1 at once: from its front, then clockwise."""
    drawing = THREE_ON_ONE
    for place, name in zip(("r1", "r2", "r3"), names, strict=True):
        drawing = drawing.replace(place, name.upper())
    words = dict.fromkeys(names, "swordsman, target b1, no melee action")
    rules = UNSAVED | changed("weapons", sword={"attack": 2})
    return scene(drawing.replace("R", "r"), stage="passive melee", rules=rules, b1=f"{state}, no melee action", **words)


def results_of(game, names=("r1", "r2", "r3"), state=""):
    """Return the damage results that three strikes will have."""
    ahead = 1 + ("dazed" in state) + ("wounded" in state) + 2 * ("berserk" in state)
    results = []
    for before, name in enumerate(names):
        attack = game.rolls(name, HIT, BEST_STAGE) + ahead + before
        harm = game.rolls(name, HARM, BEST_STAGE)
        results.append(harm + 3 + 2 - 4 + attack // 2 if attack > 0 else UNHURT)
    return results


def moments(grades, most=1500, **more):
    """Return, for each set of grades in any order, a moment at which three strikes have such results."""
    game, found = three_strike(**more), {}
    for moment in range(most):
        game.s["moment"] = moment
        results = results_of(game, **more)
        found.setdefault(tuple(sorted(grade(result) for result in results)), (moment, results))
    assert grades <= set(found), grades - set(found)
    return found


ANY_THREE = set(combinations_with_replacement(range(4), 3)) - {(2, 3, 3), (3, 3, 3)}


@pytest.mark.rule("FOR-G9i", "FOR-G9f", "FOR-G9g", "FOR-G9h")
@pytest.mark.parametrize("state", ["", "dazed", "wounded", "dazed, wounded", "berserk", "berserk, wounded"])
def test_hits_that_land_at_once_take_effect_lightest_first(state):
    for moment, results in moments(ANY_THREE, state=state).values():
        game = three_strike(state=state)
        game.s["moment"] = moment
        assert status(game.does()) == after(results, state), results


@pytest.mark.rule("FOR-G9i")
@pytest.mark.parametrize(
    ("grades", "outcome"),
    [
        ((0, 0, 0), "well"),
        ((0, 0, 1), "dazed"),
        ((0, 1, 1), "dazed wounded"),
        ((1, 1, 1), "Downed"),
        ((0, 0, 2), "dazed wounded"),
        ((0, 1, 2), "dazed wounded"),
        ((0, 2, 2), "Downed"),
        ((1, 1, 2), "Downed"),
        ((0, 0, 3), "Downed"),
    ],
)
def test_what_two_or_three_hits_at_once_do(grades, outcome):
    game, (moment, results) = three_strike(), moments({grades})[grades]
    game.s["moment"] = moment
    assert status(game.does()) == outcome == after(results)


@pytest.mark.rule("FOR-G9i", "FOR-G10d")
@pytest.mark.parametrize(("grades", "wounded"), [((0, 0, 3), 0), ((0, 2, 3), 1), ((0, 1, 3), 0), ((1, 1, 3), 1)])
def test_who_is_downed_is_wounded_too_by_the_lighter_hits(grades, wounded):
    game, (moment, _) = three_strike(), moments({grades})[grades]
    game.s["moment"] = moment
    assert (status(game.does()), game.of("b1", "wounded")) == ("Downed", wounded)


@pytest.mark.rule("FOR-G9i")
def test_heaviest_first_would_make_a_difference():
    assert (after([2, 5]), after([2, 5], heaviest_first=True)) == ("dazed wounded", "Downed")


@pytest.mark.rule("FOR-G9i", "FOR-A6")
@pytest.mark.parametrize("names", [("r7", "r2", "r3"), ("r3", "r2", "r1"), ("r2", "r3", "r1")])
def test_how_soldiers_are_numbered_changes_no_outcome_of_hits_at_once(names):
    for moment, results in moments(ANY_THREE).values():
        game = three_strike(names)
        game.s["moment"] = moment
        assert results_of(game, names) == results
        assert status(game.does()) == after(results)


@pytest.mark.rule("FOR-G9i", "FOR-G6e")
def test_attacks_of_opportunity_at_once_take_effect_together():
    drawing = """
    . . . b2 .
     . . r1 b1 .
    . . . b3 .
    """
    found = set()
    for seed in range(1, 61):
        game = scene(drawing, stage="step", seed=seed, rules=UNSAVED).does(r1="step back")
        assert len(game.told(OPPORTUNITY)) == 3
        found.add(status(game, "r1"))
    assert found == {"well", "dazed", "dazed wounded", "Downed"}


@pytest.mark.rule("FOR-G10d", "FOR-G9h")
def test_the_damage_that_counts_is_that_of_the_hits_that_downed_the_soldier():
    game = at_rolls(blow(CLOSE, rules=UNSAVED), Roll("r1", HIT, 1, BEST_STAGE), Roll("r1", HARM, 4, BEST_STAGE)).does()
    assert status(game) == "dazed wounded"
    game.until("passive melee")
    assert int(game.s["turn"]) == 1
    at_rolls(game, Roll("r1", HIT, 0, BEST_STAGE), Roll("r1", HARM, 0, BEST_STAGE)).does(r1="strike target 1")
    assert (status(game), game.of("b1", "harm")) == ("Downed", 3 + 2 - 4 + 2 // 2)


@pytest.mark.rule("FOR-G10d", "FOR-G9h")
def test_of_hits_that_down_a_soldier_at_once_the_heaviest_counts():
    for grades in ((1, 1, 1), (1, 2, 2), (0, 1, 3), (2, 2, 2)):
        game, (moment, results) = three_strike(), moments({grades})[grades]
        game.s["moment"] = moment
        game.does()
        assert (status(game), game.of("b1", "harm")) == ("Downed", max(results))


# A whole company at once


SURE = {
    **changed("weapons", sword={"damage": 20, "attack": 5, "defence": -5}),
    **changed("roles", swordsman={"shield": "none"}),
    "explosions": 0,
    "rear_bonus": 3,
}
TWO_LINES = """
. . r1 b1 .
 . r2 b2 .
. . r3 b3 .
"""
RED_STRIKES = {f"r{k}": f"swordsman, target b{k}, no melee action" for k in (1, 2, 3)}
BLUE_STRIKES = {f"b{k}": f"swordsman, target r{k}, no melee action" for k in (1, 2, 3)}


@pytest.mark.rule("FOR-G9h", "FOR-P24")
@pytest.mark.parametrize(("strikes", "winner"), [(RED_STRIKES, "red"), (BLUE_STRIKES, "blue")])
def test_a_company_that_is_out_in_one_env_step_has_lost(strikes, winner):
    for seed in (1, 2, 3):
        game = scene(TWO_LINES, stage="passive melee", seed=seed, rules=SURE, **strikes).does()
        assert (game.winner, int(game.s["ending"])) == (winner, TOO_FEW_LEFT)
        losers = "b" if winner == "red" else "r"
        assert [game.fate(f"{losers}{k}") for k in (1, 2, 3)] == ["Downed"] * 3
        assert all(game.can(name) == {"stay"} for name in ("r1", "b1"))


@pytest.mark.rule("FOR-G9h", "FOR-G7q", "FOR-P24")
@pytest.mark.parametrize("scenario", ["bridge", "clash"])
def test_companies_that_are_both_out_in_one_env_step_draw(scenario):
    for seed in (1, 2, 3):
        words = RED_STRIKES | BLUE_STRIKES
        game = scene(TWO_LINES, stage="passive melee", seed=seed, rules=SURE, scenario=scenario, **words).does()
        assert (game.winner, int(game.s["ending"])) == ("nobody", BOTH_OUT)
        assert int(game.s["in_field"].sum()) == 0
        assert len(blows(game)) == 6
