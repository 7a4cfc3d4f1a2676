"""An attack from its declaration to its end, stage by stage; it stops wherever somebody is asked. [NOV-G7, NOV-G8]

``STAGES`` in ``stages`` lists them; ``take_stage`` says which kernel carries out which.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.actions import AT_GROUND, SUPPORT
from swarmzoo.envs.skirmish.nova.aims import aimed_cell, weapon_of
from swarmzoo.envs.skirmish.nova.events import ATTACKED, MANNER
from swarmzoo.envs.skirmish.nova.fight.aiming import measure_range, weigh_cover
from swarmzoo.envs.skirmish.nova.fight.collateral import settle
from swarmzoo.envs.skirmish.nova.fight.declaring import declare
from swarmzoo.envs.skirmish.nova.fight.defending import ask_defence
from swarmzoo.envs.skirmish.nova.fight.knockback import knock
from swarmzoo.envs.skirmish.nova.fight.levels import find_levels
from swarmzoo.envs.skirmish.nova.fight.record import clear_attack
from swarmzoo.envs.skirmish.nova.fight.rolling import roll_attack
from swarmzoo.envs.skirmish.nova.fight.shock import daze, suffer
from swarmzoo.envs.skirmish.nova.fight.soaking import add, ping, soak
from swarmzoo.envs.skirmish.nova.fight.stages import (
    ADDS,
    COVER,
    DAZE,
    DECLARE,
    DEFENCE,
    GRIEVOUS,
    KNOCKBACK,
    NO_ATTACK,
    PING,
    RANGE,
    ROLL_ATTACK,
    ROLL_LEVELS,
    SOAK,
)
from swarmzoo.envs.skirmish.nova.sheet import support_type
from swarmzoo.envs.skirmish.nova.state import AT_HEX, WAITING


@kernel
def begin_attack(s, r, i, slot, order):
    """Begin the attack that a piece has planned, and that is possible; ``order``: dice that its order costs."""
    clear_attack(s)
    part = int(s.plan_kind[i, slot])
    s.attacker, s.a_kind, s.a_what, s.a_aim = i, part, s.plan_what[i, slot], s.plan_aim[i, slot]
    s.a_weapon, s.a_mode, s.a_how = weapon_of(s, r, i, part), s.plan_mode[i, slot], s.plan_how[i, slot]
    s.a_harder, s.a_order, s.a_step = s.plan_harder[i, slot], order, DECLARE
    s.a_centre = aimed_cell(s, r, i, int(s.a_what), int(s.a_aim))
    if s.a_how == AT_GROUND:
        s.a_what, s.a_aim = AT_HEX, s.a_centre
    if part == SUPPORT:
        call_support(s, r, i)
    log_event(s, ATTACKED, i, part, s.a_weapon, s.a_what, s.a_aim)
    if s.a_mode or s.a_how:
        log_event(s, MANNER, s.a_mode, s.a_how)


@kernel
def call_support(s, r, i):
    """Use up a heavy weapon of a henchman; it fires the largest burst that it can, for accuracy. [NOV-59]"""
    s.a_type = support_type(s, r, i)
    s.supports[i, s.a_type] += 1
    s.a_mode = max(0, 2 * int(r.weapon_burst[s.a_weapon]) - 1)


@kernel
def go_on_attack(s, r):
    """Carry out the attack until somebody is asked or it is over."""
    while s.a_step != NO_ATTACK and s.stage == WAITING:
        take_stage(s, r)


@kernel
def take_stage(s, r):
    """Carry out the next stage; the one after it follows unless the stage names another one."""
    stage = int(s.a_step)
    s.a_step += 1
    if stage == DECLARE:
        declare(s, r)
    elif stage == RANGE:
        measure_range(s, r)
    elif stage == COVER:
        weigh_cover(s, r)
    elif stage == ROLL_ATTACK:
        roll_attack(s, r)
    elif stage == DEFENCE:
        ask_defence(s, r)
    elif stage == SOAK:
        soak(s, r)
    elif stage == ADDS:
        add(s, r)
    elif stage == PING:
        ping(s, r)
    elif stage == ROLL_LEVELS:
        find_levels(s, r)
    elif stage == DAZE:
        daze(s, r)
    elif stage == GRIEVOUS:
        suffer(s, r)
    elif stage == KNOCKBACK:
        knock(s, r)
    else:
        settle(s, r)
