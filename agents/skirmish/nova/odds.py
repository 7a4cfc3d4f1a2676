"""What the bots of nova expect of attacks: dice, difficulties, soak, and what they cost a target.

It follows the stages of an attack without its rolls, and without a word in the log. Losses are hundredths of what a
target consists of: levels, henchmen, extras.
"""

from swarmzoo.agents.skirmish.nova.chances import SURE, beyond, chance, dice_left, levels_of_dice
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.actions import CRUSH
from swarmzoo.envs.skirmish.nova.aims import CLOSE, increment_of, is_ranged, range_difficulty
from swarmzoo.envs.skirmish.nova.aims import OUT_OF_REACH as TOO_FAR
from swarmzoo.envs.skirmish.nova.fight.henchmen import most_numerous, service
from swarmzoo.envs.skirmish.nova.rules import ATHLETICS, BRAWL, MELEE, POWER
from swarmzoo.envs.skirmish.nova.sheet import (
    boxes,
    henchmen_left,
    is_cinematic,
    is_gritty,
    is_mob,
    is_person,
    is_vehicle,
    layers_worn,
    levels_of,
    mobility,
    shortfall,
    who,
    wound_penalty,
)
from swarmzoo.envs.skirmish.nova.state import AGGRAVATED, BASHING, EMP, LETHAL, STUN

SOAKED = 1000  # soak that nothing gets through


# Pools


@kernel
def less(s, r, i, order, moves):
    """Return the dice that a piece loses by wounds, injuries, armour, and the order of its actions."""
    lost = shortfall(s, r, i)
    if is_person(s, r, i):
        lost += wound_penalty(s, r, i) + int(r.maim_dice) * int(s.maimed[i]) + order
    return lost + (mobility(s, r, i) if moves or layers_worn(s, r, i) > 1 else 0)


@kernel
def skill_of(s, r, i, weapon):
    """Return Dexterity and the ability that a weapon takes."""
    row, skill = who(s, r, i), int(r.weapon_skill[weapon])
    if is_cinematic(s, r, i):
        return int(s.members[i]) if is_mob(s, r, i) else 1 + int(r.firearms[row])
    dice = int(r.dexterity[row]) + (int(r.mega_dice) * int(r.mega_dexterity[row]) if is_person(s, r, i) else 0)
    if is_vehicle(s, r, i):
        return dice + int(r.firearms[row])
    if skill == BRAWL:
        return dice + int(r.brawl[row])
    if skill == MELEE:
        return dice + int(r.melee[row])
    if skill == ATHLETICS:
        return dice + int(r.athletics[row])
    return dice + (int(r.power[row]) if skill == POWER else int(r.firearms[row]))


@kernel
def pool_of(s, r, i, weapon, far, mode, order):
    """Return the dice of an attack from so many hexes, and how many henchmen serve."""
    pool = skill_of(s, r, i, weapon)
    if is_cinematic(s, r, i):
        return pool, 0
    pool += int(r.weapon_accuracy[weapon]) - less(s, r, i, order, False) + dice_of_mode(mode)
    if far * int(r.metres) <= CLOSE:
        pool += int(r.weapon_close_quarters[weapon])
    if is_gritty(s, r, i):
        return pool + min(int(s.members[i]) - 1, int(r.gritty_helpers)), 0
    if henchmen_left(s, i) == 0:
        return pool, 0
    helpers, dice = service(s, r, i, False, r.weapon_skill[weapon] == POWER)
    return pool + dice, helpers


@kernel
def dice_of_mode(mode):
    """Return the dice of a burst that is fired for accuracy. [NOV-G10]"""
    length = (mode + 1) // 2
    return 0 if mode % 2 == 0 else (2 * length if length < 4 else 10)


@kernel
def adds_of_mode(mode):
    """Return the adds of a burst that is fired for damage. [NOV-G10]"""
    length = mode // 2
    return 0 if mode % 2 == 1 else (length if length < 4 else 5)


# Difficulty and soak


@kernel
def difficulty_from(s, r, i, weapon, far):
    """Return the difficulty of a weapon's range over so many hexes, or TOO_FAR; in melee one reaches the next hex."""
    if not is_ranged(r, weapon):
        return 0 if far == 1 else TOO_FAR
    metres, increment = far * int(r.metres), increment_of(s, r, i, weapon)
    if r.weapon_single_range[weapon]:
        return 0 if metres <= increment else TOO_FAR
    found = range_difficulty(r, metres, increment)
    return (
        found if found == TOO_FAR else max(0, found - int(r.weapon_guided[weapon]) - int(r.weapon_long_range[weapon]))
    )


@kernel
def resistance(s, r, j, weapon, far):
    """Return what a target is harder to hit by: its powers, whom it holds, that it lies."""
    row, found = who(s, r, j), 0
    if s.prone[j]:
        found += int(r.prone_difficulty) if far > 1 else -int(r.prone_difficulty)
    if henchmen_left(s, j) > 0:
        return found
    found += int(r.hard_to_hit[row])
    if r.weapon_skill[weapon] == POWER:
        found += int(r.resist_quantum[row])
    return found + (int(r.resist_mental[row]) if r.weapon_mental[weapon] else 0)


