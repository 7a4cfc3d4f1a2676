"""Moves: how far, to where, and how they are carried out; whom one holds is dragged along. [NOV-P10]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift, spot
from swarmzoo.envs.skirmish.battlefield.reach import hex_before, spread_reach, step_cost, trace_way
from swarmzoo.envs.skirmish.nova.actions import DRAG, SPRINT
from swarmzoo.envs.skirmish.nova.events import WENT
from swarmzoo.envs.skirmish.nova.sheet import who


@kernel
def pace(s, r, i, part):
    """Return how many hexes a piece goes in a move. [NOV-P10]"""
    run = int(r.run[who(s, r, i)])
    if part == SPRINT:
        return int(r.sprint[who(s, r, i)])
    return max(1, run // 2) if part == DRAG else run


@kernel
def cell_in_disc(s, r, i, k):
    """Return the cell of a hex of the disc about a piece, as its side counts."""
    cell = int(s.place[i])
    return cell + int(r.disc[parity(r, cell), r.front[r.side_of[i]], k])


@kernel
def hex_in_disc(s, r, i, cell):
    """Return which hex of the disc about a piece a cell is, or less than 0."""
    k = spot(r, s.place[i], r.front[r.side_of[i]], cell)
    return k if k < s.goals.shape[0] else -1


@kernel
def clear_goals(s):
    """Let nobody have a goal."""
    s.far = -1
    for k in range(s.goals.shape[0]):
        s.goals[k] = 0


@kernel
def measure_goals(s, r, i, part):
    """Write into ``goals`` to where a piece can go in a move, at what cost plus 1; return to how many hexes."""
    clear_goals(s)
    s.far = pace(s, r, i, part)
    spread_reach(s, r, int(s.place[i]), int(r.front[r.side_of[i]]), int(s.side[i]), int(s.far))
    count = 0
    for k in range(1, 1 + 3 * s.far * (s.far + 1)):
        if s.reach[k] > 0 and s.occupant[cell_in_disc(s, r, i, k)] == NOBODY:
            if part != DRAG or leaves_room(s, r, i, k):
                s.goals[k] = s.reach[k]
                count += 1
    return count


@kernel
def leaves_room(s, r, i, k):
    """Tell whether whom one drags has room in the last hex of the way before a goal. [NOV-14]"""
    there = int(s.occupant[cell_in_disc(s, r, i, hex_before(s, r, k))])
    return there == NOBODY or there == i


@kernel
def can_move(s, r, i, part):
    """Tell whether there is anywhere to go in a move."""
    if part != DRAG:
        for direction in range(6):
            cell = neighbour(r, s.place[i], direction)
            if s.occupant[cell] == NOBODY and step_cost(s, r, s.place[i], cell) <= pace(s, r, i, part):
                return True
    found = measure_goals(s, r, i, part) > 0
    clear_goals(s)
    return found


@kernel
def can_reach(s, r, i, part, cell):
    """Tell whether a piece can go to a cell now. It leaves what it costs in ``reach``."""
    k = hex_in_disc(s, r, i, cell)
    if k < 1:
        return False
    measure_goals(s, r, i, part)
    found = s.goals[k] > 0
    clear_goals(s)
    return found


@kernel
def walk(s, r, i, part, cell):
    """Go to a cell that can be reached, and drag along whom one holds. [NOV-P10, NOV-14]"""
    start, front = int(s.place[i]), int(r.front[r.side_of[i]])
    spread_reach(s, r, start, front, int(s.side[i]), pace(s, r, i, part))
    trace_way(s, r, start, front, hex_in_disc(s, r, i, cell))
    put(s, i, cell)
    if part == DRAG:
        put(s, int(s.holding[i]), int(s.way[s.num_way - 2]))
    log_event(s, WENT, i, cell)


@kernel
def put(s, i, cell):
    """Put a piece into another cell, which is free."""
    lift(s, i)
    enter(s, i, cell)
