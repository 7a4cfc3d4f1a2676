"""What is legal now, and why not: masks, messages and hints all come from here.

``why_not_*`` functions answer for one group of actions; 0 means legal, other numbers index REASONS.
"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attack import can_fight
from swarmzoo.envs.insects.attributes import allowance, can_be_copied, in_force
from swarmzoo.envs.insects.bid import num_living
from swarmzoo.envs.insects.cards import (
    CO_OPT,
    COCOON,
    DEVOLUTION,
    INFESTATION,
    INTELLIGENCE,
    METAMORPHOSIS,
    MIMIC,
    MOLT,
    NUM_EVOLUTIONS,
    NUM_KINDS,
)
from swarmzoo.envs.insects.evolution import can_evolve, may_skip_evolution
from swarmzoo.envs.insects.hands import num_evolutions_in_hand
from swarmzoo.envs.insects.movement import (
    can_drop,
    can_enter,
    can_pick,
    can_pick_up,
    can_step,
    least_count,
    most_count,
    moves_left,
    num_movers,
)
from swarmzoo.envs.insects.moves import (
    BURN,
    DIGIT_AFTER,
    DIRECTION_AFTER,
    DROP_AFTER,
    HEX,
    NUM_DIGITS,
    PASS,
    PICK_UP_AFTER,
    PLAY,
    SEAT_AFTER,
    seats_after,
    to_absolute,
)
from swarmzoo.envs.insects.reproduction import can_place
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    BID,
    BID_WINDOW,
    CARD_FROM_HAND,
    COUNT,
    EVOLUTION,
    EXCESS,
    FIGHT_ORDER,
    FIGHT_WINDOW,
    LIMIT_WINDOW,
    MIMIC_KIND,
    MOVE_WINDOW,
    NO_QUESTION,
    NOBODY,
    OWN_CARD,
    PICK,
    PLACE_COUNT,
    RAMPAGE_OFFER,
    REACTION,
    REPRODUCTION_PHASE,
    STEP,
    TARGET,
    VICTIM,
    VICTIMS_CARD,
)
from swarmzoo.envs.insects.windows import BURNS_AT, EVENTS_AT, fits_as_burn, fits_as_event

LEGAL = 0
(
    _,
    GAME_IS_OVER,
    NOT_YOUR_DECISION,
    NO_SUCH_ACTION,
    NO_ANSWER,
    MUST_ACT,
    NOT_HELD,
    WRONG_MOMENT,
    NOTHING_TO_COPY,
    NO_ROOM,
    CANNOT_BE_PICKED,
    CANNOT_STEP,
    NO_PICK_UP,
    NO_DROP,
    WRONG_COUNT,
    NOT_CONTESTED,
    NO_TARGET,
    PLACE_TAKEN,
    NOT_IN_PLAY,
) = range(19)
REASONS = (
    "it is legal",
    "the game is over",
    "another player decides now",
    "there is no such action",
    "it does not answer the question that is asked",
    "something must be chosen; passing is not allowed here",
    "no such card is in the hand",
    "that card does not fit this moment",
    "there is nothing that Mimic could copy",
    "new insects go to own stacks that stood when the phase began (with Infestation, beside them among enemies)",
    "no insect there can move: no stack, no move left, or no way out",
    "the group cannot step there: edge of the map, Water, or no move left",
    "nothing can be picked up here: once in each space entered, insects with a move left, and a way on",
    "nothing can be dropped here: once in each space entered, two insects with a move left, and a way on",
    "there are not that many insects, or somebody must go or stay",
    "there is no fight to be fought there",
    "that player is no possible target",
    "that place in the order is not free",
    "no such Evolution card is in play there",
)


@kernel
def decision_of(s):
    """Return the decision that is asked: a question, or the stage's own."""
    return int(s.question if s.question != NO_QUESTION else s.stage)


@kernel
def why_not(s, r, p, action):
    """Tell why an absolute action is illegal for a player; 0 if it is legal."""
    h = s.terrain.shape[0]
    if s.done:
        return GAME_IS_OVER
    if p != s.actor:
        return NOT_YOUR_DECISION
    if action < 0 or action >= s.mask.shape[0]:
        return NO_SUCH_ACTION
    if action == PASS:
        return why_not_pass(s, r, p)
    if action < BURN:
        return why_not_play(s, r, p, action - PLAY)
    if action < HEX:
        return why_not_burn(s, r, p, action - BURN)
    if action < DIRECTION_AFTER + h:
        return why_not_hex(s, r, action - HEX)
    if action < PICK_UP_AFTER + h:
        return why_not_direction(s, r, action - DIRECTION_AFTER - h)
    if action == PICK_UP_AFTER + h:
        return LEGAL if decision_of(s) == STEP and can_pick_up(s, r) else NO_PICK_UP
    if action == DROP_AFTER + h:
        return LEGAL if decision_of(s) == STEP and can_drop(s, r) else NO_DROP
    if action < SEAT_AFTER + h:
        return why_not_digit(s, r, action - DIGIT_AFTER - h)
    return why_not_seat(s, r, p, action - SEAT_AFTER - h)


