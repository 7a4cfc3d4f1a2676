"""Warband on the battlefield: what its characters see and reach there, and what is shown of it."""

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER, HIDDEN, NO_COVER, OFF, SOFT_COVER
from swarmzoo.envs.skirmish.warband import game
from swarmzoo.envs.skirmish.warband.config import WarbandConfig
from swarmzoo.envs.skirmish.warband.observation import PLANES
from tests.envs.skirmish.battlefield.slow import Slow

GAME = game(rules={"scatter": {"soft": 200, "heavy": 150, "blocking": 100, "difficult": 150}})
FIELD = GAME.words._plan.field
SLOW = Slow(FIELD, WarbandConfig().rules.ground)


def _cover(states, rules, a, b):
    return cover_between(states[0], rules[0], a, b)


def field_of(seed):
    return begun(GAME, seed)


def begun(played, seed):
    table = Table(played, 1)
    table.seed(np.array([seed]))
    table.begin()
    return table.states


@pytest.mark.rule("WAR-A2")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sight_and_cover_are_those_of_the_slow_statement_on_ground_as_the_game_generates_it(seed):
    states, rng, kinds = field_of(seed), np.random.default_rng(seed), set()
    cover = entry_point(_cover, "warband_test_cover", {"cover_between": cover_between})
    for _ in range(300):
        a, b = (FIELD.cell(*FIELD.places[k]) for k in rng.integers(len(FIELD.places), size=2))
        found = cover(states, GAME.rules, a, b)
        kinds.add(found)
        assert found == cover(states, GAME.rules, b, a) == SLOW.cover(states[0], a, b), (FIELD.place(a), FIELD.place(b))
    assert kinds == {NO_COVER, SOFT_COVER, HEAVY_COVER, HIDDEN}


@pytest.mark.rule("WAR-A2")
def test_sight_by_points_differs_from_the_true_segment_as_rarely_as_the_page_says():
    assert 0.01 < differing(range(4), 150) < 0.05


def differing(seeds, pairs):
    """Return the share of pairs of hexes of which the points of a line and its segment show different cover."""
    usual, differ = game(), 0
    field, slow = usual.words._plan.field, Slow(usual.words._plan.field, WarbandConfig().rules.ground)
    for seed in seeds:
        states, rng = begun(usual, seed), np.random.default_rng(seed)
        for a, b in rng.integers(len(field.places), size=(pairs, 2)):
            ends = [field.cell(*field.places[k]) for k in (a, b)]
            differ += slow.cover(states[0], *ends) != slow.true_cover(states[0], *ends)
    return differ / (len(seeds) * pairs)


@pytest.mark.rule("WAR-A2")
@pytest.mark.parametrize("seed", [1, 2])
def test_who_acts_can_go_no_farther_than_the_slow_statement_says(seed):
    table, seen = Table(GAME, 1), 0
    table.seed(np.array([seed]))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(60):
        s = table.states[0]
        i = int(s["current"])
        if i >= 0 and not s["prone"][i] and s["far"] > 0:
            enemies = {int(cell) for cell in s["place"][s["side"] != s["side"][i]] if cell >= 0}
            cell, front = int(s["place"][i]), GAME.words._plan.fronts[s["side"][i]]
            cells = cell + FIELD.offsets(GAME.words._plan.radius)[FIELD.place(cell)[1] & 1, front]
            costs = SLOW.reach(s, cell, int(s["far"]), enemies.__contains__)
            assert {int(cells[k]): int(s["reach"][k]) - 1 for k in np.flatnonzero(s["reach"][: len(cells)])} == costs
            assert all(s["goals"][k] in (0, s["reach"][k]) for k in range(1, len(cells)))
            seen += 1
        table.step()
    assert seen > 10


@pytest.mark.rule("WAR-A2", "WAR-P11")
@pytest.mark.parametrize("seed", range(8))
def test_generated_ground_is_the_same_from_both_sides_and_so_are_the_places(seed):
    s = field_of(seed)[0]
    for place in FIELD.places:
        cell = FIELD.cell(*place)
        image = FIELD.image(cell)
        assert s["terrain"][cell] == s["terrain"][image] and s["height"][cell] == s["height"][image]
        assert (s["occupant"][cell] >= 0) == (s["occupant"][image] >= 0)


def test_positions_are_written_and_read_in_the_middle_of_games():
    table = Table(GAME, 1)
    table.seed(np.array([4]))
    table.arrange(at_random=True)
    table.begin()
    for _ in range(300):
        text = GAME.words.write_position(table.states)
        again = GAME.words.read_position(text, 0)
        assert GAME.words.write_position(again) == text
        assert (again["mask"] == table.states["mask"]).all()
        table.step()
        if table.done[0]:
            break


@pytest.mark.rule("WAR-A2", "WAR-A5")
@pytest.mark.parametrize("side", [0, 1])
def test_the_sight_of_who_acts_is_that_of_the_slow_statement(side):
    plan, seen = GAME.words._plan, 0
    for seed in range(6):
        table = Table(GAME, 1)
        table.seed(np.array([seed]))
        table.arrange(at_random=True)
        table.begin()
        for _ in range(60):
            s = table.states[0]
            i = int(s["current"])
            if i >= 0 and s["side"][i] == side:
                cell = int(s["place"][i])
                offsets = FIELD.offsets(plan.radius)[FIELD.place(cell)[1] & 1, plan.fronts[side]]
                for k in range(0, len(offsets), 5):
                    other = cell + int(offsets[k])
                    if s["terrain"][other] != OFF:
                        cover = SLOW.cover(s, cell, other)
                        assert s["sight"][k] == (0 if cover == HIDDEN else cover + 1)
                        seen += 1
            table.step()
    assert seen > 1000


@pytest.mark.rule("WAR-A5")
@pytest.mark.parametrize("config", [{}, {"scenario": "loot"}, {"scenario": "versus_swarm", "horde": 40}])
def test_the_disc_shows_who_stands_where_what_lies_there_and_how_many_enemies_are_beside(config):
    played = game(**config)
    field, plan, crowded = played.words._plan.field, played.words._plan, 0
    bot = built_in(played)["aggressor"]
    for seed in range(4):
        table = Table(played, 1, bot.choose)
        table.seed(np.array([seed]))
        table.arrange(stand_in=bot.bot)
        table.begin()
        for _ in range(120):
            table.step()
            s, side = table.states[0], int(table.actors[0])
            if table.done[0] or s["current"] < 0:
                continue
            cell, disc = (
                int(s["place"][s["current"]]),
                dict(zip(PLANES, played.planes(table.observations[0, 0]), strict=True)),
            )
            offsets = field.offsets(plan.radius)[field.place(cell)[1] & 1, plan.fronts[side]]
            steps = field.steps()
            for k, offset in enumerate(offsets):
                here = cell + int(offset)
                if s["terrain"][here] == OFF:
                    continue
                holder = int(s["occupant"][here])
                beside = s["occupant"][here + steps[field.place(here)[1] & 1]]
                enemies = sum(j >= 0 and s["side"][j] != side for j in beside)
                crowded += enemies > 1
                assert (disc["friend, 2: the leader, 3: the one who acts"][k] > 0) == (
                    holder >= 0 and s["side"][holder] == side
                )
                assert (disc["enemy, 2: a leader"][k] > 0) == (holder >= 0 and s["side"][holder] != side)
                assert disc["enemies beside"][k] == enemies
                assert disc["loot tokens"][k] == s["loot"][here]
    assert crowded > 50
