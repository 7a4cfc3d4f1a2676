"""What a player sees, as numbers. [INS-A5, INS-A8]

Every player sees the board from its own seat (turned or mirrored so that its start lies where seat 0's lies), itself
first and the others after it in turn order. The layout is data: ``layout`` names every part. Numbers are bytes; what
may be more than 255 has its 256s in a part of its own.

Everything public is in it, and nothing that tells those who are not asked that a window is open: what is shown of a
window is shown in the decision that follows too.
"""

import numpy as np

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.actions import HEX, STEP_TO
from swarmzoo.envs.insects.attributes import allowance, attribute, bid_initiative, fight_initiative
from swarmzoo.envs.insects.cards import MOVEMENT, NO_KIND, NUM_ATTRIBUTES, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.decisions import decision_of
from swarmzoo.envs.insects.layout import (
    ACTIVE_PART,
    BID_PART,
    BURNT_PART,
    CONTESTED_MARK,
    DENS_PART,
    DORMANT_PART,
    FIGHT_PART,
    FORCE_PART,
    FOUGHT_MARK,
    FRENZY_PART,
    GROUP_MARK,
    HAND_PART,
    INSECTS_PART,
    LARGE_BID,
    LARGE_FIGHT,
    LARGE_FRENZY,
    LARGE_HAND,
    LARGE_INSECTS,
    MARKS,
    MIMIC_PART,
    MOLT_PART,
    MOVED_PLANES,
    NUM_LARGE,
    ORDER_PART,
    OUT_PART,
    PER_PLAYER,
    PLACE_PART,
    SELECTED_MARK,
    SHOWN_PHASES,
    SITUATION,
    SPACES_PART,
    STRUCK_PART,
)
from swarmzoo.envs.insects.legality import asks_high_digit, count_range
from swarmzoo.envs.insects.movement import moves_left
from swarmzoo.envs.insects.phases import PHASE_OF_STAGE
from swarmzoo.envs.insects.rules import ALONE
from swarmzoo.envs.insects.state import (
    BID,
    BID_WINDOW,
    CLASSES,
    COUNT,
    FIGHT_ORDER,
    LIMIT_WINDOW,
    MOVE_WINDOW,
    NO_QUESTION,
    NOBODY,
    NUM_DECISIONS,
    PICK,
    PLACE_COUNT,
    RAMPAGE_OFFER,
    SPENT,
    STEP,
)
from swarmzoo.envs.insects.terrain import DEN, NUM_TERRAINS
from swarmzoo.envs.insects.victory import dens_held, spaces_held
from swarmzoo.envs.insects.viewpoint import order_position, seats_after

NUM_MARKS, NUM_PHASES = len(MARKS), len(SHOWN_PHASES)
PHASE_SHOWN = np.array([SHOWN_PHASES.index(PHASE_OF_STAGE[stage]) for stage in range(LIMIT_WINDOW + 1)])  # by stage


@kernel
def observe(s, r, p, out, again):
    """Write the observation of a player: bytes, laid out as in ``layout``; terrain only at first. [INS-A8]"""
    n, h = s.bugs.shape
    if again:
        out[NUM_TERRAINS * h :] = 0
    else:
        out[:] = 0
        write_terrain(s, r, p, out)
    planes = (NUM_TERRAINS + n + MOVED_PLANES + NUM_MARKS) * h
    decision = planes + NUM_DECISIONS
    players = decision + n * PER_PLAYER
    situation = players + 2 * NUM_KINDS
    phase = situation + SITUATION
    targets = phase + NUM_PHASES
    large_planes = targets + n * n + NUM_KINDS + NUM_EVOLUTIONS + 3 * n
    large_players = large_planes + (n + MOVED_PLANES + 1) * h
    large_situation = large_players + n * NUM_LARGE
    large = out[large_planes:large_players]
    write_board(s, r, p, out[:planes], out[decision:players], large, out[large_players:large_situation])
    if s.actor == p:
        out[planes + decision_of(s)] = 1
        write_targets(s, r, p, out[planes - h : planes])
    place = order_position(s, p)
    for k in range(n):
        q = s.order[(place + k) % n]
        row = out[decision + k * PER_PLAYER : decision + (k + 1) * PER_PLAYER]
        write_player(s, r, q, row, out[large_players + k * NUM_LARGE : large_players + (k + 1) * NUM_LARGE])
        row[ORDER_PART] = (place + k) % n
    if s.stage == BID:
        write_places(s, p, out[decision:players])
    write_cards(s, p, out[players:situation])
    write_situation(s, r, p, out[situation:phase], out[large_situation:])
    if not s.done:
        out[phase + PHASE_SHOWN[s.stage]] = 1
    if s.fight >= 0:
        write_named_targets(s, p, out[targets : targets + n * n])
    if has_card_waiting(s):
        write_card_played(s, p, out[targets + n * n : large_planes])


