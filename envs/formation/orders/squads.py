"""Squads that are given orders: who is asked, what may be ordered, and what is in force. [FOR-O1 to FOR-O4]

``offers`` has a bit for each order that a squad may be given now; a squad that is not asked has the first bit alone.
"""

from swarmzoo.envs.core.bans import BANNED
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.legality import first_of
from swarmzoo.envs.formation.orders.aiming import ALONE, is_preferred
from swarmzoo.envs.formation.orders.book import AIM_OF, AT_FIRST, CARRY_ON, MANNER_OF, NUM_ORDERS
from swarmzoo.envs.formation.orders.conduct import DROVER, VOLLEY_LINE
from swarmzoo.envs.formation.reasons import (
    GAME_IS_OVER,
    LEGAL,
    NO_BOWS,
    NO_ROAD,
    NO_SUCH_ACTION,
    NOBODY_HEARS,
    NONE_OF_THAT_KIND,
    NOT_ASKED,
)
from swarmzoo.envs.formation.rules import BRIDGE, CLASH
from swarmzoo.envs.formation.state import CROSSED, FIELD, RED

BOTH = 3


@kernel
def company_of(r, q):
    """Return the company of a squad."""
    return int(2 * q >= r.num_squads)


@kernel
def clear_orders(s):
    """Let the order in force at first be that of every squad, and ask nobody."""
    s.asks, s.ordered = 0, -1
    for q in range(s.order.shape[0]):
        s.order[q], s.offers[q] = AT_FIRST, 1
    for k in range(s.may.shape[0]):
        s.may[k] = 0
    for k in range(4):
        s.will[k] = 0


# What may be ordered


@kernel
def hears(s, r, q):
    """Tell whether somebody of a squad is in the field who can follow an order. [FOR-O3]"""
    for i in range(r.squad_start[q], r.squad_start[q + 1]):
        if s.fate[i] == FIELD and not s.panicked[i] and not s.berserk[i]:
            return True
    return False


@kernel
def has_bows(s, r, q):
    """Tell whether somebody of a squad in the field has a missile weapon."""
    for i in range(r.squad_start[q], r.squad_start[q + 1]):
        if s.fate[i] == FIELD and r.kind_bow_damage[s.kind[i]] >= 0:
            return True
    return False


@kernel
def has_road(r, company):
    """Tell whether a company is to cross the field."""
    return company == RED and r.scenario != CLASH and r.scenario != BRIDGE


@kernel
def any_of_kind(s, r, company, objective):
    """Tell whether an enemy of the kind that an objective names is left; everybody knows who has fallen."""
    for i in range(r.num_soldiers):
        if s.company[i] != company and s.fate[i] == FIELD and is_preferred(s, r, i, objective):
            return True
    return False


@kernel
def kinds_left(s, r, company):
    """Return a bit for each objective that some enemy fits."""
    bits = 0
    for action in range(1, NUM_ORDERS):
        objective = AIM_OF[action]
        if not bits >> objective & 1:
            plain = objective <= 1
            bits |= int(plain or any_of_kind(s, r, company, objective)) << objective
    return bits


@kernel
def refusal_by(s, r, q, action, kinds):
    """Tell why a squad cannot be given an order when its company is asked; 0 if it can. [FOR-O3]"""
    if action == CARRY_ON:
        return LEGAL
    if MANNER_OF[action] == VOLLEY_LINE and not has_bows(s, r, q):
        return NO_BOWS
    if MANNER_OF[action] == DROVER and not has_road(r, company_of(r, q)):
        return NO_ROAD
    if AIM_OF[action] != ALONE and not kinds >> AIM_OF[action] & 1:
        return NONE_OF_THAT_KIND
    return LEGAL


