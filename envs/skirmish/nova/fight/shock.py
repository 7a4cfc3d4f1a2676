"""The stages ``daze`` and ``grievous``: what many levels at once do to a person. [NOV-16, NOV-17, NOV-18, NOV-35]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.events import MAIMED, POWERED
from swarmzoo.envs.skirmish.nova.fight.wounds import fills_track, levels_of_body, would_fall, wound
from swarmzoo.envs.skirmish.nova.sheet import boxes, levels_of, who
from swarmzoo.envs.skirmish.nova.state import MAIMING, POWERING

LIMITS = 3  # dazed; stunned; stunned for two turns


@kernel
def daze(s, r):
    """Count the levels of the round; ask for Willpower against what they do to the target next. [NOV-16 to NOV-18]"""
    j, before = int(s.target), int(s.taken[int(s.target)])
    s.taken[j] += s.a_levels
    if can_power_through(s, r, j, before) and not would_fall(s, r, j, int(s.a_levels), int(s.a_dealt)):
        s.stage, s.actor = POWERING, j


@kernel
def limits_passed(levels, stamina):
    """Return how many limits levels of a round are beyond: Stamina, twice Stamina, three times. [NOV-16, NOV-17]"""
    count = 0
    for k in range(1, LIMITS + 1):
        count += levels > k * stamina
    return count


@kernel
def can_power_through(s, r, j, before):
    """Tell whether Willpower would keep the target from a limit that it has just passed. [NOV-18]"""
    if s.powered[j] or s.willpower[j] == 0 or r.agent_of[j] == NOBODY:
        return False
    row = who(s, r, j)
    stamina, now = int(r.stamina[row]), int(s.taken[j])
    more = stamina + int(r.full_willpower[row]) // 2
    passed = limits_passed(now, stamina)
    return passed > limits_passed(before, stamina) and passed > limits_passed(now, more)


@kernel
def power_through(s, j):
    """Spend Willpower to count as tougher for this round. [NOV-18]"""
    s.willpower[j] -= 1
    s.powered[j] = True
    log_event(s, POWERED, j)


# Grievous injuries


@kernel
def suffer(s, r):
    """Offer a grievous injury instead of the levels, or mark them. [NOV-35]"""
    j = int(s.target)
    if can_be_maimed(s, r, j):
        s.stage, s.actor = MAIMING, j
    else:
        wound(s, r, j, int(s.a_levels), int(s.a_dealt))


@kernel
def can_be_maimed(s, r, j):
    """Tell whether a blow is grave enough for a grievous injury, and leaves enough of the body for one. [NOV-35]"""
    if r.agent_of[j] == NOBODY or r.machine[who(s, r, j)] or not fills_track(s.a_dealt):
        return False
    left = levels_of(s, r, j) + 1 - boxes(s, j)
    return left // 2 < s.a_levels < levels_of_body(s, r, j)


@kernel
def maim(s, r, j):
    """Take a grievous injury: one level, and flaws for the rest. [NOV-35]"""
    worse = s.a_levels > (levels_of(s, r, j) + 2) // 2
    log_event(s, MAIMED, j, r.maim_flaws_worse if worse else r.maim_flaws)
    s.maimed[j] += 1
    s.taken[j] -= s.a_levels - 1
    s.a_levels = 1
    wound(s, r, j, 1, int(s.a_dealt))
