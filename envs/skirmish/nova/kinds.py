"""Which kinds of actions can be declared, and why not. [NOV-1, NOV-2, NOV-44, NOV-46]"""

from swarmzoo.envs.core.fields import neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    BREAK_FREE,
    CRUSH,
    DODGE,
    DONE,
    DRAG,
    FULL_DEFENCE,
    GRAPPLE,
    HEAL_STUN,
    LIGHT_BLOW,
    PARRY,
    RELEASE,
    RESUSCITATE,
    RUN,
    SPRINT,
    SUPPORT,
    TAKE_COVER,
    WEAPON_1,
    WEAPON_3,
)
from swarmzoo.envs.skirmish.nova.aims import is_attack, weapon_of, why_no_attack
from swarmzoo.envs.skirmish.nova.movement import can_move
from swarmzoo.envs.skirmish.nova.plans import is_move, num_planned_of, plans, plans_but, plans_move
from swarmzoo.envs.skirmish.nova.reasons import (
    DECLARED_ALREADY,
    FULL_DEFENCE_ALONE,
    HAS_HEALED,
    HAS_MOVED,
    IS_HELD,
    IS_HOLDING,
    LEGAL,
    NO_COVER_HERE,
    NO_STUN,
    NO_SUPPORT,
    NO_TARGET,
    NO_WILLPOWER,
    NOBODY_DYING,
    NOT_ASKED,
    NOT_FOR_EXTRAS,
    NOT_HELD,
    NOT_HOLDING,
    NOTHING_CHOSEN,
    OUT_OF_REACH,
    SPRINT_ALONE,
    SPRINTS,
)
from swarmzoo.envs.skirmish.nova.rescue import can_save
from swarmzoo.envs.skirmish.nova.sheet import is_gritty, is_person, is_vehicle, supports_left
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, AT_THING, TAKEN
from swarmzoo.envs.skirmish.nova.targets import moves_first, refuse_aim, refuse_hex


@kernel
def refuse_kind(s, r, i, part):
    """Say why a kind of action cannot be declared. [NOV-1, NOV-2]"""
    if part == DONE:
        return LEGAL if may_end(s, i) or not can_act(s, r, i) else NOTHING_CHOSEN
    return refuse_healing(s, r, i) if part == HEAL_STUN else refuse_action(s, r, i, part)


@kernel
def refuse_action(s, r, i, part):
    """Say why an action cannot be declared. [NOV-1, NOV-44, NOV-46]"""
    if not is_person(s, r, i):
        return refuse_extras(s, r, i, part)
    if part == BREAK_FREE:
        return LEGAL if s.held_by[i] != NOBODY else NOT_HELD
    if s.held_by[i] != NOBODY:
        return IS_HELD
    if plans(s, i, SPRINT) and part != DODGE:
        return SPRINTS
    if part == FULL_DEFENCE:
        return FULL_DEFENCE_ALONE if s.num_planned[i] > 0 else LEGAL
    return refuse_act(s, r, i, part)


@kernel
def may_end(s, i):
    """Tell whether a declaration may be ended, whatever else could be declared. [NOV-1]"""
    return s.replacing or s.num_planned[i] > 0


@kernel
def can_act(s, r, i):
    """Tell whether any kind of action can be declared; healing stun is none."""
    for part in range(FULL_DEFENCE, AT):
        if part != HEAL_STUN and refuse_action(s, r, i, part) == LEGAL:
            return True
    return False


@kernel
def refuse_healing(s, r, i):
    """Say why Willpower cannot heal stun now. [NOV-19]"""
    if not is_person(s, r, i):
        return NOT_FOR_EXTRAS
    if s.stun[i] == 0:
        return NO_STUN
    if s.has_healed[i]:
        return HAS_HEALED
    return NO_WILLPOWER if s.willpower[i] == 0 else LEGAL


