"""The state of a game: one record, sized by the board's capacity and the number of players."""

from functools import cache

import numpy as np

from swarmzoo.envs.core.bans import ban_counts
from swarmzoo.envs.insects.actions import action_space
from swarmzoo.envs.insects.cards import MAX_CARDS, NUM_EVOLUTIONS, NUM_KINDS

CAPACITIES = (37, 61, 91, 127)  # hexes; few, because every record type is compiled separately
MAX_PLAYERS = 6
MAX_COUNT = 1023  # insects of one player; two digits of base 32 name every count
CLASSES = 14  # insects are told apart by the spaces they moved this turn: 0 to 12 ...
SPENT = CLASSES - 1  # ... and those that have no move left this turn
LOG_LENGTH = 48

# Where a card can be; 1 + seat: in that player's hand, 11 + seat: in play before that player.
IN_DECK, IN_HAND, IN_PLAY, DISCARDED = 0, 1, 11, 20

# Decisions. Each is asked of one player; in between, the game continues by itself.
(
    BID_WINDOW,
    BID,
    EVOLUTION,
    EXCESS,
    REPRODUCTION_PHASE,
    MOVE_WINDOW,
    PICK,
    COUNT,
    STEP,
    FIGHT_ORDER,
    FIGHT_WINDOW,
    TARGET,
    RAMPAGE_OFFER,
    LIMIT_WINDOW,
    REACTION,  # from here on: questions that interrupt a stage
    MIMIC_KIND,
    VICTIM,
    VICTIMS_CARD,
    OWN_CARD,
    CARD_FROM_HAND,
    ADAPTATION_DISCARD,
    PLACE_COUNT,
) = range(22)
NUM_DECISIONS = 22
NO_QUESTION = -1
# Stages that ask nothing.
(
    ROUND_BEGIN,
    TURN_BEGIN,
    REPRODUCTION_BEGIN,
    MOVE_BEGIN,
    MOVE_CHOICES,
    ATTACK_BEGIN,
    LIMIT_BEGIN,
    LIMIT_CUT,
    EVENT_PHASE,
    TURN_END,
) = range(30, 40)
NOBODY = -1

# Why counts are asked.
GO, PICK_UP, DROP = 0, 1, 2


@cache
def state_dtype(capacity: int, players: int) -> np.dtype:
    """Return the record of one game; its random generator is the field ``rng``."""
    n, h = players, capacity
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("done", np.bool_),
            # board
            ("terrain", np.int8, h),
            ("bugs", np.int16, (n, h)),  # insects of each player in each space
            ("stacks", np.int8, h),  # how many players have insects in each space: see stacks
            # cards
            ("deck", np.uint16, MAX_CARDS),  # card numbers in the order they will be drawn
            ("drawn", np.int16),  # how many of them have been drawn
            ("where", np.uint8, MAX_CARDS),  # of each card: IN_DECK, IN_HAND + seat, IN_PLAY + seat, DISCARDED
            ("hand", np.uint8, (n, NUM_KINDS)),
            ("hand_size", np.int16, n),
            ("held", np.int32, n),  # a bit for every kind in the hand
            ("in_play", np.uint8, (n, NUM_EVOLUTIONS)),
            ("mimicked", np.uint8, (n, NUM_EVOLUTIONS)),  # kinds that Mimics in play count as
            ("force", np.int16, (n, NUM_EVOLUTIONS)),  # effects in force, from the three: see count_effects
            ("burnt", np.uint8, (n, NUM_EVOLUTIONS)),  # Evolution cards used as events, until the turn or Bid ends
            ("discards", np.int16, NUM_KINDS),
            # what others know of hands: see knowledge
            ("known", np.uint8, (n, n, NUM_EVOLUTIONS)),  # cards that a player knows another one to hold
            ("least_evolutions", np.int16, n),  # what everybody knows a hand to hold at least
            ("least_events", np.int16, n),
            ("plays", np.uint8, (n, NUM_KINDS)),  # cards of each kind played in this game, for statistics
            ("burns", np.uint8, (n, NUM_EVOLUTIONS)),  # Evolution cards burnt in this game, for statistics
            # effects of Event cards
            ("cycle", np.int16),  # Reproductive Cycle: Reproduction of the active player
            ("migration", np.int16),  # Migration: Intelligence of the active player
            ("burst", np.int16),  # Energy Burst: spaces of the group in hand
            ("latency", np.int16, n),  # Latency: Initiative in this Bid
            ("frenzy", np.int16, n),  # Feeding Frenzy: Attack of the stack in this fight
            ("rush", np.int16, n),  # Rush: Initiative of the stack in this fight
            ("molt", np.int8, n),  # Defense set for this turn
            ("dormant", np.int8, n),  # Movement set for this turn
            # round and turn
            ("round_number", np.int16),
            ("order", np.int8, n),  # seats in turn order; the eliminated last
            ("turn", np.int8),  # how many turns of this round are over
            ("active", np.int8),
            ("out", np.int8, n),  # eliminated
            ("winner", np.int8, n),
            ("ending", np.int8),  # how the game ended, see victory
            ("deck_ended", np.bool_),
            # the decision
            ("stage", np.int8),
            ("question", np.int8),  # a question that interrupts the stage, or NO_QUESTION
            ("actor", np.int8),
            ("mask", np.int8, action_space(h, n).num_actions),  # legal actions as the actor sees them
            ban_counts(n),
            ("asked_from", np.int8),  # window: how many seats were passed over since the last card
            ("window_used", np.int8, n),  # window: who played a card (windows: once)
            # bid
            ("picker", np.int8),  # how many have picked their place
            ("picking", np.int8, n),  # seats in the order of picking
            ("place_taken", np.int8, n),  # seat in each place of the new order, or NOBODY
            # reproduction
            ("unplaced", np.int16),
            ("home", np.int8, h),  # spaces where new insects may be placed this phase
            # move
            ("moves_made", np.int16),  # of the Intelligence moves
            ("moved", np.int16, (h, CLASSES)),  # active player's insects by spaces moved; without the group in hand
            ("group", np.int16, CLASSES),  # the group in hand, by spaces moved
            ("at", np.int16),  # where the group, or the insects that are counted, is
            ("steps", np.int16),  # of the group in hand
            ("may_drop", np.bool_),
            ("may_pick_up", np.bool_),
            ("count_for", np.int8),  # GO, PICK_UP, DROP
            ("count_class", np.int8),
            ("high_digit", np.int8),  # -1: not given
            ("counted", np.int16),  # insects named in this count so far
            # attack
            ("fought", np.int8, h),
            ("fight", np.int16),  # the contested space, or -1
            ("struck", np.int8, n),
            ("target", np.int8, n),
            ("kills", np.int16, n),
            ("rampages", np.int16),  # Move Phases begun this turn
            ("move_begun", np.bool_),  # a stack was picked this turn
            ("move_given_up", np.bool_),  # by Cocoon, for this turn
            # the card that was just played
            ("played", np.int8),  # its kind, or NO_KIND
            ("played_as_burn", np.bool_),
            ("played_by", np.int8),
            ("played_card", np.int16),
            ("played_at", np.int8),  # seat it is aimed at
            ("chosen", np.int8),  # kind chosen with it
            ("chosen_too", np.int8),
            ("negated", np.bool_),
            ("reactor", np.int8),  # who played the last card of the chain
            ("discards_due", np.int8),
            # log
            ("logged", np.int32),
            ("log", np.int16, (LOG_LENGTH, 5)),  # code and up to four numbers, the oldest overwritten
        ],
        align=True,
    )
