"""Grips: who holds whom, how a grip is won, how it ends. [NOV-3, NOV-14]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.dice import roll_pool, trait_pool
from swarmzoo.envs.skirmish.nova.events import FOR_FREEDOM, FOR_GRIP, HELD, RELEASED
from swarmzoo.envs.skirmish.nova.sheet import able, henchmen_left, in_field, is_person


@kernel
def can_be_held(s, r, j):
    """Tell whether somebody can be gripped: a person in the field who is alone, in no grip, and grips nobody."""
    alone = in_field(s, j) and is_person(s, r, j) and henchmen_left(s, j) == 0
    return alone and s.held_by[j] == NOBODY and s.holding[j] == NOBODY


@kernel
def grip_successes(s, r, i, purpose, order):
    """Roll Strength and Brawl for a grip, or against it; return the successes. [NOV-H2]"""
    return roll_pool(s, r, i, purpose, trait_pool(s, r, i, r.strength, r.brawl, r.mega_strength, order, False), 1)


@kernel
def wins_grip(s, r, i, j, order, purpose):
    """Roll for a grip against another one; tell whether the first has more successes. [NOV-H2]"""
    own = grip_successes(s, r, i, purpose, order)
    return own > (grip_successes(s, r, j, FOR_GRIP, 0) if able(s, r, j) else 0)


@kernel
def hold(s, i, j):
    """Let one hold another one. [NOV-14]"""
    s.holding[i], s.held_by[j] = j, i
    log_event(s, HELD, i, j)


@kernel
def release(s, i):
    """Let go of whom one holds, if anybody."""
    j = int(s.holding[i])
    if j != NOBODY:
        s.holding[i] = s.held_by[j] = NOBODY
        log_event(s, RELEASED, i, j)


@kernel
def break_free(s, r, i, order):
    """Try to break out of the grip that holds somebody. [NOV-H2]"""
    j = int(s.held_by[i])
    if wins_grip(s, r, i, j, order, FOR_FREEDOM):
        release(s, j)


@kernel
def check_holds(s, r):
    """End the grips that can hold nobody any more. [NOV-H2]"""
    for i in range(r.pieces):
        j = int(s.holding[i])
        if j != NOBODY:
            both = able(s, r, i) and in_field(s, j)
            if not both or distance(r, s.place[i], s.place[j]) > 1:
                release(s, i)
