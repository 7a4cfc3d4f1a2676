"""What a soldier sees, as bytes, the same for every soldier: a disc of hexes around it and a vector. [FOR-P25]

Directions count clockwise from the front of its own company, so both companies see the field as if they went the same
way. The disc is written hex by hex, twelve bytes each: the state keeps for every cell the three numbers of 32 bits that
a company sees there (``shown``), and an observation is copied together from them. A fourth one is not used: four are
copied at once, and what the fourth overwrites is written after it.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.bits import lowest_bit
from swarmzoo.envs.core.fields import bearing, cell_at, disc_size, distance, hex_distance, neighbour, parity
from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import MOST_TARGETS
from swarmzoo.envs.formation.attributes import is_engaged
from swarmzoo.envs.formation.bodies import place_on_ring
from swarmzoo.envs.formation.config import ROLES
from swarmzoo.envs.formation.legality import offered_bits
from swarmzoo.envs.formation.missile import sight_is_free
from swarmzoo.envs.formation.state import FIELD, NOBODY
from swarmzoo.envs.formation.terrain import NO_ENTRY, OFF

PLANES = (
    "Movement Points to enter, 0: no entry",
    "cover, plus 4 x opacity, plus 16 on high ground",
    "off the field",
    "direction of the objective: 1 ahead, clockwise to 6; 7 at it",
    "friend, 2: a leader",
    "enemy, 2: a leader",
    "of the own formation 1, its leader 2; of enemies: in sight 4, offered as a target 8",
    "shield, 1 to 3 by size",
    "Dazed 1, Wounded 2, Panicked 4, Berserk 8, evading 16, charging 32, defending 64",
    "facing: 1 ahead, clockwise to 6",
    "reach of the melee weapon, plus 4 with a missile weapon",
    "Movement Points left, of friends",
)
NUM_PLANES = len(PLANES)
# How the bytes are to be read: a number (what counts as 1), a category (how many; 0: none), or a set of bits.
READ_PLANES = (
    *(("number", 4), ("bits", 5), ("bits", 1), ("category", 7), ("category", 2), ("category", 2), ("bits", 4)),
    *(("category", 3), ("bits", 7), ("category", 6), ("bits", 3), ("number", 6)),
)
OWN = (
    *(f"is a {role}" for role in ROLES),
    "is a leader",
    *(f"faces {way}" for way in ("ahead", "ahead right", "back right", "back", "back left", "ahead left")),
    "Movement Points left",
    *("Dazed", "Wounded", "Panicked", "Berserk", "hidden", "evading", "charging", "defending"),
    "hexes straight ahead",
    "Quick Actions left",
    *("Complex Action left", "Melee Action left", "missile weapon loaded", "in formation"),
    "members of the formation",
    "directs it",
    "hexes to its leader, 0: none",
    "direction of its leader, 1 to 6",
    "Movement Points to the objective, at most 255",
    "direction of the objective, 1 to 6; 7 at it",
    "hexes to the middle of the enemy in sight of all, at most 255",
    "direction of the middle of the enemy, 1 to 6",
    *(f"stage: {name}" for name in ("orders", "short move", "step", "reaction")),
    *(f"stage: {name}" for name in ("missile", "passive missile", "melee", "passive melee", "manoeuvre")),
    "own company is active",
    "Steps so far",
    "turns left, at most 255",
    "own company left, hundredths",
    "enemy company left, hundredths",
)
NUM_OWN = (len(OWN) + 3) // 4 * 4
_SCALES = {"Movement Points left": 6, "hexes straight ahead": 4, "members of the formation": 6, "Steps so far": 6} | {
    "hexes to its leader, 0: none": 6,
    "Movement Points to the objective, at most 255": 32,
    "hexes to the middle of the enemy in sight of all, at most 255": 16,
    "turns left, at most 255": 16,
    "own company left, hundredths": 100,
    "enemy company left, hundredths": 100,
}
READ_OWN = tuple(
    ("category", 7) if name.startswith("direction of") else ("number", _SCALES.get(name, 1))
    for name in (*OWN, *[""] * (NUM_OWN - len(OWN)))
)


TARGET = (  # of each that a soldier may shoot or strike at, in the order of its actions
    "hexes to it, 0: no such target",
    "direction of it, 1 to 6",
    "hexes clockwise from that direction",
    "role, 1 to 6",
    "leader 1, in formation 2, has moved in this turn 4, engaged 8",
    "Dazed 1, Wounded 2, Panicked 4, Berserk 8, evading 16, charging 32, defending 64",
    "facing: 1 ahead, clockwise to 6",
    "others of the own company who may shoot or strike at it now",
)
READ_TARGET = (
    *(("number", 8), ("category", 6), ("number", 4), ("category", len(ROLES)), ("bits", 4), ("bits", 7)),
    *(("category", 6), ("number", 4)),
)
READ_REST = READ_OWN + MOST_TARGETS * READ_TARGET


@cache
def layout(view: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    hexes = disc_size(view)
    disc = Slice("disc", 0, (hexes, NUM_PLANES), "whole numbers: see PLANES; hexes ring by ring, clockwise from ahead")
    own = Slice("own", disc.stop, (NUM_OWN,), "whole numbers: see OWN; the last ones are 0")
    return disc, own, Slice("targets", own.stop, (MOST_TARGETS, len(TARGET)), "whole numbers: see TARGET")


def planes(observations: np.ndarray) -> np.ndarray:
    """Return the discs of observations as planes, shape (..., planes, hexes)."""
    size = observations.shape[-1] - len(READ_REST)
    discs = observations[..., :size].reshape(*observations.shape[:-1], size // NUM_PLANES, NUM_PLANES)
    return np.moveaxis(discs, -1, -2)


# What companies see in each cell


@kernel
def seen_way(r, company, direction):
    """Return a direction as a company sees it: 1 is its front, clockwise to 6."""
    way = int(direction) - int(r.front[company])
    return way + 7 if way < 0 else way + 1


@kernel
def way_ahead(s, r, company, cell):
    """Return in which direction a company's objective lies from a cell: 1 to 6, 7 at it, 0 unknown."""
    here = s.way[company, cell]
    if here <= 0:
        return 7 if here == 0 else 0
    best, best_way = here, 0
    for turn in range(6):
        direction = r.front[company] + ((turn + 1) // 2 if turn % 2 == 0 else 6 - (turn + 1) // 2)
        direction = direction % 6
        other = neighbour(r, cell, direction)
        if 0 <= s.way[company, other] < best:
            best, best_way = s.way[company, other], seen_way(r, company, direction)
    return best_way


@kernel
def show_ground(s, r):
    """Write what companies see of the ground; it does not change in a game."""
    for cell in range(r.cells):
        kind = s.terrain[cell]
        cost = int(r.cost[kind])
        ground = 0 if cost == NO_ENTRY else cost
        ground |= (int(r.cover[kind]) + 4 * int(r.opacity[kind]) + 16 * int(r.high[kind])) << 8
        if kind == OFF:
            ground = 1 << 16
        for company in range(2):
            way = way_ahead(s, r, company, cell) if kind != OFF else 0
            s.shown[company, cell, 0] = ground | way << 24


@kernel
def show_all(s, r):
    """Write what companies see of everybody who has changed, and where each sees the middle of the other."""
    for i in range(r.num_soldiers):
        if s.stale[i]:
            s.stale[i] = False
            if s.fate[i] == FIELD:
                show(s, r, i)
    for company in range(2):
        for k in range(2):
            s.middle[company, k] = 0
            if s.in_view[company] > 0:
                s.middle[company, k] = seen_mean(r, 1 - company, s.total[company, k], s.in_view[company])


@kernel
def seen_mean(r, company, total, count):
    """Return a mean coordinate, rounded down as a company counts that looks east, so up for one that looks west."""
    return total // count if r.front[company] == 0 else -(-total // count)


@kernel
def show(s, r, i):
    """Write what companies see of a soldier; the hidden are not seen by the enemy."""
    cell, company, kind = int(s.place[i]), s.company[i], s.kind[i]
    rank = 1 + int(s.leads[i])
    status = int(s.dazed[i]) | int(s.wounded[i]) << 1 | int(s.panicked[i]) << 2 | int(s.berserk[i]) << 3
    status |= int(s.evading[i]) << 4 | int(s.charging[i]) << 5 | int(s.defending[i]) << 6
    arms = int(r.kind_reach[kind]) + 4 * int(r.kind_bow_damage[kind] >= 0)
    shield = int(r.kind_shield[kind]) << 24
    own, foe = company, 1 - company
    s.shown[own, cell, 1] = rank | shield
    s.shown[own, cell, 2] = status | seen_way(r, own, s.facing[i]) << 8 | arms << 16 | int(s.points[i]) << 24
    if s.hidden[i]:
        s.shown[foe, cell, 1] = s.shown[foe, cell, 2] = 0
        return
    s.shown[foe, cell, 1] = rank << 8 | shield
    s.shown[foe, cell, 2] = status | seen_way(r, foe, s.facing[i]) << 8 | arms << 16


# Observations


@kernel
def observe(s, r, i, out, again):
    """Write the observation of a soldier: uint8, as in ``layout``; zeros for one that is out. [FOR-P25, FOR-A8]"""
    if i >= r.num_soldiers or s.fate[i] != FIELD:
        for k in range(out.shape[0]):
            out[k] = 0
        return
    company, cell = s.company[i], int(s.place[i])
    odd, hexes = parity(r, cell), r.disc.shape[2]
    words = out.view(np.uint32)
    for first in range(0, hexes, 64):
        held = 0  # bits of the hexes where somebody stands
        for k in range(first, min(first + 64, hexes)):
            at = cell + r.disc[odd, company, k]
            ground, who, state = s.shown[company, at, 0], s.shown[company, at, 1], s.shown[company, at, 2]
            unused = s.shown[company, at, 3]
            words[3 * k], words[3 * k + 1], words[3 * k + 2], words[3 * k + 3] = ground, who, state, unused
            held |= int(who & 0xFFFF != 0) << (k - first)
        while held:
            k = first + lowest_bit(held)
            held &= held - 1
            out[12 * k + 6] = tie_to(s, r, i, int(s.occupant[cell + r.disc[odd, company, k]]))
    write_own(s, r, i, out[hexes * 12 :])
    write_targets(s, r, i, out[hexes * 12 + NUM_OWN :])


@kernel
def tie_to(s, r, i, other):
    """Return what another one in the disc is to a soldier: see PLANES."""
    f = s.formation[i]
    if s.company[other] == s.company[i]:
        return 1 + 2 * (s.director[f] == other) if f != NOBODY and s.formation[other] == f else 0
    tie = 4 * sight_is_free(s, r, int(s.place[i]), int(s.place[other]))
    bits = offered_bits(s, i)
    for k in range(MOST_TARGETS):
        if bits >> k & 1 and s.targets[i, k] == other:
            tie |= 8
    return tie


@kernel
def write_targets(s, r, i, row):
    """Write where the targets of a soldier stand, who they are, and how many others may choose them: see TARGET."""
    for k in range(row.shape[0]):
        row[k] = 0
    bits = offered_bits(s, i)
    company, cell = s.company[i], int(s.place[i])
    for k in range(MOST_TARGETS):
        if bits >> k & 1:
            target = int(s.targets[i, k])
            at = int(s.place[target])
            gap, place = distance(r, cell, at), place_on_ring(r, cell, r.front[company], at)
            state = s.shown[company, at, 2]
            row[8 * k], row[8 * k + 1], row[8 * k + 2] = gap, 1 + place // gap, place % gap
            row[8 * k + 3] = 1 + (s.kind[target] >> 1)
            row[8 * k + 4] = int(s.leads[target]) | int(s.formation[target] != NOBODY) << 1
            row[8 * k + 4] |= int(s.moved[target] > 0) << 2 | int(is_engaged(s, r, target)) << 3
            row[8 * k + 5], row[8 * k + 6] = state & 0xFF, state >> 8 & 0xFF
            row[8 * k + 7] = min(s.offered_at[target] - 1, 255)


@kernel
def write_own(s, r, i, row):
    """Write what a soldier knows about itself, its formation, of time and of the companies."""
    for k in range(row.shape[0]):
        row[k] = 0
    company, kind, cell = s.company[i], s.kind[i], int(s.place[i])
    row[kind >> 1] = 1
    row[6] = s.leads[i]
    row[6 + seen_way(r, company, s.facing[i])] = 1
    row[13] = s.points[i]
    row[14], row[15], row[16], row[17] = s.dazed[i], s.wounded[i], s.panicked[i], s.berserk[i]
    row[18], row[19], row[20], row[21] = s.hidden[i], s.evading[i], s.charging[i], s.defending[i]
    row[22], row[23], row[24] = min(s.straight[i], 255), s.quick[i], s.complex_left[i]
    row[25], row[26] = s.melee_left[i], s.loaded[i]
    f = s.formation[i]
    leader = s.captain[s.squad[i]]
    if f != NOBODY:
        row[27], row[28], row[29] = 1, min(s.members[f], 255), s.director[f] == i
        leader = s.director[f]
    if leader != NOBODY and leader != i and s.fate[leader] == FIELD:
        row[30], row[31] = way_to(s, r, i, int(r.q[s.place[leader]]), int(r.row[s.place[leader]]))
    row[32] = min(max(int(s.way[company, cell]), 0), 255)
    row[33] = s.shown[company, cell, 0] >> 24
    if s.in_view[1 - company] > 0:
        row[34], row[35] = way_to(s, r, i, s.middle[1 - company, 0], s.middle[1 - company, 1])
    row[36 + s.stage] = not s.done
    row[45] = company == s.active
    row[46] = min(s.step_number, 255)
    row[47] = min(max(r.max_turns - s.turn, 0), 255)
    for side in range(2):
        left = s.in_field[side] + s.crossed[side]
        row[48 + (side != company)] = left * 100 // s.started[side]


@kernel
def way_to(s, r, i, q, row):
    """Return how far a hex lies from a soldier, at most 255, and in which direction as its company counts."""
    dq, dr = q - int(r.q[s.place[i]]), row - int(r.row[s.place[i]])
    direction = bearing(dq, dr)
    if direction < 0:
        return 0, 0
    return min(hex_distance(dq, dr), 255), seen_way(r, s.company[i], direction)


# The overview


SURVEYED = (
    "terrain + 1",
    "red's objective",
    "blue's objective",
    "red soldier, 2: a leader",
    "blue soldier, 2: a leader",
    "role + 1",
    "facing + 1",
    "status",
    "in formation",
    "hidden",
    "Movement Points left",
    "actions left: Quick 1, Complex 2, Melee 4",
)


def survey_size(columns: int, rows: int) -> int:
    """Return the length of the overview: planes over the field, and seven numbers."""
    return len(SURVEYED) * columns * rows + 7


@kernel
def survey(s, r, out):
    """Write twelve numbers a hex, and turn, active company, stage, Steps, soldiers left of both companies, ended."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            at = (row * r.columns + column) * 12
            out[at] = s.terrain[cell] + 1
            out[at + 1], out[at + 2] = s.objective[cell] & 1, s.objective[cell] >> 1
            i = s.occupant[cell]
            if i != NOBODY:
                out[at + 3 + s.company[i]] = 1 + int(s.leads[i])
                out[at + 5], out[at + 6] = (s.kind[i] >> 1) + 1, s.facing[i] + 1
                out[at + 7] = (s.shown[s.company[i], cell, 2]) & 0xFF
                out[at + 8], out[at + 9] = s.formation[i] != NOBODY, s.hidden[i]
                out[at + 10] = s.points[i]
                out[at + 11] = s.quick[i] + 2 * int(s.complex_left[i]) + 4 * int(s.melee_left[i])
    at = r.rows * r.columns * 12
    out[at], out[at + 1], out[at + 2], out[at + 3] = s.turn, s.active, s.stage, s.step_number
    out[at + 4] = s.in_field[0] + s.crossed[0]
    out[at + 5] = s.in_field[1] + s.crossed[1]
    out[at + 6] = s.done
