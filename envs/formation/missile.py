"""Missiles: who can be shot at, and how well. [FOR-G8]"""

from swarmzoo.envs.core.bits import lowest_bit
from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import cell_at, distance, hex_distance, lag
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.sight import fewest_between, sees
from swarmzoo.envs.formation.actions import MOST_TARGETS
from swarmzoo.envs.formation.attributes import evasion_counts, is_engaged, missile_evasion
from swarmzoo.envs.formation.bodies import columns_around, discover, is_able, mark, marked, place_on_ring, rows_around
from swarmzoo.envs.formation.damage import hit, take_hits
from swarmzoo.envs.formation.dice import HIT, roll
from swarmzoo.envs.formation.events import SHOT
from swarmzoo.envs.formation.state import NOBODY, WORD

MOVERS = 2  # the rows of `ranks` that mark who may be reacted to
OPAQUE = 2
_FEW = 24  # movers that are looked at one by one
_NEXT = 2  # as many are looked for in growing circles, more in the whole one at once


@kernel
def can_shoot(s, r, i):
    """Tell whether a soldier has a loaded missile weapon and is free to use it. [FOR-G8a, FOR-G8b]"""
    return r.kind_bow_damage[s.kind[i]] >= 0 and s.loaded[i] and is_able(s, i) and not is_engaged(s, r, i)


@kernel
def sight_is_free(s, r, a, b):
    """Tell whether two cells see each other. [FOR-P17]"""
    if s.sight_is_clear:
        return True
    if r.high[s.terrain[a]] or r.high[s.terrain[b]]:
        return sees(r, s.terrain, r.opacity_from_high, OPAQUE, a, b)
    return sees(r, s.terrain, r.opacity, OPAQUE, a, b)


@kernel
def mark_movers(s, r):
    """Mark those who can be reacted to: who moved, alone or as members of a formation that did. [FOR-1, FOR-G8m]"""
    for k in range(s.num_movers):
        i = s.movers[k]
        s.moved_at[i] = s.place[i]
        mark(s, r, MOVERS, s.moved_at[i], True)


@kernel
def unmark_movers(s, r):
    """Take the marks away; who moved is still known until the next Step."""
    for k in range(s.num_movers):
        mark(s, r, MOVERS, s.moved_at[s.movers[k]], False)


@kernel
def find_targets(s, r, i, whom, nearest, farthest, needs_sight, most):
    """List the nearest marked soldiers, ties clockwise from the front; return how many there are, up to most. [FOR-A5]

    ``whom``: a company, or MOVERS. A dozen candidates are looked up at a time, and only as many looked at as needed.
    """
    seen, after, room = 0, nearest * 256 - 1, 2 * most
    while True:
        count = find_nearest(s, r, i, whom, after, farthest, room)
        for k in range(count):
            other = s.near[k]
            if not needs_sight or sight_is_free(s, r, int(s.place[i]), int(s.place[other])):
                s.found[seen] = other
                seen += 1
                if seen == most:
                    return seen
        if count < room:
            return seen
        after = int(s.near_rank[count - 1])


