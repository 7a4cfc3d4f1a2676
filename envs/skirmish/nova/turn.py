"""Declaration and resolution: who is asked, what is carried out, and the game's step. [NOV-1, NOV-2, NOV-G5, NOV-G6]"""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.turns import only_action, turns
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    BREAK_FREE,
    CRUSH,
    DONE,
    FULL_DEFENCE,
    GRAPPLE,
    HEAL_STUN,
    HEX,
    LET_GO,
    MATE,
    RELEASE,
    RESUSCITATE,
    ROLL,
    SPEND,
    SPRINT,
    SUPPORT,
    TAKE_COVER,
)
from swarmzoo.envs.skirmish.nova.aims import is_attack, weapon_of
from swarmzoo.envs.skirmish.nova.casualties import put_out
from swarmzoo.envs.skirmish.nova.dice import passes_willpower
from swarmzoo.envs.skirmish.nova.events import (
    ACTION_LOST,
    ACTS,
    DECLARED,
    ESCAPED_NOW,
    IMPOSSIBLE,
    PLAN_MADE,
    REPLACED,
    TOOK_COVER,
    TURN_LOST,
)
from swarmzoo.envs.skirmish.nova.fight.answers import attack_choice
from swarmzoo.envs.skirmish.nova.fight.pipeline import begin_attack, go_on_attack
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.holds import break_free, check_holds, release
from swarmzoo.envs.skirmish.nova.legality import fill_mask, is_impossible, why_not
from swarmzoo.envs.skirmish.nova.movement import cell_in_disc, walk
from swarmzoo.envs.skirmish.nova.plans import clear_entry, is_move, next_planned, order_penalty
from swarmzoo.envs.skirmish.nova.recovery import heal_stun_by_will
from swarmzoo.envs.skirmish.nova.rescue import resuscitate
from swarmzoo.envs.skirmish.nova.rounds import begin_round, end_round, is_encounter_over, skip_to_end
from swarmzoo.envs.skirmish.nova.rules import CONVOY
from swarmzoo.envs.skirmish.nova.setup import set_up
from swarmzoo.envs.skirmish.nova.sheet import able, is_person, most_actions
from swarmzoo.envs.skirmish.nova.slots import foe_slot, thing_slot
from swarmzoo.envs.skirmish.nova.state import (
    AT_HEX,
    AT_PIECE,
    AT_THING,
    DECLARING,
    DEFENDING,
    ESCAPED,
    HOW_ASKED,
    LOST,
    MODE_ASKED,
    PLANNED,
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


@kernel
def finish_plan(s, i):
    """End the declaration of a piece."""
    log_event(s, PLAN_MADE, i, s.num_planned[i])
    s.current, s.stage = NOBODY, WAITING


# Resolution


@kernel
def go_on_acting(s, r):
    """Carry out the next action of the one who acts, or let the next one act; end the round. [NOV-G5]"""
    i = int(s.current)
    if i != NOBODY:
        k = next_planned(s, i) if able(s, r, i) else NOBODY
        if k == NOBODY:
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
def lose_action(s, i, k):
    """Let a planned action come to nothing."""
    s.plan_fate[i, k] = LOST
    log_event(s, ACTION_LOST, i, s.plan_kind[i, k])


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
def replace(s, r, i, part):
    """Replace an impossible action, for a point of Willpower or by a roll of it, or let it go. [NOV-2]"""
    s.stage = WAITING
    if part == SPEND:
        s.willpower[i] -= 1
    if part == LET_GO or (part == ROLL and not passes_willpower(s, r, i)):
        lose_action(s, i, int(s.slot))
        return
    log_event(s, REPLACED, i, part == ROLL)
    clear_entry(s, i, int(s.slot))
    s.replacing, s.stage = True, PLANNING


@kernel
def choose(s, r, i, part):
    """Take up a kind of action, or end the declaration. [NOV-1, NOV-19, NOV-P7]"""
    if part == HEAL_STUN:
        heal_stun_by_will(s, r, i)
        s.stage = PLANNING if s.replacing else WAITING
    elif part == DONE and s.replacing:
        s.replacing, s.stage = False, WAITING
        lose_action(s, i, int(s.slot))
    elif part == DONE or part == FULL_DEFENCE:
        s.full[i] = part == FULL_DEFENCE
        finish_plan(s, i)
    else:
        clear_entry(s, i, int(s.slot))
        s.plan_kind[i, s.slot] = part
        begin_entry(s, r, i, part)


@kernel
def begin_entry(s, r, i, part):
    """Ask what an action is aimed at, if it is aimed at anything."""
    if part == CRUSH:
        s.plan_what[i, s.slot], s.plan_aim[i, s.slot] = AT_PIECE, s.holding[i]
        declare(s, i)
    elif is_attack(part) or is_move(part) or part == RESUSCITATE:
        s.stage = TARGETING
    else:
        declare(s, i)


@kernel
def aim(s, r, i, part, k):
    """Aim an action at a piece, a hex or an object. [NOV-A1]"""
    if part == HEX:
        s.plan_what[i, s.slot], s.plan_aim[i, s.slot] = AT_HEX, cell_in_disc(s, r, i, k)
    elif part == AT:
        s.plan_what[i, s.slot], s.plan_aim[i, s.slot] = AT_PIECE, foe_slot(r, i, k)
    elif part == MATE:
        s.plan_what[i, s.slot], s.plan_aim[i, s.slot] = AT_PIECE, int(s.side[i]) * int(r.slots) + k
    else:
        s.plan_what[i, s.slot], s.plan_aim[i, s.slot] = AT_THING, thing_slot(r, i, k)
    ask_mode(s, r, i)


@kernel
def ask_mode(s, r, i):
    """Ask for the burst of a weapon that fires some; support weapons fire the longest. [NOV-59, NOV-G10]"""
    part = int(s.plan_kind[i, s.slot])
    burst = int(r.weapon_burst[weapon_of(s, r, i, part)]) if is_attack(part) else 0
    if burst > 0 and part != SUPPORT:
        s.stage = MODE_ASKED
        return
    s.plan_mode[i, s.slot] = 2 * burst - 1 if burst > 0 else 0
    ask_how(s, r, i)


@kernel
def ask_how(s, r, i):
    """Ask persons how they aim at a piece. [NOV-6, NOV-37, NOV-51]"""
    part = int(s.plan_kind[i, s.slot])
    aimed = is_attack(part) and part != GRAPPLE and s.plan_what[i, s.slot] == AT_PIECE
    if aimed and is_person(s, r, i):
        s.stage = HOW_ASKED
    else:
        declare(s, i)


@kernel
def declare(s, i):
    """Put an action into the plan; one in place of an impossible one is carried out next. [NOV-2]"""
    k = int(s.slot)
    if s.replacing:
        s.plan_harder[i, k] = True
    else:
        s.num_planned[i] += 1
    s.plan_fate[i, k] = PLANNED
    log_event(s, DECLARED, i, s.plan_kind[i, k], s.plan_what[i, k], s.plan_aim[i, k], s.replacing)
    s.sprinting[i] = s.sprinting[i] or s.plan_kind[i, k] == SPRINT
    s.replacing, s.stage = False, WAITING


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
