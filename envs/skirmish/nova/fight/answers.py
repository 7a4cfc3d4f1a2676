"""The questions of an attack: defences, Willpower against a daze, grievous injuries. [NOV-2, NOV-10, NOV-18, NOV-35]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import (
    ABORT_DODGE,
    ABORT_PARRY,
    BY_ROLL,
    DODGE,
    MAIM,
    PARRY,
    POWER_THROUGH,
    TAKE_IT,
    USE_DODGE,
    USE_PARRY,
)
from swarmzoo.envs.skirmish.nova.dice import passes_willpower
from swarmzoo.envs.skirmish.nova.events import ABORTED_ACTION
from swarmzoo.envs.skirmish.nova.fight.defending import (
    defend,
    reserved,
    to_abort,
    why_no_abort,
    why_no_dodge,
    why_no_parry,
    why_no_reserve,
)
from swarmzoo.envs.skirmish.nova.fight.shock import maim, power_through
from swarmzoo.envs.skirmish.nova.fight.wounds import wound
from swarmzoo.envs.skirmish.nova.plans import order_penalty
from swarmzoo.envs.skirmish.nova.reasons import LEGAL, NOT_ASKED
from swarmzoo.envs.skirmish.nova.state import ABORTED, DEFENDING, MAIMING, POWERING, TAKEN, WAITING


@kernel
def attack_refusal(s, r, part, k):
    """Return why an answer of a part is not legal in the stages DEFENDING, POWERING and MAIMING, or LEGAL."""
    if part == TAKE_IT:
        return LEGAL
    if s.stage == POWERING:
        return LEGAL if part == POWER_THROUGH else NOT_ASKED
    if s.stage == MAIMING:
        return LEGAL if part == MAIM else NOT_ASKED
    return refuse_defence(s, r, int(s.actor), part, k) if USE_DODGE <= part <= ABORT_PARRY else NOT_ASKED


@kernel
def refuse_defence(s, r, j, part, k):
    """Return why a defence is not legal, or LEGAL. [NOV-2, NOV-10]"""
    dodges = part == USE_DODGE or part == ABORT_DODGE
    if part == USE_DODGE or part == USE_PARRY:
        reason = why_no_reserve(s, r, j, DODGE if dodges else PARRY)
    else:
        reason = why_no_abort(s, r, j, k == BY_ROLL)
    if reason != LEGAL:
        return reason
    return why_no_dodge(s, r, j) if dodges else why_no_parry(s, r, j)


@kernel
def attack_choice(s, r, part, k):
    """Carry out an answer; the attack goes on."""
    stage, j = int(s.stage), int(s.actor)
    s.stage = WAITING
    if stage == DEFENDING:
        if part == USE_DODGE or part == USE_PARRY:
            use_defence(s, r, j, DODGE if part == USE_DODGE else PARRY)
        elif part != TAKE_IT:
            abort_to(s, r, j, DODGE if part == ABORT_DODGE else PARRY, k == BY_ROLL)
    elif stage == POWERING:
        if part == POWER_THROUGH:
            power_through(s, j)
    elif part == MAIM:
        maim(s, r, j)
    else:
        wound(s, r, j, int(s.a_levels), int(s.a_dealt))


@kernel
def use_defence(s, r, j, part):
    """Use a defence that was reserved, or one more of full defence. [NOV-1, NOV-P7]"""
    k = reserved(s, j, part)
    if s.full[j] or k == NOBODY:
        defend(s, r, j, part, int(s.defended[j]), False)
        return
    s.plan_fate[j, k] = TAKEN
    defend(s, r, j, part, order_penalty(s, j, k), s.plan_harder[j, k])


@kernel
def abort_to(s, r, j, part, by_roll):
    """Give up an action for a defence, for Willpower or by a roll of it; a failed roll changes nothing. [NOV-2]"""
    if not by_roll:
        s.willpower[j] -= 1
    elif not passes_willpower(s, r, j):
        return
    k = to_abort(s, j)
    s.plan_fate[j, k] = ABORTED
    log_event(s, ABORTED_ACTION, j, s.plan_kind[j, k], by_roll)
    defend(s, r, j, part, order_penalty(s, j, k), False)
