"""Steps: who may move, what it costs, who gets a hex that several want. [chapter Step Movement, part A]"""

import pytest

from tests.envs.formation.scenes import scene

LINE = """
. r1 . . . . .
. r0 . . . . . . . . . b0
. r2 . . . . .
"""
IN_LINE = {name: "formation 0" for name in ("r0", "r1", "r2")}
LED = {0: "director r0"}


def line(drawing=LINE, **options):
    """Return three swordsmen in formation before a Step, with an enemy far away."""
    words = {name: options.pop(name, "formation 0") for name in IN_LINE}
    return scene(drawing, stage="step", formations=LED, **words, **options)


def points(game, *names):
    return [game.of(name, "points") for name in names or IN_LINE]


@pytest.mark.rule("FOR-17", "FOR-T1")
def test_every_member_pays_the_highest_cost():
    game = line(
        """
        . r1 . .
        . r0 , . . . . . . . . b0
        . r2 . .
        """
    )
    game.all_do("step ahead", "r0", "r1", "r2")
    assert points(game) == [3, 3, 3]
    assert [game.at(name) for name in IN_LINE] == [(2, 1), (2, 0), (2, 2)]


@pytest.mark.rule("FOR-17")
def test_lone_soldiers_pay_their_own_cost():
    game = scene(
        """
        . r1 . .
        . .  . .
        . r2 , . . . . . . . . b0
        """,
        stage="step",
        r1="squad 5",
        r2="squad 6",
    )
    game.all_do("step ahead", "r1", "r2")
    assert points(game, "r1", "r2") == [4, 3]


@pytest.mark.rule("FOR-18", "FOR-T2")
def test_who_can_pay_its_own_move_but_not_the_step_is_left_at_none_and_stays_in():
    game = line(
        """
        . r1 . .
        . r0 , . . . . . . . . b0
        . r2 . .
        """,
        r1="formation 0, points 1",
    )
    game.all_do("step ahead", "r0", "r1", "r2")
    assert points(game) == [3, 0, 3]
    assert game.together("r0", "r1", "r2")
    assert game.at("r1") == (2, 0)


@pytest.mark.rule("FOR-18", "FOR-T3")
def test_who_cannot_pay_its_own_move_stands_still_and_is_left_at_none():
    game = line(
        """
        . r1 , .
        . r0 , . . . . . . . . b0
        . r2 . .
        """,
        r1="formation 0, points 1",
    )
    assert "step ahead" not in game.can("r1")
    assert "few Movement Points" in game.why("r1", "step ahead")
    game.all_do("step ahead", "r0", "r2")
    assert points(game) == [3, 0, 3]
    assert game.at("r1") == (1, 0)
    assert game.together("r0", "r1", "r2")


@pytest.mark.rule("FOR-16")
def test_in_a_step_everybody_moves_one_hex_at_most_the_leader_too():
    game = line()
    game.all_do("step ahead", "r0", "r1", "r2")
    assert [game.at(name) for name in IN_LINE] == [(2, 1), (2, 0), (2, 2)]
    game.all_do("step ahead", "r0", "r1", "r2")
    assert [game.at(name) for name in IN_LINE] == [(3, 1), (3, 0), (3, 2)]


@pytest.mark.rule("FOR-19", "FOR-G6b")
def test_without_a_complex_action_nobody_moves():
    game = line(r1="formation 0, no complex action")
    assert game.can("r1") == {"stay"}
    assert "Complex Action is spent" in game.why("r1", "step ahead")
    game.all_do("step ahead", "r0", "r2")
    assert game.at("r1") == (1, 0)
    assert points(game) == [4, 4, 4]


@pytest.mark.rule("FOR-G6b", "FOR-12")
def test_the_dazed_cannot_move():
    game = line(r1="formation 0, dazed")
    assert game.can("r1") == {"stay"}
    assert "Dazed" in game.why("r1", "step ahead")