@kernel
def find_nearest(s, r, i, whom, after, farthest, room):
    """List the marked soldiers nearest to one, whatever lies between, after a rank; return how many, up to room."""
    if whom == MOVERS and s.num_movers <= _FEW:
        return list_movers(s, r, i, after, farthest, room)
    count, inner = 0, (after + 1) // 256
    radius = farthest if room > _NEXT else min(max(4, inner + 2), farthest)
    while True:
        count = search_circle(s, r, i, whom, inner, radius, after, room, count)
        if count == room or radius >= farthest:
            return count
        inner, radius = radius + 1, min(radius + radius // 2 + 1, farthest)


@kernel
def list_movers(s, r, i, after, farthest, room):
    """List the nearest of a few movers, one by one."""
    count, cell = 0, int(s.place[i])
    for k in range(s.num_movers):
        other = int(s.place[s.movers[k]])
        gap = distance(r, cell, other)
        if gap <= farthest:
            count = insert(s, r, i, cell, other, gap, after, room, count)
    return count


@kernel
def mark_near(s, r, radius):
    """Mark as mobile who may react: with a Quick Action, within a radius of a mover in sight. [FOR-1, FOR-G6i]"""
    passive = 1 - s.active
    for k in range(s.num_movers):
        mover = s.movers[k]
        if not s.hidden[mover]:
            mark_around(s, r, passive, int(s.place[mover]), int(radius))


@kernel
def mark_around(s, r, company, cell, radius):
    """Mark as mobile a company's soldiers within a radius of a cell who may react, whatever lies between."""
    top, bottom = rows_around(r, cell, radius)
    for row in range(top, bottom):
        first, last = columns_around(r, cell, radius, row)
        for word in range(first // WORD, (last - 1) // WORD + 1):
            bits, column = marked(s, company, row, word, first, last)
            while bits:
                i = s.occupant[cell_at(r, column + lowest_bit(bits), row)]
                bits &= bits - 1
                s.mobile[i] = s.quick[i] > 0 and is_able(s, i)


@kernel
def search_circle(s, r, i, whom, inner, radius, after, room, count):
    """Add the marked soldiers between two distances to the list of the nearest."""
    cell = int(s.place[i])
    top, bottom = rows_around(r, cell, int(radius))
    for row in range(top, bottom):
        first, last = columns_around(r, cell, int(radius), row)
        for word in range(first // WORD, (last - 1) // WORD + 1):
            bits, column = marked(s, whom, row, word, first, last)
            while bits:
                at = column + lowest_bit(bits)
                bits &= bits - 1
                gap = hex_distance(at - lag(row) - int(r.q[cell]), row - int(r.row[cell]))
                if gap >= inner:
                    count = insert(s, r, i, cell, cell_at(r, at, row), gap, after, room, count)
    return count


@kernel
def insert(s, r, i, cell, other_cell, gap, after, room, count):
    """Add a soldier to the sorted list of the nearest, if it is near enough and not hidden."""
    if count == room and gap * 256 >= s.near_rank[room - 1]:
        return count
    other = s.occupant[other_cell]
    rank = gap * 256 + place_on_ring(r, cell, s.facing[i], other_cell)
    if rank <= after or (count == room and rank >= s.near_rank[room - 1]):
        return count
    if other == i or (s.hidden[other] and s.company[other] != s.company[i]):
        return count
    k = count if count < room else room - 1
    while k > 0 and s.near_rank[k - 1] > rank:
        s.near_rank[k], s.near[k] = s.near_rank[k - 1], s.near[k - 1]
        k -= 1
    s.near_rank[k], s.near[k] = rank, other
    return min(count + 1, room)


@kernel
def find_shots(s, r, i, whom):
    """List whom a soldier can shoot at: the nearest in sight, neither too near nor too far. [FOR-G8a, FOR-P28]"""
    return find_targets(s, r, i, whom, r.least_range, min(r.sight, r.longest_shot), True, MOST_TARGETS)


@kernel
def range_loss(s, r, i, target, gap):
    """Return what the range takes: a point for each increment exceeded, twice at a target that moves. [FOR-G8k]"""
    loss = (gap - 1) // r.kind_bow_increment[s.kind[i]]
    return loss + max(loss, 1) if s.moved[target] > 0 else loss


@kernel
def shot_value(s, r, i, target, gap, aimed):
    """Return what is added to the dice of a shot. [FOR-G8c to FOR-G8i]"""
    kind = s.kind[i]
    total = r.kind_finesse[kind] + r.kind_skill[kind] + r.kind_bow_attack[kind]
    total -= r.cover[s.terrain[s.place[target]]] + range_loss(s, r, i, target, gap)
    if gap <= r.point_blank and not s.evading[target]:
        total += r.point_blank_bonus
    if not aimed:
        total -= r.unaimed_loss
    elif s.moved[target] == 0:
        total += r.aimed_bonus
    if s.wounded[i]:
        total -= r.wounded_loss
    if is_engaged(s, r, target):
        total -= r.formation_loss if s.formation[target] != NOBODY else r.melee_loss
    between = fewest_between(r, s.occupant, s.place[i], s.place[target])
    return total - r.obstacle_loss * between


@kernel
def shoot(s, r, i, target, aimed):
    """Shoot at a soldier; it is hit if dice and attack exceed what protects it. [FOR-G8c, FOR-G8j, FOR-3]"""
    value = shot_value(s, r, i, target, distance(r, s.place[i], s.place[target]), aimed)
    if evasion_counts(s, r, target, s.place[i]):
        value -= missile_evasion(s, r, target, s.shot_at[target])
    attack = roll(s, r, HIT, s.place[i], 0) + value
    log_event(s, SHOT, i, target, attack)
    if attack > 0:
        kind = s.kind[i]
        hit(s, r, i, target, attack, r.kind_bow_damage[kind], r.kind_bow_piercing[kind], 0)


@kernel
def resolve_shots(s, r):
    """Let all shots of this moment fly at once; return whether anybody was hit. [FOR-3]"""
    for k in range(s.num_asked):
        i = s.asked[k]
        if s.target[i] != NOBODY:
            s.shot_at[s.target[i]] += s.formation[i] != NOBODY
    for k in range(s.num_asked):
        i = s.asked[k]
        if s.target[i] != NOBODY:
            shoot(s, r, i, s.target[i], s.aims[i])
    for k in range(s.num_asked):
        i = s.asked[k]
        if s.target[i] != NOBODY:
            s.shot_at[s.target[i]] = 0
            s.target[i] = NOBODY
            discover(s, r, i)
            if r.kind_bow_reload[s.kind[i]]:
                s.loaded[i] = False
    return take_hits(s, r)
