"""An attack from its declaration to its end; it stops wherever somebody is asked. [NOV-G7, NOV-G8]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.objects import damage_object
from swarmzoo.envs.skirmish.nova.actions import SUPPORT
from swarmzoo.envs.skirmish.nova.aims import aimed_cell, weapon_of
from swarmzoo.envs.skirmish.nova.casualties import fate_by_wounds, put_out
from swarmzoo.envs.skirmish.nova.dice import roll_pool, trait_pool
from swarmzoo.envs.skirmish.nova.events import ATTACK_OVER, ATTACKED, FELL, FOR_ATTACK, HURT, STRUCTURE_LOST
from swarmzoo.envs.skirmish.nova.sheet import is_person, levels_of, support_type
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, AT_THING, DEAD, FIELD, LETHAL, NOT_YET, SURRENDERED, WAITING

STAGES = (
    *("declare", "range", "cover", "roll", "defence", "soak", "adds", "ping", "levels", "daze"),
    *("grievous", "knockback", "collateral"),
)
NO_ATTACK = 0


@kernel
def begin_attack(s, r, i, slot, order):
    """Begin the attack that a piece has planned, and that is possible; ``order``: dice that its order costs."""
    clear_attack(s)
    part = int(s.plan_kind[i, slot])
    s.attacker, s.a_kind, s.a_what, s.a_aim = i, part, s.plan_what[i, slot], s.plan_aim[i, slot]
    s.a_weapon, s.a_mode, s.a_how = weapon_of(s, r, i, part), s.plan_mode[i, slot], s.plan_how[i, slot]
    s.a_harder, s.a_order, s.a_step = s.plan_harder[i, slot], order, 1
    if part == SUPPORT:
        s.a_type = support_type(s, r, i)
        s.supports[i, s.a_type] += 1
    s.a_centre = aimed_cell(s, r, i, int(s.a_what), int(s.a_aim))
    log_event(s, ATTACKED, i, part, s.a_weapon, s.a_what, s.a_aim)


@kernel
def go_on_attack(s, r):
    """Carry out the attack until somebody is asked or it is over."""
    while s.a_step != NO_ATTACK and s.stage == WAITING:
        take_stage(s, r)


@kernel
def take_stage(s, r):
    """STUB: every attack hurts a little, by the successes of a plain pool."""
    i = int(s.attacker)
    pool = trait_pool(s, r, i, r.dexterity, r.firearms, r.mega_dexterity, int(s.a_order), False)
    net = roll_pool(s, r, i, FOR_ATTACK, pool, 1)
    if net > 0 and s.a_what == AT_THING:
        lost = damage_object(s, r, int(s.a_aim), 20 + net)
        log_event(s, STRUCTURE_LOST, s.a_aim, lost, s.structure[s.a_aim])
    elif net > 0 and s.a_what == AT_PIECE:
        stub_hurt(s, r, int(s.a_aim), net)
    log_event(s, ATTACK_OVER, i)
    clear_attack(s)


@kernel
def stub_hurt(s, r, j, net):
    """STUB."""
    if not is_person(s, r, j):
        s.members[j] = max(0, int(s.members[j]) - net)
        log_event(s, FELL, j, net, s.members[j])
        if s.members[j] == 0:
            put_out(s, r, j, SURRENDERED)
        return
    for k in range(s.henchmen.shape[1]):
        if s.henchmen[j, k] > 0:
            s.henchmen[j, k] = max(0, int(s.henchmen[j, k]) - net)
            return
    levels = levels_of(s, r, j)
    s.lethal[j] = min(int(s.lethal[j]) + net, levels + 2)
    log_event(s, HURT, j, net, LETHAL, levels + 1 - s.lethal[j])
    fate = fate_by_wounds(s, j, levels)
    if fate != FIELD:
        put_out(s, r, j, fate)
        s.beyond_help[j] = fate == DEAD


@kernel
def clear_attack(s):
    """Let nobody attack."""
    s.a_step, s.attacker, s.a_kind, s.a_weapon, s.a_what, s.a_aim = NO_ATTACK, NOBODY, 0, NOBODY, 0, NOBODY
    s.a_mode = s.a_how = s.a_harder = s.a_order = 0
    s.a_type = s.a_centre = NOBODY
    s.a_pool = s.a_adds = s.a_difficulty = s.a_successes = s.a_net = 0
    s.a_queue = s.a_things = 0
    clear_target(s)


@kernel
def clear_target(s):
    """Forget what the target before has brought."""
    s.target = s.a_thing = s.a_shield = NOBODY
    s.a_into_shield = s.a_defence = s.a_defended = s.a_asked = 0
    s.a_raw = s.a_soak = s.a_dice = s.a_dealt = s.a_levels = s.a_into = s.a_metres = s.a_collides = 0
    s.a_direction = NOT_YET
