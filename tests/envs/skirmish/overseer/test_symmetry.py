"""Symmetric scenarios are the same game from every edge: ground, starts, Commands, and what comes of them."""

from collections import Counter

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.overseer import game
from tests.envs.skirmish.overseer.images import agents_moved, differences, image_of

SMALL = {"underlings": 8, "columns": 16, "rows": 16, "max_rounds": 8}
ALIKE = [[{"leader": "sergeant", "underlings": 0}]]
RALLY = {"scenario": "rally", "free_for_all": True, "forces": ALIKE, "columns": 16, "rows": 16, "max_rounds": 6}
FOUR = RALLY | {"overseers": 4, "rules": {"deployment": 4}}
WITHOUT_CHANCE = {"end", "move", "advance", "run", "disengage", "cover_ground", "go", "aim", "mark", "overwatch"}


def begun(played, seed):
    table = Table(played, 1)
    table.seed(np.array([seed]))
    table.begin()
    return table


@pytest.mark.rule("OVR-A3")
@pytest.mark.parametrize("config", [SMALL, SMALL | {"scenario": "rally"}, FOUR], ids=["two", "recruiters", "four"])
def test_ground_starts_and_the_leaderless_are_their_own_image(config):
    played = game(**config)
    plan, sides = played.words._plan, len(played.side_names)
    for seed in range(4):
        s = begun(played, seed).states[0]
        for place in plan.field.places:
            images = [plan.field.cell(*image) for image in plan.field.images(sides, place)]
            assert len({*s["terrain"][images].tolist()}) == len({*s["height"][images].tolist()}) == 1
            there = {bool(s["occupant"][cell] >= plan.units) for cell in images}
            assert len(there) == 1, place
        leaders = [plan.field.place(cell) for cell in s["place"][: plan.units]]
        for u, place in enumerate(leaders):
            assert plan.field.images(sides, leaders[0])[u] == place or plan.slots > 1


@pytest.mark.rule("OVR-A3", "OVR-A6", "OVR-H1")
@pytest.mark.parametrize("config", [SMALL, SMALL | {"scenario": "hold_ground"}, FOUR], ids=["two", "held", "four"])
def test_every_side_plays_the_image_of_a_position_as_another_one_plays_the_position(config):
    """Masks and observations are the same, and so is what comes of a choice that rolls no dice."""
    played = game(**config)
    sides, questions = len(played.side_names), Questions(played)
    table, rng, compared = Table(played, sides, pausing=True), np.random.default_rng(5), 0
    table.seed(np.zeros(sides, np.int64))
    table.begin()
    names = [part.name for part in played.actions.parts for _ in range(part.size)]
    for seed in range(2):
        table.states[:1] = begun(played, seed).states
        for _ in range(60):
            for nth in range(1, sides):
                table.states[nth : nth + 1] = image_of(played, table.states[:1], nth)
            table.look()
            if table.done[0]:
                break
            before = table.states[:1].copy()
            agent = int(played.rules[0]["agent_of"][before["actor"][0]])
            action = int(rng.choice(np.flatnonzero(questions.mask(before, agent))))
            for nth in range(sides):
                to = agents_moved(played, nth)
                assert differences(image_of(played, before, nth)[0], table.states[nth]) == []
                for one in range(played.num_agents):
                    there = questions.observation(table.states[nth : nth + 1], int(to[one]))
                    assert (questions.observation(before, one) == there).all()
                    assert (questions.mask(before, one) == questions.mask(table.states[nth : nth + 1], to[one])).all()
                table.actions[nth, to[agent]] = action
            table.step()
            if names[action] in WITHOUT_CHANCE and (table.states["rng"] == before["rng"][0]).all():
                for nth in range(1, sides):
                    assert differences(image_of(played, table.states[:1], nth)[0], table.states[nth]) == []
                compared += 1
    assert compared > 20


@pytest.mark.rule("OVR-A3", "OVR-H1", "OVR-H6")
@pytest.mark.parametrize("overseers", [3, 4])
@pytest.mark.parametrize("bot", ["assault", "shelter"])
def test_bots_of_three_and_four_sides_play_the_image_of_a_position_alike(overseers, bot):
    """Of enemies as near as each other everybody means the first that its own side counts, not always the same side."""
    alike = [[{"leader": "spotter", "underlings": 5}]]
    field = {"columns": 16, "rows": 16, "rules": {"deployment": 4}, "max_rounds": 6}
    played = game(free_for_all=True, overseers=overseers, forces=alike, **field)
    names, compared = [part.name for part in played.actions.parts for _ in range(part.size)], Counter()
    player = built_in(played)[bot]
    table = Table(played, overseers, player.choose, everyone=True, stand_in=player.bot, advice_only=True)
    table.seed(np.zeros(overseers, np.int64))
    table.begin()
    for seed in range(2):
        states = np.repeat(begun(played, seed).states, overseers)
        while not states["done"][0]:
            for nth in range(1, overseers):
                states[nth : nth + 1] = image_of(played, states[:1], nth)
            table.enter(states)
            agent = int(played.rules[0]["agent_of"][states["actor"][0]])
            action = int(table.advice[0, agent])
            for nth in range(overseers):
                there = agents_moved(played, nth)[agent]
                assert table.advice[nth, there] == action, (names[action], names[table.advice[nth, there]])
                table.actions[nth, there] = action
            dice = states["rng"][0].copy()
            table.step()
            if (table.states["rng"] == dice).all():
                for nth in range(1, overseers):
                    assert differences(image_of(played, table.states[:1], nth)[0], table.states[nth]) == []
                compared[names[action]] += 1
            states = table.states.copy()
    assert compared["go"] and compared.total() > 20, compared
