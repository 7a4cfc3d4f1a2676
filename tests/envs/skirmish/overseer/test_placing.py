"""The best place for an Underling: found by a search that goes straight for the goal, and by a look at every hex."""

import numpy as np
import pytest

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import JIT, entry_point
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.skirmish.battlefield.groups import keeps_rank
from swarmzoo.envs.skirmish.battlefield.terrain import OFF
from swarmzoo.envs.skirmish.overseer import game
from swarmzoo.envs.skirmish.overseer.placing import (
    best_of_disc,
    best_of_rings,
    best_within_reach,
    goes_straight,
    is_near,
)
from swarmzoo.envs.skirmish.overseer.ranks import is_in_rank, note_barriers
from swarmzoo.envs.skirmish.overseer.ways import spread_steps

ROUGH = {"difficult": 150, "soft": 200, "heavy": 150, "blocking": 120, "hills": 30, "height": 3}
GAMES, DECISIONS, QUERIES = (24, 40, 200) if JIT else (4, 4, 12)
MOST_BUDGET = 9
NEAR, IDEAL, BY_RINGS, FOUND, PLAIN, REACHED, STRAIGHT = range(7)


def _search(states, rules, queries, found):
    """Write of every query what the quick ways find, and what a look at all that can be reached does."""
    r = rules[0]
    for k in range(states.shape[0]):
        s = states[k]
        for n in range(queries.shape[1]):
            u, start, towards, budget, cover, easy = queries[k, n]
            note_barriers(s, r, u)
            near = cover == 0 and is_near(s, r, u, start, towards, budget)
            ideal = best_of_disc(s, r, u, start, towards, budget, cover)
            found[k, n, NEAR], found[k, n, IDEAL] = near, ideal
            found[k, n, BY_RINGS] = best_of_rings(s, r, u, start, towards, budget) if near else ideal
            found[k, n, FOUND] = best_within_reach(s, r, u, start, towards, budget, cover, easy, ideal)
            found[k, n, STRAIGHT] = goes_straight(s, r, u, start, budget, easy, ideal)
            spread_steps(s, r, start, r.side_of[u], budget, easy)
            best, least = 0, 1 << 30
            for hex_ in range(3 * budget * (budget + 1) + 1):
                cell = start + r.disc[parity(r, start), r.front[r.side_of[u]], hex_]
                if s.reach[hex_] > 0 and (hex_ == 0 or s.occupant[cell] < 0):
                    worth = 0 if keeps_rank(s, r, cell, s.place[u], r.rank) else 1000
                    worth = (worth + (2 - int(r.cover[s.terrain[cell]]) if cover else 0)) * 1000
                    worth = (worth + distance(r, cell, towards)) * 1000 + hex_
                    if worth < least:
                        best, least = hex_, worth
            found[k, n, PLAIN], found[k, n, REACHED] = best, s.reach[ideal] > 0


def _rank(states, rules, same):
    """Write of every cell whether the barriers that were noted say of its rank what the lines themselves do."""
    r = rules[0]
    for k in range(states.shape[0]):
        s = states[k]
        note_barriers(s, r, 0)
        for cell in range(s.terrain.shape[0]):
            if s.terrain[cell] != OFF:
                same[k, cell] = is_in_rank(s, r, 0, cell) == keeps_rank(s, r, cell, s.place[0], r.rank)


def played(rank):
    """Return a game on rough ground, and its states after some random decisions in which both leaders live."""
    made = game(underlings=8, columns=16, rows=16, max_rounds=8, rules={"scatter": ROUGH, "rank": rank})
    table = Table(made, GAMES)
    table.seed(np.arange(GAMES))
    table.arrange(autoreset=True, at_random=True)
    table.begin()
    for _ in range(DECISIONS):
        table.step()
    return made, table.states[table.states["fate"].max(1) == 0]


def drawn(states):
    """Return queries: a unit, where somebody of it might stand, a goal, a budget, does it seek cover, is it easy."""
    rng, queries = np.random.default_rng(1), np.zeros((len(states), QUERIES, 6), np.int64)
    for s, mine in zip(states, queries, strict=True):
        on_field = np.flatnonzero(s["terrain"] != OFF)
        for query in mine:
            u = int(rng.integers(2))
            start = int(rng.choice([rng.choice(on_field), *s["place"][(s["group"] == u) & (s["place"] >= 0)]]))
            goal = int(rng.choice([s["place"][u], rng.choice(on_field)]))
            query[:] = u, start, goal, rng.integers(1, MOST_BUDGET + 1), rng.integers(4) == 0, rng.integers(4) == 0
    return queries


@pytest.mark.rule("OVR-H1", "OVR-H3", "OVR-P9")
def test_the_search_that_goes_straight_for_the_goal_finds_the_best_of_all_that_can_be_reached():
    made, states = played(rank=4)
    queries = drawn(states)
    found = np.zeros((*queries.shape[:2], 7), np.int64)
    search = entry_point(_search, "overseer_search_of_places", {})
    search(states.copy(), made.rules, queries, found)
    for told in (NEAR, REACHED, STRAIGHT):
        assert 0.1 < (found[..., told] != 0).mean() < 0.95, "both cases are met"
    assert (found[..., BY_RINGS] == found[..., IDEAL]).all()
    straight = found[..., STRAIGHT] != 0
    assert (found[straight, PLAIN] == found[straight, IDEAL]).all() and found[straight, REACHED].all()
    wrong = np.argwhere(found[..., FOUND] != found[..., PLAIN])
    assert len(wrong) == 0, (queries[tuple(wrong[0])], found[tuple(wrong[0])])


@pytest.mark.rule("OVR-4")
@pytest.mark.parametrize("rank", [1, 5, 12])
def test_barriers_that_were_noted_part_the_rank_as_their_lines_do(rank):
    made, states = played(rank)
    same = np.ones((len(states), states["terrain"].shape[1]), bool)
    entry_point(_rank, "overseer_ranks_of_cells", {})(states.copy(), made.rules, same)
    assert same.all() and len(states) > GAMES / 3
