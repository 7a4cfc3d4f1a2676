"""Henchmen: how many of them serve, what they add, how they fall. [NOV-56 to NOV-62]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import is_barrier
from swarmzoo.envs.skirmish.battlefield.terrain import OPEN
from swarmzoo.envs.skirmish.nova.casualties import put_out
from swarmzoo.envs.skirmish.nova.events import FELL
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, who
from swarmzoo.envs.skirmish.nova.state import SURRENDERED

CORRIDOR, TIGHT = 5, 3  # hexes about the commander that nobody can enter
WHOLE = 100


@kernel
def serving_limit(s, r, i):
    """Return how many henchmen can serve a commander where it stands. [NOV-56, NOV-P9]"""
    row = who(s, r, i)
    return 2 * (int(r.charisma[row]) + int(r.command[row])) * ground_share(s, r, int(s.place[i])) // WHOLE


@kernel
def ground_share(s, r, cell):
    """Return what share of henchmen the ground lets serve, in percent. [NOV-56, NOV-P9]"""
    closed = 0
    for direction in range(6):
        closed += is_barrier(s, neighbour(r, cell, direction))
    if closed >= TIGHT:
        return int(r.corridor_henchmen) if closed >= CORRIDOR else int(r.tight_henchmen)
    odd = parity(r, cell)
    for k in range(19):
        if s.terrain[cell + int(r.disc[odd, 0, k])] != OPEN:
            return WHOLE
    return int(r.open_henchmen)


@kernel
def service(s, r, i, defends, by_power):
    """Return how many henchmen serve, and how many dice they add, the skilled ones first. [NOV-57]

    ``by_power``: the attack is a power, with which only those help that have powers.
    """
    skilled, others = 0, 0
    for k in range(s.henchmen.shape[1]):
        if s.henchmen[i, k] > 0:
            number = int(r.henchmen_type[who(s, r, i), k])
            if not by_power or r.henchman_quantum[number]:
                dice = int(r.henchman_defence[number]) if defends else int(r.henchman_attack[number])
                if dice > r.skilled:
                    skilled += int(s.henchmen[i, k])
                else:
                    others += int(s.henchmen[i, k])
    if skilled + others == 0:
        return 0, 0
    limit = serving_limit(s, r, i)
    skilled = min(skilled, limit)
    others = min(others, limit - skilled)
    return skilled + others, 2 * skilled + others


@kernel
def most_numerous(s, r, i):
    """Return the type of henchmen of which most are left, the first of several. [NOV-60]"""
    best = 0
    for k in range(1, s.henchmen.shape[1]):
        if s.henchmen[i, k] > s.henchmen[i, best]:
            best = k
    return best


@kernel
def lose_henchmen(s, r, i, levels):
    """Let henchmen fall, one for all levels of one of them, begun ones included. [NOV-60, NOV-61]

    The most numerous type first; levels beyond all of it go on to the type of which most are left then.
    """
    fallen, kinds = 0, 0
    while levels > 0 and henchmen_left(s, i) > 0:
        k = most_numerous(s, r, i)
        each = int(r.henchman_levels[r.henchmen_type[who(s, r, i), k]])
        lost = min(int(s.henchmen[i, k]), (levels + each - 1) // each)
        s.henchmen[i, k] -= lost
        levels -= lost * each
        fallen += lost
        kinds |= 1 << k
    if fallen > 0:
        log_event(s, FELL, i, fallen, henchmen_left(s, i), kinds)
    if r.all_henchmen[who(s, r, i)] and henchmen_left(s, i) == 0:
        put_out(s, r, i, SURRENDERED)
