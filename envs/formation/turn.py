"""A turn: its stages in their order, and what is done in each. [FOR-G5, FOR-G4]

``step`` carries out the choices of an env step, then goes from stage to stage until somebody has two choices again.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import (
    AIM,
    CHARGE,
    DEFEND,
    EVADE,
    FACE_RIGHT,
    FORM_UP,
    LEAVE,
    STAY,
    STRIKE,
    TO_DEFEND,
    TO_FORM_UP,
    TO_LOAD,
    VOLLEY,
)
from swarmzoo.envs.formation.attributes import is_engaged, movement_points
from swarmzoo.envs.formation.bodies import discover, is_able
from swarmzoo.envs.formation.charge import declare_charges, drive_berserk, rages_on
from swarmzoo.envs.formation.events import ORDERED, TURN_BEGUN
from swarmzoo.envs.formation.flight import flee
from swarmzoo.envs.formation.formations import begin_formations, drop, list_members, tidy, watch
from swarmzoo.envs.formation.legality import first_of, has_choice, offer_all, offer_nothing
from swarmzoo.envs.formation.melee import find_strikes, resolve_melee
from swarmzoo.envs.formation.missile import find_targets, mark_movers, resolve_shots, unmark_movers
from swarmzoo.envs.formation.morale import morale_phase, note_losses
from swarmzoo.envs.formation.movement import (
    carry_out,
    clear_claims,
    end_stepping,
    finish,
    forget_movers,
    intend,
    may_move,
    settle_claims,
    take_step,
    waits,
)
from swarmzoo.envs.formation.observation import show_all
from swarmzoo.envs.formation.rules import MISSILES_FIRST
from swarmzoo.envs.formation.setup import set_up
from swarmzoo.envs.formation.state import (
    FIELD,
    FLIGHT,
    MANOEUVRE,
    MELEE,
    MISSILE,
    MORALE,
    MOVEMENT_END,
    NOBODY,
    ORDERS,
    PASSIVE_MELEE,
    PASSIVE_MISSILE,
    REACTION,
    SHORT_MOVE,
    STEPS,
    TURN_END,
)
from swarmzoo.envs.formation.victory import check_bridge, check_end, check_time


@kernel
def reset(s, r, seed):
    """Set up a new game and go to its first choice."""
    set_up(s, r, seed)
    begin_turn(s, r)
    go_on(s, r)
    show_all(s, r)


@kernel
def acting(s, r, flags):
    """Mark everybody who has two choices or more."""
    for i in range(flags.shape[0]):
        flags[i] = has_choice(s, i)


@kernel
def step(s, r, actions):
    """Carry out everybody's choices of this env step, at once, and go to the next one."""
    for k in range(s.num_asked):
        i = s.asked[k]
        s.chosen[i] = actions[i] if has_choice(s, i) else 0
    end_choices(s, r)
    go_on(s, r)
    if s.done:
        offer_nothing(s)
    show_all(s, r)


@kernel
def end_choices(s, r):
    """Carry out what was chosen in this stage, and leave it; whoever chose what it may not does what it may."""
    for k in range(s.num_asked):
        i = s.asked[k]
        if not s.choices[i] >> s.chosen[i] & 1:
            s.chosen[i] = first_of(s.choices[i])
    carry_out_choices(s, r)
    s.moment += 1
    check_end(s, r)
    if not s.done:
        leave_stage(s, r)


@kernel
def carry_out_choices(s, r):
    """Carry out the choices of the stage."""
    if s.stage == ORDERS:
        take_orders(s, r)
    elif s.stage == STEPS:
        take_steps(s, r)
    elif s.stage == SHORT_MOVE or s.stage == MANOEUVRE:
        make_short_moves(s, r)
    elif s.stage == REACTION:
        react(s, r)
    elif s.stage == MISSILE or s.stage == PASSIVE_MISSILE:
        shoot_all(s, r)
    else:
        declare(s, r)


@kernel
def go_on(s, r):
    """Go through the stages until somebody has two choices, or the game is over."""
    while not s.done:
        if s.stage <= MANOEUVRE and is_held(s, r):
            offer_all(s, r)
            if s.num_free > 0:
                return
            if s.num_asked > 0:  # bans have left everybody a single action
                for k in range(s.num_asked):
                    s.chosen[s.asked[k]] = 0
                end_choices(s, r)
                continue
        if s.stage > MANOEUVRE or s.stage == STEPS:
            s.moment += 1
        do_stage(s, r)
        check_end(s, r)
        if not s.done:
            leave_stage(s, r)


