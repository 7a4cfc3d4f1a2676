"""What a position of insects is worth to tree search: pay to be expected by what everybody has on the board.

The weights are those of a logistic regression: who won 5,120 games of two players, each of a bot against itself, by
what both had at some time (121,000 positions; it names the winner of four in five that it has not seen).
"""

from math import exp, sqrt

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.stacks import is_alone
from swarmzoo.envs.insects.terrain import DEN, GRASS

SETTINGS = {"cut": 0, "exploration": 0.2}
FAR = 9
SWARM, SPACE, DEN_HELD, GRASS_HELD, HAND, ALL_BUT_ONE, NEAR_DEN = 0.32, 0.124, 0.164, 0.1, 0.068, 0.29, 0.165
# Initiative, Attack, Defense, Movement, Reproduction, Stack, Intelligence; the seven optional kinds say little
FIRST_CARD = np.array([1.06, 0.33, 0.38, -0.22, -0.1, -0.33, -0.29] + [0.0] * 7, np.float32)
MORE_CARDS = np.array([0.59, -0.05, 0.28, -0.4, -0.21, -0.39, -0.29] + [0.0] * 7, np.float32)


@kernel
def valuation(s, r, values):
    """Write what a position that is not over is worth to every player, float32 (players,) from -1 / (n - 1) to 1."""
    n, total = s.bugs.shape[0], 0.0
    for p in range(n):
        values[p] = 0.0 if s.out[p] else exp(board_worth(s, r, p) + cards_worth(s, p))
        total += values[p]
    for p in range(n):
        values[p] = (n * values[p] / total - 1.0) / (n - 1)


@kernel
def board_worth(s, r, p):
    """Worth of insects, spaces held alone, Dens and Grass among them, and of the way to the next Den."""
    insects, dens, held, worth = 0, 0, 0, 0.0
    for x in range(r.num_hexes):
        alone = s.bugs[p, x] > 0 and is_alone(s, p, x)
        insects += int(s.bugs[p, x])
        worth += SPACE * alone
        if s.terrain[x] == DEN:
            dens += 1
            held += alone
        elif s.terrain[x] == GRASS:
            worth += GRASS_HELD * alone
    if held >= dens - 1:
        worth += ALL_BUT_ONE
    return worth + DEN_HELD * held + SWARM * sqrt(insects) + NEAR_DEN * exp(-0.5 * steps_to_den(s, r, p))


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


@kernel
def cards_worth(s, p):
    """Worth of the cards in play, the first of each kind and more of it, and of the hand."""
    worth = HAND * s.hand_size[p]
    for kind in range(s.in_play.shape[1]):
        count = int(s.in_play[p, kind]) + int(s.mimicked[p, kind])
        if count > 0:
            worth += FIRST_CARD[kind] + MORE_CARDS[kind] * (count - 1)
    return worth
