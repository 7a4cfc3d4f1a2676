"""What a soldier is worth now: Movement Points, Melee Defense, Missile Evasion, and who is engaged.

[FOR-G2, FOR-G6a]
"""

from swarmzoo.envs.core.fields import distance, neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.bodies import FRONT, side_seen
from swarmzoo.envs.formation.rules import ALWAYS
from swarmzoo.envs.formation.state import FIELD, NOBODY


@kernel
def movement_points(s, r, i):
    """Return the Movement Points of a turn: Finesse + 3, less when Wounded or Encumbered. [FOR-G6a]"""
    kind = s.kind[i]
    points = r.kind_finesse[kind] + r.movement
    if s.wounded[i] or r.kind_encumbered[kind]:
        points -= r.movement_wounded
    if s.panicked[i]:
        points += r.kind_morale[kind]
    return max(points, 0)


@kernel
def weakness(s, r, i):
    """Return what being Wounded or Encumbered takes from attack and defence. [FOR-G7e]"""
    return r.wounded_loss if s.wounded[i] or r.kind_encumbered[s.kind[i]] else 0


@kernel
def shields_beside(s, r, i):
    """Return what neighbours with shields give a member with a medium or larger shield. [FOR-2, FOR-P6]"""
    f = s.formation[i]
    if f == NOBODY or not r.kind_shield_joins[s.kind[i]]:
        return 0
    shields = 0
    for direction in range(6):
        other = s.occupant[neighbour(r, s.place[i], direction)]
        if other != NOBODY and s.formation[other] == f and not s.dazed[other] and r.kind_shield[s.kind[other]] > 0:
            shields += 1
    return shields * r.shield_neighbour


@kernel
def melee_defense(s, r, i, with_weapon):
    """Return the Melee Defense; ``with_weapon``: its melee weapon can be used to ward off this attack. [FOR-G7i]"""
    kind = s.kind[i]
    total = r.kind_vigor[kind] + r.kind_shield_melee[kind]
    if r.kind_reach[kind] > 0:
        total += r.kind_skill[kind] if with_weapon else r.kind_finesse[kind]
    elif r.kind_shield[kind] > 0:
        total += r.kind_combat[kind]
    else:
        total += r.kind_finesse[kind]
    if r.kind_shield[kind] == 0 and with_weapon:
        total += r.kind_defence[kind]
    if s.defending[i]:
        total += r.defending
    if s.dazed[i]:
        total -= r.dazed_defence
    if s.berserk[i]:
        total -= r.berserk_defence
    return total - weakness(s, r, i) + shields_beside(s, r, i)


@kernel
def missile_evasion(s, r, i, attackers):
    """Return the Missile Evasion against so many members of formations at once, at least 0. [FOR-G8l, FOR-3, FOR-P7]"""
    kind = s.kind[i]
    total = r.kind_finesse[kind] + r.kind_combat[kind] // 2 + r.kind_shield_missile[kind] - r.evasion_loss
    if s.wounded[i] or r.kind_encumbered[kind]:
        total -= r.movement_wounded
    total += shields_beside(s, r, i) - r.joint_fire * max(attackers - 1, 0)
    return max(total, 0)


@kernel
def evasion_counts(s, r, i, from_cell):
    """Tell whether Missile Evasion protects a soldier from a shot: it evades, and is shot at from the front.

    [FOR-G6g]
    """
    if r.evasion == ALWAYS:
        return True
    return s.evading[i] and side_seen(r, s.place[i], s.facing[i], from_cell) == FRONT


@kernel
def can_strike(s, r, i, other):
    """Tell whether an enemy stands in the front hexes of a soldier, in reach of its melee weapon."""
    reach = r.kind_reach[s.kind[i]]
    if reach == 0 or s.place[other] == NOBODY or s.fate[i] != FIELD:
        return False
    if distance(r, s.place[i], s.place[other]) > reach:
        return False
    return side_seen(r, s.place[i], s.facing[i], s.place[other]) == FRONT


@kernel
def is_engaged(s, r, i):
    """Tell whether a soldier and an enemy that is not Dazed are in reach of each other, or one of the other.

    [FOR-G8b]
    """
    cell, company = int(s.place[i]), s.company[i]
    if s.zone[1 - company, cell] > 0:
        return True
    if r.kind_reach[s.kind[i]] == 0:
        return False
    odd, facing = parity(r, cell), s.facing[i]
    for k in range(1, 19 if r.kind_reach[s.kind[i]] > 1 else 7):
        if k in (3, 4, 5) or 9 < k < 17:  # not before the soldier
            continue
        other = s.occupant[cell + r.near[odd, facing, k]]
        if other != NOBODY and s.company[other] != company and not s.dazed[other] and not s.hidden[other]:
            return True
    return False
