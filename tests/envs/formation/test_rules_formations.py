"""Formations: starting, keeping and breaking them. [chapters Starting, Maintaining, Breakup]"""

import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import game as make_game
from swarmzoo.envs.formation.events import BROKEN, FORMED, NOT_FORMED
from tests.envs.formation.scenes import scene

COLUMN = """
. r1 . . .
. r0 . . . . . . . . . b0
. r2 . . .
. r3 . . .
. .  . . .
. r4 . . .
"""


def forms(drawing, *who, rules=None, stay=(), **soldiers):
    """Let soldiers form up without a Short Move; return the scene after it."""
    game = scene(drawing, rules={"short_moves": False, **(rules or {})}, **soldiers)
    return game.all_do("form up", *who)


def line(drawing, *, director="r0", rules=None, formation="", seed=1, **soldiers):
    """Return soldiers in formation 0 before a Step."""
    names = [token for token in drawing.split() if token[0] == "r" and token[1:].isdigit()]
    words = {name: soldiers.pop(name, "formation 0") for name in names}
    words = {name: text if "squad" in text else f"{text}, formation 0" for name, text in words.items()}
    words |= soldiers
    formations = {0: ", ".join(word for word in (f"director {director}" if director else "", formation) if word)}
    return scene(drawing, stage="step", formations=formations, rules=rules, seed=seed, **words)


# Starting


@pytest.mark.rule("FOR-5", "FOR-7", "FOR-9", "FOR-G4a")
def test_soldiers_beside_each_other_form_up_under_their_leader():
    game = forms(COLUMN, "r0", "r1", "r2")
    assert game.together("r0", "r1", "r2")
    assert game.of("r3", "formation") == -1
    assert game.s["director"][game.of("r0", "formation")] == game.index("r0")
    assert len(game.told(FORMED)) == 1
    assert "step ahead" in game.can("r1"), "forming up costs a Free Action only"


@pytest.mark.rule("FOR-5", "FOR-9")
def test_without_a_leader_who_forms_up_move_and_complex_action_are_lost():
    game = forms(COLUMN, "r1", "r2", "r3")
    assert len(game.told(NOT_FORMED)) == 3
    for name in ("r1", "r2", "r3"):
        assert game.of(name, "formation") == -1
        assert not game.of(name, "complex_left")
        assert "cannot move" in game.why(name, "step ahead")
    assert game.of("r0", "complex_left")


@pytest.mark.rule("FOR-5", "FOR-P1", "FOR-P4")
@pytest.mark.parametrize(("apart", "is_led"), [(5, True), (6, False)])
def test_a_leader_directs_within_its_level_in_hexes_without_standing_in_the_line(apart, is_led):
    drawing = ". r1 r2 " + ". " * (apart - 1) + "r0 . . . . . . b0"
    game = forms(drawing, "r0", "r1", "r2")
    assert game.together("r0", "r1", "r2") == is_led
    near = forms(drawing, "r0", "r1", "r2", rules={"leader_range": 1})
    assert near.together("r0", "r1", "r2")


@pytest.mark.rule("FOR-7", "FOR-P3", "FOR-13")
def test_who_stands_apart_does_not_join_and_a_leader_directs_one_part_only():
    drawing = """
    . r1 . . .
    . r0 . . . . . . . . . b0
    . .  . . .
    . r2 . . .
    . r3 . . .
    """
    game = forms(drawing, "r0", "r1", "r2", "r3")
    assert game.together("r0", "r1")
    assert game.of("r2", "formation") == game.of("r3", "formation") == -1
    assert not game.of("r2", "complex_left")


@pytest.mark.rule("FOR-6")
def test_soldiers_without_combat_expertise_cannot_form_up():
    game = scene(COLUMN, r1="guide")
    assert "Combat expertise" in game.why("r1", "form up")
    assert "form up" in game.can("r2")
    secondary = scene(COLUMN, r1="guide", rules={"roles": {"guide": {"combat": "secondary"}}})
    assert "form up" in secondary.can("r1")