@pytest.mark.rule("FOR-A7")
def test_a_lone_soldier_that_stays_has_ended_its_movement():
    game = scene(
        """
        . r1 . .
        . .  . .
        . r2 . . . . . . . . . b0
        """,
        stage="step",
        r1="squad 5",
        r2="squad 6",
    )
    game.does(r1="step ahead")
    assert "step ahead" in game.can("r1")
    assert game.can("r2") == {"stay"}


@pytest.mark.rule("FOR-A7")
def test_who_stays_goes_on_as_long_as_somebody_of_its_formation_moves():
    game = line()
    game.does(r1="step ahead")
    assert "step ahead" in game.can("r2")
    game.does()
    assert game.stage != "step"


@pytest.mark.rule("FOR-G6a")
@pytest.mark.parametrize(
    ("terrain", "cost"),
    [(".", 1), (",", 2), ("*", 2), ("^", 2), ("#", 3)],
    ids=["open", "rough", "woods", "hill", "wall"],
)
def test_terrains_cost_what_they_cost(terrain, cost):
    game = scene(f". r1 {terrain} . . . . . . . . b0", stage="step", r1="squad 5")
    game.does(r1="step ahead")
    assert points(game, "r1") == [5 - cost]


@pytest.mark.rule("FOR-G6a")
def test_water_is_not_entered_and_the_field_not_left():
    game = scene("r1 ~ . . . . . . . . b0", stage="step", r1="squad 5")
    assert "enter that terrain" in game.why("r1", "step ahead")
    assert "off the field" in game.why("r1", "step back")


@pytest.mark.rule("FOR-G6h")
def test_a_step_that_keeps_the_facing_costs_double_unless_straight_ahead():
    for action, cost, facing in (
        ("step back, keep facing", 2, 0),
        ("step ahead right, keep facing", 2, 0),
        ("step ahead, keep facing", 1, 0),
        ("step ahead right", 1, 1),
        ("step back", 1, 3),
    ):
        game = scene(". . .\n . r1 . . . . . . . . . b0\n. . .", stage="step", r1="squad 5")
        game.does(r1=action)
        assert (points(game, "r1"), game.of("r1", "facing")) == ([5 - cost], facing), action


@pytest.mark.rule("FOR-P14")
def test_turning_in_place_costs_one():
    for action, facing in (("face left", 5), ("face right", 1)):
        game = scene(". r1 . . . . . . . . . b0", stage="step", r1="squad 5")
        game.does(r1=action)
        assert (points(game, "r1"), game.of("r1", "facing"), game.at("r1")) == ([4], facing, (1, 0))
    dear = scene(". r1 . . . . . . . . . b0", stage="step", r1="squad 5, points 2", rules={"turn_cost": 3})
    assert "face left" not in dear.can("r1")


@pytest.mark.rule("FOR-G6g")
def test_evading_costs_one_more_for_each_hex():
    game = scene(". r1 , . . . . . . . . b0", stage="step", r1="squad 5, evading")
    game.does(r1="step ahead")
    assert points(game, "r1") == [2]
    poor = scene(". r1 . . . . . . . . . b0", stage="step", r1="squad 5, evading, points 1")
    assert "step ahead" not in poor.can("r1")


@pytest.mark.rule("FOR-A3")
def test_the_one_that_turns_least_from_the_front_gets_the_hex():
    drawing = """
    . r1 . .
     r2 . . .
    . r3 . . . . . . . . . b0
    """
    game = scene(drawing, stage="step", r1="squad 5", r2="squad 6", r3="squad 7")
    game.does(r1="step ahead right", r2="step ahead", r3="step ahead left")
    assert [game.at(name) for name in ("r1", "r2", "r3")] == [(1, 0), (1, 1), (1, 2)]
    assert points(game, "r1", "r2", "r3") == [5, 4, 5]


