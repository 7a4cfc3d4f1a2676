"""What a player cannot know, redrawn: deck order, the others' hands and choices, the generator. [design: determinize]

A world is drawn from what the player knows and the seed alone: two games that look alike to the player become the same
world, byte for byte. Every world is a position that the game can come to; see ``supposition``.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.insects.cards import NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.hands import shuffle_deck
from swarmzoo.envs.insects.state import IN_DECK, IN_HAND
from swarmzoo.envs.insects.supposition import count_card, suppose


@kernel
def determinize(s, r, p, seed):
    """Redeal the deck and the hands of all others, with hand sizes kept, and seed the generator.

    What p knows of hands stays, see ``knowledge``. Every other card that p cannot see is equally likely at every hidden
    place; then cards change places where the world would be impossible.
    """
    seed_rng(s.rng, seed)
    first = gather_hidden(s, r, p)
    shuffle_deck(s, r)
    n = s.bugs.shape[0]
    for q in range(n):
        if q != p:
            s.known[q] = 0
            deal_known(s, r, p, q)
    for q in range(n):
        if q != p:
            deal_again(s, r, q)
    suppose(s, r, p, first)


@kernel
def gather_hidden(s, r, p):
    """Take all cards that a player cannot see for the deck, in their order; return how many it can see."""
    for q in range(s.bugs.shape[0]):
        if q != p:
            s.hand[q, :] = 0
            s.held[q] = 0
    s.drawn = 0
    for card in range(r.num_cards):
        if not is_hidden(s, p, card):
            s.deck[s.drawn] = card
            s.drawn += 1
    place = s.drawn
    for card in range(r.num_cards):
        if is_hidden(s, p, card):
            s.deck[place] = card
            s.where[card] = IN_DECK
            place += 1
    return int(s.drawn)


@kernel
def is_hidden(s, p, card):
    """Tell whether a card is in the deck or in another one's hand."""
    place = s.where[card]
    return place == IN_DECK or (IN_HAND <= place < IN_HAND + s.bugs.shape[0] and place != IN_HAND + p)


@kernel
def deal_known(s, r, p, q):
    """Deal the cards that p knows q to hold."""
    for kind in range(NUM_EVOLUTIONS):
        for _ in range(s.known[p, q, kind]):
            bring_up(s, r, kind)
            deal_card(s, r, q)


@kernel
def bring_up(s, r, kind):
    """Let a hidden card of a kind change places with the top card of the deck."""
    for i in range(s.drawn, r.num_cards):
        if r.card_kind[s.deck[i]] == kind:
            s.deck[i], s.deck[s.drawn] = s.deck[s.drawn], s.deck[i]
            return


@kernel
def deal_again(s, r, q):
    """Deal a hand, up to the size that it has."""
    dealt = 0
    for kind in range(NUM_KINDS):
        dealt += s.hand[q, kind]
    for _ in range(s.hand_size[q] - dealt):
        deal_card(s, r, q)


@kernel
def deal_card(s, r, q):
    """Deal the top card of the deck."""
    card = s.deck[s.drawn]
    s.drawn += 1
    s.where[card] = IN_HAND + q
    count_card(s, r, card, 1)
