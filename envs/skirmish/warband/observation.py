"""What a warband sees, as bytes: a disc of hexes, a table of all characters, a vector. [WAR-A5]

Directions and coordinates count from the front of the own warband, mirrored for two of four, so that all see the field
as if they began at the same place. Before a character is picked the disc lies about the leader. The table has the own
warband first, then the others as it counts them, as the slots of the actions do. Loot is listed wherever it lies, the
nearest first.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.fields import bearing, cell_at, disc_size, hex_distance, parity
from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.per_side import PerSide
from swarmzoo.envs.skirmish.battlefield.ground import LIES_OFF, NOBODY, SHOWN, cover_in, height_in, spot
from swarmzoo.envs.skirmish.battlefield.lines import OUTSIDE
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.warband.actions import AT_FOES
from swarmzoo.envs.skirmish.warband.attack import melee_dice, ranged_dice
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, leader_of, present, shield_of, taunter_of
from swarmzoo.envs.skirmish.warband.config import SCENARIOS, TRAITS
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, LOOT
from swarmzoo.envs.skirmish.warband.slots import foe_slot, num_foes, own_slot, slot_of_foe
from swarmzoo.envs.skirmish.warband.state import ACTING, CALM, FLEEING, ORDER_GIVEN, ORDER_WORKS, SHAKEN
from swarmzoo.envs.skirmish.warband.victory import star_left

PLANES = (
    "movement to enter, 0: no entry",
    "cover, plus 4 where it hides",
    "height",
    "off the field 1, the centre 2",
    "friend, 2: the leader, 3: the one who acts",
    "enemy, 2: a leader",
    "Star left of who stands here",
    "Stunned 1, Bloodied 2, Shaken 4, Fleeing 8, prone 16, in taken cover 32, warded 64, activated 128",
    "1 + what it costs to go here, 0: cannot",
    "0: out of sight, 1 + cover between",
    "loot tokens",
    "enemies beside",
)
NUM_PLANES = len(PLANES)
READ_PLANES = (
    *(("number", 4), ("bits", 3), ("number", 3), ("bits", 2), ("category", 3), ("category", 2), ("number", 6)),
    *(("bits", 8), ("number", 8), ("category", 3), ("number", 2), ("number", 2)),
)
_WORDS = NUM_PLANES // 4
SHEET = (
    "in the field",
    "Star left",
    "full Star",
    *("Mallet", "Key", "Runes", "Coronet", "Shield", "Boots"),
    *("melee dice", "melee reach", "ranged dice", "range"),
    "traits, a bit each",
    "scrolls, a bit each",
    "Stunned 1, Bloodied 2, Shaken 4, Fleeing 8, prone 16, in taken cover 32, warded 64, activated 128",
    "loaded 1, hasted 2, its order works 4, waits 64, taunted 8, acts now 16, leads 32, was Bloodied 128",
    "hexes away, at most 255",
    "direction, 1 to 6",
    "q from the disc's middle + 64",
    "row from the disc's middle + 64",
    "cover from the one who acts + 1, 0: out of sight",
    "aims at: 1 + slot of its enemy",
    "points of aim",
    "height where it stands",
    "cover where it stands",
    "taunted by: 1 + slot of its enemy",
    "hexes to its own edge, at most 255",
)
NUM_SHEET = len(SHEET)
READ_SHEET = (
    *(("bits", 1), ("number", 6), ("number", 6), *[("number", 6)] * 6, *[("number", 4)] * 2, ("number", 4)),
    *(("number", 36), ("bits", len(TRAITS)), ("bits", 4), ("bits", 8), ("bits", 8), ("number", 24), ("category", 6)),
    *(("number", 64), ("number", 64), ("category", 3), ("number", 12), ("number", 2)),
    *(("number", 3), ("category", 2), ("number", 12), ("number", 24)),
)
assert len(READ_SHEET) == NUM_SHEET
PER_WARBAND = (
    *("tokens in the bag", "characters left", "loot picked up", "turns at the centre", "has broken"),
    *("has tested its courage for the loss of half", "characters at the start", "Star left, at most 255"),
)
READ_WARBAND = (
    *(("number", 6), ("number", 6), ("number", 5), ("number", 5), ("bits", 1), ("bits", 1), ("number", 6)),
    ("number", 30),
)
assert len(READ_WARBAND) == len(PER_WARBAND)
PER_LOOT = ("tokens", "hexes away, at most 255", "q from the disc's middle + 64", "row from the disc's middle + 64")
READ_LOOT = (("number", 2), ("number", 24), ("number", 64), ("number", 64))
MOST_LOOT = 16  # hexes with loot that are listed
_PER_WARBAND, _PER_LOOT = len(PER_WARBAND), len(PER_LOOT)
VECTOR = (
    "picks",
    "acts",
    "turn, at most 255",
    "turns left, at most 255",
    "action points left",
    "hexes left of paid moves",
    "has moved 1, has charged 2, gets away 4, is held in melee 8, has given an order 16",
    "hexes to the own edge, at most 255",
    "hexes to the middle, at most 255",
    "direction of the middle, 1 to 6",
    "height here",
    "cover here",
    *(f"scenario: {name}" for name in SCENARIOS),
    "slot of the one who acts + 1",
    "tokens of all in the bag",
    "hexes to the nearest enemy, at most 255",
    "q of the middle of the field from that of the disc + 64",
    "row of the middle of the field from that of the disc + 64",
    "loot tokens that lie in the field, at most 255",
    "turns at the centre, or loot tokens, that win, or 0",
)
NUM_VECTOR = len(VECTOR)
READ_VECTOR = (
    *(("bits", 1), ("bits", 1), ("number", 20), ("number", 20), ("number", 2), ("number", 6), ("bits", 5)),
    *(("number", 24), ("number", 24), ("category", 6), ("number", 3), ("category", 2)),
    *[("bits", 1)] * len(SCENARIOS),
    *(("number", 12), ("number", 10), ("number", 12), ("number", 64), ("number", 64), ("number", 5)),
    ("number", 5),
)
assert len(READ_VECTOR) == NUM_VECTOR
STATUS = 15


@cache
def layout(warbands: int, slots: int, radius: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    disc = Slice("disc", 0, (disc_size(radius), NUM_PLANES), "whole numbers: see PLANES; ring by ring, clockwise")
    own = Slice("self", disc.stop, (NUM_SHEET,), "whole numbers: see SHEET; of the one who acts")
    table = Slice("characters", own.stop, (warbands * slots, NUM_SHEET), "whole numbers: see SHEET")
    sides = Slice("warbands", table.stop, (warbands, len(PER_WARBAND)), "whole numbers: see PER_WARBAND")
    loot = Slice("loot", sides.stop, (MOST_LOOT, len(PER_LOOT)), "whole numbers: see PER_LOOT; the nearest first")
    return disc, own, table, sides, loot, Slice("situation", loot.stop, (NUM_VECTOR,), "whole numbers: see VECTOR")


def readings(warbands: int, slots: int) -> tuple[tuple[str, int], ...]:
    """Return how the bytes after the disc are to be read."""
    return READ_SHEET * (1 + warbands * slots) + READ_WARBAND * warbands + READ_LOOT * MOST_LOOT + READ_VECTOR


def per_side(slots: int) -> tuple[PerSide, ...]:
    """Return what observations, and actions, hold for every warband in turn."""
    own = PerSide("characters", each=slots), PerSide("warbands")
    return *own, *(PerSide(name, each=slots, first=1) for name in sorted(AT_FOES))


def planes(observations: np.ndarray, radius: int) -> np.ndarray:
    """Return the discs of observations, of some radius, as planes, shape (..., planes, hexes)."""
    size = disc_size(radius)
    discs = observations[..., : size * NUM_PLANES].reshape(*observations.shape[:-1], size, NUM_PLANES)
    return np.moveaxis(discs, -1, -2)


@kernel
def middle_of_view(s, r, side):
    """Return the character about whom a warband sees the field: who acts, else its leader, else NOBODY."""
    if s.stage == ACTING and s.actor == side and s.current != NOBODY:
        return int(s.current)
    return leader_of(s, r, side)


@kernel
def status_of(s, r, i):
    """Return what is the matter with a character, a bit each."""
    status = int(s.stunned[i]) | int(is_bloodied(s, r, i)) << 1
    status |= int(s.morale[i] == SHAKEN) << 2 | int(s.morale[i] == FLEEING) << 3
    status |= int(s.prone[i]) << 4 | int(s.hugging[i]) << 5
    return status | int(s.ward[i]) << 6 | int(s.activated[i]) << 7


@kernel
def observe(s, r, agent, out, again):
    """Write the observation of a warband: uint8, laid out as in ``layout``. [WAR-A5]"""
    i = middle_of_view(s, r, agent)
    at = s.sight.shape[0] * NUM_PLANES
    for k in range(at if i != NOBODY else 0, out.shape[0]):
        out[k] = 0
    if i != NOBODY:
        write_disc(s, r, agent, i, out.view(np.uint32))
    n, slots = s.side.shape[0], int(r.slots)
    own = at
    at += NUM_SHEET
    for k in range(n):
        j = own_slot(r, agent, k) if k < slots else foe_slot(r, agent, k - slots)
        if present(s, j):
            write_sheet(s, r, agent, i, j, out[at + k * NUM_SHEET : at + (k + 1) * NUM_SHEET])
        if j == i:
            for column in range(NUM_SHEET):
                out[own + column] = out[at + k * NUM_SHEET + column]
    at += n * NUM_SHEET
    for k in range(r.warbands):
        side = r.nth[agent, k]
        out[at], out[at + 1] = s.tokens[side], s.left[side]
        out[at + 2], out[at + 3] = min(int(s.purse[side]), 255), min(int(s.centre[side]), 255)
        out[at + 4], out[at + 5] = s.broken[side], s.half_out[side]
        out[at + 6], out[at + 7] = r.strength[side], min(star_left(s, r, side), 255)
        at += _PER_WARBAND
    if i != NOBODY and s.lying > 0:
        list_loot(s, r, agent, int(s.place[i]), out[at : at + MOST_LOOT * _PER_LOOT])
    at += MOST_LOOT * _PER_LOOT
    write_situation(s, r, agent, i, out[at:])


@kernel
def looks_about(s, i):
    """Tell whether a character acts and has looked about from where it stands; nobody does so when the game is over."""
    return s.stage == ACTING and s.current == i and not s.done


@kernel
def write_disc(s, r, agent, i, words):
    """Write the hexes about a character, ring by ring, clockwise from the front; four bytes at a time."""
    acts = looks_about(s, i) and s.actor == agent
    cell, front = int(s.place[i]), int(r.front[agent])
    odd, hexes = parity(r, cell), s.sight.shape[0]
    if acts:
        for k in range(hexes):
            words[k * _WORDS] = s.around[k] & SHOWN
            words[k * _WORDS + 1] = 0
            words[k * _WORDS + 2] = int(s.sight[k]) << 8 | int(s.goals[k])
    else:
        for k in range(hexes):
            words[k * _WORDS] = s.lie[cell + r.disc[odd, front, k]] & SHOWN
            words[k * _WORDS + 1] = words[k * _WORDS + 2] = 0
    if s.lying > 0:
        for k in range(hexes):
            words[k * _WORDS + 2] |= int(s.loot[cell + r.disc[odd, front, k]]) << 16
    for j in range(s.place.shape[0]):
        k = OUTSIDE if s.place[j] == NOBODY else spot(r, cell, front, s.place[j])
        if k == OUTSIDE:
            continue
        if k < hexes:
            words[k * _WORDS + 1] = figure(s, r, agent, j, acts and j == i)
        if s.side[j] != agent:
            mark_beside(r, k, hexes, words)


@kernel
def mark_beside(r, k, hexes, words):
    """Count an enemy in the hexes of the disc beside its own."""
    for direction in range(6):
        other = int(r.beside[k, direction])
        if other < hexes and not words[other * _WORDS] & LIES_OFF:
            words[other * _WORDS + 2] += 1 << 24


@kernel
def figure(s, r, agent, j, acts):
    """Return who stands in a hex, as four bytes: friend, enemy, Star, status."""
    rank = 3 if acts else 1 + int(leader_of(s, r, s.side[j]) == j)
    word = rank if s.side[j] == agent else rank << 8
    return word | int(s.star[j]) << 16 | status_of(s, r, j) << 24


@kernel
def write_sheet(s, r, agent, i, j, row):
    """Write what is known of a character, seen from another one."""
    row[0], row[1], row[2] = present(s, j), s.star[j], r.own_star[j]
    row[3], row[4], row[5], row[6] = s.mallet[j], r.own_key[j], r.own_runes[j], r.own_coronet[j]
    row[7], row[8] = shield_of(s, r, j), r.own_boots[j]
    row[9], row[10] = melee_dice(s, r, j), r.own_melee_reach[j]
    row[11] = ranged_dice(s, r, j) if r.own_ranged_reach[j] > 0 else 0
    row[12] = r.own_ranged_reach[j]
    row[13], row[14], row[STATUS] = r.own_traits[j], s.scrolls[j], status_of(s, r, j)
    acts = s.stage == ACTING and s.current == j
    taunter = taunter_of(s, j)
    flags = int(s.loaded[j]) | int(s.haste[j]) << 1 | int(int(s.order[j]) & ORDER_WORKS > 0) << 2
    flags |= int(taunter != NOBODY) << 3 | int(acts) << 4 | int(r.leader[s.side[j]] == j) << 5
    row[16] = flags | int(int(s.order[j]) & ORDER_GIVEN > 0) << 6 | int(s.bloodied[j]) << 7
    if i != NOBODY and i != j:
        q, line = posed(
            int(r.q[s.place[j]]) - int(r.q[s.place[i]]), int(r.row[s.place[j]]) - int(r.row[s.place[i]]), r.front[agent]
        )
        row[17], row[18] = min(hex_distance(q, line), 255), 1 + bearing(q, line)
        row[19], row[20] = coded(q), coded(line)
        if looks_about(s, i) and s.side[j] != s.side[i]:
            row[21] = 0 if s.cover[j] == HIDDEN else 1 + s.cover[j]
    if s.aim_at[j] != NOBODY:
        row[22], row[23] = 1 + slot_of_foe(r, s.side[j], s.aim_at[j]), s.aim[j]
    lie = s.lie[s.place[j]]
    row[24], row[25] = height_in(lie), cover_in(lie)
    row[27] = min(int(r.edge[s.side[j], s.place[j]]), 255)
    if taunter != NOBODY:
        row[26] = 1 + slot_of_foe(r, s.side[j], taunter)


@kernel
def write_situation(s, r, agent, i, row):
    """Write what is decided, the time, what is left of the activation, and where the disc lies."""
    if s.actor == agent and not s.done:
        row[0], row[1] = s.stage != ACTING, s.stage == ACTING
    row[2], row[3] = min(int(s.turn), 255), min(max(int(r.max_turns) - int(s.turn), 0), 255)
    if s.stage == ACTING:
        row[4], row[5] = s.points, max(int(s.budget), 0)
        row[6] = (
            int(s.moved) | int(s.charged) << 1 | int(s.getting_away) << 2 | int(s.held) << 3 | int(s.ordered_now) << 4
        )
    if i != NOBODY:
        cell = s.place[i]
        q, line = posed(int(r.q[r.middle]) - int(r.q[cell]), int(r.row[r.middle]) - int(r.row[cell]), r.front[agent])
        row[7], row[8] = min(int(r.edge[agent, cell]), 255), min(hex_distance(q, line), 255)
        row[9], row[10], row[11] = 1 + bearing(q, line), height_in(s.lie[cell]), cover_in(s.lie[cell])
        row[20], row[21] = coded(q), coded(line)
    row[12 + r.scenario] = 1
    if s.stage == ACTING and s.actor == agent:
        row[17] = 1 + int(s.current) % int(r.slots)
    row[22] = min(int(s.lying), 255)
    if r.scenario == HOLD_CENTRE:
        row[23] = r.centre_points
    elif r.scenario == LOOT:
        row[23] = r.loot_goal
    tokens, nearest = 0, 255
    for side in range(r.warbands):
        tokens += int(s.tokens[side])
    for k in range(num_foes(r) if i != NOBODY else 0):
        j = foe_slot(r, agent, k)
        if present(s, j):
            nearest = min(nearest, gap(s, r, i, j))
    row[18], row[19] = tokens, nearest


@kernel
def coded(difference):
    """Return a difference of coordinates as a byte."""
    return min(max(difference + 64, 0), 255)


@kernel
def list_loot(s, r, agent, here, rows):
    """Write the hexes with loot that are nearest to a cell, of those as near the hindmost as the warband sees them."""
    count, left = 0, int(s.lying)
    for cell in range(r.cells):
        if s.loot[cell] > 0:
            q, line = posed(int(r.q[cell]) - int(r.q[here]), int(r.row[cell]) - int(r.row[here]), r.front[agent])
            insert_loot(rows, count, s.loot[cell], min(hex_distance(q, line), 255), coded(q), coded(line))
            count += 1
            left -= int(s.loot[cell])
            if left == 0:
                break


@kernel
def insert_loot(rows, count, tokens, far, q, line):
    """Put a hex with loot into its place among those that are listed; the last one may drop out."""
    k = min(count, MOST_LOOT)
    while k > 0 and comes_before(rows, k - 1, far, q, line):
        k -= 1
        if k + 1 < MOST_LOOT:
            for n in range(_PER_LOOT):
                rows[(k + 1) * _PER_LOOT + n] = rows[k * _PER_LOOT + n]
    if k < MOST_LOOT:
        at = k * _PER_LOOT
        rows[at], rows[at + 1], rows[at + 2], rows[at + 3] = tokens, far, q, line


@kernel
def comes_before(rows, k, far, q, line):
    """Tell whether a hex with loot comes before the one that is listed in a row: nearer, or as near and behind."""
    at = k * _PER_LOOT
    if rows[at + 1] != far:
        return far < rows[at + 1]
    return q < rows[at + 2] or (q == rows[at + 2] and line < rows[at + 3])


# The overview


PER_HEX = ("terrain + 1", "height", "warband of who stands here + 1", "its slot + 1", "loot tokens")
PER_CHARACTER = ("fate", "Star", "Mallet", "status", "morale", "points of aim")


def survey_size(columns: int, rows: int, warbands: int, slots: int) -> int:
    """Return the length of the overview."""
    return len(PER_HEX) * columns * rows + len(PER_CHARACTER) * warbands * slots + len(PER_WARBAND) * warbands + 4


@kernel
def survey(s, r, out):
    """Write hexes, characters and warbands in their order; then turn, stage, who decides, who acts + 1."""
    at = 0
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            i = int(s.occupant[cell])
            out[at], out[at + 1], out[at + 4] = s.terrain[cell] + 1, s.height[cell], s.loot[cell]
            out[at + 2] = s.side[i] + 1 if i != NOBODY else 0
            out[at + 3] = i % int(r.slots) + 1 if i != NOBODY else 0
            at += 5
    for i in range(s.side.shape[0]):
        out[at], out[at + 1], out[at + 2] = s.fate[i], s.star[i], s.mallet[i]
        out[at + 3], out[at + 4], out[at + 5] = status_of(s, r, i), s.morale[i] - CALM, s.aim[i]
        at += 6
    for side in range(r.warbands):
        out[at], out[at + 1], out[at + 2] = s.tokens[side], s.left[side], s.purse[side]
        out[at + 3], out[at + 4], out[at + 5] = s.centre[side], s.broken[side], s.half_out[side]
        out[at + 6], out[at + 7] = r.strength[side], star_left(s, r, side)
        at += _PER_WARBAND
    out[at], out[at + 1], out[at + 2], out[at + 3] = s.turn, s.stage, s.actor, s.current + 1
