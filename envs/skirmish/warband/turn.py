"""The turn: the activation bag, activations, actions, and the game's step. [WAR-2 to WAR-5]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.core.turns import only_action, turns
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.warband.actions import (
    AIM,
    AIM_TWICE,
    BOLT,
    BREATHER,
    CHARGE,
    COVER,
    DISENGAGE,
    DREAD,
    END,
    GO,
    ORDER,
    PICK,
    POWER,
    RALLY,
    RELOAD,
    SHOOT,
    STRIKE,
    TAUNT,
)
from swarmzoo.envs.skirmish.warband.attack import aim, power_blow, shoot, strike
from swarmzoo.envs.skirmish.warband.attributes import present
from swarmzoo.envs.skirmish.warband.config import MOST_TOKENS
from swarmzoo.envs.skirmish.warband.events import ACTIVATED, REFUSED, RELOADED, STUN_ENDED, TOKEN_DRAWN, TURN_BEGUN
from swarmzoo.envs.skirmish.warband.legality import cost_of, fill_mask, why_not
from swarmzoo.envs.skirmish.warband.magic import cast_spell
from swarmzoo.envs.skirmish.warband.morale import rally
from swarmzoo.envs.skirmish.warband.movement import charge, get_away, go, pick_up
from swarmzoo.envs.skirmish.warband.recovery import breathe, give_order, take_cover, taunt
from swarmzoo.envs.skirmish.warband.script import scripted_action
from swarmzoo.envs.skirmish.warband.setup import set_up
from swarmzoo.envs.skirmish.warband.slots import foe_slot, own_slot
from swarmzoo.envs.skirmish.warband.state import ACTING, DRAWING, ORDER_GIVEN, ORDER_WORKS, PICKING
from swarmzoo.envs.skirmish.warband.victory import check_end, score_turn


@kernel
def begin(s, r, seed):
    """Set up a new game and begin its first turn. [WAR-1]"""
    set_up(s, r, seed)
    begin_turn(s, r)


@kernel
def go_on(s, r):
    """Draw tokens until somebody is asked, or the game is over."""
    while not s.done and s.stage == DRAWING:
        draw_token(s, r)


@kernel
def unasked(s, r, choices):
    """Return what is carried out without asking: the only legal action, or what a warband's script does. [WAR-A4]"""
    if choices > 1 and r.scripted[s.actor]:
        return allowed(s.mask, scripted_action(s, r))
    return only_action(s, r, choices)


# Phases


@kernel
def begin_turn(s, r):
    """The Initiative Phase: a token for everybody who is not out; orders begin and run out. [WAR-1, WAR-2, WAR-3]

    An order that was given last turn works now; one that was given before is over. [WAR-P10]
    """
    s.turn += 1
    log_event(s, TURN_BEGUN, s.turn, 0, 0, 0)
    for side in range(r.warbands):
        s.tokens[side] = min(int(s.left[side]), MOST_TOKENS)
    for i in range(s.side.shape[0]):
        s.activated[i] = False
        s.order[i] = ORDER_WORKS if int(s.order[i]) & ORDER_GIVEN else 0


@kernel
def draw_token(s, r):
    """Draw a token: its owner decides; when the bag is empty the turn ends. [WAR-4, WAR-5]"""
    total = 0
    for side in range(r.warbands):
        total += int(s.tokens[side])
    if total == 0:
        score_turn(s, r)
        if not s.done:
            begin_turn(s, r)
        return
    nth = int(draw_below(s.rng, total))
    side = 0
    while nth >= s.tokens[side]:
        nth -= int(s.tokens[side])
        side += 1
    s.tokens[side] -= 1
    if any_left_to_activate(s, r, side):
        log_event(s, TOKEN_DRAWN, side, 0, 0, 0)
        s.actor, s.stage = side, PICKING


@kernel
def any_left_to_activate(s, r, side):
    """Tell whether somebody of a warband was not activated in this turn. [WAR-4]"""
    for k in range(r.slots):
        i = side * int(r.slots) + k
        if present(s, i) and not s.activated[i]:
            return True
    return False


# Activations


@kernel
def activate(s, r, i):
    """Activate a character; who is Stunned loses the activation, and with it the stun. [WAR-4, WAR-14, WAR-P7]"""
    if s.stunned[i]:
        s.stunned[i], s.activated[i], s.stage = False, True, DRAWING
        s.haste[i] = s.ward[i] = False
        s.taunted_by[i] = NOBODY
        log_event(s, STUN_ENDED, i, 0, 0, 0)
        return
    s.current, s.stage = i, ACTING
    s.points = int(r.action_points) + (int(r.haste_points) if s.haste[i] else 0)
    s.haste[i] = s.ward[i] = False
    s.budget, s.moved, s.charged, s.getting_away, s.ordered_now = 0, False, False, False, False
    log_event(s, ACTIVATED, i, 0, 0, 0)
    pick_up(s, r, i)


@kernel
def end_activation(s):
    """Lay the token next to the character. [WAR-4]"""
    i = int(s.current)
    s.activated[i] = True
    s.taunted_by[i] = NOBODY
    s.current, s.stage = NOBODY, DRAWING


@kernel
def apply(s, r, action):
    """Carry out a legal action. [WAR-4]"""
    s.num_way = 0
    part = part_of(r, action)
    k = action - int(r.first[part])
    if part == PICK:
        activate(s, r, own_slot(r, s.actor, k))
        check_end(s, r)
    elif part == END:
        if s.stage == PICKING:
            log_event(s, REFUSED, s.actor, 0, 0, 0)
            s.stage = DRAWING
        else:
            end_activation(s)
    else:
        act(s, r, int(s.current), part, k)
        check_end(s, r)


@kernel
def act(s, r, i, part, k):
    """Carry out an action of the character that is activated."""
    side = s.side[i]
    if part == GO:
        go(s, r, i, k)
    elif part == CHARGE:
        charge(s, r, i, foe_slot(r, side, k))
    elif part == DISENGAGE:
        get_away(s, r, i)
    else:
        s.points -= cost_of(r, part)
        if part == STRIKE:
            strike(s, r, i, foe_slot(r, side, k))
        elif part == POWER:
            power_blow(s, r, i, foe_slot(r, side, k))
        elif part == SHOOT:
            shoot(s, r, i, foe_slot(r, side, k))
        elif part == AIM or part == AIM_TWICE:
            aim(s, r, i, foe_slot(r, side, k), 1 + (part == AIM_TWICE))
        else:
            act_besides(s, r, i, part, k)


@kernel
def act_besides(s, r, i, part, k):
    """Carry out what is neither move nor attack."""
    side = s.side[i]
    if part == TAUNT:
        taunt(s, r, i, foe_slot(r, side, k))
    elif part == COVER:
        take_cover(s, r, i)
    elif part == BREATHER:
        breathe(s, r, i)
    elif part == RELOAD:
        s.loaded[i] = True
        log_event(s, RELOADED, i, 0, 0, 0)
    elif part == RALLY:
        rally(s, r, i, own_slot(r, side, k))
    elif part == ORDER:
        give_order(s, r, i, own_slot(r, side, k))
    elif part == BOLT or part == DREAD:
        cast_spell(s, r, i, part - BOLT, foe_slot(r, side, k))
    else:
        cast_spell(s, r, i, part - BOLT, own_slot(r, side, k))


TURNS = turns(begin=begin, go_on=go_on, fill_mask=fill_mask, unasked=unasked, carry_out=apply, refusal=why_not)
advance, find_choices = TURNS.advance, TURNS.find_choices