@kernel
def is_held(s, r):
    """Tell whether a stage takes place at all."""
    if s.stage == SHORT_MOVE:
        return r.short_moves != 0
    return True


@kernel
def do_stage(s, r):
    """Do what a stage does by itself, when nobody has a choice."""
    if s.stage == STEPS:
        step_alone(s, r)
    elif s.stage == FLIGHT:
        flee(s, r)
    elif s.stage == MOVEMENT_END:
        end_movement(s, r)
    elif s.stage == PASSIVE_MELEE or s.stage == MELEE:
        declare_berserk(s, r)
        if s.stage == PASSIVE_MELEE:
            resolve_melee(s, r)
    elif s.stage == MORALE:
        note_losses(s, r)
        morale_phase(s, r)
    elif s.stage == TURN_END:
        end_turn(s, r)


# From stage to stage


@kernel
def leave_stage(s, r):
    """Go to the next stage. [FOR-A1, FOR-G5a]"""
    if s.stage == ORDERS:
        declare_charges(s, r)
        s.stage = SHORT_MOVE
    elif s.stage == SHORT_MOVE:
        begin_formations(s, r, s.active)
        tidy_unmoved(s, r)
        watch(s, r, s.active)
        s.stage = STEPS
    elif s.stage == STEPS:
        s.stage = REACTION
        mark_movers(s, r)
    elif s.stage == REACTION:
        unmark_movers(s, r)
        s.stage = STEPS if steps_go_on(s, r) else FLIGHT
    elif s.stage == FLIGHT:
        s.stage = MOVEMENT_END
    elif s.stage == MOVEMENT_END:
        s.stage = MISSILE if r.phase_order != MISSILES_FIRST else MELEE
        if s.stage == MISSILE:
            begin_missiles(s, r)
    elif s.stage == MISSILE:
        s.stage = PASSIVE_MISSILE
    elif s.stage == PASSIVE_MISSILE:
        reload(s, r)
        s.stage = MELEE if r.phase_order != MISSILES_FIRST else ORDERS
    elif s.stage == MELEE:
        s.stage = PASSIVE_MELEE
    elif s.stage == PASSIVE_MELEE:
        s.stage = MANOEUVRE
    elif s.stage == MANOEUVRE:
        s.stage = MORALE
    elif s.stage == MORALE:
        s.stage = TURN_END
    else:
        begin_turn(s, r)
    discover_near(s, r)


@kernel
def begin_turn(s, r):
    """Begin a turn: all have Complex and Melee Action again, the active company its Movement. [FOR-G4c, FOR-G4d]"""
    log_event(s, TURN_BEGUN, s.active, s.turn, 0)
    s.step_number, s.after_parts = 0, False
    s.step_limit = 0
    for i in range(r.num_soldiers):
        s.complex_left[i] = not s.dazed[i] and not s.exhausted[i]
        s.exhausted[i] = False
        s.melee_left[i] = not s.dazed[i]
        s.moved[i] = s.struck[i] = 0
        s.fought[i] = s.acted[i] = s.stirred[i] = s.defending[i] = False
        s.stale[i] = True
        if s.company[i] == s.active:
            s.ended[i] = s.held[i] = s.charging[i] = s.evading[i] = False
            s.straight[i] = 0
            s.points[i] = movement_points(s, r, i) if s.fate[i] == FIELD else 0
            s.step_limit = max(s.step_limit, s.points[i])
    for f in range(s.members.shape[0]):
        s.over[f] = s.going[f] = s.is_part[f] = False
        s.cost[f] = s.steps_taken[f] = 0
        s.waits_for[f] = s.next_part[f] = NOBODY
    s.stage = ORDERS
    if r.phase_order == MISSILES_FIRST:
        s.stage = MISSILE
        begin_missiles(s, r)


@kernel
def begin_missiles(s, r):
    """Begin the Missile Phase: a Quick Action for everybody; who moved has lost its Complex Action.

    [FOR-G4b, FOR-G5b]
    """
    for i in range(r.num_soldiers):
        if s.fate[i] == FIELD:
            s.quick[i] = 1
            if s.acted[i]:
                s.complex_left[i] = False


