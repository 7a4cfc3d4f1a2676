"""How games of overseer between good bots end: by the scenario's own point, seldom by the clock."""

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.skirmish.overseer.config import SCENARIOS
from swarmzoo.lab.counts import Counts, count

GAMES, MANY = 40, 400
OWN_POINT = {
    "duel": ("last side standing",),
    "decapitation": ("last side standing",),
    "hold_ground": ("the ground was held",),
    "breakthrough": ("broken through", "the line held"),
    "heroes_vs_swarm": ("last side standing",),
    "rally": ("most were recruited",),
}
AT_THE_CLOCK = ("most left at the end", "most on the ground at the end", "even at the end")


def played(scenario: str, games: int) -> Counts:
    """Return what happens in games of a scenario between equal bots."""
    game = find_game("overseer").read({"scenario": scenario})
    return count(game, [find_agent(game, "overlord")], np.zeros((games, 2), int), np.arange(1, 1 + games))


def by_the_clock(found: Counts) -> float:
    """Return the share of games that the clock ends, whoever wins then."""
    return found.times["event", "time up"] / found.games


def by_own_point(found: Counts, scenario: str) -> float:
    """Return the share of games that end as the scenario asks for, before the clock."""
    ended = sum(found.times["ending", ending] for ending in OWN_POINT[scenario])
    late = found.times["event", "time up"] - sum(found.times["ending", ending] for ending in AT_THE_CLOCK)
    return (ended - late) / found.games


def check(scenario: str, games: int, most_by_clock: float) -> None:
    """Hold a scenario to its point: no ending belongs to another one, and one point decides at least half."""
    found = played(scenario, games)
    endings = {name for heading, name in found.times if heading == "ending"}
    assert endings <= {*OWN_POINT[scenario], *AT_THE_CLOCK, "last side standing", "all sides beaten"}
    assert sum(found.times["ending", ending] for ending in endings) == games
    assert by_own_point(found, scenario) >= 0.5
    assert by_the_clock(found) <= most_by_clock


@pytest.mark.parametrize("scenario", ["duel", "decapitation", "hold_ground", "rally"])
def test_every_scenario_is_decided_by_its_own_point(scenario):
    """The room that few games need is left to chance: the slow test has none."""
    check(scenario, GAMES, 0.2)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_its_own_point_decides_half_of_many_games_and_the_clock_at_most_a_tenth(scenario):
    check(scenario, MANY, 0.1)
