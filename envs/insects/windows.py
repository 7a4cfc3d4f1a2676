"""Windows: the moments at which the cards of others are asked for. [INS-16, INS-P10, INS-W1 to INS-W5]"""

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import can_be_copied, is_near, stack_limit
from swarmzoo.envs.insects.cards import (
    ADAPTATION,
    ATTACK,
    BLOOD_SUCKERS,
    BURROWING,
    CO_OPT,
    COCOON,
    DEFENSE,
    DEVOLUTION,
    DORMANCY,
    ENERGY_BURST,
    FEEDING_FRENZY,
    INFESTATION,
    INITIATIVE,
    INTELLIGENCE,
    LATENCY,
    METAMORPHOSIS,
    MIGRATION,
    MIMIC,
    MOLT,
    MOVEMENT,
    NUM_EVOLUTIONS,
    NUM_KINDS,
    RAMPAGE,
    REACT_QUICKLY,
    REPRODUCTION,
    REPRODUCTIVE_CYCLE,
    REVULSION,
    RUSH,
    STACK,
    WATERBUGS,
    WEBS,
)
from swarmzoo.envs.insects.rules import ACTIVE, EVERYONE, ONCE
from swarmzoo.envs.insects.stacks import has_enemy
from swarmzoo.envs.insects.state import (
    BID_WINDOW,
    FIGHT_WINDOW,
    LIMIT_WINDOW,
    MOVE_WINDOW,
    NUM_DECISIONS,
    PICK,
    RAMPAGE_OFFER,
    REACTION,
    REPRODUCTION_PHASE,
    STEP,
)


def _bits(*kinds: int) -> int:
    return sum(1 << kind for kind in kinds)


_ANYTIME_IN_OWN_TURN = (ADAPTATION, METAMORPHOSIS, CO_OPT, DEVOLUTION)
_BURNS = {
    BID_WINDOW: _bits(INITIATIVE, INTELLIGENCE, MOVEMENT),
    REPRODUCTION_PHASE: _bits(REPRODUCTION, INFESTATION),
    MOVE_WINDOW: _bits(WEBS),
    PICK: _bits(INTELLIGENCE, MOVEMENT, WATERBUGS, BURROWING),
    STEP: _bits(INTELLIGENCE, MOVEMENT, WATERBUGS, BURROWING),
    FIGHT_WINDOW: _bits(ATTACK, DEFENSE, INITIATIVE, BLOOD_SUCKERS),
    LIMIT_WINDOW: _bits(STACK, REVULSION),
}
_EVENTS = {
    BID_WINDOW: _bits(LATENCY),
    REPRODUCTION_PHASE: _bits(REPRODUCTIVE_CYCLE, *_ANYTIME_IN_OWN_TURN),
    MOVE_WINDOW: _bits(DORMANCY),
    PICK: _bits(MIGRATION, COCOON, *_ANYTIME_IN_OWN_TURN),
    STEP: _bits(MIGRATION, ENERGY_BURST, *_ANYTIME_IN_OWN_TURN),
    FIGHT_WINDOW: _bits(FEEDING_FRENZY, RUSH, MOLT),
    RAMPAGE_OFFER: _bits(RAMPAGE),
    REACTION: _bits(REACT_QUICKLY),
}
# Bits of the kinds that may be burnt or played as events at each decision. [INS-16]
BURNS_AT = np.array([_BURNS.get(decision, 0) for decision in range(NUM_DECISIONS)])
EVENTS_AT = np.array([_EVENTS.get(decision, 0) for decision in range(NUM_DECISIONS)])


@kernel
def open_window(s, stage):
    """Open a window; nobody has been asked yet."""
    s.stage = stage
    s.asked_from = 0
    s.window_used[:] = False


@kernel
def seat_in_turn(s, stage, count):
    """Return the seat asked after some others: from the active player, in a Bid from the first. [INS-S5, INS-W1]"""
    n = s.order.shape[0]
    first = 0 if stage == BID_WINDOW else s.turn
    return s.order[(first + count) % n]


@kernel
def next_asked(s, r, decision):
    """Find the next player whom the window asks and make it the actor; False closes the window. [INS-P10, INS-A7]"""
    n = s.order.shape[0]
    for count in range(s.asked_from, n):
        p = seat_in_turn(s, s.stage, count)
        if not s.out[p] and _is_asked(s, r, p, decision):
            s.asked_from = count
            s.actor = p
            return True
    return False


