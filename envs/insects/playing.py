"""Cards played: what is chosen with them, reactions to them, and what they do. [INS-16, INS-S38 to INS-S40]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import anything_to_copy, count_effects
from swarmzoo.envs.insects.cards import (
    ADAPTATION,
    CO_OPT,
    COCOON,
    DEVOLUTION,
    DORMANCY,
    ENERGY_BURST,
    FEEDING_FRENZY,
    LATENCY,
    METAMORPHOSIS,
    MIGRATION,
    MIMIC,
    MOLT,
    NO_KIND,
    RAMPAGE,
    REACT_QUICKLY,
    REPRODUCTION,
    REPRODUCTIVE_CYCLE,
    RUSH,
)
from swarmzoo.envs.insects.events import (
    CARD_BURNT,
    CARD_DESTROYED,
    CARD_DISCARDED,
    CARD_NEGATED,
    CARD_STOLEN,
    CARD_SWAPPED,
    EVENT_PLAYED,
    EVOLUTION_PLAYED,
    EXTRA_PHASES,
    MOVE_GIVEN_UP,
)
from swarmzoo.envs.insects.evolution import check_hand
from swarmzoo.envs.insects.hands import (
    discard_from_hand,
    discard_from_play,
    draw_cards,
    num_evolutions_in_hand,
    put_into_play,
    random_evolution_in_hand,
    steal_card,
)
from swarmzoo.envs.insects.knowledge import note_vain_theft
from swarmzoo.envs.insects.movement import end_move_phase
from swarmzoo.envs.insects.reproduction import gain_insects
from swarmzoo.envs.insects.rules import TURN
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    CARD_FROM_HAND,
    EVOLUTION,
    EXCESS,
    MIMIC_KIND,
    MOVE_BEGIN,
    NO_QUESTION,
    NOBODY,
    OWN_CARD,
    REACTION,
    REPRODUCTION_PHASE,
    VICTIM,
    VICTIMS_CARD,
)


@kernel
def take_up(s, p, kind, as_burn):
    """Note the card that a player plays; choices and reactions follow."""
    s.played, s.played_by, s.played_as_burn = kind, p, as_burn
    s.played_at, s.chosen, s.chosen_too = NOBODY, NO_KIND, NO_KIND
    s.negated, s.reactor = False, p


@kernel
def evolve(s, r, p, kind):
    """Put an Evolution card into play; a Mimic asks what it copies. [INS-10, INS-E7]"""
    if kind == MIMIC:
        take_up(s, p, kind, False)
        s.question = MIMIC_KIND
        return
    log_event(s, EVOLUTION_PLAYED, p, put_into_play(s, r, p, kind, NO_KIND), kind)
    check_hand(s, r, p)


@kernel
def burn(s, r, p, kind):
    """Discard an Evolution card for its effect until the turn or Bid ends. [INS-16]"""
    take_up(s, p, kind, True)
    s.burns[p, kind] += 1
    s.played_card = discard_from_hand(s, r, p, kind)
    s.window_used[p] = True
    next_choice(s, r)


@kernel
def play_event(s, r, p, kind):
    """Play an Event card: it goes to the discards, choices and reactions follow. [INS-5, INS-P10]"""
    take_up(s, p, kind, False)
    s.plays[p, kind] += 1
    s.played_card = discard_from_hand(s, r, p, kind)
    s.window_used[p] = True
    next_choice(s, r)


@kernel
def next_choice(s, r):
    """Ask the next thing that must be chosen with the card; then announce it and ask for reactions. [INS-W5]"""
    s.question = missing_choice(s, r)
    if s.question != NO_QUESTION:
        return
    announce(s)
    if s.played_as_burn and not r.react_to_burns:
        take_effect(s, r)
    else:
        s.question = REACTION
        s.asked_from = 0


@kernel
def missing_choice(s, r):
    """Return the question that the card still needs answered, or NO_QUESTION."""
    kind = s.played
    if kind == MIMIC and s.chosen == NO_KIND and anything_to_copy(s, r):
        return MIMIC_KIND
    if (kind == MOLT or kind == CO_OPT or kind == DEVOLUTION) and s.played_at == NOBODY:
        return VICTIM
    if kind == DEVOLUTION and s.chosen == NO_KIND:
        return VICTIMS_CARD
    if kind == METAMORPHOSIS and s.chosen == NO_KIND:
        return OWN_CARD
    if kind == METAMORPHOSIS and s.chosen_too == NO_KIND:
        return CARD_FROM_HAND
    return NO_QUESTION


@kernel
def announce(s):
    """Log the card with what was chosen."""
    if s.played_as_burn:
        kind = s.chosen if s.played == MIMIC else s.played
        log_event(s, CARD_BURNT, s.played_by, s.played_card, kind)
    else:
        log_event(s, EVENT_PLAYED, s.played_by, s.played_card, s.played_at)


@kernel
def react(s, r, p):
    """Answer the last card with React Quickly; answers can be answered. [INS-E10, INS-S38]"""
    card = discard_from_hand(s, r, p, REACT_QUICKLY)
    s.plays[p, REACT_QUICKLY] += 1
    s.negated = not s.negated
    s.reactor = p
    s.asked_from = 0
    log_event(s, EVENT_PLAYED, p, card, NOBODY)


@kernel
def take_effect(s, r):
    """Carry out the card unless it was negated; then its stage continues, and its window asks again. [INS-S38]"""
    s.question = NO_QUESTION
    s.asked_from = 0
    if s.negated:
        log_event(s, CARD_NEGATED, s.played, s.reactor)
    elif s.played_as_burn:
        kindle(s, r)
    elif s.played < ADAPTATION:
        common_event(s, r)
    else:
        extra_event(s, r)
    if s.stage == EXCESS and s.question == NO_QUESTION:
        check_hand(s, r, s.active)


@kernel
def kindle(s, r):
    """Put a burnt Evolution into force; Reproduction burnt while placing adds insects. [INS-16, INS-S12]"""
    kind = s.chosen if s.played == MIMIC else s.played
    if kind == NO_KIND:
        return
    s.burnt[s.played_by, kind] += 1
    count_effects(s, r)
    if kind == REPRODUCTION and s.stage == REPRODUCTION_PHASE:
        gain_insects(s, r, r.per_card[REPRODUCTION])


@kernel
def common_event(s, r):
    """Carry out an Event card of the common deck. [INS-V1 to INS-V6]"""
    p = s.played_by
    if s.played == FEEDING_FRENZY:
        s.frenzy[p] += r.frenzy_attack
    elif s.played == REPRODUCTIVE_CYCLE:
        s.cycle += r.cycle_reproduction
        gain_insects(s, r, r.cycle_reproduction)
    elif s.played == ENERGY_BURST:
        s.burst += r.burst_movement
    elif s.played == MIGRATION:
        s.migration += r.migration_intelligence
    elif s.played == RUSH:
        s.rush[p] += r.rush_initiative
    elif s.played == LATENCY:
        s.latency[p] += r.latency_initiative


@kernel
def extra_event(s, r):
    """Carry out an Event card of the optional list. [INS-E8 to INS-E16]"""
    p = s.played_by
    if s.played == ADAPTATION:
        draw_cards(s, r, p, r.adaptation_draw)
        ask_discards(s, r, p)
    elif s.played == METAMORPHOSIS:
        swap_cards(s, r, p)
    elif s.played == COCOON:
        draw_cards(s, r, p, r.cocoon_draw)
        log_event(s, MOVE_GIVEN_UP, p)
        s.move_given_up = r.cocoon_scope == TURN
        end_move_phase(s, r)
    elif s.played == CO_OPT:
        steal_evolution(s, r, p, s.played_at)
    elif s.played == DEVOLUTION:
        card = discard_from_play(s, r, s.played_at, s.chosen)
        log_event(s, CARD_DESTROYED, p, s.played_at, card)
    elif s.played == MOLT:
        s.molt[s.played_at] = True
    elif s.played == DORMANCY:
        s.dormant[s.active] = True
    elif s.played == RAMPAGE:
        log_event(s, EXTRA_PHASES, p)
        s.stage = MOVE_BEGIN


@kernel
def ask_discards(s, r, p):
    """After Adaptation, discard two cards, or all. [INS-E8, INS-S36]"""
    s.discards_due = min(r.adaptation_discard, s.hand_size[p])
    if s.discards_due > 0:
        s.question = ADAPTATION_DISCARD


@kernel
def discard_for_adaptation(s, r, p, kind):
    """Discard a card for Adaptation. [INS-E8]"""
    log_event(s, CARD_DISCARDED, p, discard_from_hand(s, r, p, kind))
    s.discards_due -= 1
    if s.discards_due == 0:
        s.question = NO_QUESTION


@kernel
def discard_excess(s, r, p, kind):
    """Discard an Event card above the hand limit. [INS-10, INS-S9]"""
    log_event(s, CARD_DISCARDED, p, discard_from_hand(s, r, p, kind))
    check_hand(s, r, p)


@kernel
def swap_cards(s, r, p):
    """Metamorphosis: an own card in play to the discards, one from the hand in its place. [INS-E9, INS-S40]"""
    old = discard_from_play(s, r, p, s.chosen)
    if s.chosen_too == MIMIC:
        take_up(s, p, MIMIC, False)
        s.question = MIMIC_KIND
        log_event(s, CARD_DISCARDED, p, old)
    else:
        log_event(s, CARD_SWAPPED, p, old, put_into_play(s, r, p, s.chosen_too, NO_KIND))


@kernel
def steal_evolution(s, r, p, victim):
    """Co-Opt: a random Evolution card of the victim's hand, if it holds one, changes hands. [INS-E12, INS-S39]"""
    if num_evolutions_in_hand(s, victim) > 0:
        steal_card(s, r, p, victim, random_evolution_in_hand(s, victim))
    else:
        note_vain_theft(s, victim)
    log_event(s, CARD_STOLEN, p, victim)


@kernel
def choose_kind(s, r, p, kind):
    """Take a kind as the answer to the question that is open."""
    if s.question == MIMIC_KIND:
        choose_copied(s, r, p, kind)
    elif s.question == CARD_FROM_HAND:
        s.chosen_too = kind
        next_choice(s, r)
    else:
        s.chosen = kind
        next_choice(s, r)


@kernel
def choose_copied(s, r, p, kind):
    """Say what a Mimic copies, for good or until the turn ends. [INS-E7, INS-S11]"""
    if s.played_as_burn:
        s.chosen = kind
        next_choice(s, r)
        return
    s.question = NO_QUESTION
    log_event(s, EVOLUTION_PLAYED, p, put_into_play(s, r, p, MIMIC, kind), kind)
    if s.stage == EVOLUTION:
        check_hand(s, r, p)


@kernel
def choose_victim(s, r, seat):
    """Name the opponent that a card is aimed at."""
    s.played_at = seat
    next_choice(s, r)
