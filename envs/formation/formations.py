"""Formations: starting, keeping and breaking them. [FOR-5 to FOR-15]

A formation is a number; ``members`` tells how many soldiers it has (0: the number is free), ``director`` its leader.
Whether its members are without a gap is found by a flood from soldier to soldier.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.bodies import is_able
from swarmzoo.envs.formation.events import BROKEN, FORMED, NOT_FORMED
from swarmzoo.envs.formation.rules import IS_LOST
from swarmzoo.envs.formation.state import CROSSED, FIELD, NOBODY

NO_RANK = 1 << 60
FORMING = -2  # in place of a formation's number: those of a squad who form up


@kernel
def can_direct(s, r, leader):
    """Tell whether a leader is able to direct: in the field (or safely across it) and itself. [FOR-5]"""
    if leader == NOBODY:
        return False
    return s.fate[leader] == CROSSED or is_able(s, leader)


@kernel
def in_range(s, r, leader, i):
    """Tell whether a soldier is within a leader's Level range. [FOR-P1]"""
    reach = r.kind_level[s.kind[leader]] + r.leader_range
    return s.fate[leader] == CROSSED or distance(r, s.place[leader], s.place[i]) <= reach


@kernel
def list_members(s, r, company):
    """Make the lists of the members of a company's formations, in which ``next_member`` leads from one to the next."""
    for f in range(s.members.shape[0]):
        s.first_member[f] = NOBODY
    for i in range(r.num_soldiers - 1, -1, -1):
        f = s.formation[i]
        if f != NOBODY and s.company[i] == company:
            s.next_member[i] = s.first_member[f]
            s.first_member[f] = i


@kernel
def belongs(s, i, f, other):
    """Tell whether a soldier is a member of a formation; FORMING: whether it forms up in the squad of another one."""
    if f == FORMING:
        return s.forming[i] and s.squad[i] == s.squad[other]
    return s.formation[i] == f


@kernel
def flood(s, r, f, begin, label, through_dazed):
    """Label the members of a formation, or those FORMING one, that are connected with one of them; return how many.

    [FOR-7, FOR-P3]
    """
    s.label[begin] = label
    s.queue[0] = begin
    size, head = 1, 0
    while head < size:
        cell = int(s.place[s.queue[head]])
        head += 1
        for direction in range(6):
            other = s.occupant[neighbour(r, cell, direction)]
            if other != NOBODY and belongs(s, other, f, begin) and s.label[other] == NOBODY:
                if through_dazed or not s.dazed[other]:
                    s.label[other] = label
                    s.queue[size] = other
                    size += 1
    return size


@kernel
def has_gap(s, r, f):
    """Tell whether a formation's members are not all connected; a leader may stand apart. [FOR-10, FOR-P3, FOR-P4]"""
    parts, i = 0, s.first_member[f]
    while i != NOBODY:
        s.label[i] = NOBODY
        i = s.next_member[i]
    i = s.first_member[f]
    while i != NOBODY:
        if s.label[i] == NOBODY:
            size = flood(s, r, f, i, 0, True)
            if size > 1 or i != s.director[f]:
                parts += 1
        i = s.next_member[i]
    return parts > 1


@kernel
def is_lost(s, r, f):
    """Tell whether a formation's leader is out of range of every other member, or out. [FOR-11, FOR-P1]"""
    leader = s.director[f]
    if r.autonomous:
        return False
    if leader == NOBODY or (s.fate[leader] != FIELD and s.fate[leader] != CROSSED):
        return True
    if r.dazed_leader == IS_LOST and not can_direct(s, r, leader):
        return True
    i, any_other = s.first_member[f], False
    while i != NOBODY:
        if i != leader:
            any_other = True
            if in_range(s, r, leader, i):
                return False
        i = s.next_member[i]
    return any_other


@kernel
def watch(s, r, company):
    """Note which formations of a company have a gap, or a leader out of range, before a Step begins.

    [FOR-10, FOR-11]
    """
    list_members(s, r, company)
    for f in range(s.members.shape[0]):
        if s.first_member[f] != NOBODY:
            s.gap_before[f] = has_gap(s, r, f)
            s.lost_before[f] = is_lost(s, r, f)


@kernel
def drop(s, i):
    """Take a soldier out of its formation; ``tidy`` ends formations that have too few left. [FOR-12]"""
    f = s.formation[i]
    if f == NOBODY:
        return
    s.formation[i] = NOBODY
    s.intact[i] = False
    s.members[f] -= 1
    s.untidy = True
    if s.director[f] == i:
        s.director[f] = NOBODY


@kernel
def tidy(s, r):
    """End formations that have fewer than two members left; those end their movement. [FOR-15]"""
    if not s.untidy:
        return
    s.untidy = False
    for i in range(r.num_soldiers):
        f = s.formation[i]
        if f != NOBODY and s.members[f] < r.least_members:
            s.formation[i] = NOBODY
            s.intact[i] = False
            s.ended[i] = True
            end_formation(s, f)
    for f in range(s.members.shape[0]):
        if s.members[f] == 0:  # of some that fell together nobody is left who names it
            end_formation(s, f)


