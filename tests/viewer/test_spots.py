"""Where actions aim on the drawing: at the hex that their names say, or where the one stands whom they name."""

import re
from itertools import islice

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.painting import Label
from swarmzoo.lab.games import even_game
from swarmzoo.viewer.watch import played

GAMES = {
    "insects": ("greedy", "random"),
    "warband": ("captain", "random"),
    "overseer": ("overlord", "random"),
    "nova": ("brawler", "random"),
}


def decisions(name, values, most=60):
    """Yield game, state, agent and legal action of some decisions of a game."""
    game = even_game(find_game(name), values)
    ask = Questions(game)
    agents = [find_agent(game, one) for one in GAMES[name]]
    for state in islice(played(game, agents, 7), most):
        for agent in np.flatnonzero(ask.acting(state)):
            for action in np.flatnonzero(ask.mask(state, int(agent))):
                yield game, state, int(agent), int(action)


@pytest.mark.parametrize("name", ["warband", "overseer", "nova"])
def test_a_hex_is_pointed_at_where_its_column_and_row_are(name):
    seen = 0
    for game, state, agent, action in decisions(name, {}):
        found = re.search(r"(?:to|at|at the .* at) (\d+) (\d+)$", game.words.action_name(state, agent, action))
        spot = game.words.spot(state, agent, action)
        if found is None or spot is None:
            assert found is None
            continue
        sheet = game.words._picture.sheet
        assert spot.centre == sheet.centre(sheet.field.cell(int(found[1]), int(found[2])))
        assert 0 < spot.radius < np.sqrt(3) / 2 * sheet.size
        seen += 1
    assert seen > 100


def test_a_hex_of_insects_is_pointed_at_where_its_name_is_written():
    seen, written = 0, {}
    for game, state, agent, action in decisions("insects", {}):
        written = written or {one.text: one.at for one in game.words.drawing(state).shapes if isinstance(one, Label)}
        found = re.search(r"(?:at|to|hex) ([A-G]\d)$", game.words.action_name(state, agent, action))
        spot = game.words.spot(state, agent, action)
        assert (found is None) == (spot is None)
        if found is not None:
            x, y = written[found[1]]
            assert x == spot.centre[0] and 0 < spot.centre[1] - y < spot.radius
            seen += 1
    assert seen > 50


@pytest.mark.parametrize(("name", "values"), [("warband", {}), ("overseer", {"overseers": 2}), ("nova", {})])
def test_units_are_pointed_at_where_they_stand(name, values):
    seen = 0
    for game, state, agent, action in decisions(name, values):
        part, _ = game.actions.part_of(action)
        if part.aim != "unit":
            continue
        spot, sheet = game.words.spot(state, agent, action), game.words._picture.sheet
        places = {sheet.centre(int(cell)) for cell in state[0]["place"] if sheet.spot(int(cell))}
        assert spot.centre in places
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", GAMES)
def test_every_spot_lies_on_the_sheet(name):
    sheet = None
    for game, state, agent, action in decisions(name, {}, 40):
        sheet = sheet or game.words.drawing(state)
        spot = game.words.spot(state, agent, action)
        if spot is not None:
            x, y = spot.centre
            assert 0 < x < sheet.width and 0 < y < sheet.height


@pytest.mark.parametrize(("name", "values"), [*((name, {}) for name in GAMES), ("formation", {"control": "orders"})])
def test_many_actions_aim_where_each_of_them_aims(name, values):
    game = find_game(name).read(values)
    ask = Questions(game)
    agents = [find_agent(game, "random")] * len(game.seats)
    for state in islice(played(game, agents, 2), 0, 40, 8):
        for agent in np.flatnonzero(ask.acting(state)).tolist():
            actions = np.flatnonzero(ask.mask(state, agent)).tolist()
            one_by_one = [game.words.spot(state, agent, action) for action in actions]
            assert game.words.spots(state, agent, actions) == one_by_one


def test_no_action_of_any_state_stops_the_page():
    for name in GAMES:
        for game, state, agent, _ in decisions(name, {}, 10):
            for action in range(0, game.num_actions, 7):
                game.words.spot(state, agent, action)
            break
