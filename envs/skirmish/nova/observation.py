"""What an agent sees, as bytes: a disc of hexes, all pieces, their profiles, objects, sides, the situation. [NOV-A6]

Directions and coordinates count from the front of the own side, so that all see the field as if they began at the same
place. ``layout`` says what each number means. Public is all but the armour that others wear under their clothes
[NOV-30] and, with ``reveal: plain``, what their sheets say.
"""

import numpy as np

from swarmzoo.envs.core.fields import bearing, distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, SHOWN
from swarmzoo.envs.skirmish.battlefield.objects import NO_OBJECT
from swarmzoo.envs.skirmish.nova.layout import NUM_PER_SIDE, NUM_PLANES, NUM_PROFILE, NUM_SHEET, NUM_THING
from swarmzoo.envs.skirmish.nova.observed_moment import write_situation
from swarmzoo.envs.skirmish.nova.observed_pieces import write_profile, write_sheet
from swarmzoo.envs.skirmish.nova.sheet import henchmen_left
from swarmzoo.envs.skirmish.nova.slots import thing_slot
from swarmzoo.envs.skirmish.nova.state import ESCAPED
from swarmzoo.envs.skirmish.nova.strength import extras_left, is_up, strength_left
from swarmzoo.envs.skirmish.nova.viewing import byte, middle_of, piece_at, row_of, seen_from, write_seen

_WORDS = NUM_PLANES // 4


@kernel
def observe(s, r, agent, out, again):
    """Write the observation of an agent: uint8, laid out as in ``layout``. [NOV-A6]"""
    i, pieces = int(r.piece_of[agent]), int(r.pieces)
    sheets = s.goals.shape[0] * NUM_PLANES
    profiles = sheets + pieces * NUM_SHEET
    things = profiles + pieces * NUM_PROFILE
    sides = things + int(r.things) * NUM_THING
    moment = sides + int(r.sides) * NUM_PER_SIDE
    known = again and r.encounters == 1  # profiles change with the encounter alone
    for k in range(sheets, profiles if known else things):
        out[k] = 0
    for k in range(things, out.shape[0]):
        out[k] = 0
    write_disc(s, r, i, out[:sheets].view(np.uint32))
    for row in range(pieces):
        j = piece_at(r, i, row)
        write_sheet(s, r, i, j, out[sheets + row * NUM_SHEET : sheets + (row + 1) * NUM_SHEET])
        if not known:
            write_profile(s, r, i, j, out[profiles + row * NUM_PROFILE : profiles + (row + 1) * NUM_PROFILE])
    for k in range(r.things):
        write_thing(s, r, i, thing_slot(r, i, k), out[things + k * NUM_THING : things + (k + 1) * NUM_THING])
    for k in range(r.sides):
        side = int(r.nth[r.side_of[i], k])
        write_side(s, r, side, out[sides + k * NUM_PER_SIDE : sides + (k + 1) * NUM_PER_SIDE])
    write_situation(s, r, i, out[moment:])


@kernel
def write_disc(s, r, i, words):
    """Write the hexes about a piece, ring by ring, clockwise from the front; four bytes at a time."""
    cell, front = middle_of(s, i), int(r.front[r.side_of[i]])
    if cell == NOBODY:
        for k in range(words.shape[0]):
            words[k] = 0
        return
    odd, goes = parity(r, cell), not s.done and s.actor == i
    for k in range(s.goals.shape[0]):
        other, n = cell + int(r.disc[odd, front, k]), 0
        words[k * _WORDS] = int(s.lie[other]) & SHOWN
        who = 0 if s.occupant[other] == NOBODY else 1 + row_of(r, i, int(s.occupant[other]))
        if s.object[other] != NO_OBJECT:
            n = (1 + int(s.object_kind[s.object[other]])) << 16 | byte(s.structure[s.object[other]]) << 24
        words[k * _WORDS + 1] = who | (int(s.goals[k]) << 8 if goes else 0) | n


@kernel
def write_thing(s, r, i, n, out):
    """Write an object, where it stands or has stood."""
    if n >= s.num_objects:
        return
    kind, here, there = int(s.object_kind[n]), middle_of(s, i), int(s.thing_at[n])
    out[0], out[1], out[2] = 1 + kind, byte(s.structure[n]), byte(r.object_armour[kind])
    out[7] = int(r.thing_large[kind] != 0) | int(r.thing_hard[kind] != 0) << 1 | int(r.thing_tiny[kind] != 0) << 2
    if here != NOBODY:
        q, row = seen_from(s, r, i, there)
        out[3], out[4] = byte(distance(r, here, there)), 1 + bearing(q, row)
        write_seen(s, r, i, there, out[5:7])


@kernel
def write_side(s, r, side, out):
    """Write what is left of a side."""
    count, escaped, henchmen, willpower = 0, 0, 0, 0
    for k in range(r.slots):
        j = side * int(r.slots) + k
        count += is_up(s, r, j)
        escaped += r.agent_of[j] != NOBODY and s.fate[j] == ESCAPED
        henchmen += henchmen_left(s, j)
        willpower += int(s.willpower[j]) if is_up(s, r, j) else 0
    out[0], out[1], out[2] = byte(strength_left(s, r, side)), count, escaped
    out[3], out[4] = byte(extras_left(s, r, side)), byte(s.extras[side])
    out[5], out[6] = byte(henchmen), byte(willpower)
    holder = NOBODY if s.hostage == NOBODY else int(s.held_by[s.hostage])
    out[7] = holder != NOBODY and s.side[holder] == side
