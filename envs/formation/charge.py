"""The Berserk: they charge at, go for and face the nearest enemy, or friend if no enemy is in sight. [FOR-G10i]

Near is who costs the fewest Movement Points to come to; who is in reach costs none. The way is looked for over the
hexes within sight: past friends, who may move on, round enemies and what nobody enters. A friend in the first hex
counts as one Movement Point more: the Berserk go round it for that, and wait for it rather than go farther.
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import bearing, cell_at, distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import TO_CHARGE
from swarmzoo.envs.formation.bodies import FRONT, columns_around, place_on_ring, rows_around, side_seen, turn_to
from swarmzoo.envs.formation.events import ORDERED
from swarmzoo.envs.formation.melee import seems_empty
from swarmzoo.envs.formation.missile import find_targets, sight_is_free
from swarmzoo.envs.formation.movement import begin_stepping, cost_of
from swarmzoo.envs.formation.state import FIELD, NOBODY
from swarmzoo.envs.formation.terrain import NO_ENTRY, OFF

TURNS = 8  # what the rank of a way leaves room for below: by which turn it begins
POINT = 16  # in the rank of a way: a Movement Point
BLOCKED = POINT + TURNS  # in the rank of a way: a friend stands in its first hex; of equal ways a free one is better
NO_WAY = 1 << 30


@kernel
def rages_on(s, i):
    """Tell whether a soldier of the active company is Berserk, in the field, and has not ended its Movement."""
    if not s.berserk[i] or s.company[i] != s.active or s.fate[i] != FIELD:
        return False
    return s.points[i] > 0 and not s.ended[i]


@kernel
def rages(s, i):
    """Tell whether a soldier is Berserk and may move in this Step."""
    return rages_on(s, i) and not s.dazed[i] and not s.held[i] and s.complex_left[i]


@kernel
def drive_berserk(s, r):
    """Note what the Berserk of the active company do in a Step."""
    for i in range(r.num_soldiers):
        if rages(s, i):
            rush(s, r, i)


@kernel
def rush(s, r, i):
    """Go on in a charge, or a step of the cheapest way to the nearest, or face who is in reach or cannot be reached."""
    if s.charging[i]:
        go(s, r, i, s.facing[i])
        return
    prey, turn = choose_prey(s, r, i)
    if prey == NOBODY:
        return
    if turn == NOBODY:
        if side_seen(r, s.place[i], s.facing[i], s.place[prey]) != FRONT:
            begin_stepping(s, i)
            s.new_facing[i] = direction_to(s, r, i, prey)
    else:
        go(s, r, i, (s.facing[i] + turn) % 6)


@kernel
def go(s, r, i, direction):
    """Step in a direction, if the hex is free and can be paid."""
    target, cost = neighbour(r, s.place[i], direction), cost_of(s, r, i, direction, False)
    if cost > s.points[i] or s.terrain[target] == OFF or not seems_empty(s, target):
        return
    begin_stepping(s, i)
    s.aim[i], s.paid[i], s.tried[i] = target, cost, True
    s.heading[i] = s.new_facing[i] = direction


@kernel
def direction_to(s, r, i, other):
    """Return in which of the six directions a soldier stands from another one."""
    a, b = s.place[i], s.place[other]
    return bearing(int(r.q[b]) - int(r.q[a]), int(r.row[b]) - int(r.row[a]))


@kernel
def declare_charges(s, r):
    """Let the Berserk charge at the nearest, where it stands straight ahead of them or after a turn. [FOR-P15]"""
    for i in range(r.num_soldiers):
        if rages(s, i) and r.kind_reach[s.kind[i]] > 0:
            prey, turn = choose_prey(s, r, i)
            if turn != NOBODY and is_straight(s, r, i, prey):
                turn_to(s, r, i, direction_to(s, r, i, prey))
                s.charging[i] = s.stale[i] = True
                log_event(s, ORDERED, i, TO_CHARGE)


@kernel
def is_straight(s, r, i, prey):
    """Tell whether a soldier can charge at another one: in a line, far enough, and with nothing in its way."""
    cell, goal = int(s.place[i]), int(s.place[prey])
    gap, direction = distance(r, cell, goal), direction_to(s, r, i, prey)
    if gap <= r.charge_hexes or place_on_ring(r, cell, direction, goal) != 0:
        return False
    points = int(s.points[i])
    for _ in range(gap - 1):
        cell = neighbour(r, cell, direction)
        cost = int(r.cost[s.terrain[cell]])
        points -= cost
        if cost == NO_ENTRY or points < 0 or not seems_empty(s, cell):
            return False
    return True


# Whom to go for


@kernel
def choose_prey(s, r, i):
    """Return the nearest soldier in sight, and by which turn from the facing the way to it begins.

    Enemies come before friends. NOBODY in place of the turn: it is in reach, or there is no way to it.
    """
    for friends in range(2):
        whom = int(s.company[i]) if friends else 1 - int(s.company[i])
        if find_targets(s, r, i, whom, 1, r.sight, True, 1) > 0:
            nearest = int(s.found[0])
            if distance(r, s.place[i], s.place[nearest]) <= max(r.kind_reach[s.kind[i]], 1):
                return nearest, NOBODY
            spread_ways(s, r, i)
            prey, turn = nearest_by_way(s, r, i, whom)
            clear_ways(s, r, i)
            return (nearest, NOBODY) if prey == NOBODY else (prey, turn)
    return NOBODY, NOBODY


@kernel
def spread_ways(s, r, i):
    """Rank the best way to every hex within sight: by cost, then by whether it is free to begin, then clockwise."""
    cell, tail = int(s.place[i]), 0
    for turn in range(6):
        direction = (s.facing[i] + turn) % 6
        target = neighbour(r, cell, direction)
        cost = cost_of(s, r, i, direction, False)
        if cost < NO_ENTRY and s.terrain[target] != OFF and is_passed(s, i, target):
            blocked = 0 if seems_empty(s, target) else BLOCKED
            tail = rank_way(s, r, target, cost * POINT + blocked + turn, tail)
    head, room = 0, int(r.cells)
    while head != tail:
        at = int(s.queue[head])
        head = head + 1 if head + 1 < room else 0
        s.claim[at] = NOBODY
        for direction in range(6):
            target = neighbour(r, at, direction)
            cost = int(r.cost[s.terrain[target]])
            if cost < NO_ENTRY and target != cell and distance(r, cell, target) <= r.sight and is_passed(s, i, target):
                tail = rank_way(s, r, target, s.path[at] + cost * POINT, tail)


@kernel
def is_passed(s, i, cell):
    """Tell whether a way may go through a hex: not where an enemy is seen."""
    other = s.occupant[cell]
    return other == NOBODY or s.company[other] == s.company[i] or s.hidden[other] != 0


@kernel
def rank_way(s, r, cell, rank, tail):
    """Note a way to a hex if it is better than the one known, and put the hex into the queue; return its new end."""
    if s.path[cell] != 0 and s.path[cell] <= rank:
        return tail
    s.path[cell] = rank
    if s.claim[cell] == NOBODY:
        s.claim[cell] = 1
        s.queue[tail] = cell
        tail = tail + 1 if tail + 1 < r.cells else 0
    return tail


@kernel
def nearest_by_way(s, r, i, whom):
    """Return the soldier in sight that costs least to come to, then the nearest clockwise, and how its way begins."""
    cell, radius = int(s.place[i]), int(r.sight)
    best, best_way, best_place = NOBODY, NO_WAY, 0
    top, bottom = rows_around(r, cell, radius)
    for row in range(top, bottom):
        first, last = columns_around(r, cell, radius, row)
        for column in range(first, last):
            at = cell_at(r, column, row)
            other = s.occupant[at]
            if other == NOBODY or other == i or s.company[other] != whom or (s.hidden[other] and whom != s.company[i]):
                continue
            way = way_beside(s, r, at)
            place = distance(r, cell, at) * 256 + place_on_ring(r, cell, s.facing[i], at)
            if way < best_way or (way == best_way and place < best_place):
                if sight_is_free(s, r, cell, at):
                    best, best_way, best_place = other, way, place
    return best, best_way % TURNS if best_way < NO_WAY else NOBODY


@kernel
def way_beside(s, r, cell):
    """Return the rank of the best way to a hex beside a cell."""
    best = NO_WAY
    for direction in range(6):
        rank = int(s.path[neighbour(r, cell, direction)])
        if 0 < rank < best:
            best = rank
    return best


@kernel
def clear_ways(s, r, i):
    """Forget the ways again."""
    cell, radius = int(s.place[i]), int(r.sight)
    top, bottom = rows_around(r, cell, radius)
    for row in range(top, bottom):
        first, last = columns_around(r, cell, radius, row)
        for column in range(first, last):
            s.path[cell_at(r, column, row)] = 0
