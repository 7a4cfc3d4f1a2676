"""Legality: one function that says why an action is not legal; masks come from it."""

from swarmzoo.envs.core.actions import part_of
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, spot
from swarmzoo.envs.skirmish.battlefield.lines import OUTSIDE
from swarmzoo.envs.skirmish.battlefield.sight import cover_between, look_around
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
    NUM_PARTS,
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
from swarmzoo.envs.skirmish.warband.attributes import gap, in_melee, present
from swarmzoo.envs.skirmish.warband.magic import WARD_SPELL, can_cast_at, knows, spell_range
from swarmzoo.envs.skirmish.warband.morale import can_be_rallied
from swarmzoo.envs.skirmish.warband.movement import NOWHERE, charge_end, edge_limit, goal_of, measure_reach
from swarmzoo.envs.skirmish.warband.reasons import (
    AIMED_ALREADY,
    CALM_ALREADY,
    GAME_IS_OVER,
    HAS_ACTED,
    IN_MELEE,
    IS_LOADED,
    LEGAL,
    MUST_FLEE,
    NO_BETTER_COVER,
    NO_LINE,
    NO_MAGIC,
    NO_POINTS,
    NO_REFUSAL,
    NO_SUCH_ACTION,
    NO_SUCH_CHARACTER,
    NO_TRAIT,
    NO_USE,
    NO_WEAPON,
    NOT_HELD,
    NOT_LEADER,
    NOT_LOADED,
    NOT_THERE,
    NOTHING_LOST,
    OTHERS_TURN,
    OUT_OF_RANGE,
    OUT_OF_REACH,
    OUT_OF_SIGHT,
    PICK_FIRST,
    PICKED_ALREADY,
    PRONE,
    SHAKEN_CANNOT,
    TOWARDS_ENEMY,
)
from swarmzoo.envs.skirmish.warband.recovery import breather_tests, can_order, can_take_cover, gives_orders
from swarmzoo.envs.skirmish.warband.sheet import POWER_ATTACK, TAUNTING
from swarmzoo.envs.skirmish.warband.slots import foe_slot, own_slot
from swarmzoo.envs.skirmish.warband.state import CALM, FLEEING, PICKING
from swarmzoo.envs.skirmish.warband.targets import closest_of, standing_cover


@kernel
def prepare(s, r, i):
    """Find out what the legality of the actions depends on: reach, melee, distances, cover, the closest enemies."""
    s.held = in_melee(s, r, i)
    s.far = measure_reach(s, r, i)
    look_around(s, r, int(s.place[i]), int(r.front[s.side[i]]))
    if s.line_from != s.place[i]:
        s.line_from = s.place[i]
        for j in range(s.side.shape[0]):
            s.line_to[j] = NOBODY
    for j in range(s.side.shape[0]):
        s.cover[j] = HIDDEN
        if present(s, j):
            s.away[j] = gap(s, r, i, j)
            if s.side[j] != s.side[i]:
                if s.line_to[j] != s.place[j]:
                    s.line_to[j] = s.place[j]
                    s.between[j] = look_at(s, r, i, s.place[j])
                if s.between[j] != HIDDEN:
                    s.cover[j] = max(int(s.between[j]), standing_cover(s, r, j))
    s.closest, s.uncovered = closest_of(s, int(r.own_ranged_reach[i]))


@kernel
def look_at(s, r, i, cell):
    """Return the cover between the one who has looked around and a cell; HIDDEN if it cannot see it."""
    k = spot(r, s.place[i], r.front[s.side[i]], cell)
    if k == OUTSIDE or k >= s.sight.shape[0]:
        return cover_between(s, r, s.place[i], cell)
    return HIDDEN if s.sight[k] == 0 else int(s.sight[k]) - 1


@kernel
def fill_mask(s, r):
    """Write the mask of the one who decides; return how many actions are legal."""
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    if s.stage == PICKING:
        return fill_part(s, r, PICK) + fill_part(s, r, END)
    if s.points <= 0 and s.budget <= 0:  # nothing is free of charge
        s.mask[END] = 1
        return 1
    prepare(s, r, int(s.current))
    count, first = fill_part(s, r, END), int(r.first[GO])
    for k in range(s.goals.shape[0]):
        s.mask[first + k] = s.goals[k] > 0
        count += int(s.mask[first + k])
    for part in range(GO + 1, NUM_PARTS):
        if refuse_part(s, r, int(s.current), part) == LEGAL:
            count += fill_open(s, r, int(s.current), part)
    return count


