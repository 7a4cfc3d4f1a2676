"""Which cards can be played, burnt, copied, stolen and given up now, and why not: a part of ``legality``."""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import can_be_copied, num_to_copy
from swarmzoo.envs.insects.cards import (
    CO_OPT,
    COCOON,
    DEVOLUTION,
    INTELLIGENCE,
    METAMORPHOSIS,
    MIMIC,
    MOLT,
    NUM_EVOLUTIONS,
)
from swarmzoo.envs.insects.decisions import decision_of
from swarmzoo.envs.insects.evolution import can_evolve
from swarmzoo.envs.insects.hands import num_evolutions_in_hand
from swarmzoo.envs.insects.movement import moves_left
from swarmzoo.envs.insects.reasons import (
    LEGAL,
    NO_ANSWER,
    NO_TARGET,
    NOT_HELD,
    NOT_IN_PLAY,
    NOTHING_TO_COPY,
    WRONG_MOMENT,
)
from swarmzoo.envs.insects.rules import TURN
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    CARD_FROM_HAND,
    EVOLUTION,
    EXCESS,
    MIMIC_KIND,
    NO_QUESTION,
    OWN_CARD,
    PICK,
    VICTIMS_CARD,
)
from swarmzoo.envs.insects.windows import fits_as_burn, fits_as_event


@kernel
def why_not_play(s, r, p, kind):
    """Playing a card; in EXCESS and for Adaptation, discarding one. [INS-S8]"""
    decision = decision_of(s)
    if decision == OWN_CARD or decision == VICTIMS_CARD or decision == MIMIC_KIND:
        return why_not_kind_in_play(s, r, p, kind)
    if s.hand[p, kind] == 0:
        return NOT_HELD
    if decision == ADAPTATION_DISCARD:
        return LEGAL
    if decision == EXCESS:
        return LEGAL if kind >= NUM_EVOLUTIONS else NO_ANSWER
    if decision == CARD_FROM_HAND:
        return why_not_from_hand(s, r, p, kind)
    if decision == EVOLUTION:
        if kind >= NUM_EVOLUTIONS:
            return WRONG_MOMENT
        return LEGAL if can_evolve(s, r, p, kind) else NOTHING_TO_COPY
    return why_not_event(s, r, p, kind, decision)


@kernel
def why_not_event(s, r, p, kind, decision):
    """Playing an Event card: its moment, and something for it to work on. [INS-P10, INS-A9]"""
    if not fits_as_event(s, r, p, kind, decision):
        return WRONG_MOMENT
    if kind == COCOON and comes_after_a_move(s, r):
        return WRONG_MOMENT
    if kind == METAMORPHOSIS:
        return LEGAL if can_swap(s, r, p) else NOT_IN_PLAY
    if kind == MOLT or kind == CO_OPT or kind == DEVOLUTION:
        return LEGAL if has_victim(s, p, kind) else NO_TARGET
    return LEGAL


@kernel
def comes_after_a_move(s, r):
    """Tell whether it is too late for Cocoon: a stack was picked this turn, or in this phase. [INS-E11, INS-S40]"""
    return s.moves_made > 0 or (s.move_begun and r.cocoon_scope == TURN)


@kernel
def has_victim(s, p, kind):
    """Tell whether some opponent can be aimed at."""
    for q in range(s.bugs.shape[0]):
        if can_be_victim(s, p, q, kind):
            return True
    return False


@kernel
def can_be_victim(s, p, q, kind):
    """Tell whether a card can be aimed at a player. [INS-E12 to INS-E14, INS-S39]"""
    if q == p or s.out[q]:
        return False
    if kind == MOLT:
        return s.bugs[q, s.fight] > 0
    if kind == CO_OPT:
        return s.hand_size[q] > 0
    for card in range(NUM_EVOLUTIONS):
        if s.in_play[q, card] > 0:
            return True
    return False


@kernel
def can_swap(s, r, p):
    """Tell whether Metamorphosis finds a card in play and one in the hand that can take its place. [INS-E9]"""
    for kind in range(NUM_EVOLUTIONS):
        if s.in_play[p, kind] > 0 and can_replace(s, r, p, kind):
            return True
    return False


@kernel
def can_replace(s, r, p, old):
    """Tell whether some Evolution card of the hand could take the place of an own card in play."""
    if num_evolutions_in_hand(s, p) > s.hand[p, MIMIC]:
        return True
    return s.hand[p, MIMIC] > 0 and copies_without(s, r, p, old)


@kernel
def copies_without(s, r, p, old):
    """Tell whether a Mimic finds something to copy once a card of a player has left play. [INS-S11]"""
    leaving = first_mimicked(s, p) if old == MIMIC and r.mimic_lasts else old
    for kind in range(MIMIC):
        if num_to_copy(s, r, kind) > int(kind == leaving):
            return True
    return False


@kernel
def first_mimicked(s, p):
    """Return the kind copied by the Mimic of a player that would be discarded first, or -1."""
    for kind in range(NUM_EVOLUTIONS):
        if s.mimicked[p, kind] > 0:
            return kind
    return -1


@kernel
def why_not_from_hand(s, r, p, kind):
    """The card of the hand for Metamorphosis."""
    if kind >= NUM_EVOLUTIONS:
        return NO_ANSWER
    if kind == MIMIC and not copies_without(s, r, p, s.chosen):
        return NOTHING_TO_COPY
    return LEGAL


@kernel
def why_not_kind_in_play(s, r, p, kind):
    """A kind in play: for Mimic, Devolution or Metamorphosis."""
    decision = decision_of(s)
    if kind >= NUM_EVOLUTIONS:
        return NO_ANSWER
    if decision == MIMIC_KIND:
        return why_not_copied(s, r, p, kind)
    if decision == VICTIMS_CARD:
        return LEGAL if s.in_play[s.played_at, kind] > 0 else NOT_IN_PLAY
    return LEGAL if s.in_play[p, kind] > 0 and can_replace(s, r, p, kind) else NOT_IN_PLAY


@kernel
def why_not_copied(s, r, p, kind):
    """What a Mimic copies; one burnt in a window copies a kind that fits it. [INS-S11]"""
    if not can_be_copied(s, r, kind):
        return NOT_IN_PLAY
    if s.played_as_burn and s.stage != EXCESS and not fits_as_burn(s, r, p, kind, s.stage):
        return WRONG_MOMENT
    return LEGAL


@kernel
def why_not_burn(s, r, p, kind):
    """Burning an Evolution card of the hand. [INS-16, INS-S9, INS-S24]"""
    decision = decision_of(s)
    if s.hand[p, kind] == 0:
        return NOT_HELD
    if decision == EXCESS:
        return LEGAL
    if s.question != NO_QUESTION or not fits_as_burn(s, r, p, kind, decision):
        return WRONG_MOMENT
    if decision == PICK and kind != INTELLIGENCE and moves_left(s, r) == 0:
        if kind != MIMIC or not can_be_copied(s, r, INTELLIGENCE):
            return WRONG_MOMENT
    return LEGAL
