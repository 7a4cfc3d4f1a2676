"""The Morale Phase: recovery, survival, panic, flight, fury. [chapter Status]"""

import pytest

from swarmzoo.envs.formation.dice import CALM, FURY, HARM, HIT, PANIC, RALLY, RECOVERY, SURVIVAL
from swarmzoo.envs.formation.events import BERSERK_NOW, OPPORTUNITY, PANICKED_NOW, RECOVERED
from swarmzoo.envs.formation.melee import BEST_STAGE
from swarmzoo.envs.formation.state import HALF_OUT, LEADER_DOWN, QUARTER_OUT
from swarmzoo.envs.formation.victory import BOTH_OUT, TOO_FEW_LEFT
from tests.envs.formation.duels import CLOSE, ROLLS, STAYS_DAZED, Roll, at_rolls, blow, blows, changed
from tests.envs.formation.scenes import scene

FAR = """
. . . . . . . . . . . . . .
 . r1 r2 . . . . . . . b1 .
. . . . . . . . . . . . . .
"""
OUT_OF_SIGHT = """
.  .  . . . . . . . . . . . . . . . . . . . . .  .
 r1 r2 . . . . . . . . . . . . . . . . . . . . . b1
"""
ALONE = OUT_OF_SIGHT.replace("r2", ".")
MORALE_LATER = 2  # moments from the manoeuvres to the Morale Phase
NO_PANIC = {"panic": False}
NEVER_RECOVERS = {"recovery": 10, "explosions": 0}
ANY_LOSS_PANICS = {"panic_below": 0}


def at_manoeuvres(drawing=FAR, **words):
    """Return a scene before the manoeuvres; the Morale Phase comes next."""
    return scene(drawing, stage="manoeuvre", **words)


def at_results(purpose, more, results, drawing=FAR, name="r1", **words):
    """Yield results, and before a Morale Phase a game in which a soldier's roll and so much more make each of them."""
    for result in results:
        assert result - more in ROLLS, f"{result} needs a roll of {result - more}"
        game = at_manoeuvres(drawing, **words)
        yield result, at_rolls(game, Roll(name, purpose, result - more, later=MORALE_LATER))


def turn_passes(game):
    """Let everybody stay until the turn is over; return who struck at whom in it."""
    turn = int(game.s["turn"])
    while int(game.s["turn"]) == turn and not game.s["done"]:
        game.does()
    game.since = 0
    return [(a, b) for a, b, _ in blows(game)]


# Recovery from being Dazed


def check_recovery(more, words="dazed", results=(-1, 0, 1, 3, 4), **rules):
    """Check that a Dazed soldier recovers by its roll and so much more."""
    for result, game in at_results(RECOVERY, more, results, r1=words, rules=rules):
        game.does()
        is_dazed, acts, quick = (game.of("r1", name) for name in ("dazed", "complex_left", "quick"))
        if result <= 0:
            assert (is_dazed, acts) == (1, 0), result
        else:
            assert (is_dazed, acts, quick) == ((0, 0, 0) if result <= 3 else (0, 1, 1)), result


@pytest.mark.rule("FOR-G10a")
def test_the_dazed_recover_above_nought_and_with_their_actions_above_three():
    check_recovery(2 + 1 - 3)


@pytest.mark.rule("FOR-G10a")
def test_morale_and_half_of_the_level_help_to_recover():
    check_recovery(3 + 2 - 3, "swordsman leader, dazed")
    check_recovery(2 + 3 - 3, soldier={"level": 6})
    check_recovery(2 + 3 - 3, soldier={"level": 7})
    check_recovery(4 + 1 - 3, soldier={"morale": 4})
    check_recovery(2 + 1 - 3, soldier={"vigor": 6, "finesse": 6, "sagacity": 6, "skill": 6})


@pytest.mark.rule("FOR-G10a")
def test_the_wounded_recover_with_two_less():
    check_recovery(2 + 1 - 3 - 2, "dazed, wounded", (-1, 0, 1, 2))


@pytest.mark.rule("FOR-G10a")
def test_recovery_follows_the_configuration():
    check_recovery(2 + 1 - 1, recovery=1)
    check_recovery(2 + 1 - 2 - 1, "dazed, wounded", recovery=2, wounded_recovery=1)


@pytest.mark.rule("FOR-G10a", "FOR-G6b")
@pytest.mark.parametrize(("result", "moves"), [(0, False), (1, False), (3, False), (4, True)])
def test_who_recovered_with_its_actions_spent_cannot_move_in_its_next_turn(result, moves):
    for _, game in at_results(RECOVERY, 0, [result], active="blue", r1="dazed"):
        game.does().until("step")
        assert ("step ahead" in game.can("r1")) == moves


@pytest.mark.rule("FOR-G10a")
def test_the_actions_are_spent_for_one_turn_only():
    game = at_manoeuvres(active="blue", r1="exhausted").does()
    assert game.of("r1", "complex_left") == 0
    turn_passes(game)
    assert game.of("r1", "complex_left") == 1


# Survival


def check_survival(more, words="swordsman", harm=7, results=(-3, -2, 0, 1), rules=None):
    """Check that a Downed soldier lives or dies by its roll and so much more."""
    words = f"{words}, Downed, lies at 5 5, harm {harm}"
    for result, game in at_results(SURVIVAL, more, results, name="r3", rules=rules, r3=words):
        game.does()
        assert game.fate("r3") == ("dead" if result <= -3 else "stable" if result >= 1 else "Downed"), result


@pytest.mark.rule("FOR-G10d")
def test_the_downed_die_at_minus_three_and_are_stable_above_nought():
    check_survival(2 + 2 + 2 - 7, results=range(-5, 4))


@pytest.mark.rule("FOR-G10d")
def test_vigor_morale_and_level_help_to_survive_and_damage_and_wounds_do_not():
    check_survival(3 + 3 + 5 - 12, "swordsman leader", harm=12)
    check_survival(2 + 2 + 2 - 7 - 2, "swordsman, wounded")
    check_survival(5 + 2 + 2 - 10, harm=10, rules={"soldier": {"vigor": 5}})
    check_survival(2 + 5 + 2 - 10, harm=10, rules={"soldier": {"morale": 5}})
    check_survival(2 + 2 + 5 - 10, harm=10, rules={"soldier": {"level": 5}})
    check_survival(2 + 2 + 2 - 4 - 4, "swordsman, wounded", harm=4, rules={"wounded_recovery": 4})


