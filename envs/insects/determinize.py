"""What a player cannot know, redrawn: deck order, the others' hands, the generator. [design: determinize]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.insects.hands import shuffle_deck
from swarmzoo.envs.insects.state import IN_DECK, IN_HAND


@kernel
def determinize(s, r, p, seed):
    """Redeal the deck and the hands of all others, with hand sizes kept, and seed the generator.

    Every card that p cannot see is equally likely at every hidden place. What p could infer (opening hands hold an
    Evolution card; cards seen through Co-Opt) is not used.
    """
    seed_rng(s.rng, seed)
    take_back_hands(s, r, p)
    shuffle_deck(s, r)
    for q in range(s.bugs.shape[0]):
        if q != p:
            for _ in range(s.hand_size[q]):
                card = s.deck[s.drawn]
                s.drawn += 1
                s.where[card] = IN_HAND + q
                s.hand[q, r.card_kind[card]] += 1
                s.held[q] |= 1 << int(r.card_kind[card])


@kernel
def take_back_hands(s, r, p):
    """Put the hands of all others on the deck.

    The cards drawn so far lie in ``deck[:drawn]``: those in hidden hands are moved to its end, which becomes deck.
    """
    for q in range(s.bugs.shape[0]):
        if q != p:
            s.hand[q, :] = 0
            s.held[q] = 0
    i = s.drawn - 1
    while i >= 0:
        card = s.deck[i]
        place = s.where[card]
        if IN_HAND <= place < IN_HAND + s.bugs.shape[0] and place != IN_HAND + p:
            s.where[card] = IN_DECK
            s.drawn -= 1
            s.deck[i], s.deck[s.drawn] = s.deck[s.drawn], card
        i -= 1
