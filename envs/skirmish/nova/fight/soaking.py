"""The stages ``soak``, ``adds`` and ``ping``: dice of damage, and what takes dice off. [NOV-3, NOV-14 to NOV-25]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import CRUSH, GRAPPLE
from swarmzoo.envs.skirmish.nova.dice import counted
from swarmzoo.envs.skirmish.nova.events import (
    ADDED,
    FOR_GRIP,
    OF_ARMOUR,
    OF_GRIP,
    OF_HELP,
    OF_HENCHMEN,
    OF_NATURAL,
    OF_NET,
    OF_PIERCING,
    OF_POWERS,
    OF_STRENGTH,
    OF_WEAPON,
    PINGED,
    SOAKED,
    STRUCK,
)
from swarmzoo.envs.skirmish.nova.fight.henchmen import most_numerous
from swarmzoo.envs.skirmish.nova.fight.stages import COLLATERAL, KNOCKBACK, NOT_COLLIDING, THROUGH_SHIELD
from swarmzoo.envs.skirmish.nova.fight.things import soak_thing
from swarmzoo.envs.skirmish.nova.fight.through import can_be_pushed
from swarmzoo.envs.skirmish.nova.holds import can_be_held, hold, wins_grip
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, is_gritty, is_mob, is_vehicle, who
from swarmzoo.envs.skirmish.nova.state import AGGRAVATED, AT_THING, BASHING, EMP, LETHAL, STUN

NO_DIE = -1
MILDER = (NO_DIE, STUN, BASHING, LETHAL, NO_DIE)  # the type of the last die, by the type of the damage [NOV-24]


@kernel
def soak(s, r):
    """Find how many dice of damage are left after soak; a grapple is won or lost here. [NOV-21 to NOV-25]"""
    if s.target == NOBODY:
        soak_thing(s, r, struck_thing(s, r))
    elif s.a_collides != NOT_COLLIDING:
        soak_dice(s, r, int(s.a_fall), int(s.a_fall_type))
    elif s.a_kind == GRAPPLE:
        grip(s, r)
    else:
        soak_blow(s, r)


@kernel
def grip(s, r):
    """Let the attacker hold the target if it wins the grip. [NOV-14, NOV-H2]"""
    i, j = int(s.attacker), int(s.target)
    s.a_step = COLLATERAL
    if wins_grip(s, r, i, j, s.a_order, FOR_GRIP) and can_be_held(s, r, j):
        hold(s, i, j)


@kernel
def soak_blow(s, r):
    """Soak the attack itself; what goes through a human shield is cut by its soak + 1 first. [NOV-14, NOV-20]"""
    j, kind = int(s.target), int(r.weapon_type[s.a_weapon])
    s.a_raw, s.a_alone = damage_dice(s, r), can_be_pushed(s, r, j)
    behind = s.a_into_shield == THROUGH_SHIELD and j != s.a_shield
    if behind:
        natural, armoured, powered, lost = soak_parts(s, r, int(s.a_shield), soaked_as(s, r, kind))
        s.a_raw += counted(s, OF_HELP, -(natural + armoured + powered - lost + 1))
    log_event(s, STRUCK, s.a_raw)
    if (behind and s.a_raw <= 0) or (kind == EMP and not is_machine(s, r, j)):
        s.a_raw, s.a_step = 0, COLLATERAL
        return
    soak_dice(s, r, int(s.a_raw), kind)


@kernel
def soak_dice(s, r, raw, kind):
    """Take the target's soak from dice of a type. [NOV-21, NOV-40]"""
    natural, armoured, powered, lost = soak_parts(s, r, int(s.target), soaked_as(s, r, kind))
    counted(s, OF_NATURAL, natural)
    counted(s, OF_ARMOUR, armoured)
    counted(s, OF_POWERS, powered)
    counted(s, OF_GRIP if s.a_kind == CRUSH else OF_PIERCING, -lost)
    s.a_soak, s.a_dealt = natural + armoured + powered - lost, kind
    s.a_dice = raw - s.a_soak
    log_event(s, SOAKED, s.target, kind, raw, s.a_soak, s.a_dice)


# Dice of damage


@kernel
def struck_thing(s, r):
    """Return the dice of damage against an object, and tell them."""
    raw = damage_dice(s, r)
    log_event(s, STRUCK, raw, AT_THING, s.a_thing)
    return raw


