"""Attacks: attack dice, hits, Impact. [WAR-7 to WAR-11]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.warband.attributes import gap, taunter_of
from swarmzoo.envs.skirmish.warband.events import AIMED, ATTACKED, FOR_RUNES, RUNES_FAILED, TO_HIT, TRAIT_HELPED
from swarmzoo.envs.skirmish.warband.sheet import (
    AGILE,
    BY_AGILITY,
    BY_PENETRATING,
    BY_POWER,
    BY_RESOLVE,
    PENETRATING,
    RESOLVE,
)
from swarmzoo.envs.skirmish.warband.targets import (
    aim_bonus,
    fallback_target,
    may_target_freely,
    ranged_modifier,
)
from swarmzoo.envs.skirmish.warband.trials import beats, log_dice, needed, own_test
from swarmzoo.envs.skirmish.warband.wounds import take_impact

MELEE_ATTACK, RANGED_ATTACK, POWER_BLOW, BOLT_ATTACK = range(4)


@kernel
def melee_dice(s, r, i):
    """Return the attack dice of a character's melee weapon. [WAR-7, WAR-8, WAR-P1]"""
    return int(r.own_melee_dice[i]) + (int(s.mallet[i]) if r.own_melee_from_mallet[i] else 0)


@kernel
def ranged_dice(s, r, i):
    """Return the attack dice of a character's ranged weapon. [WAR-7, WAR-P1]"""
    return int(r.own_ranged_dice[i]) + (int(s.mallet[i]) if r.own_ranged_from_mallet[i] else 0)


@kernel
def taunt_change(s, r, i, target):
    """Return the attack dice that a taunt adds or takes. [WAR-G4]"""
    taunter = taunter_of(s, i)
    if taunter == NOBODY:
        return 0
    return int(r.taunt_dice) if taunter == target else -int(r.taunt_dice)


@kernel
def charge_change(s, r):
    """Return what a charge adds to attacks in the same activation. [WAR-P3]"""
    return int(r.charge_bonus) if s.charged else 0


@kernel
def attack(s, r, i, target, dice, attribute, modifier, kind):
    """Roll attack dice against an attribute of the target; every hit is an Impact. [WAR-7]

    Who has Battle Resolve and deals Impact regains a Star, whether the Impact is deflected or not. [WAR-G4]
    """
    hits = 0
    for _ in range(max(dice + taunt_change(s, r, i, target), 0)):
        hits += beats(s, r, i, attribute, modifier)
    log_dice(s, i, TO_HIT, needed(s, r, i, attribute, modifier))
    log_event(s, ATTACKED, i, target, kind, hits)
    if hits == 0:
        return
    if kind == POWER_BLOW:
        log_event(s, TRAIT_HELPED, i, BY_POWER, 0, 0)
        hits += int(s.mallet[i]) // 2
    cancelled = 1 if r.own_traits[i] & PENETRATING and kind != BOLT_ATTACK else 0
    if cancelled:
        log_event(s, TRAIT_HELPED, i, BY_PENETRATING, 0, 0)
    take_impact(s, r, target, hits, cancelled)
    if r.own_traits[i] & RESOLVE:
        if s.star[i] < r.own_star[i]:
            log_event(s, TRAIT_HELPED, i, BY_RESOLVE, 0, 0)
        s.star[i] = min(int(s.star[i]) + 1, int(r.own_star[i]))


@kernel
def strike(s, r, i, target):
    """Strike in melee, against Mallet. [WAR-7, WAR-8, WAR-11]"""
    modifier = charge_change(s, r) - (int(r.unarmed_loss) if r.own_unarmed[i] else 0)
    note_agility(s, r, i, target)
    attack(s, r, i, target, melee_dice(s, r, i), int(s.mallet[target]), modifier, MELEE_ATTACK)


@kernel
def note_agility(s, r, i, target):
    """Tell in the log that an Agile Combatant fights an enemy without being held by it. [WAR-G4]"""
    if r.own_traits[i] & AGILE and gap(s, r, i, target) > 1:
        log_event(s, TRAIT_HELPED, i, BY_AGILITY, 0, 0)


@kernel
def power_blow(s, r, i, target):
    """Strike with a Power Attack: harder to hit with, half the Mallet in Impact more if it does. [WAR-G4]"""
    modifier = charge_change(s, r) - int(r.power_loss)
    attack(s, r, i, target, melee_dice(s, r, i), int(s.mallet[target]), modifier, POWER_BLOW)


@kernel
def settled_target(s, r, i, wanted, reach):
    """Return who is aimed at in the end: another one than the closest only after a Runes test. [WAR-9, WAR-P5]"""
    if may_target_freely(s, r, i, wanted):
        return wanted
    if own_test(s, r, i, int(r.own_runes[i]), FOR_RUNES):
        return wanted
    target = fallback_target(s, r, i, reach)
    log_event(s, RUNES_FAILED, i, wanted, target, 0)
    return target


@kernel
def shoot(s, r, i, wanted):
    """Shoot, against Key; an aim at the target is used up. [WAR-7, WAR-9, WAR-10, WAR-16]"""
    target = settled_target(s, r, i, wanted, int(r.own_ranged_reach[i]))
    if r.own_reload[i]:
        s.loaded[i] = False
    if target == NOBODY:
        return
    modifier = ranged_modifier(s, r, i, target) + aim_bonus(s, r, i, target) + charge_change(s, r)
    if s.aim_at[i] == target:
        s.aim_at[i], s.aim[i] = NOBODY, 0
    attack(s, r, i, target, ranged_dice(s, r, i), int(r.own_key[target]), modifier, RANGED_ATTACK)


@kernel
def aim(s, r, i, wanted, points):
    """Aim at a target for the next ranged attack at it; points spent on the same one add up to two. [WAR-16]"""
    target = settled_target(s, r, i, wanted, int(r.own_ranged_reach[i]))
    if target == NOBODY:
        return
    before = int(s.aim[i]) if s.aim_at[i] == target else 0
    s.aim_at[i], s.aim[i] = target, min(before + points, 2)
    log_event(s, AIMED, i, target, s.aim[i], 0)
