"""What the bots of nova want, as weights, and what they look at: who is near, where to go.

A bot is a row of weights; ``paragon`` has a row for every scenario, found by play. Worths are thousandths of a piece.
"""

import numpy as np

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.rules import CONVOY, DEMOLITION, HOSTAGE
from swarmzoo.envs.skirmish.nova.sheet import in_field
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.nova.victory import FOES, HEROES

NAMES = ("brawler", "marksman", "bomber", "defender", "commander", "paragon")
BRAWLER, MARKSMAN, BOMBER, DEFENDER, COMMANDER, PARAGON = range(1, 7)
FAR = 99
(
    HARM,  # what a piece loses, as a share of the whole
    FELL,  # the same as a share of what it has left
    STUNS,  # levels of stun, in hundredths
    MELEE,  # attacks in melee, in hundredths
    RANGED,  # shots and throws, in hundredths
    AREAS,  # area attacks, in hundredths
    SUPPORTS,  # henchmen's heavy weapons, in hundredths
    FRIENDS,  # harm to one's own in an area, in hundredths
    THINGS,  # structure of the object that the scenario is about, in hundredths
    PRIZES,  # harm to those whom the scenario is about, in hundredths
    GRIPS,  # holding somebody
    PUSHES,  # throwing somebody into something, in hundredths
    VITALS,  # a called shot that fells, in hundredths
    MORE,  # what one action more must bring
    GUARDS,  # harm that a dodge or parry averts, in hundredths
    FULL,  # harm that full defence averts, in hundredths
    WILL,  # a point of Willpower
    DAZES,  # not to be dazed
    MAIMS,  # an injury for the rest of the game
    SAVES,  # a friend who may be saved
    HIDES,  # cover that is taken, in hundredths of the danger
    HEXES,  # a hex nearer to where one wants to be
    RANGE,  # the distance that one wants, in hexes
    COVER,  # a grade of cover at the end of a move
    OBJECTIVE,  # a hex nearer to what the scenario is about
    ARMS,  # what one may do to foes from there, in hundredths
    THREAT,  # what foes may do to who stands there, in hundredths
    BINDS,  # what whom one holds could do otherwise, in hundredths
) = range(28)
NUM_WEIGHTS = 28
_ROWS = {
    "brawler": (
        *(100, 100, 60, 250, 60, 60, 100, 100, 60, 150, 60, 60, 10, 10, 60, 40, 40, 60, 100, 200, 20, 40, 1, 5, 40),
        *(60, 10, 60),
    ),
    "marksman": (
        *(100, 100, 60, 60, 150, 80, 100, 100, 100, 150, 10, 20, 10, 10, 60, 40, 40, 60, 100, 200, 60, 10, 7, 20, 40),
        *(80, 40, 20),
    ),
    "bomber": (
        *(100, 100, 60, 60, 100, 250, 200, 150, 200, 150, 10, 20, 10, 10, 60, 40, 40, 60, 100, 200, 40, 10, 6, 15, 40),
        *(80, 40, 20),
    ),
    "defender": (
        *(100, 100, 60, 80, 100, 100, 100, 150, 100, 150, 20, 20, 10, 5, 200, 120, 20, 120, 100, 300, 120, 4, 9, 60),
        *(40, 60, 100, 40),
    ),
    "commander": (
        *(100, 120, 60, 80, 100, 120, 250, 100, 100, 150, 10, 20, 10, 10, 90, 50, 30, 80, 100, 250, 60, 8, 8, 20, 40),
        *(80, 50, 20),
    ),
}
_PARAGON = {  # found by play: python -m swarmzoo.lab.fitting.cross_entropy nova --keywords scenario=...
    "squad_duel": (
        *(117, 143, 67, 124, 182, 226, 308, 121, 222, 109, 13, 23, 16, 47, 101, 25, 29, 54, 113, 237, 29, 10),
        *(4, 8, 47, 117, 39, 40),
    ),
    "nova_vs_mob": (
        *(138, 186, 71, 114, 112, 299, 384, 135, 174, 125, 11, 20, 11, 22, 84, 37, 26, 54, 149, 256, 38, 12, 6),
        *(17, 36, 144, 29, 40),
    ),
    "firefight": (
        *(168, 146, 71, 89, 95, 346, 437, 114, 106, 124, 9, 18, 10, 30, 52, 47, 29, 58, 94, 164, 33, 6, 7, 14),
        *(37, 72, 26, 40),
    ),
    "demolition": (
        *(90, 89, 57, 77, 168, 165, 341, 58, 282, 270, 14, 18, 12, 31, 69, 37, 30, 74, 92, 169, 43, 6, 6, 10),
        *(27, 93, 41, 40),
    ),
    "hostage": (
        *(120, 118, 66, 99, 105, 101, 168, 93, 138, 51, 37, 47, 10, 9, 63, 61, 26, 71, 42, 209, 39, 8, 5, 17),
        *(60, 55, 26, 40),
    ),
    "convoy": (
        *(75, 80, 45, 134, 53, 393, 346, 132, 117, 129, 13, 17, 13, 32, 33, 30, 23, 54, 35, 207, 25, 8, 7, 12),
        *(269, 62, 39, 40),
    ),
    "gauntlet": (
        *(116, 150, 64, 85, 100, 238, 356, 150, 187, 150, 12, 19, 9, 22, 79, 25, 28, 54, 116, 205, 29, 15, 4),
        *(14, 34, 102, 41, 40),
    ),
}
WEIGHTS = np.array([*_ROWS.values(), *_PARAGON.values()], np.int64)
assert WEIGHTS.shape == (len(_ROWS) + len(_PARAGON), NUM_WEIGHTS)
PLAIN = np.array(  # what everybody would lose by an attack, whatever one is bent on
    (100, 100, 60, 100, 100, 100, 100, 0, 0, 100, 0, *(0,) * (NUM_WEIGHTS - 11)), np.int64
)
NEAR_THING, NEAR_HOSTAGE = 4, 2  # hexes that are near enough to what the scenario is about


