"""The stage ``levels``: dice of damage become levels, or fallen extras. [NOV-20, NOV-44 to NOV-47, NOV-60 to NOV-62]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.dice import roll_pool
from swarmzoo.envs.skirmish.nova.events import FELL, FOR_COLLISION, FOR_DAMAGE, HURT, LEVELS, OUT, SHUT_DOWN
from swarmzoo.envs.skirmish.nova.fight.henchmen import lose_henchmen
from swarmzoo.envs.skirmish.nova.fight.stages import KNOCKBACK, NOT_COLLIDING
from swarmzoo.envs.skirmish.nova.fight.things import break_thing
from swarmzoo.envs.skirmish.nova.fight.wounds import ablate, take_out, wound
from swarmzoo.envs.skirmish.nova.sheet import (
    henchmen_left,
    in_field,
    is_gritty,
    is_mob,
    is_person,
    is_vehicle,
    who,
)
from swarmzoo.envs.skirmish.nova.state import AGGRAVATED, DEAD, EMP, INCAPACITATED, LETHAL, SURRENDERED

MOST_TURNS = 100
DESTROYS, HARDENED_LEVELS = 3, 3  # EMP levels that destroy for good; levels for each turn of what is hardened


@kernel
def find_levels(s, r):
    """Turn the dice that are left into levels; only a person's go on to the next stages. [NOV-G8]"""
    j = int(s.target)
    if j == NOBODY:
        break_thing(s, r)
        return
    if s.a_dealt == EMP or not is_person(s, r, j) or henchmen_left(s, j) > 0:
        s.a_step = KNOCKBACK
    if is_mob(s, r, j):
        fell_mob(s, r, j)
    elif s.a_dealt == EMP:
        shut_down(s, r, j)
    elif is_gritty(s, r, j):
        fell_gritty(s, r, j)
    elif is_vehicle(s, r, j):
        hurt_vehicle(s, r, j, int(s.a_levels) + int(s.a_dice) // int(r.gritty_dice))
    elif henchmen_left(s, j) > 0:
        fell_henchmen(s, r, j)
    else:
        hurt_person(s, r, j)


@kernel
def rolled_levels(s, r):
    """Roll the dice of damage, each success a level. [NOV-G8]"""
    purpose = FOR_DAMAGE if s.a_collides == NOT_COLLIDING else FOR_COLLISION
    return roll_pool(s, r, s.attacker if s.a_collides == NOT_COLLIDING else s.target, purpose, s.a_dice, 1)


@kernel
def hurt_person(s, r, j):
    """Roll the levels of a person; ablative powers take theirs. [NOV-43]"""
    s.a_levels += rolled_levels(s, r)
    log_event(s, LEVELS, j, s.a_levels, s.a_dealt)
    ablate(s, r, j)
    if s.a_levels == 0:
        s.a_step = KNOCKBACK


@kernel
def is_area(s, r):
    """Tell whether the damage is that of an area attack itself."""
    return s.a_collides == NOT_COLLIDING and r.weapon_area[s.a_weapon] > 0


# Henchmen


@kernel
def fell_henchmen(s, r, j):
    """Let henchmen fall; an area attack multiplies all levels. [NOV-60, NOV-62, NOV-P3]"""
    s.a_levels += rolled_levels(s, r)
    if is_area(s, r):
        s.a_levels *= 1 + int(r.weapon_area[s.a_weapon])
    log_event(s, LEVELS, j, s.a_levels, s.a_dealt)
    lose_henchmen(s, r, j, int(s.a_levels))


# Extras


@kernel
def fell_mob(s, r, j):
    """Let cinematic extras fall: one that is hit, one for each success above five; in an area all. [NOV-4, NOV-46]"""
    fallen = 1
    if is_area(s, r):
        fallen = int(s.members[j])
    elif s.a_collides == NOT_COLLIDING:
        fallen += max(0, int(s.a_successes) - int(r.mob_successes))
    kills = LETHAL <= s.a_dealt <= AGGRAVATED
    lose_members(s, r, j, min(fallen, int(s.members[j])), DEAD if kills else INCAPACITATED)


@kernel
def lose_members(s, r, j, fallen, fate):
    """Let members of a squad fall; with the last one it is out: gritty extras as a rule surrender. [NOV-44, NOV-46]"""
    if fallen > 0:
        s.members[j] -= fallen
        log_event(s, FELL, j, fallen, s.members[j])
    if s.members[j] == 0:
        take_out(s, r, j, fate)


@kernel
def fell_gritty(s, r, j):
    """Let a gritty extra lose a level for every two dice, the most hurt one; in an area all. [NOV-44, NOV-P4]"""
    levels = int(s.a_levels) + int(s.a_dice) // int(r.gritty_dice)
    if is_pinged(s):
        levels = rolled_levels(s, r)
    log_event(s, LEVELS, j, levels, s.a_dealt)
    if is_area(s, r):
        fallen = 0
        for k in range(s.hl.shape[1]):
            fallen += hurt_member(s, j, k, levels)
        lose_members(s, r, j, fallen, SURRENDERED)
    else:
        lose_members(s, r, j, hurt_member(s, j, most_hurt(s, j), levels), SURRENDERED)


@kernel
def is_pinged(s):
    """Tell whether soak took all dice, so that the one which is left is that of a ping. [NOV-24]"""
    return s.a_soak >= (s.a_raw if s.a_collides == NOT_COLLIDING else s.a_fall)


@kernel
def most_hurt(s, j):
    """Return the standing member of a squad with the fewest levels left, the first of several. [NOV-44]"""
    best = 0
    for k in range(s.hl.shape[1]):
        if s.hl[j, k] > 0 and (s.hl[j, best] == 0 or s.hl[j, k] < s.hl[j, best]):
            best = k
    return best


@kernel
def hurt_member(s, j, k, levels):
    """Let a member of a squad lose levels; return 1 if it falls."""
    before = int(s.hl[j, k])
    s.hl[j, k] = max(0, before - levels)
    if levels > 0 and before > 0:
        log_event(s, HURT, j, levels, s.a_dealt, s.hl[j, k])
    return int(before > 0 and s.hl[j, k] == 0)


# Machines


@kernel
def hurt_vehicle(s, r, j, levels):
    """Let a vehicle of extras lose levels; without any it breaks off or crashes. [NOV-45, NOV-47]"""
    s.hl[j, 0] = max(0, int(s.hl[j, 0]) - levels)
    log_event(s, LEVELS, j, levels, s.a_dealt)
    if levels > 0:
        log_event(s, HURT, j, levels, s.a_dealt, s.hl[j, 0])
    if s.hl[j, 0] == 0:
        take_out(s, r, j, INCAPACITATED)


@kernel
def shut_down(s, r, j):
    """Let EMP damage a machine and shut it down; three levels destroy what is not hardened. [NOV-20]"""
    levels, hardened = int(s.a_levels) + rolled_levels(s, r), r.hardening[who(s, r, j)] > 0
    if is_vehicle(s, r, j):
        hurt_vehicle(s, r, j, levels)
    else:
        log_event(s, LEVELS, j, levels, EMP)
        wound(s, r, j, levels, LETHAL)
    if levels >= DESTROYS and not hardened:
        destroy(s, r, j)
    turns = levels // HARDENED_LEVELS if hardened else levels
    if turns > 0 and in_field(s, j):
        s.stun_next[j] = min(int(s.stun_next[j]) + turns, MOST_TURNS)
        log_event(s, SHUT_DOWN, j, turns)


@kernel
def destroy(s, r, j):
    """Let a machine be beyond repair, also where the levels that it lost have put it out already. [NOV-20]"""
    take_out(s, r, j, DEAD)
    if s.fate[j] != DEAD:
        s.fate[j] = DEAD
        log_event(s, OUT, j, DEAD)
    s.beyond_help[j] = True
