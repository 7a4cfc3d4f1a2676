"""What takes a warband to another one changes nothing: neither the field, nor what is legal, seen, chosen and done."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.terrain import OPEN
from swarmzoo.envs.skirmish.warband import game
from swarmzoo.envs.skirmish.warband.movement import charge_end
from swarmzoo.envs.skirmish.warband.state import FIELD, NOBODY, OUT
from tests.envs.skirmish.warband.images import differences, image_of, warbands_moved

SMALL = {"columns": 15, "rows": 16, "size": 4}
TWO, THREE, FOUR = SMALL, SMALL | {"warbands": 3}, SMALL | {"warbands": 4, "rules": {"deployment": 4}}


def begun(played, seed):
    table = Table(played, 1)
    table.seed(np.array([seed]))
    table.begin()
    return table


@pytest.mark.rule("WAR-A2", "WAR-A6", "WAR-P11")
@pytest.mark.parametrize("tokens", [1, 2, 5, 8])
@pytest.mark.parametrize("config", [TWO, THREE, FOUR | {"columns": 24, "rows": 24}])
def test_ground_starts_and_loot_are_their_own_image(config, tokens):
    played = game(scenario="loot", **config | {"rules": {"loot_tokens": tokens, "deployment": 5}})
    plan = played.words._plan
    sides = len(played.agents)
    for seed in range(4):
        s = begun(played, seed).states[0]
        assert s["loot"].sum() == s["lying"] == tokens
        assert s["loot"][plan.middle] == tokens % sides
        for place in plan.field.places:
            images = [plan.field.cell(*image) for image in plan.field.images(sides, place)]
            for name in ("terrain", "height", "loot"):
                assert len({*s[name][images].tolist()}) == 1
    for cells in np.array(plan.start).T:
        assert cells.tolist() == [
            plan.field.cell(*image) for image in plan.field.images(sides, plan.field.place(cells[0]))
        ]


@pytest.mark.rule("WAR-A6")
@pytest.mark.parametrize("config", [TWO, THREE, FOUR, {"columns": 24, "rows": 27}])
def test_the_centre_is_its_own_image(config):
    played = game(scenario="hold_centre", **config)
    plan, sides = played.words._plan, len(played.agents)
    s = begun(played, 1).states[0]
    centre = {cell for cell in range(plan.field.cells) if int(s["lie"][cell]) >> 25 & 1}
    assert len(centre) == 19 and plan.middle in centre
    for nth in range(sides):
        assert {plan.field.cell(*plan.field.images(sides, plan.field.place(cell))[nth]) for cell in centre} == centre


GAMES = [
    (TWO, "captain"),
    (TWO | {"scenario": "kill_leader"}, "gunline"),
    (TWO | {"scenario": "hold_centre"}, None),
    (THREE | {"scenario": "loot"}, None),
    (THREE | {"scenario": "hold_centre"}, None),
    (FOUR | {"scenario": "loot"}, "runner"),
    (FOUR, None),
]


@pytest.mark.rule("WAR-A2", "WAR-A5", "WAR-A6")
@pytest.mark.parametrize(("config", "bot"), GAMES)
def test_every_warband_plays_the_image_of_a_position_as_another_one_plays_the_position(config, bot):
    """Masks, observations, the choice of a bot and what comes of it are the same until the next token is drawn."""
    played = game(**config)
    sides, questions = len(played.agents), Questions(played)
    bots = built_in(played)
    table = Table(played, sides, bots[bot].choose if bot else None, pausing=True)
    if bot:
        table.arrange(stand_in=bots[bot].bot)
    rng, compared = np.random.default_rng(5), 0
    for seed in range(2):
        table.states[:1] = begun(played, seed).states
        for _ in range(150):
            for nth in range(1, sides):
                table.states[nth : nth + 1] = image_of(played, table.states[:1], nth)
            table.look()
            if table.done[0]:
                break
            before = table.states[:1].copy()
            actor = int(before["actor"][0])
            legal = np.flatnonzero(questions.mask(before, actor))
            action = int(rng.choice(legal))
            for nth in range(sides):
                to = warbands_moved(played, nth)
                assert differences(image_of(played, before, nth)[0], table.states[nth]) == []
                for side in range(sides):
                    seen = questions.observation(before, side)
                    assert (seen == questions.observation(table.states[nth : nth + 1], int(to[side]))).all()
                table.actions[nth, to[actor]] = action
            table.step()
            if table.states["tokens"][0].sum() != before["tokens"][0].sum() or table.states["done"][0]:
                continue
            for nth in range(1, sides):
                assert differences(image_of(played, table.states[:1], nth)[0], table.states[nth]) == []
            compared += 1
    assert compared > 50


# Charges


OFFSETS = [(q, r) for q in range(-6, 7) for r in range(-6, 7) if 2 <= max(abs(q), abs(r), abs(q + r)) <= 6]


def _charge_end(states, rules, i, target):
    return charge_end(states[0], rules[0], i, target)


@pytest.mark.rule("WAR-P3")
@pytest.mark.parametrize("config", [TWO, THREE, FOUR])
def test_charges_of_all_offsets_end_alike_for_all_warbands(config):
    played = game(**config)
    ends = entry_point(_charge_end, "warband_test_charge_end", {"charge_end": charge_end})
    plan, found, sides = played.words._plan, [], len(played.agents)
    states = begun(played, 1).states
    states["terrain"][0][[plan.field.cell(*place) for place in plan.field.places]] = OPEN
    states["height"][0], states["fate"][0], states["place"][0] = 0, OUT, NOBODY
    assert len(OFFSETS) == 120
    for q, r in OFFSETS:
        column, row = plan.field.middle
        there = (column + q + (r + (row & 1) - ((r + row) & 1)) // 2, row + r)
        states["place"][0], states["fate"][0] = NOBODY, OUT
        for k, place in enumerate((plan.field.middle, there)):
            states["place"][0][k * plan.slots] = plan.field.cell(*place)
            states["fate"][0][k * plan.slots] = FIELD
        end = plan.field.place(ends(image_of(played, states, 0), played.rules, 0, plan.slots))
        found.append(end)
        for nth in range(1, sides):
            turned = image_of(played, states, nth)
            i, target = (int(side) * plan.slots for side in warbands_moved(played, nth)[:2])
            assert plan.field.place(ends(turned, played.rules, i, target)) == plan.field.images(sides, end)[nth]
    assert len({*found}) > 80
