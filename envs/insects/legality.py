"""What is legal now, and why not: messages and hints come from here, and ``masks`` asks the same.

``why_not_*`` functions answer for one group of actions; 0 means legal, other numbers index REASONS.
"""

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
    STEP_TO,
)
from swarmzoo.envs.insects.attack import can_fight
from swarmzoo.envs.insects.bid import num_living
from swarmzoo.envs.insects.decisions import decision_of, is_window
from swarmzoo.envs.insects.evolution import may_skip_evolution
from swarmzoo.envs.insects.legality_cards import can_be_victim, why_not_burn, why_not_play
from swarmzoo.envs.insects.movement import (
    can_drop,
    can_pick,
    can_pick_up,
    can_step,
    can_step_at_all,
    least_count,
    most_count,
    moves_left,
)
from swarmzoo.envs.insects.reasons import (
    CANNOT_BE_PICKED,
    CANNOT_STEP,
    GAME_IS_OVER,
    LEGAL,
    MUST_ACT,
    NO_ANSWER,
    NO_DROP,
    NO_PICK_UP,
    NO_ROOM,
    NO_SUCH_ACTION,
    NO_TARGET,
    NOT_CONTESTED,
    NOT_YOUR_DECISION,
    PLACE_TAKEN,
    WRONG_COUNT,
)
from swarmzoo.envs.insects.reproduction import can_place
from swarmzoo.envs.insects.state import (
    BID,
    COUNT,
    EVOLUTION,
    FIGHT_ORDER,
    NOBODY,
    PICK,
    PLACE_COUNT,
    REPRODUCTION_PHASE,
    STEP,
    TARGET,
    VICTIM,
)
from swarmzoo.envs.insects.viewpoint import to_absolute


@kernel
def why_not(s, r, p, part, k):
    """Tell why an action, in absolute terms, is illegal for the player who decides; 0 if it is legal."""
    if part == PASS:
        return why_not_pass(s, r, p)
    if part == PLAY:
        return why_not_play(s, r, p, k)
    if part == BURN:
        return why_not_burn(s, r, p, k)
    if part == HEX:
        return why_not_hex(s, r, k)
    if part == STEP_TO:
        return why_not_direction(s, r, k)
    if part == PICK_UP_SOME:
        return LEGAL if decision_of(s) == STEP and can_pick_up(s, r) else NO_PICK_UP
    if part == DROP_SOME:
        return LEGAL if decision_of(s) == STEP and can_drop(s, r) else NO_DROP
    if part == DIGIT:
        return why_not_digit(s, r, k)
    return why_not_seat(s, r, p, k)


@kernel
def why_not_pass(s, r, p):
    """Passing: in windows, in the Move Phase, after a step or where none can be taken, and where nothing must be done.

    Where new insects are placed by space and count, it says "all of them". [INS-S13, INS-S16]
    """
    decision = decision_of(s)
    if decision == PLACE_COUNT and s.unplaced > 1 and s.high_digit < 0:
        return LEGAL
    if is_window(decision) or decision == PICK:
        return LEGAL
    if decision == STEP and (s.steps > 0 or not can_step_at_all(s, r)):
        return LEGAL
    if decision == REPRODUCTION_PHASE and s.unplaced == 0:
        return LEGAL
    if decision == EVOLUTION and may_skip_evolution(s, r, p):
        return LEGAL
    return MUST_ACT


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
def why_not_in_view(s, r, p, action):
    """Tell why an action, as a player sees it, is illegal; 0 if it is legal."""
    if s.done:
        return GAME_IS_OVER
    if p != s.actor:
        return NOT_YOUR_DECISION
    if action < 0 or action >= s.mask.shape[0]:
        return NO_SUCH_ACTION
    part, k = to_absolute(s, r, p, action)
    return why_not(s, r, p, part, k)
