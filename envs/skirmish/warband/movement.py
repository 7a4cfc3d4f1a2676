"""Moves: how far, to where, in how many parts; charges; getting up, getting away. [WAR-6, WAR-11, WAR-P3, WAR-P12]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.lines import begin_line, cell_on, cell_right, go_on, on_edge
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift, spot
from swarmzoo.envs.skirmish.battlefield.lines import OUTSIDE
from swarmzoo.envs.skirmish.battlefield.poses import is_mirrored
from swarmzoo.envs.skirmish.battlefield.reach import spread_reach, step_cost, trace_way
from swarmzoo.envs.skirmish.battlefield.terrain import NO_ENTRY
from swarmzoo.envs.skirmish.warband.attributes import in_melee, locks
from swarmzoo.envs.skirmish.warband.events import (
    AGAINST_ENEMY_KEY,
    CHARGED,
    FOR_KEY,
    GOT_AWAY,
    HELD_FAST,
    LOOTED,
    STOOD_UP,
    WENT,
)
from swarmzoo.envs.skirmish.warband.rules import AGAINST_KEY
from swarmzoo.envs.skirmish.warband.sheet import AGILE
from swarmzoo.envs.skirmish.warband.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.warband.state import FLEEING
from swarmzoo.envs.skirmish.warband.trials import enemy_test, own_test

NOWHERE = -1


@kernel
def may_move(s, r, i):
    """Tell whether a character may take moves: not while it is held in melee. [WAR-11]"""
    return s.getting_away or not in_melee(s, r, i)


@kernel
def fresh_budget(s, r, i):
    """Return the hexes of another move action: Boots, half of them for who must get up first. [WAR-6, WAR-17]"""
    return int(r.own_boots[i]) // 2 if s.prone[i] else int(r.own_boots[i])


@kernel
def longest_way(s, r, i):
    """Return how far a character may go in this part of its moves, paying for another move action if it can."""
    if s.prone[i]:
        return fresh_budget(s, r, i) if s.points > 0 else NOWHERE
    return int(s.budget) + (fresh_budget(s, r, i) if s.points > 0 else 0)


@kernel
def measure_reach(s, r, i):
    """Find what a character can reach now, and write into ``goals`` where it can go; return how far. [WAR-6]"""
    far = min(longest_way(s, r, i), int(r.radius)) if may_move(s, r, i) else NOWHERE
    if far <= 0:
        for k in range(s.goals.shape[0]):
            s.goals[k] = s.reach[k] = 0
    else:
        cell, side = int(s.place[i]), int(s.side[i])
        front = int(r.front[side])
        spread_reach(s, r, cell, front, side, far)
        for k in range(s.goals.shape[0]):
            s.goals[k] = s.reach[k]
        keep_off(s, r, side, cell, front)
        if s.morale[i] == FLEEING:
            most = edge_limit(s, r, i)
            for k in range(s.goals.shape[0]):
                if s.goals[k] > 0 and r.edge[side, goal_of(s, r, i, k)] > most:
                    s.goals[k] = 0
    s.goals[0] = far >= 0 and s.prone[i]  # to get up
    return far


@kernel
def keep_off(s, r, side, cell, front):
    """Strike out the hexes about a cell in which a move may not end: where somebody stands, beside an enemy. [WAR-6]

    For hexes that are not in the disc its middle is struck out: no move ends there.
    """
    for j in range(s.place.shape[0]):
        k = OUTSIDE if s.place[j] == NOBODY else spot(r, cell, front, s.place[j])
        if k == OUTSIDE:
            continue
        s.goals[k if k < s.goals.shape[0] else 0] = 0
        if r.keep_off and s.side[j] != side:
            for direction in range(6):
                other = int(r.beside[k, direction])
                s.goals[other if other < s.goals.shape[0] else 0] = 0


@kernel
def edge_limit(s, r, i):
    """Return how far from its own edge who flees may end its move: nearer than it is. [WAR-P9]"""
    return int(r.edge[s.side[i], s.place[i]]) - 1


@kernel
def goal_of(s, r, i, k):
    """Return the cell of a hex of the disc about a character, as its warband counts."""
    cell = int(s.place[i])
    return cell + int(r.disc[parity(r, cell), r.front[s.side[i]], k])


@kernel
def go(s, r, i, k):
    """Go to a hex of the disc, by the shortest way; pay a move action when what is left of the last does not do."""
    cell, cost = goal_of(s, r, i, k), int(s.goals[k]) - 1
    if s.prone[i]:
        log_event(s, STOOD_UP, i, 0, 0, 0)
    if s.prone[i] or cost > s.budget:
        s.points -= 1
        s.budget = (0 if s.prone[i] else int(s.budget)) + fresh_budget(s, r, i)
    s.budget -= cost
    s.prone[i] = False
    if k > 0:
        trace_way(s, r, int(s.place[i]), int(r.front[s.side[i]]), k)
        arrive(s, r, i, cell)
        log_event(s, WENT, i, cell, cost, 0)


@kernel
def arrive(s, r, i, cell):
    """Put a character into another cell; what lies there is picked up if that can be paid. [WAR-A6]"""
    lift(s, i)
    enter(s, i, cell)
    s.hugging[i] = False
    s.moved = True
    pick_up(s, r, i)


@kernel
def pick_up(s, r, i):
    """Pick up the loot where the one who acts stands, if it has the points for it. [WAR-A10]"""
    cell = int(s.place[i])
    if s.loot[cell] == 0 or s.points < r.loot_points:
        return
    s.points -= int(r.loot_points)
    s.purse[s.side[i]] += int(s.loot[cell])
    log_event(s, LOOTED, i, s.loot[cell], 0, 0)
    s.lying -= int(s.loot[cell])
    s.loot[cell] = 0


@kernel
def charge_reach(s, r, i):
    """Return how near a charge takes a character to its enemy. [WAR-P3, WAR-G4]"""
    return int(r.agile_reach) if r.own_traits[i] & AGILE else 1


@kernel
def charge_end(s, r, i, target):
    """Return the cell in which a charge at an enemy ends, or NOWHERE. [WAR-P3]

    It follows the straight line to the enemy, a hair to the right of it or else to the left, as the warband sees it,
    through friends but not through enemies, at the cost of the ground, and ends in the first empty hex that is near
    enough.
    """
    start, goal = int(s.place[i]), int(s.place[target])
    n, near = distance(r, start, goal), charge_reach(s, r, i)
    if n <= near or n > int(r.own_boots[i]) + near:
        return NOWHERE
    first = not is_mirrored(r.front[s.side[i]])
    end = line_end(s, r, i, start, goal, n, near, first)
    return line_end(s, r, i, start, goal, n, near, not first) if end == NOWHERE else end


@kernel
def line_end(s, r, i, start, goal, n, near, right):
    """Follow the line from a cell to another one, on one side; return where a charge along it ends."""
    spent, here, line = 0, start, begin_line(r, start, goal)
    for _ in range(1, n):
        line = go_on(line)
        cell = cell_right(line) if right and on_edge(line) else cell_on(line)
        cost = step_cost(s, r, here, cell)
        holder = s.occupant[cell]
        if cost == NO_ENTRY or spent + cost > int(r.own_boots[i]):
            return NOWHERE
        if holder != NOBODY and s.side[holder] != s.side[i]:
            return NOWHERE
        spent, here = spent + cost, cell
        if distance(r, cell, goal) <= near and holder == NOBODY:
            return cell
    return NOWHERE


@kernel
def charge(s, r, i, target):
    """Charge at an enemy: attacks in this activation gain. [WAR-P3]"""
    cell = charge_end(s, r, i, target)
    s.points -= 1
    s.charged = True
    log_event(s, CHARGED, i, target, cell, 0)
    s.way[0], s.way[1], s.num_way = s.place[i], cell, 2
    arrive(s, r, i, cell)


@kernel
def strongest_hold(s, r, i):
    """Return who holds a character in melee with the best Key, the first by its foe slots, or NOBODY. [WAR-P12]"""
    best = NOBODY
    for k in range(num_foes(r)):
        other = foe_slot(r, s.side[i], k)
        if s.place[other] != NOBODY and locks(s, r, other, i):
            if best == NOBODY or r.own_key[other] > r.own_key[best]:
                best = other
    return best


@kernel
def gets_away(s, r, i, holder):
    """Tell whether a character slips away from who holds it: both test their Key, only the first passes. [WAR-P12]"""
    if r.disengage_test == AGAINST_KEY:
        return enemy_test(s, r, i, int(r.own_key[holder]), AGAINST_ENEMY_KEY)
    slips = own_test(s, r, i, int(r.own_key[i]), FOR_KEY)
    return not own_test(s, r, holder, int(r.own_key[holder]), FOR_KEY) and slips


@kernel
def get_away(s, r, i):
    """Try to disengage from the best Key of those who hold the character; then it may move. [WAR-P12]"""
    s.points -= int(r.disengage_points)
    if gets_away(s, r, i, strongest_hold(s, r, i)):
        s.getting_away = True
        s.budget = int(r.own_boots[i])
        log_event(s, GOT_AWAY, i, 0, 0, 0)
    else:
        log_event(s, HELD_FAST, i, 0, 0, 0)
