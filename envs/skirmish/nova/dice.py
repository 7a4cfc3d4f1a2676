"""Rolls: pools of ten-sided dice, each of 7 or more a success; what makes the pool goes to the log. [NOV-G1]

A roll is told as what counts for it (COUNTED, one by one) and then the roll itself (ROLLED).
"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.nova.events import (
    COUNTED,
    FOR_WILLPOWER,
    OF_ABILITY,
    OF_ATTRIBUTE,
    OF_INJURIES,
    OF_MEGA,
    OF_MOBILITY,
    OF_ORDER,
    OF_SHORTFALL,
    OF_WOUNDS,
    ROLLED,
)
from swarmzoo.envs.skirmish.nova.sheet import is_person, layers_worn, mobility, shortfall, who, wound_penalty

DIE = 10


@kernel
def d10(s):
    """Roll a ten-sided die."""
    return 1 + int(draw_below(s.rng, DIE))


@kernel
def counted(s, what, by):
    """Tell the log what counts for what follows, and by how much; return that."""
    if by != 0:
        log_event(s, COUNTED, what, by)
    return by


@kernel
def successes_of(s, r, pool):
    """Roll a pool, die after die; return how many successes there are. A pool below 1 rolls nothing. [NOV-G1]"""
    count = 0
    for _ in range(pool):
        count += d10(s) >= r.success
    return count


@kernel
def roll_pool(s, r, i, purpose, pool, needed):
    """Roll a pool of a piece, and tell the log; return the successes. ``needed``: what a success takes."""
    count = successes_of(s, r, pool)
    log_event(s, ROLLED, i, purpose, max(pool, 0), count, needed)
    return count


@kernel
def trait_pool(s, r, i, attribute, ability, mega, order, moves):
    """Return the pool of an attribute and an ability of a piece, less what it suffers. [NOV-27, NOV-28, NOV-31, NOV-G6]

    The three are fields of the rules by row: ``trait_pool(s, r, i, r.dexterity, r.athletics, r.mega_dexterity, 0,
    True)``. ``order``: dice lost by the order of one's actions; ``moves``: a dodge or the like, which armour hinders.
    """
    row = who(s, r, i)
    pool = counted(s, OF_ATTRIBUTE, int(attribute[row])) + counted(s, OF_ABILITY, int(ability[row]))
    if is_person(s, r, i):
        pool += counted(s, OF_MEGA, int(r.mega_dice) * int(mega[row]))
        pool += counted(s, OF_WOUNDS, -wound_penalty(s, r, i))
        pool += counted(s, OF_INJURIES, -int(r.maim_dice) * int(s.maimed[i]))
        pool += counted(s, OF_ORDER, -order)
    pool += counted(s, OF_SHORTFALL, -shortfall(s, r, i))
    if moves or layers_worn(s, r, i) > 1:
        pool += counted(s, OF_MOBILITY, -mobility(s, r, i))
    return pool


@kernel
def passes_willpower(s, r, i):
    """Roll the Willpower of a piece; tell whether there is a success. [NOV-2]"""
    return roll_pool(s, r, i, FOR_WILLPOWER, int(r.full_willpower[who(s, r, i)]), 1) > 0