@kernel
def refuse_extras(s, r, i, part):
    """Say why extras or a vehicle cannot declare a kind of action. [NOV-44, NOV-46]"""
    if WEAPON_1 <= part <= WEAPON_3 or part == RUN:
        return refuse_act(s, r, i, part)
    if is_vehicle(s, r, i):
        return NOT_FOR_EXTRAS
    if part == TAKE_COVER or (is_gritty(s, r, i) and (part == DODGE or part == LIGHT_BLOW)):
        return refuse_act(s, r, i, part)
    return NOT_FOR_EXTRAS


@kernel
def refuse_act(s, r, i, part):
    """Say why somebody who is free cannot declare a kind of action."""
    if is_attack(part):
        return refuse_attack(s, r, i, part)
    if is_move(part):
        return refuse_move(s, r, i, part)
    if part == DODGE:
        return IS_HOLDING if s.holding[i] != NOBODY else LEGAL
    if part == RELEASE or part == TAKE_COVER:
        return refuse_once(s, r, i, part)
    if part == RESUSCITATE:
        return LEGAL if has_dying(s, r, i) else NOBODY_DYING
    return LEGAL if part == PARRY else NOT_ASKED


@kernel
def refuse_once(s, r, i, part):
    """Say why what is done once in a round, if at all, cannot be declared. [NOV-14, NOV-H7]"""
    if num_planned_of(s, i, part, TAKEN) > 0:
        return DECLARED_ALREADY
    if part == RELEASE:
        return LEGAL if s.holding[i] != NOBODY else NOT_HOLDING
    return LEGAL if has_cover(s, r, i) else NO_COVER_HERE


@kernel
def refuse_move(s, r, i, part):
    """Say why a move cannot be declared. [NOV-P10, NOV-14]"""
    if plans_move(s, i, s.num_planned[i]):
        return HAS_MOVED
    if (part == DRAG) != (s.holding[i] != NOBODY):
        return NOT_HOLDING if part == DRAG else IS_HOLDING
    if part == SPRINT and (plans_but(s, i, DODGE) if not s.replacing else s.num_planned[i] > 1):
        return SPRINT_ALONE
    return LEGAL if can_move(s, r, i, part) else OUT_OF_REACH


@kernel
def refuse_attack(s, r, i, part):
    """Say why an attack cannot be declared: in itself, or because there is nothing to aim it at."""
    if part == GRAPPLE and s.holding[i] != NOBODY:
        return IS_HOLDING
    if part == CRUSH:
        return why_no_attack(s, r, i, part, AT_PIECE, int(s.holding[i]))
    weapon = weapon_of(s, r, i, part)
    if weapon == NOBODY:
        return why_no_attack(s, r, i, part, AT_PIECE, i)
    if part == SUPPORT and supports_left(s, r, i) <= 0:
        return NO_SUPPORT
    for k in range(num_foes(r)):
        if refuse_aim(s, r, i, part, AT_PIECE, foe_slot(r, i, k)) == LEGAL:
            return LEGAL
    for n in range(s.num_objects):
        if part != GRAPPLE and refuse_aim(s, r, i, part, AT_THING, n) == LEGAL:
            return LEGAL
    if r.weapon_area[weapon] and not moves_first(s, i) and sees_hex(s, r, i, part):
        return LEGAL
    return NO_TARGET


@kernel
def sees_hex(s, r, i, part):
    """Tell whether there is a hex at which an area attack can be aimed."""
    for k in range(s.goals.shape[0]):
        if refuse_hex(s, r, i, part, k) == LEGAL:
            return True
    return False


@kernel
def has_dying(s, r, i):
    """Tell whether somebody of the own side who could be saved lies beside a piece. [NOV-36]"""
    for k in range(r.slots):
        if can_save(s, r, i, int(s.side[i]) * int(r.slots) + k):
            return True
    return False


@kernel
def has_cover(s, r, i):
    """Tell whether the hex of a piece, or one beside it, gives cover. [NOV-H7]"""
    if r.cover[s.terrain[s.place[i]]] > 0:
        return True
    for direction in range(6):
        if r.cover[s.terrain[neighbour(r, s.place[i], direction)]] > 0:
            return True
    return False
