"""The state of a game: one record, sized by warbands, slots and cells."""

from functools import cache

import numpy as np

from swarmzoo.envs.core.bans import ban_counts
from swarmzoo.envs.core.fields import disc_size
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, Radii, ground_fields

__all__ = ["NOBODY"]

SLOT_CAPACITIES = (6, 12, 40)  # characters of a warband; few, because every record type is compiled separately
CELL_CAPACITIES = (1536, 2816, 6144)
DRAWING, PICKING, ACTING = range(3)  # stages
STAGE_NAMES = ("draw a token", "pick a character", "act")
FIELD, DEAD, OUT, GONE, ABSENT = range(5)  # what has become of a character
FATE_NAMES = ("in the field", "dead", "out of action", "fled", "absent")
CALM, SHAKEN, FLEEING = range(3)
MORALE_NAMES = ("calm", "Shaken", "Fleeing")
ORDER_GIVEN, ORDER_WORKS = 1, 2  # bits: it begins next turn; it waits for a test of this turn
LOG_LENGTH = 128
MOST_DICE = 64  # of a test that are kept for the log


@cache
def state_dtype(warbands: int, slots: int, cells: int, radius: int, actions: int) -> np.dtype:
    """Return the record of one game. Character ``side * slots + k`` is the k-th of a warband's roster."""
    n = warbands * slots
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("done", np.bool_),
            ("ending", np.int8),
            ("winners", np.int8, warbands),
            ("turn", np.int16),
            ("stage", np.int8),
            ("actor", np.int8),  # the warband that decides
            ("current", np.int16),  # the character that is activated, or NOBODY
            ("tokens", np.int8, warbands),  # in the bag
            *ground_fields(cells, Radii.alike(radius)),
            ("loot", np.int8, cells),  # tokens that lie here
            ("lying", np.int16),  # all of them
            # the activation
            ("points", np.int8),  # action points left
            ("budget", np.int8),  # hexes left of the moves that were paid
            ("moved", np.bool_),
            ("charged", np.bool_),
            ("getting_away", np.bool_),  # disengaged: may move although in melee
            ("ordered_now", np.bool_),  # has given its order
            # characters
            ("side", np.int8, n),
            ("fate", np.int8, n),
            ("place", np.int16, n),
            ("star", np.int8, n),
            ("mallet", np.int8, n),
            ("activated", np.int8, n),
            ("stunned", np.int8, n),
            ("bloodied", np.int8, n),  # has been so: courage was tested
            ("morale", np.int8, n),
            ("prone", np.int8, n),
            ("hugging", np.int8, n),  # has taken the cover that it stands in
            ("loaded", np.int8, n),
            ("aim_at", np.int16, n),
            ("aim", np.int8, n),  # action points spent on it
            ("order", np.int8, n),  # bits: 1 begins next turn, 2 waits for a test of this turn
            ("ward", np.int8, n),
            ("haste", np.int8, n),
            ("taunted_by", np.int16, n),
            ("scrolls", np.int8, n),  # bits of the spells
            # warbands
            ("left", np.int16, warbands),
            ("broken", np.int8, warbands),
            ("half_out", np.int8, warbands),  # courage was tested for it
            ("purse", np.int16, warbands),  # loot picked up
            ("centre", np.int16, warbands),  # turns that it held the centre
            # what follows from the rest: found again for every decision
            ("mask", np.int8, actions),
            ban_counts(warbands),
            ("far", np.int16),  # the hexes that the one who acts may go, or -1
            ("held", np.bool_),  # it is in melee
            ("closest", np.int16),  # gaps to the closest enemy that it can shoot at, and to the closest not in cover
            ("uncovered", np.int16),
            ("goals", np.int8, disc_size(radius)),  # 1 + what it costs to go to a hex of the disc; 0: it cannot
            ("away", np.int16, n),  # the hexes to everybody in the field
            ("cover", np.int8, n),  # of every enemy
            ("line_from", np.int16),  # where the lines to the enemies were drawn from ...
            ("line_to", np.int16, n),  # ... and to: what lies between does not change
            ("between", np.int8, n),
            # log
            ("dice", np.int8, MOST_DICE),  # of the test that goes on; 6 more where one confirms a six
            ("num_dice", np.int8),
            ("logged", np.int32),
            ("log", np.int16, (LOG_LENGTH, 5)),
        ],
        align=True,
    )
