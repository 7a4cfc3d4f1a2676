"""What an agent sees of a piece: how it is, what it has declared, and what its sheet says. [NOV-A6, NOV-30]"""

from swarmzoo.envs.core.fields import bearing, distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.fight.stages import NO_ATTACK
from swarmzoo.envs.skirmish.nova.layout import (
    NUM_HENCHMEN,
    NUM_PLAN,
    NUM_WEAPON,
    PLANS_AT,
    PROFILE_HENCHMEN,
    PROFILE_WEAPONS,
)
from swarmzoo.envs.skirmish.nova.sheet import (
    able,
    boxes,
    henchmen_left,
    is_cold,
    is_mob,
    is_person,
    levels_of,
    who,
    wound_penalty,
)
from swarmzoo.envs.skirmish.nova.state import WAITING
from swarmzoo.envs.skirmish.nova.viewing import byte, middle_of, rowed, seen_from, write_aim, write_seen


@kernel
def is_open(s, r, i, j):
    """Tell whether a piece knows what the sheet of another one says. [NOV-A6]"""
    return r.reveal == 0 or r.side_of[i] == r.side_of[j]


@kernel
def layers_unseen(s, r, i, j):
    """Return the bits of layers of armour of a piece that another one does not see: gone, or under clothes. [NOV-30]"""
    row, found = who(s, r, j), int(s.gone_layers[j])
    for k in range(r.layers[row]):
        if r.side_of[i] != r.side_of[j] and r.concealed[row, k]:
            found |= 1 << k
    return found


# How it is


@kernel
def write_sheet(s, r, i, j, out):
    """Write how a piece is, seen from another one."""
    row = who(s, r, j)
    if not r.present[row] or s.side[j] == NOBODY:
        return
    out[0], out[1], out[2], out[3] = 1 + r.kind[row], s.fate[j], s.members[j], byte(henchmen_left(s, j))
    out[4], out[5], out[6], out[7] = byte(levels_left(s, r, j)), s.aggravated[j], s.lethal[j], s.bashing[j]
    out[8], out[9], out[10], out[11] = s.stun[j], byte(s.taken[j]), s.willpower[j], wound_penalty(s, r, j)
    out[12], out[13], out[14] = byte(s.maimed[j]), s.ablative[j], byte(s.dying[j])
    out[15], out[16], out[17] = flags_of(s, j), marks_of(s, r, j), mobbed_by(s, r, i, j)
    out[18], out[19], out[20] = byte(s.stun_next[j]), rowed(r, i, s.holding[j]), rowed(r, i, s.held_by[j])
    if is_open(s, r, i, j):
        write_soak(s, r, i, j, out[21:26])
    write_place(s, r, i, j, out[26:33])
    out[33], out[34], out[35] = byte(s.initiative[j]), place_in_order(s, j), moment_of(s, j)
    out[36], out[37] = s.num_planned[j], byte(s.defended[j])
    for k in range(s.henchmen.shape[1]):
        out[38 + k], out[41 + k] = s.henchmen[j, k], s.supports[j, k]
    for k in range(s.plan_kind.shape[1]):
        write_plan(s, r, i, j, k, out[PLANS_AT + k * NUM_PLAN : PLANS_AT + (k + 1) * NUM_PLAN])


@kernel
def levels_left(s, r, j):
    """Return the health levels that a piece has left, all members together."""
    if is_person(s, r, j):
        return levels_of(s, r, j) + 1 - boxes(s, j)
    left = int(s.members[j]) if is_mob(s, r, j) else 0
    for k in range(s.hl.shape[1]):
        left += 0 if is_mob(s, r, j) else int(s.hl[j, k])
    return left


@kernel
def flags_of(s, j):
    """Return what is true of a piece, a bit each."""
    flags = int(s.dazed[j] != 0) | int(s.stunned[j] != 0) << 1 | int(s.prone[j] != 0) << 2
    flags |= int(s.covered[j] != 0) << 3 | int(s.holding[j] != NOBODY) << 4 | int(s.held_by[j] != NOBODY) << 5
    return flags | int(s.full[j] != 0) << 6 | int(s.sprinting[j] != 0) << 7


@kernel
def marks_of(s, r, j):
    """Return what else is true of a piece, a bit each."""
    marks = int(s.daze_next[j] != 0) | int(is_cold(s, r, j)) << 1 | int(s.powered[j] != 0) << 2
    marks |= int(s.beyond_help[j] != 0) << 3 | int(s.has_healed[j] != 0) << 4
    return marks | int(able(s, r, j)) << 5


@kernel
def mobbed_by(s, r, i, j):
    """Return the sides whose cinematic extras have attacked a piece, a bit each, counted from the own one. [NOV-46]"""
    found = 0
    for k in range(r.sides):
        found |= (int(s.mobbed[j]) >> int(r.nth[r.side_of[i], k]) & 1) << k
    return found


@kernel
def write_soak(s, r, i, j, out):
    """Write the soak of a piece and the penalty of its armour, as far as they are seen. [NOV-21 to NOV-30]"""
    row, unseen = who(s, r, j), layers_unseen(s, r, i, j)
    for k in range(3):
        out[k] = byte(int(r.natural[row, k]) + int(r.powered[row, k]) + int(r.armoured[row, unseen, k]))
    out[3] = byte(r.mobility[row, unseen])
    for k in range(r.layers[row]):
        out[4] |= (~unseen >> k & 1) << k


@kernel
def write_place(s, r, i, j, out):
    """Write where a piece is, as seen from another one."""
    here, there = middle_of(s, i), middle_of(s, j)
    if there == NOBODY:
        return
    out[4], out[5] = s.height[there], r.cover[s.terrain[there]]
    out[6] = byte(r.edge[r.side_of[j], there])
    if here != NOBODY:
        q, row = seen_from(s, r, i, there)
        out[0], out[1] = byte(distance(r, here, there)), 1 + bearing(q, row)
        write_seen(s, r, i, there, out[2:4])


