"""What a character is worth now: attributes, Shield, reach, who leads, who is locked in melee."""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.warband.events import TRAIT_HELPED
from swarmzoo.envs.skirmish.warband.sheet import BY_LEADERSHIP, LEADERSHIP
from swarmzoo.envs.skirmish.warband.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.warband.state import FIELD


@kernel
def present(s, i):
    """Tell whether a character is in the field."""
    return s.fate[i] == FIELD


@kernel
def is_active(s, i):
    """Tell whether a character is in the field and not Stunned."""
    return s.fate[i] == FIELD and not s.stunned[i]


@kernel
def is_bloodied(s, r, i):
    """Tell whether half of a character's Star or more is lost. [WAR-13, WAR-P4]"""
    return 2 * int(s.star[i]) <= int(r.own_star[i])


@kernel
def gap(s, r, i, j):
    """Return the hexes between two characters."""
    return distance(r, s.place[i], s.place[j])


@kernel
def shield_of(s, r, i):
    """Return the Shield of a character, a ward included. [WAR-12, WAR-P13]"""
    return int(r.own_shield[i]) + (int(r.ward_shield) if s.ward[i] else 0)


@kernel
def lends_coronet(s, r, leader, i):
    """Tell whether a leader with Leadership lends its Coronet to a friend. [WAR-G4, WAR-P9]"""
    if leader == i or s.side[leader] != s.side[i] or not is_active(s, leader):
        return False
    return (r.own_traits[leader] & LEADERSHIP) != 0 and gap(s, r, leader, i) <= r.leadership_range


@kernel
def coronet_of(s, r, i):
    """Return the Coronet that a character tests: its own, or a better one that is lent. [WAR-G2, WAR-G4]"""
    best, side = int(r.own_coronet[i]), int(s.side[i])
    for k in range(r.slots):
        other = side * int(r.slots) + k
        if lends_coronet(s, r, other, i):
            best = max(best, int(r.own_coronet[other]))
    return best


@kernel
def tested_coronet(s, r, i):
    """Return the Coronet that a character tests now, and tell in the log if it is a lent one. [WAR-G4]"""
    coronet = coronet_of(s, r, i)
    if coronet > r.own_coronet[i]:
        log_event(s, TRAIT_HELPED, i, BY_LEADERSHIP, 0, 0)
    return coronet


@kernel
def locks(s, r, enemy, i):
    """Tell whether an enemy holds a character in melee: within a hex, and not Stunned. [WAR-11, WAR-P12]"""
    return s.side[enemy] != s.side[i] and is_active(s, enemy) and gap(s, r, enemy, i) <= 1


@kernel
def in_melee(s, r, i):
    """Tell whether a character is held in melee. [WAR-11]"""
    for direction in range(6):
        other = s.occupant[neighbour(r, s.place[i], direction)]
        if other != NOBODY and locks(s, r, other, i):
            return True
    return False


@kernel
def taunter_of(s, i):
    """Return who has taunted a character and is still in the field, or NOBODY. [WAR-G4]"""
    taunter = int(s.taunted_by[i])
    return taunter if taunter != NOBODY and present(s, taunter) else NOBODY


@kernel
def leader_of(s, r, side):
    """Return who leads a warband now: the highest Coronet in the field, or NOBODY. [WAR-P9]"""
    best = NOBODY
    for k in range(r.slots):
        i = side * int(r.slots) + k
        if s.fate[i] == FIELD and (best == NOBODY or r.own_coronet[i] > r.own_coronet[best]):
            best = i
    return best


@kernel
def nearest_enemy(s, r, i):
    """Return the nearest enemy of a character, the first of several by its foe slots, or NOBODY."""
    best, best_gap = NOBODY, 999
    for k in range(num_foes(r)):
        j = foe_slot(r, s.side[i], k)
        if present(s, j) and gap(s, r, i, j) < best_gap:
            best, best_gap = j, gap(s, r, i, j)
    return best
