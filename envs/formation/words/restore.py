"""Rebuilding what follows from the rest of a position: cells, zones, ways, choices."""

from functools import cache
from typing import Any

from swarmzoo.envs.core.kernel import entry_point, kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.formation.bodies import enter
from swarmzoo.envs.formation.legality import offer_all, offer_nothing
from swarmzoo.envs.formation.missile import mark_movers
from swarmzoo.envs.formation.morale import note_wounded
from swarmzoo.envs.formation.observation import show_all, show_ground
from swarmzoo.envs.formation.orders.squads import clear_orders, offer_orders
from swarmzoo.envs.formation.setup import clear, measure_ways
from swarmzoo.envs.formation.state import CROSSED, DEAD, DOWNED, FIELD, NOBODY, REACTION, STABLE


@kernel
def count_companies(s, r):
    """Recount companies, squads and captains."""
    for company in range(2):
        s.started[company] = s.in_field[company] = s.crossed[company] = 0
        s.in_line[company] = s.panicking[company] = 0
    s.num_strikes = 0
    s.any_crossed = True
    for i in range(r.num_soldiers):
        company = s.company[i]
        s.started[company] += 1
        s.in_field[company] += s.fate[i] == FIELD
        s.crossed[company] += s.fate[i] == CROSSED
        s.in_line[company] += s.fate[i] == CROSSED and s.crossed_in_line[i]
        s.panicking[company] += s.fate[i] == FIELD and s.panicked[i]
        if s.target[i] != NOBODY:
            s.num_strikes += 1
            s.aimed_at[s.target[i]] += 1
        s.squad_size[s.squad[i]] += 1
        if s.leads[i] and s.fate[i] != DOWNED and s.fate[i] != DEAD and s.fate[i] != STABLE:
            s.captain[s.squad[i]] = i
        if s.fell_at[i] != NOBODY:
            s.fallen[s.fell_at[i]] |= 1 << company


@kernel
def forget(s, r):
    """Forget what follows from the rest: who stands where, zones, ways, counts, choices."""
    for cell in range(s.terrain.shape[0]):
        s.occupant[cell] = s.claim[cell] = NOBODY
        s.fallen[cell] = s.objective[cell] = 0
        for company in range(2):
            s.zone[company, cell] = 0
            s.way[company, cell] = s.home[company, cell] = -1
            for k in range(s.shown.shape[2]):
                s.shown[company, cell, k] = 0
    for kind in range(s.ranks.shape[0]):
        for row in range(s.ranks.shape[1]):
            for word in range(s.ranks.shape[2]):
                s.ranks[kind, row, word] = 0
    for company in range(2):
        s.in_view[company] = s.total[company, 0] = s.total[company, 1] = 0
    for i in range(s.company.shape[0]):
        s.squad_size[i], s.captain[i], s.aimed_at[i] = 0, NOBODY, 0
        s.choices[i], s.withheld[i] = 1, 0
    s.num_asked = s.num_free = s.num_movers = 0


@kernel
def rejoin(s, r):
    """Put everybody back into the field, and offer the choices of the stage."""
    forget(s, r)
    s.sight_is_clear = True
    for cell in range(r.cells):
        if r.objective[cell] and s.terrain[cell] >= 0:
            s.objective[cell] = r.objective[cell]
        if 0 <= s.terrain[cell] < r.opacity.shape[0] - 1 and r.opacity[s.terrain[cell]] > 0:
            s.sight_is_clear = False
    measure_ways(s, r)
    show_ground(s, r)
    count_companies(s, r)
    s.any_hidden = False
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD:
            cell = int(s.place[i])
            enter(s, r, i, cell)
            s.any_hidden |= s.hidden[i]
        if s.stirred[i]:
            s.movers[s.num_movers] = i
            s.num_movers += 1
    if s.stage == REACTION:
        mark_movers(s, r)
    note_wounded(s, r)
    if s.done:
        offer_nothing(s)
    else:
        offer_all(s, r)
    show_all(s, r)


@kernel
def rejoin_led(s, r):
    """Do the same where squads are given orders, and offer these."""
    rejoin(s, r)
    offer_orders(s, r)


@kernel
def clear_led(s):
    """Empty a state of a game in which squads are given orders."""
    clear(s)
    clear_orders(s)


def _rejoin(states, rules):
    rejoin(states[0], rules[0])


def _blank(states):
    clear(states[0])


@cache
def rejoin_entry(by_orders: bool) -> Any:
    """Return the compiled function that completes a state, (1,)."""
    name = "formation_rejoin_led" if by_orders else "formation_rejoin"
    return entry_point(_rejoin, name, {"rejoin": rejoin_led if by_orders else rejoin})


@cache
def blank_entry(by_orders: bool) -> Any:
    """Return the compiled function that empties a state, (1,)."""
    name = "formation_blank_led" if by_orders else "formation_blank"
    return entry_point(_blank, name, {"clear": clear_led if by_orders else clear})


def _seed(states, seed):
    seed_rng(states[0].rng, seed)


@cache
def seed_entry() -> Any:
    """Return the compiled function that seeds the dice of a state, (1,)."""
    return entry_point(_seed, "formation_seed", {"seed_rng": seed_rng})
