"""What an Overseer sees, as bytes: a disc of hexes, a table of all units, what they are, the sides, a vector. [OVR-A6]

Directions and coordinates count from the front of the own side, mirrored for two of four, so that all see the field as
if they began at the same place. The disc lies about the own leader. ``layout`` says what each number means. Nothing in
the game is hidden.
"""

import numpy as np

from swarmzoo.envs.core.fields import bearing, distance, hex_distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import LIES_OFF, NOBODY, SHOWN, spot
from swarmzoo.envs.skirmish.battlefield.lines import OUTSIDE
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP
from swarmzoo.envs.skirmish.overseer.dice import is_double
from swarmzoo.envs.skirmish.overseer.layout import (
    NUM_PLANES,
    NUM_PROFILE,
    NUM_SHEET,
    NUM_WEAPON,
    PER_SIDE,
)
from swarmzoo.envs.skirmish.overseer.rules import BREAKTHROUGH, FULL, HOLD_GROUND, RALLY, SEMI
from swarmzoo.envs.skirmish.overseer.slots import foe_slot, slot_of
from swarmzoo.envs.skirmish.overseer.state import ESCAPED, FIELD, GOING, NO_ATTACK, STAGE_NAMES, WAITING
from swarmzoo.envs.skirmish.overseer.units import bracket_of, home_of, is_member, side_of, unit_of, usm

_WORDS = NUM_PLANES // 4
_PER_SIDE = len(PER_SIDE)
_STAGES = len(STAGE_NAMES) - 1
_SIDE_BIT = 3  # from which bit on a hex says the side of who stands there


@kernel
def row_of(r, u, j):
    """Return the row in which a unit has another one, its own first; one past the units: neutral Underlings."""
    slots = int(r.slots)
    if j >= r.units:
        return int(r.units)
    if r.side_of[j] != r.side_of[u]:
        return slots + slot_of(r, u, j)
    own, other = u % slots, j % slots
    return 0 if own == other else other + int(other < own)


@kernel
def unit_at(r, u, row):
    """Return the unit that another one has in a row."""
    slots = int(r.slots)
    if row >= slots:
        return foe_slot(r, u, row - slots)
    own = u % slots
    return u - own + (own if row == 0 else row - int(row <= own))


@kernel
def rowed(r, u, j):
    """Return 1 + the row in which a unit has another one, 0 for nobody."""
    return 0 if j == NOBODY else 1 + row_of(r, u, int(j))


@kernel
def byte(number):
    """Return a number as a byte: 0 to 255."""
    return min(max(int(number), 0), 255)


@kernel
def coded(difference):
    """Return a difference of coordinates as a byte."""
    return byte(int(difference) + 64)


@kernel
def seen_from(r, front, here, there):
    """Return how far (q, row) a cell lies from another one, as a side with a front sees it."""
    return posed(int(r.q[there]) - int(r.q[here]), int(r.row[there]) - int(r.row[here]), front)


@kernel
def observe(s, r, agent, out, again):
    """Write the observation of an Overseer: uint8, laid out as in ``layout``. [OVR-A6]"""
    u, units = int(r.unit_of[agent]), int(r.units)
    discs = s.goals.shape[0] * NUM_PLANES
    sheets = discs + units * NUM_SHEET
    sides = sheets + (units + 1) * NUM_PROFILE
    for k in range(discs if s.place[u] == NOBODY else 0):
        out[k] = 0
    for k in range(discs, sheets if again else sides):
        out[k] = 0
    for k in range(sides, out.shape[0]):
        out[k] = 0
    if s.place[u] != NOBODY:
        write_disc(s, r, u, out.view(np.uint32))
    for row in range(units):
        j = unit_at(r, u, row)
        if r.present[j]:
            write_sheet(s, r, u, j, out[discs + row * NUM_SHEET : discs + (row + 1) * NUM_SHEET])
        if not again:
            write_profile(r, j, out[sheets + row * NUM_PROFILE : sheets + (row + 1) * NUM_PROFILE])
    if not again:
        write_profile(r, units, out[sides - NUM_PROFILE : sides])
    for k in range(r.sides):
        write_side(s, r, int(r.nth[r.side_of[u], k]), out[sides + k * _PER_SIDE : sides + (k + 1) * _PER_SIDE])
    write_situation(s, r, u, out[sides + int(r.sides) * _PER_SIDE :])


# The disc


@kernel
def write_disc(s, r, u, words):
    """Write the hexes about a leader, ring by ring, clockwise from the front; four bytes at a time."""
    cell, front = int(s.place[u]), int(r.front[r.side_of[u]])
    odd, hexes = parity(r, cell), s.goals.shape[0]
    goes = not s.done and s.stage == GOING and s.actor == u
    for k in range(hexes):
        words[k * _WORDS] = int(s.lie[cell + r.disc[odd, front, k]]) & SHOWN
        words[k * _WORDS + 1] = int(s.goals[k]) << 24 if goes else 0
        words[k * _WORDS + 2] = 0
    if r.scenario == HOLD_GROUND:
        show_the_ground(s, r, cell, odd, front, words)
    for i in range(r.pieces):
        k = OUTSIDE if s.place[i] == NOBODY else spot(r, cell, front, s.place[i])
        if k == OUTSIDE:
            continue
        if k < hexes:
            words[k * _WORDS + 1] |= figure(s, r, u, i)
            words[k * _WORDS + 2] |= status(s, r, u, i)
        if is_enemy(s, r, u, i):
            mark_beside(r, k, hexes, words)


