"""What heals: stun in a scene, everything else between the encounters of the gauntlet. [NOV-19, NOV-34, NOV-35]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter
from swarmzoo.envs.skirmish.nova.dice import roll_pool
from swarmzoo.envs.skirmish.nova.events import FOR_STUN, HEALED_STUN, RECOVERED
from swarmzoo.envs.skirmish.nova.sheet import boxes, is_nova, is_person, levels_of, who
from swarmzoo.envs.skirmish.nova.state import DEAD, DYING, FIELD, INCAPACITATED, STABLE

_INCAPACITATED, _DYING = 4, 5  # categories of wounds beyond -0, -1, -2, -4
_PACE = 10  # turns in which a level of stun heals, less Stamina


@kernel
def heal_stun_in_time(s, r, i):
    """Let a level of stun heal when its turns have passed. [NOV-19]"""
    if s.stun[i] == 0:
        s.stun_clock[i] = 0
        return
    s.stun_clock[i] += 1
    if s.stun_clock[i] >= max(1, _PACE - int(r.stamina[who(s, r, i)])):
        s.stun[i] -= 1
        s.stun_clock[i] = 0


@kernel
def heal_stun_by_will(s, r, i):
    """Pay a point of Willpower, and roll Willpower: every success heals a level of stun. [NOV-19]"""
    s.willpower[i] -= 1
    s.has_healed[i] = 1
    healed = min(roll_pool(s, r, i, FOR_STUN, int(r.full_willpower[who(s, r, i)]), 1), int(s.stun[i]))
    s.stun[i] -= healed
    log_event(s, HEALED_STUN, i, healed)


@kernel
def let_die(s, r, i):
    """Let a round pass for somebody who is dying; death comes after Stamina minutes. [NOV-36]"""
    if s.fate[i] == DYING:
        s.dying[i] += 1
        if s.dying[i] >= int(r.stamina[who(s, r, i)]) * int(r.minute_rounds):
            s.fate[i] = DEAD


# Between encounters


@kernel
def recover(s, r, i):
    """Let somebody rest between two encounters. [NOV-34, NOV-35]"""
    if s.fate[i] == DYING:
        s.fate[i] = DEAD
    if not is_person(s, r, i) or (s.fate[i] != FIELD and s.fate[i] != STABLE and s.fate[i] != INCAPACITATED):
        return
    heal_wounds(s, r, i)
    s.stun[i] = s.stun_clock[i] = 0
    s.ablative[i] = r.full_ablative[who(s, r, i)]
    s.willpower[i] = min(int(s.willpower[i]) + 1, int(r.full_willpower[who(s, r, i)]))
    if r.regenerates[who(s, r, i)]:
        s.maimed[i] = max(0, int(s.maimed[i]) - int(r.rest_hours) // int(r.regrow_hours))
    for k in range(s.supports.shape[1]):
        s.supports[i, k] = 0
    left = levels_of(s, r, i) + 1 - boxes(s, i)
    if left > 0:
        s.fate[i], s.lies[i] = FIELD, NOBODY
        log_event(s, RECOVERED, i, left)


@kernel
def heal_wounds(s, r, i):
    """Heal level by level, the worst first, for as long as there is time. [NOV-34]"""
    left = int(r.rest_hours)
    while boxes(s, i) > 0:
        hours = hours_of(s, r, i, category(s, r, i))
        if hours > left:
            return
        left -= hours
        if s.bashing[i] > 0:
            s.bashing[i] -= 1
        elif s.lethal[i] > 0:
            s.lethal[i] -= 1
        else:
            s.aggravated[i] -= 1


@kernel
def category(s, r, i):
    """Return the category of the worst level that is filled, made milder by care and Mega-Stamina. [NOV-34]"""
    row, filled, level, found = who(s, r, i), boxes(s, i), 0, _INCAPACITATED
    for k in range(_INCAPACITATED):
        level += int(r.track[row, k])
        if filled <= level:
            found = k
            break
    found = _DYING if filled > level + 1 else found
    return max(0, found - int(r.care) - (mega_shift(int(r.mega_stamina[row])) if is_nova(s, r, i) else 0))


@kernel
def mega_shift(mega):
    """Return by how many categories Mega-Stamina makes wounds milder. [NOV-34]"""
    return 0 if mega < 1 else 1 if mega < 3 else 2 if mega < 5 else 3


@kernel
def hours_of(s, r, i, kind):
    """Return the hours in which the mildest damage of somebody heals by a level. [NOV-34]"""
    hours = int(r.heal_bashing[kind]) if s.bashing[i] > 0 else int(r.heal_lethal[kind])
    if s.bashing[i] == 0 and s.lethal[i] == 0:
        hours *= int(r.heal_aggravated)
    if is_nova(s, r, i):
        hours //= int(r.heal_factor[min(int(r.mega_stamina[who(s, r, i)]), r.heal_factor.shape[0] - 1)])
    return max(1, hours)


@kernel
def enter_again(s, r, i):
    """Put somebody who has recovered to where it began."""
    if s.place[i] == NOBODY:
        enter(s, i, int(r.start[i]))