@pytest.mark.rule("FOR-G10d")
def test_who_is_neither_dead_nor_stable_rolls_again_in_the_next_morale_phase():
    seen = set()
    for seed in range(1, 41):
        game = at_manoeuvres(seed=seed, r3="swordsman, Downed, lies at 5 5, harm 7").does()
        if game.fate("r3") == "Downed":
            turn_passes(game)
            seen.add(game.fate("r3"))
    assert seen == {"dead", "stable", "Downed"}


@pytest.mark.rule("FOR-G10d")
@pytest.mark.parametrize("fate", ["dead", "stable", "fled", "crossed"])
def test_the_dead_and_the_stable_and_those_who_left_roll_no_more(fate):
    for roll in (-4, 4):
        words = f"swordsman, {fate}, lies at 5 5, harm 7"
        for _, game in at_results(SURVIVAL, 0, [roll], name="r3", r3=words):
            assert game.does().fate("r3") == fate


@pytest.mark.rule("FOR-G10d")
def test_without_survival_the_downed_stay_downed():
    for roll in (-4, 4):
        words = "swordsman, Downed, lies at 5 5, harm 7"
        for _, game in at_results(SURVIVAL, 0, [roll], name="r3", rules={"survival": False}, r3=words):
            assert game.does().fate("r3") == "Downed"


# Panic checks


COMPANY = """
. . . . . . . . . . . . . .
 . r1 r2 . . . . . . . b1 .
. r3 . r4 . . . . . . . . .
"""


@pytest.mark.rule("FOR-G10f", "FOR-P29")
@pytest.mark.parametrize("below", [-3, 0])
def test_one_roll_serves_a_squad_and_each_member_adds_its_own(below):
    words = {"r2": "swordsman leader", "r3": "wounded", "r4": "panics 1"}
    more = {"r1": 2 - 1, "r2": 3 - 1, "r3": 2 - 1 - 1, "r4": 2 - 1 - 2}
    lines, rules = "triggers: 6 6 6\ndue: 1", NEVER_RECOVERS | {"panic_below": below}
    for roll, game in at_results(PANIC, 0, ROLLS, COMPANY, lines=lines, rules=rules, **words):
        game.does()
        for name, added in more.items():
            result = roll + added
            shaken = (game.of(name, "panicked"), game.of(name, "dazed"))
            assert shaken == (result < below, below <= result <= 0), (name, result)


TWO_SQUADS = """
. r1 r2 . . . . . . .
. r3 r4 . . . . . . .
. .  .  . . . . . . b1
"""
BOTH_DUE = {"r3": "squad 1", "r4": "squad 1", "lines": "triggers: 6 6 6\ndue: 1 1"}


@pytest.mark.rule("FOR-P29")
@pytest.mark.parametrize("by", ["squad", "company"])
def test_squads_roll_for_themselves_unless_the_whole_company_rolls(by):
    rules = NEVER_RECOVERS | {"panic_below": 0, "panic_by": by}
    for other, other_panics in ((-4, True), (4, False)):
        game = at_manoeuvres(TWO_SQUADS, rules=rules, **BOTH_DUE)
        rolls = [Roll(name, PANIC, result, later=MORALE_LATER) for name, result in (("r1", -4), ("r3", other))]
        at_rolls(game, *rolls).does()
        assert [bool(game.of(name, "panicked")) for name in ("r1", "r2")] == [True, True]
        expected = other_panics if by == "squad" else True
        assert [bool(game.of(name, "panicked")) for name in ("r3", "r4")] == [expected, expected]


@pytest.mark.rule("FOR-P29")
def test_a_squad_without_a_reason_does_not_check_with_another():
    rules = NEVER_RECOVERS | {"panic_below": 0}
    words = BOTH_DUE | {"lines": "triggers: 6 6 6\ndue: 0 1"}
    for name, panics in (("r1", False), ("r3", True)):
        game = at_manoeuvres(TWO_SQUADS, rules=rules, **words)
        at_rolls(game, Roll(name, PANIC, -4, later=MORALE_LATER)).does()
        assert bool(game.of(name, "panicked")) == panics


@pytest.mark.rule("FOR-G10f")
@pytest.mark.parametrize("due", [LEADER_DOWN, QUARTER_OUT, HALF_OUT])
def test_a_squad_checks_once_for_each_kind_of_trigger(due):
    for triggers, panics in ((7 - due, True), (7, False)):
        lines = f"triggers: {triggers} 7 7\ndue: {due}"
        for _, game in at_results(PANIC, 0, [-4], lines=lines, rules=ANY_LOSS_PANICS):
            game.does()
            assert bool(game.told(PANICKED_NOW)) == bool(game.of("r1", "panicked")) == panics
            assert int(game.s["triggers"][0]) == 7


@pytest.mark.rule("FOR-G10f")
def test_only_the_company_that_has_a_reason_checks():
    for by in ("squad", "company"):
        rules = ANY_LOSS_PANICS | {"panic_by": by}
        for _, game in at_results(PANIC, 0, [-4], name="b1", lines="triggers: 6 6 6\ndue: 1", rules=rules):
            assert not game.does().of("b1", "panicked")


@pytest.mark.rule("FOR-G10f")
def test_without_panic_nobody_checks():
    for _, game in at_results(PANIC, 0, [-4], lines="triggers: 0 0 0\ndue: 7 7 7", rules=NO_PANIC):
        assert not game.does().told(PANICKED_NOW)


EIGHT = """
. . r0 r1 r2 r3 . . . .
. . r4 r5 r6 r7 . . . .
. .  .  .  .  . . . . b1
"""


@pytest.mark.rule("FOR-G10f", "FOR-P13", "FOR-P29")
@pytest.mark.parametrize("by", ["squad", "company"])
@pytest.mark.parametrize(
    ("out", "due"), [(0, 0), (1, 0), (2, QUARTER_OUT), (3, QUARTER_OUT), (4, QUARTER_OUT | HALF_OUT)]
)
def test_a_quarter_and_half_of_squad_or_company_out_are_reasons(out, due, by):
    drawing = EIGHT
    for k in range(out):
        drawing = drawing.replace(f"r{7 - k}", ".")
    game = at_manoeuvres(drawing, lines="triggers: 0 7 7", rules={"panic_by": by}).does()
    assert int(game.s["triggers"][0]) == due