@pytest.mark.rule("FOR-8")
@pytest.mark.parametrize("status", ["dazed", "panicked", "berserk"])
def test_the_dazed_the_panicked_and_the_berserk_cannot_form_up(status):
    game = scene(COLUMN, r1=status)
    assert game.can("r1") == {"stay"}
    assert "Dazed, Panicked or Berserk" in game.why("r1", "form up")


@pytest.mark.rule("FOR-5", "FOR-8")
@pytest.mark.parametrize("status", ["dazed", "panicked", "berserk"])
def test_a_leader_who_is_not_itself_directs_nobody(status):
    game = forms(COLUMN, "r1", "r2", r0=f"swordsman leader, {status}")
    assert game.of("r1", "formation") == -1


@pytest.mark.rule("FOR-P10", "FOR-5")
def test_trained_squads_form_up_without_a_leader():
    game = forms(COLUMN, "r2", "r3", rules={"autonomous": True})
    assert game.together("r2", "r3")
    assert game.s["director"][game.of("r2", "formation")] == -1


@pytest.mark.rule("FOR-P18")
def test_a_formation_has_two_members_at_least_or_as_many_as_the_rules_say():
    assert forms(COLUMN, "r0").of("r0", "formation") == -1
    assert forms(COLUMN, "r0", "r1", rules={"least_members": 3}).of("r0", "formation") == -1
    assert forms(COLUMN, "r0", "r1", "r2", rules={"least_members": 3}).together("r0", "r1", "r2")


@pytest.mark.rule("FOR-G3b")
def test_a_leader_must_stand_a_level_above_half_of_the_members():
    equal = forms(COLUMN, "r0", "r1", "r2", rules={"leader": {"level": 2}})
    assert equal.of("r0", "formation") == -1
    assert forms(COLUMN, "r0", "r1", "r2", rules={"leader": {"level": 3}}).together("r0", "r1", "r2")
    assert forms(COLUMN, "r0", "r1", rules={"leader": {"level": 3}, "leader_levels": 2}).of("r0", "formation") == -1


@pytest.mark.rule("FOR-G3a")
def test_only_soldiers_of_one_squad_form_up_together_and_squads_have_six_at_most():
    game = forms(COLUMN, "r0", "r1", "r2", r2="squad 3", r4="squad 3")
    assert game.together("r0", "r1")
    assert game.of("r2", "formation") == -1
    squads = scene(COLUMN).r["squad"][:8]
    assert squads.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


@pytest.mark.rule("FOR-9", "FOR-P2")
def test_a_free_short_move_comes_before_the_check():
    drawing = """
    . r1 . . .
    . r0 . . . . . . . . . b0
    . .  r2 . .
    """
    game = scene(drawing)
    game.all_do("form up", "r0", "r1", "r2")
    assert game.stage == "short move"
    assert game.can("b0") == game.can("r3") == {"stay"}
    game.does(r2="step back left")
    assert game.at("r2") == (1, 1) or game.together("r0", "r1", "r2")
    assert game.of("r1", "points") == 5, "at no cost"
    assert game.together("r0", "r1")


@pytest.mark.rule("FOR-9")
def test_a_short_move_can_bring_soldiers_together():
    drawing = """
    . .  r1 . .
    . .  .  . . . . . . . . b0
    . r0 .  . .
    """
    apart = forms(drawing, "r0", "r1", rules={"leader_range": -4})
    assert apart.of("r0", "formation") == -1
    game = scene(drawing, rules={"leader_range": -4})
    game.all_do("form up", "r0", "r1")
    game.does(r1="step back right")
    assert game.together("r0", "r1")