@kernel
def is_window(decision):
    """Tell whether a decision is a window, in which passing is always legal."""
    return (
        decision == BID_WINDOW
        or decision == MOVE_WINDOW
        or decision == FIGHT_WINDOW
        or decision == LIMIT_WINDOW
        or decision == REACTION
        or decision == RAMPAGE_OFFER
    )


@kernel
def why_not_pass(s, r, p):
    """Passing: in windows, in the Move Phase, after a step, and where nothing must be done."""
    decision = decision_of(s)
    if is_window(decision) or decision == PICK:
        return LEGAL
    if decision == STEP and s.steps > 0:
        return LEGAL
    if decision == REPRODUCTION_PHASE and s.unplaced == 0:
        return LEGAL
    if decision == EVOLUTION and may_skip_evolution(s, r, p):
        return LEGAL
    return MUST_ACT


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
    if kind == COCOON and s.moves_made > 0:
        return WRONG_MOMENT
    if kind == METAMORPHOSIS:
        return LEGAL if can_swap(s, r, p) else NOT_IN_PLAY
    if kind == MOLT or kind == CO_OPT or kind == DEVOLUTION:
        return LEGAL if has_victim(s, p, kind) else NO_TARGET
    return LEGAL


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
    for kind in range(MIMIC):
        total = 0
        for q in range(s.bugs.shape[0]):
            total += s.in_play[q, kind] + s.mimicked[q, kind]
        if kind == old or (old == MIMIC and kind == first_mimicked(s, p)):
            total -= 1
        if total > 0:
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


@kernel
def why_not_hex(s, r, h):
    """A hex: to place an insect, to pick a stack, to fight."""
    decision = decision_of(s)
    if h >= r.num_hexes:
        return NO_SUCH_ACTION
    if decision == REPRODUCTION_PHASE:
        return LEGAL if s.unplaced > 0 and can_place(s, r, h) else NO_ROOM
    if decision == PICK:
        return LEGAL if moves_left(s, r) > 0 and can_pick(s, r, h) else CANNOT_BE_PICKED
    if decision == FIGHT_ORDER:
        return LEGAL if can_fight(s, r, h) else NOT_CONTESTED
    return NO_ANSWER


@kernel
def why_not_direction(s, r, direction):
    """A step of the group in hand."""
    if decision_of(s) != STEP:
        return NO_ANSWER
    return LEGAL if can_step(s, r, direction) else CANNOT_STEP


@kernel
def count_range(s, r):
    """Return the least and the most that the count which is asked may be."""
    if decision_of(s) == PLACE_COUNT:
        return 1, int(s.unplaced)
    return least_count(s, r), int(most_count(s, r))


@kernel
def asks_high_digit(s, most):
    """Tell whether the digit that is asked is the high one of two. [INS-A3]"""
    return most >= NUM_DIGITS and s.high_digit < 0


@kernel
def why_not_digit(s, r, digit):
    """A digit of a count: base 32, the high one first where counts above 31 are possible."""
    decision = decision_of(s)
    if decision != COUNT and decision != PLACE_COUNT:
        return NO_ANSWER
    least, most = count_range(s, r)
    return LEGAL if digit_fits(s, digit, least, most) else WRONG_COUNT


@kernel
def digit_fits(s, digit, least, most):
    """Tell whether some count between least and most has this digit."""
    if asks_high_digit(s, most):
        return digit * NUM_DIGITS <= most and digit * NUM_DIGITS + NUM_DIGITS - 1 >= least
    count = max(int(s.high_digit), 0) * NUM_DIGITS + digit
    return least <= count <= most


@kernel
def why_not_seat(s, r, p, seat):
    """A place in the Bid, a victim, or a target."""
    decision = decision_of(s)
    if decision == BID:
        return LEGAL if seat < num_living(s) and s.place_taken[seat] == NOBODY else PLACE_TAKEN
    if decision == VICTIM:
        return LEGAL if can_be_victim(s, p, seat, s.played) else NO_TARGET
    if decision == TARGET:
        return LEGAL if seat != p and s.bugs[seat, s.fight] > 0 else NO_TARGET
    return NO_ANSWER


