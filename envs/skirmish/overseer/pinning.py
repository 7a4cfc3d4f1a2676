"""Pinning: the test, and falling back to cover. [OVR-30, OVR-32, OVR-G6]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift
from swarmzoo.envs.skirmish.overseer.dice import counted, nerves, passes
from swarmzoo.envs.skirmish.overseer.events import FELL_BACK, FOR_PINNING, OF_RULE, OF_WILLPOWER, PINNED_NOW
from swarmzoo.envs.skirmish.overseer.morale import hold_fast
from swarmzoo.envs.skirmish.overseer.placing import place_swarm
from swarmzoo.envs.skirmish.overseer.units import cover_from, hexes, survey_units
from swarmzoo.envs.skirmish.overseer.ways import spread_steps

COVER = 1 << 10  # a level of it counts more than any distance


@kernel
def pinning_test(s, r, u, v):
    """Let a leader that another one suppresses test Willpower: who fails is pinned, and falls back. [OVR-30, OVR-32]"""
    needed = counted(s, OF_WILLPOWER, int(r.lead_willpower[v])) + nerves(s, r, v) + hold_fast(s, r, v)
    needed += counted(s, OF_RULE, int(r.pinning_modifier))
    if passes(s, r, v, FOR_PINNING, needed):
        return
    s.pinned[v] = True
    log_event(s, PINNED_NOW, v)
    if s.touch[v] == 0:
        fall_back(s, r, v, int(s.place[u]))


@kernel
def fall_back(s, r, v, danger):
    """Let a unit fall back from a cell: its leader to the best shelter, its Swarm about it into cover. [OVR-32]"""
    cell = shelter(s, r, v, danger)
    s.aim[v] = 0
    if cell != s.place[v]:
        lift(s, v)
        enter(s, v, cell)
    place_swarm(s, r, v, cell, int(r.half_metres), True, False, False)
    log_event(s, FELL_BACK, v, cell)
    survey_units(s, r)


@kernel
def shelter(s, r, v, danger):
    """Return where a leader falls back to: the most cover, then the farthest, within a Half Move. [OVR-32]"""
    start, pose = int(s.place[v]), int(r.front[r.side_of[v]])
    budget = hexes(r.half_metres, r.lead_agility[v])
    spread_steps(s, r, start, int(r.side_of[v]), budget, False)
    odd, near = parity(r, start), distance(r, start, danger)
    best, most = start, shelter_of(s, r, danger, start)
    for k in range(1, 1 + 3 * budget * (budget + 1)):
        cell = start + int(r.disc[odd, pose, k])
        if s.reach[k] > 0 and s.occupant[cell] == NOBODY and distance(r, cell, danger) >= near:
            if shelter_of(s, r, danger, cell) > most:
                best, most = cell, shelter_of(s, r, danger, cell)
    return best


@kernel
def shelter_of(s, r, danger, cell):
    """Return how good a shelter a cell is from another one. [OVR-32]"""
    return COVER * cover_from(s, r, danger, cell) + distance(r, danger, cell)