@pytest.mark.rule("FOR-G10f", "FOR-P29")
def test_losses_of_one_squad_are_no_reason_for_another():
    words = {f"r{k}": "squad 1" for k in range(4)}
    drawing = EIGHT.replace("r7", ".")
    for by, due in (("squad", [QUARTER_OUT, 0]), ("company", [0, 0])):
        game = at_manoeuvres(drawing, lines="triggers: 0 0 7", rules={"panic_by": by}, **words).does()
        assert game.s["triggers"][:2].tolist() == due


@pytest.mark.rule("FOR-G10f", "FOR-P13")
def test_those_who_crossed_are_not_out():
    drawing = EIGHT.replace("r7", ".").replace("r6", ".")
    game = at_manoeuvres(drawing, lines="triggers: 0 7 7", r7="swordsman, crossed", r6="swordsman, crossed").does()
    assert int(game.s["triggers"][0]) == 0


@pytest.mark.rule("FOR-G10f", "FOR-P13")
@pytest.mark.parametrize(("rank", "triggers"), [(" leader", 7), ("", 6)])
def test_a_leader_who_falls_is_a_reason(rank, triggers):
    rules = STAYS_DAZED | changed("weapons", sword={"damage": 20, "attack": 5})
    drawing = CLOSE + " . . . . . . . . b2\n"
    game = blow(drawing, rules=rules, b1=f"swordsman{rank}", lines="triggers: 7 7 6")
    at_rolls(game, Roll("r1", HIT, 4, BEST_STAGE)).does()
    assert game.fate("b1") == "Downed"
    game.until("orders")
    assert int(game.s["triggers"][2]) == triggers


@pytest.mark.rule("FOR-G10e", "FOR-12")
def test_who_panics_leaves_its_formation_and_stops_evading():
    words = {"r1": "formation 0, evading", "r2": "formation 0", "r3": "formation 0", "r4": ""}
    for _, game in at_results(
        PANIC, 2 - 1, [-1], COMPANY, lines="triggers: 6 7 7\ndue: 1", rules=ANY_LOSS_PANICS, **words
    ):
        game.does()
        assert game.of("r1", "panicked")
        assert (game.of("r1", "formation"), game.of("r1", "evading"), game.of("r1", "panics")) == (-1, 0, 1)


def panic_value(due=0, drawing=FAR, name="r1", **words):
    return at_manoeuvres(drawing, **words).value("panic", name, extra=due)


@pytest.mark.rule("FOR-G10g")
def test_a_panic_check_counts_morale():
    assert panic_value() == 2
    assert panic_value(r1="swordsman leader") == 3
    assert panic_value(rules={"soldier": {"morale": 5, "level": 2}}) == 5


@pytest.mark.rule("FOR-G10g")
def test_the_enemys_panic_adds_one_and_the_own_companys_nothing():
    assert panic_value(lines="panicked_ever: 0 1") == 3
    assert panic_value(lines="panicked_ever: 0 1", rules={"panic_enemy": 4}) == 6
    assert panic_value(lines="panicked_ever: 1 0") == 2


@pytest.mark.rule("FOR-G10g")
def test_an_earlier_panic_takes_two_however_often():
    assert panic_value(r1="panics 1") == panic_value(r1="panics 3") == 0
    assert panic_value(r1="panics 1", rules={"panic_earlier": 5}) == -3
    assert panic_value(r2="panics 1") == 2


@pytest.mark.rule("FOR-G10g")
@pytest.mark.parametrize("due", [LEADER_DOWN, QUARTER_OUT, HALF_OUT])
def test_each_kind_of_loss_takes_one(due):
    assert panic_value(due) == 1
    assert panic_value(due, rules={"panic_loss": 3}) == -1


@pytest.mark.rule("FOR-G10g")
def test_being_dazed_and_being_wounded_take_one_each():
    assert panic_value(r1="dazed") == panic_value(r1="wounded") == 1
    assert panic_value(r1="dazed, wounded") == 0
    assert panic_value(r1="wounded", rules={"panic_loss": 4}) == -2
    assert panic_value(r2="dazed, wounded") == 2


@pytest.mark.rule("FOR-G10g")
@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("r3: swordsman, Downed, fell at 0 1", 1),
        ("r3: swordsman, Downed, fell at 2 1", 1),
        ("r3: swordsman, Downed, fell at 3 1", 2),
        ("b3: swordsman, Downed, fell at 0 1", 2),
        ("r3: swordsman, Downed, lies at 0 1", 2),
    ],
)
def test_a_friend_who_fell_beside_one_in_this_turn_takes_one(words, value):
    name, words = words.split(": ")
    drawing = FAR.replace("r2", ".")
    assert panic_value(drawing=drawing, **{name: words}) == value


@pytest.mark.rule("FOR-G10g")
def test_several_friends_who_fell_beside_one_take_one():
    fell = {"r3": "swordsman, Downed, fell at 0 1", "r4": "swordsman, Downed, fell at 2 2"}
    assert panic_value(**fell) == 1


@pytest.mark.rule("FOR-G10g")
def test_a_friend_who_fell_in_an_earlier_turn_takes_nothing():
    game = at_manoeuvres(r3="swordsman, Downed, fell at 0 1, lies at 0 1, harm 7", rules=NO_PANIC)
    assert game.value("panic", "r1", extra=0) == 1
    game.does()
    assert game.value("panic", "r1", extra=0) == 2


@pytest.mark.rule("FOR-G10g", "FOR-G10c", "FOR-G9h")
def test_friends_beside_one_who_is_downed_see_it_fall_until_the_turn_is_over():
    drawing = """
    . . . . . . . .
     . . r1 b1 b2 b3
    . . . . . . . .
    """
    rules = changed("weapons", sword={"damage": 20}) | NO_PANIC
    game = at_rolls(blow(drawing, rules=rules), Roll("r1", HIT, 4, BEST_STAGE)).does()
    assert game.fate("b1") == "Downed"
    assert [game.value("panic", name, extra=0) for name in ("b2", "b3", "r1")] == [1, 2, 2]
    game.until("orders")
    assert [game.value("panic", name, extra=0) for name in ("b2", "b3", "r1")] == [2, 2, 2]


@pytest.mark.rule("FOR-G10d", "FOR-G10c")
@pytest.mark.parametrize(("roll", "fate"), [(-3, "dead"), (4, "stable")])
def test_who_is_downed_rolls_for_its_life_in_the_same_turn_where_it_lies(roll, fate):
    drawing = CLOSE + " . . . . . . . . b2\n"
    game = blow(drawing, rules=NO_PANIC | changed("weapons", sword={"damage": 9}))
    lies = Roll("b1", SURVIVAL, roll, later=MORALE_LATER + 1)
    at_rolls(game, Roll("r1", HIT, 1, BEST_STAGE), Roll("r1", HARM, 0, BEST_STAGE), lies).does()
    assert (game.fate("b1"), game.of("b1", "harm")) == ("Downed", 9 + 2 - 4)
    game.until("orders")
    assert game.fate("b1") == fate


