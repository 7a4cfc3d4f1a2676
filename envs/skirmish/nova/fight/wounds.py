"""Wounds of persons: how levels fill the health track, and what follows. [NOV-15, NOV-19, NOV-31, NOV-35, NOV-37]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.actions import VITAL
from swarmzoo.envs.skirmish.nova.casualties import fate_by_wounds, put_out
from swarmzoo.envs.skirmish.nova.events import ABLATED, HURT, OUT_COLD
from swarmzoo.envs.skirmish.nova.fight.stages import NOT_COLLIDING
from swarmzoo.envs.skirmish.nova.sheet import boxes, is_cold, levels_of, who
from swarmzoo.envs.skirmish.nova.state import AGGRAVATED, BASHING, DEAD, DYING, FIELD, MOST_HITS, STUN


@kernel
def ablate(s, r, j):
    """Let ablative powers take levels before their owner does. [NOV-43]"""
    taken = min(int(s.ablative[j]), int(s.a_levels))
    if taken > 0:
        s.ablative[j] -= taken
        s.a_levels -= taken
        log_event(s, ABLATED, j, taken)


# The track


@kernel
def filled(s, j, levels, kind, room):
    """Return aggravated, lethal and bashing boxes after so many levels more of a type. [NOV-15, NOV-31, NOV-H4]

    ``room``: boxes until Incapacitated is filled. Beyond it worse damage takes the place of bashing damage, and
    bashing damage makes a bashing box a lethal one. The dead take no more: the last number is what their corpse takes.
    """
    worst, deep, light = int(s.aggravated[j]), int(s.lethal[j]), int(s.bashing[j])
    for taken in range(levels):
        if worst + deep > room:
            return worst, deep, light, levels - taken
        is_full = worst + deep + light >= room
        if is_full and light > 0:
            light -= 1
        if kind == AGGRAVATED:
            worst += 1
        elif kind == BASHING and not is_full:
            light += 1
        else:
            deep += 1
    return worst, deep, light, 0


@kernel
def would_fall(s, r, j, levels, kind):
    """Tell whether levels of a type would take a person out of the fight. [NOV-19, NOV-31]"""
    if kind == STUN:
        return s.stun[j] + levels >= levels_of(s, r, j)
    room = levels_of(s, r, j) + 1
    worst, deep, light, _ = filled(s, j, levels, kind, room)
    return worst + deep + light >= room


@kernel
def wound(s, r, j, levels, kind):
    """Mark levels on a person, and see whether it stands; hits on the hostage count. [NOV-15, NOV-31, NOV-A4]"""
    if levels == 0:
        return
    if j == r.hostage:
        side = int(s.side[int(s.attacker)])
        s.hits[side] = min(int(s.hits[side]) + 1, MOST_HITS)
    if kind == STUN:
        stun(s, r, j, levels)
        return
    length = levels_of(s, r, j)
    s.aggravated[j], s.lethal[j], s.bashing[j], beyond = filled(s, j, levels, kind, length + 1)
    log_event(s, HURT, j, levels, kind, max(0, length + 1 - boxes(s, j)))
    fate = fate_by_wounds(s, j, length)
    if fate != FIELD:
        fall(s, r, j, fate, kind, beyond)


@kernel
def stun(s, r, j, levels):
    """Mark stun on a person, as much as the track holds: full of it, it is unconscious. [NOV-19]"""
    was_cold, length = is_cold(s, r, j), levels_of(s, r, j)
    s.stun[j] = min(int(s.stun[j]) + levels, length)
    log_event(s, HURT, j, levels, STUN, length - s.stun[j])
    if is_cold(s, r, j) and not was_cold:
        log_event(s, OUT_COLD, j)


# Who falls


@kernel
def fall(s, r, j, fate, kind, beyond):
    """Take a person out; see whether medicine can help. ``beyond``: levels that its corpse takes. [NOV-36, NOV-37]"""
    take_out(s, r, j, fate)
    if fate != DYING and fate != DEAD:
        return
    called = s.a_how == VITAL and s.a_collides == NOT_COLLIDING and j != s.a_shield  # at whoever it shields
    s.beyond_help[j] = called or kind == AGGRAVATED or beyond >= levels_of_corpse(s, r, j)


@kernel
def levels_of_corpse(s, r, j):
    """Return the levels of the corpse that a person would leave. [NOV-37]"""
    row = who(s, r, j)
    return int(r.strength[row]) + int(r.stamina[row]) + 2 * (int(r.mega_strength[row]) + int(r.mega_stamina[row]))


@kernel
def levels_of_body(s, r, j):
    """Return the levels that leave nothing of a person: those that kill it, and those of its corpse. [NOV-35]"""
    return levels_of(s, r, j) + 2 + levels_of_corpse(s, r, j)


@kernel
def take_out(s, r, j, fate):
    """Take a piece out of the field by the attack; note which side harms the hostage. [NOV-14, NOV-A3]"""
    put_out(s, r, j, fate)
    if j == r.hostage:
        s.harmed_by = s.side[int(s.attacker)]


@kernel
def fills_track(kind):
    """Tell whether damage of a type fills the health track, and breaks armour: stun and EMP don't as such."""
    return BASHING <= kind <= AGGRAVATED
