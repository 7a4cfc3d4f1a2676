"""What a position of insects is worth to tree search: pay to be expected by what everybody has.

The weights are those of a logistic regression on who won 5,120 games of two players, each of a bot against itself with
a random move now and then, by what both had at some time (154,000 positions). The stage matters as much as the board:
who moves last in a round has seen what the others did, and who is in the middle of its turn has still to show for it.
"""

from math import exp, sqrt

import numpy as np

from swarmzoo.agents.insects.bots import hope
from swarmzoo.agents.insects.judgement import NAMES, WEIGHTS, cards_worth, space_worth
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import attribute
from swarmzoo.envs.insects.cards import NUM_ATTRIBUTES
from swarmzoo.envs.insects.stacks import is_alone
from swarmzoo.envs.insects.state import COUNT, EVOLUTION, PICK, REPRODUCTION_PHASE, STEP
from swarmzoo.envs.insects.terrain import DEN

SETTINGS = {"cut": 0, "exploration": 2.0, "widening": 10.0}
EXPERT = NAMES.index("expert")
FAR = 9
# of the expert's worth of spaces, cards and a group in hand; then of what it does not see as it is
BOARD, CARDS, HOPE = 0.048, 0.473, 0.1
SWARM, SPACE, ALL_BUT_ONE, NEAR_DEN, HAND = 0.483, 0.085, 0.263, 0.411, 0.023
MOVE, NEW_INSECT, FIRST_TURN, LAST_TURN = 0.094, 0.095, -0.184, 0.537
KIND = np.array([0.08, -0.424, 0.003, -0.487, -0.333, -0.324, -0.447], np.float32)  # each card more of an attribute
STAGE = np.zeros(64, np.float32)
STAGE[[REPRODUCTION_PHASE, PICK, STEP, COUNT, EVOLUTION]] = -0.06, -0.35, -0.42, -0.37, 0.24


@kernel
def valuation(s, r, values):
    """Write what a position that is not over is worth to every player, float32 (players,) from -1 / (n - 1) to 1."""
    n, total = s.bugs.shape[0], 0.0
    for p in range(n):
        values[p] = 0.0 if s.out[p] else exp(holdings(s, r, p) + tempo(s, r, p))
        total += values[p]
    for p in range(n):
        values[p] = (n * values[p] / total - 1.0) / (n - 1)


@kernel
def holdings(s, r, p):
    """Worth of the board and the cards of a player."""
    w = WEIGHTS[EXPERT]
    insects, dens, held, worth = 0, 0, 0, 0.0
    for x in range(r.num_hexes):
        alone = s.bugs[p, x] > 0 and is_alone(s, p, x)
        if s.bugs[p, x] > 0:
            insects += int(s.bugs[p, x])
            worth += BOARD * space_worth(s, r, p, x, int(s.bugs[p, x]), w) + SPACE * alone
        if s.terrain[x] == DEN:
            dens += 1
            held += alone
    if held >= dens - 1:
        worth += ALL_BUT_ONE
    for kind in range(NUM_ATTRIBUTES):
        worth += KIND[kind] * (int(s.in_play[p, kind]) + int(s.mimicked[p, kind]))
    worth += SWARM * sqrt(insects) + NEAR_DEN * exp(-0.5 * steps_to_den(s, r, p))
    return worth + CARDS * cards_worth(s, p, w) + HAND * s.hand_size[p]


@kernel
def tempo(s, r, p):
    """Worth of being about to act: the turn's place in the round, its stage, and what it may still do."""
    if s.active != p:
        return 0.0
    worth = FIRST_TURN + (LAST_TURN - FIRST_TURN) * s.turn / (s.bugs.shape[0] - 1) + STAGE[s.stage]
    worth += NEW_INSECT * s.unplaced
    if s.stage == PICK or s.stage == STEP or s.stage == COUNT:
        worth += MOVE * max(attribute(s, r, p, 6) - s.moves_made, 0)
    if s.actor == p and (s.stage == STEP or s.stage == COUNT):
        worth += HOPE * hope(s, r, p, WEIGHTS[EXPERT])
    return worth


@kernel
def steps_to_den(s, r, p):
    """Steps from a player's insects to the nearest Den that it does not hold alone."""
    best = FAR
    for h in range(r.num_hexes):
        if s.terrain[h] == DEN and not (s.bugs[p, h] > 0 and is_alone(s, p, h)):
            for x in range(r.num_hexes):
                if s.bugs[p, x] > 0:
                    best = min(best, int(r.distance[x, h]))
    return best
