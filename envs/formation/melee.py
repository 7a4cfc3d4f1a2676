"""Melee: who is in reach, attacks, and their order. [FOR-G7]

An attack's number among those on one target in a turn counts, so attackers are looked for from the target's side,
clockwise from its front, nearest first.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import MOST_TARGETS
from swarmzoo.envs.formation.attributes import can_strike, melee_defense, weakness
from swarmzoo.envs.formation.bodies import FLANK, FRONT, REAR, place_on_ring, side_seen
from swarmzoo.envs.formation.damage import hit, take_hits
from swarmzoo.envs.formation.dice import HIT, roll
from swarmzoo.envs.formation.events import OPPORTUNITY, STRUCK
from swarmzoo.envs.formation.formations import tidy
from swarmzoo.envs.formation.state import FIELD, NOBODY

WALL_STAGE, BEST_STAGE, OTHER_STAGE = 0, 1, 2
_RING_END = (1, 7, 19, 37)


@kernel
def is_clear(s, r, a, b):
    """Tell whether a weapon gets from a cell to another at most three away: some way between is not occupied.

    [FOR-G7v]
    """
    gap = distance(r, a, b)
    if gap < 2:
        return True
    for direction in range(6):
        between = neighbour(r, a, direction)
        if seems_empty(s, between) and distance(r, between, b) == gap - 1:
            if is_clear_beside(s, r, between, b):
                return True
    return False


@kernel
def seems_empty(s, cell):
    """Tell whether nobody, or nobody that can be seen, stands in a cell."""
    return s.occupant[cell] == NOBODY or s.hidden[s.occupant[cell]]


@kernel
def is_clear_beside(s, r, a, b):
    """The same for a cell at most two away."""
    gap = distance(r, a, b)
    if gap < 2:
        return True
    for direction in range(6):
        between = neighbour(r, a, direction)
        if seems_empty(s, between) and distance(r, between, b) == gap - 1:
            return True
    return False


@kernel
def find_strikes(s, r, i, friends):
    """List whom a soldier can strike at, nearest first, then clockwise from its front; return how many. [FOR-G7t]

    ``friends``: those of its own company, whom only a Berserk strikes at.
    """
    kind, cell, count = s.kind[i], int(s.place[i]), 0
    reach = r.kind_reach[kind]
    if reach == 0:
        return 0
    odd, facing = parity(r, cell), s.facing[i]
    for ring in range(1, reach + 2):
        begin = 1 + 3 * ring * (ring - 1)
        for place in range(6 * ring):
            if place > ring and place < 5 * ring:
                continue
            other = s.occupant[cell + r.near[odd, facing, begin + place]]
            if other != NOBODY and other != i and (s.company[other] == s.company[i]) == friends:
                if count < MOST_TARGETS and not s.hidden[other] and is_clear(s, r, cell, s.place[other]):
                    s.found[count] = other
                    count += 1
    return count


@kernel
def attack_value(s, r, i, target, gap):
    """Return what is added to the dice of a melee attack. [FOR-G7a to FOR-G7h]"""
    kind = s.kind[i]
    total = r.kind_vigor[kind] + r.kind_skill[kind] + r.kind_attack[kind] - weakness(s, r, i)
    side = side_seen(r, s.place[target], s.facing[target], s.place[i])
    if side == FLANK:
        total += r.flank_bonus
    elif side == REAR:
        total += r.rear_bonus
    total += r.crowd_bonus * s.struck[target]
    if s.berserk[i]:
        total += r.berserk_attack
    if gap < r.kind_reach[kind]:
        total -= r.too_long
    elif gap > r.kind_reach[kind]:
        total -= r.too_short
    return total - r.one_handed if r.kind_one_handed[kind] else total


@kernel
def is_charging(s, r, i):
    """Tell whether a soldier's charge counts: it went far enough straight ahead. [FOR-P15]"""
    return s.charging[i] and s.straight[i] >= r.charge_hexes


@kernel
def in_spear_wall(s, r, i):
    """Tell whether a soldier stands in a spear wall: a Spearman beside another one of its formation. [FOR-4, FOR-P8]"""
    f = s.formation[i]
    if f == NOBODY or not is_wall_man(s, r, i):
        return False
    for direction in range(6):
        other = s.occupant[neighbour(r, s.place[i], direction)]
        if other != NOBODY and s.formation[other] == f and is_wall_man(s, r, other):
            return True
    return False