@pytest.mark.rule("FOR-A3")
def test_of_two_mirrored_ones_the_one_from_the_right_gets_the_hex():
    drawing = """
    . r1 . .
     . . . .
    . r3 . . . . . . . . . b0
    """
    game = scene(drawing, stage="step", r1="squad 5", r3="squad 7")
    game.does(r1="step ahead right", r3="step ahead left")
    assert (game.at("r1"), game.at("r3")) == ((1, 0), (1, 1)), "red faces east, so south is its right"
    mirrored = """
    . . b1 . . . . . . .
     . . . . . . . .
    . r0 b3 . . . . . .
    """
    blue = scene(mirrored, stage="step", active="blue", b1="squad 5", b3="squad 7, points 5")
    blue.does(b1="step ahead left")
    assert blue.at("b1") is not None


@pytest.mark.rule("FOR-A3")
def test_of_two_mirrored_blue_ones_the_one_from_its_right_gets_the_hex():
    drawing = """
    . . . . . b1 . .
     . . . . . . . .
    r0 . . . . b3 . .
    """
    game = scene(drawing, stage="step", active="blue", b1="squad 5", b3="squad 7")
    game.does(b1="step ahead left", b3="step ahead right")
    assert (game.at("b1"), game.at("b3")) == ((4, 1), (5, 2)), "blue faces west, so north is its right"


@pytest.mark.rule("FOR-A3", "FOR-G6f")
def test_swaps_and_rounds_of_friends_pass():
    swap = scene(". r1 r2 . . . . . . . . b0", stage="step", r1="squad 5", r2="squad 6")
    swap.does(r1="step ahead", r2="step back")
    assert (swap.at("r1"), swap.at("r2")) == ((2, 0), (1, 0))
    drawing = """
    . r1 r2 .
     . r3 . . . . . . . . . b0
    """
    ring = scene(drawing, stage="step", r1="squad 5", r2="squad 6", r3="squad 7")
    ring.does(r1="step ahead", r2="step back right", r3="step back left")
    assert [ring.at(name) for name in ("r1", "r2", "r3")] == [(2, 0), (1, 1), (1, 0)]


@pytest.mark.rule("FOR-A3", "FOR-A4")
def test_a_line_waits_when_its_head_does_not_go():
    game = scene(". r1 r2 r3 . . . . . . . b0", stage="step", r1="squad 5", r2="squad 6", r3="squad 7")
    game.does(r1="step ahead", r2="step ahead")
    assert [game.at(name) for name in ("r1", "r2", "r3")] == [(1, 0), (2, 0), (3, 0)]
    assert points(game, "r1", "r2") == [5, 5]
    game = scene(". r1 r2 r3 . . . . . . . b0", stage="step", r1="squad 5", r2="squad 6", r3="squad 7")
    game.does(r1="step ahead", r2="step ahead", r3="step ahead")
    assert [game.at(name) for name in ("r1", "r2", "r3")] == [(2, 0), (3, 0), (4, 0)]


@pytest.mark.rule("FOR-A3")
def test_who_loses_a_hex_keeps_those_behind_it_waiting():
    drawing = """
    r4 r1 . .
     . . . . .
    . r3 . . . . . . . . . b0
    """
    game = scene(drawing, stage="step", r1="squad 5", r3="squad 7", r4="squad 8")
    game.does(r1="step ahead right", r3="step ahead left", r4="step ahead")
    assert [game.at(name) for name in ("r1", "r3", "r4")] == [(1, 0), (1, 1), (0, 0)]


@pytest.mark.rule("FOR-A4")
def test_nobody_enters_a_hex_of_an_enemy_or_of_one_who_does_not_act():
    game = scene(". r1 b0 . . r2 r3", stage="step", r1="squad 5", r2="squad 6", r3="squad 7, dazed")
    assert "held by an enemy" in game.why("r1", "step ahead")
    assert "does not move" in game.why("r2", "step ahead")