@kernel
def show_the_ground(s, r, cell, odd, front, words):
    """Mark the hexes of the ground that is to be held."""
    for k in range(s.goals.shape[0]):
        other = cell + int(r.disc[odd, front, k])
        if not words[k * _WORDS] & LIES_OFF and distance(r, other, r.middle) <= r.objective_hexes:
            words[k * _WORDS] |= LIES_OFF << 1


@kernel
def is_enemy(s, r, u, i):
    """Tell whether a piece is a member of a unit of another side."""
    return is_member(s, r, i) and side_of(s, r, i) != r.side_of[u]


@kernel
def mark_beside(r, k, hexes, words):
    """Count an enemy in the hexes of the disc beside its own."""
    for direction in range(6):
        other = int(r.beside[k, direction])
        if other < hexes and not words[other * _WORDS] & LIES_OFF:
            words[other * _WORDS + 2] += 1 << 24


@kernel
def figure(s, r, u, i):
    """Return who stands in a hex, as bytes: of the own side, of others, models."""
    if i < r.units:
        return (4 + int(i == u) if r.side_of[i] == r.side_of[u] else 4 << 8) | 1 << 16
    unit, models = unit_of(s, r, i), int(s.models[i]) << 16
    special = int(unit != NOBODY and s.specialist[unit] == i)
    if s.side[i] == r.side_of[u]:
        return models | (2 + special if unit == u else 1)
    return models | (1 if s.side[i] == NOBODY else 2 + special) << 8


@kernel
def status(s, r, u, i):
    """Return the unit, the state and the profile of who stands in a hex, as bytes."""
    side = int(r.side_of[i]) if i < r.units else int(s.side[i])
    found = int(is_member(s, r, i)) | int(s.fleeing[i]) << 1
    found |= int(i >= r.units and s.group[i] == NO_GROUP) << 2
    nth = 0
    while side != NOBODY and r.nth[r.side_of[u], nth] != side:
        nth += 1
    profile = row_of(r, u, i if i < r.units else int(s.home[i]))
    return rowed(r, u, unit_of(s, r, i)) | (found | nth << _SIDE_BIT) << 8 | (1 + profile) << 16


# The units


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


# What units are


@kernel
def write_profile(r, j, row):
    """Write the profiles of a unit: the leader, its type, the Underlings with which it began, weapons."""
    if j < r.units and not r.present[j]:
        return
    if j < r.units:
        row[0], row[1], row[2] = r.lead_ws[j], r.lead_bs[j], r.lead_toughness[j]
        row[3], row[4], row[5] = r.lead_agility[j], r.lead_willpower[j], r.lead_armour[j]
        row[6], row[7], row[8] = r.lead_fellowship[j], r.lead_command[j], r.lead_skill[j]
        row[9], row[10] = r.lead_wounds[j], r.lead_fear[j]
        row[11] = int(r.type_cover_ground[j] != 0) | int(r.type_marked_attack[j] != 0) << 1
        row[12], row[13], row[14] = r.type_heavy_hit[j], r.type_heavy_damage[j], r.type_melee_hit[j]
        row[15], row[16], row[17] = r.type_melee_damage[j], r.type_armour[j], r.type_nerve[j]
        row[18] = r.type_skill[j]
        write_weapon(r, r.lead_ranged[j], row[33:])
        write_weapon(r, r.lead_melee[j], row[33 + NUM_WEAPON :])
        write_weapon(r, r.specialist_weapon[j], row[33 + 4 * NUM_WEAPON :])
    row[19], row[20], row[21] = r.men_ws[j], r.men_bs[j], r.men_toughness[j]
    row[22], row[23], row[24] = r.men_agility[j], r.men_willpower[j], r.men_armour[j]
    row[25] = int(r.passive_cover_ground[j] != 0) | int(r.passive_marked_attack[j] != 0) << 1
    row[26], row[27], row[28] = r.passive_heavy_hit[j], r.passive_heavy_damage[j], r.passive_melee_hit[j]
    row[29], row[30], row[31] = r.passive_melee_damage[j], r.passive_armour[j], r.passive_nerve[j]
    row[32] = r.passive_skill[j]
    write_weapon(r, r.men_ranged[j], row[33 + 2 * NUM_WEAPON :])
    write_weapon(r, r.men_melee[j], row[33 + 3 * NUM_WEAPON :])


@kernel
def write_weapon(r, weapon, row):
    """Write what a weapon is."""
    if weapon == NOBODY:
        return
    row[0], row[1], row[2] = r.weapon_metres[weapon], r.weapon_dice[weapon], r.weapon_bonus[weapon]
    row[3], row[4], row[5] = r.weapon_pen[weapon], r.weapon_blast[weapon], r.weapon_devastating[weapon]
    burst = int(r.weapon_burst[weapon] == SEMI) | int(r.weapon_burst[weapon] == FULL) << 1
    qualities = int(r.weapon_spray[weapon] != 0) << 2 | int(r.weapon_sniper[weapon] != 0) << 3
    row[6] = burst | qualities | int(r.weapon_heavy[weapon] != 0) << 4 | 32


# Sides and the situation


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
