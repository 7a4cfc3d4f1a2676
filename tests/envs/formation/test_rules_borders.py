"""Borders of reach and of phases: who is near enough to strike at a leaver, whose zone a hex is, who declares when."""

import numpy as np
import pytest

from swarmzoo.envs.formation.events import OPPORTUNITY
from tests.envs.formation.reference.kernels import Reader
from tests.envs.formation.reference.zones import controls
from tests.envs.formation.scenes import scene


@pytest.mark.rule("FOR-G6e", "FOR-P11")
@pytest.mark.parametrize(("weapon", "strikers"), [("swordsman", 1), ("spearman", 2)])
def test_only_enemies_whose_weapon_reaches_strike_at_who_leaves(weapon, strikers):
    drawing = """
    . . r1 .  b2 . .
     . . b1 .  .  . b0
    """
    game = scene(drawing, stage="step", r1="squad 5", b1=f"{weapon}, facing north-west", b2=weapon)
    game.does(r1="step back")
    assert len(game.told(OPPORTUNITY)) == strikers


@pytest.mark.rule("FOR-P12")
def test_zones_of_control_are_those_of_who_stands_there_after_every_step():
    drawing = """
    . r1 .  . b1 .
    . r2 .  . b2 .
    . r0 r3 . b0 b3
    """
    game = scene(drawing, stage="step", r1="spearman", r2="squad 3", r3="spearman, squad 4", b1="spearman")
    reader = Reader(game.game)
    for steps in ({"r1": "step ahead", "r3": "step ahead right"}, {"r2": "step ahead", "r1": "face left"}, {}, {}):
        battle = reader.battle(game.s)
        for side in (0, 1):
            zone = {cell: int(game.s["zone"][1 - side, cell]) for cell in reader.cells.values()}
            counted = {
                cell: sum(controls(battle, one, at) for one in battle.of(1 - side)) for at, cell in reader.cells.items()
            }
            assert zone == counted
        game.does(**{name: action for name, action in steps.items() if action in game.can(name)})
    assert np.count_nonzero(game.s["zone"]) > 8


@pytest.mark.rule("FOR-G10i", "FOR-A1")
@pytest.mark.parametrize(("active", "stage", "declared"), [("red", "passive melee", True), ("blue", "melee", False)])
def test_the_berserk_declare_their_strikes_when_their_company_does(active, stage, declared):
    drawing = "r1 b1 . .\nr2 b2 . .\n. . . r0 . . b0"
    game = scene(drawing, stage="melee", active=active, r1="axeman, berserk", rules={"panic": False})
    if stage == "passive melee":
        game.does()
    assert game.stage == stage
    assert (game.of("r1", "target") == game.index("b1")) == declared


@pytest.mark.rule("FOR-G4b", "FOR-G5b")
def test_when_missiles_begin_all_have_a_quick_action_and_who_moved_has_lost_its_complex_one():
    drawing = "r1 . . . . . . b1\nr2 . . . . . . b0"
    game = scene(drawing, stage="step", r1="archer, squad 3, quick 0", r2="archer, squad 4, quick 0")
    game.does(r1="step ahead").until("missile")
    assert game.stage == "missile"
    assert [(game.of(name, "quick"), game.of(name, "complex_left")) for name in ("r1", "r2")] == [(1, 0), (1, 1)]