@kernel
def fill_mask(s, r):
    """Write the actor's legal actions, as it sees them, to the mask; return how many there are.

    The same predicates as in ``why_not`` decide, with what holds for all hexes or directions asked once.
    """
    s.mask[:] = 0
    p, decision = s.actor, decision_of(s)
    if decision == COUNT or decision == PLACE_COUNT:
        return fill_digits(s, r)
    count = 0
    if why_not_pass(s, r, p) == LEGAL:
        s.mask[PASS] = 1
        count = 1
    if asks_for_cards(decision):
        count += fill_cards(s, r, p)
    if decision == PICK:
        count += fill_picks(s, r, p)
    elif decision == STEP:
        count += fill_steps(s, r)
    elif decision == REPRODUCTION_PHASE:
        count += fill_placements(s, r, p)
    elif decision == FIGHT_ORDER:
        count += fill_fights(s, r, p)
    elif decision == BID or decision == VICTIM or decision == TARGET:
        count += fill_seats(s, r, p, decision)
    return count


@kernel
def fill_digits(s, r):
    """Write the digits that fit the count that is asked."""
    least, most = count_range(s, r)
    first, last = least, most
    if asks_high_digit(s, most):
        first, last = least // NUM_DIGITS, most // NUM_DIGITS
    elif most >= NUM_DIGITS:
        named = int(s.high_digit) * NUM_DIGITS
        first, last = max(least - named, 0), min(most - named, NUM_DIGITS - 1)
    start = DIGIT_AFTER + s.terrain.shape[0]
    for digit in range(first, last + 1):
        s.mask[start + digit] = 1
    return last + 1 - first


@kernel
def fill_picks(s, r, p):
    """Write the stacks that can be picked."""
    count = 0
    if moves_left(s, r) > 0:
        for x in range(r.num_hexes):
            if s.bugs[p, x] > 0 and can_pick(s, r, x):
                s.mask[HEX + r.seen_at[p, x]] = 1
                count += 1
    return count


@kernel
def fill_placements(s, r, p):
    """Write the spaces where a new insect can be placed."""
    count = 0
    if s.unplaced > 0:
        infested = in_force(s, r, p, INFESTATION) > 0
        for x in range(r.num_hexes):
            if s.home[x] or (infested and can_place(s, r, x)):
                s.mask[HEX + r.seen_at[p, x]] = 1
                count += 1
    return count


@kernel
def fill_fights(s, r, p):
    """Write the contested spaces that can be fought over."""
    count = 0
    for x in range(r.num_hexes):
        if can_fight(s, r, x):
            s.mask[HEX + r.seen_at[p, x]] = 1
            count += 1
    return count


@kernel
def fill_seats(s, r, p, decision):
    """Write the places of the Bid that are free, or the players who can be named."""
    count = 0
    start = SEAT_AFTER + s.terrain.shape[0]
    for seat in range(s.order.shape[0]):
        if why_not_seat(s, r, p, seat) == LEGAL:
            s.mask[start + (seat if decision == BID else seats_after(s, p, seat))] = 1
            count += 1
    return count


@kernel
def asks_for_cards(decision):
    """Tell whether cards can answer a decision."""
    if BURNS_AT[decision] != 0 or EVENTS_AT[decision] != 0:
        return True
    return (
        decision == EVOLUTION
        or decision == EXCESS
        or decision == MIMIC_KIND
        or decision == VICTIMS_CARD
        or decision == OWN_CARD
        or decision == CARD_FROM_HAND
        or decision == ADAPTATION_DISCARD
    )


@kernel
def fill_cards(s, r, p):
    """Write the legal plays and burns to the mask; return how many there are."""
    count = 0
    kinds_in_play = s.question == MIMIC_KIND or s.question == VICTIMS_CARD or s.question == OWN_CARD
    if s.hand_size[p] == 0 and not kinds_in_play:
        return 0
    for kind in range(NUM_KINDS):
        if s.hand[p, kind] > 0 or kinds_in_play:
            if why_not_play(s, r, p, kind) == LEGAL:
                s.mask[PLAY + kind] = 1
                count += 1
            if kind < NUM_EVOLUTIONS and why_not_burn(s, r, p, kind) == LEGAL:
                s.mask[BURN + kind] = 1
                count += 1
    return count


@kernel
def fill_steps(s, r):
    """Write the legal steps, picking up and dropping to the mask; return how many there are."""
    h, count = s.terrain.shape[0], 0
    movers = num_movers(s, s.group, allowance(s, r, s.at)) > 0
    for direction in range(6):
        if movers and can_enter(s, r, r.neighbours[s.at, direction]):
            s.mask[DIRECTION_AFTER + h + int(r.direction_view[s.actor, direction])] = 1
            count += 1
    if can_pick_up(s, r):
        s.mask[PICK_UP_AFTER + h] = 1
        count += 1
    if can_drop(s, r):
        s.mask[DROP_AFTER + h] = 1
        count += 1
    return count


@kernel
def why_not_in_view(s, r, p, action):
    """Tell why an action, as a player sees it, is illegal; 0 if it is legal."""
    if s.done or p != s.actor or action < 0 or action >= s.mask.shape[0]:
        return why_not(s, r, p, action)
    return why_not(s, r, p, to_absolute(s, r, p, action))
