"""Declaration and resolution: who is asked, what is carried out, and the game's step. [NOV-1, NOV-2, NOV-G5, NOV-G6]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.turns import only_action, turns
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import BREAK_FREE, RELEASE, RESUSCITATE, TAKE_COVER
from swarmzoo.envs.skirmish.nova.aims import is_attack
from swarmzoo.envs.skirmish.nova.casualties import put_out
from swarmzoo.envs.skirmish.nova.declaration import aim, ask_how, choose, declare, finish_plan, lose_action, replace
from swarmzoo.envs.skirmish.nova.events import ACTS, ESCAPED_NOW, IMPOSSIBLE, TOOK_COVER, TURN_LOST
from swarmzoo.envs.skirmish.nova.fight.answers import attack_choice
from swarmzoo.envs.skirmish.nova.fight.pipeline import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.holds import break_free, check_holds, release
from swarmzoo.envs.skirmish.nova.legality import is_impossible, why_not
from swarmzoo.envs.skirmish.nova.masks import fill_mask
from swarmzoo.envs.skirmish.nova.movement import walk
from swarmzoo.envs.skirmish.nova.plans import is_move, lose_rest, next_planned, order_penalty
from swarmzoo.envs.skirmish.nova.rescue import resuscitate
from swarmzoo.envs.skirmish.nova.rounds import begin_round, end_round, is_encounter_over, skip_to_end
from swarmzoo.envs.skirmish.nova.rules import CONVOY
from swarmzoo.envs.skirmish.nova.setup import set_up
from swarmzoo.envs.skirmish.nova.sheet import able, in_field, is_person, most_actions
from swarmzoo.envs.skirmish.nova.state import (
    DECLARING,
    DEFENDING,
    ESCAPED,
    MODE_ASKED,
    PLANNING,
    REPLACING,
    RESOLVING,
    TAKEN,
    TARGETING,
    WAITING,
)
from swarmzoo.envs.skirmish.nova.victory import FOES, HEROES, check_end


@kernel
def begin(s, r, seed):
    """Set up a new game and begin its first round."""
    set_up(s, r, seed)
    begin_round(s, r)


@kernel
def go_on(s, r):
    """Carry out what asks nothing, until somebody is asked or the game is over."""
    while not s.done and s.stage == WAITING:
        if s.a_step != NO_ATTACK:
            go_on_attack(s, r)
        else:
            go_on_round(s, r)


@kernel
def go_on_round(s, r):
    """See whether the game is decided; go on with declaring or with acting."""
    check_holds(s, r)
    check_end(s, r)
    if s.done:
        return
    if is_encounter_over(s, r):
        skip_to_end(s, r)
    if s.phase == DECLARING:
        go_on_declaring(s, r)
    else:
        go_on_acting(s, r)


# Declaration


@kernel
def go_on_declaring(s, r):
    """Ask for the next action of the plan that is made, or let the next one declare, the last to act first. [NOV-G5]"""
    i = int(s.current)
    if i != NOBODY:
        if s.num_planned[i] >= most_actions(s, r, i):
            finish_plan(s, i)
        else:
            s.actor, s.slot, s.stage = i, s.num_planned[i], PLANNING
    elif s.nth < s.num_order:
        s.nth += 1
        begin_plan(s, r, int(s.order[s.num_order - s.nth]))
    else:
        s.phase, s.nth = RESOLVING, 0


@kernel
def begin_plan(s, r, i):
    """Let a piece declare, if it has its wits about it. [NOV-17, NOV-19]"""
    if able(s, r, i):
        s.current = i
    else:
        log_event(s, TURN_LOST, i)


# Resolution


@kernel
def go_on_acting(s, r):
    """Carry out the next action of the one who acts, or let the next one act; end the round. [NOV-G5]"""
    i = int(s.current)
    if i != NOBODY:
        k = next_planned(s, i) if able(s, r, i) else NOBODY
        if k == NOBODY:
            lose_turn(s, i)
            s.current = NOBODY
        else:
            take_action(s, r, i, k)
    elif s.nth < s.num_order:
        s.nth += 1
        begin_acting(s, r, int(s.order[s.nth - 1]))
    else:
        end_round(s, r)


@kernel
def begin_acting(s, r, i):
    """Let a piece act: it gets up, and leaves the cover that it took. [NOV-49, NOV-H7]"""
    if able(s, r, i):
        s.current = i
        s.prone[i] = s.covered[i] = False
        log_event(s, ACTS, i)
    else:
        lose_turn(s, i)


@kernel
def lose_turn(s, i):
    """Let a piece lose what it can no longer carry out in its turn, as it is out cold or has fallen. [NOV-19]"""
    if lose_rest(s, i) and in_field(s, i):
        log_event(s, TURN_LOST, i)


@kernel
def take_action(s, r, i, k):
    """Carry out a planned action; who cannot any more may replace it. [NOV-2]"""
    s.slot = k
    if not is_impossible(s, r, i, k):
        s.plan_fate[i, k] = TAKEN
        carry_out_action(s, r, i, k)
        return
    log_event(s, IMPOSSIBLE, i, s.plan_kind[i, k])
    if is_person(s, r, i):
        s.actor, s.stage = i, REPLACING
    else:
        lose_action(s, i, k)


@kernel
def carry_out_action(s, r, i, k):
    """Carry out an action that is possible."""
    part, order = int(s.plan_kind[i, k]), order_penalty(s, i, k)
    if is_attack(part):
        begin_attack(s, r, i, k, order)
    elif is_move(part):
        walk(s, r, i, part, int(s.plan_aim[i, k]))
        leave_convoy(s, r, i)
    elif part == BREAK_FREE:
        break_free(s, r, i, order)
    elif part == RELEASE:
        release(s, i)
    elif part == RESUSCITATE:
        resuscitate(s, r, i, int(s.plan_aim[i, k]), order, s.plan_harder[i, k])
    elif part == TAKE_COVER:
        s.covered[i] = True
        log_event(s, TOOK_COVER, i)


@kernel
def leave_convoy(s, r, i):
    """Let a vehicle of the convoy leave that has come to the far edge. [NOV-A3]"""
    if r.scenario == CONVOY and s.side[i] == HEROES and r.edge[FOES, s.place[i]] <= 1:
        put_out(s, r, i, ESCAPED)
        log_event(s, ESCAPED_NOW, i)


# What is chosen


@kernel
def apply(s, r, action):
    """Carry out a legal action. [NOV-A1]"""
    part, i = part_of(r, action), int(s.actor)
    k = action - int(r.first[part])
    if s.stage >= DEFENDING:
        attack_choice(s, r, part, k)
    elif s.stage == REPLACING:
        replace(s, r, i, part)
    elif s.stage == PLANNING:
        choose(s, r, i, part)
    elif s.stage == TARGETING:
        aim(s, r, i, part, k)
    elif s.stage == MODE_ASKED:
        s.plan_mode[i, s.slot] = k
        ask_how(s, r, i)
    else:
        s.plan_how[i, s.slot] = k
        declare(s, i)


@kernel
def agent_of(r, i):
    """Return the agent that has a piece."""
    return int(r.agent_of[i])


@kernel
def side_of(r, agent):
    """Return the side of an agent."""
    return int(r.side_of[r.piece_of[agent]])


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
