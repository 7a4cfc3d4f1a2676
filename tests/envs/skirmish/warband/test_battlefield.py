"""The battlefield against slow, obvious statements of its rules: sight, cover, ways, generated ground."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.reach import spread_reach, trace_way
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, HEAVY, HIDDEN, OFF, SOFT
from swarmzoo.envs.skirmish.warband import game
from swarmzoo.envs.skirmish.warband.observation import PLANES, planes

GAME = game(rules={"scatter": {"soft": 200, "heavy": 150, "blocking": 100, "difficult": 150}})
FIELD = GAME.words._plan.field
TALL, COVER = {SOFT: 1, HEAVY: 1, BLOCKING: 2}, {SOFT: 1, HEAVY: 2}
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _cover(states, rules, a, b):
    return cover_between(states[0], rules[0], a, b)


def _reach(states, rules, start, front, side, budget, reach):
    s = states[0]
    spread_reach(s, rules[0], start, front, side, budget)
    for k in range(reach.shape[0]):
        reach[k] = s.reach[k]


def _way(states, rules, start, front, goal, way):
    s = states[0]
    trace_way(s, rules[0], start, front, goal)
    way[:] = -1
    for n in range(s.num_way):
        way[n] = s.way[n]


@cache
def entries():
    return (
        entry_point(_cover, "warband_test_cover", {"cover_between": cover_between}),
        entry_point(_reach, "warband_test_reach", {"spread_reach": spread_reach}),
        entry_point(_way, "warband_test_way", {"trace_way": trace_way}),
    )


def field_of(seed):
    table = Table(GAME, 1)
    table.seed(np.array([seed]))
    table.begin()
    return table.states


def axial(cell):
    column, row = FIELD.place(cell)
    return column - (row - (row & 1)) // 2, row


def cell_of(q, r):
    return FIELD.cell(q + (r - (r & 1)) // 2, r)


def rounded(q, r):
    """Return the hex that holds a point, by cube rounding with exact fractions."""
    x, y, z = q, r, -q - r
    nx, ny, nz = (round(v) for v in (x, y, z))
    dx, dy, dz = abs(nx - x), abs(ny - y), abs(nz - z)
    if dx > dy and dx > dz:
        nx = -ny - nz
    elif dy > dz:
        ny = -nx - nz
    return nx, ny


def slow_cover(s, a, b):
    (aq, ar), (bq, br) = axial(a), axial(b)
    n = max(abs(bq - aq), abs(br - ar), abs(bq - aq + br - ar))
    eye, found = max(s["height"][a], s["height"][b]), []
    for hair in (Fraction(-1, 10**6), Fraction(1, 10**6)):
        worst = 0
        for k in range(1, n):
            q = aq + Fraction((bq - aq) * k, n) + hair
            r = ar + Fraction((br - ar) * k, n) + 2 * hair
            cell = cell_of(*rounded(q, r))
            kind, height = int(s["terrain"][cell]), int(s["height"][cell])
            if height > eye or kind == OFF:
                worst = HIDDEN
            elif kind in TALL and height + TALL[kind] > eye:
                worst = max(worst, HIDDEN if kind == BLOCKING else COVER[kind])
        found.append(worst)
    return min(found)


@pytest.mark.rule("WAR-A2")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sight_and_cover_are_those_of_the_slow_statement_and_the_same_from_both_ends(seed):
    states, rng = field_of(seed), np.random.default_rng(seed)
    cover, _, _ = entries()
    kinds = set()
    for _ in range(1500):
        a, b = (FIELD.cell(int(rng.integers(24)), int(rng.integers(24))) for _ in range(2))
        found = cover(states, GAME.rules, a, b)
        kinds.add(found)
        assert found == cover(states, GAME.rules, b, a) == slow_cover(states[0], a, b), (FIELD.place(a), FIELD.place(b))
    assert kinds == {0, 1, 2, HIDDEN}


def slow_step(s, a, b):
    """Return what a step between two cells costs; they must lie beside each other."""
    (q, r), (other_q, other_r) = axial(a), axial(b)
    assert (other_q - q, other_r - r) in STEPS
    up = int(s["height"][b]) - int(s["height"][a])
    assert up <= 1
    return int(GAME.rules[0]["cost"][s["terrain"][b]]) + (int(GAME.rules[0]["climb"]) if up > 0 else 0)


def slow_reach(s, start, side, budget):
    """Return the cost of every cell by going on until nothing gets cheaper."""
    rules, costs = GAME.rules[0], {start: 0}
    changed = True
    while changed:
        changed = False
        for cell, spent in list(costs.items()):
            q, r = axial(cell)
            for dq, dr in STEPS:
                other = cell_of(q + dq, r + dr)
                kind, up = s["terrain"][other], int(s["height"][other]) - int(s["height"][cell])
                holder = s["occupant"][other]
                if kind in (OFF, BLOCKING) or up > 1 or (holder >= 0 and s["side"][holder] != side):
                    continue
                total = spent + int(rules["cost"][kind]) + (int(rules["climb"]) if up > 0 else 0)
                if total <= budget and total < costs.get(other, 99):
                    costs[other], changed = total, True
    return costs


@pytest.mark.rule("WAR-A2")
@pytest.mark.parametrize("front", range(6))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_can_be_reached_at_what_cost_is_that_of_the_slow_statement(seed, front):
    states = field_of(seed)
    radius = GAME.words._plan.radius
    _, reach, way = entries()
    for i in range(len(states["side"][0])):
        if states["fate"][0, i] == 0:
            start, side = int(states["place"][0, i]), int(states["side"][0, i])
            cells = start + FIELD.offsets(radius)[FIELD.place(start)[1] & 1, front]
            found = np.zeros(len(cells), np.int64)
            reach(states, GAME.rules, start, front, side, 6, found)
            costs = {int(cells[k]): int(found[k]) - 1 for k in np.flatnonzero(found)}
            assert costs == slow_reach(states[0], start, side, 6)
            for k in np.flatnonzero(found)[::7]:
                cells_of_way = np.zeros(7, np.int64)
                way(states, GAME.rules, start, front, int(k), cells_of_way)
                steps = [int(c) for c in cells_of_way if c >= 0]
                assert steps[0] == start and steps[-1] == cells[k]
                spent = sum(slow_step(states[0], a, b) for a, b in pairwise(steps))
                assert spent == costs[cells[k]]


@pytest.mark.rule("WAR-A2", "WAR-P11")
@pytest.mark.parametrize("seed", range(8))
def test_generated_ground_is_the_same_from_both_sides_and_so_are_the_places(seed):
    s = field_of(seed)[0]
    for row in range(FIELD.rows):
        for column in range(FIELD.columns):
            cell, image = FIELD.cell(column, row), FIELD.cell(23 - column, 23 - row)
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
                        cover = slow_cover(s, cell, other)
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
                dict(zip(PLANES, planes(table.observations[0, 0]), strict=True)),
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