@kernel
def place_in_order(s, j):
    """Return the place of a piece in the order of acting, from 1; 0: it takes no part in the round."""
    for nth in range(s.num_order):
        if s.order[nth] == j:
            return nth + 1
    return 0


@kernel
def moment_of(s, j):
    """Return what a piece has to do with what goes on, a bit each."""
    if s.done:
        return 0
    found = int(s.current == j) | int(s.stage != WAITING and s.actor == j) << 1
    if s.a_step != NO_ATTACK:
        found |= int(s.attacker == j) << 2 | int(s.target == j) << 3
        found |= (int(s.a_queue) >> int(j) & 1) << 4 | int(s.a_shield == j) << 5
    return found


@kernel
def write_plan(s, r, i, j, k, out):
    """Write an action that a piece has declared, or is declaring. [NOV-A1]"""
    out[0] = s.plan_kind[j, k]
    write_aim(s, r, i, int(s.plan_what[j, k]), int(s.plan_aim[j, k]), out[1:5])
    out[5], out[6] = s.plan_mode[j, k], s.plan_how[j, k]
    out[7] = int(s.plan_fate[j, k]) | int(s.plan_harder[j, k] != 0) << 2


# What its sheet says


@kernel
def write_profile(s, r, i, j, out):
    """Write what the sheet of a piece says in this encounter; nothing where it is not known."""
    row = who(s, r, j)
    if not r.present[row] or not is_open(s, r, i, j):
        return
    write_traits(r, row, out)
    for k in range(r.layers[row]):
        hidden = r.side_of[i] != r.side_of[j] and r.concealed[row, k]
        out[33 + k] = 0 if hidden else byte(r.destruction[row, k])
    for k in range(r.weapons.shape[1]):
        at = PROFILE_WEAPONS + k * NUM_WEAPON
        write_weapon(r, int(r.weapons[row, k]), out[at : at + NUM_WEAPON])
    for k in range(r.henchmen_type.shape[1]):
        at = PROFILE_HENCHMEN + k * NUM_HENCHMEN
        write_henchmen(r, int(r.henchmen_type[row, k]), int(r.henchmen_count[row, k]), out[at : at + NUM_HENCHMEN])


@kernel
def write_traits(r, row, out):
    """Write attributes, abilities and what follows from them."""
    out[0], out[1], out[2] = r.strength[row], r.dexterity[row], r.stamina[row]
    out[3], out[4], out[5] = r.wits[row], r.charisma[row], r.quantum[row]
    out[6], out[7], out[8] = r.mega_strength[row], r.mega_dexterity[row], r.mega_stamina[row]
    out[9], out[10], out[11], out[12] = r.brawl[row], r.melee[row], r.firearms[row], r.athletics[row]
    out[13], out[14], out[15], out[16] = r.power[row], r.might[row], r.endurance[row], r.tactics[row]
    out[17], out[18], out[19], out[20] = r.command[row], r.medicine[row], r.full_willpower[row], r.levels[row]
    out[21], out[22], out[23], out[24] = r.full_members[row], r.health[row], r.run[row], r.sprint[row]
    out[25], out[26] = byte(r.steadiness[row]), byte(r.hard_to_hit[row])
    out[27], out[28] = byte(r.resist_quantum[row]), byte(r.resist_mental[row])
    out[29], out[30], out[31] = byte(r.impervious[row]), byte(r.full_ablative[row]), r.hardening[row]
    out[32] = int(r.regenerates[row] != 0) | int(r.machine[row] != 0) << 1 | int(r.all_henchmen[row] != 0) << 2


@kernel
def write_weapon(r, k, out):
    """Write what a weapon is."""
    if k == NOBODY:
        return
    out[0], out[1], out[2], out[3] = (
        1 + r.weapon_skill[k],
        8 + r.weapon_accuracy[k],
        r.weapon_damage[k],
        1 + r.weapon_type[k],
    )
    out[4], out[5], out[6], out[7] = r.weapon_adds[k], r.weapon_ap[k], byte(r.weapon_metres[k]), r.weapon_area[k]
    out[8], out[9], out[10], out[11] = r.weapon_burst[k], r.weapon_dodge[k], byte(r.weapon_mass[k]), r.weapon_aero[k]
    bits = int(r.weapon_strength[k] != 0) | int(r.weapon_single_range[k] != 0) << 1 | int(r.weapon_fast[k] != 0) << 2
    bits |= int(r.weapon_soakable[k] != 0) << 3 | int(r.weapon_light[k] != 0) << 4 | int(r.weapon_thrown[k] != 0) << 5
    out[12] = bits | int(r.weapon_guided[k] != 0) << 6 | int(r.weapon_long_range[k] != 0) << 7
    out[13] = int(r.weapon_close_quarters[k] != 0) | int(r.weapon_mental[k] != 0) << 1
    out[13] |= int(r.weapon_chemical[k] != 0) << 2


@kernel
def write_henchmen(r, k, count, out):
    """Write what henchmen of a type are. [NOV-56 to NOV-61]"""
    if k == NOBODY:
        return
    out[0], out[1], out[2] = byte(count), r.henchman_attack[k], r.henchman_defence[k]
    out[3], out[4], out[5] = r.henchman_quantum[k], r.henchman_bashing[k], r.henchman_lethal[k]
    out[6], out[7], weapon = r.henchman_aggravated[k], byte(r.henchman_levels[k]), int(r.henchman_weapon[k])
    if weapon != NOBODY:
        out[8], out[9] = r.weapon_damage[weapon], r.weapon_area[weapon]
