"""What the bots of overseer want, as weights, and what they look at: who is near, where to go.

A bot is a row of weights; ``overlord`` has a row for every scenario, found by play.
"""

import numpy as np

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH, HOLD_GROUND, RALLY
from swarmzoo.envs.skirmish.overseer.units import are_enemies, in_field

NAMES = ("advance", "assault", "shelter", "hunter", "recruiter", "overlord")
ADVANCE_BOT, ASSAULT_BOT, SHELTER, HUNTER, RECRUITER, OVERLORD = range(1, 7)
FAR = 99
(
    KILL,  # an Underling killed by a volley
    BREAK,  # a Swarm that may break
    WOUND,  # a Wound of an Overseer
    DEATH,  # an Overseer that may die
    MELEE,  # attacks in melee, in hundredths
    OWN,  # the leader's own attacks, in hundredths
    CALL,  # Called Shots, in hundredths
    PIN,  # an enemy that may be pinned
    WATCH,  # overwatch
    MARKS,
    AIMS,
    RALLIES,  # each Underling that may be won
    TENDS,  # each Wound
    WORKS,
    HEXES,  # a hex nearer to where one wants to be
    RANGE,  # the distance that one wants, in hexes
    COVER,  # a level of cover at the end of a move
    OBJECTIVE,  # a hex nearer to what the scenario counts
    THREAT,  # standing where a charge may reach
    SPEND,  # what each Half Action costs
) = range(20)
NUM_WEIGHTS = 20
_ROWS = {
    #          KILL BRK WND DTH MELEE OWN CALL PIN WAT MRK AIM RAL TND WRK HEX RNG COV OBJ THR SPEND
    "advance": (10, 60, 30, 80, 60, 100, 40, 10, 15, 30, 10, 30, 20, 0, 12, 8, 4, 6, 2, 6),
    "assault": (10, 60, 30, 80, 300, 100, 40, 0, 0, 0, 5, 30, 20, 0, 22, 0, 0, 6, 0, 4),
    "shelter": (10, 60, 30, 80, 60, 100, 40, 30, 60, 30, 15, 30, 40, 40, 3, 14, 25, 6, 8, 6),
    "hunter": (6, 30, 90, 300, 100, 160, 250, 0, 10, 40, 30, 30, 20, 0, 10, 9, 6, 4, 2, 6),
    "recruiter": (10, 60, 30, 80, 80, 100, 40, 5, 10, 20, 10, 150, 20, 0, 10, 8, 4, 25, 2, 6),
}
_OVERLORD = {
    "duel": (10, 60, 30, 80, 100, 100, 60, 15, 20, 30, 10, 60, 25, 5, 12, 8, 6, 10, 3, 6),
    "decapitation": (8, 40, 60, 200, 100, 120, 120, 10, 15, 30, 15, 60, 25, 5, 12, 8, 6, 10, 3, 6),
    "hold_ground": (10, 60, 30, 80, 100, 100, 60, 15, 20, 30, 10, 60, 25, 5, 6, 8, 4, 40, 2, 6),
    "breakthrough": (10, 60, 30, 80, 80, 100, 60, 15, 20, 30, 10, 60, 25, 5, 4, 8, 4, 60, 2, 6),
    "heroes_vs_swarm": (10, 60, 40, 120, 100, 120, 100, 15, 20, 30, 10, 60, 25, 5, 12, 8, 6, 10, 3, 6),
    "rally": (10, 60, 40, 120, 100, 100, 60, 10, 10, 30, 10, 150, 25, 5, 8, 8, 4, 30, 2, 6),
}
WEIGHTS = np.array([*_ROWS.values(), *_OVERLORD.values()], np.int64)
assert WEIGHTS.shape == (len(_ROWS) + len(_OVERLORD), NUM_WEIGHTS)


@kernel
def row_of(r, bot):
    """Return the row of weights of a bot."""
    return bot - 1 if bot < OVERLORD else OVERLORD - 1 + int(r.scenario)


@kernel
def nearest_foe(s, r, u):
    """Return the enemy unit that is nearest to a leader, or NOBODY."""
    best, least = NOBODY, FAR
    for v in range(r.units):
        if in_field(s, v) and are_enemies(r, u, v) and foe_distance(s, r, u, v) < least:
            best, least = v, foe_distance(s, r, u, v)
    return best


@kernel
def foe_cell(s, u, v):
    """Return where an enemy unit is to a leader: the member that it sees best, or else the other leader."""
    return int(s.place[v]) if s.front[u, v] == NOBODY else int(s.place[s.front[u, v]])


@kernel
def foe_distance(s, r, u, v):
    """Return how far an enemy unit is from a leader."""
    return distance(r, s.place[u], foe_cell(s, u, v))


@kernel
def nearest_loose(s, r, u):
    """Return the cell of the loose Underlings that are nearest to a leader, or NOBODY."""
    best, least = NOBODY, FAR
    for i in range(r.units, r.pieces):
        if s.place[i] != NOBODY and s.group[i] == NO_GROUP and distance(r, s.place[u], s.place[i]) < least:
            best, least = int(s.place[i]), distance(r, s.place[u], s.place[i])
    return best


@kernel
def loose_near(s, r, u):
    """Return how many loose Underlings would hear a leader."""
    count = 0
    for i in range(r.units, r.pieces):
        if s.place[i] != NOBODY and s.group[i] == NO_GROUP:
            count += int(s.models[i]) if distance(r, s.place[u], s.place[i]) <= r.rally_hexes else 0
    return count


@kernel
def errand(s, r, u, cell):
    """Return how many hexes a cell is from what the scenario counts for a leader; 0 where it counts nothing."""
    if r.scenario == HOLD_GROUND:
        return max(distance(r, cell, r.middle) - int(r.objective_hexes) // 2, 0)
    if r.scenario == BREAKTHROUGH and r.side_of[u] == 0:
        return int(r.edge[1, cell])
    if r.scenario == RALLY or s.us[u] == 0:
        goal = nearest_loose(s, r, u)
        if goal != NOBODY:
            return max(distance(r, cell, goal) - int(r.rally_hexes) // 2, 0)
    return 0
