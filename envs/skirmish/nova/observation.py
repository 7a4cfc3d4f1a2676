"""What an agent sees, as bytes: a disc of hexes, a table of all pieces, a vector. [NOV-A6]

Directions and coordinates count from the front of the own side. ``layout`` says what each number means.
"""

from swarmzoo.envs.core.fields import bearing, distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, SHOWN
from swarmzoo.envs.skirmish.battlefield.objects import NO_OBJECT
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.layout import NUM_PLANES, NUM_SHEET
from swarmzoo.envs.skirmish.nova.sheet import boxes, henchmen_left, is_person, levels_of, who
from swarmzoo.envs.skirmish.nova.slots import foe_slot, slot_of
from swarmzoo.envs.skirmish.nova.state import STAGE_NAMES, WAITING

_STAGES = len(STAGE_NAMES) - 1


@kernel
def byte(number):
    """Return a number as a byte: 0 to 255."""
    return min(max(int(number), 0), 255)


@kernel
def row_of(r, i, j):
    """Return the row in which a piece has another one, its own first."""
    slots = int(r.slots)
    if r.side_of[j] != r.side_of[i]:
        return slots + slot_of(r, i, j)
    own, other = i % slots, j % slots
    return 0 if own == other else other + int(other < own)


@kernel
def piece_at(r, i, row):
    """Return the piece that another one has in a row."""
    slots = int(r.slots)
    if row >= slots:
        return foe_slot(r, i, row - slots)
    own = i % slots
    return i - own + (own if row == 0 else row - int(row <= own))


@kernel
def middle_of(s, i):
    """Return the hex about which a piece sees: where it stands, or fell, or NOBODY."""
    return int(s.place[i]) if s.place[i] != NOBODY else int(s.lies[i])


@kernel
def observe(s, r, agent, out, again):
    """Write the observation of an agent: uint8, laid out as in ``layout``. [NOV-A6]"""
    i = int(r.piece_of[agent])
    for k in range(out.shape[0]):
        out[k] = 0
    sheets = s.goals.shape[0] * NUM_PLANES
    if middle_of(s, i) != NOBODY:
        write_disc(s, r, i, out)
    for row in range(r.pieces):
        begin = sheets + row * NUM_SHEET
        write_sheet(s, r, i, piece_at(r, i, row), out[begin : begin + NUM_SHEET])
    write_situation(s, r, i, out[sheets + int(r.pieces) * NUM_SHEET :])


@kernel
def write_disc(s, r, i, out):
    """Write the hexes about a piece, ring by ring, clockwise from the front."""
    cell, front = middle_of(s, i), int(r.front[r.side_of[i]])
    odd, goes = parity(r, cell), not s.done and s.actor == i
    for k in range(s.goals.shape[0]):
        other, at = cell + int(r.disc[odd, front, k]), k * NUM_PLANES
        lie = int(s.lie[other]) & SHOWN
        for byte_number in range(4):
            out[at + byte_number] = lie >> 8 * byte_number & 255
        if s.occupant[other] != NOBODY:
            out[at + 4] = 1 + row_of(r, i, int(s.occupant[other]))
        out[at + 5] = s.goals[k] if goes else 0
        if s.object[other] != NO_OBJECT:
            n = int(s.object[other])
            out[at + 6], out[at + 7] = 1 + int(s.object_kind[n]), byte(s.structure[n])


@kernel
def write_sheet(s, r, i, j, out):
    """Write what is seen of a piece."""
    row = who(s, r, j)
    if not r.present[row] or s.side[j] == NOBODY:
        return
    out[0], out[1], out[2], out[3] = 1 + r.kind[row], s.fate[j], s.members[j], henchmen_left(s, j)
    out[4] = byte(levels_of(s, r, j) + 1 - boxes(s, j)) if is_person(s, r, j) else byte(s.hl[j, 0])
    out[5], out[6] = s.stun[j], s.willpower[j] if s.side[i] == s.side[j] or r.reveal == 0 else 0
    flags = int(s.dazed[j] != 0) | int(s.stunned[j] != 0) << 1 | int(s.prone[j] != 0) << 2
    flags |= int(s.covered[j] != 0) << 3 | int(s.holding[j] != NOBODY) << 4 | int(s.held_by[j] != NOBODY) << 5
    out[7] = flags | int(s.full[j] != 0) << 6 | int(s.sprinting[j] != 0) << 7
    write_place(s, r, i, j, out)
    out[12], out[13] = s.num_planned[j], s.plan_kind[j, 0] if s.num_planned[j] > 0 else 0
    for nth in range(s.num_order):
        if s.order[nth] == j:
            out[14] = 1 + nth
    asked = not s.done and s.stage != WAITING and s.actor == j
    attacks = s.a_step != NO_ATTACK and s.attacker == j
    out[15] = int(s.current == j) | int(asked) << 1 | int(attacks) << 2 | int(s.target == j) << 3


@kernel
def write_place(s, r, i, j, out):
    """Write where a piece is, as seen from another one."""
    here, there = middle_of(s, i), middle_of(s, j)
    if here == NOBODY or there == NOBODY:
        return
    q, row = posed(int(r.q[there]) - int(r.q[here]), int(r.row[there]) - int(r.row[here]), r.front[r.side_of[i]])
    out[8], out[9] = byte(distance(r, here, there)), 1 + bearing(q, row)
    out[10], out[11] = byte(q + 64), byte(row + 64)


@kernel
def write_situation(s, r, i, out):
    """Write the moment."""
    if not s.done and s.stage != WAITING and s.actor == i:
        out[int(s.stage) - 1] = 1
    at = _STAGES
    out[at], out[at + 1] = byte(s.rounds), byte(r.max_rounds - s.rounds)
    if s.actor == i and not s.done:
        out[at + 2], out[at + 3] = s.plan_kind[i, s.slot], s.num_planned[i]
    out[at + 4] = int(s.phase) | int(s.replacing) << 1
    if s.a_step != NO_ATTACK:
        out[at + 5], out[at + 6] = byte(s.a_net + 64), byte(s.a_levels)
    if s.objective != NOBODY:
        out[at + 7] = byte(s.structure[s.objective])
