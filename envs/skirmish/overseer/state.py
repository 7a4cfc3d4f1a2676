"""The state of a game: one record, sized by units, Underlings and cells.

Pieces: leader ``u`` is piece ``u``, ``u = side * slots + k``; Underlings follow from ``units`` on. A *unit* is a leader
with the Underlings of its roll, ``group == u``. Underlings in nobody's roll are loose. A piece of Underlings has
``models``, several where some share a hex.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.bans import ban_counts
from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, Radii, ground_fields
from swarmzoo.envs.skirmish.battlefield.groups import group_fields
from swarmzoo.envs.skirmish.battlefield.lines import bit_words
from swarmzoo.envs.skirmish.battlefield.rolls import roll_fields
from swarmzoo.envs.skirmish.battlefield.squads import squad_fields

__all__ = ["NOBODY"]

PIECE_CAPACITIES = (48, 160, 480, 1840)  # leaders and pieces of Underlings; few: every record is compiled separately
CELL_CAPACITIES = (1536, 2816, 6144, 13312)
MOST_ROLL = 400  # pieces in a unit's roll: its own, and as many who have rallied to it
MOST_APART = 128  # more than the hexes between any two cells of a field
BUCKETS = 8  # more than a step costs that leads away: queues of hexes by what it costs to go by way of them
LOG_LENGTH = 128
LOG_NUMBERS = 6
# stages
WAITING, CHOOSING, GOING, AIMING, BODY_ASKED, SPLITTING, SHARING, EVADING, ALLOTTING, WATCHING = range(10)
STAGE_NAMES = (
    "nobody is asked",
    "choose a Command",
    "choose where to go",
    "choose whom to aim at",
    "choose whom to call",
    "add another target",
    "share out the hits",
    "evade, or not",
    "allot the hits",
    "fire from overwatch, or not",
)
# fates of a leader
FIELD, DEAD, ESCAPED, ABSENT = range(4)
FATE_NAMES = ("in the field", "dead", "escaped", "absent")
# what Shock does to a leader
STEADY, WARY, FROZEN, PANICKED, FAINTED, HELPLESS = range(6)
SHOCK_NAMES = ("steady", "wary", "frozen", "panicked", "fainted", "helpless")
# an attack
NO_ATTACK, VOLLEY, CONCENTRATED, SUPPRESSION, OVERWATCHED, SUPPORTED, ASSAULTED, CHARGED, OPPORTUNE = range(9)
OWN_SHOT, OWN_BLOW, CALLED_SHOT, CALLED_BLOW = range(9, 13)
ATTACK_NAMES = (
    *("none", "volley", "concentrated fire", "suppressing fire", "overwatch", "the Specialist", "assault", "charge"),
    *("attack of opportunity", "shot", "blow", "called shot", "called blow"),
)
# the steps of an attack, and what its numbers are before they are known
(
    STEP_TARGETS,
    STEP_TEST,
    STEP_SHARES,
    STEP_EVASION,
    STEP_BODIES,
    STEP_BLOWS,
    STEP_SPECIALIST,
    STEP_PINNING,
    STEP_END,
) = range(9)
NOT_ROLLED = NOT_ALLOTTED = -1


@cache
def state_dtype(sides: int, slots: int, pieces: int, cells: int, radius: int, actions: int, most: int) -> np.dtype:
    """Return the record of one game; ``radius``: of the disc, ``most``: pieces of Underlings of one unit at most."""
    units = sides * slots
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("done", np.bool_),
            ("ending", np.int8),
            ("winners", np.int8, sides),
            ("rounds", np.int16),
            ("stage", np.int8),
            ("actor", np.int8),  # the unit whose leader decides
            ("current", np.int8),  # the unit whose turn it is, or NOBODY
            ("order", np.int8, units),  # units in the order of their initiative
            ("initiative", np.int8, units),
            ("nth", np.int8),  # how many of them have had their turn in this round
            *ground_fields(cells, Radii.alike(radius)),
            *roll_fields(units, most, pieces),
            *group_fields(pieces),
            *squad_fields(pieces),
            # pieces
            ("side", np.int8, pieces),  # of Underlings: of the unit with which they began; NOBODY: neutral
            ("place", np.int16, pieces),
            ("home", np.int8, pieces),  # the unit whose profile they have; units: the neutral one
            ("ranked", np.int8, pieces),  # Underlings in rank; leaders of a Swarm's unit always are
            ("fleeing", np.int8, pieces),
            # units
            ("fate", np.int8, units),
            ("wounds", np.int8, units),
            ("us", np.int16, units),  # models in rank
            ("specialist", np.int16, units),  # the piece, or NOBODY
            ("lost", np.int16, units),  # US lost since the end of its last turn
            ("pinned", np.int8, units),
            ("running", np.int8, units),  # until its next turn
            ("under_cover", np.int8, units),  # has covered ground, until its next turn
            ("kept_cover", np.int8, units),  # cover that a Tactical Advance keeps while it lasts
            ("watching", np.int8, units),  # in overwatch
            ("swarm_reaction", np.int8, units),  # there is one
            ("own_reaction", np.int8, units),
            ("aim", np.int8, units),  # Half Actions of Aim
            ("marked", np.int8, units),  # the unit that the next volley is marked for, or NOBODY
            ("feared", np.int16, units),  # bits of units whose Fear was tested
            ("shock", np.int8, units),
            ("shock_left", np.int8, units),  # rounds of a faint or of helplessness
            ("shocked_by", np.int8, units),  # the unit that is the source, or NOBODY
            ("unnerved", np.int8, units),  # -10 to all tests for the rest of the game
            ("halved", np.int8, units),  # only one Half Action next turn; 2: in every turn
            # the turn
            ("halves", np.int8),  # Half Actions left
            ("command", np.int8),  # the part that was chosen and is being aimed
            ("swarm_attacked", np.bool_),
            ("self_attacked", np.bool_),
            ("concentrated", np.bool_),  # a Concentration action was taken
            ("moved", np.bool_),
            ("rallied", np.bool_),
            ("has_marked", np.bool_),
            ("cornered", np.bool_),  # a panicked leader could not run: -20 to its tests
            # a move that is carried out
            ("moving", np.int8),  # its part, or -1
            ("phase", np.int8),  # 0: attacks of opportunity, 1: the move, 2: overwatch, 3: what follows
            ("goal", np.int16),  # a cell
            ("prey", np.int8),  # the unit that is charged, or NOBODY
            ("queue", np.int16),  # bits of units that have still to answer the move
            ("barriers", np.int64, bit_words(radius)),  # bits of those about a leader, for its rank
            ("nearest", np.int16, MOST_APART),  # lists of who is placed, by distance; ``near`` links them
            # an attack that is carried out
            ("attack", np.int8),
            ("attacker", np.int8),  # a unit
            ("by_specialist", np.bool_),  # its Specialist's own test follows, or goes on
            ("by_leader", np.bool_),  # every hit has its own damage
            ("weapon", np.int16),
            ("targets", np.int8, 4),
            ("num_targets", np.int8),
            ("target", np.int8),  # which of them is dealt with
            ("hits_on", np.int16, 4),
            ("needed", np.int16),  # the number that the test must not exceed
            ("rolled", np.int16),
            ("hits", np.int16),  # still to be shared out or resolved
            ("called_body", np.int8),  # of a Called Shot
            ("body_hits", np.int16, 2),  # allotted to the Overseer and to the Specialist
            ("damage", np.int16),  # of a Swarm's attack, rolled once; -1: not yet
            ("team_damage", np.int8),  # what a Weapons Team adds to it
            ("fury", np.bool_),
            ("step", np.int8),  # of the attack
            # sides
            ("strength", np.int16, sides),  # US at the beginning
            ("escaped_us", np.int16, sides),
            ("held", np.int16, sides),  # rounds in a row alone on the ground
            # what follows from the rest: found again for every decision
            ("mask", np.int8, actions),
            ban_counts(sides),
            ("touch", np.int16, units),  # bits of the units that it is engaged with
            ("in_touch", np.int16, (units, units)),  # models of the first that stand beside a member of the second
            ("front", np.int16, (units, units)),  # the nearest member of the second that the first's leader sees
            ("cover", np.int8, (units, units)),  # of the second's Swarm, from the first's leader
            ("goals", np.int8, disc_size(radius)),  # 1 + what it costs to go to a hex of the disc; 0: it cannot
            ("far", np.int16),
            ("waiting", np.uint8 if disc_size(radius) <= 256 else np.int16, (BUCKETS, disc_size(radius))),
            ("num_waiting", np.int16, BUCKETS),
            # log
            ("logged", np.int32),
            ("log", np.int16, (LOG_LENGTH, LOG_NUMBERS)),
        ],
        align=True,
    )