@pytest.mark.rule("FOR-G10g")
def test_a_leader_who_has_panicked_takes_one():
    drawing = FAR.replace("r2", "r0")
    assert panic_value(drawing=drawing, r0="swordsman leader") == 2
    assert panic_value(drawing=drawing, r0="swordsman leader, panicked") == 1


@pytest.mark.rule("FOR-G10g")
def test_all_that_changes_a_panic_check_adds_up():
    words = {"r1": "dazed, wounded, panics 2", "r3": "swordsman, Downed, fell at 0 1"}
    assert panic_value(7, lines="panicked_ever: 0 1", **words) == 2 + 1 - 2 - 1 - 1 - 1 - 1 - 1 - 1


# Flight


ELEVENTH = """
. . . . . . . . . . .  .
 . . . . . . . . . . r1 .
. . . . . . . . . . .  .
. . . . . . . . . . .  . . . . . . . . . b1
"""
STEADY = {"rally": False}


def flight(words="panicked", name="r1", drawing=ELEVENTH, rules=None, **more):
    """Let a turn pass; return where a soldier is then."""
    game = scene(drawing, rules=STEADY | (rules or {}), **{name: words}, **more)
    turn_passes(game)
    return game.at(name)


@pytest.mark.rule("FOR-G10e")
def test_the_panicked_have_morale_more_movement_points():
    game = scene(FAR, r1="panicked", r2="panicked, wounded")
    assert (game.value("movement points", "r1"), game.value("movement points", "r2")) == (5 + 2, 3 + 2)
    assert scene(FAR, r1="swordsman leader, panicked").value("movement points", "r1") == 6 + 3
    assert scene(FAR).value("movement points", "r1") == 5
    assert scene(FAR, r1="panicked", rules={"soldier": {"morale": 6}}).value("movement points", "r1") == 5 + 6


@pytest.mark.rule("FOR-G10e")
def test_the_panicked_run_for_their_home_edge_as_far_as_they_can():
    assert flight() == (10 - 7, 1)
    assert flight("panicked, wounded") == (10 - 5, 1)
    assert flight("swordsman leader, panicked") == (10 - 9, 1)
    assert flight(rules={"soldier": {"morale": 1}}) == (10 - 6, 1)
    assert flight("") == (10, 1)


@pytest.mark.rule("FOR-G10e")
def test_blue_flees_to_the_east():
    drawing = """
    . . . . . . . . . . . . . . . . . . . . . . . .
     . r1 . . . . . . . . b1 . . . . . . . . . . . . .
    b2 . . . . . . . . . . . . . . . . . . . . . . .
    """
    column, _ = flight(name="b1", drawing=drawing)
    assert column == 10 + 7


@pytest.mark.rule("FOR-G10e")
def test_the_panicked_of_both_companies_flee_in_each_turn():
    drawing = """
    . . . . . . . . . . . . . . . . . . . . . . . .
     . r2 . . . . . . . . r1 . . b1 . . . . . . . . b2 .
    """
    for active in ("red", "blue"):
        game = scene(drawing, active=active, r1="panicked", b1="panicked", rules=STEADY)
        turn_passes(game)
        assert (game.at("r1")[0], game.at("b1")[0]) == (10 - 7, 13 + 7)


@pytest.mark.rule("FOR-G10e")
def test_the_panicked_pay_for_difficult_ground():
    rows = [", , , , , , , , , , , , ,"] * 12
    rows[1], rows[11] = ", , , , , , , , , , r1 , ,", ", , , , , , , , , , , , b1"
    drawing = "\n".join(rows)
    assert flight(drawing=drawing, rules={"movement": 2})[0] == 10 - 6 // 2
    assert flight(drawing=drawing)[0] == 10 - 7 // 2


@pytest.mark.rule("FOR-G10e")
@pytest.mark.parametrize(("finesse", "place"), [(1, (2, 3)), (2, (1, 3))])
def test_the_panicked_flee_by_the_shortest_way_round_what_they_cannot_enter(finesse, place):
    drawing = """
    . . ~ .  . . . .
     . . ~ r1 . . . .
    . . ~ .  . . . .
     . . . . . . . b1
    """
    assert flight(drawing=drawing, rules={"movement": 0, "soldier": {"finesse": finesse, "morale": 1}}) == place


@pytest.mark.rule("FOR-G10e")
def test_the_shortest_way_counts_movement_points_not_hexes():
    drawing = """
    . , , r1 . . . .
     . . . . . . . .
    . . . . . . . b1
    """
    cheap = flight(drawing=drawing, rules={"movement": 0, "soldier": {"finesse": 1, "morale": 1}})
    assert cheap == (1, 1)


@pytest.mark.rule("FOR-G10e")
@pytest.mark.parametrize("names", [("r1", "r2", "r3"), ("r3", "r2", "r1")])
def test_the_panicked_one_behind_the_other_run_together(names):
    drawing = ELEVENTH.replace(" . . . r1 .", " . " + " ".join(names) + " .")
    game = scene(drawing, rules=STEADY, **dict.fromkeys(names, "panicked"))
    before = [game.at(name) for name in names]
    turn_passes(game)
    assert [game.at(name) for name in names] == [(column - 7, row) for column, row in before]


@pytest.mark.rule("FOR-G10e")
def test_hexes_that_the_panicked_ran_through_are_free_for_others():
    drawing = """
    . . . . . . . . . . .  . .
     . . . . . . . . . . r1 . .
    . . . . . . . . b1 . .  . .
    """
    game = scene(drawing, r1="panicked", rules=STEADY | {"zone_attacks": False})
    turn_passes(game)
    assert game.at("r1")[0] < 5
    game.until("step").does(b1="step ahead right")
    assert game.at("b1") == (7, 1)


@pytest.mark.rule("FOR-G10e")
def test_the_dazed_do_not_flee_until_they_recover():
    assert flight("panicked, dazed", rules=NEVER_RECOVERS) == (10, 1)


@pytest.mark.rule("FOR-G10e")
@pytest.mark.parametrize("stage", ["orders", "step", "reaction", "missile", "melee", "passive melee", "manoeuvre"])
def test_the_panicked_choose_nothing(stage):
    drawing = """
    . . . . . b2
     . . r1 b1 .
    """
    game = scene(drawing, stage=stage, r1="panicked, fought, quick 1", b1="stirred")
    assert game.can("r1") == {"stay"}