@pytest.mark.rule("FOR-A4", "FOR-G7u", "FOR-P2")
def test_in_manoeuvres_a_hex_that_both_companies_want_stays_empty():
    drawing = """
    . r1 . b1 .
    . .  . . .
    . r2 . . .
    """
    game = scene(drawing, stage="manoeuvre", r1="fought", b1="fought")
    game.does(r1="step ahead", b1="step ahead")
    assert (game.at("r1"), game.at("b1")) == ((1, 0), (3, 0))
    alone = scene(drawing, stage="manoeuvre", r1="fought", b1="fought")
    alone.does(r1="step ahead")
    assert alone.at("r1") == (2, 0)


@pytest.mark.rule("FOR-G6d")
def test_entering_a_zone_of_control_stops():
    game = scene(". r1 . . b0 .", stage="step", r1="squad 5", b0="quick 0")
    game.does(r1="step ahead")
    assert "step ahead" in game.can("r1"), "two hexes before a sword nothing stops"
    game.does(r1="step ahead")
    assert game.of("r1", "held")
    assert game.stage != "step" or game.can("r1") == {"stay"}


@pytest.mark.rule("FOR-G6d")
def test_a_charge_and_the_houses_own_rule_go_on_in_zones():
    def walk(rules=None, **soldiers):
        drawing = """
        . . . . .
         . r1 . . .
        . . b1 . .
        """
        game = scene(drawing, stage="step", rules=rules, b1="facing north-west, quick 0", **soldiers)
        game.does(r1="step ahead")
        return "step ahead" in game.can("r1")

    assert not walk(r1="squad 5")
    assert walk(r1="squad 5, charging")
    assert walk(r1="squad 5", rules={"stop_in_zones": False})


@pytest.mark.rule("FOR-G6d", "FOR-P14")
def test_turning_in_place_in_a_zone_of_control_does_not_stop():
    game = scene(". . r1 b1 . .", stage="step", r1="squad 5", b1="quick 0")
    game.does(r1="face left")
    assert not game.of("r1", "held") and game.of("r1", "points") == 4
    assert "step back" in game.can("r1")


@pytest.mark.rule("FOR-G6d", "FOR-P12")
def test_a_held_member_stays_while_its_formation_goes_on():
    game = line(
        """
        . r1 . b1 .
        . r0 . . . . . . . . . b0
        . r2 . . .
        """,
        b1="quick 0",
    )
    game.all_do("step ahead", "r0", "r1", "r2")
    assert game.of("r1", "held")
    assert "step ahead" not in game.can("r1")
    assert "step ahead" in game.can("r2")


@pytest.mark.rule("FOR-P12")
def test_the_zone_of_control_is_the_front_within_reach():
    def zone(words):
        game = scene(". . . .\n. . . .\n. . . r0 . .\n. . . .\n. . . .\n. . . . . . . . b0", r0=words)
        field = game.game.words._plan.field
        cells = [c for c in range(field.cells) if game.s["zone"][0][c]]
        return {field.place(c) for c in cells}

    assert zone("swordsman leader") == {(4, 2), (3, 1), (3, 3)}
    assert len(zone("spearman leader")) == 8
    assert (5, 2) in zone("spearman leader")
    assert zone("swordsman leader, facing west") == {(2, 2), (2, 1), (2, 3)}
    assert zone("swordsman leader, dazed") == set()
    assert zone("guide leader") == set()


@pytest.mark.rule("FOR-G6e")
def test_leaving_a_zone_of_control_draws_an_attack_from_each_enemy():
    drawing = """
    . . r1 .
     . b1 b2 .
    """
    facing = {"b1": "facing north-east", "b2": "facing north-west"}
    hurt = 0
    for seed in range(40):
        game = scene(drawing, stage="step", r1="squad 5", seed=seed, **facing)
        game.does(r1="step back")
        assert game.of("r1", "struck") == 2
        hurt += game.at("r1") != (1, 0)
        if game.fate("r1") == "in the field":
            assert (game.at("r1") == (2, 0)) == bool(game.of("r1", "dazed")), "who is Dazed by it stays"
    assert 5 < hurt < 40
    free = scene(drawing, stage="step", r1="squad 5", rules={"zone_attacks": False}, **facing)
    free.does(r1="step back")
    assert free.of("r1", "struck") == 0


