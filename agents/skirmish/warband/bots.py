"""The bots of warband: each action has a worth under the bot's strategy, the best one is taken.

===========  ========================================================================================
aggressor    goes for the nearest enemy, charges and strikes
gunline      shoots from a distance, in cover where there is some; strikes only at who comes near
coward       keeps away and in cover, takes breathers, shoots when it is safe
runner       goes for what the scenario counts: loot, the centre, the enemy's leader; else as the aggressor
focus        all at the enemy that is nearest to falling, with whatever does most there
captain      weighs all of that, with weights found by play: see ``captain``
===========  ========================================================================================

``gunline`` and ``coward`` wait for half of the turns; who is not ahead then goes on as the runner does.
``choose`` is the compiled choice function of all of them: bot 1 is aggressor, 2 gunline ... (0 plays at random).
"""

from swarmzoo.agents.skirmish.warband.captain import choose_as_captain
from swarmzoo.agents.skirmish.warband.judgement import (
    AGGRESSOR,
    CAPTAIN,
    COWARD,
    FAR,
    FOCUS,
    GUNLINE,
    RUNNER,
    faces_that_hit,
    goal_cell,
    prey,
)
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enemies_near
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
    TAUNT,
    WARD,
)
from swarmzoo.envs.skirmish.warband.attack import melee_dice, ranged_dice
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, leader_of, nearest_enemy, shield_of
from swarmzoo.envs.skirmish.warband.movement import goal_of
from swarmzoo.envs.skirmish.warband.recovery import breather_tests
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, KILL_LEADER, LOOT
from swarmzoo.envs.skirmish.warband.slots import foe_slot, own_slot
from swarmzoo.envs.skirmish.warband.state import CALM, PICKING
from swarmzoo.envs.skirmish.warband.targets import aim_bonus, ranged_modifier
from swarmzoo.envs.skirmish.warband.victory import worth

NAMES = ("aggressor", "gunline", "coward", "runner", "focus", "captain")
BOT_NAMES = ("random", *NAMES)
IMPACT = 600  # what an Impact is worth


@kernel
def choose(s, r, side, bot, rng, mask, spare):
    """Return the action of a bot for its warband."""
    if bot == CAPTAIN:
        return choose_as_captain(s, r, side, mask)
    if has_waited_enough(s, r, side, bot):
        bot = RUNNER
    if s.stage == PICKING:
        return pick(s, r, side, bot, mask)
    i = int(s.current)
    goal = goal_cell(s, r, i, bot)
    here = place_worth(s, r, i, bot, int(s.place[i]), goal)
    best, best_worth = 0, -(1 << 30)
    for part in range(GO, DREAD + 1):
        first = int(r.first[part])
        for action in range(first, int(r.first[part + 1])):
            if mask[action]:
                worth = worth_of(s, r, i, bot, part, action - first, goal, here)
                if worth > best_worth:
                    best, best_worth = action, worth
    return best if best_worth > 0 or not mask[END] else END


@kernel
def has_waited_enough(s, r, side, bot):
    """Tell whether a bot that waits should come forward: half of the turns are over, and it is not ahead."""
    if (bot != GUNLINE and bot != COWARD) or 2 * int(s.turn) <= r.max_turns:
        return False
    for other in range(r.warbands):
        if other != side and not s.broken[other] and worth(s, r, other) >= worth(s, r, side):
            return True
    return False


@kernel
def pick(s, r, side, bot, mask):
    """Return which character acts first: whoever is nearest to the enemy; of who is afraid the friends first."""
    best, best_worth = 0, -(1 << 30)
    for action in range(int(r.first[PICK]), int(r.first[PICK + 1])):
        if mask[action]:
            i = own_slot(r, side, action - int(r.first[PICK]))
            enemy = nearest_enemy(s, r, i)
            far = FAR if enemy == NOBODY else gap(s, r, i, enemy)
            worth = -far
            if s.stunned[i]:
                worth -= 500
            if r.own_ranged_reach[i] > 0 and bot != AGGRESSOR:
                worth += 20
            if s.morale[i] != CALM:
                worth -= 200
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@kernel
def blows(s, r, j, dice, attribute, modifier):
    """Return what attack dice are worth: the Impact to be expected behind the Shield; more against the weak."""
    faces = faces_that_hit(attribute, modifier)
    through = 6 - min(shield_of(s, r, j), 5)
    worth = max(dice, 0) * faces * through * IMPACT // 36
    return worth + worth * 2 // (1 + int(s.star[j]))


@kernel
def worth_of(s, r, i, bot, part, k, goal, here):
    """Return what an action is worth under a bot's strategy."""
    if part == GO:
        return worth_of_way(s, r, i, bot, k, goal, here)
    if part == COVER or part == BREATHER or part == RELOAD or part == DISENGAGE:
        return worth_alone(s, r, i, bot, part)
    if part == RALLY or part == ORDER or part == WARD or part == HASTE:
        return worth_for_friend(s, r, i, part, own_slot(r, s.side[i], k))
    j = foe_slot(r, s.side[i], k)
    worth = worth_against(s, r, i, bot, part, j)
    if bot == FOCUS and j == prey(s, r, i):
        worth += worth // 3
    return worth