@kernel
def _is_asked(s, r, p, decision):
    if r.windows == EVERYONE:
        return is_concerned(s, r, p, decision)
    if r.windows == ONCE and s.window_used[p] and decision != REACTION:
        return False
    return holds_card_for(s, r, p, decision)


@kernel
def is_concerned(s, r, p, decision):
    """Tell whether a window is about a player, whatever it holds; only public facts count.

    A window for which the deck holds no card is about nobody. [INS-A7]
    """
    if (int(BURNS_AT[decision]) | int(EVENTS_AT[decision])) & int(r.deck_kinds) == 0:
        return False
    if decision == MOVE_WINDOW:
        return p != s.active
    if decision == FIGHT_WINDOW:
        return s.bugs[p, s.fight] > 0
    if decision == LIMIT_WINDOW:
        if r.card_counts[STACK] > 0 and may_raise_limit(s, r, p):
            return True
        return r.card_counts[REVULSION] > 0 and may_lower_limit(s, r, p)
    if decision == REACTION:
        return p != s.reactor
    return True


@kernel
def holds_card_for(s, r, p, decision):
    """Tell whether a player holds a card that fits the window. [INS-A7, INS-A8]"""
    wanted = int(EVENTS_AT[decision])
    if BURNS_AT[decision] != 0:
        wanted |= int(BURNS_AT[decision]) | (1 << MIMIC)
    held = int(s.held[p]) & wanted
    if held == 0:
        return False
    for kind in range(NUM_KINDS):
        if (held >> kind) & 1:
            if fits_as_event(s, r, p, kind, decision) or fits_as_burn(s, r, p, kind, decision):
                return True
    return False


@kernel
def fits_as_burn(s, r, p, kind, decision):
    """Tell whether burning an Evolution kind fits a window, for its holder. [INS-16]"""
    if kind >= NUM_EVOLUTIONS:
        return False
    bits = BURNS_AT[decision]
    if bits == 0:
        return False
    if kind == MIMIC:
        for copied in range(MIMIC):
            if (bits >> copied) & 1 and can_be_copied(s, r, copied) and _matters(s, r, p, copied, decision):
                return True
        return False
    return (bits >> kind) & 1 == 1 and _matters(s, r, p, kind, decision)


@kernel
def _matters(s, r, p, kind, decision):
    """Tell whether a burnt kind concerns the player in this window. [INS-S26, INS-S34]"""
    if decision == LIMIT_WINDOW:
        return may_raise_limit(s, r, p) if kind == STACK else may_lower_limit(s, r, p)
    if decision == MOVE_WINDOW:
        return p != s.active
    if decision == FIGHT_WINDOW:
        return s.bugs[p, s.fight] > 0
    return True


@kernel
def fits_as_event(s, r, p, kind, decision):
    """Tell whether an Event kind fits a window, for its holder. [INS-P10, INS-S23, INS-S26]"""
    if (EVENTS_AT[decision] >> kind) & 1 == 0:
        return False
    if decision == MOVE_WINDOW:
        return p != s.active
    if decision == FIGHT_WINDOW:
        return s.bugs[p, s.fight] > 0 and has_enemy(s, p, s.fight)
    if decision == REACTION:
        return p != s.reactor
    return True


@kernel
def is_checked(s, r, p):
    """Tell whether the Stack Limit Phase checks a player's stacks. [INS-P9]"""
    return p == s.active or r.stack_limit_scope != ACTIVE


@kernel
def may_raise_limit(s, r, p):
    """Tell whether a stack of the player is over its limit now. [INS-W4, INS-S34]"""
    if not is_checked(s, r, p):
        return False
    for h in range(r.num_hexes):
        if s.bugs[p, h] > 0 and s.bugs[p, h] > stack_limit(s, r, p, h):
            return True
    return False


@kernel
def may_lower_limit(s, r, p):
    """Tell whether Revulsion of the player would cut an enemy stack that is checked. [INS-E5, INS-W4]"""
    for q in range(s.bugs.shape[0]):
        if q == p or not is_checked(s, r, q):
            continue
        for h in range(r.num_hexes):
            count = s.bugs[q, h]
            if count > 0 and is_near(s, r, p, h):
                limit = stack_limit(s, r, q, h)
                if count > min(limit, max(limit - r.revulsion_stack_loss, r.revulsion_minimum)):
                    return True
    return False
