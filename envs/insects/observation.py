"""What a player sees, as numbers. [INS-A5, INS-A8]

Every player sees the board from its own seat (turned or mirrored so that its start lies where seat 0's lies), itself
first and the others after it in turn order. The layout is data: ``layout`` names every part with its scale.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.actions import HEX, STEP_TO
from swarmzoo.envs.insects.attributes import allowance, attribute, bid_initiative, fight_initiative
from swarmzoo.envs.insects.cards import MOVEMENT, NUM_ATTRIBUTES, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.decisions import decision_of
from swarmzoo.envs.insects.legality import asks_high_digit, count_range
from swarmzoo.envs.insects.movement import moves_left
from swarmzoo.envs.insects.rules import ALONE
from swarmzoo.envs.insects.state import (
    BID_WINDOW,
    CLASSES,
    COUNT,
    NO_QUESTION,
    NUM_DECISIONS,
    PICK,
    PLACE_COUNT,
    SPENT,
    STEP,
)
from swarmzoo.envs.insects.terrain import DEN, NUM_TERRAINS, TERRAIN_NAMES
from swarmzoo.envs.insects.victory import dens_held, spaces_held
from swarmzoo.envs.insects.viewpoint import order_position, seats_after

INSECT_SCALE = EIGHTH = np.float32(1 / 8)
QUARTER = np.float32(1 / 4)
MOVED_PLANES = 6  # 0, 1, 2, 3, 4 and more spaces, spent
PER_PLAYER = NUM_ATTRIBUTES + 2 * NUM_EVOLUTIONS + 12
HAND_PART = NUM_ATTRIBUTES + 2 * NUM_EVOLUTIONS
INSECTS_PART, SPACES_PART, ORDER_PART = HAND_PART + 1, HAND_PART + 2, HAND_PART + 5
SITUATION = 18
HIGH = np.float32(4096)


def num_planes(players: int) -> int:
    """Return the number of planes over hexes."""
    return NUM_TERRAINS + players + MOVED_PLANES + 4


def plane_names(players: int) -> list[str]:
    """Return the names of the planes in their order."""
    return [
        *(f"terrain {name}" for name in TERRAIN_NAMES),
        *("own insects" if seat == 0 else f"insects of player +{seat}" for seat in range(players)),
        *(f"active player's insects that moved {n}" for n in ("0", "1", "2", "3", "4 or more")),
        "active player's insects with no move left",
        "group in hand",
        "contested",
        "selected",
        "legal targets",
    ]


@cache
def layout(capacity: int, players: int) -> tuple[Slice, ...]:
    """Return the parts of an observation in their order."""
    parts: list[Slice] = []

    def add(name: str, shape: tuple[int, ...], scale: str = "0 or 1") -> None:
        parts.append(Slice(name, parts[-1].stop if parts else 0, shape, scale))

    add("planes", (num_planes(players), capacity), "terrain 0 or 1; insects / 8; marks 0 or 1")
    add("decision", (NUM_DECISIONS,))
    add("players", (players, PER_PLAYER), "attributes / 8; effects / 4; see PLAYER_PARTS")
    add("hand", (NUM_KINDS,), "cards / 4")
    add("discards", (NUM_KINDS,), "cards / 8")
    add("situation", (SITUATION,), "see SITUATION_PARTS")
    add("card played", (NUM_KINDS,))
    add("played by", (players,))
    return tuple(parts)


PLAYER_PARTS = (
    *("initiative", "attack", "defense", "movement", "reproduction", "stack", "intelligence"),
    *(f"effect {kind} in force" for kind in range(NUM_EVOLUTIONS)),
    *(f"effect {kind} burnt" for kind in range(NUM_EVOLUTIONS)),
    "hand / 8",
    "insects / 32",
    "spaces held / hexes",
    "Dens held / 8",
    "is active",
    "place in the order / players",
    "eliminated",
    "under Molt",
    "under Dormancy",
    "initiative in the Bid / 8",
    "initiative in the fight / 8",
    "Feeding Frenzy / 3",
)
SITUATION_PARTS = (
    "cards left / deck",
    "round / 32",
    "moves left / 8",
    "unplaced / 8",
    "spaces the group may still move / 8",
    "steps of the group / 8",
    "may drop",
    "may pick up",
    "Migration / 3",
    "Energy Burst / 3",
    "class counted / 8",
    "least count / 32",
    "most count / 32",
    "high digit asked",
    "high digit given / 32",
    "count for: go, pick up, drop / 2",
    "card is negated",
    "discards due / 2",
)
assert len(PLAYER_PARTS) == PER_PLAYER and len(SITUATION_PARTS) == SITUATION


@kernel
def observe(s, r, p, out, again):
    """Write the observation of a player: float32, laid out as in ``layout``; terrain only at first. [INS-A8]"""
    n, h = s.bugs.shape
    if again:
        out[NUM_TERRAINS * h :] = 0.0
    else:
        out[:] = 0.0
        write_terrain(s, r, p, out)
    planes = (NUM_TERRAINS + n + MOVED_PLANES + 4) * h
    decision = planes + NUM_DECISIONS
    players = decision + n * PER_PLAYER
    write_board(s, r, p, out[:planes], out[decision:players])
    if s.actor == p:
        out[planes + decision_of(s)] = 1.0
        write_targets(s, r, p, out[planes - h : planes])
    place = order_position(s, p)
    for k in range(n):
        q = s.order[(place + k) % n]
        write_player(s, r, q, out[decision + k * PER_PLAYER : decision + (k + 1) * PER_PLAYER])
        out[decision + k * PER_PLAYER + ORDER_PART] = (place + k) % n / n
    write_cards(s, p, out[players : players + 2 * NUM_KINDS])
    situation = players + 2 * NUM_KINDS
    write_situation(s, r, p, out[situation : situation + SITUATION])
    if s.question != NO_QUESTION and s.played >= 0:
        out[situation + SITUATION + int(s.played)] = 1.0
        out[situation + SITUATION + NUM_KINDS + seats_after(s, p, s.played_by)] = 1.0


@kernel
def write_terrain(s, r, p, planes):
    """Write a plane for each kind of terrain, as the player sees the board."""
    for x in range(int(r.num_hexes)):
        planes[int(s.terrain[x]) * s.terrain.shape[0] + int(r.seen_at[p, x])] = 1.0


@kernel
def write_board(s, r, p, planes, players):
    """Write the planes over hexes as the player sees them, and with them insects, spaces and Dens of every player."""
    n, h = s.bugs.shape
    place = order_position(s, p)
    for x in range(int(r.num_hexes)):
        if s.stacks[x] > 0:
            write_stacks(s, x, int(r.seen_at[p, x]), place, planes, players)
    if s.active >= 0 and PICK <= s.stage <= STEP:
        write_moved(s, r, p, planes, (NUM_TERRAINS + n) * h)
    write_group(s, r, p, planes, (NUM_TERRAINS + n + MOVED_PLANES) * h)
    for k in range(n):
        write_holdings(s, r, s.order[(place + k) % n], players[k * PER_PLAYER : (k + 1) * PER_PLAYER])


@kernel
def write_stacks(s, x, v, place, planes, players):
    """Write the stacks of one space, and count insects, spaces and Dens of their players."""
    n, h = s.bugs.shape
    contested = s.stacks[x] > 1
    if contested:
        planes[(NUM_TERRAINS + n + MOVED_PLANES + 1) * h + v] = 1.0
    for k in range(n):
        count = s.bugs[s.order[place], x]
        if count > 0:
            planes[(NUM_TERRAINS + k) * h + v] = count * INSECT_SCALE
            row = k * PER_PLAYER + INSECTS_PART
            players[row] += count
            if not contested:
                players[row + 1] += 1.0
                players[row + 2] += s.terrain[x] == DEN
        place = place + 1 if place + 1 < n else 0


@kernel
def write_holdings(s, r, q, row):
    """Scale the counts of insects, spaces and Dens of a player; recount what need not be alone. [INS-P2, INS-P3]"""
    if r.space_control != ALONE:
        row[INSECTS_PART + 1] = spaces_held(s, r, q)
    if r.den_control != ALONE:
        row[INSECTS_PART + 2] = dens_held(s, r, q)
    row[INSECTS_PART] *= np.float32(1 / 32)
    row[INSECTS_PART + 1] /= np.float32(r.num_hexes)
    row[INSECTS_PART + 2] *= EIGHTH


@kernel
def write_moved(s, r, p, planes, start):
    """Write the active player's insects by the spaces they moved."""
    h = s.terrain.shape[0]
    for x in range(int(r.num_hexes)):
        if s.bugs[s.active, x] > 0:
            v = start + r.seen_at[p, x]
            planes[v] = s.moved[x, 0] * INSECT_SCALE
            if s.moved[x, 0] != s.bugs[s.active, x]:
                for c in range(1, 4):
                    planes[v + c * h] = s.moved[x, c] * INSECT_SCALE
                for c in range(4, SPENT):
                    planes[v + 4 * h] += s.moved[x, c] * INSECT_SCALE
                planes[v + 5 * h] = s.moved[x, SPENT] * INSECT_SCALE


