"""What units are, as Overseers see it: profiles, types, weapons. [OVR-A6]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.layout import NUM_WEAPON
from swarmzoo.envs.skirmish.overseer.rules import FULL, SEMI


@kernel
def write_profile(r, j, row):
    """Write the profiles of a unit: the leader, its type, the Underlings with which it began, weapons."""
    if j < r.units and not r.present[j]:
        return
    if j < r.units:
        row[0], row[1], row[2] = r.lead_ws[j], r.lead_bs[j], r.lead_toughness[j]
        row[3], row[4], row[5] = r.lead_agility[j], r.lead_willpower[j], r.lead_armour[j]
        row[6], row[7], row[8] = r.lead_fellowship[j], r.lead_command[j], r.lead_skill[j]
        row[9], row[10] = r.lead_wounds[j], r.lead_fear[j]
        row[11] = int(r.type_cover_ground[j] != 0) | int(r.type_marked_attack[j] != 0) << 1
        row[12], row[13], row[14] = r.type_heavy_hit[j], r.type_heavy_damage[j], r.type_melee_hit[j]
        row[15], row[16], row[17] = r.type_melee_damage[j], r.type_armour[j], r.type_nerve[j]
        row[18] = r.type_skill[j]
        write_weapon(r, r.lead_ranged[j], row[33:])
        write_weapon(r, r.lead_melee[j], row[33 + NUM_WEAPON :])
        write_weapon(r, r.specialist_weapon[j], row[33 + 4 * NUM_WEAPON :])
    row[19], row[20], row[21] = r.men_ws[j], r.men_bs[j], r.men_toughness[j]
    row[22], row[23], row[24] = r.men_agility[j], r.men_willpower[j], r.men_armour[j]
    row[25] = int(r.passive_cover_ground[j] != 0) | int(r.passive_marked_attack[j] != 0) << 1
    row[26], row[27], row[28] = r.passive_heavy_hit[j], r.passive_heavy_damage[j], r.passive_melee_hit[j]
    row[29], row[30], row[31] = r.passive_melee_damage[j], r.passive_armour[j], r.passive_nerve[j]
    row[32] = r.passive_skill[j]
    write_weapon(r, r.men_ranged[j], row[33 + 2 * NUM_WEAPON :])
    write_weapon(r, r.men_melee[j], row[33 + 3 * NUM_WEAPON :])


@kernel
def write_weapon(r, weapon, row):
    """Write what a weapon is."""
    if weapon == NOBODY:
        return
    row[0], row[1], row[2] = r.weapon_metres[weapon], r.weapon_dice[weapon], r.weapon_bonus[weapon]
    row[3], row[4], row[5] = r.weapon_pen[weapon], r.weapon_blast[weapon], r.weapon_devastating[weapon]
    burst = int(r.weapon_burst[weapon] == SEMI) | int(r.weapon_burst[weapon] == FULL) << 1
    qualities = int(r.weapon_spray[weapon] != 0) << 2 | int(r.weapon_sniper[weapon] != 0) << 3
    row[6] = burst | qualities | int(r.weapon_heavy[weapon] != 0) << 4 | 32