@kernel
def why_no_command(s, r, q, action):
    """Tell why an order is not legal for a squad; 0 if it is."""
    if action < 0 or action >= NUM_ORDERS:
        return NO_SUCH_ACTION
    if s.done:
        return GAME_IS_OVER
    if q >= r.num_squads or not hears(s, r, q):
        return LEGAL if action == CARRY_ON else NOBODY_HEARS
    company = company_of(r, q)
    if not s.asks >> company & 1:
        return LEGAL if action == CARRY_ON else NOT_ASKED
    reason = refusal_by(s, r, q, action, kinds_left(s, r, company))
    if reason == LEGAL and not s.offers[q] >> action & 1:
        return BANNED
    return reason


@kernel
def possible_orders(s, r, q, kinds):
    """Return a bit for each order that a squad can be given if somebody of it hears."""
    bits = 0
    for action in range(NUM_ORDERS):
        bits |= int(refusal_by(s, r, q, action, kinds) == LEGAL) << action
    return bits


@kernel
def without_banned(s, r, company, bits):
    """Return orders without those that are banned; a ban that would leave none does not hold, and is counted."""
    left = bits
    for action in range(NUM_ORDERS):
        if r.banned[company, action]:
            left &= ~(1 << action)
    if left == 0:
        s.bans_lifted[company] += 1
        return bits
    return left


@kernel
def offer_orders(s, r):
    """Offer the squads of those who are asked what they can be ordered to do."""
    for q in range(s.offers.shape[0]):
        s.offers[q] = 1
    for company in range(2):
        if s.asks >> company & 1 and not s.done:
            kinds = kinds_left(s, r, company)
            for q in range(r.num_squads):
                if company_of(r, q) == company:
                    bits = possible_orders(s, r, q, kinds) if hears(s, r, q) else 1
                    if r.has_bans[company] and bits != 1:
                        bits = without_banned(s, r, company, bits)
                    s.offers[q] = bits


@kernel
def has_choice(s, q):
    """Tell whether a squad has two orders or more to choose from."""
    return s.offers[q] & (s.offers[q] - 1) != 0


# Asking and taking


@kernel
def ask(s, r):
    """Ask the active company for orders, before the first turn both; tell whether a squad has a choice. [FOR-O1]"""
    s.asks = BOTH if s.ordered < 0 else 1 << s.active
    s.ordered = s.turn
    offer_orders(s, r)
    for q in range(r.num_squads):
        if has_choice(s, q):
            return True
    return False


@kernel
def take_orders(s, r, actions):
    """Put the orders given in force; a squad without a choice, or told what it may not, gets the first it may. [FOR-O2]

    Nobody is asked any more.
    """
    for q in range(r.num_squads):
        action = actions[q] if has_choice(s, q) else first_of(s.offers[q])
        if not s.offers[q] >> action & 1:
            action = first_of(s.offers[q])
        if action != CARRY_ON:
            s.order[q] = action
        s.offers[q] = 1
    s.asks = 0


# What comes of it


@kernel
def acting_squads(s, r, flags):
    """Mark every squad that has two orders or more to choose from."""
    for q in range(flags.shape[0]):
        flags[q] = has_choice(s, q)


@kernel
def legal_orders(s, r, q, mask):
    """Write 1 for every order that a squad may be given; carrying on alone for one that is not asked."""
    bits = s.offers[q]
    for action in range(mask.shape[0]):
        mask[action] = bits >> action & 1


@kernel
def rewards_of_squads(s, r, pay, over):
    """Pay every squad its company's outcome; before, the game is over for squads of which nobody is left. [FOR-O4]"""
    for q in range(pay.shape[0]):
        pay[q], over[q] = 0.0, 1
        if s.done and q < r.num_squads and s.winner >= 0:
            pay[q] = 1.0 if company_of(r, q) == s.winner else -1.0
    if s.done:
        return
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD or s.fate[i] == CROSSED:
            over[s.squad[i]] = 0
    for q in range(r.num_squads):
        if over[q]:
            pay[q] = r.death_reward  # 0 unless those who are out leave
