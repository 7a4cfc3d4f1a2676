"""The stage ``defence``: who may dodge or parry what, and how it is rolled. [NOV-5 to NOV-14, NOV-G6, NOV-G7]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, enter, lift
from swarmzoo.envs.skirmish.battlefield.reach import spread_near
from swarmzoo.envs.skirmish.battlefield.terrain import HEAVY_COVER
from swarmzoo.envs.skirmish.nova.actions import CRUSH, DODGE, PARRY
from swarmzoo.envs.skirmish.nova.aims import cover_grade, is_ranged
from swarmzoo.envs.skirmish.nova.dice import counted, roll_pool, trait_pool
from swarmzoo.envs.skirmish.nova.events import (
    DEFENDED,
    DODGED_TO,
    FOR_DODGE,
    FOR_PARRY,
    OF_AREA,
    OF_DAZE,
    OF_HENCHMEN,
    OF_REPLACING,
    OF_SPEED,
    OF_TACTICS,
    SHIELDED,
)
from swarmzoo.envs.skirmish.nova.fight.declaring import capped
from swarmzoo.envs.skirmish.nova.fight.henchmen import service
from swarmzoo.envs.skirmish.nova.fight.rolling import area_radius, is_primary
from swarmzoo.envs.skirmish.nova.fight.stages import COLLATERAL, INTO_SHIELD
from swarmzoo.envs.skirmish.nova.plans import is_defence
from swarmzoo.envs.skirmish.nova.reasons import (
    CANNOT_DEFEND,
    IS_HELD,
    IS_HOLDING,
    LEGAL,
    NO_DEFENCE_LEFT,
    NO_PARRY,
    NO_WAY_OUT,
    NO_WILLPOWER,
    NOTHING_TO_ABORT,
    TOO_FAST,
)
from swarmzoo.envs.skirmish.nova.sheet import able, is_cinematic, is_person, most_actions, who
from swarmzoo.envs.skirmish.nova.state import BY_DODGE, BY_PARRY, DEFENDING, PLANNED

NOWHERE = -1
NEAR = 3  # steps out of most areas


@kernel
def ask_defence(s, r):
    """Ask the target whether it defends itself, if it can. [NOV-10]"""
    j = int(s.target)
    if s.a_into_shield or not may_be_asked(s, r, j):
        return
    if can_dodge_somehow(s, r, j) or can_parry_somehow(s, r, j):
        s.stage, s.actor = DEFENDING, j


@kernel
def may_be_asked(s, r, j):
    """Tell whether a piece can defend itself at all: nobody's bystander, awake, free, no cinematic extra. [NOV-46]"""
    free = r.agent_of[j] != NOBODY and able(s, r, j) and s.held_by[j] == NOBODY
    return free and s.a_kind != CRUSH and not is_cinematic(s, r, j)


@kernel
def can_dodge_somehow(s, r, j):
    """Tell whether a dodge is possible, by what was reserved or by giving up an action."""
    some = has_reserve(s, r, j, DODGE) or can_abort(s, r, j)
    return some and why_no_dodge(s, r, j) == LEGAL


@kernel
def can_parry_somehow(s, r, j):
    """Tell whether a parry is possible, by what was reserved or by giving up an action."""
    return why_no_parry(s, r, j) == LEGAL and (has_reserve(s, r, j, PARRY) or can_abort(s, r, j))


# What can be defended against


@kernel
def why_no_dodge(s, r, j):
    """Say why a piece cannot dodge the attack, or LEGAL. [NOV-9, NOV-11, NOV-12, NOV-13]"""
    if not may_be_asked(s, r, j):
        return IS_HELD if s.held_by[j] != NOBODY else CANNOT_DEFEND
    if s.holding[j] != NOBODY:
        return IS_HOLDING
    if r.weapon_fast[s.a_weapon] and not sees_it_coming(s, r, j):
        return TOO_FAST
    if r.weapon_area[s.a_weapon] and way_out(s, r, j) == NOWHERE:
        return NO_WAY_OUT
    return LEGAL


@kernel
def sees_it_coming(s, r, j):
    """Tell whether somebody can dodge a bullet: by Mega-Dexterity, initiative, or a sprint. [NOV-11, NOV-12]"""
    return r.mega_dexterity[who(s, r, j)] > 0 or s.sprinting[j] != 0 or s.initiative[j] > s.initiative[int(s.attacker)]


@kernel
def why_no_parry(s, r, j):
    """Say why a piece cannot parry the attack: blows, or with a human shield all but areas. [NOV-14]"""
    if not may_be_asked(s, r, j) or not is_person(s, r, j):
        return IS_HELD if s.held_by[j] != NOBODY else CANNOT_DEFEND
    if r.weapon_area[s.a_weapon] or (s.holding[j] == NOBODY and is_ranged(r, s.a_weapon)):
        return NO_PARRY
    return LEGAL


# Ways out of an area


@kernel
def way_out(s, r, j):
    """Return the nearest hex to which a sprint takes a piece out of the area, or into cover, or NOWHERE. [NOV-9]

    Of hexes that are as near the first one as its side counts the disc. Most are a few steps away: those are sought
    before all that the sprint reaches.
    """
    budget = int(r.sprint[who(s, r, j)])
    near = min(budget, NEAR)
    cell = nearest_safe(s, r, j, near)
    return cell if cell != NOWHERE or near == budget else nearest_safe(s, r, j, budget)


@kernel
def nearest_safe(s, r, j, budget):
    """Return the nearest safe hex to which a piece goes at a cost of no more than a budget, or NOWHERE."""
    start, side = int(s.place[j]), int(s.side[j])
    front = int(r.front[side])
    spread_near(s, r, start, front, side, budget)
    best, least, odd = NOWHERE, budget + 2, parity(r, start)
    for k in range(1, 1 + 3 * budget * (budget + 1)):
        if 0 < s.reach[k] < least:
            cell = start + int(r.disc[odd, front, k])
            if s.occupant[cell] == NOBODY and is_safe(s, r, cell):
                best, least = cell, int(s.reach[k])
    return best


