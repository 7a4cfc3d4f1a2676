"""Every number that warbands see, in games and in drawn positions, against a plain second writer of the observation."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.envs.skirmish.warband.reference.adapter import Adapter
from tests.envs.skirmish.warband.reference.pair import Pair
from tests.envs.skirmish.warband.reference.seen import ABSENT, Eyes
from tests.envs.skirmish.warband.scenes import Scene, scene

GAMES = (  # scenario, seed and decisions
    ("skirmish, rich", 0, 40),
    ("loot, four", 1, 30),
    ("skirmish, three", 0, 20),
    ("hold_centre, map", 0, 30),
    ("versus_swarm", 0, 15),
)
FAR = """
r0 .  *  .  .  b2 b1
 . r1 #  .  .  .  b0
r2 .  .  X  ,  .  .
"""
UNDER = """
.  .  .  .  .  #  .1
 . *2 .  .  .  .  .3
,  .  .  .  .  .  .
"""
NEAR = """
r0 b0 r1 .
 r2 b1 .  b2
"""
WEAPONS = {
    "r0": {"kind": "fighter", "ranged": "longbow", "shield": True, "traits": ["leadership", "taunt"], "coronet": 4},
    "r1": {"melee": "two_handed", "armour": "heavy", "traits": ["power_attack", "agile_combatant"], "star": 7},
    "r2": {"melee": "none", "ranged": "crossbow", "scrolls": ["ward", "dread"], "boots": 5},
    "b0": {"kind": "creature", "ranged": "thrown", "traits": ["battle_resolve"], "runes": 5},
    "b1": {"melee": "spear", "armour": "light", "traits": ["spellcasting"], "key": 4},
    "b2": {"mallet": 5, "melee": "dagger"},
}
STATES = {
    "r0": "taunted by blue b1, aims at blue b1 1, order 1",
    "r1": "star 3, bloodied before, Shaken, warded, activated",
    "r2": "unloaded, prone, hasted, order 2",
    "b0": "star 2, Fleeing, stunned, taunted by red r1",
    "b1": "in taken cover, order 3, aims at red r2 2",
    "b2": "activated, mallet 4",
}
LOOT = "loot: 9 8 3, 2 0 1, 0 10 2, 3 4 1\npurse: 2 1\nhalf_out: 1 0\nturn: 3\ntokens: 1 2"
SCENES = {
    "who acts, with all that can be the matter": lambda: scene(
        FAR, under=UNDER, says=STATES, head=LOOT, current="r0", **WEAPONS
    ),
    "the other one acts": lambda: scene(FAR, under=UNDER, says=STATES, head=LOOT, current="b1", points=1, **WEAPONS),
    "in a melee": lambda: scene(NEAR, says={"r1": "prone", "b1": "prone"}, current="r0", **WEAPONS),
    "somebody is picked, some are out": lambda: scene(
        "r0 . . . b1\n . r2 . . .",
        head="stage: pick a character\nactor: blue\ntokens: 1 0\ncentre: 1 2",
        says={"r1": "dead", "b0": "fled"},
        config={"scenario": "hold_centre"},
        **WEAPONS,
    ),
    "numbers that a byte does not hold": lambda: scene(
        "r0 . . . b0",
        head="turn: 300\npurse: 300 256\ncentre: 255 400",
        config={"max_turns": 900},
        current="r0",
    ),
    "much loot": lambda: scene(
        "r0 . . . b0", head="loot: " + ", ".join(f"{x} {y}" for x in range(5) for y in range(2, 7)), current="b0"
    ),
}


def plies(scenario: str, seed: int, wanted: int) -> Iterator[tuple[Pair, Eyes]]:
    """Play at random; yield the game before each of the first decisions, and those who look at it."""
    game, dice = Pair(seed, scenario), random.Random(seed)
    ground = game.adapter.ground(game.state)
    for _ in range(wanted):
        if not game.table.done[0]:
            yield game, Eyes(game.adapter, game.state, ground)
            game.table.actions[0, int(game.state["actor"])] = dice.choice(
                np.flatnonzero(game.table.masks[0, 0]).tolist()
            )
            game.table.step()


@pytest.mark.rule("WAR-A5")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}, seed {game[1]}")
def test_warbands_see_what_the_names_of_the_numbers_say(game: tuple[str, int, int]) -> None:
    for number, (one, eyes) in enumerate(plies(*game)):
        for warband in {int(one.state["actor"]), number % one.kernels.num_agents}:
            seen = one.questions.observation(one.table.states, warband)
            assert eyes.difference(warband, seen) == "", f"decision {number}"


@pytest.mark.rule("WAR-A5")
@pytest.mark.parametrize("what", SCENES)
def test_both_warbands_see_a_drawn_position_as_it_is(what: str) -> None:
    drawn = SCENES[what]()
    eyes = looking(drawn)
    for warband in (0, 1):
        assert eyes.difference(warband, drawn.questions.observation(drawn.table.states, warband)) == ""


@pytest.mark.parametrize("what", SCENES)
def test_the_overview_shows_the_field_and_everybody(what: str) -> None:
    drawn = SCENES[what]()
    found, wanted = drawn.questions.overview(drawn.table.states), np.array(looking(drawn).overview())
    assert len(found) == len(wanted)
    assert np.flatnonzero((found != wanted) & (wanted != ABSENT)).tolist() == []


def looking(drawn: Scene) -> Eyes:
    """Return the warbands that look at a scene."""
    adapter = Adapter(drawn.game)
    return Eyes(adapter, drawn.s, adapter.ground(drawn.s))
