"""How good a hex is for a character of the captain's to stand in."""

from swarmzoo.agents.skirmish.warband.errands import is_own_leader, way_to_errand
from swarmzoo.agents.skirmish.warband.weights import (
    BEST_RANGE,
    BETWEEN,
    COVER_FIGHTER,
    COVER_SHOOTER,
    GUARD,
    HOLD,
    NEAR,
    SHOT_AT,
    STRUCK,
    UNSEEN,
)
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.warband.attack import melee_dice, ranged_dice
from swarmzoo.envs.skirmish.warband.attributes import is_active
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE


@kernel
def place_worth(s, r, i, w, cell, aims, enough):
    """Return how good a hex is for a character to stand in; if it is no better than ``enough``, anything up to that.

    ``aims``: where the enemy is that it is after, who that is, where the scenario wants it, what a hex nearer is worth.
    What is quickly known comes first; all that comes after it only makes the hex worse.
    """
    cover, near, way = int(r.cover[s.terrain[cell]]), distance(r, cell, aims[0]), way_to_errand(r, cell, aims[2])
    worth = -way * aims[3]
    if way == 0 and r.scenario == HOLD_CENTRE:
        worth += w[HOLD]
    if r.own_ranged_reach[i] == 0:
        worth += cover * w[COVER_FIGHTER] - near * w[NEAR]
        if worth <= enough:
            return worth
        worth -= dice_shot_at(s, r, i, cell) * (3 - cover) * w[SHOT_AT] // 3
        return guarded(s, r, i, w, cell, worth)
    worth += cover * w[COVER_SHOOTER]
    too_far = near - int(r.own_ranged_reach[i])
    best_range = w[BEST_RANGE] if too_far <= 0 and near <= r.near_range else 0
    worth -= 20 * max(too_far, 0)
    if worth + best_range <= enough:
        return worth + best_range
    worth = guarded(s, r, i, w, cell, worth) - dice_that_strike(s, r, i, cell) * w[STRUCK]
    if too_far > 0 or worth + best_range <= enough:
        return worth + best_range
    seen = cover_between(s, r, cell, aims[0])
    if seen == HIDDEN:
        return worth - 4 * w[UNSEEN]
    return worth - seen * w[BETWEEN] + best_range


@kernel
def guarded(s, r, i, w, cell, worth):
    """Return the worth of a hex, for who leads in kill_leader less what is dangerous there."""
    if w[GUARD] == 0 or not is_own_leader(s, r, i):
        return worth
    return worth - (dice_that_strike(s, r, i, cell) + dice_shot_at(s, r, i, cell)) * w[GUARD]


@kernel
def dice_that_strike(s, r, i, cell):
    """Return how many attack dice enemies could strike with at who stands in a cell."""
    dice = 0
    for j in range(s.side.shape[0]):
        if is_threat(s, i, j) and distance(r, cell, s.place[j]) <= int(r.own_boots[j]) + int(r.own_melee_reach[j]):
            dice += melee_dice(s, r, j)
    return dice


@kernel
def dice_shot_at(s, r, i, cell):
    """Return how many attack dice enemies could shoot with at who stands in a cell, in sight or not."""
    dice = 0
    for j in range(s.side.shape[0]):
        if is_threat(s, i, j) and distance(r, cell, s.place[j]) <= r.own_ranged_reach[j]:
            dice += ranged_dice(s, r, j)
    return dice


@kernel
def is_threat(s, i, j):
    """Tell whether a character is an enemy that can act."""
    return is_active(s, j) and s.side[j] != s.side[i]