@kernel
def soak_against(s, r, j, part, weapon):
    """Return the soak of a target against a weapon; SOAKED where it does nothing at all."""
    kind, row = int(r.weapon_type[weapon]), who(s, r, j)
    if kind == EMP:
        return int(r.hardening[row]) if r.machine[row] and henchmen_left(s, j) == 0 else SOAKED
    if is_mob(s, r, j) or not r.weapon_soakable[weapon]:
        return 0
    k = max(kind - BASHING, 0)
    if kind == AGGRAVATED and r.weapon_chemical[weapon]:
        k = LETHAL - BASHING
    pierced = int(r.weapon_ap[weapon])
    if henchmen_left(s, j) > 0:
        return max(soak_of_henchmen(s, r, j, k) - pierced, 0)
    pierced = max(pierced - int(r.impervious[row]), 0)
    worn = int(r.armoured[row, s.gone_layers[j], k]) + int(r.powered[row, k])
    return int(r.natural[row, k]) + (worn // 2 if part == CRUSH else max(worn - pierced, 0))


@kernel
def soak_of_henchmen(s, r, j, k):
    """Return the soak of most of the henchmen of a commander, by the number of a type from bashing on."""
    number = int(r.henchmen_type[who(s, r, j), most_numerous(s, r, j)])
    if k == 0:
        return int(r.henchman_bashing[number])
    return int(r.henchman_lethal[number]) if k == 1 else int(r.henchman_aggravated[number])


@kernel
def strength_of(s, r, i, weapon):
    """Return the dice of damage of a weapon in somebody's hands, before successes."""
    dice = int(r.weapon_damage[weapon])
    if r.weapon_strength[weapon]:
        dice += int(r.strength[who(s, r, i)]) + int(r.mega_damage) * int(r.mega_strength[who(s, r, i)])
    return dice


# What a target is, and loses


@kernel
def whole_of(s, r, j):
    """Return of how much a piece consisted: levels, henchmen and their commander, extras, levels of extras."""
    row = who(s, r, j)
    if not is_person(s, r, j):
        return int(r.full_members[row]) * (1 if is_mob(s, r, j) else int(r.health[row]))
    count = 0
    for k in range(r.henchmen_count.shape[1]):
        count += int(r.henchmen_count[row, k])
    return count + 1 if count > 0 else levels_of(s, r, j) + 1


@kernel
def left_of(s, r, j):
    """Return how much of that is left."""
    if is_mob(s, r, j):
        return int(s.members[j])
    if is_person(s, r, j):
        left = henchmen_left(s, j)
        return left + 1 if left > 0 else max(levels_of(s, r, j) + 1 - boxes(s, j), 1)
    left = 0
    for k in range(s.hl.shape[1]):
        left += int(s.hl[j, k])
    return left


@kernel
def loss_of(s, r, j, weapon, dice, hurt, hit, adds, pool, needed):
    """Return hundredths of what a target is expected to lose by a single blow. [NOV-44 to NOV-47, NOV-60]

    ``dice``: hundredths of dice after soak; ``hurt``, ``hit``: ten-thousandths that any is left, that it hits.
    """
    if is_mob(s, r, j):
        return min(hit // 100 + beyond(r, pool, max(needed, int(r.mob_successes))), 100 * int(s.members[j]))
    if not is_person(s, r, j):
        lost = dice // int(r.gritty_dice) + adds * hurt // 100
        return min(lost, int(r.gritty_levels) * hit // 100) if is_gritty(s, r, j) else lost
    levels = levels_of_dice(r, dice) + adds * hurt // 100
    if r.weapon_type[weapon] != STUN and r.weapon_type[weapon] != EMP:
        levels += levels_of_dice(r, (hit - hurt) // 100)
    if henchmen_left(s, j) > 0:
        return fallen_of(s, r, j, levels, hit)
    return max(levels - 100 * int(s.ablative[j]) // 2, levels // 2)


@kernel
def fallen_of(s, r, j, levels, hit):
    """Return hundredths of the henchmen whom hundredths of levels fell: who loses one of his is out. [NOV-60]"""
    each = int(r.henchman_levels[r.henchmen_type[who(s, r, j), most_numerous(s, r, j)]])
    rounded = min(levels, hit // 100) * (each - 1) // (2 * each)
    return min(levels // each + rounded, 100 * henchmen_left(s, j) + 100)


@kernel
def blow(s, r, i, j, part, weapon, far, needed, pool, helpers, adds):
    """Return hundredths of what an attack at one target is expected to cost it."""
    soak = soak_against(s, r, j, part, weapon)
    if soak == SOAKED:
        return 0
    dice, hurt = dice_left(r, pool, needed, strength_of(s, r, i, weapon) + helpers - soak)
    return loss_of(s, r, j, weapon, dice, hurt, chance(r, pool, needed), adds, pool, needed)


@kernel
def burst_of_area(s, r, i, j, weapon, helpers, adds):
    """Return hundredths of what an area attack costs a piece in it that does not get away. [NOV-7, NOV-46, NOV-62]"""
    if is_mob(s, r, j):
        return 100 * int(s.members[j])
    soak = soak_against(s, r, j, NOBODY, weapon)
    spare = strength_of(s, r, i, weapon) + helpers - soak
    if soak == SOAKED or spare <= 0:
        return 0
    if is_gritty(s, r, j):
        return int(s.members[j]) * min(100 * spare // int(r.gritty_dice) + 100 * adds, 100 * int(r.gritty_levels))
    lost = loss_of(s, r, j, weapon, 100 * spare, SURE, SURE, adds, 0, 0)
    if henchmen_left(s, j) > 0:
        return min(lost * (1 + int(r.weapon_area[weapon])), 100 * henchmen_left(s, j))
    return lost
