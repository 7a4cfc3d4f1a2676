"""Cards on their way: from the deck to hands, into play, and to the discards. [INS-5, INS-15, INS-16]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.insects.attributes import count_effects
from swarmzoo.envs.insects.cards import MIMIC, NUM_EVOLUTIONS
from swarmzoo.envs.insects.events import CARDS_DRAWN
from swarmzoo.envs.insects.knowledge import forget_hand, note_card_shown, note_theft
from swarmzoo.envs.insects.state import DISCARDED, IN_HAND, IN_PLAY


@kernel
def find_card(s, r, place, kind):
    """Return the lowest card number of a kind at a place, or -1."""
    for card in range(r.num_cards):
        if s.where[card] == place and r.card_kind[card] == kind:
            return card
    return -1


@kernel
def draw_card(s, r, p):
    """Draw the top card of the deck, if there is one; return whether it was drawn. [INS-15]"""
    if s.drawn >= r.num_cards:
        return False
    card = s.deck[s.drawn]
    s.drawn += 1
    s.where[card] = IN_HAND + p
    add_to_hand(s, p, r.card_kind[card])
    return True


@kernel
def add_to_hand(s, p, kind):
    """Count a card into a hand."""
    s.hand[p, kind] += 1
    s.hand_size[p] += 1
    s.held[p] |= 1 << int(kind)


@kernel
def draw_cards(s, r, p, count):
    """Draw cards, fewer where the deck runs out; return how many. [INS-15, INS-S35]"""
    drawn = 0
    while drawn < count and draw_card(s, r, p):
        drawn += 1
    log_event(s, CARDS_DRAWN, p, drawn)
    return drawn


@kernel
def leave_hand(s, r, p, kind, place):
    """Take a card of a kind out of a hand and lay it at a place; return its number."""
    card = find_card(s, r, IN_HAND + p, kind)
    s.where[card] = place
    s.hand[p, kind] -= 1
    s.hand_size[p] -= 1
    if s.hand[p, kind] == 0:
        s.held[p] &= ~(1 << int(kind))
    if place == DISCARDED:
        s.discards[kind] += 1
    return card


@kernel
def discard_from_hand(s, r, p, kind):
    """Lay a card of a hand on the discards; return its number."""
    note_card_shown(s, p, kind)
    return leave_hand(s, r, p, kind, DISCARDED)


@kernel
def put_into_play(s, r, p, kind, copied):
    """Put an Evolution card of a hand into play; a Mimic counts as the kind it copies. [INS-10, INS-S11]"""
    note_card_shown(s, p, kind)
    card = leave_hand(s, r, p, kind, IN_PLAY + p)
    s.plays[p, kind] += 1
    s.in_play[p, kind] += 1
    if kind == MIMIC:
        s.mimicked[p, copied] += 1
    count_effects(s, r)
    return card


@kernel
def discard_from_play(s, r, p, kind):
    """Lay a card in play on the discards; a Mimic takes the effect it copies along. [INS-S11, INS-S40]

    Of several Mimics the one that copies the lowest kind goes.
    """
    card = find_card(s, r, IN_PLAY + p, kind)
    s.where[card] = DISCARDED
    s.in_play[p, kind] -= 1
    s.discards[kind] += 1
    if kind == MIMIC:
        for copied in range(NUM_EVOLUTIONS):
            if s.mimicked[p, copied] > 0:
                s.mimicked[p, copied] -= 1
                break
    count_effects(s, r)
    return card


@kernel
def discard_everything(s, r, p):
    """Lay all cards of an eliminated player on the discards. [INS-S31]"""
    for card in range(r.num_cards):
        if s.where[card] == IN_HAND + p or s.where[card] == IN_PLAY + p:
            s.where[card] = DISCARDED
            s.discards[r.card_kind[card]] += 1
    s.hand[p, :] = 0
    s.in_play[p, :] = 0
    s.mimicked[p, :] = 0
    s.burnt[p, :] = 0
    count_effects(s, r)
    s.hand_size[p] = 0
    s.held[p] = 0
    forget_hand(s, p)


@kernel
def num_evolutions_in_hand(s, p):
    """Count the Evolution cards of a hand."""
    count = 0
    for kind in range(NUM_EVOLUTIONS):
        count += s.hand[p, kind]
    return count


@kernel
def random_evolution_in_hand(s, p):
    """Draw the kind of a random Evolution card of a hand; every card is equally likely. [INS-S39]"""
    nth = draw_below(s.rng, num_evolutions_in_hand(s, p))
    for kind in range(NUM_EVOLUTIONS):
        nth -= s.hand[p, kind]
        if nth < 0:
            return kind
    return 0


@kernel
def steal_card(s, r, p, victim, kind):
    """Move a card of a kind from one hand to another. [INS-E12]"""
    note_theft(s, p, victim, kind)
    card = leave_hand(s, r, victim, kind, IN_HAND + p)
    add_to_hand(s, p, kind)
    return card


@kernel
def shuffle_deck(s, r):
    """Shuffle the cards that have not been drawn. [INS-6]"""
    for i in range(r.num_cards - 1, s.drawn, -1):
        j = s.drawn + draw_below(s.rng, i + 1 - s.drawn)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]
