"""What the bots of warband look at: who is near, who is about to fall, where to go, which dice hit."""

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.warband.attributes import gap, nearest_enemy, present, shield_of
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, KILL_LEADER, LOOT
from swarmzoo.envs.skirmish.warband.slots import foe_slot, num_foes

AGGRESSOR, GUNLINE, COWARD, RUNNER, FOCUS, CAPTAIN = range(1, 7)
FAR = 99


@kernel
def prey(s, r, i):
    """Return the enemy that is nearest to falling: little Star, little Shield, not far away."""
    best, best_rank = NOBODY, 1 << 30
    for k in range(num_foes(r)):
        j = foe_slot(r, s.side[i], k)
        if present(s, j):
            rank = 3 * int(s.star[j]) + 2 * shield_of(s, r, j) + gap(s, r, i, j) + (8 if s.stunned[j] else 0)
            if rank < best_rank:
                best, best_rank = j, rank
    return best


@kernel
def goal_cell(s, r, i, bot):
    """Return where a character wants to be: at an enemy, at loot, at the centre."""
    if bot == RUNNER or (bot == FOCUS and i % 2 == 1):
        if r.scenario == LOOT:
            cell = nearest_loot(s, r, i)
            if cell != NOBODY:
                return cell
        if r.scenario == HOLD_CENTRE:
            return int(r.middle)
        if r.scenario == KILL_LEADER:
            return leader_cell(s, r, i)
    enemy = prey(s, r, i) if bot == FOCUS else nearest_enemy(s, r, i)
    return int(s.place[i]) if enemy == NOBODY else int(s.place[enemy])


@kernel
def nearest_loot(s, r, i):
    """Return the nearest cell with loot, of several the hindmost as the warband sees them, or NOBODY."""
    best, best_gap, best_rank = NOBODY, 1 << 30, 0
    here, front = int(s.place[i]), int(r.front[s.side[i]])
    for row in range(r.rows):
        first = (row + int(r.margin)) * int(r.stride) + int(r.margin)
        for cell in range(first, first + int(r.columns)):
            if s.loot[cell] > 0:
                near = distance(r, here, cell)
                q, line = posed(int(r.q[cell]) - int(r.q[here]), int(r.row[cell]) - int(r.row[here]), front)
                rank = q * (1 << 10) + line
                if near < best_gap or (near == best_gap and rank < best_rank):
                    best, best_gap, best_rank = cell, near, rank
    return best


@kernel
def leader_cell(s, r, i):
    """Return where the nearest leader of another warband stands."""
    best, best_gap = int(s.place[i]), 1 << 30
    for k in range(1, int(r.warbands)):
        leader = int(r.leader[r.nth[s.side[i], k]])
        if present(s, leader) and gap(s, r, i, leader) < best_gap:
            best, best_gap = int(s.place[leader]), gap(s, r, i, leader)
    return best


@kernel
def faces_that_hit(attribute, modifier):
    """Return how many faces of a die hit."""
    return min(max(6 - attribute + modifier, 0), 6)
