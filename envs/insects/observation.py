"""What a player sees, as numbers. [A: observation]

Every player sees the board from its own seat (turned or mirrored so that its start lies where seat 0's lies), itself
first and the others after it in turn order. The layout is data: ``layout`` names every part with its scale.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.game import Slice
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import allowance, attribute, bid_initiative, fight_initiative
from swarmzoo.envs.insects.cards import NUM_ATTRIBUTES, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.legality import asks_high_digit, count_range, decision_of
from swarmzoo.envs.insects.movement import moves_left
from swarmzoo.envs.insects.moves import DIRECTION_AFTER, HEX, order_position, seat_after
from swarmzoo.envs.insects.rules import MOST
from swarmzoo.envs.insects.state import (
    BID_WINDOW,
    CLASSES,
    COUNT,
    NO_QUESTION,
    NOBODY,
    NUM_DECISIONS,
    PICK,
    PLACE_COUNT,
    SPENT,
    STEP,
)
from swarmzoo.envs.insects.terrain import DEN, NUM_TERRAINS, TERRAIN_NAMES
from swarmzoo.envs.insects.victory import holds_space

INSECT_SCALE = np.float32(1 / 8)
MOVED_PLANES = 6  # 0, 1, 2, 3, 4 and more spaces, spent
PER_PLAYER = NUM_ATTRIBUTES + 2 * NUM_EVOLUTIONS + 12
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
    *(f"effect {kind} in play" for kind in range(NUM_EVOLUTIONS)),
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
def observe(s, r, p, out):
    """Write the observation of a player: float32, laid out as in ``layout``."""
    out[:] = 0.0
    n, h = s.bugs.shape
    start = write_planes(s, r, p, out)
    if s.actor == p:
        out[start + decision_of(s)] = 1.0
    start += NUM_DECISIONS
    for k in range(n):
        write_player(s, r, seat_after(s, p, k), out, start + k * PER_PLAYER)
    write_holdings(s, r, p, out, start + NUM_ATTRIBUTES + 2 * NUM_EVOLUTIONS)
    start += n * PER_PLAYER
    for kind in range(NUM_KINDS):
        out[start + kind] = s.hand[p, kind] * 0.25
        out[start + NUM_KINDS + kind] = s.discards[kind] * 0.125
    start += 2 * NUM_KINDS
    write_situation(s, r, p, out, start)
    start += SITUATION
    if s.question != NO_QUESTION and s.played >= 0:
        out[start + s.played] = 1.0
        out[start + NUM_KINDS + (order_position(s, s.played_by) - order_position(s, p)) % n] = 1.0


@kernel
def write_planes(s, r, p, out):
    """Write the planes over hexes as the player sees them; return where they end."""
    n, h = s.bugs.shape
    moved_plane = (NUM_TERRAINS + n) * h
    marks = moved_plane + (MOVED_PLANES + 1) * h
    place = order_position(s, p)
    moving = PICK <= s.stage <= STEP
    for x in range(r.num_hexes):
        v = r.seen_at[p, x]
        out[s.terrain[x] * h + v] = 1.0
        owners = 0
        for k in range(n):
            q = s.order[(place + k) % n]
            if s.bugs[q, x] > 0:
                out[(NUM_TERRAINS + k) * h + v] = s.bugs[q, x] * INSECT_SCALE
                owners += 1
                if moving and q == s.active:
                    write_moved(s, x, out, moved_plane + v)
        if owners > 1:
            out[marks + v] = 1.0
    if moving and s.stage != PICK:
        out[marks + h + r.seen_at[p, s.at]] = 1.0
        in_hand = 0
        for c in range(CLASSES):
            in_hand += s.group[c]
        out[marks - h + r.seen_at[p, s.at]] = in_hand * INSECT_SCALE
    elif s.fight >= 0:
        out[marks + h + r.seen_at[p, s.fight]] = 1.0
    if s.actor == p:
        write_targets(s, r, p, out, marks + 2 * h)
    return marks + 3 * h


@kernel
def write_moved(s, x, out, start):
    """Write the active player's insects of a space by the spaces they moved."""
    h = s.terrain.shape[0]
    for c in range(SPENT):
        if s.moved[x, c] > 0:
            out[start + min(c, 4) * h] += s.moved[x, c] * INSECT_SCALE
    out[start + 5 * h] = s.moved[x, SPENT] * INSECT_SCALE


