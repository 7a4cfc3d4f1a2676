"""What a player sees, as numbers. [INS-A5, INS-A8]

Every player sees the board from its own seat (turned or mirrored so that its start lies where seat 0's lies), itself
first and the others after it in turn order. The layout is data: ``layout`` names every part with its scale.

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
    MARKS,
    MIMIC_PART,
    MOLT_PART,
    MOVED_PLANES,
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

INSECT_SCALE = EIGHTH = np.float32(1 / 8)
QUARTER = np.float32(1 / 4)
NUM_MARKS, NUM_PHASES = len(MARKS), len(SHOWN_PHASES)
PHASE_SHOWN = np.array([SHOWN_PHASES.index(PHASE_OF_STAGE[stage]) for stage in range(LIMIT_WINDOW + 1)])  # by stage


@kernel
def observe(s, r, p, out, again):
    """Write the observation of a player: float32, laid out as in ``layout``; terrain only at first. [INS-A8]"""
    n, h = s.bugs.shape
    if again:
        out[NUM_TERRAINS * h :] = 0.0
    else:
        out[:] = 0.0
        write_terrain(s, r, p, out)
    planes = (NUM_TERRAINS + n + MOVED_PLANES + NUM_MARKS) * h
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
    if s.stage == BID:
        write_places(s, p, out[decision:players])
    write_cards(s, p, out[players : players + 2 * NUM_KINDS])
    situation = players + 2 * NUM_KINDS
    write_situation(s, r, p, out[situation : situation + SITUATION])
    phase = situation + SITUATION
    if not s.done:
        out[phase + PHASE_SHOWN[s.stage]] = 1.0
    targets = phase + NUM_PHASES
    if s.fight >= 0:
        write_named_targets(s, p, out[targets : targets + n * n])
    if has_card_waiting(s):
        write_card_played(s, p, out[targets + n * n :])


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
            players[k * PER_PLAYER + PLACE_PART] = (place + 1) / n


@kernel
def write_named_targets(s, p, table):
    """Write whom each stack of the fight has named, from the player's seat. [INS-S27]"""
    n = s.order.shape[0]
    for q in range(n):
        if s.target[q] != NOBODY:
            table[seats_after(s, p, q) * n + seats_after(s, p, s.target[q])] = 1.0


@kernel
def write_card_played(s, p, row):
    """Write the card that was played, by whom, at whom it is aimed, the kind chosen with it, and who answered it.

    The card of the hand that Metamorphosis puts into play is not shown before it is in play.
    """
    n = s.order.shape[0]
    row[s.played] = 1.0
    row[NUM_KINDS + seats_after(s, p, s.played_by)] = 1.0
    if s.played_at != NOBODY:
        row[NUM_KINDS + n + seats_after(s, p, s.played_at)] = 1.0
    if s.chosen != NO_KIND:
        row[NUM_KINDS + 2 * n + int(s.chosen)] = 1.0
    if s.reactor != s.played_by:
        row[NUM_KINDS + 2 * n + NUM_EVOLUTIONS + seats_after(s, p, s.reactor)] = 1.0


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
    if s.active >= 0 and MOVE_WINDOW <= s.stage <= STEP:
        write_moved(s, r, p, planes, (NUM_TERRAINS + n) * h)
    write_group(s, r, p, planes, (NUM_TERRAINS + n + MOVED_PLANES) * h)
    if FIGHT_ORDER <= s.stage <= RAMPAGE_OFFER:
        write_fought(s, r, p, planes, (NUM_TERRAINS + n + MOVED_PLANES + FOUGHT_MARK) * h)
    for k in range(n):
        write_holdings(s, r, s.order[(place + k) % n], players[k * PER_PLAYER : (k + 1) * PER_PLAYER])


@kernel
def write_stacks(s, x, v, place, planes, players):
    """Write the stacks of one space, and count insects, spaces and Dens of their players."""
    n, h = s.bugs.shape
    contested = s.stacks[x] > 1
    if contested:
        planes[(NUM_TERRAINS + n + MOVED_PLANES + CONTESTED_MARK) * h + v] = 1.0
    for k in range(n):
        count = s.bugs[s.order[place], x]
        if count > 0:
            planes[(NUM_TERRAINS + k) * h + v] = count * INSECT_SCALE
            row = k * PER_PLAYER
            players[row + INSECTS_PART] += count
            if not contested:
                players[row + SPACES_PART] += 1.0
                players[row + DENS_PART] += s.terrain[x] == DEN
        place = place + 1 if place + 1 < n else 0


@kernel
def write_holdings(s, r, q, row):
    """Scale the counts of insects, spaces and Dens of a player; recount what need not be alone. [INS-P2, INS-P3]"""
    if r.space_control != ALONE:
        row[SPACES_PART] = spaces_held(s, r, q)
    if r.den_control != ALONE:
        row[DENS_PART] = dens_held(s, r, q)
    row[INSECTS_PART] *= np.float32(1 / 32)
    row[SPACES_PART] /= np.float32(r.num_hexes)
    row[DENS_PART] *= EIGHTH


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
    """Write the group in hand, and mark where it is, where a fight is going on or where insects will be placed."""
    h = s.terrain.shape[0]
    selected = start + (SELECTED_MARK - GROUP_MARK) * h
    if PICK < s.stage <= STEP:
        in_hand = 0
        for c in range(CLASSES):
            in_hand += s.group[c]
        planes[start + r.seen_at[p, s.at]] = in_hand * INSECT_SCALE
        planes[selected + r.seen_at[p, s.at]] = 1.0
    elif s.fight >= 0:
        planes[selected + r.seen_at[p, s.fight]] = 1.0
    elif s.question == PLACE_COUNT:
        planes[selected + r.seen_at[p, s.at]] = 1.0


@kernel
def write_fought(s, r, p, planes, start):
    """Mark the spaces that were fought over in this phase. [INS-13]"""
    for x in range(int(r.num_hexes)):
        if s.fought[x]:
            planes[start + r.seen_at[p, x]] = 1.0


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
        row[FORCE_PART + kind] = np.float32(s.force[q, kind]) * QUARTER
    for kind in range(NUM_EVOLUTIONS):
        row[BURNT_PART + kind] = np.float32(s.burnt[q, kind]) * QUARTER
    for kind in range(NUM_EVOLUTIONS):
        row[MIMIC_PART + kind] = np.float32(s.mimicked[q, kind]) * QUARTER
    row[HAND_PART] = s.hand_size[q] * 0.125
    row[ACTIVE_PART] = s.active == q
    row[OUT_PART] = s.out[q]
    row[MOLT_PART] = s.molt[q]
    row[DORMANT_PART] = s.dormant[q]
    if s.stage == BID_WINDOW or s.stage == BID:
        row[BID_PART] = bid_initiative(s, r, q) * 0.125
    if s.fight >= 0:
        row[FIGHT_PART] = fight_initiative(s, r, q) * 0.125
        row[FRENZY_PART] = s.frenzy[q] / 3.0
        row[STRUCK_PART] = s.struck[q]


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
    if has_card_waiting(s):
        row[16] = s.negated
        row[17] = s.discards_due * 0.5
    row[18] = s.rampages * 0.5
    row[19] = s.move_begun
    row[20] = s.move_given_up
