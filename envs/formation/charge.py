"""The Berserk: they go for the nearest enemy, or friend if no enemy is in sight, and choose nothing. [FOR-G10i]"""

from swarmzoo.envs.core.fields import distance, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.missile import find_targets
from swarmzoo.envs.formation.movement import begin_stepping, cost_of
from swarmzoo.envs.formation.state import FIELD, NOBODY


@kernel
def drive_berserk(s, r):
    """Note what the Berserk of the active company do in a Step."""
    for i in range(r.num_soldiers):
        if s.berserk[i] and s.company[i] == s.active and s.fate[i] == FIELD and not s.dazed[i]:
            if s.points[i] > 0 and not s.ended[i] and not s.held[i] and s.complex_left[i]:
                rush(s, r, i)


@kernel
def rush(s, r, i):
    """Step towards the nearest soldier, or turn to face it when it is beside this one."""
    if find_targets(s, r, i, 1 - s.company[i], 1, r.sight, True, 1) == 0:
        if find_targets(s, r, i, s.company[i], 1, r.sight, True, 1) == 0:
            return
    goal, cell = int(s.place[s.found[0]]), int(s.place[i])
    if distance(r, cell, goal) == 1:
        for direction in range(6):
            if neighbour(r, cell, direction) == goal:
                begin_stepping(s, i)
                s.new_facing[i] = direction
        return
    best, best_direction = 1 << 30, NOBODY
    for turn in range(6):
        direction = (s.facing[i] + turn) % 6
        target = neighbour(r, cell, direction)
        cost = cost_of(s, r, i, direction, False)
        if cost <= s.points[i] and s.occupant[target] == NOBODY:
            worth = distance(r, target, goal) * 16 + cost
            if worth < best:
                best, best_direction = worth, direction
    if best_direction != NOBODY and best < (distance(r, cell, goal) + 1) * 16:
        begin_stepping(s, i)
        s.aim[i] = neighbour(r, cell, best_direction)
        s.heading[i] = s.new_facing[i] = best_direction
        s.paid[i] = cost_of(s, r, i, best_direction, False)
        s.tried[i] = True
