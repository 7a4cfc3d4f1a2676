"""Skills of a Technician, and of its Special Team: tending wounds, raising works. [OVR-P9, OVR-H8]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, survey_cell
from swarmzoo.envs.skirmish.battlefield.terrain import BARRIER, OPEN
from swarmzoo.envs.skirmish.overseer.dice import counted, nerves, passes
from swarmzoo.envs.skirmish.overseer.effects import has_skill, help_with_skill
from swarmzoo.envs.skirmish.overseer.events import FOR_TENDING, FOR_WORK, OF_HELP, OF_SKILL, TENDED, WORKED
from swarmzoo.envs.skirmish.overseer.rules import HOLD_GROUND
from swarmzoo.envs.skirmish.overseer.units import in_field, survey_units

TENDING, WORKING = 1, 2  # hexes that a skill reaches


@kernel
def skill_test(s, r, u, purpose):
    """Test a leader's skill, with the help of its Swarm. [OVR-P9, OVR-H8]"""
    needed = counted(s, OF_SKILL, int(r.lead_skill[u])) + nerves(s, r, u)
    needed += counted(s, OF_HELP, help_with_skill(s, r, u))
    return passes(s, r, u, purpose, needed)


# Wounds


@kernel
def most_hurt(s, r, u):
    """Return who of a leader and the friendly ones beside it has lost most Wounds, the first of several, or NOBODY."""
    best, most = NOBODY, 0
    for v in range(r.units):
        if in_field(s, v) and r.side_of[v] == r.side_of[u] and distance(r, s.place[u], s.place[v]) <= TENDING:
            if int(r.lead_wounds[v]) - int(s.wounds[v]) > most:
                best, most = v, int(r.lead_wounds[v]) - int(s.wounds[v])
    return best


@kernel
def can_tend(s, r, u):
    """Tell whether a leader has the skill to tend, and somebody near is hurt. [OVR-H8]"""
    return has_skill(s, r, u) and most_hurt(s, r, u) != NOBODY


@kernel
def tend(s, r, u):
    """Tend who is hurt most. [OVR-H8]"""
    v = most_hurt(s, r, u)
    if skill_test(s, r, u, FOR_TENDING):
        healed = min(1 + int(draw_below(s.rng, int(r.tended))), int(r.lead_wounds[v]) - int(s.wounds[v]))
        s.wounds[v] += healed
        log_event(s, TENDED, u, v, healed)


# Works


@kernel
def can_work(s, r, u, cell):
    """Tell whether a leader can raise a barrier in a cell, or tear one down. [OVR-H8]"""
    far = distance(r, s.place[u], cell)
    if far == 0 or far > WORKING or not has_skill(s, r, u):
        return False
    if r.scenario == HOLD_GROUND and distance(r, cell, r.middle) <= r.objective_hexes:
        return False
    return s.terrain[cell] == BARRIER or (s.terrain[cell] == OPEN and s.occupant[cell] == NOBODY)


@kernel
def work(s, r, u, cell):
    """Raise a barrier in a cell, or tear one down. [OVR-H8]"""
    if not skill_test(s, r, u, FOR_WORK):
        return
    raised = s.terrain[cell] == OPEN
    s.terrain[cell] = BARRIER if raised else OPEN
    survey_cell(s, r, cell)
    log_event(s, WORKED, u, cell, raised)
    survey_units(s, r)
