"""Objects under attack: armour, structure, and the size that protects them. [NOV-53, NOV-54, NOV-55]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.objects import damage_object, object_hexes_within, span_of
from swarmzoo.envs.skirmish.nova.dice import counted, roll_pool
from swarmzoo.envs.skirmish.nova.events import (
    BROKEN,
    FOR_DAMAGE,
    OF_ADDS,
    OF_ARMOUR,
    OF_EXTENT,
    OF_PIERCING,
    STRUCTURE_LOST,
    THING_SOAKED,
)
from swarmzoo.envs.skirmish.nova.fight.rolling import area_radius
from swarmzoo.envs.skirmish.nova.fight.stages import COLLATERAL
from swarmzoo.envs.skirmish.nova.state import EMP, STUN

HALF_SIZE, FULL_SIZE, ENGULFED = 1, 2, 4  # what levels are multiplied by


@kernel
def armour_of(s, r, n):
    """Return the armour of an object."""
    return int(r.object_armour[s.object_kind[n]])


@kernel
def soak_thing(s, r, raw):
    """Take an object's armour from the dice of damage; stun and EMP do nothing to it. [NOV-25, NOV-55]"""
    n, kind = int(s.a_thing), int(r.weapon_type[s.a_weapon])
    if s.structure[n] == 0 or kind == STUN or kind == EMP:
        s.a_step = COLLATERAL
        return
    armour = counted(s, OF_ARMOUR, armour_of(s, r, n))
    pierced = min(armour, int(r.weapon_ap[s.a_weapon]))
    counted(s, OF_PIERCING, -pierced)
    s.a_raw, s.a_soak, s.a_dealt = raw, armour - pierced, kind
    s.a_dice = raw - s.a_soak
    log_event(s, THING_SOAKED, n, raw, s.a_soak, s.a_dice)


@kernel
def break_thing(s, r):
    """Roll the dice that are left, and let the object lose structure. [NOV-54, NOV-55]"""
    n = int(s.a_thing)
    s.a_step = COLLATERAL
    if s.a_dice > 0:
        rolled = roll_pool(s, r, s.attacker, FOR_DAMAGE, s.a_dice, 1)
        levels = rolled + counted(s, OF_ADDS, int(s.a_levels))
        lose_structure(s, r, n, levels + counted(s, OF_EXTENT, sized(s, r, n, levels) - levels))


@kernel
def sized(s, r, n, levels):
    """Return what levels an object takes: a large one loses one at most, but for areas as large as it is. [NOV-54]"""
    if not r.thing_large[s.object_kind[n]]:
        return levels
    factor = area_factor(s, r, n)
    return levels * factor if factor > 0 else min(levels, 1)


@kernel
def area_factor(s, r, n):
    """Return what an area attack's levels are multiplied by for a large object, 0 if it is too small. [NOV-54]"""
    metres = int(r.weapon_area[s.a_weapon]) * int(r.area_metres)
    if metres == 0:
        return 0
    if object_hexes_within(s, r, n, s.a_centre, area_radius(r, s.a_weapon)) == s.object_hexes[n]:
        return ENGULFED
    least, most = span_of(s, r, n)
    if 2 * metres >= most * int(r.metres):
        return FULL_SIZE
    return HALF_SIZE if 2 * metres >= least * int(r.metres) else 0


@kernel
def lose_structure(s, r, n, levels):
    """Let an object lose structure; tell what is left, or that it is broken. [NOV-55]"""
    lost = damage_object(s, r, n, armour_of(s, r, n) + levels)
    log_event(s, STRUCTURE_LOST, n, lost, s.structure[n])
    if s.structure[n] == 0:
        log_event(s, BROKEN, n)