@kernel
def write_group(s, r, p, planes, start):
    """Write the group in hand, and mark where it is or where a fight is going on."""
    h = s.terrain.shape[0]
    if PICK < s.stage <= STEP:
        in_hand = 0
        for c in range(CLASSES):
            in_hand += s.group[c]
        planes[start + r.seen_at[p, s.at]] = in_hand * INSECT_SCALE
        planes[start + 2 * h + r.seen_at[p, s.at]] = 1.0
    elif s.fight >= 0:
        planes[start + 2 * h + r.seen_at[p, s.fight]] = 1.0


@kernel
def write_targets(s, r, p, plane):
    """Mark the hexes that are legal to choose or to step into."""
    if s.stage == STEP and s.question == NO_QUESTION:
        for v in range(6):
            if s.mask[r.first[STEP_TO] + v]:
                plane[r.seen_at[p, r.neighbours[s.at, r.direction_back[p, v]]]] = 1.0
    else:
        first = int(r.first[HEX])
        for v in range(s.terrain.shape[0]):
            plane[v] = s.mask[first + v]


@kernel
def write_player(s, r, q, row):
    """Write the public facts about one player."""
    for kind in range(NUM_ATTRIBUTES):
        row[kind] = np.float32(attribute(s, r, q, kind)) * EIGHTH
    if s.dormant[q]:
        row[MOVEMENT] = r.dormancy_movement * EIGHTH
    for kind in range(NUM_EVOLUTIONS):
        row[NUM_ATTRIBUTES + kind] = np.float32(s.force[q, kind]) * QUARTER
    for kind in range(NUM_EVOLUTIONS):
        row[NUM_ATTRIBUTES + NUM_EVOLUTIONS + kind] = np.float32(s.burnt[q, kind]) * QUARTER
    row[HAND_PART] = s.hand_size[q] * 0.125
    row[HAND_PART + 4] = s.active == q
    row[HAND_PART + 6] = s.out[q]
    row[HAND_PART + 7] = s.molt[q]
    row[HAND_PART + 8] = s.dormant[q]
    if s.stage == BID_WINDOW:
        row[HAND_PART + 9] = bid_initiative(s, r, q) * 0.125
    if s.fight >= 0:
        row[HAND_PART + 10] = fight_initiative(s, r, q) * 0.125
        row[HAND_PART + 11] = s.frenzy[q] / 3.0