@kernel
def end_turn(s, r):
    """End a turn: the bridge, the clock, and the other company becomes active."""
    check_bridge(s, r)
    for i in range(r.num_soldiers):
        s.stale[i] |= s.charging[i]
        s.charging[i] = False
    s.turn += 1
    check_time(s, r)
    s.active = 1 - s.active


@kernel
def discover_near(s, r):
    """Discover the hidden that an enemy has come near. [FOR-P21]"""
    if not s.any_hidden:
        return
    s.any_hidden = False
    for i in range(r.num_soldiers):
        if s.hidden[i] and s.fate[i] == FIELD:
            if find_targets(s, r, i, 1 - s.company[i], 1, r.hidden_until, False, 1) > 0:
                discover(s, r, i)
            else:
                s.any_hidden = True


# Orders and Short Moves


@kernel
def take_orders(s, r):
    """Note who forms up, leaves, evades or charges. [FOR-9, FOR-G6g, FOR-P15]"""
    for k in range(s.num_asked):
        i = s.asked[k]
        action = s.chosen[i]
        if action == FORM_UP:
            s.forming[i] = True
        elif action == LEAVE:
            drop(s, i)
        elif action == EVADE:
            s.evading[i] = s.stale[i] = True
        elif action == CHARGE:
            s.charging[i] = s.stale[i] = True
        if action != STAY:
            tell_order(s, i, TO_FORM_UP + action - FORM_UP)
    tidy_unmoved(s, r)


@kernel
def tidy_unmoved(s, r):
    """End formations that have too few left before anybody has moved: those may still move, unless they had ended."""
    if not s.untidy:
        return
    for i in range(r.num_soldiers):
        s.run[i] = s.ended[i]
    tidy(s, r)
    for i in range(r.num_soldiers):
        s.ended[i], s.run[i] = s.run[i], 0


@kernel
def tell_order(s, i, order):
    """Note in the log what a soldier is about to do, unless it is hidden."""
    if not s.hidden[i]:
        log_event(s, ORDERED, i, order)


@kernel
def make_short_moves(s, r):
    """Move one hex each, or turn, at no cost. [FOR-P2]"""
    for k in range(s.num_asked):
        intend(s, r, s.asked[k], s.chosen[s.asked[k]])
    move_freely(s, r)


@kernel
def move_freely(s, r):
    """Let all steps be taken at no cost."""
    settle_claims(s, r)
    clear_claims(s)
    for k in range(s.num_steppers):
        s.paid[s.steppers[k]] = 0
    carry_out(s, r)
    end_stepping(s)


@kernel
def react(s, r):
    """Shoot at those who moved, then make the Short Moves; either costs a Quick Action. [FOR-1, FOR-G6i]"""
    for k in range(s.num_asked):
        i = s.asked[k]
        action = s.chosen[i]
        if action >= VOLLEY:
            s.target[i], s.aims[i] = s.targets[i, action - VOLLEY], False
            s.quick[i] -= 1
        elif action != STAY:
            s.quick[i] -= 1
    harmed = resolve_shots(s, r)
    for k in range(s.num_asked):
        i = s.asked[k]
        if s.chosen[i] <= FACE_RIGHT and s.fate[i] == FIELD:
            intend(s, r, i, s.chosen[i])
    move_freely(s, r)
    if harmed:
        tidy(s, r)
        watch(s, r, s.active)


# Steps


@kernel
def take_steps(s, r):
    """Carry out a Step: those who have a choice, and the Berserk, who have none. [FOR-16]"""
    for k in range(s.num_asked):
        i = s.asked[k]
        intend(s, r, i, s.chosen[i])
        if s.chosen[i] != STAY and s.formation[i] != NOBODY:
            s.going[s.formation[i]] = True
    drive_berserk(s, r)
    s.step_number += 1
    take_step(s, r)


@kernel
def step_alone(s, r):
    """Take a Step in which nobody has a choice: only the Berserk may move."""
    offer_nothing(s)
    drive_berserk(s, r)
    s.step_number += 1
    settle_nobody(s, r)
    take_step(s, r)


@kernel
def settle_nobody(s, r):
    """End the Movement of formations that might go on, but of which nobody can move. [FOR-10]"""
    list_members(s, r, s.active)
    for f in range(s.members.shape[0]):
        if s.first_member[f] != NOBODY and not s.over[f] and not waits(s, f):
            finish(s, r, f)


