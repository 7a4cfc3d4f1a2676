"""Damage: dice, fury, what is added and what is taken off. [OVR-19, OVR-26, OVR-P4, OVR-P5]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.terrain import NO_COVER
from swarmzoo.envs.skirmish.overseer.dice import bonus, d10, passes
from swarmzoo.envs.skirmish.overseer.events import (
    BY_BLAST,
    BY_DEVASTATING,
    BY_SPRAY,
    DAMAGE_ROLLED,
    DEADLIER,
    FOR_FURY,
)
from swarmzoo.envs.skirmish.overseer.modifiers import counts_mark, is_called, num_aimed
from swarmzoo.envs.skirmish.overseer.state import NOT_ROLLED, OVERWATCHED
from swarmzoo.envs.skirmish.overseer.targets import is_melee
from swarmzoo.envs.skirmish.overseer.units import bracket_of, cover_of_leader, effect, home_of

TEN = 10  # of a die of damage: it may be fury
BLAST = 2  # extra kills without fury, and the least with it


@kernel
def damage_of_blow(s, r):
    """Return the damage of a blow: a Swarm's is rolled once in the attack, a leader's for every hit. [OVR-26]"""
    if s.by_leader:
        return roll_damage(s, r)
    if s.damage == NOT_ROLLED:
        s.damage = roll_damage(s, r)
    return int(s.damage)


@kernel
def roll_damage(s, r):
    """Roll damage; a ten that is confirmed by a test of the same number is fury, one die more. [OVR-P4, OVR-P5]"""
    total, tens = 0, 0
    for _ in range(int(r.weapon_dice[s.weapon]) + sniper_dice(s, r)):
        die = d10(s)
        total += die
        tens += die == TEN
    s.fury = tens > 0 and passes(s, r, s.attacker, FOR_FURY, int(s.needed))
    if s.fury:
        total += d10(s)
    total += added_damage(s, r)
    log_event(s, DAMAGE_ROLLED, s.attacker, total, s.fury)
    return total


@kernel
def has_marked(s):
    """Tell whether the only target is the one that was marked for this attack. [OVR-28, OVR-P9]"""
    return counts_mark(s) and num_aimed(s) == 1 and s.marked[s.attacker] == s.targets[0]


@kernel
def sniper_dice(s, r):
    """Return the dice that a sniper's weapon gains from a mark. [OVR-P9]"""
    return int(has_marked(s) and r.weapon_sniper[s.weapon] != 0)


@kernel
def added_damage(s, r):
    """Return what is added to the dice: weapon, type, mark, Weapons Team, Called Shot. [OVR-18, OVR-P9, OVR-P14]"""
    total, u = int(r.weapon_bonus[s.weapon]) + int(s.team_damage), int(s.attacker)
    if is_melee(s.attack) and not s.by_leader:
        total += effect(s, r, u, r.type_melee_damage, r.passive_melee_damage)
    if has_marked(s):
        total += int(r.mark_damage)
    return total + int(r.called_damage) if is_called(s) else total


# Reductions


@kernel
def reduction(s, r, armour, toughness, cover):
    """Return what is taken off damage: armour and cover that are not penetrated, and TB. [OVR-19, OVR-P4]"""
    against = int(armour) + int(r.cover_armour[cover]) - int(r.weapon_pen[s.weapon])
    return max(against, 0) + bonus(toughness)


@kernel
def cover_that_counts(s, v, cover):
    """Return the cover that counts: none in melee, from Overwatch what an Advance keeps. [OVR-40, OVR-P8]"""
    if is_melee(s.attack):
        return NO_COVER
    if s.attack != OVERWATCHED:
        return cover
    return int(s.kept_cover[v]) if s.cover[s.attacker, v] != NO_COVER else NO_COVER


@kernel
def reduction_of_men(s, r, v):
    """Return what Underlings take off damage. [OVR-19, OVR-21]"""
    home = home_of(s, r, v)
    armour = int(r.men_armour[home]) + effect(s, r, v, r.type_armour, r.passive_armour)
    cover = cover_that_counts(s, v, int(s.cover[s.attacker, v]))
    return reduction(s, r, armour, r.men_toughness[home], cover)


@kernel
def reduction_of_leader(s, r, v):
    """Return what a leader takes off damage. [OVR-20, OVR-21]"""
    cover = cover_that_counts(s, v, cover_of_leader(s, r, int(s.attacker), v))
    return reduction(s, r, r.lead_armour[v], r.lead_toughness[v], cover)


# Kills


@kernel
def spray_kills(s, r, v):
    """Return how many a blow of a Spray weapon kills without fury: one for each bracket; 0: another weapon. [OVR-22]"""
    if not r.weapon_spray[s.weapon]:
        return 0
    return 1 if is_melee(s.attack) else bracket_of(s, r, int(s.attacker), v, s.weapon)


@kernel
def extra_kills(s, r):
    """Return how many more a blow kills that has killed: by Blast and Devastating. [OVR-23, OVR-24, OVR-P4]"""
    return deadlier(s, BY_BLAST, blast_kills(s, r)) + deadlier(s, BY_DEVASTATING, int(r.weapon_devastating[s.weapon]))


@kernel
def blast_kills(s, r):
    """Return how many more a blow kills by Blast. [OVR-23]"""
    blast = int(r.weapon_blast[s.weapon])
    if blast == 0:
        return 0
    return max(BLAST, blast) if s.fury else BLAST


@kernel
def deadlier(s, quality, kills):
    """Tell the log how many a deadly blow kills by a quality of its weapon, if it has it; return that."""
    if kills > 0:
        log_event(s, DEADLIER, quality, kills)
    return kills


@kernel
def kills_of_blow(s, r, spray):
    """Return how many Underlings a blow kills that kills one. [OVR-19, OVR-22 to OVR-24]"""
    own = deadlier(s, BY_SPRAY, spray * (1 + int(s.fury))) if spray > 0 else 1
    return own + extra_kills(s, r)
