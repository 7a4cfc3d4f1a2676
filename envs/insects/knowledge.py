"""What players know of each other's hands, as the rules bring it about. [INS-A11]

``known[p, q, kind]``: as many cards of an Evolution kind p knows q to hold, for q stole them from p.
``least_evolutions`` and ``least_events``: as many cards of each type everybody knows a hand to hold. An opening hand
that was not shown holds an Evolution card, so does the hand of a thief; one that was robbed in vain holds Event cards
alone. All are least numbers: where it is not known which card has left a hand, each of them may have.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.cards import NUM_EVOLUTIONS


@kernel
def note_opening_hand(s, r, p):
    """Note that a hand that was not shown holds an Evolution card, unless the deck may have run out of them. [INS-6]"""
    evolutions = 0
    for kind in range(NUM_EVOLUTIONS):
        evolutions += r.card_counts[kind]
    if r.starting_cards > 0 and evolutions > p * r.starting_cards:
        s.least_evolutions[p] = 1


@kernel
def note_card_shown(s, p, kind):
    """Note that a card has left a hand before all eyes. [INS-A11]"""
    if kind >= NUM_EVOLUTIONS:
        s.least_events[p] = max(0, s.least_events[p] - 1)
        return
    s.least_evolutions[p] = max(0, s.least_evolutions[p] - 1)
    for q in range(s.known.shape[0]):
        forget_one(s, q, p, kind)


@kernel
def forget_one(s, p, q, kind):
    """Note that a player can be sure of one card less of a hand."""
    if s.known[p, q, kind] > 0:
        s.known[p, q, kind] -= 1


@kernel
def note_theft(s, p, victim, kind):
    """Note that p has taken a card that p and its victim have seen, and the others have not. [INS-E12, INS-S39]"""
    for q in range(s.known.shape[0]):
        for unseen in range(NUM_EVOLUTIONS):
            if q != p or unseen == kind:
                forget_one(s, q, victim, unseen)
    s.known[victim, p, kind] += 1
    s.least_evolutions[victim] = max(0, s.least_evolutions[victim] - 1)
    s.least_evolutions[p] += 1


@kernel
def note_vain_theft(s, victim):
    """Note that a hand holds no Evolution card: everybody sees that nothing was taken from it. [INS-S39]"""
    s.least_events[victim] = s.hand_size[victim]


@kernel
def forget_hand(s, p):
    """Forget what was known of the hand of an eliminated player."""
    s.known[:, p] = 0
    s.known[p] = 0
    s.least_evolutions[p], s.least_events[p] = 0, 0


@kernel
def num_missing(s, p):
    """Count the cards that hands lack, as p knows them; 0 in a world that p holds possible."""
    total = 0
    for q in range(s.known.shape[0]):
        if q != p:
            total += num_missing_of(s, p, q)
    return total


@kernel
def num_missing_of(s, p, q):
    """Count the cards that p knows the hand of q to hold, and that it lacks. [INS-A11]"""
    total, evolutions = 0, 0
    for kind in range(NUM_EVOLUTIONS):
        evolutions += s.hand[q, kind]
        if s.known[p, q, kind] > s.hand[q, kind]:  # unsigned both: no difference below 0
            total += s.known[p, q, kind] - s.hand[q, kind]
    total += max(0, s.least_evolutions[q] - evolutions)
    return total + max(0, s.least_events[q] - (s.hand_size[q] - evolutions))