@kernel
def steps_go_on(s, r):
    """Tell whether there will be another Step; once the others' Steps are over, the parts begin theirs. [FOR-14]"""
    if s.step_number < s.step_limit and anybody_moves(s, r):
        return True
    if not s.after_parts:
        end_lone(s, r)
        settle_nobody(s, r)
        s.after_parts = True
    if s.step_number > 40 * int(s.step_limit):
        return False
    return parts_wait(s)


@kernel
def anybody_moves(s, r):
    """Tell whether somebody of the active company may still move."""
    for i in range(r.num_soldiers):
        if may_move(s, r, i) or rages_on(s, i):
            return True
    return False


@kernel
def end_lone(s, r):
    """End the Movement of all who are in no formation."""
    for i in range(r.num_soldiers):
        if s.formation[i] == NOBODY and s.company[i] == s.active:
            s.ended[i] = True


@kernel
def parts_wait(s):
    """Tell whether a part of a broken formation has not ended its Movement."""
    for f in range(s.members.shape[0]):
        if s.members[f] > 0 and s.is_part[f] and not s.over[f]:
            return True
    return False


@kernel
def end_movement(s, r):
    """End the Movement of all formations of the active company; a gap that is still there breaks them. [FOR-10]"""
    s.after_parts = True
    list_members(s, r, s.active)
    for f in range(s.members.shape[0]):
        if s.first_member[f] != NOBODY and not s.over[f]:
            finish(s, r, f)
    forget_movers(s)


# Missiles and melee


@kernel
def shoot_all(s, r):
    """Let everybody shoot at once: a volley takes a Quick Action, if need be the only one; aim the Complex one.

    A Complex Action that is left is converted into the Quick one, since it would be lost. [FOR-G4b, FOR-G4c]
    """
    for k in range(s.num_asked):
        i = s.asked[k]
        action = s.chosen[i]
        if action >= VOLLEY:
            s.aims[i] = action >= AIM
            s.target[i] = s.targets[i, action - AIM if s.aims[i] else action - VOLLEY]
            if s.aims[i]:
                act_complex(s, r, i)
            elif s.complex_left[i]:
                s.complex_left[i] = False
            else:
                s.quick[i] -= 1
    resolve_shots(s, r)
    tidy_unmoved(s, r)


@kernel
def act_complex(s, r, i):
    """Let a soldier spend its Complex Action on something complex: nothing else is left to it in the turn. [FOR-G4e]"""
    s.complex_left[i] = False
    if r.complex_is_all:
        s.quick[i], s.melee_left[i] = 0, False


@kernel
def reload(s, r):
    """Let those load again who have a Complex Action left, and no enemy to fight hand to hand. [FOR-P11]"""
    for i in range(r.num_soldiers):
        if not s.loaded[i] and s.complex_left[i] and is_able(s, i) and not is_engaged(s, r, i):
            s.loaded[i] = True
            tell_order(s, i, TO_LOAD)
            act_complex(s, r, i)


@kernel
def declare(s, r):
    """Declare strikes and defence; when both companies have, the strikes land. [FOR-G7t]"""
    for k in range(s.num_asked):
        i = s.asked[k]
        action = s.chosen[i]
        if action == DEFEND:
            s.defending[i], s.melee_left[i], s.stale[i] = True, False, True
            tell_order(s, i, TO_DEFEND)
        elif action >= STRIKE:
            declare_strike(s, i, s.targets[i, action - STRIKE])
    declare_berserk(s, r)
    if s.stage == PASSIVE_MELEE:
        resolve_melee(s, r)


@kernel
def declare_strike(s, i, target):
    """Note a strike at a soldier."""
    s.target[i], s.melee_left[i] = target, False
    s.aimed_at[target] += 1
    s.num_strikes += 1


@kernel
def declare_berserk(s, r):
    """Let the Berserk strike at the nearest in reach: an enemy, or a friend if no enemy is in sight. [FOR-G10i]"""
    for i in range(r.num_soldiers):
        if s.berserk[i] and s.fate[i] == FIELD and s.melee_left[i]:
            if (s.stage == MELEE) == (s.company[i] == s.active):
                if find_strikes(s, r, i, False) > 0:
                    declare_strike(s, i, s.found[0])
                elif find_targets(s, r, i, 1 - s.company[i], 1, r.sight, True, 1) == 0:
                    if find_strikes(s, r, i, True) > 0:
                        declare_strike(s, i, s.found[0])
