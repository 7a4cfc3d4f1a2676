"""The log tells every roll, what it was for, all that made its number, and what came of it."""

import re

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.overseer import game
from tests.envs.skirmish.overseer.battle import percent, ten
from tests.envs.skirmish.overseer.scenes import UNITS, Scene

FACING = """
R0 r0 r0 .  .  .  .  b0 b0 B0
.  r0 r0 .  .  .  .  b0 b0 .
"""


def told(played):
    """Return what the log tells of the last actions; units as in the drawing."""
    lines = played.game.words.log(played.table.states, played.since)[0]
    for u, name in enumerate(UNITS):
        lines = [line.replace(f"overseer_{u}", name) for line in lines]
    return lines


def test_a_volley_is_told_with_everything_that_makes_its_number_and_what_takes_off_damage():
    shot = Scene(FACING, says={"B0": "no reaction, running"}, R0={"type": "spotter"})
    shot.does("fire", dice=[percent(20), ten(5)])
    assert told(shot) == [
        "R0 chooses Fire",
        "R0 attacks B0: volley with rifle",
        "R0 rolls 20 to hit, 40 or less is needed (BS 30, USM +20, Close range +10, it runs -20): success by 2 degrees",
        "R0 hits B0: 3 hits",
        "R0 rolls 8 damage",
        "8 damage on Underlings of B0, 6 are taken off",
        "B0 loses 3 Underlings",
    ]


def test_a_double_and_degrees_of_failure_are_told():
    shot = Scene(FACING, says={"B0": "no reaction"}).does("fire", dice=[percent(77)])
    assert told(shot)[-1].endswith(
        "60 or less is needed (BS 30, USM +20, Close range +10): failure by 1 degree, a double"
    )


def test_evasion_is_told_with_its_characteristic():
    shot = Scene(FACING).does("fire", dice=[percent(20)])
    assert shot.actor == "B0"
    assert shot.game.words.prompt(shot.table.states, 2).endswith("volley of overseer_0, 4 hits; evade?")
    shot.does("evade", dice=[percent(8), ten(1)])
    assert told(shot)[:2] == [
        "B0 rolls 8 to evade, 30 or less is needed (Agility 30): success by 2 degrees",
        "B0 evades 3 hits",
    ]


@pytest.mark.parametrize(
    ("says", "line"),
    [
        (
            {"B0": "lost 5"},
            "B0 rolls 90 against breaking, 45 or less is needed (Command 50, the rules +20, losses -25): failure",
        ),
        ({"B0": "frozen"}, "B0 rolls 90 to snap out of it, 40 or less is needed (Willpower 40): failure"),
    ],
)
def test_tests_at_the_beginning_of_a_turn_are_told(says, line):
    passed = Scene(FACING, says=says).does("end", dice=[percent(90)])
    assert any(told.startswith(line) for told in told(passed))


def test_the_winner_is_named():
    last = Scene("R0 r0 r0 r0 r0 r0 . . B0", says={"B0": "wounds 1, no reaction, no own reaction"}, B0={"armour": 0})
    last.does("fire", dice=[percent(6, 10), ten(9)])
    assert told(last)[-2:] == ["B0 dies", "the game is over: last side standing, red won"]


def test_qualities_that_make_a_blow_deadlier_are_told():
    rules = {"more_weapons": [{"name": "bomb", "blast": 3, "devastating": 1, "spray": True, "metres": 30}]}
    shot = Scene(FACING, says={"B0": "no reaction, no own reaction"}, r0={"ranged": "bomb"}, rules=rules)
    shot.does("fire", dice=[percent(60), ten(7)])
    assert told(shot)[-4:] == [
        "Spray: a deadly blow kills 2 Underlings",
        "Blast: a deadly blow kills 2 Underlings more",
        "Devastating: a deadly blow kills 1 Underling more",
        "B0 loses 4 Underlings",
    ]


def test_a_blow_that_kills_nobody_tells_of_no_quality():
    rules = {"more_weapons": [{"name": "bomb", "blast": 3, "spray": True, "metres": 30}]}
    shot = Scene(FACING, says={"B0": "no reaction, no own reaction"}, r0={"ranged": "bomb"}, rules=rules)
    shot.does("fire", dice=[percent(60), ten(1)])
    assert told(shot)[-1].endswith("6 are taken off")


@pytest.mark.parametrize("seed", range(6))
def test_the_log_says_why_a_game_is_over(seed):
    made = game(columns=16, rows=16, underlings=3, max_rounds=4)
    live = LiveGame(made, [find_agent(made, "assault")] * 2, pausing=True)
    live.begin(seed)
    lines = live.events()
    while not live.over:
        live.play()
        lines += live.events()
    if made.words.ending(live.state) == "last side standing":
        assert any(line.endswith((" is routed", " dies")) for line in lines)
    else:
        assert "the last round is over" in lines


@pytest.mark.parametrize("scenario", ["duel", "hold_ground", "rally"])
def test_whole_games_are_told_without_a_hole(scenario):
    """Every event has a sentence that is filled in, and the modifiers of a test add up to the number needed."""
    made = game(scenario=scenario, columns=16, rows=16, underlings=8)
    table = Table(made, 1)
    table.arrange(at_random=True)
    table.seed(np.array([3]))
    table.begin()
    told, tests = 0, 0
    while not table.done[0]:
        lines, told = made.words.log(table.states, told)
        assert all(line and "{" not in line and "nobody" not in line for line in lines)
        for line in lines:
            if found := re.search(r"(-?\d+) or less is needed \((.*?)\): (success|failure)", line):
                tests += 1
                assert sum(int(number) for number in re.findall(r"[+-]?\d+", found[2])) == int(found[1]), line
        table.step()
    assert tests > 3
