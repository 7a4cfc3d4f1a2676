"""What others must hold and have chosen, as far as a player knows, when hidden cards are redrawn.

Hidden cards lie in ``deck[first:]``, those in hands too. Where a drawn world is impossible, cards change places until
hands hold what the player knows them to hold, the one who is asked has a choice, and a card that waits for reactions
can take effect.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.core.turns import ASK
from swarmzoo.envs.insects.actions import BURN, HEX, PLAY
from swarmzoo.envs.insects.cards import METAMORPHOSIS, MIMIC, NO_KIND, NUM_EVOLUTIONS
from swarmzoo.envs.insects.knowledge import num_missing, num_missing_of
from swarmzoo.envs.insects.legality_cards import copies_without
from swarmzoo.envs.insects.state import IN_DECK, IN_HAND, MIMIC_KIND, NOBODY, REACTION
from swarmzoo.envs.insects.turn import find_choices, unasked

CHOICES, SWAPS, MIMICS = range(3)  # what more is wanted of, in a hand


@kernel
def suppose(s, r, p, first):
    """Draw the hidden choice of another one, and make the hands fit what is asked and what waits.

    Whom a card is aimed at and the kind in play that is chosen with it are open; the card of the hand that
    Metamorphosis puts into play is hidden while it waits for reactions.
    """
    fit_knowledge(s, r, p, first, NOBODY)
    if s.question != REACTION or s.played != METAMORPHOSIS:
        s.chosen_too = NO_KIND
    elif s.played_by != p:
        suppose_swap(s, r, p, first)
    if s.question == MIMIC_KIND and not s.played_as_burn and s.played_by != p:
        make_fit(s, r, p, s.played_by, first, MIMICS)
    if s.done:
        s.mask[:] = 0
    elif s.actor != p:
        make_fit(s, r, p, s.actor, first, CHOICES)
        fit_knowledge(s, r, p, first, s.actor)


@kernel
def fit_knowledge(s, r, p, first, spared):
    """Exchange hidden cards until the hands hold what p knows them to hold; one hand is spared."""
    for q in range(s.bugs.shape[0]):
        if q != p and q != spared:
            while num_missing_of(s, p, q) > 0:
                if not supply(s, r, p, q, first, spared):
                    break


@kernel
def supply(s, r, p, q, first, spared):
    """Exchange one card of a hand for a hidden one, so that less is missing; return whether there is one."""
    before = num_missing(s, p)
    for j in range(first, r.num_cards):
        place = s.where[s.deck[j]]
        is_spared = spared != NOBODY and place == IN_HAND + spared
        if place != IN_HAND + q and not is_spared and may_leave(s, r, s.deck[j]):
            for i in range(first, r.num_cards):
                if s.where[s.deck[i]] == IN_HAND + q and may_leave(s, r, s.deck[i]):
                    exchange(s, r, i, j)
                    if num_missing(s, p) < before:
                        return True
                    exchange(s, r, i, j)
    return False


@kernel
def suppose_swap(s, r, p, first):
    """Draw again the card of the hand that another one chose for Metamorphosis. [INS-E9]"""
    s.chosen_too = NO_KIND
    make_fit(s, r, p, s.played_by, first, SWAPS)
    nth = draw_below(s.rng, max(num_swaps(s, r, s.played_by), 1))
    for kind in range(NUM_EVOLUTIONS):
        if is_swap(s, r, s.played_by, kind):
            if nth == 0:
                s.chosen_too = kind
            nth -= 1


@kernel
def is_swap(s, r, q, kind):
    """Tell whether a card of a hand can take the place of the one that Metamorphosis gives up. [INS-E9, INS-S11]"""
    if s.hand[q, kind] == 0:
        return False
    return kind != MIMIC or copies_without(s, r, q, s.chosen)


@kernel
def num_swaps(s, r, q):
    """Count the kinds of a hand that Metamorphosis could put into play."""
    count = 0
    for kind in range(NUM_EVOLUTIONS):
        count += is_swap(s, r, q, kind)
    return count


@kernel
def make_fit(s, r, p, q, first, aim):
    """Exchange hidden cards until a hand is as it must be, against what p knows only where nothing else helps."""
    while not is_fit(s, r, q, aim):
        if not improve(s, r, p, q, first, aim, True) and not improve(s, r, p, q, first, aim, False):
            return


@kernel
def is_fit(s, r, q, aim):
    """Tell whether a hand is as it must be: with a choice, a swap, or a Mimic."""
    if aim != CHOICES:
        return worth(s, r, q, aim) > 0
    return unasked(s, r, choices_of_actor(s, r)) == ASK


@kernel
def choices_of_actor(s, r):
    """Write the mask of the one who decides; return how many choices it has. Lifted bans are not counted again."""
    lifted = s.bans_lifted[s.actor]
    choices = find_choices(s, r)
    s.bans_lifted[s.actor] = lifted
    return choices


@kernel
def worth(s, r, q, aim):
    """Count what is wanted of a hand."""
    if aim == MIMICS:
        return int(s.hand[q, MIMIC])
    if aim == SWAPS:
        return num_swaps(s, r, q)
    choices_of_actor(s, r)
    count = 0
    for action in range(min(r.first[PLAY], r.first[BURN]), r.first[HEX]):
        count += s.mask[action]
    return count


@kernel
def improve(s, r, p, q, first, aim, careful):
    """Exchange one card of a hand for a hidden one that makes it worth more; return whether there is one."""
    before, missing = worth(s, r, q, aim), num_missing(s, p)
    for j in range(first, r.num_cards):
        if s.where[s.deck[j]] != IN_HAND + q and may_leave(s, r, s.deck[j]):
            for i in range(first, r.num_cards):
                if s.where[s.deck[i]] == IN_HAND + q and may_leave(s, r, s.deck[i]):
                    exchange(s, r, i, j)
                    if (not careful or num_missing(s, p) <= missing) and worth(s, r, q, aim) > before:
                        return True
                    exchange(s, r, i, j)
    return False


@kernel
def may_leave(s, r, card):
    """Tell whether a hidden card may be elsewhere: it is not the one that waits to be put into play."""
    if s.question == REACTION and s.played == METAMORPHOSIS and s.where[card] == IN_HAND + s.played_by:
        kind = r.card_kind[card]
        return kind != s.chosen_too or s.hand[s.played_by, kind] > 1
    return True


@kernel
def exchange(s, r, i, j):
    """Let two hidden cards, by their places in ``deck``, change places."""
    one, other = s.deck[i], s.deck[j]
    count_card(s, r, one, -1)
    count_card(s, r, other, -1)
    s.where[one], s.where[other] = s.where[other], s.where[one]
    s.deck[i], s.deck[j] = other, one
    count_card(s, r, one, 1)
    count_card(s, r, other, 1)


@kernel
def count_card(s, r, card, change):
    """Count a hidden card into the hand that holds it (1) or out of it (-1)."""
    place = int(s.where[card])
    if place == IN_DECK:
        return
    q, kind = place - IN_HAND, int(r.card_kind[card])
    if change > 0:
        s.hand[q, kind] += 1
    else:
        s.hand[q, kind] -= 1
    if s.hand[q, kind] > 0:
        s.held[q] |= 1 << kind
    else:
        s.held[q] &= ~(1 << kind)
