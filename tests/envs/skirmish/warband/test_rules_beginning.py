"""What a new encounter does not take over from another one, and what has not happened yet when it begins."""

import numpy as np
import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.warband import game as make_game
from swarmzoo.envs.skirmish.warband.state import CALM, NOBODY
from tests.envs.skirmish.warband.scenes import ANY, scene

NOTHING_YET = {
    **dict.fromkeys(("done", "ending", "winners", "moved", "charged", "getting_away", "ordered_now", "activated"), 0),
    **dict.fromkeys(("stunned", "bloodied", "prone", "hugging", "aim", "order", "ward", "haste"), 0),
    **dict.fromkeys(("broken", "half_out", "purse", "centre", "num_dice", "bans_lifted"), 0),
    **dict.fromkeys(("aim_at", "taunted_by"), NOBODY),
    "morale": CALM,
    "loaded": 1,
}


def begun(table: Table, seed: int) -> Table:
    """Begin a new encounter of a seed at a table."""
    table.seed(np.array([seed]))
    table.begin()
    return table


@pytest.mark.rule("WAR-A4", "WAR-P11")
def test_a_new_encounter_takes_nothing_over_from_the_one_before():
    says = {"r1": "star 2, prone, taunted by blue b0", "b1": "Shaken, hasted, warded, order 3, unloaded"}
    used = scene("r0 b0 . r1\n. . . # b1", says=says, head="turn: 7\npurse: 1 2\ncentre: 3 4", current="r0")
    used.does("strike at b0", [5, 5, 5, *[ANY] * 3])
    used.s["bans_lifted"] = 3
    fresh = begun(Table(used.game, 1), 4)
    begun(used.table, 4)
    names = [name for name in fresh.states.dtype.names if name != "log"]
    different = [name for name in names if (np.asarray(used.s[name]) != np.asarray(fresh.states[0][name])).any()]
    assert different == []


@pytest.mark.rule("WAR-G2", "WAR-A4")
@pytest.mark.parametrize("scenario", ["skirmish", "hold_centre"])
def test_when_an_encounter_begins_nobody_has_acted_or_been_hurt(scenario):
    s = begun(Table(make_game(scenario=scenario, size=3, columns=16, rows=12), 1), 1).states[0]
    begun_already = [name for name, value in NOTHING_YET.items() if (np.atleast_1d(s[name]) != value).any()]
    assert begun_already == []
    assert s["turn"] == 1 and s["left"].tolist() == [3, 3]
