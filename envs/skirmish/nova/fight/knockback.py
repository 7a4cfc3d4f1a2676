"""The stage ``knockback``: pushed back, knocked down, thrown into things and people. [NOV-48 to NOV-52]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.generator import is_on_field
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift
from swarmzoo.envs.skirmish.battlefield.objects import NO_OBJECT
from swarmzoo.envs.skirmish.nova.dice import roll_pool, trait_pool
from swarmzoo.envs.skirmish.nova.events import COLLIDED, FOR_COLLISION, FOR_FOOTING, KNOCKED, KNOCKED_DOWN
from swarmzoo.envs.skirmish.nova.fight.stages import COLLIDES, IS_STRUCK, NOT_COLLIDING, SOAK
from swarmzoo.envs.skirmish.nova.fight.things import armour_of, lose_structure
from swarmzoo.envs.skirmish.nova.fight.through import away, is_blocked, pushes, step_to
from swarmzoo.envs.skirmish.nova.sheet import able, in_field, who
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING, BASHING, LETHAL, NOT_YET

MEGA_FOOTING = 2  # what a dot of Mega-Dexterity counts for keeping one's feet


@kernel
def knock(s, r):
    """Knock the target back, and let a collision hurt it first, then what it strikes. [NOV-48, NOV-52]"""
    if s.a_collides == NOT_COLLIDING:
        if s.a_raw > 0 and s.a_alone and in_field(s, s.target):
            knock_back(s, r, int(s.target))
        if s.a_fall > 0:
            s.a_collides, s.a_first, s.a_step = COLLIDES, s.target, SOAK
    elif s.a_collides == COLLIDES and s.a_struck != NOBODY and in_field(s, s.a_struck):
        s.a_collides, s.target, s.a_step = IS_STRUCK, s.a_struck, SOAK
    else:
        if s.a_thing != NOBODY:
            shake(s, r, int(s.a_thing))
        s.target = s.a_first


@kernel
def knock_back(s, r, j):
    """Find how far the target is knocked back; move it, and see whether it keeps its feet. [NOV-48, NOV-50, NOV-T14]"""
    over = int(s.a_raw) - 2 * int(r.steadiness[who(s, r, j)])
    if over <= 0:
        return
    s.a_metres = over // int(r.knock_metres) + int(s.a_adds)
    if pushes(r, s.a_weapon):
        fly(s, r, j, int(s.a_metres) // int(r.metres))
    if s.a_metres > 0 and not s.prone[j] and not keeps_feet(s, r, j):
        s.prone[j] = True
        log_event(s, KNOCKED_DOWN, j)


@kernel
def keeps_feet(s, r, j):
    """Tell whether somebody keeps its feet: not if it goes further than its Dexterity, else by a roll. [NOV-49]"""
    row = who(s, r, j)
    if s.a_metres > int(r.dexterity[row]) + MEGA_FOOTING * int(r.mega_dexterity[row]) or not able(s, r, j):
        return False
    pool = trait_pool(s, r, j, r.dexterity, r.athletics, r.mega_dexterity, 0, False)
    return roll_pool(s, r, j, FOR_FOOTING, pool, s.a_metres) >= s.a_metres


# The flight


@kernel
def fly(s, r, j, hexes):
    """Move whom an attack knocks back, to the edge of the field or to what stops it. [NOV-48, NOV-52, NOV-H10]"""
    side, cell, gone = int(s.side[int(s.attacker)]), int(s.place[j]), 0
    if s.a_direction == NOT_YET:
        s.a_direction = away(s, r, side, origin(s, r), cell)
    for _ in range(hexes):
        ahead = step_to(r, side, cell, s.a_direction)
        if not is_on_field(r, ahead):
            break
        if is_blocked(s, r, cell, ahead):
            if s.a_fall == 0:
                collide(s, r, j, ahead)
            if is_blocked(s, r, cell, ahead):
                break
        cell, gone = ahead, gone + 1
    if gone > 0:
        lift(s, j)
        enter(s, j, cell)
    log_event(s, KNOCKED, j, s.a_metres, gone)


@kernel
def origin(s, r):
    """Return the hex from which an attack pushes: the attacker's, of an area attack its middle. [NOV-48]"""
    return int(s.a_centre) if r.weapon_area[s.a_weapon] else int(s.place[int(s.attacker)])


@kernel
def collide(s, r, j, cell):
    """Let a body strike what is in a hex; an object that its dice beat gives way. [NOV-51, NOV-52]"""
    k, n = int(s.occupant[cell]), int(s.object[cell])
    dice = min(int(s.a_metres) // 2, int(r.fall_cap))
    if dice == 0 or (k != NOBODY and k == s.a_behind and s.a_into == 0):
        return
    s.a_fall, s.a_fall_type = dice, BASHING
    if dice > tolerance(s, r, j) or (k == NOBODY and n != NO_OBJECT and r.thing_hard[s.object_kind[n]]):
        s.a_fall_type = LETHAL
    if k != NOBODY:
        s.a_struck = k
        log_event(s, COLLIDED, j, AT_PIECE, k, dice)
    elif n != NO_OBJECT:
        log_event(s, COLLIDED, j, AT_THING, n, dice)
        strike_thing(s, r, n, dice)
    else:
        log_event(s, COLLIDED, j, AT_HEX, cell, dice)


@kernel
def tolerance(s, r, j):
    """Return how many dice of a collision are only bashing: Stamina + Athletics. [NOV-52]"""
    row = who(s, r, j)
    return int(r.stamina[row]) + int(r.athletics[row])


@kernel
def strike_thing(s, r, n, dice):
    """Let a body go through an object whose armour its dice beat; a large one is only shaken. [NOV-52, NOV-54]"""
    if r.thing_large[s.object_kind[n]]:
        s.a_thing = n
    elif dice > armour_of(s, r, n):
        lose_structure(s, r, n, int(s.structure[n]))


@kernel
def shake(s, r, n):
    """Let a large object lose what a collision takes from it. [NOV-52, NOV-54]"""
    dice = int(s.a_fall) - armour_of(s, r, n)
    if dice > 0 and s.structure[n] > 0:
        lose_structure(s, r, n, min(1, roll_pool(s, r, s.a_first, FOR_COLLISION, dice, 1)))
    s.a_thing = NOBODY