@kernel
def fill_part(s, r, part):
    """Write the mask of a part of the actions; return how many are legal."""
    count, first = 0, int(r.first[part])
    for action in range(first, int(r.first[part + 1])):
        s.mask[action] = refusal(s, r, part, action - first) == LEGAL
        count += int(s.mask[action])
    return count


@kernel
def fill_open(s, r, i, part):
    """Write the mask of a part that a character can do something of; return how many actions are legal."""
    count, first = 0, int(r.first[part])
    for action in range(first, int(r.first[part + 1])):
        s.mask[action] = refuse_one(s, r, i, part, action - first) == LEGAL
        count += int(s.mask[action])
    return count


@kernel
def why_not(s, r, agent, action):
    """Return 0 if an action is legal, else the number of its reason."""
    if s.done:
        return GAME_IS_OVER
    if agent != s.actor:
        return OTHERS_TURN
    if action < 0 or action >= s.mask.shape[0]:
        return NO_SUCH_ACTION
    part = part_of(r, action)
    return refusal(s, r, part, action - int(r.first[part]))


@kernel
def refusal(s, r, part, k):
    """Return why an action of a part is not legal, or LEGAL."""
    if part == PICK:
        return refuse_pick(s, r, k)
    if s.stage == PICKING:
        if part == END:
            return LEGAL if r.refuse_tokens else NO_REFUSAL
        return PICK_FIRST
    i = int(s.current)
    if part == END:
        return MUST_FLEE if s.morale[i] == FLEEING and can_flee(s) else LEGAL
    if part == GO:
        return refuse_go(s, r, i, k)
    reason = refuse_part(s, r, i, part)
    return refuse_one(s, r, i, part, k) if reason == LEGAL else reason


@kernel
def refuse_one(s, r, i, part, k):
    """Say why a character cannot do something of a part to someone, though it can do something of it."""
    if part == COVER or part == BREATHER or part == RELOAD or part == DISENGAGE:
        return LEGAL
    if part == RALLY or part == ORDER or part == WARD or part == HASTE:
        return refuse_friend(s, r, i, part, own_slot(r, s.side[i], k))
    j = foe_slot(r, s.side[i], k)
    if not present(s, j):
        return NO_SUCH_CHARACTER
    if part == CHARGE or part == STRIKE or part == POWER:
        return refuse_melee(s, r, i, part, j)
    if part == SHOOT or part == AIM or part == AIM_TWICE:
        return refuse_ranged(s, r, i, part, j)
    return refuse_words(s, r, i, part, j)


@kernel
def refuse_part(s, r, i, part):
    """Say why a character can do nothing of a part, whoever it is aimed at."""
    if s.morale[i] == FLEEING and part != RALLY:
        return MUST_FLEE
    if s.points < cost_of(r, part):
        return NO_POINTS
    if s.morale[i] != CALM and (part == CHARGE or part == STRIKE or part == POWER or part == SHOOT or part == BOLT):
        return SHAKEN_CANNOT
    if part == CHARGE:
        if s.held:
            return IN_MELEE
        return PRONE if s.prone[i] else LEGAL
    if part == POWER:
        return LEGAL if r.own_traits[i] & POWER_ATTACK and r.own_melee_from_mallet[i] else NO_TRAIT
    if part == SHOOT or part == AIM or part == AIM_TWICE:
        if r.own_ranged_reach[i] == 0:
            return NO_WEAPON
        return NOT_LOADED if part == SHOOT and not s.loaded[i] else LEGAL
    if part == TAUNT:
        return LEGAL if r.own_traits[i] & TAUNTING else NO_TRAIT
    if part >= BOLT:
        if not knows(s, r, i, part - BOLT):
            return NO_MAGIC
        return NO_USE if part == DREAD and not r.morale else LEGAL
    if part == ORDER:
        return LEGAL if gives_orders(s, r, i) else NOT_LEADER
    return refuse_alone(s, r, i, part)


@kernel
def cost_of(r, part):
    """Return the action points of an action. [WAR-4]"""
    if part == AIM_TWICE:
        return 2
    if part == DISENGAGE:
        return int(r.disengage_points)
    return int(r.taunt_points) if part == TAUNT else 1