@kernel
def write_cards(s, p, row):
    """Write the own hand and the discards by kind."""
    for kind in range(NUM_KINDS):
        row[kind] = np.float32(s.hand[p, kind]) * QUARTER
    for kind in range(NUM_KINDS):
        row[NUM_KINDS + kind] = np.float32(s.discards[kind]) * EIGHTH


@kernel
def write_situation(s, r, p, row):
    """Write what the turn, the group in hand and the question are about."""
    decision = decision_of(s)
    row[0] = (r.num_cards - s.drawn) / r.num_cards
    row[1] = s.round_number / 32.0
    if s.active >= 0:
        row[2] = moves_left(s, r) * 0.125
    row[3] = s.unplaced * 0.125
    if PICK < s.stage <= STEP:
        limit = allowance(s, r, s.at)
        least = CLASSES
        for c in range(CLASSES - 1, -1, -1):
            if s.group[c] > 0:
                least = c
        row[4] = max(limit - least, 0) * 0.125
        row[5] = s.steps * 0.125
        row[6] = s.may_drop
        row[7] = s.may_pick_up
    row[8] = s.migration / 3.0
    row[9] = s.burst / 3.0
    if s.actor == p and (decision == COUNT or decision == PLACE_COUNT):
        low, most = count_range(s, r)
        row[10] = s.count_class * 0.125
        row[11] = low / 32.0
        row[12] = most / 32.0
        row[13] = asks_high_digit(s, most)
        row[14] = max(int(s.high_digit), 0) / 32.0
        row[15] = s.count_for * 0.5
    if s.question != NO_QUESTION:
        row[16] = s.negated
        row[17] = s.discards_due * 0.5


def survey_size(capacity: int, players: int) -> int:
    """Return the length of the public overview."""
    return NUM_TERRAINS * capacity + players * (capacity + NUM_KINDS + 2 * NUM_EVOLUTIONS + 4) + NUM_KINDS + 4


@kernel
def survey(s, r, out):
    """Write everything public and all hands in absolute seats, without deck order and generator: ``state()``.

    Counts are not scaled: terrain one-hot (10, H); per player: insects (H), hand (29), effects in play and burnt (14
    each), hand size, place in the order, is active, eliminated; discards (29); cards left, round, stage, fight.
    """
    out[:] = 0.0
    n, h = s.bugs.shape
    for x in range(r.num_hexes):
        out[int(s.terrain[x]) * h + x] = 1.0
    i = NUM_TERRAINS * h
    for p in range(n):
        for x in range(h):
            out[i + x] = s.bugs[p, x]
        i += h
        for kind in range(NUM_KINDS):
            out[i + kind] = s.hand[p, kind]
        i += NUM_KINDS
        for kind in range(NUM_EVOLUTIONS):
            out[i + kind] = s.in_play[p, kind] + s.mimicked[p, kind]
            out[i + NUM_EVOLUTIONS + kind] = s.burnt[p, kind]
        i += 2 * NUM_EVOLUTIONS
        out[i] = s.hand_size[p]
        out[i + 1] = order_position(s, p)
        out[i + 2] = s.active == p
        out[i + 3] = s.out[p]
        i += 4
    for kind in range(NUM_KINDS):
        out[i + kind] = s.discards[kind]
    i += NUM_KINDS
    out[i] = r.num_cards - s.drawn
    out[i + 1] = s.round_number
    out[i + 2] = s.stage
    out[i + 3] = s.fight + 1
