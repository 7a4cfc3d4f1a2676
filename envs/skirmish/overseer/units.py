"""What a unit is now: who belongs to it and is in rank, with whom it is engaged, whom it sees, who is in cover."""

from swarmzoo.envs.core.fields import distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, cover_in
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER, HIDDEN, NO_COVER, SOFT_COVER
from swarmzoo.envs.skirmish.overseer.ranks import is_in_rank, note_barriers
from swarmzoo.envs.skirmish.overseer.state import FAINTED, FIELD, FROZEN, HELPLESS, PANICKED

OUT_OF_REACH, ASSAULT_RANGE, CLOSE, MEDIUM, LONG, EXTREME = range(6)  # brackets
METRES = 2  # of a hex


@kernel
def in_field(s, u):
    """Tell whether the leader of a unit is in the field."""
    return s.fate[u] == FIELD


@kernel
def able(s, u):
    """Tell whether the leader of a unit is in the field and master of itself. [OVR-G7]"""
    shock = s.shock[u]
    lost = shock == FROZEN or shock == PANICKED or shock == FAINTED or shock == HELPLESS
    return s.fate[u] == FIELD and not lost


@kernel
def unit_of(s, r, i):
    """Return the unit in whose roll a piece is, or that it leads; NOBODY for the loose."""
    if i < r.units:
        return i
    return int(s.group[i]) if s.group[i] != NO_GROUP else NOBODY


@kernel
def side_of(s, r, i):
    """Return the side for which a piece stands now, or NOBODY."""
    u = unit_of(s, r, i)
    return int(r.side_of[u]) if u != NOBODY else NOBODY


@kernel
def is_member(s, r, i):
    """Tell whether a piece in the field is the leader of a unit or in its rank. [OVR-4, OVR-5]"""
    return i < r.units or s.ranked[i] != 0


@kernel
def are_enemies(r, u, v):
    """Tell whether two units are of different sides."""
    return r.side_of[u] != r.side_of[v]


@kernel
def home_of(s, r, u):
    """Return whose profile the Underlings of a unit have: that of the first of its roll. [OVR-3]"""
    return int(s.home[s.roll[u, 0]]) if s.enrolled[u] > 0 else u


@kernel
def usm(s, r, u):
    """Return the Unit Strength Modifier. [OVR-10, OVR-H10]"""
    if not r.whose_strength[r.side_of[u]]:
        return 0
    return min(int(r.most_us_modifier), int(r.us_modifier) * int(s.us[u]))


@kernel
def has_specialist(s, u):
    """Tell whether the Specialist of a unit is in rank. [OVR-8]"""
    return s.specialist[u] != NOBODY and s.ranked[s.specialist[u]] != 0


@kernel
def ordinary(s, r, u):
    """Return how many of a unit are in rank, the Specialist left out. [OVR-15]"""
    return int(s.us[u]) - int(has_specialist(s, u))


@kernel
def has_passives(s, r, u):
    """Tell whether a unit has Underlings who profit from its passives: not while it is pinned. [OVR-32]"""
    return s.us[u] > 0 and not (s.pinned[u] and r.pinned_suspends_passives)


@kernel
def effect(s, r, u, of_type, of_home):
    """Return what a leader's type and its Underlings' passive add, by two fields of the rules.

    [OVR-35, OVR-39, OVR-P11]

    ``effect(s, r, u, r.type_armour, r.passive_armour)``.
    """
    return int(of_type[u]) + int(of_home[home_of(s, r, u)]) if has_passives(s, r, u) else 0


