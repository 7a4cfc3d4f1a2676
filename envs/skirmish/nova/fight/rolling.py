"""The stage ``roll``: successes, hits, and where area attacks land. [NOV-4, NOV-6, NOV-14, NOV-51, NOV-53, NOV-G7]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.generator import is_on_field
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.aims import nearest_of_thing
from swarmzoo.envs.skirmish.nova.dice import roll_pool
from swarmzoo.envs.skirmish.nova.events import FOR_ATTACK, HIT, MISSED, PLACED, SHIELDED
from swarmzoo.envs.skirmish.nova.fight.stages import COLLATERAL, THROUGH_SHIELD
from swarmzoo.envs.skirmish.nova.fight.through import step_to
from swarmzoo.envs.skirmish.nova.sheet import in_field
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, AT_THING, NOT_YET


@kernel
def roll_attack(s, r):
    """Roll the pool of the attack, and see whom or what it hits. The first target follows. [NOV-G1, NOV-G7]"""
    needed = 1 + int(s.a_difficulty)
    s.a_successes = roll_pool(s, r, s.attacker, FOR_ATTACK, s.a_pool, needed)
    s.a_net = s.a_successes - needed
    if s.a_what == AT_THING and (s.a_net < 0 and not r.thing_tiny[s.object_kind[s.a_aim]]):
        s.a_net = 0
    if r.weapon_area[s.a_weapon]:
        land(s, r)
    elif s.a_what == AT_THING:
        hit_thing(s)
    else:
        hit_piece(s)
    s.a_step = COLLATERAL


@kernel
def hit_thing(s):
    """Hit an object, or miss a tiny one. [NOV-53]"""
    if s.a_net >= 0:
        s.a_things = 1 << s.a_aim
    else:
        log_event(s, MISSED, s.attacker)


@kernel
def hit_piece(s):
    """Hit a piece, or only the human shield before it, or nobody. [NOV-14, NOV-51, NOV-G7]"""
    j = int(s.a_aim)
    if s.a_net >= 0:
        if s.a_behind != NOBODY:
            s.a_into = (s.a_net + 1) // 2
            s.a_net -= s.a_into
        log_event(s, HIT, s.attacker, j, s.a_net)
        s.a_queue = 1 << j
    elif s.a_shield != NOBODY and s.a_successes > 0:
        s.a_net, s.a_into_shield = 0, THROUGH_SHIELD
        s.a_direction, s.a_behind = NOT_YET, NOBODY
        log_event(s, SHIELDED, j, s.a_shield)
        s.a_queue = 1 << j | 1 << s.a_shield
    else:
        log_event(s, MISSED, s.attacker)


# Areas


@kernel
def area_radius(r, weapon):
    """Return the radius of an area attack in hexes: ten metres for each level, a hex at least. [NOV-4]"""
    return max(1, int(r.weapon_area[weapon]) * int(r.area_metres) // int(r.metres))


@kernel
def land(s, r):
    """Let an area attack land where it was aimed, or elsewhere; note who and what is in it. [NOV-4, NOV-6, NOV-H8]"""
    if s.a_net < 0:
        log_event(s, MISSED, s.attacker)
        s.a_centre = strayed(s, r, int(s.side[int(s.attacker)]), int(s.a_centre))
    log_event(s, PLACED, s.a_centre)
    radius = area_radius(r, s.a_weapon)
    for j in range(r.pieces):
        if in_field(s, j) and distance(r, s.a_centre, s.place[j]) <= radius:
            s.a_queue |= 1 << j
    for n in range(s.num_objects):
        if s.structure[n] > 0 and distance(r, s.a_centre, nearest_of_thing(s, r, n, s.a_centre)) <= radius:
            s.a_things |= 1 << n


@kernel
def strayed(s, r, side, cell):
    """Return where an attack lands that was not placed: a few hexes off, in a direction as the side counts. [NOV-H8]"""
    direction = int(draw_below(s.rng, 6))
    for _ in range(1 + int(draw_below(s.rng, r.scatter_hexes))):
        ahead = step_to(r, side, cell, direction)
        if not is_on_field(r, ahead):
            return cell
        cell = ahead
    return cell


@kernel
def is_primary(s, j):
    """Tell whether a piece is the one at which an area attack was aimed, and which it hit. [NOV-6, NOV-8]"""
    return s.a_what == AT_PIECE and s.a_aim == j and s.a_net >= 0
