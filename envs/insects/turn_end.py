"""Stack Limit Phase, Event Phase and the end of a turn. [INS-14, INS-15, INS-2.0, INS-S37]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import count_effects, stack_limit
from swarmzoo.envs.insects.events import SAND_TOOK, STACK_CUT
from swarmzoo.envs.insects.hands import draw_cards
from swarmzoo.envs.insects.rules import ALL, EMPTIED, LITERAL
from swarmzoo.envs.insects.stacks import change_stack
from swarmzoo.envs.insects.state import EVENT_PHASE, NOBODY, ROUND_BEGIN, TURN_BEGIN, TURN_END
from swarmzoo.envs.insects.terrain import SAND
from swarmzoo.envs.insects.victory import DECK_END, ROUND_LIMIT, bury_dead, check_dens, count_spaces


@kernel
def cut_stacks(s, r):
    """Discard the insects above the limit of each stack that is checked. [INS-14, INS-P9]"""
    for p in range(s.bugs.shape[0]):
        if p == s.active or r.stack_limit_scope == ALL:
            for h in range(r.num_hexes):
                if s.bugs[p, h] > 0:
                    cut_stack(s, r, p, h)
    s.stage = EVENT_PHASE


@kernel
def cut_stack(s, r, p, h):
    """Discard the insects above a stack's limit. [INS-14]"""
    excess = s.bugs[p, h] - stack_limit(s, r, p, h)
    if excess > 0:
        change_stack(s, p, h, -excess)
        log_event(s, STACK_CUT, p, h, excess)


@kernel
def draw_event_cards(s, r):
    """The Event Phase: draw 2 cards; a draw that fails or empties the deck is the last. [INS-15, INS-P4]"""
    if r.deck_end == LITERAL and s.drawn >= r.num_cards:
        s.deck_ended = True
    drawn = draw_cards(s, r, s.active, r.cards_drawn)
    if r.deck_end == EMPTIED and (drawn < r.cards_drawn or s.drawn >= r.num_cards):
        s.deck_ended = True
    s.stage = TURN_END


@kernel
def end_turn(s, r):
    """Sand, eliminations, all Dens, deck's end, in this order; then the next turn. [INS-S37]"""
    sink_in_sand(s, r)
    end_effects(s, r)
    if not s.done:
        bury_dead(s, r)
    if not s.done:
        check_dens(s, r)
    if not s.done and s.deck_ended:
        count_spaces(s, r, DECK_END)
    if not s.done:
        next_turn(s, r)


@kernel
def sink_in_sand(s, r):
    """Stacks that end their turn on Sand lose an insect. [INS-2.0, INS-P9]"""
    for p in range(s.bugs.shape[0]):
        if p == s.active or r.sand_scope == ALL:
            for h in range(r.num_hexes):
                if s.terrain[h] == SAND and s.bugs[p, h] > 0:
                    lost = min(s.bugs[p, h], r.sand_loss)
                    change_stack(s, p, h, -lost)
                    log_event(s, SAND_TOOK, p, h, lost)


@kernel
def end_effects(s, r):
    """Burnt cards and the effects that hold for a turn end. [INS-16]"""
    s.burnt[:] = 0
    count_effects(s, r)
    s.molt[:] = False
    s.dormant[:] = False
    s.cycle, s.migration, s.burst = 0, 0, 0
    s.frenzy[:] = 0
    s.rush[:] = 0
    s.fight = -1


@kernel
def next_turn(s, r):
    """Pass the turn to the next player of the order, or begin the next round. [INS-7]"""
    s.turn += 1
    while s.turn < s.order.shape[0] and s.out[s.order[s.turn]]:
        s.turn += 1
    if s.turn < s.order.shape[0]:
        s.stage = TURN_BEGIN
        return
    s.turn = 0
    s.active = NOBODY
    if r.max_rounds > 0 and s.round_number >= r.max_rounds:
        count_spaces(s, r, ROUND_LIMIT)
    else:
        s.stage = ROUND_BEGIN