@pytest.mark.rule("FOR-14", "FOR-P9")
def test_leaving_and_forming_up_anew():
    drawing = ". r1 . .\n. r0 . . . . . . . . . b0\n. r2 . ."
    words = {name: "formation 0" for name in ("r0", "r1", "r2")}
    game = scene(drawing, formations={0: "director r0"}, rules={"short_moves": False}, **words)
    assert "leave the formation" in game.can("r2")
    game.does(r2="leave the formation")
    assert game.together("r0", "r1")
    assert game.of("r2", "formation") == -1
    assert "step ahead" in game.can("r2")
    again = scene(drawing, formations={0: "director r0"}, rules={"short_moves": False}, **words)
    again.all_do("form up", "r0", "r1", "r2")
    assert again.together("r0", "r1", "r2")
    assert again.why("r3", "leave the formation")


# Gaps


THREE = """
. r1 . . . .
. r0 . . . . . . . . . b0
. r2 . . . .
"""


@pytest.mark.rule("FOR-10", "FOR-T4")
def test_a_gap_that_is_closed_in_the_next_step_breaks_nothing():
    game = line(THREE)
    game.all_do("step ahead", "r0", "r1")
    game.does(r2="step ahead")
    assert game.together("r0", "r1", "r2")
    far = line(". r1 . .\n. r0 . . . . . . . . . b0\n. . . .\n. r2 . .")
    far.does(r2="step ahead left")
    assert far.together("r0", "r1", "r2")


@pytest.mark.rule("FOR-10", "FOR-T5")
def test_a_gap_that_is_there_before_and_after_a_step_breaks_the_formation():
    game = line(THREE)
    game.all_do("step ahead", "r0", "r1")
    assert game.together("r0", "r1", "r2"), "grace"
    game.all_do("step ahead", "r0", "r1")
    assert game.told(BROKEN)
    assert game.of("r2", "formation") == -1
    assert game.together("r0", "r1")


@pytest.mark.rule("FOR-10")
def test_two_hexes_apart_is_a_gap_and_side_by_side_is_none():
    game = line(THREE)
    assert game.s["gap_before"][0] == 0
    game.does(r2="step ahead")
    assert game.s["gap_before"][0] == 0, "the rows are shifted: it still stands beside r0"
    game.does(r2="step ahead")
    assert game.s["gap_before"][0] == 1


@pytest.mark.rule("FOR-10", "FOR-T6")
def test_a_gap_at_the_end_of_movement_breaks_the_formation_at_once():
    game = line(THREE, r0="points 1", r1="points 1", r2="points 1")
    game.all_do("step ahead", "r0", "r1")
    game.until("orders")
    assert game.of("r2", "formation") == -1
    assert game.together("r0", "r1")


@pytest.mark.rule("FOR-10")
def test_a_gap_stays_without_harm_when_nobody_moves_but_breaks_when_movement_ends():
    game = line(". r1 . .\n. r0 . . . . . . . . . b0\n. . . .\n. r2 . .")
    game.does()
    assert game.of("r2", "formation") == -1


@pytest.mark.rule("FOR-P4", "FOR-P3")
def test_a_leader_apart_from_the_line_is_no_gap():
    game = line("r1 . . .\nr2 . r0 . . . . . . . . b0\nr3 . . .")
    game.all_do("step ahead", "r0", "r1", "r2", "r3")
    game.all_do("step ahead", "r0", "r1", "r2", "r3")
    assert game.together("r0", "r1", "r2", "r3")


# Leaders


@pytest.mark.rule("FOR-11", "FOR-T7", "FOR-P1")
def test_a_leader_out_of_range_has_a_step_of_grace():
    drawing = "r1 . . . . r0 . . . . . . . b0\nr2 . . . ."
    out = line(drawing, rules={"leader_range": 0})
    out.does(r0="step ahead")
    assert out.together("r0", "r1", "r2")
    out.does(r0="step ahead")
    assert out.told(BROKEN)
    back = line(drawing)
    back.does(r0="step ahead")
    back.all_do("step ahead", "r1", "r2")
    back.does(r1="step ahead", r2="step ahead")
    assert back.together("r0", "r1", "r2")