@pytest.mark.rule("FOR-G10e", "FOR-A4")
@pytest.mark.parametrize("other", ["b1", "r2"])
@pytest.mark.parametrize("facing", ["east", "west", "south-west", "north-west"])
def test_where_somebody_stands_in_one_of_the_shortest_ways_the_panicked_take_another(other, facing):
    drawing = f"""
    . . . . . . . .
     . . . . . . . .
    . . . {other} r1 . . .
     . . . . . . . . . . b2
    """
    rules = {"zone_attacks": False, "movement": 0, "soldier": {"finesse": 1, "morale": 1}}
    place = flight(f"panicked, facing {facing}", drawing=drawing, rules=rules, **{other: "guide"})
    assert place in ((2, 1), (2, 3))


@pytest.mark.rule("FOR-G10e", "FOR-G6e")
def test_who_flees_from_a_zone_of_control_is_attacked_and_stays_if_it_is_dazed():
    seen = set()
    rules = STEADY | NEVER_RECOVERS | {"survival": False}
    for seed in range(1, 31):
        game = scene(CLOSE + " . . . . . . . . . b2\n", seed=seed, r1="panicked, wounded", rules=rules).does()
        assert game.told(OPPORTUNITY) == [(game.index("b1"), game.index("r1"), 0)]
        if game.of("r1", "dazed"):
            assert game.at("r1") == (2, 1)
        seen.add("dazed" if game.of("r1", "dazed") else game.fate("r1"))
    assert seen == {"fled", "dazed", "Downed"}


# Off the map


@pytest.mark.rule("FOR-G10e", "FOR-G10c")
def test_the_panicked_who_reach_the_edge_with_points_left_are_gone():
    drawing = """
    . . . . . . . . . . . .
     . . r1 . . . . r2 . . b1 .
    """
    game = scene(drawing, r1="panicked", rules=STEADY)
    turn_passes(game)
    assert (game.fate("r1"), game.at("r1")) == ("fled", None)
    assert int(game.s["in_field"][0]) == 1
    assert not (game.s["occupant"] == game.index("r1")).any()
    assert game.can("r1") == {"stay"}
    assert not game.s["done"]


@pytest.mark.rule("FOR-G10e")
def test_who_stands_at_the_edge_already_flees_off_the_map():
    drawing = """
    r1 . . . . . . . . . . .
     . . . . . . . r2 . . b1 .
    """
    game = scene(drawing, r1="panicked", rules=STEADY)
    turn_passes(game)
    assert game.fate("r1") == "fled"


@pytest.mark.rule("FOR-G10e", "FOR-A2")
def test_who_does_not_get_off_the_map_in_one_turn_does_so_in_the_next():
    drawing = """
    . . . . . . . . . . . . .
     . . . . . . . . r1 r2 . . b1
    """
    game = scene(drawing, r1="panicked", rules=STEADY)
    turn_passes(game)
    assert game.at("r1") == (1, 1)
    turn_passes(game)
    assert game.fate("r1") == "fled"


@pytest.mark.rule("FOR-G10e", "FOR-P24")
def test_a_company_that_flees_off_the_map_in_one_env_step_has_lost():
    drawing = """
    r1 r2 . . . . . . . . . .
     r3 . . . . . . . . . b1 .
    """
    panicked = dict.fromkeys(("r1", "r2", "r3"), "panicked")
    game = scene(drawing, rules=STEADY, **panicked).does()
    assert [game.fate(name) for name in panicked] == ["fled"] * 3
    assert (game.winner, int(game.s["ending"])) == ("blue", TOO_FEW_LEFT)


@pytest.mark.rule("FOR-G10e", "FOR-P24")
def test_companies_that_both_flee_off_the_map_in_one_env_step_draw():
    drawing = """
    r1 r2 . . . . . . . . . . . . . . . . . . . . b1 .
     . . . . . . . . . . . . . . . . . . . . . . . b2
    """
    panicked = dict.fromkeys(("r1", "r2", "b1", "b2"), "panicked")
    game = scene(drawing, rules=STEADY, **panicked).does()
    assert (game.winner, int(game.s["ending"])) == ("nobody", BOTH_OUT)


# Coming to oneself


def check_rally(words="panicked", more=0, results=(-1, 0, 1, 3, 4), **rules):
    """Check that a Panicked soldier comes to itself by its roll and so much more."""
    for result, game in at_results(RALLY, more, results, OUT_OF_SIGHT, r1=words, rules=rules):
        recovers = game.rolls("r1", RECOVERY, later=MORALE_LATER) + more > 0
        game.does()
        assert game.of("r1", "panicked") == (result <= 0)
        assert game.of("r1", "dazed") == (0 < result <= 3 and not recovers)


@pytest.mark.rule("FOR-P20")
def test_the_panicked_come_to_themselves_above_nought_dazed_up_to_three():
    check_rally(more=2 + 1 - 3)
    check_rally("swordsman leader, panicked", more=3 + 2 - 3)
    check_rally(more=2 + 1 - 1, recovery=1)


@pytest.mark.rule("FOR-P20")
@pytest.mark.parametrize(("result", "dazed"), [(1, 1), (3, 1), (4, 0)])
def test_who_comes_to_itself_from_panic_is_dazed_unless_it_does_well(result, dazed):
    rules = {"recovery": 5, "soldier": {"morale": 4}}
    rally = Roll("r1", RALLY, result - (4 + 1 - 5), later=MORALE_LATER)
    game = at_rolls(
        at_manoeuvres(OUT_OF_SIGHT, r1="panicked", rules=rules), rally, Roll("r1", RECOVERY, -1, later=MORALE_LATER)
    )
    game.does()
    assert (game.of("r1", "panicked"), game.of("r1", "dazed")) == (0, dazed)


def ever_rallies(drawing, **words):
    """Tell whether a Panicked soldier comes to itself with a good roll."""
    return all(not game.does().of("r1", "panicked") for _, game in at_results(RALLY, 0, [4], drawing, **words))


SIX = """
. . . . . . . . . .
 . r1 . . . . . b1 . .
"""
SEVEN = """
. . . . . . . . . .
 . r1 . . . . . . b1 .
"""
BEHIND_A_HILL = """
. . . . . . . . . .
 . r1 . ^ . . b1 . . .
"""


