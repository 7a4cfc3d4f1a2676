"""The state of a game: one record, sized by pieces, objects and cells.

Piece ``side * slots + k`` is one combatant in one hex: a person (who may command henchmen), a squad of extras, a
vehicle of extras, a bystander. A *plan* is what a piece has declared for the round. Fields ``a_...`` are the attack
that is carried out.
"""

from functools import cache

import numpy as np

from swarmzoo.envs.core.bans import ban_counts
from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, Radii, ground_fields
from swarmzoo.envs.skirmish.battlefield.objects import object_fields
from swarmzoo.envs.skirmish.battlefield.terrain import SUPERIOR_COVER
from swarmzoo.envs.skirmish.nova.people import MOST_GRITTY, MOST_TYPES

__all__ = ["NOBODY"]

SLOT_CAPACITIES = (4, 8)  # pieces of one of two sides; few: every record is compiled separately
CELL_CAPACITIES = (1536, 2816, 6144, 13312)
RADII = (8, 12, 20)  # of the disc: the widest move
MOST_ACTIONS = 6
MOST_THINGS = 32
MOST_HITS = 1000  # on the hostage that are counted
LOG_LENGTH = 512
LOG_NUMBERS = 6
# stages
WAITING, PLANNING, TARGETING, MODE_ASKED, HOW_ASKED, REPLACING, DEFENDING, POWERING, MAIMING = range(9)
STAGE_NAMES = (
    "nobody is asked",
    "declare an action",
    "choose whom or what",
    "choose the burst",
    "choose how to aim",
    "replace an impossible action, or not",
    "defend, or not",
    "power through, or not",
    "take a grievous injury, or not",
)
# phases of a round
DECLARING, RESOLVING = range(2)
# kinds of pieces
NOVA, BASELINE, GRITTY, CINEMATIC, GRITTY_VEHICLE, CINEMATIC_VEHICLE = range(6)
# fates of a piece
FIELD, INCAPACITATED, DYING, STABLE, DEAD, SURRENDERED, ESCAPED, ABSENT = range(8)
FATE_NAMES = ("in the field", "incapacitated", "dying", "stable", "dead", "surrendered", "escaped", "absent")
# what an action is aimed at
AT_NOTHING, AT_PIECE, AT_HEX, AT_THING = range(4)
# what has become of a planned action
PLANNED, TAKEN, LOST, ABORTED = range(4)
# types of damage, the mildest first; a grapple's only by that name
STUN, BASHING, LETHAL, AGGRAVATED, EMP = range(5)
# how a target defends itself
NO_DEFENCE, BY_DODGE, BY_PARRY = range(3)
# what is known of a number of the attack
NOT_YET = -1


