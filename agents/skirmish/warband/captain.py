"""The captain: a bot of warband whose weights were found by playing many thousand games against the other bots.

What an action is worth is a sum of what it may do (the Impact to be expected, more against who is about to fall),
where it leads (how near to the goal, how many enemies can strike and shoot there, cover, friends), and what helps
friends.
"""

from swarmzoo.agents.skirmish.warband.errands import errand_cell, is_own_leader, is_quarry, is_wanted_elsewhere, pull_of
from swarmzoo.agents.skirmish.warband.judgement import FAR, faces_that_hit, prey
from swarmzoo.agents.skirmish.warband.standing import dice_shot_at, place_worth
from swarmzoo.agents.skirmish.warband.weights import (
    AIMS,
    AWAY,
    BOLD,
    BOLTS,
    BREATH,
    BREATH_BLOODIED,
    CHARGES,
    DREADS,
    ESCAPE,
    HASTES,
    HIDE,
    LAST_CHARGE,
    LOOTS,
    ORDERS,
    PAY,
    PICK_CASTER,
    PICK_NEAR,
    PICK_SHOOTER,
    POWERS,
    PREY,
    QUARRY,
    RALLIES,
    RELOADS,
    TAUNTS,
    WARDS,
    WEAK,
    WEIGHTS,
)
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER
from swarmzoo.envs.skirmish.warband.actions import (
    AIM,
    AIM_TWICE,
    BOLT,
    BREATHER,
    CHARGE,
    COVER,
    DISENGAGE,
    DREAD,
    END,
    GO,
    HASTE,
    ORDER,
    PICK,
    POWER,
    RALLY,
    RELOAD,
    SHOOT,
    STRIKE,
    WARD,
)
from swarmzoo.envs.skirmish.warband.attack import melee_dice, ranged_dice
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, nearest_enemy, shield_of
from swarmzoo.envs.skirmish.warband.movement import goal_of
from swarmzoo.envs.skirmish.warband.recovery import breather_tests
from swarmzoo.envs.skirmish.warband.rules import LOOT
from swarmzoo.envs.skirmish.warband.slots import foe_slot, own_slot
from swarmzoo.envs.skirmish.warband.state import PICKING
from swarmzoo.envs.skirmish.warband.targets import aim_bonus, ranged_modifier

NEVER = -(1 << 40)


@kernel
def choose_as_captain(s, r, side, mask):
    """Return the captain's action for its warband."""
    return choose_by(s, r, side, mask, WEIGHTS[r.scenario])


@kernel
def choose_by(s, r, side, mask, w):
    """Return what weights choose for a warband."""
    if s.stage == PICKING:
        return pick(s, r, side, mask, w)
    i = int(s.current)
    target, errand = prey(s, r, i), errand_cell(s, r, i)
    goal = int(s.place[i if target == NOBODY else target])
    aims = (goal, int(target), int(errand), int(pull_of(s, r, i, errand, w)))
    here = place_worth(s, r, i, w, int(s.place[i]), aims, NEVER)
    best, best_worth = END, 0 if mask[END] else NEVER
    for part in range(GO, DREAD + 1):
        first = int(r.first[part])
        for action in range(first, int(r.first[part + 1])):
            if mask[action]:
                worth = worth_of(s, r, i, w, part, action - first, aims, here, best_worth)
                if worth > best_worth:
                    best, best_worth = action, worth
    return best


@kernel
def pick(s, r, side, mask, w):
    """Return who acts first."""
    best, best_worth = END, NEVER
    for action in range(int(r.first[PICK]), int(r.first[PICK + 1])):
        if mask[action]:
            i = own_slot(r, side, action - int(r.first[PICK]))
            enemy = nearest_enemy(s, r, i)
            far = FAR if enemy == NOBODY else gap(s, r, i, enemy)
            worth = -far * w[PICK_NEAR] - 10000 * int(s.stunned[i])
            if r.own_ranged_reach[i] > 0:
                worth += 8 * w[PICK_SHOOTER]
            if r.own_traits[i] >= 64:
                worth += 8 * w[PICK_CASTER]
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@kernel
def blow(s, r, w, j, dice, attribute, modifier):
    """Return what attack dice at an enemy are worth."""
    through = 6 - min(shield_of(s, r, j), 5)
    sixths = max(dice, 0) * faces_that_hit(attribute, modifier) * through  # 36 are an Impact
    return sixths * w[WEAK] * 3 // (5 * (1 + int(s.star[j])))