@pytest.mark.rule("FOR-P20")
def test_an_enemy_within_six_hexes_in_sight_keeps_the_panicked_from_it():
    assert not ever_rallies(SIX, r1="panicked")
    assert ever_rallies(SEVEN, r1="panicked")
    assert ever_rallies(BEHIND_A_HILL, r1="panicked")
    assert not ever_rallies(BEHIND_A_HILL.replace("^", "."), r1="panicked")
    assert not ever_rallies(SEVEN, r1="panicked", rules={"rally_sight": 7})


@pytest.mark.rule("FOR-P20")
def test_friends_keep_nobody_from_it_and_without_the_rule_nobody_rallies():
    assert ever_rallies(SEVEN.replace("r1 .", "r1 r2"), r1="panicked")
    assert not ever_rallies(SEVEN, r1="panicked", rules={"rally": False})


# The Berserk


@pytest.mark.rule("FOR-G10i")
@pytest.mark.parametrize("stage", ["orders", "step", "missile", "melee", "manoeuvre"])
def test_the_berserk_choose_nothing(stage):
    drawing = """
    . . . . . b2
     . . r1 b1 .
    """
    game = scene(drawing, stage=stage, r1="berserk, fought, quick 1")
    assert game.can("r1") == {"stay"}


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_go_for_the_nearest_enemy():
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 . . . . . . . b1 . . .
    r2 . . . . . . . . . . . . b2
    """
    game = scene(drawing, r1="berserk, facing west", rules=NO_PANIC)
    turn_passes(game)
    assert (game.at("r1"), game.of("r1", "facing")) == ((7, 1), 0)


@pytest.mark.rule("FOR-G10i", "FOR-G6a")
@pytest.mark.parametrize(("words", "column"), [("berserk", 2 + 2), ("berserk, wounded", 2 + 1)])
def test_the_berserk_pay_for_difficult_ground(words, column):
    drawing = """
    ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
     , , r1 , , , , , , , b1 , , ,
    ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    """
    points = 5 if words == "berserk" else 3
    game = scene(drawing, r1=f"{words}, points {points}", rules=NO_PANIC)
    turn_passes(game)
    assert game.at("r1")[0] == column


@pytest.mark.rule("FOR-G10i")
@pytest.mark.parametrize("words", ["dazed", "no complex action", "ended", "points 0"])
def test_the_berserk_who_cannot_move_stand_still(words):
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 . . . . . . . b1 . . .
    r2 . . . . . . . . . . . . b2
    """
    game = scene(drawing, r1=f"berserk, {words}", rules=NO_PANIC, stage="step")
    turn_passes(game)
    assert game.at("r1") == (2, 1)


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_move_in_their_own_companys_turn_only():
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 . . . . . . . b1 . . .
    r2 . . . . . . . . . . . . b2
    """
    game = scene(drawing, r1="berserk", rules=NO_PANIC, active="blue")
    turn_passes(game)
    assert game.at("r1") == (2, 1)


@pytest.mark.rule("FOR-G10i")
@pytest.mark.parametrize(("drawn", "facing"), [(". . . b1 . .", 5), (". . b1 . . .", 4)])
def test_the_berserk_turn_to_an_enemy_beside_them_and_strike_at_it(drawn, facing):
    drawing = f"""
    {drawn}
     . . r1 . .
    . . . . . . . . . . . . b2
    """
    game = scene(drawing, r1="berserk, facing south-east", rules=NO_PANIC)
    assert ("r1", "b1") in turn_passes(game)
    assert game.of("r1", "facing") == facing


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_go_past_friends_to_an_enemy_in_sight_and_strike_no_friend():
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 r2 . . . . . . . b1 . .
    . . . r3 . . . . . . . . . b2
    """
    game = scene(drawing, r1="berserk", rules=NO_PANIC)
    assert turn_passes(game) == []
    column, _ = game.at("r1")
    assert column > 4


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_without_an_enemy_in_sight_go_for_friends_and_strike_at_them():
    drawing = """
    . . . . . . . . . . . . . . .
     . r1 . . r2 . . . . . . . . b1
    . . . . . . . . . . . . . .
    """
    game = scene(drawing, r1="berserk", rules=NO_PANIC | {"sight": 4})
    assert turn_passes(game) == [("r1", "r2")]
    assert (game.at("r1"), game.of("r1", "facing")) == ((3, 1), 0)


@pytest.mark.rule("FOR-G10i", "FOR-G9a")
def test_a_friend_struck_by_the_berserk_is_hurt_like_anybody():
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 r2 . . . . . . . . . b1
    """
    seen = set()
    rules = STAYS_DAZED | NO_PANIC | {"sight": 4}
    for seed in range(1, 21):
        game = scene(drawing, stage="melee", seed=seed, r1="berserk", r2="facing west", rules=rules)
        assert turn_passes(game) == [("r1", "r2")]
        seen.add(game.fate("r2") if game.of("r2", "place") < 0 else ("well", "dazed")[game.of("r2", "dazed")])
    assert {"well", "dazed"} <= seen


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_strike_at_enemies_in_reach_rather_than_at_friends():
    drawing = """
    . . . b1 .
     . . r1 r2 .
    . . . . . . . . b2
    """
    game = scene(drawing, stage="melee", r1="berserk", rules=NO_PANIC)
    assert turn_passes(game) == [("r1", "b1")]


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_strike_at_friends_in_the_enemys_turn_too():
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 r2 . . . . . . . . . b1
    . . . . . . . . r7 . . . . .
    """
    game = scene(drawing, stage="melee", active="blue", r1="berserk", rules=NO_PANIC | {"sight": 4})
    assert turn_passes(game) == [("r1", "r2")]


@pytest.mark.rule("FOR-G10i")
def test_the_berserk_alone_with_nobody_in_sight_stand_still():
    drawing = """
    . . . . . . . . . . . . . . .
     . . r1 . . . . . . . . . . b1
    """
    game = scene(drawing, r1="berserk", rules=NO_PANIC | {"sight": 4})
    assert turn_passes(game) == []
    assert game.at("r1") == (2, 1)


@pytest.mark.rule("FOR-G10i", "FOR-G4d")
def test_the_berserk_strike_once_a_turn():
    drawing = CLOSE + " . . . . . . . . b2\n"
    game = scene(drawing, stage="melee", r1="berserk", rules=STAYS_DAZED | {"panic": False, "survival": False})
    assert turn_passes(game).count(("r1", "b1")) == 1


