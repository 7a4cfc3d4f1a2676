"""How a player sees actions: the board from its own side, the others from its own place in the turn order.

Inside the kernels hexes, directions and seats are absolute; ``to_absolute``, ``seen_at`` and ``seats_after`` translate.
"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.actions import HEX, SEAT, STEP_TO
from swarmzoo.envs.insects.state import BID


@kernel
def order_position(s, p):
    """Return the place of a seat in the turn order."""
    for place in range(s.order.shape[0]):
        if s.order[place] == p:
            return place
    return 0


@kernel
def seat_after(s, p, count):
    """Return the seat that is a number of places after a seat in the turn order."""
    n = s.order.shape[0]
    return s.order[(order_position(s, p) + count) % n]


@kernel
def seats_after(s, p, seat):
    """Return how many places after a player a seat is in the turn order: the index by which the player sees it."""
    return (order_position(s, seat) - order_position(s, p)) % s.order.shape[0]


@kernel
def to_absolute(s, r, p, action):
    """Return the part of an action, and what its number there stands for, seen from no seat. [INS-A1, INS-A5]"""
    part = part_of(r, action)
    k = action - int(r.first[part])
    if part == HEX:
        k = int(r.hex_at[p, k])
    elif part == STEP_TO:
        k = int(r.direction_back[p, k])
    elif part == SEAT and s.stage != BID:
        k = int(seat_after(s, p, k))
    return part, k
