"""What the bots of insects think of the Bid: who goes late in a round has seen what the others did.

A bot's weights say what going first and going last are worth to it. While places are picked, or cards are played for
the Bid, a player that has no place yet is taken to get the best one that those before it leave.
"""

from swarmzoo.agents.insects.judgement import EARLY, LATE
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.bid import bids_higher, num_living
from swarmzoo.envs.insects.state import BID, BID_WINDOW


@kernel
def taste_for_late(w):
    """What going last is worth more than going first; below 0, going first is worth more."""
    return w[LATE] - w[EARLY]


@kernel
def order_worth(s, r, p, w):
    """Worth of a player's place in the order of the round, known or hoped for."""
    taste = taste_for_late(w)
    if taste == 0.0:
        return 0.0
    if s.stage == BID or s.stage == BID_WINDOW:
        return taste * hoped_share(s, r, p, taste > 0.0)
    return taste * place_share(s, p)


@kernel
def place_share(s, p):
    """A player's place in the order as a share: 0 is first, 1 is last of those who live."""
    for place in range(s.order.shape[0]):
        if s.order[place] == p:
            return place / max(num_living(s) - 1, 1)
    return 0.0


@kernel
def hoped_share(s, r, p, late):
    """The share of the place that a player has taken in the Bid, or will get if all before it want the same."""
    last = max(num_living(s) - 1, 1)
    for place in range(s.order.shape[0]):
        if s.stage == BID and s.place_taken[place] == p:
            return place / last
    before = picks_before(s, r, p)
    return 1.0 - before / last if late else before / last


@kernel
def picks_before(s, r, p):
    """How many of the others pick a place before a player, as the Bids stand; equal ones by their order."""
    if s.stage == BID:
        for k in range(s.picking.shape[0]):
            if s.picking[k] == p:
                return k
    count, mine = 0, order_of(s, p)
    for q in range(s.out.shape[0]):
        if q != p and not s.out[q]:
            level = not bids_higher(s, r, p, q) and order_of(s, q) < mine
            count += level or bids_higher(s, r, q, p)
    return count


@kernel
def order_of(s, p):
    """Where a player stands among equal Bids: clockwise from who went first in the last round. [INS-S5]"""
    return (p - s.order[0]) % s.order.shape[0]