@pytest.mark.rule("FOR-G10i")
def test_panic_does_not_touch_the_berserk():
    lines, rules = "triggers: 0 7 7\ndue: 7", {"panic_loss": 5} | NEVER_RECOVERS
    for _, game in at_results(PANIC, 0, [-4, 4], r1="berserk", lines=lines, rules=rules):
        game.does()
        assert not game.of("r1", "panicked")
        assert game.of("r2", "panicked")
    rules = {"panic_loss": 1} | NEVER_RECOVERS | ANY_LOSS_PANICS
    for _, game in at_results(PANIC, 2 - 3, [0], r1="berserk", lines=lines, rules=rules):
        game.does()
        assert (game.of("r1", "dazed"), game.of("r2", "dazed")) == (0, 1)


def calm_value(drawing=ALONE, **words):
    words["r1"] = "berserk"
    return at_manoeuvres(drawing, **words).value("calm", "r1")


@pytest.mark.rule("FOR-G10j")
def test_coming_to_oneself_from_fury_takes_two():
    assert calm_value() == -2


@pytest.mark.rule("FOR-G10j")
@pytest.mark.parametrize(
    ("friend", "value"),
    [
        ("", 0),
        ("dazed", -2),
        ("panicked", -2),
        ("berserk", -2),
        ("no complex action", -2),
    ],
)
def test_a_friend_beside_one_who_has_a_complex_action_calms_with_two(friend, value):
    assert calm_value(OUT_OF_SIGHT, r2=friend) == value


@pytest.mark.rule("FOR-G10j")
def test_a_friend_at_two_hexes_calms_nobody_and_two_friends_no_more_than_one():
    assert calm_value(OUT_OF_SIGHT.replace("r2 .", ". r2")) == -2
    assert calm_value(OUT_OF_SIGHT.replace(".  .  .", "r3 .  .")) == 0


@pytest.mark.rule("FOR-G10j")
def test_enemies_and_friends_who_were_downed_give_two_each():
    assert calm_value(lines="lost: 0 1") == 0
    assert calm_value(lines="lost: 1 0") == 0
    assert calm_value(lines="lost: 3 4") == 2


@pytest.mark.rule("FOR-G10j")
def test_friends_who_are_wounded_give_two_as_well():
    friend, rules = "wounded, no complex action", NEVER_RECOVERS
    for result, game in at_results(CALM, 2 - 2 + 2, (0, 1), OUT_OF_SIGHT, r1="berserk", r2=friend, rules=rules):
        assert game.does().of("r1", "berserk") == (result <= 0)
    for words in ({"r1": "berserk, wounded"}, {"r1": "berserk", "b1": "wounded"}):
        for result, game in at_results(CALM, 2 - 2, (0, 1), ALONE, rules=rules, **words):
            assert game.does().of("r1", "berserk") == (result <= 0)


@pytest.mark.rule("FOR-G10j")
def test_enemies_in_sight_take_two_and_being_engaged_two_more():
    assert calm_value(FAR.replace("r2", ".")) == -2 - 2
    assert calm_value(CLOSE) == -2 - 2 - 2
    assert calm_value(FAR.replace("r2", "."), rules={"sight": 5}) == -2
    assert calm_value(CLOSE, b1="dazed") == -2 - 2


@pytest.mark.rule("FOR-G10j")
def test_the_berserk_are_themselves_above_nought_dazed_up_to_three():
    for result, game in at_results(CALM, 2 - 2, (-1, 0, 1, 3, 4), ALONE, r1="berserk", rules=NEVER_RECOVERS):
        game.does()
        assert (game.of("r1", "berserk"), game.of("r1", "dazed")) == (result <= 0, 0 < result <= 3)


@pytest.mark.rule("FOR-G10j")
def test_what_calms_counts_in_the_roll():
    for result, game in at_results(CALM, 3 - 6, (-1, 0, 1), CLOSE, r1="swordsman leader, berserk", rules=NO_PANIC):
        assert game.does().of("r1", "berserk") == (result <= 0)


# Fury


def fury(result, more=2, drawing=FAR, **words):
    """Tell whether r1 turns Berserk when its roll and so much more make this result."""
    for _, game in at_results(FURY, more, [result], drawing, **words):
        game.does()
        return (game.index("r1"), 0, 0) in game.told(BERSERK_NOW)


def below_nought(**words):
    """Tell whether exactly the results below 0 lead to fury."""
    return [fury(result, **words) for result in (-1, 0, 1)] == [True, False, False]


def never(**words):
    """Tell whether even a bad roll does not lead to fury."""
    return not fury(-2, **words)


@pytest.mark.rule("FOR-P16")
def test_a_wounded_soldier_with_the_trait_turns_berserk_below_nought():
    assert below_nought(r1="axeman, wounded")
    assert below_nought(more=3, r1="axeman leader, wounded")
    assert below_nought(more=1, r1="axeman, wounded", rules={"soldier": {"morale": 1}})


@pytest.mark.rule("FOR-P16")
def test_a_friend_who_falls_beside_one_is_a_reason_for_fury():
    assert below_nought(r1="axeman", r3="swordsman, Downed, fell at 0 1")
    assert never(r1="axeman", r3="swordsman, Downed, fell at 3 1")
    assert never(r1="axeman", b3="swordsman, Downed, fell at 0 1")
    assert never(r1="axeman", r3="swordsman, Downed, lies at 0 1")


@pytest.mark.rule("FOR-P16")
def test_without_the_trait_or_a_reason_nobody_turns_berserk():
    assert never(r1="swordsman, wounded")
    assert never(r1="axeman")
    assert never(r1="axeman, dazed")
    assert never(r1="axeman, wounded, panicked", rules={"rally": False})
    assert below_nought(r1="swordsman, wounded", rules=changed("roles", swordsman={"berserker": True}))


@pytest.mark.rule("FOR-P16", "FOR-12", "FOR-G10i")
def test_who_turns_berserk_is_no_longer_dazed_nor_in_formation_nor_evading():
    words = {"r1": "axeman, wounded, dazed, evading, formation 0", "r2": "formation 0", "r3": "formation 0"}
    game = at_manoeuvres(COMPANY.replace("r4", "."), rules=NEVER_RECOVERS, **words)
    at_rolls(game, Roll("r1", FURY, -3, later=MORALE_LATER), Roll("r1", CALM, -1, later=MORALE_LATER)).does()
    state = tuple(game.of("r1", name) for name in ("berserk", "dazed", "evading", "formation"))
    assert state == (1, 0, 0, -1)
    assert game.together("r2", "r3")