@pytest.mark.rule("FOR-11", "FOR-10")
def test_a_leader_out_of_range_at_the_end_of_movement_alone_breaks_nothing():
    drawing = "r1 . . . . r0 . . . . . . . b0\nr2 . . . ."
    game = line(drawing, r0="points 1", r1="points 1", r2="points 1")
    game.does(r0="step ahead")
    game.until("orders")
    assert game.together("r0", "r1", "r2")


@pytest.mark.rule("FOR-11")
def test_a_leader_downed_in_a_step_is_out_of_range_from_its_end_on():
    drawing = """
    . r1 . . .
    . r2 . . . . . . . . . b0
    . r0 b1 . .
    """
    downed = None
    for seed in range(300):
        game = line(drawing, seed=seed, r0="wounded", b1="facing west, quick 0", b0="quick 0")
        game.does(r0="step back left", r1="step ahead")
        if game.fate("r0") == "Downed":
            downed = game
            break
    assert downed is not None
    assert downed.together("r1", "r2"), "grace"
    assert downed.s["lost_before"][downed.of("r1", "formation")] == 1
    downed.does(r1="step back")
    assert downed.of("r1", "formation") == downed.of("r2", "formation") == -1


@pytest.mark.rule("FOR-11", "FOR-12")
@pytest.mark.parametrize(("rules", "breaks"), [({}, False), ({"dazed_leader": "is lost"}, True)])
def test_a_dazed_leader_in_range_still_directs_those_who_stand(rules, breaks):
    game = line(THREE, r0="dazed", rules=rules)
    game.all_do("face left", "r1", "r2").all_do("face left", "r1", "r2")
    assert game.together("r0", "r1", "r2") != breaks
    assert bool(game.told(BROKEN)) == breaks


@pytest.mark.rule("FOR-11")
def test_a_dazed_leader_out_of_range_is_lost():
    game = line("r1 . . . . . r0 . . . . . . . b0\nr2 . . . .", r0="dazed")
    game.does(r1="face left").does(r1="face right")
    assert game.told(BROKEN)


@pytest.mark.rule("FOR-12")
@pytest.mark.parametrize("status", ["panicked", "berserk"])
def test_the_panicked_and_the_berserk_are_gaps(status):
    drawing = ". r1 . .\n. r2 . . . . . . . . . b0\n. r3 . .\n. r0 . ."
    game = line(drawing, r2=f"squad 0, {status}")
    assert game.s["gap_before"][0] == 0
    game.does(r0="face left")
    assert game.s["gap_before"][0] == 1
    game.does(r0="face left")
    assert game.of("r1", "formation") == -1
    assert game.together("r0", "r3")


@pytest.mark.rule("FOR-12", "FOR-P5", "FOR-T8")
def test_a_dazed_member_of_a_line_that_moves_on_stays_behind():
    game = line(THREE, r2="dazed")
    game.all_do("step ahead", "r0", "r1")
    game.all_do("step ahead", "r0", "r1")
    assert game.together("r0", "r1")
    assert game.of("r2", "formation") == -1
    assert game.at("r2") == (1, 2)
    assert game.of("r2", "ended")


@pytest.mark.rule("FOR-12")
def test_a_dazed_member_in_the_middle_is_no_gap_as_long_as_all_stay_beside_it():
    game = line(THREE, director="r1", r1="swordsman leader", r0="swordsman, dazed")
    game.all_do("face left", "r1", "r2")
    game.all_do("face left", "r1", "r2")
    assert game.together("r0", "r1", "r2")


# Breakup


SPLIT = """
. r1 . . . .
. r0 . . . . . . . . . b0
. r2 . . . .
. r3 . . . .
"""