@kernel
def hexes(metres, agility):
    """Return how many hexes somebody goes, from the metres for each point of its Agility Bonus. [OVR-G5]"""
    return max(1, (int(metres) * (int(agility) // 10) + 1) // 2)


@kernel
def apart(s, r, u, v):
    """Return the hexes between the leader of a unit and the member of another one that it sees best. [OVR-13]"""
    return distance(r, s.place[u], s.place[s.front[u, v]])


@kernel
def bracket_at(r, metres, reach):
    """Return the bracket of a weapon with a range at a distance, both in metres. [OVR-P3]"""
    if metres <= r.assault_metres and metres <= 3 * int(reach):
        return ASSAULT_RANGE
    if 2 * metres <= reach:
        return CLOSE
    if metres <= reach:
        return MEDIUM
    if metres <= 2 * int(reach):
        return LONG
    return EXTREME if metres <= 3 * int(reach) else OUT_OF_REACH


@kernel
def bracket_of(s, r, u, v, weapon):
    """Return the bracket of another unit for a weapon of this one; OUT_OF_REACH if it is not seen. [OVR-13, OVR-P3]"""
    if weapon == NOBODY or s.front[u, v] == NOBODY:
        return OUT_OF_REACH
    return bracket_at(r, METRES * apart(s, r, u, v), r.weapon_metres[weapon])


# Surveys: what follows from where everybody stands


@kernel
def survey_units(s, r):
    """Find rank, engagement, sight and cover again: after everything that moves or kills. [OVR-4, OVR-13, OVR-21]"""
    for i in range(r.units, r.pieces):
        s.ranked[i] = False
    for u in range(r.units):
        survey_rank(s, r, u)
    for u in range(r.units):
        survey_touch(s, r, u)
        for v in range(r.units):
            s.front[u, v], s.cover[u, v] = NOBODY, NO_COVER
            if in_field(s, u) and in_field(s, v) and are_enemies(r, u, v):
                s.front[u, v] = front_of(s, r, u, v)
                s.cover[u, v] = swarm_cover(s, r, u, v)


@kernel
def survey_rank(s, r, u):
    """Find who of a unit is in rank, and its Unit Strength. [OVR-4, OVR-9]"""
    s.ranked[u], s.us[u] = in_field(s, u), 0
    if not in_field(s, u):
        return
    if s.enrolled[u] > 0:
        note_barriers(s, r, u)
    for k in range(s.enrolled[u]):
        i = int(s.roll[u, k])
        if s.place[i] != NOBODY and is_in_rank(s, r, u, s.place[i]):
            s.ranked[i] = True
            s.us[u] += s.models[i]


@kernel
def survey_touch(s, r, u):
    """Find with whom a unit is engaged, and how many of its Underlings with each."""
    s.touch[u] = 0
    for v in range(r.units):
        s.in_touch[u, v] = 0
    if not in_field(s, u) or not may_touch(s, r, u):
        return
    s.touch[u] = beside(s, r, u, u)
    for k in range(s.enrolled[u]):
        i = int(s.roll[u, k])
        found = beside(s, r, u, i) if s.ranked[i] else 0
        s.touch[u] = int(s.touch[u]) | found
        v = 0
        while found > 0:
            s.in_touch[u, v] += s.models[i] if found & 1 else 0
            v, found = v + 1, found >> 1


@kernel
def may_touch(s, r, u):
    """Tell whether an enemy unit is so near that members may stand side by side; they keep rank, but for OVR-H10."""
    for v in range(r.units):
        if in_field(s, v) and are_enemies(r, u, v):
            keep_rank = r.whose_rank[r.side_of[u]] and r.whose_rank[r.side_of[v]]
            if not keep_rank or distance(r, s.place[u], s.place[v]) <= 2 * int(r.rank) + 1:
                return True
    return False


@kernel
def beside(s, r, u, i):
    """Return the bits of the enemy units of which a member stands beside a member of a unit."""
    found = 0
    for direction in range(6):
        j = int(s.occupant[neighbour(r, s.place[i], direction)])
        if j != NOBODY and is_member(s, r, j):
            v = unit_of(s, r, j)
            found |= int(are_enemies(r, u, v)) << v
    return found


@kernel
def leader_in_touch(s, r, u, v):
    """Tell whether the leader of a unit stands beside a member of another one."""
    return in_field(s, u) and (beside(s, r, u, u) >> v & 1) != 0


@kernel
def leader_engaged(s, r, u):
    """Tell whether the leader of a unit stands beside a member of any enemy."""
    return in_field(s, u) and beside(s, r, u, u) != 0


@kernel
def front_of(s, r, u, v):
    """Return the nearest member of a unit that the leader of another one sees, or NOBODY. [OVR-13]"""
    nearest = nearest_member(s, r, u, v)
    if cover_between(s, r, s.place[u], s.place[nearest]) != HIDDEN:
        return nearest
    return nearest_in_sight(s, r, u, v)


@kernel
def nearest_member(s, r, u, v):
    """Return the member of a unit that is nearest to the leader of another one, the first of several."""
    best, least = v, distance(r, s.place[u], s.place[v])
    for k in range(s.enrolled[v]):
        i = int(s.roll[v, k])
        if s.ranked[i]:
            far = distance(r, s.place[u], s.place[i])
            if far < least:
                best, least = i, far
    return best


@kernel
def nearest_in_sight(s, r, u, v):
    """Return the nearest member of a unit of those that the leader of another one sees, or NOBODY."""
    here = int(s.place[u])
    best, least = NOBODY, 1 << 14
    if cover_between(s, r, here, s.place[v]) != HIDDEN:
        best, least = v, distance(r, here, s.place[v])
    for k in range(s.enrolled[v]):
        i = int(s.roll[v, k])
        if s.ranked[i] and distance(r, here, s.place[i]) < least:
            if cover_between(s, r, here, s.place[i]) != HIDDEN:
                best, least = i, distance(r, here, s.place[i])
    return best


@kernel
def cover_from(s, r, here, cell):
    """Return the cover of who stands in a cell from another one: of its ground, and of the ground before it. [OVR-21]

    Ground before it: the neighbours of its hex that are nearer to the other cell. Beside it nothing lies before it.
    """
    best, far = cover_in(s.lie[cell]), distance(r, here, cell)
    if far > 1:
        for direction in range(6):
            other = neighbour(r, cell, direction)
            cover = cover_in(s.lie[other])
            if cover > best and distance(r, here, other) < far:
                best = cover
    return best


@kernel
def majority(soft, heavy, models):
    """Return the cover of a Swarm of whose models so many have soft cover at least, and so many heavy. [OVR-21]"""
    if 2 * heavy > models:
        return HEAVY_COVER
    return SOFT_COVER if 2 * soft > models else NO_COVER


@kernel
def swarm_cover(s, r, u, v):
    """Return the cover of the Swarm of a unit from the leader of another one. [OVR-21, OVR-H10]"""
    soft, heavy = 0, 0
    if not r.whose_cover[r.side_of[v]]:
        return NO_COVER
    for k in range(s.enrolled[v]):
        i = int(s.roll[v, k])
        if s.ranked[i]:
            cover = cover_from(s, r, s.place[u], s.place[i])
            soft += int(s.models[i]) if cover >= SOFT_COVER else 0
            heavy += int(s.models[i]) if cover >= HEAVY_COVER else 0
    return majority(soft, heavy, int(s.us[v]))


@kernel
def cover_on_ground(s, r, u):
    """Return the cover of a Swarm by majority, of the ground alone in which it stands. [OVR-40]"""
    soft, heavy = 0, 0
    for k in range(s.enrolled[u]):
        i = int(s.roll[u, k])
        if s.ranked[i]:
            cover = cover_in(s.lie[s.place[i]])
            soft += int(s.models[i]) if cover >= SOFT_COVER else 0
            heavy += int(s.models[i]) if cover >= HEAVY_COVER else 0
    return majority(soft, heavy, int(s.us[u]))


@kernel
def cover_of_leader(s, r, u, v):
    """Return the cover of the leader of a unit from another one's: its own, or its Swarm's if better.

    [OVR-21, OVR-H10]
    """
    if not r.whose_cover[r.side_of[v]]:
        return NO_COVER
    return max(cover_from(s, r, s.place[u], s.place[v]), int(s.cover[u, v]))