@kernel
def put(row, k, large, j, number):
    """Write a number: its lowest byte, and its 256s if there are any."""
    row[k] = number & 255
    if number > 255:
        large[j] = number >> 8


@kernel
def has_card_waiting(s):
    """Tell whether a question is open about a card that was played."""
    return s.question != NO_QUESTION and s.question != PLACE_COUNT


@kernel
def write_places(s, p, players):
    """Write who took which place in the Bid. [INS-8]"""
    n = s.order.shape[0]
    for place in range(n):
        if s.place_taken[place] != NOBODY:
            k = seats_after(s, p, s.place_taken[place])
            players[k * PER_PLAYER + PLACE_PART] = place + 1


@kernel
def write_named_targets(s, p, table):
    """Write whom each stack of the fight has named, from the player's seat. [INS-S27]"""
    n = s.order.shape[0]
    for q in range(n):
        if s.target[q] != NOBODY:
            table[seats_after(s, p, q) * n + seats_after(s, p, s.target[q])] = 1


@kernel
def write_card_played(s, p, row):
    """Write the card that was played, by whom, at whom it is aimed, the kind chosen with it, and who answered it.

    The card of the hand that Metamorphosis puts into play is not shown before it is in play.
    """
    n = s.order.shape[0]
    row[s.played] = 1
    row[NUM_KINDS + seats_after(s, p, s.played_by)] = 1
    if s.played_at != NOBODY:
        row[NUM_KINDS + n + seats_after(s, p, s.played_at)] = 1
    if s.chosen != NO_KIND:
        row[NUM_KINDS + 2 * n + int(s.chosen)] = 1
    if s.reactor != s.played_by:
        row[NUM_KINDS + 2 * n + NUM_EVOLUTIONS + seats_after(s, p, s.reactor)] = 1


@kernel
def write_terrain(s, r, p, planes):
    """Write a plane for each kind of terrain, as the player sees the board."""
    for x in range(int(r.num_hexes)):
        planes[int(s.terrain[x]) * s.terrain.shape[0] + int(r.seen_at[p, x])] = 1


@kernel
def write_board(s, r, p, planes, players, large, large_players):
    """Write the planes over hexes as the player sees them, and with them insects, spaces and Dens of every player."""
    n, h = s.bugs.shape
    place = order_position(s, p)
    for k in range(n):
        count_insects(s, r, p, s.order[(place + k) % n], k, players, large, large_players)
    contested = (NUM_TERRAINS + n + MOVED_PLANES + CONTESTED_MARK) * h
    for x in range(int(r.num_hexes)):
        v = int(r.seen_at[p, x])
        planes[contested + v] = s.stacks[x] > 1
        for k in range(n):
            planes[(NUM_TERRAINS + k) * h + v] = int(s.bugs[s.order[(place + k) % n], x]) & 255
    if s.active >= 0 and MOVE_WINDOW <= s.stage <= STEP:
        write_moved(s, r, p, planes[(NUM_TERRAINS + n) * h :], large[n * h :])
    marks = (NUM_TERRAINS + n + MOVED_PLANES) * h
    write_group(s, r, p, planes[marks:], large[(n + MOVED_PLANES) * h :])
    if FIGHT_ORDER <= s.stage <= RAMPAGE_OFFER:
        write_fought(s, r, p, planes, marks + FOUGHT_MARK * h)


@kernel
def count_insects(s, r, p, q, k, players, large, large_players):
    """Count the insects, spaces and Dens of a player, the k-th one as the one who looks counts, and write their 256s.

    What is added up has no branches: on most boards hardly a space is like the one before.
    """
    h, hexes, row = s.terrain.shape[0], int(r.num_hexes), k * PER_PLAYER
    total, spaces, dens = 0, 0, 0
    for x in range(hexes):
        count = int(s.bugs[q, x])
        alone = int(count > 0) & int(s.stacks[x] == 1)
        total += count
        spaces += alone
        dens += alone & int(s.terrain[x] == DEN)
    if total > 255:
        for x in range(hexes):
            large[k * h + r.seen_at[p, x]] = int(s.bugs[q, x]) >> 8
    players[row + INSECTS_PART], large_players[k * NUM_LARGE + LARGE_INSECTS] = total & 255, total >> 8
    players[row + SPACES_PART], players[row + DENS_PART] = spaces, dens


@kernel
def write_moved(s, r, p, planes, large):
    """Write the active player's insects by the spaces they moved."""
    h = s.terrain.shape[0]
    for x in range(int(r.num_hexes)):
        if s.bugs[s.active, x] > 0:
            v = r.seen_at[p, x]
            put(planes, v, large, v, s.moved[x, 0])
            if s.moved[x, 0] != s.bugs[s.active, x]:
                far = 0
                for c in range(1, 4):
                    put(planes, v + c * h, large, v + c * h, s.moved[x, c])
                for c in range(4, SPENT):
                    far += s.moved[x, c]
                put(planes, v + 4 * h, large, v + 4 * h, far)
                put(planes, v + 5 * h, large, v + 5 * h, s.moved[x, SPENT])