@kernel
def worth_against(s, r, i, bot, part, j):
    """Return what an attack on an enemy, or a word to it, is worth."""
    if part == STRIKE or part == POWER or part == CHARGE:
        modifier = (1 if s.charged or part == CHARGE else 0) - (int(r.unarmed_loss) if r.own_unarmed[i] else 0)
        if part == POWER:
            modifier -= int(r.power_loss)
        worth = blows(s, r, j, melee_dice(s, r, i), int(s.mallet[j]), modifier)
        if part == POWER:
            return worth + IMPACT * int(s.mallet[i]) // 4
        if part == CHARGE:
            return worth_of_charge(s, r, i, bot, j, worth)
        return worth
    if part == SHOOT:
        modifier = ranged_modifier(s, r, i, j) + aim_bonus(s, r, i, j)
        worth = blows(s, r, j, ranged_dice(s, r, i), int(r.own_key[j]), modifier)
        return worth if gap(s, r, i, j) == s.closest else worth * int(r.own_runes[i]) // 6
    if part == BOLT:
        worth = blows(s, r, j, int(r.bolt_dice), int(r.own_key[j]), ranged_modifier(s, r, i, j))
        return worth * int(r.own_runes[i]) // 6
    if part == AIM and gap(s, r, i, j) == s.closest:
        return 60 if not s.loaded[i] or s.points == 1 else 1
    if part == TAUNT or part == AIM_TWICE:
        return 5
    return 90 if part == DREAD else 0


@kernel
def worth_of_charge(s, r, i, bot, j, blow):
    """Return what a charge is worth: the blow that follows, if a point is left for it."""
    if bot == COWARD or (bot == GUNLINE and gap(s, r, i, j) > 4):
        return -1
    if bot == RUNNER and (r.scenario == LOOT or r.scenario == HOLD_CENTRE):
        blow = blow // 2
    return blow * 9 // 10 if s.points >= 2 else blow // 8


@kernel
def worth_alone(s, r, i, bot, part):
    """Return what cover, a breather, loading and getting away are worth."""
    enemy = nearest_enemy(s, r, i)
    far = FAR if enemy == NOBODY else gap(s, r, i, enemy)
    if part == BREATHER:
        worth = 60 * breather_tests(s, r, i) * (2 if bot == COWARD else 1)
        return worth if is_bloodied(s, r, i) and far > 2 else worth // 4
    if part == RELOAD:
        return 500 if bot != AGGRESSOR and s.closest < FAR else 120
    if part == DISENGAGE:
        return 150 if bot == COWARD or (bot == GUNLINE and melee_dice(s, r, i) < 3) else -1
    if far <= 2 or bot == AGGRESSOR:
        return -1
    shelter = 70 if bot == COWARD or bot == GUNLINE else 15
    return shelter if s.points == 1 else shelter // 3


@kernel
def worth_for_friend(s, r, i, part, j):
    """Return what help for a friend is worth."""
    if part == RALLY:
        return 400 if j != i else 700
    if part == ORDER:
        return 30
    enemy = nearest_enemy(s, r, j)
    far = FAR if enemy == NOBODY else gap(s, r, j, enemy)
    if part == WARD:
        return 200 * int(r.own_runes[i]) // 6 if far <= 6 else 20
    return 0 if s.activated[j] else 150 * int(r.own_runes[i]) // 6


@kernel
def worth_of_way(s, r, i, bot, k, goal, here):
    """Return what going to a hex is worth: what it is better than staying, less what it costs."""
    cell = goal_of(s, r, i, k)
    gain = place_worth(s, r, i, bot, cell, goal) - here
    if s.loot[cell] > 0 and r.scenario == LOOT:
        gain += 900 if bot == RUNNER or bot == FOCUS else 200
    pays = s.prone[i] or int(s.goals[k]) - 1 > s.budget
    return gain - 8 if pays else gain - 1


@kernel
def place_worth(s, r, i, bot, cell, goal):
    """Return how good a hex is to stand in for a character under a bot's strategy."""
    worth = 0
    cover = int(r.cover[s.terrain[cell]])
    shooter = r.own_ranged_reach[i] > 0
    near = distance(r, cell, goal)
    if bot == AGGRESSOR or (bot == FOCUS and not shooter):
        return -24 * near + 3 * cover
    if bot == RUNNER:
        seeks = r.scenario == LOOT or r.scenario == HOLD_CENTRE or r.scenario == KILL_LEADER
        if not seeks and shooter:
            return shooting_place(s, r, i, cell, goal, near, cover)
        if r.scenario == HOLD_CENTRE:
            near = max(near - int(r.centre_radius) + 1, 0)
        return -24 * near + 6 * cover
    if bot == COWARD:
        worth = 6 * min(near, 14) + 25 * cover
        if shooter and near <= r.own_ranged_reach[i]:
            worth += 10
        return worth - 30 * enemies_near(s, r, s.side[i], cell)
    if shooter:
        return shooting_place(s, r, i, cell, goal, near, cover)
    leader = leader_of(s, r, s.side[i])
    if near <= 8 or leader == NOBODY or leader == i:
        return -24 * near if near <= 8 else 12 * cover
    return -6 * distance(r, cell, s.place[leader]) + 12 * cover


@kernel
def shooting_place(s, r, i, cell, goal, near, cover):
    """Return how good a hex is to shoot from: in range and in sight of the goal, in cover, not too near."""
    if near > r.own_ranged_reach[i]:
        return -20 * near
    seen = cover_between(s, r, cell, goal)
    if seen == HIDDEN:
        return -220 - 6 * near
    return 25 * cover - 30 * seen - (12 * (5 - near) if near < 5 else 2 * near)