@kernel
def is_wall_man(s, r, i):
    """Tell whether a soldier can be part of a spear wall."""
    return r.kind_spear_wall[s.kind[i]] and r.kind_reach[s.kind[i]] == 2 and not s.dazed[i]


@kernel
def wall_against(s, r, i, charger):
    """Tell whether a soldier's spear wall meets a charger from the front. [FOR-P8]"""
    return (
        is_charging(s, r, charger)
        and side_seen(r, s.place[i], s.facing[i], s.place[charger]) == FRONT
        and in_spear_wall(s, r, i)
    )


@kernel
def strike(s, r, i, target, nth):
    """Attack a soldier in reach: if dice and attack exceed its Melee Defense, it is hit. [FOR-G7a, FOR-G1c]"""
    gap = distance(r, s.place[i], s.place[target])
    kind, other = s.kind[i], s.kind[target]
    value = attack_value(s, r, i, target, gap) - melee_defense(s, r, target, gap >= r.kind_reach[other])
    if wall_against(s, r, target, i):
        value -= r.spear_wall_defence
    attack = roll(s, r, HIT, s.place[i], nth) + value
    s.struck[target] += 1
    if attack > 0:
        damage = r.kind_damage[kind] + r.kind_vigor[kind]
        if is_charging(s, r, i):
            damage += r.charge_damage
        if s.berserk[i]:
            damage += r.berserk_attack
        if r.kind_one_handed[kind]:
            damage -= r.one_handed
        hit(s, r, i, target, attack, damage, r.kind_piercing[kind], nth)


@kernel
def attack_of_opportunity(s, r, i):
    """Let every enemy whose Zone of Control a soldier leaves strike at it; tell whether any does. [FOR-G6e]"""
    cell, found = int(s.place[i]), False
    odd, facing = parity(r, cell), s.facing[i]
    for k in range(1, 19):
        other = s.occupant[cell + r.near[odd, facing, k]]
        if other != NOBODY and s.company[other] != s.company[i] and can_strike(s, r, other, i):
            if not s.dazed[other] and not s.panicked[other] and not s.hidden[other]:
                if not is_clear(s, r, int(s.place[other]), cell):
                    continue
                log_event(s, OPPORTUNITY, other, i, 0)
                strike(s, r, other, i, number_of_leaver(s, r, other, i))
                found = True
    return found


@kernel
def number_of_leaver(s, r, i, leaver):
    """Number a soldier's attack of opportunity by where the leaver stands: against each it rolls dice of its own."""
    gap = distance(r, s.place[i], s.place[leaver])
    return 64 + 6 * (gap - 1) + place_on_ring(r, s.place[i], 0, s.place[leaver])


@kernel
def stage_of(s, r, i):
    """Tell when a declared strike lands: spear walls against chargers, then the best reach, then others. [FOR-G7q]"""
    target = s.target[i]
    if wall_against(s, r, i, target):
        return WALL_STAGE
    gap = distance(r, s.place[i], s.place[target])
    return BEST_STAGE if gap == r.kind_reach[s.kind[i]] else OTHER_STAGE


@kernel
def resolve_melee(s, r):
    """Let all declared strikes land, at once within each stage; who is Dazed or Downed before strikes no more.

    [FOR-G7q]
    """
    if s.num_strikes == 0:
        return
    s.num_strikes = 0
    for i in range(r.num_soldiers):
        s.when[i] = stage_of(s, r, i) if s.target[i] != NOBODY else -1
    for stage in range(3):
        for i in range(r.num_soldiers):
            if s.fate[i] == FIELD and s.aimed_at[i] > 0:
                receive(s, r, i, stage)
        take_hits(s, r)
    for i in range(r.num_soldiers):
        if s.target[i] != NOBODY:
            s.stale[i] |= s.charging[i]
            s.target[i], s.fought[i], s.charging[i] = NOBODY, True, False
        s.aimed_at[i] = 0
    tidy(s, r)


@kernel
def receive(s, r, i, stage):
    """Let those who strike at a soldier in this stage do so, nearest first, then clockwise from its front. [FOR-G7c]"""
    cell = int(s.place[i])
    odd, facing = parity(r, cell), s.facing[i]
    for k in range(1, 37):
        other = s.occupant[cell + r.near[odd, facing, k]]
        if other != NOBODY and s.target[other] == i and s.when[other] == stage and not s.dazed[other]:
            log_event(s, STRUCK, other, i, stage)
            strike(s, r, other, i, stage)