@kernel
def is_safe(s, r, cell):
    """Tell whether a hex lies out of the area of the attack, or in medium cover from it, or better. [NOV-9, NOV-13]"""
    if distance(r, s.a_centre, cell) > area_radius(r, s.a_weapon):
        return True
    return cover_grade(s, r, s.a_centre, cell, False) >= HEAVY_COVER


# What is left to defend oneself with


@kernel
def has_reserve(s, r, j, part):
    """Tell whether a piece has a defence of a kind that it reserved, or is in full defence. [NOV-1, NOV-P7]"""
    if s.full[j]:
        return s.defended[j] < most_actions(s, r, j)
    return reserved(s, j, part) != NOBODY


@kernel
def reserved(s, j, part):
    """Return which action of a piece is a defence of a kind that was not used yet, or NOBODY."""
    for k in range(s.num_planned[j]):
        if s.plan_kind[j, k] == part and s.plan_fate[j, k] == PLANNED:
            return k
    return NOBODY


@kernel
def to_abort(s, j):
    """Return which action a piece would give up for a defence, the next one, or NOBODY. [NOV-2]"""
    for k in range(s.num_planned[j]):
        if s.plan_fate[j, k] == PLANNED and not is_defence(s.plan_kind[j, k]):
            return k
    return NOBODY


@kernel
def can_abort(s, r, j):
    """Tell whether a piece has an action that it could give up for a defence; extras never do. [NOV-2, NOV-44]"""
    return is_person(s, r, j) and to_abort(s, j) != NOBODY


@kernel
def why_no_reserve(s, r, j, part):
    """Say why nothing was reserved for a defence of a kind, or LEGAL."""
    return LEGAL if has_reserve(s, r, j, part) else NO_DEFENCE_LEFT


@kernel
def why_no_abort(s, r, j, by_roll):
    """Say why a piece cannot give up an action for a defence, for Willpower or by a roll of it, or LEGAL. [NOV-2]"""
    if not can_abort(s, r, j):
        return NOTHING_TO_ABORT
    return NO_WILLPOWER if not by_roll and s.willpower[j] == 0 else LEGAL


# The roll


@kernel
def defend(s, r, j, part, order, harder):
    """Roll a dodge or a parry; what does not suffice takes successes from the attack. [NOV-10, NOV-14, NOV-G7]"""
    s.defended[j] += 1
    dodges, guided = part == DODGE, int(r.weapon_guided[s.a_weapon])
    needed = needed_successes(s, r, j, dodges, harder)
    pool = defence_pool(s, r, j, dodges, order)
    found = max(0, roll_pool(s, r, j, FOR_DODGE if dodges else FOR_PARRY, pool, needed + guided * dodges))
    found = max(0, found - guided * dodges)
    s.a_defence, s.a_defended = (BY_DODGE if dodges else BY_PARRY), found
    log_event(s, DEFENDED, j, s.a_defence, found, needed)
    if found >= needed:
        escape(s, r, j)
    elif not r.weapon_area[s.a_weapon]:
        s.a_net = max(0, s.a_net - found)


@kernel
def needed_successes(s, r, j, dodges, harder):
    """Return the successes that avoid the attack: its own, or one in an area; more if it is hard. [NOV-5, NOV-12]"""
    area = int(r.weapon_area[s.a_weapon])
    needed = s.a_net + 1 if area == 0 or is_primary(s, j) else 1
    needed += counted(s, OF_AREA, (area + 1) // 2) + counted(s, OF_SPEED, int(dodges) * int(r.weapon_dodge[s.a_weapon]))
    needed += counted(s, OF_DAZE, int(r.daze_difficulty) * int(s.dazed[j] != 0))
    return needed + counted(s, OF_REPLACING, int(r.replaced_difficulty) * int(harder != 0))


@kernel
def defence_pool(s, r, j, dodges, order):
    """Return Dexterity and Athletics for a dodge, Dexterity and Brawl or Melee for a parry. [NOV-8, NOV-10, NOV-57]"""
    if dodges:
        pool = trait_pool(s, r, j, r.dexterity, r.athletics, r.mega_dexterity, order, True)
    elif r.has_melee[who(s, r, j)] and r.melee[who(s, r, j)] > r.brawl[who(s, r, j)]:
        pool = trait_pool(s, r, j, r.dexterity, r.melee, r.mega_dexterity, order, False)
    else:
        pool = trait_pool(s, r, j, r.dexterity, r.brawl, r.mega_dexterity, order, False)
    _, dice = service(s, r, j, True, False)
    bonus = counted(s, OF_HENCHMEN, dice)
    if r.weapon_area[s.a_weapon] and not is_primary(s, j):
        bonus += counted(s, OF_TACTICS, int(r.tactics[who(s, r, j)]))
    return pool + capped(s, r, bonus, int(r.dexterity[who(s, r, j)]))


@kernel
def escape(s, r, j):
    """Let a target get away: out of an area it runs, a human shield takes what it parries. [NOV-13, NOV-14]"""
    if s.a_defence == BY_PARRY and s.holding[j] != NOBODY:
        s.target, s.a_into_shield = s.holding[j], INTO_SHIELD
        log_event(s, SHIELDED, j, s.target)
        return
    s.a_step = COLLATERAL
    if r.weapon_area[s.a_weapon]:
        cell = way_out(s, r, j)
        lift(s, j)
        enter(s, j, cell)
        log_event(s, DODGED_TO, j, cell)