@kernel
def worth_of(s, r, i, w, part, k, aims, here, enough):
    """Return what an action is worth, or, if it is worth no more than ``enough``, anything up to that."""
    side = s.side[i]
    if part == GO:
        cell = goal_of(s, r, i, k)
        gain = -here - (w[PAY] if s.prone[i] or int(s.goals[k]) - 1 > s.budget else 1)
        if s.loot[cell] > 0 and r.scenario == LOOT:
            gain += 10 * w[LOOTS]
        if k == 0:
            gain += 5
        return gain + place_worth(s, r, i, w, cell, aims, enough - gain)
    if part == COVER or part == BREATHER or part == RELOAD or part == DISENGAGE:
        return worth_alone(s, r, i, w, part, aims[2])
    if part == RALLY or part == ORDER or part == WARD or part == HASTE:
        return worth_for_friend(s, r, i, w, part, own_slot(r, side, k))
    j = foe_slot(r, side, k)
    worth = worth_against(s, r, i, w, part, j)
    if part == CHARGE and is_own_leader(s, r, i):
        worth = worth * w[BOLD] // 60
    more = (w[PREY] if j == aims[1] else 0) + (w[QUARRY] if is_quarry(s, r, j) else 0)
    return worth + worth * more // 60


@kernel
def worth_against(s, r, i, w, part, j):
    """Return what an attack on an enemy, or a word to it, is worth."""
    if part == STRIKE or part == POWER or part == CHARGE:
        modifier = (1 if s.charged or part == CHARGE else 0) - (int(r.unarmed_loss) if r.own_unarmed[i] else 0)
        if part == POWER:
            modifier -= int(r.power_loss)
        worth = blow(s, r, w, j, melee_dice(s, r, i), int(s.mallet[j]), modifier)
        if part == POWER:
            return worth + w[POWERS] * int(s.mallet[i]) * 8
        if part == CHARGE:
            return worth * (w[CHARGES] if s.points >= 2 else w[LAST_CHARGE]) // 60
        return worth
    if part == SHOOT or part == AIM or part == AIM_TWICE:
        more = 0 if part == SHOOT else 1
        modifier = ranged_modifier(s, r, i, j) + aim_bonus(s, r, i, j) + more
        worth = blow(s, r, w, j, ranged_dice(s, r, i), int(r.own_key[j]), modifier)
        worth = worth if s.away[j] == s.closest else worth * int(r.own_runes[i]) // 6
        if part == SHOOT:
            return worth
        return worth * w[AIMS] // 60 if part == AIM and s.points >= 2 and s.loaded[i] else 0
    if part == BOLT:
        worth = blow(s, r, w, j, int(r.bolt_dice), int(r.own_key[j]), ranged_modifier(s, r, i, j))
        return worth * int(r.own_runes[i]) * w[BOLTS] // 360
    return (w[DREADS] if part == DREAD else w[TAUNTS]) * 5


@kernel
def worth_alone(s, r, i, w, part, errand):
    """Return what cover, a breather, loading and getting away are worth."""
    enemy = nearest_enemy(s, r, i)
    far = FAR if enemy == NOBODY else gap(s, r, i, enemy)
    if part == BREATHER:
        worth = breather_tests(s, r, i)
        return worth * (w[BREATH_BLOODIED] if is_bloodied(s, r, i) and far > 2 else w[BREATH]) * 2
    if part == RELOAD:
        return w[RELOADS] * (10 if s.closest < FAR else 2)
    if part == DISENGAGE:
        worth = w[AWAY] * 10 if melee_dice(s, r, i) < 3 else -1
        return max(worth, w[ESCAPE] * 10) if is_wanted_elsewhere(s, r, i, errand) else worth
    return worth_of_cover(s, r, i, w)


@kernel
def worth_of_cover(s, r, i, w):
    """Return what taking cover is worth: it is for the last point, against all who may shoot."""
    if s.points > 1 or w[HIDE] == 0:
        return 0
    steps = 2 if r.cover[s.terrain[s.place[i]]] == HEAVY_COVER else 1
    return dice_shot_at(s, r, i, int(s.place[i])) * w[HIDE] * steps


@kernel
def worth_for_friend(s, r, i, w, part, j):
    """Return what help for a friend is worth."""
    if part == RALLY:
        return w[RALLIES] * (12 if j == i else 8)
    if part == ORDER:
        return w[ORDERS] * 4
    enemy = nearest_enemy(s, r, j)
    far = FAR if enemy == NOBODY else gap(s, r, j, enemy)
    if part == WARD:
        return w[WARDS] * int(r.own_runes[i]) * (1 if far <= 8 else 0)
    return 0 if s.activated[j] else w[HASTES] * int(r.own_runes[i])