@kernel
def end_formation(s, f):
    """Free a formation's number; the part that waits for it need wait no more. [FOR-14]"""
    s.members[f] = 0
    link(s, s.waits_for[f], s.next_part[f])
    s.waits_for[f] = s.next_part[f] = NOBODY


@kernel
def link(s, before, after):
    """Let a part move after another one; either may be nobody."""
    if before != NOBODY:
        s.next_part[before] = after
    if after != NOBODY:
        s.waits_for[after] = before


@kernel
def new_formation(s, director):
    """Take a free number for a formation, without members yet; NOBODY where all are taken."""
    f, tries = int(s.next_number), 0
    while s.members[f] != 0:
        f, tries = f + 1 if f + 1 < s.members.shape[0] else 0, tries + 1
        if tries == s.members.shape[0]:
            return NOBODY
    s.next_number = f
    s.director[f] = director
    s.gap_before[f] = s.lost_before[f] = s.going[f] = s.over[f] = s.is_part[f] = False
    s.cost[f] = s.steps_taken[f] = 0
    s.waits_for[f] = s.next_part[f] = NOBODY
    return f


@kernel
def outranks(s, r, leader, size):
    """Tell whether a leader stands a Level above at least half of the flooded soldiers. [FOR-G3b]"""
    others, below = 0, 0
    level = r.kind_level[s.kind[leader]] - r.leader_levels
    for k in range(size):
        i = s.queue[k]
        if i != leader:
            others += 1
            below += r.kind_level[s.kind[i]] <= level
    return 2 * below >= others


@kernel
def reaches_any(s, r, leader, size):
    """Tell whether a leader is in range of any one of the flooded soldiers but itself. [FOR-5, FOR-P1]"""
    for k in range(size):
        if s.queue[k] != leader and in_range(s, r, leader, s.queue[k]):
            return True
    return False


@kernel
def rank_of_part(s, r, size):
    """Rank the flooded soldiers as a part: the largest first, then nearest to the objective, then by hex.

    Hexes are read row by row as the company faces, east or west, so that mirrored companies break alike.
    """
    way, least = 32767, 32767
    for k in range(size):
        i = s.queue[k]
        cell = int(s.place[i])
        least = min(least, cell if r.front[s.company[i]] == 0 else 32767 - cell)
        if s.way[s.company[i], cell] >= 0:
            way = min(way, int(s.way[s.company[i], cell]))
    return (int(size) << 40) - (int(way) << 20) - least


@kernel
def find_parts(s, r, f):
    """Label the members that are still connected, the Dazed apart, with the first of each part. [FOR-13, FOR-P5]

    A leader who stands apart is one more member of the part that it directs.
    """
    i = s.first_member[f]
    while i != NOBODY:
        s.label[i] = NOBODY
        i = s.next_member[i]
    i, leader = s.first_member[f], s.director[f]
    while i != NOBODY:
        if s.label[i] == NOBODY and is_able(s, i):
            size = flood(s, r, f, i, i, False)
            s.part_size[i], s.part_rank[i] = size, rank_of_part(s, r, size)
            s.part_led[i] = False
            if can_direct(s, r, leader) and outranks(s, r, leader, size):
                if size + stands_apart(s, f, leader, i) >= r.least_members:
                    s.part_led[i] = reaches_any(s, r, leader, size)
        i = s.next_member[i]


@kernel
def stands_apart(s, f, leader, part):
    """Tell whether a leader is a member of a formation, but not of one of its parts."""
    return s.formation[leader] == f and s.label[leader] != part


@kernel
def best_part(s, f, below, led_only):
    """Return the first member of the best part that ranks below another one, or NOBODY."""
    best, i = NOBODY, s.first_member[f]
    while i != NOBODY:
        if s.label[i] == i and s.part_rank[i] < below and (s.part_led[i] or not led_only):
            if best == NOBODY or s.part_rank[i] > s.part_rank[best]:
                best = i
        i = s.next_member[i]
    return best


@kernel
def led_part(s, f):
    """Return the part that the leader directs: its own, else the best one in range; NOBODY if there is none."""
    leader = s.director[f]
    if leader != NOBODY and s.formation[leader] == f and s.label[leader] != NOBODY and s.part_led[s.label[leader]]:
        return s.label[leader]
    return best_part(s, f, NO_RANK, True)


