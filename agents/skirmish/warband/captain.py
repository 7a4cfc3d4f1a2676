"""The captain: a bot of warband whose weights were found by playing many thousand games against the other bots.

What an action is worth is a sum of what it may do (the Impact to be expected, more against who is about to fall),
where it leads (how near to the goal, how many enemies can strike and shoot there, cover, friends), and what helps
friends.
"""

from typing import NamedTuple

from swarmzoo.agents.skirmish.warband.judgement import FAR, FOCUS, faces_that_hit, goal_cell, prey
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
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
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, nearest_enemy, present, shield_of
from swarmzoo.envs.skirmish.warband.movement import goal_of
from swarmzoo.envs.skirmish.warband.recovery import breather_tests
from swarmzoo.envs.skirmish.warband.rules import LOOT
from swarmzoo.envs.skirmish.warband.slots import foe_slot, own_slot
from swarmzoo.envs.skirmish.warband.state import PICKING
from swarmzoo.envs.skirmish.warband.targets import aim_bonus, ranged_modifier


class Weights(NamedTuple):
    """What things are worth against each other."""

    weak: int  # an Impact, by how little Star its victim has
    prey: int  # more against the enemy that is nearest to falling, in 60
    power: int  # what a Power Attack adds, by Mallet
    charge: int  # a charge with a point left for the blow, in 60 of the blow
    last_charge: int  # a charge with the last point
    aim: int  # aiming with a point left for the shot, in 60 of the shot
    bolt: int  # a bolt, in 60 of its blow
    dread: int
    taunt: int
    ward: int  # by Runes
    haste: int  # by Runes
    order: int
    rally: int
    breath: int  # for each test of a Breather
    breath_bloodied: int
    reload: int
    away: int  # getting away from a melee that is not one's strength
    pay: int  # what paying another action point for a move costs
    near: int  # for who fights: a hex nearer to the goal
    shot_at: int  # for who fights: three attack dice that may be shot at it, in the open
    cover_fighter: int
    struck: int  # for who shoots: an attack die that may strike it
    cover_shooter: int
    unseen: int  # for who shoots: the goal is out of sight
    between: int  # for who shoots: a step of cover before the goal
    best_range: int  # for who shoots: the goal is near
    pick_near: int
    pick_shooter: int
    pick_caster: int


WEIGHTS = Weights(
    weak=127,
    prey=6,
    power=127,
    charge=27,
    last_charge=8,
    aim=12,
    bolt=62,
    dread=11,
    taunt=5,
    ward=72,
    haste=127,
    order=3,
    rally=127,
    breath=127,
    breath_bloodied=127,
    reload=7,
    away=2,
    pay=4,
    near=33,
    shot_at=8,
    cover_fighter=1,
    struck=4,
    cover_shooter=10,
    unseen=114,
    between=127,
    best_range=51,
    pick_near=127,
    pick_shooter=69,
    pick_caster=127,
)
assert min(WEIGHTS) >= 0  # place_worth stops early where what is left can only make a hex worse


@kernel
def choose_as_captain(s, r, side, mask):
    """Return the captain's action for its warband."""
    if s.stage == PICKING:
        return pick(s, r, side, mask)
    i = int(s.current)
    goal = goal_cell(s, r, i, FOCUS)
    target = prey(s, r, i)
    here = place_worth(s, r, i, int(s.place[i]), goal, -(1 << 40))
    best, best_worth = END, 0 if mask[END] else -(1 << 40)
    for part in range(GO, DREAD + 1):
        first = int(r.first[part])
        for action in range(first, int(r.first[part + 1])):
            if mask[action]:
                worth = worth_of(s, r, i, part, action - first, goal, target, here, best_worth)
                if worth > best_worth:
                    best, best_worth = action, worth
    return best


@kernel
def pick(s, r, side, mask):
    """Return who acts first."""
    best, best_worth = END, -(1 << 40)
    for action in range(int(r.first[PICK]), int(r.first[PICK + 1])):
        if mask[action]:
            i = own_slot(r, side, action - int(r.first[PICK]))
            enemy = nearest_enemy(s, r, i)
            far = FAR if enemy == NOBODY else gap(s, r, i, enemy)
            worth = -far * WEIGHTS.pick_near - 10000 * int(s.stunned[i])
            if r.own_ranged_reach[i] > 0:
                worth += 8 * WEIGHTS.pick_shooter
            if r.own_traits[i] >= 64:
                worth += 8 * WEIGHTS.pick_caster
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@kernel
def blow(s, r, i, j, dice, attribute, modifier):
    """Return what attack dice at an enemy are worth."""
    through = 6 - min(shield_of(s, r, j), 5)
    sixths = max(dice, 0) * faces_that_hit(attribute, modifier) * through  # 36 are an Impact
    return sixths * WEIGHTS.weak * 3 // (5 * (1 + int(s.star[j])))


