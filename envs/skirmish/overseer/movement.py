"""Moves: how far, to where, and how they are carried out, attacks of opportunity and overwatch in between. [OVR-40]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift
from swarmzoo.envs.skirmish.overseer.actions import (
    ADVANCE,
    CHARGE,
    COVER_GROUND,
    MOVE,
    RUN,
    WORK,
)
from swarmzoo.envs.skirmish.overseer.events import OUT_OF_RANK, WENT
from swarmzoo.envs.skirmish.overseer.placing import place_swarm
from swarmzoo.envs.skirmish.overseer.skills import WORKING, can_work
from swarmzoo.envs.skirmish.overseer.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.overseer.state import WARY
from swarmzoo.envs.skirmish.overseer.units import (
    apart,
    cover_on_ground,
    hexes,
    in_field,
    survey_units,
)
from swarmzoo.envs.skirmish.overseer.ways import spread_steps

_NEVER = 1 << 14


@kernel
def is_movement(part):
    """Tell whether a Command is one of movement, with a goal that is chosen. [OVR-40]"""
    return MOVE <= part <= COVER_GROUND


@kernel
def metres_of(r, part):
    """Return how far a Command of movement takes everybody, in metres for each point of AB. [OVR-40, OVR-G5]"""
    if part == RUN:
        return int(r.run_metres)
    if part == CHARGE:
        return int(r.charge_metres)
    return int(r.full_metres) if part == ADVANCE or part == COVER_GROUND else int(r.half_metres)


@kernel
def seeks_cover(part):
    """Tell whether Underlings look for cover in a Command of movement. [OVR-H1]"""
    return part == ADVANCE or part == COVER_GROUND


# Goals


@kernel
def goal_cell(s, r, u, k):
    """Return the cell of a hex of the disc about the leader of a unit, as its side counts."""
    cell = int(s.place[u])
    return cell + int(r.disc[parity(r, cell), r.front[r.side_of[u]], k])


@kernel
def clear_goals(s):
    """Let nobody have a goal."""
    s.far = -1
    for k in range(s.goals.shape[0]):
        s.goals[k] = 0


@kernel
def measure_goals(s, r, u, part):
    """Write into ``goals`` where the leader of a unit can go with a Command, or what hexes it can work on."""
    clear_goals(s)
    if part == WORK:
        measure_sites(s, r, u)
        return
    s.far = hexes(metres_of(r, part), r.lead_agility[u])
    spread_steps(s, r, int(s.place[u]), int(r.side_of[u]), int(s.far), part == COVER_GROUND)
    for k in range(1 + 3 * s.far * (s.far + 1)):
        if k == 0 or s.occupant[goal_cell(s, r, u, k)] == NOBODY:
            s.goals[k] = s.reach[k]
    if s.pinned[u]:
        keep_away(s, r, u, nearest_enemy(s, r, u))
    if s.shock[u] == WARY and s.shocked_by[u] != NOBODY and in_field(s, s.shocked_by[u]):
        keep_away(s, r, u, int(s.place[s.shocked_by[u]]))


@kernel
def keep_away(s, r, u, cell):
    """Strike out the goals that are nearer to a cell than the leader is now. [OVR-32, OVR-G7]"""
    if cell == NOBODY:
        return
    far = distance(r, s.place[u], cell)
    for k in range(1, 1 + 3 * s.far * (s.far + 1)):
        if s.goals[k] > 0 and distance(r, goal_cell(s, r, u, k), cell) < far:
            s.goals[k] = 0


@kernel
def nearest_enemy(s, r, u):
    """Return the cell of the member of an enemy unit that is nearest to a leader, or NOBODY.

    Of several it is that of the first leader, else of the first Underling, as the side of the unit counts them.
    """
    best, least = NOBODY, _NEVER
    for k in range(num_foes(r)):
        v = foe_slot(r, u, k)
        if in_field(s, v) and distance(r, s.place[u], s.place[v]) < least:
            best, least = int(s.place[v]), distance(r, s.place[u], s.place[v])
    for k in range(num_foes(r)):
        v = foe_slot(r, u, k)
        for nth in range(s.enrolled[v]):
            i = int(s.roll[v, nth])
            if s.ranked[i] and distance(r, s.place[u], s.place[i]) < least:
                best, least = int(s.place[i]), distance(r, s.place[u], s.place[i])
    return best


@kernel
def measure_sites(s, r, u):
    """Write into ``goals`` the hexes in which the leader of a unit can raise or tear down a barrier. [OVR-H8]"""
    s.far = WORKING
    for k in range(1, 1 + 3 * s.far * (s.far + 1)):
        s.goals[k] = can_work(s, r, u, goal_cell(s, r, u, k))


@kernel
def has_site(s, r, u):
    """Tell whether there is such a hex near the leader of a unit. [OVR-H8]"""
    for k in range(1, 1 + 3 * WORKING * (WORKING + 1)):
        if can_work(s, r, u, goal_cell(s, r, u, k)):
            return True
    return False


# Charges


@kernel
def charge_hexes(s, r, agility):
    """Return how many hexes somebody charges. [OVR-P7]"""
    return hexes(r.charge_metres, agility)


@kernel
def is_near_enough(s, r, u, v):
    """Tell whether somebody of a unit may get at another one by a charge, as the crow flies. [OVR-P7]"""
    goal = int(s.place[s.front[u, v]])
    if distance(r, s.place[u], goal) - 1 <= charge_hexes(s, r, r.lead_agility[u]):
        return True
    for nth in range(s.enrolled[u]):
        i = int(s.roll[u, nth])
        if s.ranked[i]:
            if distance(r, s.place[i], goal) - 1 <= charge_hexes(s, r, r.men_agility[s.home[i]]):
                return True
    return False


@kernel
def charge_goal(s, r, u, towards):
    """Return the cell to which a charging leader goes: as near to its prey as it gets, at the least cost. [OVR-P7]"""
    start, far = int(s.place[u]), charge_hexes(s, r, r.lead_agility[u])
    spread_steps(s, r, start, int(r.side_of[u]), far, False)
    best, least = start, distance(r, start, towards) * 128
    for k in range(1, 1 + 3 * far * (far + 1)):
        cell = goal_cell(s, r, u, k)
        if s.reach[k] > 0 and s.occupant[cell] == NOBODY:
            worth = distance(r, cell, towards) * 128 + int(s.reach[k]) - 1
            if worth < least:
                best, least = cell, worth
    return best


# Carrying out


@kernel
def move_unit(s, r, u, part, cell, towards):
    """Move a leader to a cell and its Swarm towards another one, as a Command does. [OVR-6, OVR-40, OVR-P12]"""
    s.aim[u] = 0
    move_leader(s, u, cell)
    place_swarm(s, r, u, towards, metres_of(r, part), seeks_cover(part), part == COVER_GROUND, False)
    survey_units(s, r)
    log_event(s, WENT, u, cell, s.us[u])
    tell_stragglers(s, u)


@kernel
def move_leader(s, u, cell):
    """Put a leader into a free cell, or leave it where it is. [OVR-P12]"""
    s.way[0], s.way[1], s.num_way = s.place[u], cell, 2
    if cell != s.place[u]:
        lift(s, u)
        enter(s, u, cell)


@kernel
def tell_stragglers(s, u):
    """Tell the log how many Underlings of a unit are out of rank. [OVR-5]"""
    models = 0
    for nth in range(s.enrolled[u]):
        models += int(s.models[s.roll[u, nth]])
    if models > s.us[u]:
        log_event(s, OUT_OF_RANK, u, models - int(s.us[u]))


@kernel
def carry_out_move(s, r, u):
    """Carry out the Command of movement that was aimed. [OVR-40]"""
    part = int(s.moving)
    if part == ADVANCE:
        s.kept_cover[u] = cover_on_ground(s, r, u)
    s.running[u], s.under_cover[u], s.moved = part == RUN, part == COVER_GROUND, True
    towards, cell = int(s.goal), int(s.goal)
    if part == CHARGE:
        towards = int(s.place[s.front[u, s.prey]])
        cell = charge_goal(s, r, u, towards)
    elif part == MOVE and cell == s.place[u] and not s.pinned[u]:
        towards = engaged_front(s, r, u)
    move_unit(s, r, u, part, cell, towards)


@kernel
def engaged_front(s, r, u):
    """Return where those stand whom a Swarm closes with that is engaged and moves on the spot, else its own place.

    They are the nearest that the leader sees of the units it is engaged with, of several those whom its side counts
    first.
    """
    best, least = int(s.place[u]), _NEVER
    for k in range(num_foes(r)):
        v = foe_slot(r, u, k)
        if int(s.touch[u]) >> v & 1 and s.front[u, v] != NOBODY and apart(s, r, u, v) < least:
            best, least = int(s.place[s.front[u, v]]), apart(s, r, u, v)
    return best


@kernel
def return_stragglers(s, r, u):
    """Let those who are out of rank go back towards their leader with a Full Move of their own. [OVR-5]"""
    if place_swarm(s, r, u, int(s.place[u]), int(r.full_metres), False, False, True):
        survey_units(s, r)