def rows_of(scenario: int) -> np.ndarray:
    """Return the weights of the bots in a scenario: nothing for random, the five of one mind, paragon's for it."""
    few = len(_ROWS)
    return np.vstack([np.zeros((1, NUM_WEIGHTS), np.int64), WEIGHTS[:few], WEIGHTS[few + scenario][None]])


@kernel
def row_of(r, bot):
    """Return the row of weights of a bot."""
    return bot - 1 if bot < PARAGON else PARAGON - 1 + int(r.scenario)


@kernel
def is_foe(s, r, i, j):
    """Tell whether a piece in the field is one to be fought: of another side, and no bystander."""
    return in_field(s, j) and s.side[j] != s.side[i] and r.agent_of[j] != NOBODY


@kernel
def nearest_foe(s, r, i, cell):
    """Return the foe that is nearest to a cell, the first of several as the side counts them, or NOBODY."""
    best, least = NOBODY, FAR
    for k in range(num_foes(r)):
        j = foe_slot(r, i, k)
        if is_foe(s, r, i, j) and distance(r, cell, s.place[j]) < least:
            best, least = j, distance(r, cell, s.place[j])
    return best


@kernel
def is_prize(s, r, j):
    """Tell whether the scenario is about a piece: a vehicle of the convoy, whoever holds the hostage."""
    if r.scenario == CONVOY:
        return s.side[j] == HEROES
    return r.scenario == HOSTAGE and s.holding[j] == r.hostage


@kernel
def errand(s, r, i, cell):
    """Return how many hexes a cell is from where the scenario sends a piece; 0 where it sends it nowhere."""
    if r.scenario == DEMOLITION:
        return max(distance(r, cell, s.thing_at[s.objective]) - NEAR_THING, 0)
    if r.scenario == CONVOY and s.side[i] == HEROES:
        return int(r.edge[FOES, cell])
    if r.scenario == HOSTAGE:
        if s.holding[i] == r.hostage:
            return int(r.edge[FOES, cell])
        return max(distance(r, cell, s.place[s.hostage]) - NEAR_HOSTAGE, 0) if in_field(s, s.hostage) else 0
    return 0
