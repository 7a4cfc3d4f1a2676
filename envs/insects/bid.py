"""The Round Bid and the order of turns. [INS-7, INS-8, INS-S4 to INS-S7]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.insects.attributes import attribute, bid_initiative, count_effects
from swarmzoo.envs.insects.cards import INTELLIGENCE, MOVEMENT
from swarmzoo.envs.insects.events import PLACE_PICKED, ROUND_BEGINS
from swarmzoo.envs.insects.state import BID, BID_WINDOW, NOBODY, TURN_BEGIN
from swarmzoo.envs.insects.windows import open_window


@kernel
def begin_round(s, r):
    """Begin a round: the first by lot and clockwise, later ones by a Bid. [INS-7, INS-8, INS-W1]"""
    s.round_number += 1
    s.turn = 0
    log_event(s, ROUND_BEGINS, s.round_number)
    if s.round_number == 1:
        order_by_lot(s)
        s.stage = TURN_BEGIN
    else:
        open_window(s, BID_WINDOW)


@kernel
def order_by_lot(s):
    """A random player goes first, the others follow clockwise; seats are numbered clockwise. [INS-8, INS-S4]"""
    n = s.order.shape[0]
    first = draw_below(s.rng, n)
    for place in range(n):
        s.order[place] = (first + place) % n


@kernel
def begin_picking(s, r):
    """When the Bid's window closes, find the order in which places are picked. [INS-8, INS-S6]"""
    n = s.order.shape[0]
    s.picking[:] = NOBODY
    s.place_taken[:] = NOBODY
    for k in range(num_living(s)):
        best = NOBODY
        for q in range(n):
            p = (s.order[0] + q) % n
            if not s.out[p] and not has_picking_turn(s, p) and (best == NOBODY or bids_higher(s, r, p, best)):
                best = p
        s.picking[k] = best
    s.picker = 0
    s.stage = BID


@kernel
def has_picking_turn(s, p):
    """Tell whether a player has its place in the picking order already."""
    for k in range(s.picking.shape[0]):
        if s.picking[k] == p:
            return True
    return False


@kernel
def bids_higher(s, r, p, q):
    """Compare two Bids: Initiative, then Intelligence, then Movement; equal ones keep their order. [INS-8, INS-S5]"""
    if bid_initiative(s, r, p) != bid_initiative(s, r, q):
        return bid_initiative(s, r, p) > bid_initiative(s, r, q)
    if attribute(s, r, p, INTELLIGENCE) != attribute(s, r, q, INTELLIGENCE):
        return attribute(s, r, p, INTELLIGENCE) > attribute(s, r, q, INTELLIGENCE)
    return attribute(s, r, p, MOVEMENT) > attribute(s, r, q, MOVEMENT)


@kernel
def num_living(s):
    """Count the players who are not eliminated. [INS-S7]"""
    count = 0
    for p in range(s.out.shape[0]):
        count += not s.out[p]
    return count


@kernel
def pick_place(s, r, p, place):
    """Take a place in the order for good. [INS-8]"""
    s.place_taken[place] = p
    s.picker += 1
    log_event(s, PLACE_PICKED, p, place)
    if s.picker == num_living(s):
        settle_order(s, r)


@kernel
def settle_order(s, r):
    """Write down the order of the round; what was burnt for the Bid ends. [INS-8, INS-16]"""
    n = s.order.shape[0]
    living = num_living(s)
    for place in range(living):
        s.order[place] = s.place_taken[place]
    place = living
    for p in range(n):
        if s.out[p]:
            s.order[place] = p
            place += 1
    s.burnt[:] = 0
    count_effects(s, r)
    s.latency[:] = 0
    s.stage = TURN_BEGIN
