"""What nova's page says of its scenarios: in the table that was measured last, and in games between two paragons."""

import re

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.skirmish.nova import game
from swarmzoo.envs.skirmish.nova.forces import SCENARIOS
from swarmzoo.lab.counts import ENDING, STATE, count
from swarmzoo.lab.seats import rows_of, table_of

LOPSIDED = ("nova_vs_mob", "demolition", "hostage", "convoy", "gauntlet")
GAMES = 200
OTHERWISE = ("most left at the end", "even at the end", "all sides are out")  # endings that no scenario is about


def test_either_side_wins_two_games_in_five_between_two_paragons():
    rows = rows_of(table_of(find_game("nova")))
    for scenario in LOPSIDED:
        (row,) = (row for row in rows if (row["settings"], row["agent"]) == (f"scenario={scenario}", "paragon"))
        first, second = map(float, re.findall(r"([0-9.]+)% \(", row["shares"]))
        assert int(row["games"]) >= 1000 and min(first, second) >= 40, row


def test_the_table_is_about_the_rules_of_today():
    found = find_game("nova")
    for row in rows_of(table_of(found)):
        if row["settings"] in [f"scenario={scenario}" for scenario in LOPSIDED]:
            assert row["rules"] == found.read({"scenario": row["settings"].partition("=")[2]}).rules_signature


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_scenario_is_about_decides_it_and_hardly_ever_the_clock(scenario):
    played = game(scenario=scenario)
    found = count(played, [find_agent(played, "paragon")], np.zeros((GAMES, 2), int), np.arange(1, GAMES + 1))
    otherwise = sum(found.times[ENDING, ending] for ending in OTHERWISE)
    assert found.games == GAMES and 2 * otherwise <= GAMES, found.times
    assert 10 * found.times[STATE, "decided by the clock"] <= GAMES
