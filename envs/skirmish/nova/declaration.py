"""What is chosen while a plan is made: kinds of actions, what they are aimed at, and how. [NOV-1, NOV-2]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    CRUSH,
    DONE,
    FULL_DEFENCE,
    GRAPPLE,
    HEAL_STUN,
    HEX,
    LET_GO,
    MATE,
    RESUSCITATE,
    ROLL,
    SPEND,
    SPRINT,
    SUPPORT,
)
from swarmzoo.envs.skirmish.nova.aims import is_attack, weapon_of
from swarmzoo.envs.skirmish.nova.dice import passes_willpower
from swarmzoo.envs.skirmish.nova.events import ACTION_LOST, DECLARED, PLAN_MADE, REPLACED
from swarmzoo.envs.skirmish.nova.movement import cell_in_disc
from swarmzoo.envs.skirmish.nova.plans import clear_entry, is_move
from swarmzoo.envs.skirmish.nova.recovery import heal_stun_by_will
from swarmzoo.envs.skirmish.nova.sheet import is_person
from swarmzoo.envs.skirmish.nova.slots import foe_slot, thing_slot
from swarmzoo.envs.skirmish.nova.state import (
    AT_HEX,
    AT_PIECE,
    AT_THING,
    HOW_ASKED,
    LOST,
    MODE_ASKED,
    PLANNED,
    PLANNING,
    TARGETING,
    WAITING,
)


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
def finish_plan(s, i):
    """End the declaration of a piece."""
    log_event(s, PLAN_MADE, i, s.num_planned[i])
    s.current, s.stage = NOBODY, WAITING


@kernel
def lose_action(s, i, k):
    """Let a planned action come to nothing."""
    s.plan_fate[i, k] = LOST
    log_event(s, ACTION_LOST, i, s.plan_kind[i, k])
