"""What a position of insects is worth to tree search: pay to be expected by what everybody has on the board."""

from math import exp

from swarmzoo.agents.insects.judgement import NAMES, WEIGHTS, cards_worth, space_worth
from swarmzoo.envs.core.kernel import kernel

EXPERT = NAMES.index("expert")
SCALE = 6.0  # of worth: so much more multiplies the chances to win by e


@kernel
def valuation(s, r, values):
    """Write what a position that is not over is worth to every player, float32 (players,) from -1 / (n - 1) to 1."""
    n = s.bugs.shape[0]
    total, w = 0.0, WEIGHTS[EXPERT]
    for p in range(n):
        values[p] = 0.0 if s.out[p] else exp(strength(s, r, p, w) / SCALE)
        total += values[p]
    for p in range(n):
        values[p] = (n * values[p] / total - 1.0) / (n - 1)


@kernel
def strength(s, r, p, w):
    """Worth of what a player has: spaces, Dens, insects, cards."""
    worth = cards_worth(s, p, w)
    for x in range(r.num_hexes):
        if s.bugs[p, x] > 0:
            worth += space_worth(s, r, p, x, int(s.bugs[p, x]), w)
    return worth