@kernel
def write_group(s, r, p, marks, large):
    """Write the group in hand, and mark where it is, where a fight is going on or where insects will be placed."""
    h = s.terrain.shape[0]
    selected = (SELECTED_MARK - GROUP_MARK) * h
    if PICK < s.stage <= STEP:
        in_hand = 0
        for c in range(CLASSES):
            in_hand += s.group[c]
        put(marks, r.seen_at[p, s.at], large, r.seen_at[p, s.at], in_hand)
        marks[selected + r.seen_at[p, s.at]] = 1
    elif s.fight >= 0:
        marks[selected + r.seen_at[p, s.fight]] = 1
    elif s.question == PLACE_COUNT:
        marks[selected + r.seen_at[p, s.at]] = 1


@kernel
def write_fought(s, r, p, planes, start):
    """Mark the spaces that were fought over in this phase. [INS-13]"""
    for x in range(int(r.num_hexes)):
        if s.fought[x]:
            planes[start + r.seen_at[p, x]] = 1


@kernel
def write_targets(s, r, p, plane):
    """Mark the hexes that are legal to choose or to step into."""
    if s.stage == STEP and s.question == NO_QUESTION:
        for v in range(6):
            if s.mask[r.first[STEP_TO] + v]:
                plane[r.seen_at[p, r.neighbours[s.at, r.direction_back[p, v]]]] = 1
    else:
        first = int(r.first[HEX])
        for v in range(s.terrain.shape[0]):
            plane[v] = s.mask[first + v]


@kernel
def write_player(s, r, q, row, large):
    """Write the public facts about one player; recount spaces and Dens that need not be alone. [INS-P2, INS-P3]"""
    for kind in range(NUM_ATTRIBUTES):
        put(row, kind, large, kind, attribute(s, r, q, kind))
    if s.dormant[q]:
        row[MOVEMENT], large[MOVEMENT] = r.dormancy_movement, 0
    for kind in range(NUM_EVOLUTIONS):
        row[FORCE_PART + kind] = s.force[q, kind]
    for kind in range(NUM_EVOLUTIONS):
        row[BURNT_PART + kind] = s.burnt[q, kind]
    for kind in range(NUM_EVOLUTIONS):
        row[MIMIC_PART + kind] = s.mimicked[q, kind]
    put(row, HAND_PART, large, LARGE_HAND, s.hand_size[q])
    if r.space_control != ALONE:
        row[SPACES_PART] = spaces_held(s, r, q)
    if r.den_control != ALONE:
        row[DENS_PART] = dens_held(s, r, q)
    row[ACTIVE_PART] = s.active == q
    row[OUT_PART] = s.out[q]
    row[MOLT_PART] = s.molt[q]
    row[DORMANT_PART] = s.dormant[q]
    if s.stage == BID_WINDOW or s.stage == BID:
        put(row, BID_PART, large, LARGE_BID, bid_initiative(s, r, q))
    if s.fight >= 0:
        put(row, FIGHT_PART, large, LARGE_FIGHT, fight_initiative(s, r, q))
        put(row, FRENZY_PART, large, LARGE_FRENZY, s.frenzy[q])
        row[STRUCK_PART] = s.struck[q]


@kernel
def write_cards(s, p, row):
    """Write the own hand and the discards by kind."""
    for kind in range(NUM_KINDS):
        row[kind] = s.hand[p, kind]
    for kind in range(NUM_KINDS):
        row[NUM_KINDS + kind] = s.discards[kind]


@kernel
def write_situation(s, r, p, row, large):
    """Write what the turn, the group in hand and the question are about."""
    decision = decision_of(s)
    put(row, 0, large, 0, r.num_cards - s.drawn)
    put(row, 1, large, 1, s.round_number)
    if s.active >= 0:
        put(row, 2, large, 2, moves_left(s, r))
    put(row, 3, large, 3, s.unplaced)
    if PICK < s.stage <= STEP:
        limit = allowance(s, r, s.at)
        least = CLASSES
        for c in range(CLASSES - 1, -1, -1):
            if s.group[c] > 0:
                least = c
        put(row, 4, large, 4, max(limit - least, 0))
        put(row, 5, large, 5, s.steps)
        row[6] = s.may_drop
        row[7] = s.may_pick_up
    put(row, 8, large, 8, s.migration)
    put(row, 9, large, 9, s.burst)
    if s.actor == p and (decision == COUNT or decision == PLACE_COUNT):
        low, most = count_range(s, r)
        row[10] = s.count_class
        put(row, 11, large, 11, low)
        put(row, 12, large, 12, most)
        row[13] = asks_high_digit(s, most)
        row[14] = max(int(s.high_digit), 0)
        row[15] = s.count_for
    if has_card_waiting(s):
        row[16] = s.negated
        row[17] = s.discards_due
    put(row, 18, large, 18, s.rampages)
    row[19] = s.move_begun
    row[20] = s.move_given_up
