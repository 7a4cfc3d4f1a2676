"""Every number that soldiers see, in every stage, against a plain second writer of the observation."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from tests.envs.formation.reference.comparing import MOVEMENT, Match, match
from tests.envs.formation.reference.kernels import Reader
from tests.envs.formation.reference.seen import Eyes
from tests.envs.formation.scenes import scene

GAMES = (  # scenario, seed and env steps: together they meet every stage
    ("missiles first", 0, 30),
    ("march", 1, 30),
    ("bridge", 0, 30),
    ("ambush", 0, 40),
    ("fury", 0, 30),
    ("escort", 2, 30),
)
GROUND = """
r1 r2 .  ^  b1 .  b4
 .  r0 *  .  b2 b0 .
~  ,  r3 #  .  b3 *
"""
LINES = """
.  .  .  .  .  .  .  .
 .  r1 .  .  .  .  b1 .
r2 r0 r3 .  *  b0 b2 *
 .  .  .  *  *  .  b3 .
"""
SCENES = {
    "everybody in a state of its own": lambda: scene(
        GROUND,
        stage="step",
        under={"r1": "^", "b2": "^", "b3": "*"},
        r1="spearman, dazed, facing north-east, points 3",
        r2="axeman, berserk, squad 1, facing south-west",
        r3="crossbowman leader, wounded, evading, squad 1, unloaded, quick 0",
        b1="guide, panicked, facing south-east",
        b2="archer, defending, no complex action",
        b3="axeman, charging, moved 2, straight 2",
        b4="swordsman, dazed, wounded, squad 3",
    ),
    "formations that meet": lambda: scene(
        LINES,
        stage="orders",
        active="blue",
        r0="spearman leader, formation 0",
        r1="spearman, formation 0",
        r2="spearman, formation 0, dazed",
        r3="swordsman",
        b0="swordsman leader, formation 1",
        b1="swordsman, formation 1",
        b2="archer, formation 1, facing north-west",
        b3="archer, squad 3",
        formations={0: "director r0", 1: "director b0"},
        lines="turn: 3",
    ),
    "missiles": lambda: scene(
        LINES,
        stage="missile",
        r0="archer leader, formation 0",
        r1="archer, formation 0",
        r2="crossbowman, formation 0",
        r3="crossbowman, unloaded",
        b0="swordsman leader, moved 2",
        b1="axeman, evading",
        b2="spearman, formation 1",
        b3="spearman, formation 1, wounded",
        formations={0: "", 1: ""},
    ),
    "a melee": lambda: scene(
        "r1 b1 b2 .\n r2 r0 b0 b3",
        stage="melee",
        r0="spearman leader, formation 0",
        r1="axeman",
        r2="spearman, formation 0",
        b1="swordsman, dazed",
        b2="swordsman, defending",
        b3="spearman, wounded",
        formations={0: ""},
    ),
    "no enemy is in view": lambda: scene(
        ". . r1 . . . . . . b1\n . r0 r2 . . . . . b0",
        stage="step",
        r0="spearman leader",
        b0="hidden",
        b1="archer, hidden",
    ),
    "some are out": lambda: scene(
        ". . r1 . b1\n . . r2 . b0",
        stage="step",
        active="blue",
        r0="spearman leader, dead",
        r1="spearman, squad 0",
        r2="guide, squad 1",
        r3="guide leader, squad 1, crossed",
        b1="archer",
    ),
}
STAGES = {*MOVEMENT, "missile", "passive missile", "melee", "passive melee", "manoeuvre"}


def plies(scenario: str, seed: int, wanted: int) -> Iterator[Match]:
    """Play; yield the game before each of the first env steps."""
    game = match(seed, scenario)
    for _ in range(wanted):
        if not game.table.done[0]:
            yield game
            game.step()
            game.plies += 1


@cache
def met(game: tuple[str, int, int]) -> frozenset[str]:
    """Compare in every env step what some soldiers see; return the stages."""
    stages = set()
    for one in plies(*game):
        eyes, soldiers = Eyes(one.reader, one.state), one.game.num_agents
        for number in {one.plies % soldiers, *np.flatnonzero(one.table.acting[0])[:2].tolist()}:
            assert eyes.difference(number, one.table.observations[0, number]) == "", f"env step {one.plies}"
        stages.add(eyes.battle.phase)
    return frozenset(stages)


@pytest.mark.rule("FOR-P25")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}, seed {game[1]}")
def test_soldiers_see_what_the_names_of_the_numbers_say(game: tuple[str, int, int]) -> None:
    assert met(game)


def test_the_games_met_every_stage() -> None:
    assert frozenset().union(*map(met, GAMES)) == STAGES


@pytest.mark.parametrize("scenario", ["ambush", "bridge"])
def test_the_overview_shows_the_field_and_everybody(scenario: str) -> None:
    for one in plies(scenario, 1, 30):
        if one.plies % 10 == 0:
            found = Questions(one.game).overview(one.table.states)
            assert np.flatnonzero(found != Eyes(one.reader, one.state).overview()).tolist() == []


@pytest.mark.rule("FOR-P25", "FOR-A8")
@pytest.mark.parametrize("what", SCENES)
def test_everybody_sees_a_drawn_position_as_it_is(what: str) -> None:
    drawn = SCENES[what]()
    eyes = Eyes(Reader(drawn.game), drawn.s)
    for number, each in enumerate(eyes.battle.soldiers):
        if each.stands or number < 4:
            assert eyes.difference(number, drawn.table.observations[0, number]) == ""
    found = drawn.questions.overview(drawn.table.states)
    assert np.flatnonzero(found != eyes.overview()).tolist() == []
