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
due panicked_ever holds breakups lost any_wounded crossed_in_line num_strikes offered_at
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
    )
    used.until("melee").does(r0="strike target 1")
    fresh = begun(Table(used.game, 1, everyone=True), 4)
    begun(used.table, 4)
    names = [name for name in fresh.states.dtype.names if name not in ("log", "logged")]
    different = [name for name in names if (np.asarray(used.s[name]) != np.asarray(fresh.states[0][name])).any()]
    assert different == []


@pytest.mark.parametrize("scenario", ["clash", "escort"])
def test_when_a_battle_begins_nobody_has_moved_fought_or_been_hurt(scenario):
    s = begun(Table(make_game(scenario=scenario, size=8), 1, everyone=True), 1).states[0]
    number = 16
    begun_already = [name for name, value in NOTHING_YET.items() if (np.atleast_1d(s[name])[:number] != value).any()]
    assert begun_already == []
    assert (s["fate"][:number] == FIELD).all() and (s["loaded"][:number] == 1).all()
    assert s["in_field"].tolist() == s["started"].tolist() == [8, 8]
