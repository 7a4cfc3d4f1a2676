"""The action space: one flat index for every choice of the game.

    0                       pass, end or stop
    1 ... 29                play (in EXCESS and for Adaptation: discard) a card of a kind
    30 ... 43               burn an Evolution card of a kind
    44 ... 43+H             a hex
    then                    6 directions, pick up, drop, 32 digits, a seat or place for each player

H is the board's capacity. Inside the kernels hexes, directions and seats are absolute; agents see the board and the
others from their own seat, and ``to_absolute``, ``seen_at`` and ``seats_after`` translate.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.cards import NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.state import BID

PASS = 0
PLAY = 1
BURN = PLAY + NUM_KINDS
HEX = BURN + NUM_EVOLUTIONS
NUM_DIGITS = 32
# Offsets after the hexes; add the board's capacity.
DIRECTION_AFTER = HEX
PICK_UP_AFTER = HEX + 6
DROP_AFTER = HEX + 7
DIGIT_AFTER = HEX + 8
SEAT_AFTER = DIGIT_AFTER + NUM_DIGITS


def num_actions(capacity: int, players: int) -> int:
    """Return the size of the action space."""
    return SEAT_AFTER + capacity + players


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
def to_absolute(s, r, p, action):
    """Translate an action from a player's view. [INS-A1, INS-A5]"""
    h = s.terrain.shape[0]
    if HEX <= action < HEX + h:
        return HEX + r.hex_at[p, action - HEX]
    if DIRECTION_AFTER + h <= action < PICK_UP_AFTER + h:
        return DIRECTION_AFTER + h + int(r.direction_back[p, action - DIRECTION_AFTER - h])
    if action >= SEAT_AFTER + h and s.stage != BID:
        return SEAT_AFTER + h + int(seat_after(s, p, action - SEAT_AFTER - h))
    return action


@kernel
def seats_after(s, p, seat):
    """Return how many places after a player a seat is in the turn order: the index by which the player sees it."""
    return (order_position(s, seat) - order_position(s, p)) % s.order.shape[0]
