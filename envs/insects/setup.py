"""Set-up: the map, the swarms, the deck, the first hands. [INS-2, INS-6, INS-P1, INS-S1 to INS-S3]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below, seed_rng
from swarmzoo.envs.insects.cards import NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.events import CARDS_SHOWN
from swarmzoo.envs.insects.hands import (
    discard_from_hand,
    draw_cards,
    num_evolutions_in_hand,
    shuffle_deck,
)
from swarmzoo.envs.insects.knowledge import note_opening_hand
from swarmzoo.envs.insects.stacks import change_stack
from swarmzoo.envs.insects.state import NO_QUESTION, NOBODY, ROUND_BEGIN
from swarmzoo.envs.insects.terrain import DEN, DIRT, NO_TERRAIN, NUM_TERRAINS, WATER

MAX_REDRAWS = 1000


@kernel
def set_up(s, r, seed):
    """Set up a new game: map, swarms, shuffled deck, hands with an Evolution card. [INS-6]"""
    clear(s, seed)
    lay_map(s, r)
    place_swarms(s, r)
    lay_deck(s, r)
    shuffle_deck(s, r)
    for p in range(s.bugs.shape[0]):
        deal_hand(s, r, p)


@kernel
def clear(s, seed):
    """Empty the state."""
    seed_rng(s.rng, seed)
    clear_board_and_cards(s)
    clear_turn(s)
    clear_phases(s)


@kernel
def clear_board_and_cards(s):
    """Take insects, cards and effects away."""
    s.done = False
    s.terrain[:] = NO_TERRAIN
    s.bugs[:] = 0
    s.stacks[:] = 0
    s.where[:] = 0
    s.deck[:] = 0
    s.drawn = 0
    s.hand[:] = 0
    s.hand_size[:] = 0
    s.held[:] = 0
    s.in_play[:] = 0
    s.mimicked[:] = 0
    s.burnt[:] = 0
    s.force[:] = 0
    s.discards[:] = 0
    s.known[:] = 0
    s.least_evolutions[:] = 0
    s.least_events[:] = 0
    s.plays[:] = 0
    s.burns[:] = 0
    s.cycle, s.migration, s.burst = 0, 0, 0
    s.latency[:] = 0
    s.frenzy[:] = 0
    s.rush[:] = 0
    s.molt[:] = False
    s.dormant[:] = False


@kernel
def clear_turn(s):
    """Forget rounds, turns and who is asked."""
    s.out[:] = False
    s.winner[:] = False
    s.ending = 0
    s.deck_ended = False
    s.round_number, s.turn, s.active = 0, 0, NOBODY
    s.stage, s.question, s.actor = ROUND_BEGIN, NO_QUESTION, NOBODY
    s.mask[:] = 0
    s.asked_from, s.picker = 0, 0
    s.window_used[:] = False
    s.picking[:] = NOBODY
    s.place_taken[:] = NOBODY


@kernel
def clear_phases(s):
    """Forget what the phases note, the card played and the log."""
    s.unplaced, s.rampages = 0, 0
    s.move_begun, s.move_given_up = False, False
    s.home[:] = False
    s.moves_made = 0
    s.moved[:] = 0
    s.group[:] = 0
    s.at, s.steps = -1, 0
    s.may_drop, s.may_pick_up = False, False
    s.count_for, s.count_class, s.high_digit, s.counted = 0, 0, -1, 0
    s.fought[:] = False
    s.fight = -1
    s.struck[:] = False
    s.target[:] = NOBODY
    s.kills[:] = 0
    s.played, s.played_as_burn, s.played_by, s.played_card = -1, False, NOBODY, -1
    s.played_at, s.chosen, s.chosen_too = NOBODY, -1, -1
    s.negated, s.reactor, s.discards_due = False, NOBODY, 0
    s.logged = 0
    s.log[:] = 0
    for p in range(s.order.shape[0]):
        s.order[p] = p


@kernel
def lay_map(s, r):
    """Lay the map of the file, or draw maps until all Dens can reach each other. [INS-P1, INS-S2]"""
    if not r.random_map:
        for x in range(s.terrain.shape[0]):
            s.terrain[x] = r.terrain[x]
        return
    draws = 0
    draw_terrain(s, r)
    while r.water_blocks and not dens_connected(s, r):
        draws += 1
        if draws == MAX_REDRAWS:
            drain_water(s, r)
            return
        draw_terrain(s, r)


@kernel
def draw_terrain(s, r):
    """Draw each hex from the ten terrains, orbit by orbit; starts are Dens; more Dens until enough. [INS-P1, INS-S3]"""
    for h in range(r.num_hexes):
        if r.orbit[h] == h:
            s.terrain[h] = random_terrain(s, r)
        else:
            s.terrain[h] = s.terrain[r.orbit[h]]
    for p in range(s.bugs.shape[0]):
        s.terrain[r.start[p]] = DEN
    while num_dens(s, r) < r.wanted_dens:
        add_den_orbit(s, r)


@kernel
def random_terrain(s, r):
    """Draw a terrain by the odds of the rules, equal ones by default. [INS-2, INS-P1]"""
    ticket = draw_below(s.rng, r.weights[NUM_TERRAINS - 1])
    for terrain in range(NUM_TERRAINS):
        if ticket < r.weights[terrain]:
            return terrain
    return DIRT


@kernel
def num_dens(s, r):
    """Count the Dens on the map."""
    count = 0
    for h in range(r.num_hexes):
        count += s.terrain[h] == DEN
    return count


@kernel
def add_den_orbit(s, r):
    """Turn a random hex that is no Den, and its images, into Dens. [INS-S3]"""
    nth = draw_below(s.rng, r.num_hexes - num_dens(s, r))
    for h in range(r.num_hexes):
        if s.terrain[h] != DEN:
            if nth == 0:
                chosen = r.orbit[h]
                for image in range(r.num_hexes):
                    if r.orbit[image] == chosen:
                        s.terrain[image] = DEN
                return
            nth -= 1


@kernel
def dens_connected(s, r):
    """Tell whether every Den is reachable from the first start over land; marks what is, in ``home``. [INS-P1]"""
    mark_land_from(s, r, r.start[0])
    connected = True
    for h in range(r.num_hexes):
        if s.terrain[h] == DEN and not s.home[h]:
            connected = False
    if connected:
        s.home[:] = False
    return connected


@kernel
def mark_land_from(s, r, origin):
    """Mark in ``home`` every hex reachable over land."""
    s.home[:] = False
    s.home[origin] = True
    changed = True
    while changed:
        changed = False
        for h in range(r.num_hexes):
            if not s.home[h] and s.terrain[h] != WATER and touches_marked(s, r, h):
                s.home[h] = True
                changed = True


@kernel
def touches_marked(s, r, h):
    """Tell whether a neighbour of a hex is marked."""
    for direction in range(6):
        t = r.neighbours[h, direction]
        if t >= 0 and s.home[t]:
            return True
    return False


@kernel
def drain_water(s, r):
    """Turn Water on a shortest path from the first start to each Den that is cut off into Dirt. [INS-S2]"""
    measure_from_start(s, r)
    for h in range(r.num_hexes):
        if s.terrain[h] == DEN:
            drain_path(s, r, h)
    s.moved[:] = 0
    mark_land_from(s, r, r.start[0])
    s.home[:] = False


@kernel
def measure_from_start(s, r):
    """Write to ``moved[h, 0]`` one more than the distance of each hex from the first start, Water or not."""
    s.moved[:] = 0
    s.moved[r.start[0], 0] = 1
    for reach in range(1, s.terrain.shape[0]):
        for h in range(r.num_hexes):
            if s.moved[h, 0] == reach:
                for direction in range(6):
                    t = r.neighbours[h, direction]
                    if t >= 0 and s.moved[t, 0] == 0:
                        s.moved[t, 0] = reach + 1


@kernel
def drain_path(s, r, h):
    """Walk from a hex to the first start and turn the Water on the way, with its images, into Dirt."""
    while s.moved[h, 0] > 1:
        for direction in range(6):
            t = r.neighbours[h, direction]
            if t >= 0 and s.moved[t, 0] == s.moved[h, 0] - 1:
                h = t
                break
        if s.terrain[h] == WATER:
            chosen = r.orbit[h]
            for image in range(r.num_hexes):
                if r.orbit[image] == chosen:
                    s.terrain[image] = DIRT


@kernel
def place_swarms(s, r):
    """Put each player's insects on its Den. [INS-6]"""
    for p in range(s.bugs.shape[0]):
        change_stack(s, p, r.start[p], min(r.starting_insects, r.counters))


@kernel
def lay_deck(s, r):
    """Lay the cards in the order of the list."""
    for card in range(r.num_cards):
        s.deck[card] = card


@kernel
def deal_hand(s, r, p):
    """Deal the first hand; a hand without an Evolution card is shown, discarded and dealt again. [INS-6, INS-S1]"""
    draw_cards(s, r, p, r.starting_cards)
    while r.starting_cards > 0 and num_evolutions_in_hand(s, p) == 0 and evolution_in_deck(s, r):
        log_event(s, CARDS_SHOWN, p, s.hand_size[p])
        for kind in range(NUM_KINDS):
            while s.hand[p, kind] > 0:
                discard_from_hand(s, r, p, kind)
        draw_cards(s, r, p, r.starting_cards)
    note_opening_hand(s, r, p)


@kernel
def evolution_in_deck(s, r):
    """Tell whether the deck still holds an Evolution card. [INS-S1]"""
    for i in range(s.drawn, r.num_cards):
        if r.card_kind[s.deck[i]] < NUM_EVOLUTIONS:
            return True
    return False