@kernel
def break_up(s, r, f):
    """Break a formation: its parts that still may go on become formations, one after the other. [FOR-13 to FOR-15]"""
    log_event(s, BROKEN, s.first_member[f], s.members[f], 0)
    s.breakups[s.company[s.first_member[f]]] += 1
    find_parts(s, r, f)
    led, last = led_part(s, f), int(s.waits_for[f])
    part = best_part(s, f, NO_RANK, False)
    while part != NOBODY:
        rank = s.part_rank[part]
        if part == led or (r.autonomous and s.part_size[part] >= r.least_members):
            g = new_formation(s, s.director[f] if part == led else NOBODY)
            if g == NOBODY:
                break
            s.over[g], s.is_part[g] = s.over[f], True
            link(s, last, g)
            last = g
            s.members[g] = -1  # taken, and nobody has joined yet
            assign(s, f, part, g)
        part = best_part(s, f, rank, False)
    link(s, last, s.next_part[f])
    s.waits_for[f] = s.next_part[f] = NOBODY
    follow(s, f, led)
    leave_rest(s, f)


@kernel
def assign(s, f, part, g):
    """Note that the members of a part join a new formation."""
    i = s.first_member[f]
    while i != NOBODY:
        if s.label[i] == part:
            s.successor[i] = g
        i = s.next_member[i]


@kernel
def follow(s, f, led):
    """Let a leader who stands apart go on with the part that it directs. [FOR-13, FOR-P4]"""
    leader = s.director[f]
    if led != NOBODY and stands_apart(s, f, leader, led):
        s.successor[leader] = s.successor[led]
        s.untidy = True  # the part it leaves may be too small now


@kernel
def leave_rest(s, f):
    """Let the members of a broken formation join their new ones; the others end their movement. [FOR-15]"""
    i = s.first_member[f]
    while i != NOBODY:
        g = s.successor[i]
        s.successor[i] = NOBODY
        s.formation[i] = g
        s.intact[i] = False
        if g == NOBODY:
            s.ended[i] = True
        else:
            s.members[g] = max(s.members[g], 0) + 1
        i = s.next_member[i]
    s.members[f] = 0


@kernel
def begin_formations(s, r, company):
    """Let the soldiers of a company who form up become formations, where all that is needed is there.

    [FOR-5 to FOR-9]
    """
    for i in range(r.num_soldiers):
        if s.forming[i]:
            drop(s, i)
            s.label[i] = s.successor[i] = NOBODY
            s.favoured[s.squad[i]] = NOBODY
    for i in range(r.num_soldiers):
        if s.forming[i] and s.label[i] == NOBODY and is_able(s, i):
            s.part_size[i] = flood(s, r, FORMING, i, i, False)
            favour(s, r, i, s.captain[s.squad[i]])
    for i in range(r.num_soldiers):
        if s.forming[i] and s.label[i] == i:
            found(s, r, i, s.captain[s.squad[i]])
    for i in range(r.num_soldiers):
        if s.forming[i]:
            enlist(s, i, s.captain[s.squad[i]])
    for i in range(r.num_soldiers):
        s.forming[i], s.successor[i] = False, NOBODY


@kernel
def favour(s, r, begin, leader):
    """Note the part of a squad that its leader will direct: its own, else the best one in range. [FOR-5, FOR-13]"""
    size, squad = int(s.part_size[begin]), s.squad[begin]
    s.part_rank[begin] = rank_of_part(s, r, size)
    if leader == NOBODY or not s.forming[leader] or not is_able(s, leader):
        return
    if not (outranks(s, r, leader, size) and reaches_any(s, r, leader, size)):
        return
    if s.label[leader] == begin:
        s.part_rank[begin] += 1 << 50
    best = s.favoured[squad]
    if best == NOBODY or s.part_rank[begin] > s.part_rank[best]:
        s.favoured[squad] = begin


@kernel
def found(s, r, begin, leader):
    """Make a part a formation if it is directed, or needs nobody to direct it. [FOR-5, FOR-P10]"""
    favoured = s.favoured[s.squad[begin]]
    is_led, size = favoured == begin, int(s.part_size[begin])
    if favoured != NOBODY and s.label[leader] != favoured:  # the leader leaves its own part for that one
        size += int(is_led) - int(s.label[leader] == begin)
    if size >= r.least_members and (is_led or r.autonomous):
        f = new_formation(s, leader if is_led else NOBODY)
        s.successor[begin] = f
        if f != NOBODY:
            s.members[f] = -1  # taken, and nobody has joined yet
            log_event(s, FORMED, begin, size, 0)


@kernel
def enlist(s, i, leader):
    """Let who forms up join its formation; if there is none, Move and Complex Action are lost. [FOR-9]"""
    part = s.label[i]
    if i == leader and s.favoured[s.squad[i]] != NOBODY:
        part = s.favoured[s.squad[i]]
    f = NOBODY if part == NOBODY else s.successor[part]
    if f == NOBODY:
        log_event(s, NOT_FORMED, i, 0, 0)
        s.complex_left[i], s.ended[i] = False, True
    else:
        s.formation[i] = f
        s.members[f] = max(s.members[f], 0) + 1
