"""The mask of the decision that is asked, by the predicates of ``legality``, with what all hexes share asked once."""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.actions import (
    BURN,
    DIGIT,
    DROP_SOME,
    HEX,
    NUM_DIGITS,
    PASS,
    PICK_UP_SOME,
    PLAY,
    SEAT,
    STEP_TO,
)
from swarmzoo.envs.insects.attack import can_fight
from swarmzoo.envs.insects.attributes import allowance, in_force
from swarmzoo.envs.insects.cards import INFESTATION, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.decisions import asks_for_cards, decision_of
from swarmzoo.envs.insects.legality import asks_high_digit, count_range, why_not_pass, why_not_seat
from swarmzoo.envs.insects.legality_cards import why_not_burn, why_not_play
from swarmzoo.envs.insects.movement import can_drop, can_enter, can_pick, can_pick_up, moves_left, num_movers
from swarmzoo.envs.insects.reasons import LEGAL
from swarmzoo.envs.insects.reproduction import can_place
from swarmzoo.envs.insects.state import (
    BID,
    COUNT,
    FIGHT_ORDER,
    MIMIC_KIND,
    OWN_CARD,
    PICK,
    PLACE_COUNT,
    REPRODUCTION_PHASE,
    STEP,
    TARGET,
    VICTIM,
    VICTIMS_CARD,
)
from swarmzoo.envs.insects.viewpoint import seats_after


@kernel
def fill_mask(s, r):
    """Write the actor's legal actions, as it sees them, to the mask; return how many there are.

    The same predicates as in ``why_not`` decide, with what holds for all hexes or directions asked once.
    """
    s.mask[:] = 0
    p, decision = s.actor, decision_of(s)
    count = 0
    if why_not_pass(s, r, p) == LEGAL:
        s.mask[r.first[PASS]] = 1
        count = 1
    if decision == COUNT or decision == PLACE_COUNT:
        return count + fill_digits(s, r)
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
    start = int(r.first[DIGIT])
    for digit in range(first, last + 1):
        s.mask[start + digit] = 1
    return last + 1 - first


@kernel
def fill_picks(s, r, p):
    """Write the stacks that can be picked."""
    count, first = 0, int(r.first[HEX])
    if moves_left(s, r) > 0:
        for x in range(r.num_hexes):
            if s.bugs[p, x] > 0 and can_pick(s, r, x):
                s.mask[first + int(r.seen_at[p, x])] = 1
                count += 1
    return count


@kernel
def fill_placements(s, r, p):
    """Write the spaces where a new insect can be placed."""
    count, first = 0, int(r.first[HEX])
    if s.unplaced > 0:
        infested = in_force(s, r, p, INFESTATION) > 0
        for x in range(r.num_hexes):
            if s.home[x] or (infested and can_place(s, r, x)):
                s.mask[first + int(r.seen_at[p, x])] = 1
                count += 1
    return count


@kernel
def fill_fights(s, r, p):
    """Write the contested spaces that can be fought over."""
    count, first = 0, int(r.first[HEX])
    for x in range(r.num_hexes):
        if can_fight(s, r, x):
            s.mask[first + int(r.seen_at[p, x])] = 1
            count += 1
    return count


@kernel
def fill_seats(s, r, p, decision):
    """Write the places of the Bid that are free, or the players who can be named."""
    count = 0
    start = int(r.first[SEAT])
    for seat in range(s.order.shape[0]):
        if why_not_seat(s, r, p, seat) == LEGAL:
            s.mask[start + (seat if decision == BID else seats_after(s, p, seat))] = 1
            count += 1
    return count


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
                s.mask[r.first[PLAY] + kind] = 1
                count += 1
            if kind < NUM_EVOLUTIONS and why_not_burn(s, r, p, kind) == LEGAL:
                s.mask[r.first[BURN] + kind] = 1
                count += 1
    return count


@kernel
def fill_steps(s, r):
    """Write the legal steps, picking up and dropping to the mask; return how many there are."""
    count, first = 0, int(r.first[STEP_TO])
    movers = num_movers(s, s.group, allowance(s, r, s.at)) > 0
    for direction in range(6):
        if movers and can_enter(s, r, r.neighbours[s.at, direction]):
            s.mask[first + int(r.direction_view[s.actor, direction])] = 1
            count += 1
    if can_pick_up(s, r):
        s.mask[r.first[PICK_UP_SOME]] = 1
        count += 1
    if can_drop(s, r):
        s.mask[r.first[DROP_SOME]] = 1
        count += 1
    return count
