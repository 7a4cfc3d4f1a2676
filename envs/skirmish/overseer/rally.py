"""Rallies: a leader without a Swarm gathers loose Underlings. [OVR-34, OVR-P13]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP, enroll
from swarmzoo.envs.skirmish.overseer.dice import bonus, counted, degrees, nerves, roll_test, succeeds
from swarmzoo.envs.skirmish.overseer.events import FOR_RALLY, OF_COMMAND, OF_RULE, RALLIED
from swarmzoo.envs.skirmish.overseer.rules import RALLY
from swarmzoo.envs.skirmish.overseer.units import home_of, survey_units

FARTHEST = 1 << 14


@kernel
def can_rally(s, r, u):
    """Tell whether a leader may rally: it has no Swarm, and loose Underlings hear it. [OVR-34]"""
    if s.enrolled[u] > 0 and r.scenario != RALLY:
        return False
    return nearest_loose(s, r, u, wanted_home(s, r, u)) != NOBODY


@kernel
def wanted_home(s, r, u):
    """Return whose profile those who join must have: that of the Swarm, or any (NOBODY). [OVR-3]"""
    return home_of(s, r, u) if s.enrolled[u] > 0 else NOBODY


@kernel
def nearest_loose(s, r, u, home):
    """Return the nearest loose piece within earshot of a leader, the first of several, or NOBODY. [OVR-P13]"""
    best, least = NOBODY, int(r.rally_hexes) + 1
    for i in range(r.units, r.pieces):
        if s.group[i] == NO_GROUP and s.place[i] != NOBODY and (home == NOBODY or s.home[i] == home):
            if distance(r, s.place[u], s.place[i]) < least:
                best, least = i, distance(r, s.place[u], s.place[i])
    return best


@kernel
def rally(s, r, u):
    """Test Command: FB Underlings join, and one for each degree, if so many are near. [OVR-34]"""
    s.rallied = True
    needed = counted(s, OF_COMMAND, int(r.lead_command[u])) + nerves(s, r, u)
    needed += counted(s, OF_RULE, int(r.rally_modifier))
    rolled = roll_test(s, r, u, FOR_RALLY, needed)
    if succeeds(r, rolled, needed):
        joined = gather(s, r, u, bonus(r.lead_fellowship[u]) + degrees(rolled, needed))
        log_event(s, RALLIED, u, joined)
        survey_units(s, r)


@kernel
def gather(s, r, u, wanted):
    """Let loose Underlings of one profile join, the nearest first; return how many. [OVR-3, OVR-34]

    Whole pieces join: one that is more than is wanted still joins if it is the first.
    """
    joined, home = 0, wanted_home(s, r, u)
    while joined < wanted:
        i = nearest_loose(s, r, u, home)
        if i == NOBODY or (joined > 0 and joined + int(s.models[i]) > wanted) or not enroll(s, i, u):
            break
        s.side[i], s.fleeing[i] = r.side_of[u], False
        joined, home = joined + int(s.models[i]), int(s.home[i])
    return joined
