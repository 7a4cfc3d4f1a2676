"""The round: turns in the order of initiative, Commands and actions, and the game's step. [OVR-36, OVR-37, OVR-G3]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.turns import only_action, turns
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.overseer.actions import (
    AIM,
    CHARGE,
    END,
    MARK,
    OVERSEER,
    OVERWATCH,
    RALLY,
    TEND,
    WORK,
)
from swarmzoo.envs.skirmish.overseer.attack import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.overseer.attack_stages import attack_choice
from swarmzoo.envs.skirmish.overseer.commands import attack_of, pay_for
from swarmzoo.envs.skirmish.overseer.events import (
    AIMED,
    COMMANDED,
    ESCAPED_NOW,
    MARKED,
    ROUND_BEGUN,
    TURN_BEGUN,
    WATCHES,
)
from swarmzoo.envs.skirmish.overseer.fear import feel_fear
from swarmzoo.envs.skirmish.overseer.flight import flee_all
from swarmzoo.envs.skirmish.overseer.legality import fill_mask, why_not
from swarmzoo.envs.skirmish.overseer.morale import TURN_OVER, break_test, recover_pinning, snap_out
from swarmzoo.envs.skirmish.overseer.move_phases import begin_move, go_on_move, watch
from swarmzoo.envs.skirmish.overseer.movement import goal_cell, is_movement, return_stragglers
from swarmzoo.envs.skirmish.overseer.rally import rally
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH
from swarmzoo.envs.skirmish.overseer.setup import NO_MOVE, clear_turn, set_up
from swarmzoo.envs.skirmish.overseer.skills import tend, work
from swarmzoo.envs.skirmish.overseer.slots import foe_slot
from swarmzoo.envs.skirmish.overseer.state import (
    AIMING,
    BODY_ASKED,
    CALLED_SHOT,
    CHOOSING,
    ESCAPED,
    GOING,
    NO_ATTACK,
    SPLITTING,
    WAITING,
    WATCHING,
)
from swarmzoo.envs.skirmish.overseer.swarm import leave_swarm
from swarmzoo.envs.skirmish.overseer.units import has_specialist, in_field, survey_units
from swarmzoo.envs.skirmish.overseer.victory import ATTACKERS, DEFENDERS, check_end, score_round


@kernel
def begin(s, r, seed):
    """Set up a new game and begin its first round. [OVR-G3]"""
    set_up(s, r, seed)
    begin_round(s, r)


@kernel
def go_on(s, r):
    """Carry out what asks nothing, until somebody is asked or the game is over."""
    while not s.done and s.stage == WAITING:
        if s.attack != NO_ATTACK:
            go_on_attack(s, r)
        elif s.moving != NO_MOVE:
            go_on_move(s, r)
        else:
            check_end(s, r)
            if not s.done:
                go_on_turn(s, r)


# Rounds and turns


@kernel
def begin_round(s, r):
    """Begin a round: those who flee run. [OVR-G3, OVR-P13]"""
    s.rounds += 1
    s.nth = 0
    log_event(s, ROUND_BEGUN, s.rounds)
    flee_all(s, r)


@kernel
def go_on_turn(s, r):
    """Ask whose turn it is, or go on to the next turn or round. [OVR-G3]"""
    u = int(s.current)
    if u != NOBODY and in_field(s, u):
        s.actor, s.stage = u, CHOOSING
    elif u != NOBODY:
        s.current = NOBODY
    elif s.nth < r.units:
        s.nth += 1
        if in_field(s, s.order[s.nth - 1]):
            begin_turn(s, r, int(s.order[s.nth - 1]))
    else:
        score_round(s, r)
        if not s.done:
            begin_round(s, r)


@kernel
def begin_turn(s, r, u):
    """Begin the turn of a unit: Break, Shock, Pinning, Fear, then its Commands. [OVR-32, OVR-33, OVR-37, OVR-G7]"""
    s.current = u
    clear_turn(s)
    s.running[u] = s.under_cover[u] = s.watching[u] = s.kept_cover[u] = False
    s.swarm_reaction[u] = s.own_reaction[u] = True
    log_event(s, TURN_BEGUN, u)
    break_test(s, r, u)
    halves = snap_out(s, r, u)
    if halves == TURN_OVER:
        end_turn(s, r, u)
        return
    s.halves = halves
    recover_pinning(s, r, u)
    feel_fear(s, r, u)


@kernel
def end_turn(s, r, u):
    """End the turn of a unit: stragglers go back to it, losses are forgotten, and who has broken through leaves."""
    return_stragglers(s, r, u)
    s.lost[u] = 0
    if not s.has_marked:
        s.marked[u] = NOBODY
    if r.scenario == BREAKTHROUGH and r.side_of[u] == ATTACKERS and r.edge[DEFENDERS, s.place[u]] <= 1:
        leave_field(s, r, u)
    clear_turn(s)
    s.current, s.stage = NOBODY, WAITING


@kernel
def leave_field(s, r, u):
    """Let a unit that has broken through leave the field; those out of rank stay behind, loose. [OVR-H9]"""
    s.escaped_us[r.side_of[u]] += s.us[u]
    log_event(s, ESCAPED_NOW, u, s.us[u])
    while s.enrolled[u] > 0:
        i = int(s.roll[u, 0])
        if s.ranked[i]:
            lift(s, i)
        leave_swarm(s, i)
        if s.place[i] == NOBODY:
            s.models[i] = 0
    s.fate[u] = ESCAPED
    lift(s, u)
    survey_units(s, r)


# What is chosen


@kernel
def apply(s, r, action):
    """Carry out a legal action. [OVR-A1]"""
    part, u = part_of(r, action), int(s.actor)
    k = action - int(r.first[part])
    if s.stage >= SPLITTING and s.stage != WATCHING:
        attack_choice(s, r, part, k)
    elif s.stage == WATCHING:
        watch(s, r, u, part)
    elif s.stage == GOING:
        go(s, r, u, goal_cell(s, r, u, k))
    elif s.stage == AIMING:
        aim_at(s, r, u, foe_slot(r, u, k))
    elif s.stage == BODY_ASKED:
        call(s, r, u, int(s.prey), k)
    elif part == END:
        end_turn(s, r, u)
    else:
        choose(s, r, u, part)


@kernel
def choose(s, r, u, part):
    """Carry out a Command or action, or ask what it is aimed at. [OVR-36, OVR-40]"""
    s.num_way = 0
    pay_for(s, u, part)
    log_event(s, COMMANDED, u, part)
    s.stage = WAITING
    if part == RALLY:
        rally(s, r, u)
    elif part == TEND:
        tend(s, r, u)
    elif part == AIM:
        s.aim[u] += 1
        log_event(s, AIMED, u)
    elif part == OVERWATCH:
        s.watching[u] = True
        log_event(s, WATCHES, u)
    else:
        s.stage = GOING if is_movement(part) or part == WORK else AIMING


@kernel
def go(s, r, u, cell):
    """Go to a cell, or work there. [OVR-40, OVR-H8]"""
    if s.command == WORK:
        s.stage = WAITING
        work(s, r, u, cell)
    else:
        begin_move(s, r, u, cell)


@kernel
def aim_at(s, r, u, v):
    """Aim a Command or action at a unit. [OVR-A1]"""
    part, s.stage = int(s.command), WAITING
    if part == CHARGE:
        s.prey = v
        begin_move(s, r, u, int(s.place[u]))
    elif part == MARK:
        s.marked[u], s.has_marked = v, True
        log_event(s, MARKED, u, v)
    elif attack_of(s, r, u, part) < CALLED_SHOT:
        begin_attack(s, r, attack_of(s, r, u, part), u, v)
    elif has_specialist(s, v):
        s.prey, s.stage = v, BODY_ASKED
    else:
        call(s, r, u, v, OVERSEER)


@kernel
def call(s, r, u, v, body):
    """Make a Called Shot, or blow, at a body of a unit. [OVR-18]"""
    s.called_body, s.prey, s.stage = body, NOBODY, WAITING
    begin_attack(s, r, attack_of(s, r, u, int(s.command)), u, v)


@kernel
def agent_of(r, u):
    """Return the agent that leads a unit."""
    return int(r.agent_of[u])


@kernel
def side_of(r, agent):
    """Return the side of an agent."""
    return int(r.side_of[r.unit_of[agent]])


TURNS = turns(
    begin=begin,
    go_on=go_on,
    fill_mask=fill_mask,
    unasked=only_action,
    carry_out=apply,
    refusal=why_not,
    agent_of=agent_of,
    side_of=side_of,
)
advance, find_choices = TURNS.advance, TURNS.find_choices
