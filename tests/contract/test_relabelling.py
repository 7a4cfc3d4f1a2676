"""Exchanged seats: whoever takes another's place in an image is asked, shown, allowed and paid what that one was."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.catalogue import games
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.lab.seats import configurations
from tests.rare_play import rare_moments
from tests.relabelling import advice, after, changed_over, differences, relabellings, seats_reached
from tests.scenarios import RICH, SCENARIOS, choose, scenario_of

STATES = 60  # of each scenario
MEASURED = [scenario_of(found, values) for found in games() for values in configurations(found)]


def found_in(scenario):
    """Return a scenario's game and its relabellings."""
    game = scenario.game
    return game, relabellings(game, scenario.images)


EXCHANGED = [scenario for scenario in {one.name: one for one in SCENARIOS + RICH}.values() if found_in(scenario)[1]]

WITH_BOTS = [scenario for scenario in EXCHANGED if scenario in SCENARIOS and len(built_in(scenario.game)) > 1]


def ends(game, seed):
    """Return states, shape (1,), of random games that are over."""
    table = Table(game, 8, at_random=True)
    table.seed(8 * seed + np.arange(table.n))
    table.begin()
    while not table.done.all():
        table.step()
    return [table.states[i : i + 1].copy() for i in range(table.n)]


def moments(game, seed):
    """Return states, shape (1,), of random games, some of every kind of decision."""
    found = rare_moments(game, 8, 400 if game.sequential else 60, each=4, seed=seed)
    return [found[k] for k in np.unique(np.linspace(0, len(found) - 1, STATES).astype(int))]


@pytest.mark.parametrize("scenario", SCENARIOS + MEASURED, ids=lambda scenario: scenario.name)
def test_where_seats_are_even_by_design_every_seat_is_brought_to_every_other(scenario):
    game, found = found_in(scenario)
    reached = seats_reached(game, found)
    assert not game.config.even_seats or all(seats == set(game.seats) for seats in reached), (
        f"declare what exchanges the seats in {scenario.images}; so far they come to {reached}"
    )


@pytest.mark.parametrize("scenario", EXCHANGED, ids=lambda scenario: scenario.name)
def test_an_image_is_to_each_agent_what_the_position_was_to_the_one_in_its_place(scenario):
    game, found = found_in(scenario)
    for state in moments(game, 2):
        for each in found:
            assert differences(game, state, each.image(state), each.agents) == []
    for state in ends(game, 2):
        for each in [each for each in found if each.lasts]:
            assert differences(game, state, each.image(state), each.agents) == []


@pytest.mark.parametrize("name", sorted({scenario.game.name for scenario in EXCHANGED}))
def test_what_follows_from_an_image_without_chance_is_the_image_of_what_follows(name):
    generator, compared = np.random.default_rng(1), 0
    for scenario in [scenario for scenario in EXCHANGED if scenario.game.name == name]:
        game, found = found_in(scenario)
        for state in moments(game, 3):
            actions = drawn(game, state, generator)
            one = after(game, state, actions)
            for each in [each for each in found if each.lasts and one is not None]:
                other = after(game, each.image(state), changed_over(each.agents, actions))
                if other is not None:
                    assert differences(game, one, other, each.agents) == []
                    assert differences(game, each.image(one), other, np.arange(game.num_agents)) == []
                    compared += 1
    assert compared


def drawn(game, state, generator):
    """Return a random action, int (agents,), of everybody who is asked; 0 of the others."""
    masks = np.array([Questions(game).mask(state, agent) for agent in range(game.num_agents)])
    asked, actions = masks.any(1), np.zeros(game.num_agents, int)
    actions[asked] = choose(masks[asked], generator)
    return actions


@pytest.mark.parametrize("scenario", WITH_BOTS, ids=lambda scenario: scenario.name)
def test_bots_choose_in_an_image_what_they_choose_in_the_position(scenario):
    game, found = found_in(scenario)
    for bot in [bot for bot in built_in(game).values() if bot.choose]:
        compared = 0
        for state in moments(game, 4)[::2]:
            here = advice(game, bot, state)
            for each in found:
                there = advice(game, bot, each.image(state))[each.agents]
                sure = (here >= 0) & (there >= 0)
                assert (here[sure] == there[sure]).all(), bot.name
                compared += sure.sum()
        assert compared, bot.name
