"""The stages ``range`` and ``cover``: how hard the target is to hit. [NOV-14, NOV-16, NOV-37 to NOV-43, NOV-51]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import CRUSH, THROUGH, VITAL
from swarmzoo.envs.skirmish.nova.aims import cover_difficulty, cover_grade, difficulty_at, is_ranged
from swarmzoo.envs.skirmish.nova.dice import counted
from swarmzoo.envs.skirmish.nova.events import (
    HARD,
    OF_COVER,
    OF_DAZE,
    OF_DEFENCES,
    OF_PRONE,
    OF_RANGE,
    OF_REPLACING,
    OF_SHIELD,
    OF_SIZE,
    OF_THROUGH,
    OF_VITAL,
)
from swarmzoo.envs.skirmish.nova.fight.through import can_be_pushed, obstacle_piece, pushes, way_through
from swarmzoo.envs.skirmish.nova.rules import POWER
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left, who
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, AT_THING, NOT_YET


@kernel
def measure_range(s, r):
    """Count the difficulty of the distance. [NOV-38, NOV-39]"""
    if is_ranged(r, s.a_weapon):
        s.a_difficulty = counted(s, OF_RANGE, difficulty_at(s, r, s.attacker, s.a_weapon, s.a_centre))


@kernel
def weigh_cover(s, r):
    """Count cover, the target's own defences, and what hampers the attacker; tell the difficulty. [NOV-14, NOV-43]"""
    i, j = int(s.attacker), int(s.a_aim)
    found = int(s.a_difficulty) + handicaps(s, r, i)
    if s.a_what == AT_PIECE:
        if not r.weapon_area[s.a_weapon] and s.a_kind != CRUSH:
            s.a_shield = s.holding[j]
        found += hiding(s, r, i, j) + lying(s, r, i, j) + resisting(s, r, j) + manner(s, r, i, j)
    elif s.a_what == AT_THING:
        found += counted(s, OF_SIZE, int(r.thing_tiny[s.object_kind[j]]))
    s.a_difficulty = max(found, 0)
    log_event(s, HARD, s.a_difficulty)


@kernel
def handicaps(s, r, i):
    """Return the difficulty that lies in the attacker: dazed, or acting in place of what became impossible."""
    found = counted(s, OF_DAZE, int(r.daze_difficulty) * int(s.dazed[i] != 0))
    return found + counted(s, OF_REPLACING, int(r.replaced_difficulty) * int(s.a_harder != 0))


@kernel
def hiding(s, r, i, j):
    """Return the difficulty of cover; a human shield is superior cover. [NOV-14, NOV-P6]"""
    if s.a_shield != NOBODY:
        return counted(s, OF_SHIELD, int(r.cover_superior))
    if not is_ranged(r, s.a_weapon):
        return 0
    grade = cover_grade(s, r, s.place[i], s.place[j], s.covered[j])
    return counted(s, OF_COVER, cover_difficulty(r, grade))


@kernel
def lying(s, r, i, j):
    """Return what it means that the target lies: harder from afar, easier from beside. [NOV-H7]"""
    if not s.prone[j]:
        return 0
    by = int(r.prone_difficulty)
    return counted(s, OF_PRONE, by if distance(r, s.place[i], s.place[j]) > 1 else -by)


@kernel
def resisting(s, r, j):
    """Return what a target adds that is hard to hit, or resists powers or minds; not for its henchmen. [NOV-43]"""
    if henchmen_left(s, j) > 0:
        return 0
    row = who(s, r, j)
    found = int(r.hard_to_hit[row])
    if r.weapon_skill[s.a_weapon] == POWER:
        found += int(r.resist_quantum[row])
    if r.weapon_mental[s.a_weapon]:
        found += int(r.resist_mental[row])
    return counted(s, OF_DEFENCES, found)


@kernel
def manner(s, r, i, j):
    """Return the difficulty of a called shot, or of aiming to throw the target into something. [NOV-37, NOV-51]"""
    if s.a_how == VITAL:
        return counted(s, OF_VITAL, int(r.vital_difficulty))
    if s.a_how != THROUGH or not pushes(r, s.a_weapon) or not can_be_pushed(s, r, j):
        return 0
    s.a_direction = way_through(s, r, i, j)
    if s.a_direction == NOT_YET:
        return 0
    s.a_behind = obstacle_piece(s, r, i, j, s.a_direction)
    return counted(s, OF_THROUGH, int(r.into_object) if s.a_behind == NOBODY else int(r.into_person))
