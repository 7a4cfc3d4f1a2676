"""Search over orders: for games in which all move at once."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.formation.objectives import orders
from swarmzoo.agents.play.asking import view_of
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.search.simultaneous import APART
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.agents.view import View
from swarmzoo.envs.core.desk import OUTSIDE
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.table import Table
from swarmzoo.lab.games import made
from swarmzoo.lab.ladder import duel

SIZE_8 = made("formation", "size=8")


def waiting(games: int, steps: int = 12):
    """Return games that wait for a side: states, sides, first agents."""
    table = Table(SIZE_8, games)
    table.seed(np.arange(games))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(steps):
        table.step()
    table.arrange(at_random=False)
    table.seat(OUTSIDE)
    table.look()
    flags = table.acting[:, : SIZE_8.num_agents] != 0
    rows = np.flatnonzero(flags.any(axis=1))
    agents = flags[rows].argmax(axis=1)
    return table, rows, np.array(SIZE_8.side_of_agent)[agents], agents


def side_of(table, row: int, side: int) -> View:
    _, actors, seen = table.asked(OUTSIDE, np.array([row]))
    mine = np.array(SIZE_8.side_of_agent)[actors] == side
    return view_of(table, row, actors[mine], seen[mine])


def test_visits_of_all_choices_add_up_and_one_of_them_is_an_order_for_every_squad():
    table, rows, sides, _ = waiting(3)
    found = TreeSearch(SIZE_8, simulations=96).statistics(side_of(table, int(rows[0]), int(sides[0])))
    assert sum(one.visits for one in found) == 96
    assert {one.name for one in found} == {*orders(SIZE_8), APART}
    assert all(-1 <= one.value <= 1 for one in found)


def test_every_agent_that_acts_gets_a_legal_action():
    table, rows, sides, _ = waiting(3)
    for row, side in zip(rows, sides, strict=True):
        view = side_of(table, int(row), int(side))
        actions = TreeSearch(SIZE_8, simulations=8).act(view)
        assert len(actions) == len(view.agents)
        assert all(mask[action] for mask, action in zip(view.masks, actions, strict=True))


def test_the_same_seed_gives_the_same_orders_whatever_else_is_asked():
    table, rows, sides, agents = waiting(6)
    seeds = np.arange(len(rows))
    states = table.states[rows]
    together = TreeSearch(SIZE_8, simulations=40).act_on(states, sides, agents, seeds)
    search = TreeSearch(SIZE_8, simulations=40)
    for i in range(len(rows) - 1, -1, -1):
        alone = search.act_on(states[i : i + 1], sides[i : i + 1], agents[i : i + 1], seeds[i : i + 1])[0]
        assert (alone == together[i]).all()


def test_lines_that_come_up_more_often_are_looked_along_farther():
    table, rows, sides, agents = waiting(3)
    decisions = []
    for simulations in (16, 256):
        search = TreeSearch(SIZE_8, simulations=simulations)
        search.act_on(table.states[rows], sides, agents, np.arange(len(rows)))
        decisions.append(search.decisions / simulations)
    assert decisions[1] > 1.2 * decisions[0]


def test_it_beats_what_it_chooses_from_where_that_is_weak():
    for weak in ("random", "marcher"):
        assert duel(SIZE_8, TreeSearch(SIZE_8, simulations=32), built_in(SIZE_8)[weak], 40, 1).low > 0.5


@pytest.mark.parametrize("scenario", ["march", "bridge", "ambush", "escort"])
def test_it_plays_every_scenario_to_its_end(scenario: str):
    game = made("formation", f"size=4,scenario={scenario}")
    seating, seeds = paired_seats(2, 2, 2, 3)
    found = play_games(game, [TreeSearch(game, simulations=9), built_in(game)["commander"]], seating, seeds)
    assert (found.length > 5).all()


def test_what_has_no_meaning_for_orders_is_refused():
    for settings in ({"mode": "determinised"}, {"widening": 2.0}, {"advisers": "all"}):
        with pytest.raises(GameError, match="this has no meaning where all agents move at once; leave it out"):
            TreeSearch(SIZE_8, **settings)


def test_a_tree_that_has_no_more_room_is_searched_on(monkeypatch):
    search = TreeSearch(SIZE_8, simulations=60)
    monkeypatch.setattr("swarmzoo.agents.search.tree_search.MEMORY", 9 * search._engine.node_bytes)
    table, rows, sides, _ = waiting(1)
    found = search.statistics(side_of(table, int(rows[0]), int(sides[0])))
    assert sum(one.visits for one in found) == 60