@kernel
def worth_of(s, r, i, part, k, goal, target, here, enough):
    """Return what an action is worth, or, if it is worth no more than ``enough``, anything up to that."""
    side = s.side[i]
    if part == GO:
        cell = goal_of(s, r, i, k)
        gain = -here - (WEIGHTS.pay if s.prone[i] or int(s.goals[k]) - 1 > s.budget else 1)
        if s.loot[cell] > 0 and r.scenario == LOOT:
            gain += 900
        if k == 0:
            gain += 5
        return gain + place_worth(s, r, i, cell, goal, enough - gain)
    if part == COVER or part == BREATHER or part == RELOAD or part == DISENGAGE:
        return worth_alone(s, r, i, part)
    if part == RALLY or part == ORDER or part == WARD or part == HASTE:
        return worth_for_friend(s, r, i, part, own_slot(r, side, k))
    j = foe_slot(r, side, k)
    worth = worth_against(s, r, i, part, j)
    return worth + worth * WEIGHTS.prey // 60 if j == target else worth


@kernel
def worth_against(s, r, i, part, j):
    """Return what an attack on an enemy, or a word to it, is worth."""
    if part == STRIKE or part == POWER or part == CHARGE:
        modifier = (1 if s.charged or part == CHARGE else 0) - (int(r.unarmed_loss) if r.own_unarmed[i] else 0)
        if part == POWER:
            modifier -= int(r.power_loss)
        worth = blow(s, r, i, j, melee_dice(s, r, i), int(s.mallet[j]), modifier)
        if part == POWER:
            return worth + WEIGHTS.power * int(s.mallet[i]) * 8
        if part == CHARGE:
            return worth * (WEIGHTS.charge if s.points >= 2 else WEIGHTS.last_charge) // 60
        return worth
    if part == SHOOT or part == AIM or part == AIM_TWICE:
        more = 0 if part == SHOOT else 1
        modifier = ranged_modifier(s, r, i, j) + aim_bonus(s, r, i, j) + more
        worth = blow(s, r, i, j, ranged_dice(s, r, i), int(r.own_key[j]), modifier)
        worth = worth if s.away[j] == s.closest else worth * int(r.own_runes[i]) // 6
        if part == SHOOT:
            return worth
        return worth * WEIGHTS.aim // 60 if part == AIM and s.points >= 2 and s.loaded[i] else 0
    if part == BOLT:
        worth = blow(s, r, i, j, int(r.bolt_dice), int(r.own_key[j]), ranged_modifier(s, r, i, j))
        return worth * int(r.own_runes[i]) * WEIGHTS.bolt // 360
    return (WEIGHTS.dread if part == DREAD else WEIGHTS.taunt) * 5


@kernel
def worth_alone(s, r, i, part):
    """Return what cover, a breather, loading and getting away are worth."""
    enemy = nearest_enemy(s, r, i)
    far = FAR if enemy == NOBODY else gap(s, r, i, enemy)
    if part == BREATHER:
        worth = breather_tests(s, r, i)
        return worth * (WEIGHTS.breath_bloodied if is_bloodied(s, r, i) and far > 2 else WEIGHTS.breath) * 2
    if part == RELOAD:
        return WEIGHTS.reload * (10 if s.closest < FAR else 2)
    if part == DISENGAGE:
        return WEIGHTS.away * 10 if melee_dice(s, r, i) < 3 else -1
    return 0


@kernel
def worth_for_friend(s, r, i, part, j):
    """Return what help for a friend is worth."""
    if part == RALLY:
        return WEIGHTS.rally * (12 if j == i else 8)
    if part == ORDER:
        return WEIGHTS.order * 4
    enemy = nearest_enemy(s, r, j)
    far = FAR if enemy == NOBODY else gap(s, r, j, enemy)
    if part == WARD:
        return WEIGHTS.ward * int(r.own_runes[i]) * (1 if far <= 8 else 0)
    return 0 if s.activated[j] else WEIGHTS.haste * int(r.own_runes[i])


@kernel
def place_worth(s, r, i, cell, goal, enough):
    """Return how good a hex is for a character to stand in; if it is no better than ``enough``, anything up to that.

    What is quickly known comes first; all that comes after it only makes the hex worse.
    """
    cover, near = int(r.cover[s.terrain[cell]]), distance(r, cell, goal)
    if r.own_ranged_reach[i] == 0:
        worth = cover * WEIGHTS.cover_fighter - near * WEIGHTS.near
        if worth <= enough:
            return worth
        return worth - dice_shot_at(s, r, i, cell) * (3 - cover) * WEIGHTS.shot_at // 3
    worth = cover * WEIGHTS.cover_shooter
    too_far = near - int(r.own_ranged_reach[i])
    best_range = WEIGHTS.best_range if too_far <= 0 and near <= r.near_range else 0
    worth -= 20 * max(too_far, 0)
    if worth + best_range <= enough:
        return worth + best_range
    worth -= dice_that_strike(s, r, i, cell) * WEIGHTS.struck
    if too_far > 0 or worth + best_range <= enough:
        return worth + best_range
    seen = cover_between(s, r, cell, goal)
    if seen == HIDDEN:
        return worth - 4 * WEIGHTS.unseen
    return worth - seen * WEIGHTS.between + best_range


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
    return present(s, j) and s.side[j] != s.side[i] and not s.stunned[j]