@pytest.mark.rule("FOR-G6e", "FOR-A3", "FOR-A6")
@pytest.mark.parametrize("names", ["r1 r2 r3", "r2 r1 r3", "r3 r2 r1", "r2 r3 r1"])
def test_the_hex_of_one_who_falls_in_leaving_is_free_however_soldiers_are_numbered(names):
    head, middle, tail = names.split()
    drawing = f"""
    . . . b2 b1 .
     . {tail} {middle} {head} . .
    . . b3 . . .
    """
    facing = {"b1": "facing south-west", "b2": "facing south-east", "b3": "facing east"}
    found = set()
    for seed in range(60):
        game = scene(drawing, stage="step", seed=seed, **{middle: "wounded"}, **facing)
        game.all_do("step ahead", head, middle, tail)
        fell, stays = game.fate(middle) != "in the field", bool(game.of(head, "dazed"))
        assert (game.at(tail) == (2, 1)) == (fell or not (stays or game.of(middle, "dazed")))
        found.add((fell, stays))
    assert found == {(False, False), (False, True), (True, False), (True, True)}


@pytest.mark.rule("FOR-G6e")
def test_the_dazed_and_those_who_look_elsewhere_do_not_attack_who_leaves():
    drawing = """
    . . r1 .
     . b1 b2 .
    """
    game = scene(drawing, stage="step", r1="squad 5", b1="facing north-east, dazed", b2="facing east")
    game.does(r1="step back")
    assert game.of("r1", "struck") == 0
    assert game.at("r1") == (1, 0)


@pytest.mark.rule("FOR-G6f")
def test_changing_places_with_an_engaged_friend_costs_a_quick_action_or_dazes():
    drawing = ". r1 r2 b0 . ."
    for quick, left, dazed in ((1, 0, False), (0, 0, True)):
        game = scene(drawing, stage="step", r1=f"squad 5, quick {quick}", r2="squad 6", rules={"zone_attacks": False})
        game.does(r1="step ahead", r2="step back")
        assert (game.at("r1"), game.at("r2")) == ((2, 0), (1, 0))
        assert (game.of("r1", "quick"), game.of("r1", "dazed")) == (left, dazed)
    calm = scene(". r1 r2 . . . . . b0", stage="step", r1="squad 5", r2="squad 6")
    calm.does(r1="step ahead", r2="step back")
    assert (calm.of("r1", "quick"), calm.of("r2", "quick")) == (1, 1)


@pytest.mark.rule("FOR-P15")
def test_who_charges_only_moves_straight_ahead():
    game = scene(". r1 . . . . . . b0", stage="step", r1="squad 5, charging")
    assert game.can("r1") == {"stay", "step ahead", "step ahead, keep facing"}
    assert "straight ahead" in game.why("r1", "step back")
    assert "straight ahead" in game.why("r1", "face left")


@pytest.mark.rule("FOR-P15")
def test_hexes_straight_ahead_are_counted_from_the_last_turning():
    game = scene(". r1 . . . . . . . . . b0", stage="step", r1="squad 5")
    game.does(r1="step ahead").does(r1="step ahead")
    assert game.of("r1", "straight") == 2
    game.does(r1="step ahead right")
    assert game.of("r1", "straight") == 0


@pytest.mark.rule("FOR-P21")
def test_running_into_a_hidden_enemy_discovers_it_and_goes_nowhere():
    game = scene(". r1 b1 . . b0", stage="step", r1="squad 5", b1="hidden", rules={"hidden_until": 1})
    assert game.of("b1", "hidden")
    assert "step ahead" in game.can("r1"), "what is hidden does not show"
    game.does(r1="step ahead")
    assert game.at("r1") == (1, 0)
    assert not game.of("b1", "hidden")
