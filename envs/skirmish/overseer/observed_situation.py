"""Sides and the situation, as an Overseer sees them: the score, what is asked, the attack, the field. [OVR-A6]"""

from swarmzoo.envs.core.fields import bearing, distance, hex_distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.overseer.dice import is_double
from swarmzoo.envs.skirmish.overseer.layout import NUM_WEAPON
from swarmzoo.envs.skirmish.overseer.observed_disc import is_enemy
from swarmzoo.envs.skirmish.overseer.observed_numbers import byte, coded, rowed, seen_from
from swarmzoo.envs.skirmish.overseer.observed_profiles import write_weapon
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH, HOLD_GROUND, RALLY
from swarmzoo.envs.skirmish.overseer.state import FIELD, GOING, NO_ATTACK, STAGE_NAMES, WAITING

_STAGES = len(STAGE_NAMES) - 1


@kernel
def on_the_ground(s, r, side):
    """Return the US of a side near the middle of the field. [OVR-A3]"""
    count = 0
    for i in range(r.units, r.pieces):
        if s.ranked[i] and s.side[i] == side and distance(r, s.place[i], r.middle) <= r.objective_hexes:
            count += int(s.models[i])
    return count


@kernel
def write_side(s, r, side, row):
    """Write what is left of a side, and what the scenario counts."""
    us = 0
    for k in range(r.slots):
        u = side * int(r.slots) + k
        if s.fate[u] == FIELD:
            us += int(s.us[u])
            row[2] += 1
            row[3] = byte(int(row[3]) + int(s.wounds[u]))
    row[0], row[7] = byte(us), byte(s.strength[side])
    row[1] = byte(100 * us // int(s.strength[side])) if s.strength[side] > 0 else 0
    row[4], row[5] = byte(s.escaped_us[side]), byte(s.held[side])
    if r.scenario == HOLD_GROUND:
        row[6] = byte(on_the_ground(s, r, side))


@kernel
def write_situation(s, r, u, row):
    """Write what is asked, the time, what goes on, and where the disc lies."""
    at = _STAGES
    if s.actor == u and not s.done and s.stage != WAITING:
        row[s.stage - 1] = 1
    row[at] = s.current == u
    row[at + 1], row[at + 2] = byte(s.rounds), byte(int(r.max_rounds) - int(s.rounds))
    row[at + 3] = s.halves
    row[at + 4] = max(int(s.command), int(s.moving), 0)
    row[at + 5] = int(s.swarm_attacked) | int(s.self_attacked) << 1 | int(s.concentrated) << 2
    row[at + 5] |= int(s.moved) << 3 | int(s.rallied) << 4 | int(s.cornered) << 5
    row[at + 6] = s.phase
    if s.goal != NOBODY and s.place[u] != NOBODY:
        q, line = seen_from(r, int(r.front[r.side_of[u]]), s.place[u], s.goal)
        row[at + 7], row[at + 8] = coded(q), coded(line)
    row[at + 9] = rowed(r, u, s.prey)
    at += 10
    if s.attack != NO_ATTACK:
        write_attack(s, r, u, row[at:])
    at += 3 + NUM_WEAPON + 17
    row[at + r.scenario] = 1
    write_where(s, r, u, row[at + 6 :])
    at += 6 + 17
    row[at] = byte(s.team_damage) if s.attack != NO_ATTACK else 0
    row[at + 1], row[at + 2] = byte(s.far) if s.actor == u and s.stage == GOING else 0, byte(turns_to_come(s, r))


@kernel
def turns_to_come(s, r):
    """Return how many units in the field have still to have their turn in this round."""
    count = 0
    for k in range(s.nth, r.units):
        count += s.fate[s.order[k]] == FIELD
    return count


@kernel
def write_attack(s, r, u, row):
    """Write the attack that is carried out."""
    row[0], row[1] = s.attack, rowed(r, u, s.attacker)
    double = s.rolled > 0 and is_double(int(s.rolled))
    row[2] = int(s.by_specialist) | int(s.by_leader) << 1 | int(s.fury) << 2 | int(double) << 3
    write_weapon(r, s.weapon, row[3:])
    at = 3 + NUM_WEAPON
    for k in range(s.num_targets):
        row[at + k], row[at + 4 + k] = rowed(r, u, s.targets[k]), byte(s.hits_on[k])
    row[at + 8] = 1 + s.target
    row[at + 9], row[at + 10], row[at + 11] = byte(s.needed), byte(s.rolled), byte(s.hits)
    row[at + 12], row[at + 13] = byte(s.body_hits[0]), byte(s.body_hits[1])
    row[at + 14], row[at + 15] = byte(s.damage), 1 + s.called_body
    row[at + 16] = byte(s.step)


@kernel
def write_where(s, r, u, row):
    """Write where the leader is, and what of the field matters to the scenario."""
    side, here = int(r.side_of[u]), int(s.place[u])
    if here != NOBODY:
        q, line = seen_from(r, int(r.front[side]), here, r.middle)
        row[0], row[1] = s.height[here], r.cover[s.terrain[here]]
        row[2], row[3] = byte(r.edge[side, here]), byte(r.edge[r.nth[side, 1], here])
        row[4], row[5] = byte(hex_distance(q, line)), 1 + bearing(q, line)
        row[6], row[7] = coded(q), coded(line)
    row[8] = row[11] = 255
    write_others(s, r, u, row)
    if r.scenario == HOLD_GROUND:
        row[14] = byte(r.hold_rounds)
    elif r.scenario == BREAKTHROUGH:
        row[15] = byte(r.exit_share)
    elif r.scenario == RALLY:
        row[16] = byte(r.neutral_underlings)


@kernel
def write_others(s, r, u, row):
    """Write how far the nearest enemy is, and how many loose Underlings there are, and where."""
    here, loose, heard, best, least = int(s.place[u]), 0, 0, NOBODY, 1 << 14
    for i in range(r.pieces):
        far = 0 if s.place[i] == NOBODY or here == NOBODY else distance(r, here, s.place[i])
        if s.place[i] != NOBODY and i >= r.units and s.group[i] == NO_GROUP:
            loose += int(s.models[i])
            heard += int(s.models[i]) if far <= r.rally_hexes else 0
            if far < least:
                best, least = i, far
        elif s.place[i] != NOBODY and here != NOBODY and is_enemy(s, r, u, i):
            row[8] = min(int(row[8]), far)
    row[9] = byte(loose)
    if best != NOBODY and here != NOBODY:
        q, line = seen_from(r, int(r.front[r.side_of[u]]), here, s.place[best])
        row[10], row[11], row[12], row[13] = byte(heard), byte(least), coded(q), coded(line)
