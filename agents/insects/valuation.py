"""What a position of insects is worth to tree search: pay to be expected by what everybody has on the board.

The worth of spaces, insects, cards and of a group in hand is the expert's; of two players with a difference of SCALE
the better one has e times the other's chances.
"""

from math import exp

from swarmzoo.agents.insects.bots import hope
from swarmzoo.agents.insects.judgement import NAMES, WEIGHTS, cards_worth, space_worth
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import attribute
from swarmzoo.envs.insects.state import COUNT, PICK, STEP

SETTINGS = {"cut": 0, "exploration": 1.0}
EXPERT = NAMES.index("expert")
SCALE = 6.0


@kernel
def valuation(s, r, values):
    """Write what a position that is not over is worth to every player, float32 (players,) from -1 / (n - 1) to 1."""
    n = s.bugs.shape[0]
    total = 0.0
    for p in range(n):
        values[p] = 0.0 if s.out[p] else exp(strength(s, r, p, WEIGHTS[EXPERT]) / SCALE)
        total += values[p]
    for p in range(n):
        values[p] = (n * values[p] / total - 1.0) / (n - 1)


@kernel
def strength(s, r, p, w):
    """Worth of what a player has: spaces, Dens, insects, cards, and what its group in hand is about to gain."""
    worth = cards_worth(s, p, w)
    for x in range(r.num_hexes):
        if s.bugs[p, x] > 0:
            worth += space_worth(s, r, p, x, int(s.bugs[p, x]), w)
    if s.actor == p and (s.stage == STEP or s.stage == COUNT):
        worth += hope(s, r, p, w)
    elif s.actor == p and s.stage == PICK:
        worth += 0.01 * max(attribute(s, r, p, 6) - s.moves_made, 0)
    return worth
