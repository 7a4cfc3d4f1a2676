"""What the scenario asks of a character, as the captain sees it: where to be, whom to be after, who keeps out of it."""

from swarmzoo.agents.skirmish.warband.judgement import FAR, leader_cell, nearest_loot
from swarmzoo.agents.skirmish.warband.weights import ERRAND, ERRAND_SHOOTER, FOLLOW
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.warband.attributes import is_active
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, KILL_LEADER, LOOT


@kernel
def is_own_leader(s, r, i):
    """Tell whether a character is the one whom its warband must not lose."""
    return r.scenario == KILL_LEADER and r.leader[s.side[i]] == i


@kernel
def is_quarry(s, r, j):
    """Tell whether an enemy is one whom the scenario is about: a leader, or who stands in the centre."""
    if r.scenario == HOLD_CENTRE:
        return distance(r, s.place[j], r.middle) <= r.centre_radius
    return r.scenario == KILL_LEADER and r.leader[s.side[j]] == j


@kernel
def errand_cell(s, r, i):
    """Return where the scenario wants a character to be: at loot, at the centre, at the enemy's leader; or NOBODY."""
    if r.scenario == LOOT:
        return nearest_loot(s, r, i)
    if r.scenario == HOLD_CENTRE:
        return int(r.middle)
    return leader_cell(s, r, i) if r.scenario == KILL_LEADER and not is_own_leader(s, r, i) else NOBODY


@kernel
def pull_of(s, r, i, errand, w):
    """Return what a hex nearer to the errand is worth to a character."""
    if errand == NOBODY:
        return 0
    pull = int(w[ERRAND_SHOOTER if r.own_ranged_reach[i] > 0 else ERRAND])
    if r.scenario == LOOT and not is_first_at(s, r, i, errand):
        return pull * int(w[FOLLOW]) // 60
    return pull


@kernel
def is_first_at(s, r, i, cell):
    """Tell whether nobody else of a character's warband is nearer to a cell."""
    near = distance(r, s.place[i], cell)
    for k in range(r.slots):
        friend = int(s.side[i]) * int(r.slots) + k
        if friend != i and is_active(s, friend) and distance(r, s.place[friend], cell) < near:
            return False
    return True


@kernel
def way_to_errand(r, cell, errand):
    """Return how many hexes a cell is from where the scenario wants somebody; 0 at once within the centre."""
    if errand == NOBODY:
        return 0
    way = distance(r, cell, errand)
    return max(way - int(r.centre_radius), 0) if r.scenario == HOLD_CENTRE else min(way, FAR)


@kernel
def is_wanted_elsewhere(s, r, i, errand):
    """Tell whether a character that is held in melee has something better to do."""
    if r.scenario == LOOT:
        return errand != NOBODY and is_first_at(s, r, i, errand)
    if r.scenario == HOLD_CENTRE:
        return way_to_errand(r, s.place[i], errand) > 0
    return is_own_leader(s, r, i)
