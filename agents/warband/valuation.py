"""What a position of warband is worth to tree search: pay to be expected by Star and score of all warbands."""

from math import exp

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.warband.attributes import present
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, KILL_LEADER, LOOT

SETTINGS = {"cut": 2, "exploration": 1.0}
STAR, LEFT, SCORE, LEADER = 4.0, 2.0, 0.6, 1.5  # weights: all of a warband's Star, all its characters, a point


@kernel
def valuation(s, r, values):
    """Write what a position that is not over is worth to every warband, float32 (warbands,), -1 / (n - 1) to 1."""
    n, total = int(r.warbands), 0.0
    for side in range(n):
        values[side] = 0.0 if s.broken[side] else exp(strength(s, r, side))
        total += values[side]
    for side in range(n):
        values[side] = (n * values[side] / total - 1.0) / (n - 1)


@kernel
def strength(s, r, side):
    """Return what a warband is worth: the shares of Star and characters that are left, its score, its leader's Star."""
    left, full, leader = 0, 0, int(r.leader[side])
    for k in range(r.slots):
        i = side * int(r.slots) + k
        full += int(r.own_star[i])
        if present(s, i):
            left += 2 * int(s.star[i]) - int(s.stunned[i])
    worth = STAR * left / (2 * full) + LEFT * int(s.left[side]) / int(r.strength[side])
    if r.scenario == LOOT or r.scenario == HOLD_CENTRE:
        worth += SCORE * int(s.score[side])
    if r.scenario == KILL_LEADER and present(s, leader):
        worth += LEADER * int(s.star[leader]) / int(r.own_star[leader])
    return worth
