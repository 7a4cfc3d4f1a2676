"""What the bots of overseer want, as weights, and what they look at: who is near, where to go.

A bot is a row of weights; ``overlord`` has a row for every scenario, found by play.
"""

import numpy as np

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.overseer.rally import nearest_loose
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH, DECAPITATION, HOLD_GROUND, RALLY
from swarmzoo.envs.skirmish.overseer.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.overseer.units import are_enemies, in_field

NAMES = ("advance", "assault", "shelter", "hunter", "recruiter", "overlord")
ADVANCE_BOT, ASSAULT_BOT, SHELTER, HUNTER, RECRUITER, OVERLORD = range(1, 7)
FAR = 99
SHOT = 6  # hexes from which one calls one's shots
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
    THREAT,  # what enemies may do to who stands there, in hundredths
    SPEND,  # what each Half Action costs
    ARMS,  # what one may do to enemies from there, in hundredths
    CLOSE,  # each Underling who might be in touch with the enemy, and is not
    DREAD,  # to come where one must test one's courage against Fear
) = range(23)
NUM_WEIGHTS = 23
_ROWS = {
    #          KILL BRK WND DTH MELEE OWN CALL PIN WAT MRK AIM RAL TND WRK HEX RNG COV OBJ THR SPEND ARMS CLOSE DREAD
    "advance": (10, 60, 30, 80, 60, 100, 40, 10, 15, 30, 10, 30, 20, 0, 12, 8, 4, 6, 60, 6, 60, 6, 20),
    "assault": (10, 60, 30, 80, 300, 100, 40, 0, 0, 0, 5, 30, 20, 0, 22, 0, 0, 6, 10, 4, 60, 6, 20),
    "shelter": (10, 60, 30, 80, 60, 100, 40, 30, 60, 30, 15, 30, 40, 40, 3, 14, 25, 6, 120, 6, 60, 6, 20),
    "hunter": (6, 30, 90, 300, 100, 160, 250, 0, 10, 40, 30, 30, 20, 0, 10, 9, 6, 4, 60, 6, 60, 6, 20),
    "recruiter": (10, 60, 30, 80, 80, 100, 40, 5, 10, 20, 10, 150, 20, 0, 10, 8, 4, 25, 60, 6, 60, 6, 20),
}
_OVERLORD = {
    "duel": (35, 39, 56, 44, 332, 122, 44, 4, 11, 41, 8, 57, 25, 4, 5, 4, 16, 12, 89, 3, 61, 5, 42),
    "decapitation": (24, 26, 65, 49, 270, 160, 31, 7, 6, 87, 13, 56, 23, 8, 5, 5, 20, 7, 100, 6, 35, 8, 44),
    "hold_ground": (10, 60, 30, 80, 200, 100, 40, 15, 20, 30, 10, 60, 25, 16, 3, 3, 6, 40, 60, 4, 80, 6, 20),
    "breakthrough": (17, 75, 61, 129, 169, 159, 46, 5, 8, 53, 11, 96, 27, 8, 10, 9, 4, 20, 67, 4, 70, 10, 27),
    "heroes_vs_swarm": (10, 66, 36, 103, 239, 140, 61, 17, 19, 33, 10, 57, 29, 40, 5, 3, 9, 10, 70, 4, 75, 6, 26),
    "rally": (17, 71, 50, 101, 183, 123, 54, 5, 9, 35, 11, 144, 27, 5, 3, 4, 5, 29, 47, 3, 78, 5, 20),
}
WEIGHTS = np.array([*_ROWS.values(), *_OVERLORD.values()], np.int64)
assert WEIGHTS.shape == (len(_ROWS) + len(_OVERLORD), NUM_WEIGHTS)


def rows_of(scenario: int) -> np.ndarray:
    """Return the weights of the bots in a scenario: nothing for random, the five of one mind, overlord's for it."""
    few = len(_ROWS)
    return np.vstack([np.zeros((1, NUM_WEIGHTS), np.int64), WEIGHTS[:few], WEIGHTS[few + scenario][None]])


@kernel
def row_of(r, bot):
    """Return the row of weights of a bot."""
    return bot - 1 if bot < OVERLORD else OVERLORD - 1 + int(r.scenario)


@kernel
def nearest_foe(s, r, u):
    """Return the enemy unit that is nearest to a leader, the first of several as its side counts them, or NOBODY."""
    best, least = NOBODY, FAR
    for k in range(num_foes(r)):
        v = foe_slot(r, u, k)
        if in_field(s, v) and foe_distance(s, r, u, v) < least:
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
def loose_near(s, r, u):
    """Return how many loose Underlings would hear a leader."""
    count = 0
    for i in range(r.units, r.pieces):
        if s.place[i] != NOBODY and s.group[i] == NO_GROUP:
            count += int(s.models[i]) if distance(r, s.place[u], s.place[i]) <= r.rally_hexes else 0
    return count


@kernel
def nearest_leader(s, r, u, cell):
    """Return how many hexes a cell is from the nearest enemy leader."""
    least = FAR
    for v in range(r.units):
        if in_field(s, v) and are_enemies(r, u, v):
            least = min(least, distance(r, cell, s.place[v]))
    return least


@kernel
def errand(s, r, u, cell):
    """Return how many hexes a cell is from what the scenario counts for a leader; 0 where it counts nothing."""
    if r.scenario == HOLD_GROUND:
        return max(distance(r, cell, r.middle) - int(r.objective_hexes) // 2, 0)
    if r.scenario == BREAKTHROUGH and r.side_of[u] == 0:
        return int(r.edge[1, cell])
    if r.scenario == DECAPITATION and s.us[u] > 0:
        return max(nearest_leader(s, r, u, cell) - SHOT, 0)
    if r.scenario == RALLY or s.us[u] == 0:
        i = nearest_loose(s, r, u, NOBODY, FAR)
        if i != NOBODY:
            return max(distance(r, cell, s.place[i]) - int(r.rally_hexes) // 2, 0)
    return 0
