"""The table of units, as an Overseer sees it: what is known of each of them now. [OVR-A6]"""

from swarmzoo.envs.core.fields import bearing, distance, hex_distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.observed_numbers import byte, coded, row_of, rowed, seen_from
from swarmzoo.envs.skirmish.overseer.state import ESCAPED, FIELD, NO_ATTACK, WAITING
from swarmzoo.envs.skirmish.overseer.units import bracket_of, home_of, usm


@kernel
def write_sheet(s, r, u, j, row):
    """Write what is known of a unit, seen from another one."""
    row[0] = 1 if s.fate[j] == FIELD else 2 if s.fate[j] == ESCAPED else 0
    row[1], row[2], row[3] = byte(s.us[j]), usm(s, r, j), byte(out_of_rank(s, j))
    row[4], row[5] = s.wounds[j], 1 + row_of(r, u, home_of(s, r, j)) if s.enrolled[j] > 0 else 0
    special = int(s.specialist[j])
    row[6] = 0 if special == NOBODY else 1 if s.ranked[special] else 2
    row[7], row[8], row[9] = byte(s.lost[j]), flags_of(s, j), moment_of(s, r, j)
    row[10], row[11], row[12], row[13] = s.shock[j], s.shock_left[j], s.halved[j], s.aim[j]
    row[14], row[15] = rowed(r, u, s.marked[j]), rowed(r, u, s.shocked_by[j])
    row[16], row[17] = s.kept_cover[j], place_in_order(s, r, j)
    if s.place[j] == NOBODY:
        return
    row[32], row[33] = s.height[s.place[j]], r.cover[s.terrain[s.place[j]]]
    row[34] = byte(r.edge[r.side_of[j], s.place[j]])
    row[35] = (int(s.feared[u]) >> j & 1) | (int(s.feared[j]) >> u & 1) << 1
    if s.place[u] != NOBODY:
        q, line = seen_from(r, int(r.front[r.side_of[u]]), s.place[u], s.place[j])
        row[18], row[19] = byte(hex_distance(q, line)), 1 + bearing(q, line)
        row[20], row[21] = coded(q), coded(line)
        if r.side_of[j] != r.side_of[u]:
            write_lines(s, r, u, j, row)


@kernel
def write_lines(s, r, u, j, row):
    """Write what two enemies see of each other, and how they are engaged."""
    row[22], row[27] = seen_at(s, r, u, j), seen_at(s, r, j, u)
    row[23], row[24] = bracket_of(s, r, u, j, r.men_ranged[home_of(s, r, u)]), bracket_of(s, r, u, j, r.lead_ranged[u])
    row[25] = bracket_of(s, r, u, j, r.specialist_weapon[u]) if s.specialist[u] != NOBODY else 0
    row[26] = 1 + s.cover[u, j] if s.front[u, j] != NOBODY else 0
    row[28] = bracket_of(s, r, j, u, r.men_ranged[home_of(s, r, j)])
    row[29] = 1 + s.cover[j, u] if s.front[j, u] != NOBODY else 0
    row[30], row[31] = byte(s.in_touch[u, j]), byte(s.in_touch[j, u])


@kernel
def seen_at(s, r, u, j):
    """Return the hexes from a leader to the nearest member of another unit that it sees; 255: it sees none."""
    return 255 if s.front[u, j] == NOBODY else min(distance(r, s.place[u], s.place[s.front[u, j]]), 254)


@kernel
def out_of_rank(s, j):
    """Return how many models of a unit's roll are out of rank."""
    count = 0
    for k in range(s.enrolled[j]):
        i = int(s.roll[j, k])
        count += 0 if s.ranked[i] else int(s.models[i])
    return count


@kernel
def flags_of(s, j):
    """Return what is true of a unit, a bit each."""
    flags = int(s.pinned[j]) | int(s.running[j]) << 1 | int(s.under_cover[j]) << 2 | int(s.watching[j]) << 3
    flags |= int(s.swarm_reaction[j]) << 4 | int(s.own_reaction[j]) << 5
    return flags | int(s.unnerved[j]) << 6 | int(s.touch[j] != 0) << 7


@kernel
def moment_of(s, r, j):
    """Return what a unit has to do with what goes on, a bit each."""
    if s.done:
        return 0
    found = int(s.current == j) | int(s.actor == j and s.stage != WAITING) << 1 | int(s.prey == j) << 4
    if s.attack != NO_ATTACK:
        found |= int(s.attacker == j) << 2
        for k in range(s.num_targets):
            found |= int(s.targets[k] == j) << 3
    found |= (int(s.queue) >> j & 1) << 5
    return found | int(place_in_order(s, r, j) <= s.nth) << 6


@kernel
def place_in_order(s, r, j):
    """Return the place of a unit in the order of initiative, from 1."""
    for k in range(r.units):
        if s.order[k] == j:
            return k + 1
    return 0