@pytest.mark.rule("FOR-13", "FOR-15", "FOR-T11")
def test_the_leaders_part_goes_on_and_the_other_ends_its_movement():
    game = line(SPLIT)
    game.all_do("step ahead", "r0", "r1")
    game.all_do("step ahead", "r0", "r1")
    assert game.told(BROKEN)
    assert game.together("r0", "r1")
    assert "step ahead" in game.can("r0")
    assert game.of("r2", "formation") == game.of("r3", "formation") == -1
    assert game.can("r2") == {"stay"}


@pytest.mark.rule("FOR-8")
def test_who_is_dazed_by_its_free_short_move_does_not_join():
    drawing = """
    . r1 b1 . .
    . r0 . . . . . . . . . b0
    . r2 . . .
    """
    game = scene(drawing, r0="quick 0", b1="facing west, quick 0")
    game.all_do("form up", "r0", "r1", "r2").does(r0="step back left", r1="step ahead right")
    assert (game.at("r0"), game.at("r1")) == ((1, 0), (1, 1)), "it has changed places with an Engaged friend"
    assert game.of("r0", "dazed")
    assert game.of("r0", "formation") == game.of("r1", "formation") == -1, "so nobody is there who directs"


@pytest.mark.rule("FOR-P18", "FOR-15")
def test_who_is_left_alone_by_those_who_form_up_elsewhere_may_still_move():
    words = {name: "formation 0" for name in ("r0", "r1", "r2")}
    game = scene(COLUMN, formations={0: "director r0"}, rules={"short_moves": False}, **words)
    game.all_do("form up", "r0", "r1")
    assert game.together("r0", "r1") and game.of("r2", "formation") == -1
    assert "step ahead" in game.can("r2")


@pytest.mark.rule("FOR-13", "FOR-P4")
@pytest.mark.parametrize("part", [("r1", "r2"), ("r1",)])
def test_a_leader_who_stands_apart_goes_on_with_the_part_that_it_directs(part):
    beside = ". r2" if "r2" in part else ". ."
    game = line(f". r1 . . r0 . . . . . . b0\n{beside} . .\n. .\n. .\n. .\n. .\n. .\n. r3 . .", r0="facing north-east")
    game.does(r1="face left").does(r1="face left")
    assert game.told(BROKEN)
    assert game.together("r0", *part)
    assert game.s["director"][game.of("r0", "formation")] == game.index("r0")
    assert game.s["members"][game.of("r0", "formation")] == 1 + len(part)
    assert all("step ahead" in game.can(name) for name in ("r0", *part))
    assert game.of("r3", "formation") == -1 and game.of("r3", "ended")


@pytest.mark.rule("FOR-P26")
@pytest.mark.parametrize(("whose", "sides"), [("both", "rb"), ("red", "r"), ("blue", "b"), ("none", "")])
def test_a_company_may_have_to_fight_without_formations(whose, sides):
    made = make_game(size=8, rules={"formations": whose})
    table = Table(made, 1)
    table.seed(1)
    table.begin()
    formations = table.states[0]["formation"]
    assert [bool((formations[k : k + 8] >= 0).all()) for k in (0, 8)] == [side in sides for side in "rb"]
    assert [bool((formations[k : k + 8] < 0).all()) for k in (0, 8)] == [side not in sides for side in "rb"]
    red = forms(COLUMN, rules={"formations": whose})
    why = scene(COLUMN, rules={"formations": whose}).why("r0", "form up")
    assert red.stage and (why is None) == ("r" in sides)
    assert why is None or "fights without formations" in why


@pytest.mark.rule("FOR-13", "FOR-T11", "FOR-P10")
def test_both_parts_of_trained_soldiers_go_on():
    game = line(SPLIT, rules={"autonomous": True})
    game.all_do("step ahead", "r0", "r1")
    game.all_do("step ahead", "r0", "r1")
    assert game.together("r0", "r1")
    assert game.together("r2", "r3")
    assert not game.together("r0", "r2")


