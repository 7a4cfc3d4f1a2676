"""What a new battle does not take over from another one, and what has not happened yet when it begins."""

import numpy as np
import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import game as make_game
from swarmzoo.envs.formation.state import FIELD, NOBODY
from tests.envs.formation.scenes import scene

ZERO = """
done ending turn step_number after_parts fallen dazed wounded panicked berserk moved stirred straight charging evading
defending forming panics acted fought struck light medium heavy harm held exhausted crossed in_line panicking triggers
due panicked_ever holds alone breakups lost any_wounded crossed_in_line num_strikes offered_at bans_lifted withheld
"""
NOTHING_YET = {
    **dict.fromkeys(ZERO.split(), 0),
    **dict.fromkeys(["winner", "fell_at", "lies_at", "claim", "target"], NOBODY),
}


def begun(table: Table, seed: int) -> Table:
    """Begin a new battle of a seed at a table."""
    table.seed(np.array([seed]))
    table.begin()
    return table


def test_a_new_battle_takes_nothing_over_from_the_one_before():
    used = scene(
        "r1 b1 . .\nr2 r0 b0 b2",
        stage="melee",
        r0="spearman leader, formation 0",
        r1="axeman, berserk",
        r2="spearman, formation 0, wounded, panicked",
        b1="archer, dazed, unloaded",
        b2="spearman, defending",
        formations={0: ""},
        lines="breakups: 2 1\nlost: 3 1\nholds: 1 0\nalone: 4 3\ndue: 1 0 2\npanicked_ever: 1 0",
    )
    used.until("melee").does(r0="strike target 1")
    used.s["bans_lifted"], used.s["log"] = 3, 7
    fresh = begun(Table(used.game, 1, everyone=True), 4)
    begun(used.table, 4)
    different = [
        name
        for name in fresh.states.dtype.names
        if (np.asarray(used.s[name]) != np.asarray(fresh.states[0][name])).any()
    ]
    assert different == []


@pytest.mark.parametrize("scenario", ["clash", "escort"])
def test_when_a_battle_begins_nobody_has_moved_fought_or_been_hurt(scenario):
    s = begun(Table(make_game(scenario=scenario, size=8), 1, everyone=True), 1).states[0]
    number = 16
    begun_already = [name for name, value in NOTHING_YET.items() if (np.atleast_1d(s[name])[:number] != value).any()]
    assert begun_already == []
    assert (s["fate"][:number] == FIELD).all() and (s["loaded"][:number] == 1).all()
    assert s["in_field"].tolist() == s["started"].tolist() == [8, 8]
    marked = [int(np.unpackbits(np.ascontiguousarray(bits).view(np.uint8)).sum()) for bits in s["ranks"]]
    assert marked == [8, 8, 0], "the places of both companies, and of nobody who moved"
    assert not s["path"].any()
    squads = np.bincount(s["squad"][:number])
    assert s["squad_size"][: len(squads)].tolist() == squads.tolist()


LINE = """
. r1 . . . . . . . . . . . . . . b1
. r0 . . . . . . . . . . . . . . b0
. r2 . . . . . . . . . . . . . . .
"""


@pytest.mark.rule("FOR-G4c", "FOR-G4d")
def test_a_formation_that_has_ended_its_movement_steps_again_in_its_next_turn():
    one = "formation 0"
    ahead = dict.fromkeys(("r0", "r1", "r2"), "step ahead")
    words = {"r0": f"swordsman leader, {one}", "r1": one, "r2": f"{one}, points 1"}
    game = scene(LINE, stage="step", formations={0: ""}, **words).does()
    turn = int(game.s["turn"])
    for _ in range(40):
        if game.s["turn"] > turn and game.s["active"] == 0 and game.stage == "step":
            break
        game.does()
    assert game.together("r0", "r1", "r2") and [game.of(name, "points") for name in ahead] == [6, 5, 5]
    assert [game.at(name) for name in ahead] == [(1, 1), (1, 0), (1, 2)]
    game.does(**ahead)
    assert [game.at(name) for name in ahead] == [(2, 1), (2, 0), (2, 2)]
    assert not game.s["tried"].any() and not game.s["paid"].any()


@pytest.mark.rule("FOR-G10e")
def test_who_flees_faces_the_way_it_runs():
    drawing = """
    . . . . . . . . . . .  .
     . . . . . . . . . . r1 .
    . . . . . . . . . . .  . . . . . . . . . b1
    """
    game = scene(drawing, rules={"rally": False}, r1="panicked, facing north-east")
    turn = int(game.s["turn"])
    while game.s["turn"] == turn and game.s["active"] == 0:
        game.does()
    assert game.at("r1") == (3, 1) and game.of("r1", "facing") == 3, "west"


@pytest.mark.rule("FOR-6", "FOR-8")
@pytest.mark.parametrize(
    ("formations", "red", "blue"), [("both", True, True), ("red", True, False), ("blue", False, True)]
)
def test_soldiers_of_both_companies_form_up_where_the_rules_let_them(formations, red, blue):
    for active, name, is_free in (("red", "r1", red), ("blue", "b1", blue)):
        game = scene("r0 . . . b0\nr1 . . . b1", active=active, rules={"formations": formations})
        assert ("form up" in game.can(name)) == is_free