@kernel
def refuse_pick(s, r, k):
    """Say why a character cannot be activated. [WAR-4]"""
    if s.stage != PICKING:
        return PICKED_ALREADY
    i = own_slot(r, s.actor, k)
    if not present(s, i):
        return NO_SUCH_CHARACTER
    return HAS_ACTED if s.activated[i] else LEGAL


@kernel
def can_flee(s):
    """Tell whether a Fleeing character can go on towards its own edge. [WAR-P9]"""
    for k in range(s.goals.shape[0]):
        if s.goals[k] > 0:
            return True
    return False


@kernel
def refuse_go(s, r, i, k):
    """Say why a character cannot go to a hex. [WAR-6, WAR-11, WAR-17]"""
    if s.goals[k] > 0:
        return LEGAL
    if s.held and not s.getting_away:
        return IN_MELEE
    if s.far < 0 or (s.far == 0 and s.points == 0):
        return NO_POINTS
    if k == 0:
        return NO_USE
    if s.reach[k] == 0:
        return OUT_OF_REACH
    if s.morale[i] == FLEEING and r.edge[s.side[i], goal_of(s, r, i, k)] > edge_limit(s, r, i):
        return TOWARDS_ENEMY
    return NOT_THERE


@kernel
def refuse_melee(s, r, i, part, j):
    """Say why a character cannot charge or strike at an enemy. [WAR-11, WAR-P3, WAR-G4]"""
    if part == CHARGE:
        return NO_LINE if charge_end(s, r, i, j) == NOWHERE else LEGAL
    if s.away[j] > r.own_melee_reach[i]:
        return OUT_OF_RANGE
    return OUT_OF_SIGHT if s.cover[j] == HIDDEN else LEGAL


@kernel
def refuse_ranged(s, r, i, part, j):
    """Say why a character cannot shoot or aim at an enemy. [WAR-9, WAR-16]"""
    if s.away[j] > r.own_ranged_reach[i]:
        return OUT_OF_RANGE
    if s.cover[j] == HIDDEN:
        return OUT_OF_SIGHT
    if part != SHOOT and s.aim_at[i] == j and s.aim[i] == 2:
        return AIMED_ALREADY
    return LEGAL


@kernel
def refuse_words(s, r, i, part, j):
    """Say why a character cannot taunt, or cast bolt or dread at, an enemy. [WAR-G4, WAR-P13]"""
    if s.away[j] > (r.taunt_range if part == TAUNT else spell_range(r, part - BOLT)):
        return OUT_OF_RANGE
    if s.cover[j] == HIDDEN:
        return OUT_OF_SIGHT
    if part == TAUNT:
        return NO_USE if s.taunted_by[j] == i else LEGAL
    return NO_USE if part == DREAD and s.morale[j] == FLEEING else LEGAL


@kernel
def refuse_friend(s, r, i, part, j):
    """Say why a character cannot rally, order or enchant one of its own. [WAR-18, WAR-P10, WAR-P13]"""
    if not present(s, j):
        return NO_SUCH_CHARACTER
    if part == RALLY:
        if s.morale[i] == FLEEING and j != i:
            return MUST_FLEE
        return LEGAL if can_be_rallied(s, r, i, j) else CALM_ALREADY
    if part == ORDER:
        return LEGAL if can_order(s, r, i, j) else NOT_LEADER
    spell = part - BOLT
    if s.ward[j] if spell == WARD_SPELL else s.haste[j]:
        return NO_USE
    return LEGAL if can_cast_at(s, r, i, spell, j) else OUT_OF_RANGE


@kernel
def refuse_alone(s, r, i, part):
    """Say why a character cannot take cover, breathe, reload or disengage. [WAR-15, WAR-17, WAR-P1, WAR-P12]"""
    if part == COVER:
        return LEGAL if can_take_cover(s, r, i) else NO_BETTER_COVER
    if part == BREATHER:
        return LEGAL if breather_tests(s, r, i) > 0 else NOTHING_LOST
    if part == RELOAD:
        return LEGAL if r.own_reload[i] and not s.loaded[i] else IS_LOADED
    if part == DISENGAGE:
        if not r.disengage:
            return NO_USE
        return LEGAL if s.held and not s.getting_away else NOT_HELD
    return LEGAL
