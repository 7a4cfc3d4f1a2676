"""What actions can be aimed at, and how: why a target, a hex, a burst or a manner is refused. [NOV-A1, NOV-6]"""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, OFF
from swarmzoo.envs.skirmish.nova.actions import (
    AT,
    AT_GROUND,
    AT_TARGET,
    GRAPPLE,
    HEX,
    MATE,
    RESUSCITATE,
    THING,
    THROUGH,
    VITAL,
)
from swarmzoo.envs.skirmish.nova.aims import OUT_OF_REACH as TOO_FAR
from swarmzoo.envs.skirmish.nova.aims import (
    difficulty_at,
    is_attack,
    is_ranged,
    weapon_of,
    why_no_attack,
    why_no_target,
)
from swarmzoo.envs.skirmish.nova.fight.through import why_no_through
from swarmzoo.envs.skirmish.nova.holds import can_be_held
from swarmzoo.envs.skirmish.nova.movement import cell_in_disc
from swarmzoo.envs.skirmish.nova.plans import is_move, plans_move
from swarmzoo.envs.skirmish.nova.reasons import (
    CANNOT_BE_HELD,
    LEGAL,
    MUST_AIM,
    NO_AREA,
    NO_BURST,
    NO_SUCH_THING,
    NOBODY_DYING,
    NOT_ASKED,
    NOT_VITAL,
    OUT_OF_RANGE,
    OUT_OF_REACH,
    OUT_OF_SIGHT,
    TOO_SHORT_BURST,
)
from swarmzoo.envs.skirmish.nova.rescue import can_save
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, is_person
from swarmzoo.envs.skirmish.nova.slots import foe_slot, thing_slot
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, AT_THING


@kernel
def refuse_target(s, r, i, part, k):
    """Say why an action cannot be aimed at something. [NOV-A1]"""
    kind = int(s.plan_kind[i, s.slot])
    if part == HEX and is_move(kind):
        return LEGAL if s.goals[k] > 0 else OUT_OF_REACH
    if part == MATE and kind == RESUSCITATE:
        return LEGAL if can_save(s, r, i, int(s.side[i]) * int(r.slots) + k) else NOBODY_DYING
    if is_attack(kind):
        if part == AT:
            return refuse_aim(s, r, i, kind, AT_PIECE, foe_slot(r, i, k))
        if part == THING and kind != GRAPPLE:
            return refuse_aim(s, r, i, kind, AT_THING, thing_slot(r, i, k))
        if part == HEX:
            return NO_AREA if moves_first(s, i) else refuse_hex(s, r, i, kind, k)
    return MUST_AIM


@kernel
def refuse_aim(s, r, i, part, what, aim):
    """Say why an attack cannot be aimed at a piece or an object; after a move only that it is there counts."""
    if not moves_first(s, i):
        return why_no_attack(s, r, i, part, what, aim)
    if what == AT_THING and aim >= s.num_objects:
        return NO_SUCH_THING
    reason = why_no_target(s, r, i, what, aim)
    if reason == LEGAL and part == GRAPPLE and not can_be_held(s, r, aim):
        return CANNOT_BE_HELD
    return reason


@kernel
def refuse_hex(s, r, i, part, k):
    """Say why an area attack cannot be aimed at a hex of the disc. [NOV-6]"""
    weapon, cell = weapon_of(s, r, i, part), cell_in_disc(s, r, i, k)
    if not r.weapon_area[weapon] or not is_ranged(r, weapon):
        return NO_AREA
    if s.terrain[cell] == OFF:
        return OUT_OF_REACH
    if difficulty_at(s, r, i, weapon, cell) == TOO_FAR:
        return OUT_OF_RANGE
    near = distance(r, s.place[i], cell) <= 1
    return LEGAL if near or cover_between(s, r, s.place[i], cell) != HIDDEN else OUT_OF_SIGHT


@kernel
def refuse_mode(s, r, i, k):
    """Say why a burst cannot be fired. [NOV-G10]"""
    burst = int(r.weapon_burst[weapon_of(s, r, i, int(s.plan_kind[i, s.slot]))])
    if k == 0:
        return LEGAL
    if burst == 0:
        return NO_BURST
    return LEGAL if (k + 1) // 2 <= burst else TOO_SHORT_BURST


@kernel
def refuse_how(s, r, i, k):
    """Say why an attack cannot be aimed in a manner. [NOV-6, NOV-37, NOV-51]"""
    kind, j = int(s.plan_kind[i, s.slot]), int(s.plan_aim[i, s.slot])
    area = r.weapon_area[weapon_of(s, r, i, kind)] > 0
    if k == AT_TARGET:
        return LEGAL
    if k == AT_GROUND:
        return LEGAL if area else NO_AREA
    if k == THROUGH:
        return why_no_through(s, r, i, kind, j)
    if k == VITAL:
        return LEGAL if is_person(s, r, j) and henchmen_left(s, j) == 0 and not area else NOT_VITAL
    return NOT_ASKED


@kernel
def moves_first(s, i):
    """Tell whether a piece will move before the action that is declared, so that nobody knows from where it is."""
    return not s.replacing and plans_move(s, i, s.num_planned[i])
