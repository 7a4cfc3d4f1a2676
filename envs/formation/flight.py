"""Flight: the Panicked of both companies run for their home edge. [FOR-G10e, FOR-P20]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.attributes import movement_points
from swarmzoo.envs.formation.bodies import remove
from swarmzoo.envs.formation.events import FLED_NOW
from swarmzoo.envs.formation.movement import (
    begin_stepping,
    carry_out,
    clear_claims,
    end_stepping,
    face_opportunity,
    settle_claims,
)
from swarmzoo.envs.formation.state import FIELD, FLED, NOBODY
from swarmzoo.envs.formation.terrain import NO_ENTRY


@kernel
def flee(s, r):
    """Let the Panicked who are not Dazed run, hex by hex, until their Movement Points are spent."""
    if s.panicking[0] + s.panicking[1] == 0:
        return
    running = 0
    for i in range(r.num_soldiers):
        s.run[i] = 0
        if s.fate[i] == FIELD and s.panicked[i] and not s.dazed[i]:
            s.run[i] = movement_points(s, r, i)
            running += 1
    rounds = 0
    while running > 0 and rounds < 32:
        rounds += 1
        running = run_a_hex(s, r)
        s.moment += 1


@kernel
def run_a_hex(s, r):
    """Let everybody who runs go one hex; return how many did."""
    for i in range(r.num_soldiers):
        if s.run[i] > 0 and s.fate[i] == FIELD and not s.dazed[i]:
            if s.home[s.company[i], s.place[i]] == 0:
                log_event(s, FLED_NOW, i, 0, 0)
                remove(s, r, i, FLED)
                s.run[i] = 0
            else:
                look_for_home(s, r, i)
    settle_claims(s, r)
    face_opportunity(s, r)
    clear_claims(s)
    moved = 0
    for k in range(s.num_steppers):
        i = s.steppers[k]
        if s.aim[i] != NOBODY:
            s.run[i] -= s.paid[i]
            moved += 1
    carry_out(s, r)
    end_stepping(s)
    return moved


@kernel
def look_for_home(s, r, i):
    """Aim for the hex beside it that is nearest to the home edge, of equal ones the first clockwise from the facing."""
    cell, company = int(s.place[i]), s.company[i]
    best = s.home[company, cell]
    begin_stepping(s, i)
    for turn in range(6):
        direction = (s.facing[i] + turn) % 6
        target = neighbour(r, cell, direction)
        cost = r.cost[s.terrain[target]]
        if cost == NO_ENTRY or s.home[company, target] < 0 or cost > s.run[i]:
            continue
        other = s.occupant[target]
        runs = other != NOBODY and s.company[other] == company and s.run[other] > 0 and not s.dazed[other]
        if s.home[company, target] < best and (other == NOBODY or runs):
            best = s.home[company, target]
            s.aim[i] = target
            s.heading[i] = s.new_facing[i] = direction
            s.paid[i] = cost