# The order of the phase


ENCUMBERED = changed("roles", swordsman={"encumbered": True})


@pytest.mark.rule("FOR-G10k")
@pytest.mark.parametrize(
    ("words", "rules", "dazed"), [("wounded", ENCUMBERED, 1), ("", ENCUMBERED, 0), ("wounded", {}, 0)]
)
def test_who_is_wounded_and_encumbered_is_dazed(words, rules, dazed):
    game = at_manoeuvres(r1=words, rules=rules | NEVER_RECOVERS).does()
    assert game.of("r1", "dazed") == dazed


@pytest.mark.rule("FOR-G10k", "FOR-G10i")
def test_the_berserk_are_not_dazed_by_wounds_and_burden():
    rules = ENCUMBERED | NEVER_RECOVERS
    for _, game in at_results(CALM, 0, [-1], ALONE, r1="wounded, berserk", rules=rules):
        game.does()
        assert (game.of("r1", "berserk"), game.of("r1", "dazed")) == (1, 0)


@pytest.mark.rule("FOR-G10k", "FOR-G10a")
def test_who_is_dazed_in_the_phase_may_recover_in_it():
    rules = ENCUMBERED | {"recovery": 0, "wounded_recovery": 2}
    for result, game in at_results(RECOVERY, 2 + 1 - 2, (0, 1, 3, 4), r1="wounded", rules=rules):
        game.does()
        assert (game.of("r1", "dazed"), game.of("r1", "complex_left")) == (result <= 0, result > 3)


@pytest.mark.rule("FOR-G10k", "FOR-G10g")
def test_the_wounded_and_encumbered_are_dazed_before_the_panic_check():
    words = {"r1": "wounded", "rules": ENCUMBERED | NEVER_RECOVERS | ANY_LOSS_PANICS}
    words |= {"lines": "triggers: 6 7 7\ndue: 1"}
    for result, game in at_results(PANIC, 2 - 1 - 1 - 1, (-1, 0), **words):
        assert game.does().of("r1", "panicked") == (result < 0)


SURE_TO_RALLY_AND_PANIC = {
    "recovery": 0,
    "explosions": 0,
    "panic_loss": 5,
    "panic_earlier": 5,
    "soldier": {"level": 20},
}


@pytest.mark.rule("FOR-G10k", "FOR-P20", "FOR-G10f")
def test_the_panicked_come_to_themselves_before_their_company_checks_again():
    words = {"r1": "panicked, panics 1", "lines": "triggers: 4 7 7\ndue: 3"}
    for _, game in at_results(PANIC, 0, [-4, 0, 4], OUT_OF_SIGHT, rules=SURE_TO_RALLY_AND_PANIC, **words):
        game.does()
        assert (game.index("r1"), 0, 0) in game.told(RECOVERED)
        assert (game.of("r1", "panicked"), game.of("r1", "panics")) == (1, 2)


@pytest.mark.rule("FOR-G10k", "FOR-P16")
def test_who_panics_in_the_phase_does_not_turn_berserk_in_it():
    for panic, panics in ((-4, True), (4, False)):
        game = at_manoeuvres(
            r1="axeman, wounded", lines="triggers: 6 7 7\ndue: 1", rules=NEVER_RECOVERS | ANY_LOSS_PANICS
        )
        at_rolls(game, Roll("r1", PANIC, panic, later=MORALE_LATER), Roll("r1", FURY, -4, later=MORALE_LATER)).does()
        assert bool(game.of("r1", "panicked")) == panics
        assert bool(game.told(BERSERK_NOW)) != panics


@pytest.mark.rule("FOR-G10k", "FOR-G10j")
def test_who_turns_berserk_may_be_calmed_in_the_same_phase():
    for calm, is_calmed in ((0, False), (1, True)):
        game = at_manoeuvres(ALONE, r1="axeman, wounded")
        at_rolls(game, Roll("r1", FURY, -3, later=MORALE_LATER), Roll("r1", CALM, calm, later=MORALE_LATER)).does()
        assert game.told(BERSERK_NOW)
        assert bool(game.of("r1", "berserk")) != is_calmed


@pytest.mark.rule("FOR-G10k", "FOR-G10j", "FOR-G10a")
def test_who_is_dazed_when_it_is_calmed_may_recover_in_the_same_phase():
    for roll, recovers in ((0, False), (1, True)):
        game = at_manoeuvres(ALONE, r1="berserk")
        at_rolls(game, Roll("r1", CALM, 2, later=MORALE_LATER), Roll("r1", RECOVERY, roll, later=MORALE_LATER)).does()
        assert (game.of("r1", "berserk"), game.of("r1", "dazed")) == (0, not recovers)


@pytest.mark.rule("FOR-G10k", "FOR-G10g", "FOR-A6")
@pytest.mark.parametrize(("active", "first", "second"), [("red", "r1", "b1"), ("blue", "b1", "r1")])
@pytest.mark.parametrize(("panic", "heartened"), [(-2, True), (-1, False)])
def test_the_active_company_checks_for_panic_first_and_heartens_the_passive_one(
    active, first, second, panic, heartened
):
    for roll in (-3, -2, -1):
        words = {"lines": "triggers: 6 6 6\ndue: 1 0 1", "rules": NEVER_RECOVERS | ANY_LOSS_PANICS}
        game = at_manoeuvres(FAR.replace("r2", "."), active=active, **words)
        rolls = [Roll(name, PANIC, value, later=MORALE_LATER) for name, value in ((first, panic), (second, roll))]
        at_rolls(game, *rolls).does()
        assert bool(game.of(first, "panicked")) == (panic + 2 - 1 < 0) == heartened
        assert bool(game.of(second, "panicked")) == (roll + 2 - 1 + heartened < 0)


@pytest.mark.rule("FOR-G10j", "FOR-A6")
@pytest.mark.parametrize(("first", "second"), [("r1", "r2"), ("r2", "r1")])
def test_how_soldiers_are_numbered_does_not_change_who_calms_whom(first, second):
    drawing = OUT_OF_SIGHT.replace("r1", "R").replace("r2", second).replace("R", first)
    for roll, calmed in ((0, False), (1, True)):
        game = at_manoeuvres(drawing, r1="berserk", r2="berserk", rules=NEVER_RECOVERS)
        at_rolls(game, Roll(first, CALM, 4, later=MORALE_LATER), Roll(second, CALM, roll, later=MORALE_LATER)).does()
        assert not game.of(first, "berserk")
        assert bool(game.of(second, "berserk")) != calmed