@cache
def state_dtype(sides: int, slots: int, cells: int, radius: int, actions: int) -> np.dtype:
    """Return the record of one game; ``radius``: of the disc."""
    pieces = sides * slots
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("done", np.bool_),
            ("ending", np.int8),
            ("winners", np.int8, sides),
            ("rounds", np.int16),
            ("encounter", np.int8),  # of the gauntlet, from 0
            ("encounter_began", np.int16),  # the round before its first
            ("stage", np.int8),
            ("phase", np.int8),  # DECLARING or RESOLVING
            ("actor", np.int8),  # the piece that decides
            ("current", np.int8),  # the piece that declares or acts, or NOBODY
            ("order", np.int8, pieces),  # in which pieces act; those out of the field last
            ("num_order", np.int8),  # how many take part in this round
            ("initiative", np.int8, pieces),
            ("lot", np.int16, pieces),
            ("nth", np.int8),  # how many of the order have declared, or acted
            *ground_fields(cells, Radii.alike(radius), SUPERIOR_COVER),
            *object_fields(cells, MOST_THINGS),
            ("thing_at", np.int16, MOST_THINGS),  # the middle of each object
            # pieces
            ("side", np.int8, pieces),
            ("place", np.int16, pieces),
            ("lies", np.int16, pieces),  # the hex where who is out of the field fell, or NOBODY
            ("fate", np.int8, pieces),
            ("aggravated", np.int8, pieces),  # boxes of the health track, of persons
            ("lethal", np.int8, pieces),
            ("bashing", np.int8, pieces),
            ("stun", np.int8, pieces),
            ("stun_clock", np.int8, pieces),  # turns since the last level of stun healed
            ("members", np.int8, pieces),  # of a squad that are left; 1 of everybody else
            ("hl", np.int8, (pieces, MOST_GRITTY)),  # health levels left of gritty extras; [0]: of a vehicle
            ("henchmen", np.int8, (pieces, MOST_TYPES)),  # left, by type
            ("supports", np.int8, (pieces, MOST_TYPES)),  # heavy weapons used, by type
            ("gone_layers", np.int8, pieces),  # bits of layers of armour that were destroyed
            ("ablative", np.int8, pieces),  # levels that ablative powers still take
            ("maimed", np.int8, pieces),  # grievous injuries
            ("willpower", np.int8, pieces),
            ("dying", np.int16, pieces),  # rounds since it began to die
            ("beyond_help", np.int8, pieces),  # no resuscitation
            ("taken", np.int16, pieces),  # levels in this round
            ("powered", np.int8, pieces),  # powers through in this round
            ("dazed", np.int8, pieces),  # in this round
            ("daze_next", np.int8, pieces),
            ("stunned", np.int8, pieces),  # loses this round's turn
            ("stun_next", np.int8, pieces),  # turns that it will lose
            ("prone", np.int8, pieces),
            ("covered", np.int8, pieces),  # has taken cover
            ("holding", np.int8, pieces),  # whom it holds, or NOBODY
            ("held_by", np.int8, pieces),
            ("mobbed", np.int8, pieces),  # bits of sides whose cinematic extras have attacked it in this round
            ("defended", np.int8, pieces),  # defences that it has used in this round
            ("has_healed", np.int8, pieces),  # stun, by Willpower, in this round
            # plans
            ("full", np.int8, pieces),  # full defence
            ("sprinting", np.int8, pieces),
            ("num_planned", np.int8, pieces),
            ("plan_kind", np.int8, (pieces, MOST_ACTIONS)),  # a part of the actions
            ("plan_what", np.int8, (pieces, MOST_ACTIONS)),  # AT_...
            ("plan_aim", np.int16, (pieces, MOST_ACTIONS)),  # a piece, a cell or an object, or NOBODY
            ("plan_mode", np.int8, (pieces, MOST_ACTIONS)),
            ("plan_how", np.int8, (pieces, MOST_ACTIONS)),
            ("plan_fate", np.int8, (pieces, MOST_ACTIONS)),  # PLANNED, TAKEN, LOST, ABORTED
            ("plan_harder", np.int8, (pieces, MOST_ACTIONS)),  # it took the place of an impossible one
            ("slot", np.int8),  # which action of the actor is being declared, replaced or carried out
            ("replacing", np.bool_),  # an action is declared in place of an impossible one
            # the attack that is carried out
            ("a_step", np.int8),  # 0: none; else 1 + the number of its stage in fight.stages.STAGES
            ("attacker", np.int8),
            ("a_kind", np.int8),  # the part of the actions
            ("a_weapon", np.int8),  # its number
            ("a_what", np.int8),  # AT_PIECE, AT_HEX or AT_THING
            ("a_aim", np.int16),  # the piece, cell or object that it was aimed at
            ("a_mode", np.int8),
            ("a_how", np.int8),
            ("a_harder", np.int8),
            ("a_order", np.int8),  # dice lost by the order of the attacker's actions
            ("a_type", np.int8),  # type of henchmen whose heavy weapon is used, or NOBODY
            ("a_centre", np.int16),  # the hex where an area attack lands, else that of the target
            ("a_pool", np.int16),
            ("a_helpers", np.int8),  # henchmen that serve
            ("a_adds", np.int16),  # damage adds, those of the burst included
            ("a_difficulty", np.int16),
            ("a_successes", np.int16),
            ("a_net", np.int16),  # successes beyond those needed; below 0: a miss
            ("a_queue", np.int32),  # bits of pieces that are still to be dealt with
            ("a_things", np.int64),  # bits of objects that are still to be dealt with
            ("target", np.int8),  # the piece that is dealt with, or NOBODY
            ("a_thing", np.int8),  # the object that is dealt with, or NOBODY
            ("a_shield", np.int8),  # the human shield, or NOBODY
            ("a_into_shield", np.int8),  # 1: the attack hits the shield, and its holder through it; 2: the shield alone
            ("a_defence", np.int8),  # NO_DEFENCE, BY_DODGE, BY_PARRY
            ("a_defended", np.int16),  # successes of the defence
            ("a_alone", np.int8),  # the target is one body, which can be pushed
            ("a_raw", np.int16),  # dice of damage before soak
            ("a_soak", np.int16),
            ("a_dice", np.int16),  # after soak
            ("a_dealt", np.int8),  # the type as which it is applied
            ("a_levels", np.int16),
            ("a_into", np.int16),  # through: the successes that go to whom the target is thrown into
            ("a_behind", np.int8),  # through: the piece into which the target is thrown, or NOBODY
            ("a_direction", np.int8),  # of the knockback, as the attacker's side counts, or -1
            ("a_metres", np.int16),
            ("a_collides", np.int8),  # whose collision it is: 1 that of whom was knocked back, 2 of whom it strikes
            ("a_first", np.int8),  # who was knocked back, or NOBODY
            ("a_struck", np.int8),  # the piece that it strikes, or NOBODY
            ("a_fall", np.int16),  # dice of the collision
            ("a_fall_type", np.int8),
            # sides
            ("extras", np.int16, sides),  # members of squads at the beginning
            ("points", np.int8),  # encounters that were won
            ("objective", np.int8),  # the object of demolition, or NOBODY
            ("hostage", np.int8),  # the piece, or NOBODY
            ("hits", np.int16, sides),  # on the hostage, by side
            ("harmed_by", np.int8),  # the side that put the hostage out, or NOBODY
            # what follows from the rest: found again for every decision
            ("mask", np.int8, actions),
            ban_counts(sides),
            ("goals", np.int8, disc_size(radius)),  # 1 + what it costs to go to a hex of the disc; 0: it cannot
            ("far", np.int16),
            # log
            ("logged", np.int32),
            ("log", np.int16, (LOG_LENGTH, LOG_NUMBERS)),
        ],
        align=True,
    )
