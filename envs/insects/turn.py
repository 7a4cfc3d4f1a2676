"""The turn: stages in the rulebook's order, and the game's step. [INS-9, INS-A1]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.turns import ASK, only_action, turns
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
from swarmzoo.envs.insects.attack import begin_attack, begin_fight, can_fight, go_on_fighting
from swarmzoo.envs.insects.bid import begin_picking, begin_round, pick_place
from swarmzoo.envs.insects.cards import NUM_EVOLUTIONS, RAMPAGE
from swarmzoo.envs.insects.decisions import decision_of, is_window
from swarmzoo.envs.insects.events import TURN_BEGINS
from swarmzoo.envs.insects.evolution import check_hand
from swarmzoo.envs.insects.legality import asks_high_digit, count_range, why_not_in_view
from swarmzoo.envs.insects.masks import fill_mask
from swarmzoo.envs.insects.movement import (
    begin_moves,
    count_insects,
    drop,
    end_move_phase,
    go_on_with_moves,
    pick_stack,
    pick_up,
    step_group,
    stop_group,
)
from swarmzoo.envs.insects.playing import (
    burn,
    choose_kind,
    choose_victim,
    discard_excess,
    discard_for_adaptation,
    evolve,
    play_event,
    react,
    take_effect,
)
from swarmzoo.envs.insects.reproduction import begin_reproduction, place_insects
from swarmzoo.envs.insects.rules import EVERYONE
from swarmzoo.envs.insects.setup import set_up
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    ATTACK_BEGIN,
    BID,
    BID_WINDOW,
    EVENT_PHASE,
    EVOLUTION,
    EXCESS,
    FIGHT_ORDER,
    FIGHT_WINDOW,
    LIMIT_BEGIN,
    LIMIT_CUT,
    LIMIT_WINDOW,
    MOVE_BEGIN,
    MOVE_CHOICES,
    MOVE_WINDOW,
    NO_QUESTION,
    NOBODY,
    PICK,
    PLACE_COUNT,
    RAMPAGE_OFFER,
    REACTION,
    REPRODUCTION_BEGIN,
    REPRODUCTION_PHASE,
    ROUND_BEGIN,
    TARGET,
    TURN_BEGIN,
    TURN_END,
    VICTIM,
)
from swarmzoo.envs.insects.turn_end import cut_stacks, draw_event_cards, end_turn
from swarmzoo.envs.insects.viewpoint import to_absolute
from swarmzoo.envs.insects.windows import next_asked, open_window


@kernel
def unasked(s, r, choices):
    """Return what is carried out without asking: the only legal action, unless windows ask all. [INS-A2, INS-A7]"""
    if choices == 1 and r.windows == EVERYONE and is_window(decision_of(s)):
        if decision_of(s) != RAMPAGE_OFFER or r.card_counts[RAMPAGE] > 0:
            return ASK
    return only_action(s, r, choices)


@kernel
def carry_out(s, r, action):
    """Carry out an action, as the player who decides sees it."""
    part, k = to_absolute(s, r, s.actor, action)
    apply(s, r, s.actor, part, k)


@kernel
def go_through_stages(s, r):
    """Carry out the stages that ask nothing, in the order of the rules, and name the one who is asked. [INS-9]"""
    while not s.done:
        if s.question != NO_QUESTION:
            if is_asked_question(s, r):
                return
        elif s.stage >= ROUND_BEGIN:
            pass_stage(s, r)
        elif is_asked_stage(s, r):
            return


@kernel
def is_asked_question(s, r):
    """Find who answers an interrupting question; reactions that nobody has any more let the card take effect."""
    if s.question != REACTION:
        s.actor = s.played_by if s.question != PLACE_COUNT else s.active
        return True
    if next_asked(s, r, REACTION):
        return True
    take_effect(s, r)
    return False


@kernel
def pass_stage(s, r):
    """Carry out a stage that asks nothing."""
    stage = s.stage
    if stage == ROUND_BEGIN:
        begin_round(s, r)
    elif stage == TURN_BEGIN:
        begin_turn(s)
    elif stage == REPRODUCTION_BEGIN:
        begin_reproduction(s, r)
    elif stage == MOVE_BEGIN:
        begin_move_phase(s, r)
    elif stage == MOVE_CHOICES:
        s.stage = PICK
    elif stage == ATTACK_BEGIN:
        begin_attack(s, r)
    elif stage == LIMIT_BEGIN:
        open_window(s, LIMIT_WINDOW)
    elif stage == LIMIT_CUT:
        cut_stacks(s, r)
    elif stage == EVENT_PHASE:
        draw_event_cards(s, r)
    elif stage == TURN_END:
        end_turn(s, r)


@kernel
def begin_turn(s):
    """Begin the turn of the next player in the order with the Evolution Phase. [INS-9]"""
    s.active = s.order[s.turn]
    s.moves_made = 0
    s.rampages = 0
    s.move_begun, s.move_given_up = False, False
    log_event(s, TURN_BEGINS, s.active)
    s.stage = EVOLUTION


@kernel
def begin_move_phase(s, r):
    """Begin the Move Phase, or Rampage's second one, which is passed over after Cocoon; others are asked first.

    [INS-12, INS-W2, INS-S33, INS-S40, INS-P16]
    """
    s.cycle = 0
    if s.rampages == 0 or r.rampage_restarts_moves:
        begin_moves(s, r)
    else:
        go_on_with_moves(s, r)
    s.rampages += 1
    if s.move_given_up:
        end_move_phase(s, r)
    else:
        open_window(s, MOVE_WINDOW)


@kernel
def is_asked_stage(s, r):
    """Find who is asked at a stage; one that has nothing to ask gives way to the next."""
    stage = s.stage
    s.actor = s.active
    if stage == BID_WINDOW or stage == MOVE_WINDOW or stage == FIGHT_WINDOW or stage == LIMIT_WINDOW:
        if next_asked(s, r, stage):
            return True
        close_window(s, r)
        return False
    if stage == BID:
        s.actor = s.picking[s.picker]
    elif stage == TARGET:
        go_on_fighting(s, r)
        return s.stage == TARGET and not s.done
    elif stage == FIGHT_ORDER and not any_fight(s, r):
        s.stage = RAMPAGE_OFFER
        return False
    return True


@kernel
def any_fight(s, r):
    """Tell whether a contested space is left to fight over."""
    for h in range(r.num_hexes):
        if can_fight(s, r, h):
            return True
    return False


@kernel
def close_window(s, r):
    """Go on after a window in which all have passed."""
    if s.stage == BID_WINDOW:
        begin_picking(s, r)
    elif s.stage == MOVE_WINDOW:
        s.stage = PICK
    elif s.stage == FIGHT_WINDOW:
        s.stage = TARGET
    else:
        s.stage = LIMIT_CUT


@kernel
def apply(s, r, p, part, k):
    """Carry out a legal action, in absolute terms, of the player who decides. [INS-A1]"""
    if part == PASS:
        pass_by(s, r, p)
    elif part == PLAY:
        use_card(s, r, p, k)
    elif part == BURN:
        burn(s, r, p, k)
    elif part == HEX:
        use_hex(s, r, k)
    elif part == STEP_TO:
        step_group(s, r, k)
    elif part == PICK_UP_SOME:
        pick_up(s, r)
    elif part == DROP_SOME:
        drop(s, r)
    elif part == DIGIT:
        use_digit(s, r, k)
    else:
        use_seat(s, r, p, k)


@kernel
def pass_by(s, r, p):
    """Pass, end the phase, stop the group, or place all insects that are left."""
    decision = decision_of(s)
    if decision == PLACE_COUNT:
        place_group(s, s.unplaced)
    elif decision == EVOLUTION:
        check_hand(s, r, p)
    elif decision == REPRODUCTION_PHASE:
        s.stage = MOVE_BEGIN
    elif decision == PICK:
        end_move_phase(s, r)
    elif decision == RAMPAGE_OFFER:
        s.stage = LIMIT_BEGIN
    elif is_window(decision):
        s.asked_from += 1
    else:
        stop_group(s)


@kernel
def use_card(s, r, p, kind):
    """Play a card, or discard it, or choose its kind: whatever is asked."""
    decision = decision_of(s)
    if decision == EVOLUTION:
        evolve(s, r, p, kind)
    elif decision == EXCESS:
        discard_excess(s, r, p, kind)
    elif decision == ADAPTATION_DISCARD:
        discard_for_adaptation(s, r, p, kind)
    elif decision == REACTION:
        react(s, r, p)
    elif s.question != NO_QUESTION:
        choose_kind(s, r, p, kind)
    elif kind >= NUM_EVOLUTIONS:
        play_event(s, r, p, kind)


@kernel
def use_hex(s, r, h):
    """Place an insect, pick a stack or fight in a space."""
    if s.stage == REPRODUCTION_PHASE:
        if r.place_groups:
            s.question = PLACE_COUNT
            s.at = h
            s.high_digit = -1
        else:
            place_insects(s, h, 1)
    elif s.stage == PICK:
        pick_stack(s, r, h)
    else:
        begin_fight(s, r, h)


@kernel
def use_digit(s, r, digit):
    """Take a digit of a count: the high one waits for the low one. [INS-A3]"""
    _, most = count_range(s, r)
    if asks_high_digit(s, most):
        s.high_digit = digit
        return
    count = max(int(s.high_digit), 0) * NUM_DIGITS + digit
    if s.question == PLACE_COUNT:
        place_group(s, count)
    else:
        count_insects(s, r, count)


@kernel
def place_group(s, count):
    """Place as many new insects as were counted in the space that was named. [INS-S13]"""
    s.question = NO_QUESTION
    s.high_digit = -1
    place_insects(s, s.at, count)


@kernel
def use_seat(s, r, p, seat):
    """Pick a place in the order, name a victim or a target."""
    if s.question == VICTIM:
        choose_victim(s, r, seat)
    elif s.stage == BID:
        pick_place(s, r, p, seat)
    else:
        s.target[p] = seat


TURNS = turns(
    begin=set_up,
    go_on=go_through_stages,
    fill_mask=fill_mask,
    unasked=unasked,
    carry_out=carry_out,
    refusal=why_not_in_view,
)
advance, find_choices, step_actor = TURNS.advance, TURNS.find_choices, TURNS.step_actor


@kernel
def rejoin(s, r):
    """Make a position that was put together by hand ready for play: find who is asked and what is legal."""
    if s.actor == NOBODY:
        advance(s, r)
    else:
        find_choices(s, r)