@kernel
def damage_dice(s, r):
    """Return the dice of damage before soak: weapon, Strength, net successes, henchmen. [NOV-7, NOV-58, NOV-G7]"""
    dice = counted(s, OF_WEAPON, int(r.weapon_damage[s.a_weapon]))
    if r.weapon_strength[s.a_weapon]:
        row = who(s, r, s.attacker)
        dice += counted(s, OF_STRENGTH, int(r.strength[row]) + int(r.mega_damage) * int(r.mega_strength[row]))
    if not r.weapon_area[s.a_weapon]:
        dice += counted(s, OF_NET, int(s.a_net))
    return dice if s.a_kind == CRUSH else dice + counted(s, OF_HENCHMEN, int(s.a_helpers))


# Soak


@kernel
def soaked_as(s, r, kind):
    """Return the type as which damage is soaked: stun as bashing, chemical aggravated as lethal. [NOV-15, NOV-19]"""
    if kind == STUN:
        return BASHING
    chemical = s.a_collides == NOT_COLLIDING and r.weapon_chemical[s.a_weapon]
    return LETHAL if kind == AGGRAVATED and chemical else kind


@kernel
def soak_parts(s, r, j, kind):
    """Return natural, armoured and power-based soak, and what a grip or piercing takes off these. [NOV-25, NOV-40]

    Of a squad of henchmen that of the most numerous type; cinematic extras have none; of EMP only hardening counts.
    """
    row, k = who(s, r, j), kind - BASHING
    if kind == EMP:
        return int(r.hardening[row]), 0, 0, 0
    if is_mob(s, r, j) or (s.a_collides == NOT_COLLIDING and not r.weapon_soakable[s.a_weapon]):
        return 0, 0, 0, 0
    if henchmen_left(s, j) > 0:
        natural, armoured, powered = 0, henchman_soak(s, r, j, kind), 0
    else:
        natural, powered = int(r.natural[row, k]), int(r.powered[row, k])
        armoured = int(r.armoured[row, s.gone_layers[j], k])
    return natural, armoured, powered, armoured + powered - left_of(s, r, j, armoured, powered)


@kernel
def left_of(s, r, j, armoured, powered):
    """Return what of soak by armour and powers a grip leaves, which halves both, or piercing. [NOV-3, NOV-25, NOV-P5]

    What makes a leader hard to pierce does nothing for the henchmen who are hit. [NOV-60]
    """
    if s.a_collides != NOT_COLLIDING:
        return armoured + powered
    if s.a_kind == CRUSH:
        return armoured // 2 + powered // 2
    impervious = 0 if henchmen_left(s, j) > 0 else int(r.impervious[who(s, r, j)])
    piercing = max(0, int(r.weapon_ap[s.a_weapon]) - impervious)
    return max(0, armoured + powered - piercing)


@kernel
def henchman_soak(s, r, j, kind):
    """Return the soak of a squad with henchmen: that of the most numerous type. [NOV-60]"""
    number = int(r.henchmen_type[who(s, r, j), most_numerous(s, r, j)])
    if kind == BASHING:
        return int(r.henchman_bashing[number])
    return int(r.henchman_lethal[number]) if kind == LETHAL else int(r.henchman_aggravated[number])


@kernel
def is_machine(s, r, j):
    """Tell whether EMP damages a piece: a machine, but not the leader of a squad. [NOV-20]"""
    return r.machine[who(s, r, j)] != 0 and henchmen_left(s, j) == 0


# Adds and ping


@kernel
def add(s, r):
    """Add the automatic levels if a die is left. [NOV-23]"""
    s.a_levels = 0
    if s.a_dice > 0 and s.a_adds > 0 and s.a_collides == NOT_COLLIDING:
        s.a_levels = s.a_adds
        if s.target != NOBODY:
            log_event(s, ADDED, s.target, s.a_adds)


@kernel
def ping(s, r):
    """Let one die of the milder type be left where none is; stun and EMP leave none. [NOV-24]"""
    if s.target == NOBODY or s.a_dice > 0 or is_mob(s, r, s.target):
        return
    milder = MILDER[s.a_dealt]
    if milder == NO_DIE or not pings(s, r, int(s.target)):
        s.a_dice, s.a_step = 0, KNOCKBACK
        return
    s.a_dice = 1
    s.a_dealt = milder
    log_event(s, PINGED, s.target, s.a_dealt)


@kernel
def pings(s, r, j):
    """Tell whether ping damage can hurt a piece: not extras, as their dice are not rolled. [NOV-24, NOV-44, NOV-G12]"""
    return not is_vehicle(s, r, j) and (not is_gritty(s, r, j) or r.gritty_ping != 0)