@pytest.mark.rule("FOR-14", "FOR-A2")
def test_parts_go_on_one_after_the_other_with_the_points_they_had():
    game = line(SPLIT, rules={"autonomous": True})
    game.all_do("step ahead", "r0", "r1")
    game.all_do("step ahead", "r0", "r1")
    first = {name for name in ("r0", "r2") if "step ahead" in game.can(name)}
    assert len(first) == 1
    assert first == {"r0"}, "as large, but nearer to the objective"
    assert [game.of(name, "points") for name in ("r0", "r1", "r2", "r3")] == [3, 3, 3, 3]
    game.all_do("step ahead", "r0", "r1")
    assert "step ahead" in game.can("r0")
    assert game.can("r2") == {"stay"}
    game.does()
    assert "step ahead" in game.can("r2")
    assert game.can("r0") == {"stay"}


@pytest.mark.rule("FOR-A2")
def test_the_largest_part_moves_first():
    drawing = """
    . r1 . . . .
    . r0 . . . . . . . . . b0
    . r2 . . . .
    . r3 . . . .
    . r4 . . . .
    """
    game = line(drawing, rules={"autonomous": True})
    game.all_do("step ahead", "r0", "r1")
    game.all_do("step ahead", "r0", "r1")
    assert "step ahead" in game.can("r3")
    assert game.can("r0") == {"stay"}
    game.does()
    assert "step ahead" in game.can("r0")


@pytest.mark.rule("FOR-A2")
def test_parts_wait_until_the_steps_of_the_others_are_over():
    drawing = SPLIT + ". . .\n. r5 . .\n"
    game = line(drawing, rules={"autonomous": True}, r5="squad 6")
    game.all_do("step ahead", "r0", "r1", "r5")
    game.all_do("step ahead", "r0", "r1", "r5")
    assert game.can("r0") == {"stay"}
    assert "step ahead" in game.can("r5")
    game.does()
    assert "step ahead" in game.can("r0")


@pytest.mark.rule("FOR-A2", "FOR-14")
def test_a_part_that_breaks_again_puts_its_parts_next():
    drawing = """
    . r1 . . . .
    . r0 . . . . . . . . . . . b0
    . r2 . . . .
    . r3 . . . .
    . r4 . . . .
    . r5 . . . .
    """
    game = line(drawing, rules={"autonomous": True, "movement": 10})
    game.all_do("step ahead", "r0", "r1", "r2", "r3")
    game.all_do("step ahead", "r0", "r1", "r2", "r3")
    assert game.together("r0", "r1", "r2", "r3"), "the larger part"
    assert game.together("r4", "r5")
    assert "step ahead" in game.can("r0")
    game.all_do("step ahead", "r0", "r1")
    game.all_do("step ahead", "r0", "r1")
    assert game.together("r0", "r1")
    assert game.together("r2", "r3")
    order = []
    for _ in range(3):
        order += [name for name in ("r0", "r2", "r4") if "step ahead" in game.can(name)]
        game.does()
    assert order == ["r0", "r2", "r4"]


@pytest.mark.rule("FOR-15", "FOR-P18", "FOR-G5a")
def test_who_is_left_alone_in_a_missile_phase_that_comes_first_may_still_move():
    rules = {"phase_order": "missiles first", "bows": {"bow": {"damage": 20, "attack": 5}}}
    game = scene(
        "r0 r1 . . . . . b1",
        stage="passive missile",
        formations={0: "director r0"},
        rules=rules,
        r0="swordsman leader, formation 0, points 6",
        r1="swordsman, formation 0, points 5",
        b1="archer, quick 1",
    )
    game.does(b1="aim at target 1")
    assert game.fate("r1") != "in the field"
    game.until("step")
    assert game.of("r0", "formation") == -1
    assert "step ahead" in game.can("r0")
