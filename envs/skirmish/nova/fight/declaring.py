"""The stage ``declare``: the dice of an attack, and whoever joins in. [NOV-46, NOV-57, NOV-G1, NOV-G10]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.aims import CLOSE, is_attack, weapon_of, why_no_attack
from swarmzoo.envs.skirmish.nova.dice import counted, trait_pool
from swarmzoo.envs.skirmish.nova.events import (
    MOBBED,
    OF_ABILITY,
    OF_ACCURACY,
    OF_BURST,
    OF_CAP,
    OF_CLOSENESS,
    OF_HENCHMEN,
    OF_MEMBERS,
    POOLED,
)
from swarmzoo.envs.skirmish.nova.fight.henchmen import service
from swarmzoo.envs.skirmish.nova.reasons import LEGAL
from swarmzoo.envs.skirmish.nova.rules import ATHLETICS, BRAWL, MELEE, POWER
from swarmzoo.envs.skirmish.nova.sheet import (
    in_field,
    is_cinematic,
    is_gritty,
    is_mob,
    is_person,
    is_vehicle,
    who,
)
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, PLANNED, TAKEN


@kernel
def declare(s, r):
    """Find the dice of the attack and its adds; cinematic extras pool theirs. [NOV-46, NOV-G1, NOV-G10]"""
    i = int(s.attacker)
    s.a_adds = int(r.weapon_adds[s.a_weapon]) + burst_adds(s)
    if is_cinematic(s, r, i):
        s.a_pool = pool_of_mob(s, r, i) if is_mob(s, r, i) else counted(s, OF_MEMBERS, 1) + guns_of(s, r, i)
        note_mobbing(s, r, i)
    else:
        s.a_pool = skill_pool(s, r, i) + extra_dice(s, r, i)
    log_event(s, POOLED, i, s.a_pool)


@kernel
def guns_of(s, r, i):
    """Return the dice that the guns of a vehicle add. [NOV-H6]"""
    return counted(s, OF_ABILITY, int(r.firearms[who(s, r, i)]))


# Traits


@kernel
def skill_pool(s, r, i):
    """Return Dexterity and the ability that the weapon takes, less what the attacker suffers. [NOV-G1]"""
    skill, order = int(r.weapon_skill[s.a_weapon]), int(s.a_order)
    if is_vehicle(s, r, i):
        return trait_pool(s, r, i, r.dexterity, r.firearms, r.mega_dexterity, order, False)
    if skill == BRAWL:
        return trait_pool(s, r, i, r.dexterity, r.brawl, r.mega_dexterity, order, False)
    if skill == MELEE:
        return trait_pool(s, r, i, r.dexterity, r.melee, r.mega_dexterity, order, False)
    if skill == ATHLETICS:
        return trait_pool(s, r, i, r.dexterity, r.athletics, r.mega_dexterity, order, False)
    if skill == POWER:
        return trait_pool(s, r, i, r.dexterity, r.power, r.mega_dexterity, order, False)
    return trait_pool(s, r, i, r.dexterity, r.firearms, r.mega_dexterity, order, False)


@kernel
def extra_dice(s, r, i):
    """Return the dice that are added: weapon, burst, closeness, henchmen, members of a squad. [NOV-57, NOV-G10]"""
    total = counted(s, OF_ACCURACY, int(r.weapon_accuracy[s.a_weapon])) + counted(s, OF_BURST, burst_dice(s))
    close = distance(r, s.place[i], s.a_centre) * int(r.metres) <= CLOSE
    total += counted(s, OF_CLOSENESS, int(r.weapon_close_quarters[s.a_weapon]) * int(close))
    if is_gritty(s, r, i):
        total += counted(s, OF_MEMBERS, min(int(s.members[i]) - 1, int(r.gritty_helpers)))
    if is_person(s, r, i):
        s.a_helpers, dice = service(s, r, i, False, r.weapon_skill[s.a_weapon] == POWER)
        total += counted(s, OF_HENCHMEN, dice)
    return capped(s, r, total, int(r.dexterity[who(s, r, i)]))


@kernel
def capped(s, r, bonus, attribute):
    """Return bonus dice, at most the attribute + 2 where the house rule says so. [NOV-G3]"""
    if r.bonus_cap and bonus > attribute + 2:
        return bonus + counted(s, OF_CAP, attribute + 2 - bonus)
    return bonus


# Bursts


@kernel
def burst_dice(s):
    """Return the dice of a burst that is fired for accuracy: 2, 4, 6, 10. [NOV-G10]"""
    if s.a_mode == 0 or s.a_mode % 2 == 0:
        return 0
    length = (int(s.a_mode) + 1) // 2
    return 2 * length if length < 4 else 10


@kernel
def burst_adds(s):
    """Return the adds of a burst that is fired for damage: 1, 2, 3, 5. [NOV-G10]"""
    if s.a_mode == 0 or s.a_mode % 2 == 1:
        return 0
    length = int(s.a_mode) // 2
    return length if length < 4 else 5


# Cinematic extras


@kernel
def pool_of_mob(s, r, i):
    """Return a die for each member; other squads that would attack the same character join in. [NOV-46]"""
    dice = int(s.members[i])
    if strikes_character(s, r):
        for j in range(r.pieces):
            if j != i and s.side[j] == s.side[i] and in_field(s, j) and is_mob(s, r, j) and joins(s, r, j):
                log_event(s, MOBBED, i, j, s.members[j])
                dice += int(s.members[j])
    return counted(s, OF_MEMBERS, dice)


@kernel
def strikes_character(s, r):
    """Tell whether the attack is one on a single character. [NOV-46]"""
    return s.a_what == AT_PIECE and not r.weapon_area[s.a_weapon] and is_person(s, r, s.a_aim)


@kernel
def joins(s, r, j):
    """Let a squad give its dice to the attack if it has planned one on the same character that is possible. [NOV-46]"""
    for k in range(s.num_planned[j]):
        part = int(s.plan_kind[j, k])
        same = s.plan_what[j, k] == AT_PIECE and s.plan_aim[j, k] == s.a_aim
        if s.plan_fate[j, k] == PLANNED and is_attack(part) and same and not r.weapon_area[weapon_of(s, r, j, part)]:
            if why_no_attack(s, r, j, part, AT_PIECE, s.a_aim) == LEGAL:
                s.plan_fate[j, k] = TAKEN
                return True
    return False


@kernel
def note_mobbing(s, r, i):
    """Note that extras of the side have attacked a character in this round. [NOV-46, NOV-P8]"""
    if strikes_character(s, r):
        s.mobbed[s.a_aim] |= 1 << s.side[i]