@kernel
def write_targets(s, r, p, out, start):
    """Mark the hexes that are legal to choose or to step into."""
    h = s.terrain.shape[0]
    if decision_of(s) == STEP:
        for direction in range(6):
            if s.mask[DIRECTION_AFTER + h + direction]:
                out[start + r.seen_at[p, r.neighbours[s.at, direction]]] = 1.0
    else:
        for x in range(r.num_hexes):
            if s.mask[HEX + x]:
                out[start + r.seen_at[p, x]] = 1.0


@kernel
def write_player(s, r, q, out, start):
    """Write the public facts about one player."""
    n = s.bugs.shape[0]
    for kind in range(NUM_ATTRIBUTES):
        out[start + kind] = attribute(s, r, q, kind) * 0.125
    start += NUM_ATTRIBUTES
    for kind in range(NUM_EVOLUTIONS):
        out[start + kind] = (s.in_play[q, kind] + s.mimicked[q, kind]) * 0.25
        out[start + NUM_EVOLUTIONS + kind] = s.burnt[q, kind] * 0.25
    start += 2 * NUM_EVOLUTIONS
    out[start] = s.hand_size[q] * 0.125
    out[start + 4] = s.active == q
    out[start + 5] = order_position(s, q) / n
    out[start + 6] = s.out[q]
    out[start + 7] = s.molt[q]
    out[start + 8] = s.dormant[q]
    if s.stage == BID_WINDOW:
        out[start + 9] = bid_initiative(s, r, q) * 0.125
    if s.fight >= 0:
        out[start + 10] = fight_initiative(s, r, q) * 0.125
        out[start + 11] = s.frenzy[q] / 3.0


@kernel
def write_holdings(s, r, p, out, start):
    """Write insects, spaces and Dens of every player."""
    n = s.bugs.shape[0]
    place = order_position(s, p)
    for x in range(r.num_hexes):
        owner, owners = NOBODY, 0
        for k in range(n):
            count = s.bugs[s.order[(place + k) % n], x]
            if count > 0:
                out[start + k * PER_PLAYER + 1] += count / 32.0
                owner = k
                owners += 1
        if owners > 1:
            owner = largest(s, r, p, x)
        if owner >= 0:
            if owners == 1 or r.space_control == MOST:
                out[start + owner * PER_PLAYER + 2] += 1.0 / r.num_hexes
            if s.terrain[x] == DEN and (owners == 1 or r.den_control == MOST):
                out[start + owner * PER_PLAYER + 3] += 0.125


@kernel
def largest(s, r, p, x):
    """Return how many places after p the player with the largest stack in a contested space is, or NOBODY."""
    n = s.bugs.shape[0]
    for k in range(n):
        if holds_space(s, seat_after(s, p, k), x, MOST):
            return k
    return NOBODY


@kernel
def write_situation(s, r, p, out, start):
    """Write what the turn, the group in hand and the question are about."""
    decision = decision_of(s)
    out[start] = (r.num_cards - s.drawn) / r.num_cards
    out[start + 1] = s.round / 32.0
    if s.active >= 0:
        out[start + 2] = moves_left(s, r) * 0.125
    out[start + 3] = s.unplaced * 0.125
    if PICK < s.stage <= STEP:
        limit = allowance(s, r, s.at)
        least = CLASSES
        for c in range(CLASSES - 1, -1, -1):
            if s.group[c] > 0:
                least = c
        out[start + 4] = max(limit - least, 0) * 0.125
        out[start + 5] = s.steps * 0.125
        out[start + 6] = s.may_drop
        out[start + 7] = s.may_pick_up
    out[start + 8] = s.migration / 3.0
    out[start + 9] = s.burst / 3.0
    if s.actor == p and (decision == COUNT or decision == PLACE_COUNT):
        low, most = count_range(s, r)
        out[start + 10] = s.count_class * 0.125
        out[start + 11] = low / 32.0
        out[start + 12] = most / 32.0
        out[start + 13] = asks_high_digit(s, most)
        out[start + 14] = max(int(s.high_digit), 0) / 32.0
        out[start + 15] = s.count_for * 0.5
    if s.question != NO_QUESTION:
        out[start + 16] = s.negated
        out[start + 17] = s.discards_due * 0.5


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
        out[s.terrain[x] * h + x] = 1.0
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
    out[i + 1] = s.round
    out[i + 2] = s.stage
    out[i + 3] = s.fight + 1
