"""Rallies: a leader without a Swarm gathers loose Underlings. [OVR-34, OVR-P13]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.rolls import NO_GROUP, enroll
from swarmzoo.envs.skirmish.overseer.deployment import disc_cell
from swarmzoo.envs.skirmish.overseer.dice import bonus, counted, degrees, nerves, roll_test, succeeds
from swarmzoo.envs.skirmish.overseer.events import FOR_RALLY, OF_COMMAND, OF_RULE, RALLIED
from swarmzoo.envs.skirmish.overseer.rules import RALLY
from swarmzoo.envs.skirmish.overseer.units import home_of, survey_units


@kernel
def can_rally(s, r, u):
    """Tell whether a leader may rally: it has no Swarm, and loose Underlings hear it. [OVR-34]"""
    if s.enrolled[u] > 0 and r.scenario != RALLY:
        return False
    return loose_distance(s, r, u, wanted_home(s, r, u), r.rally_hexes) <= r.rally_hexes


@kernel
def wanted_home(s, r, u):
    """Return whose profile those who join must have: that of the Swarm, or any (NOBODY). [OVR-3]"""
    return home_of(s, r, u) if s.enrolled[u] > 0 else NOBODY


@kernel
def is_loose(s, r, i, home):
    """Tell whether a piece is in the field and in nobody's roll, and has a profile; any if NOBODY is given."""
    return i >= r.units and s.group[i] == NO_GROUP and s.place[i] != NOBODY and (home == NOBODY or s.home[i] == home)


@kernel
def loose_distance(s, r, u, home, most):
    """Return how far the nearest loose piece is from a leader, or more than so many hexes."""
    least = int(most) + 1
    for i in range(r.units, r.pieces):
        if is_loose(s, r, i, home):
            least = min(least, distance(r, s.place[u], s.place[i]))
    return least


@kernel
def nearest_loose(s, r, u, home, most):
    """Return the loose piece nearest to a leader, of several the first clockwise from its side's front, or NOBODY."""
    far = loose_distance(s, r, u, home, most)
    if far > most:
        return NOBODY
    pose, first = int(r.front[r.side_of[u]]), 1 + 3 * far * (far - 1)
    for k in range(first, first + 6 * far):
        cell = disc_cell(r, s.place[u], pose, k)
        if cell != NOBODY and is_loose(s, r, int(s.occupant[cell]), home):
            return int(s.occupant[cell])
    return NOBODY


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
        i = nearest_loose(s, r, u, home, r.rally_hexes)
        if i == NOBODY or (joined > 0 and joined + int(s.models[i]) > wanted) or not enroll(s, i, u):
            break
        s.side[i], s.fleeing[i] = r.side_of[u], False
        joined, home = joined + int(s.models[i]), int(s.home[i])
    return joined
