"""What the bots of overseer expect of attacks: hundredths of hits, of kills, of Wounds. [OVR-P1, OVR-P4]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.effects import team_damage, team_hit
from swarmzoo.envs.skirmish.overseer.modifiers import of_bracket, stands_higher
from swarmzoo.envs.skirmish.overseer.state import (
    CALLED_BLOW,
    CALLED_SHOT,
    CHARGED,
    CONCENTRATED,
    OVERWATCHED,
    SUPPORTED,
    SUPPRESSION,
)
from swarmzoo.envs.skirmish.overseer.targets import is_melee, is_own, weapon_of
from swarmzoo.envs.skirmish.overseer.units import bracket_of, cover_of_leader, effect, home_of, ordinary, usm

SEMI, FULL = 1, 2  # bursts


@kernel
def needed_for(s, r, kind, u, v):
    """Return about what the test of an attack must not exceed."""
    weapon, home = weapon_of(s, r, kind, u, v), home_of(s, r, u)
    own, melee = is_own(s, r, kind, u, v), is_melee(kind)
    if melee:
        strength = usm(s, r, u) + effect(s, r, u, r.type_melee_hit, r.passive_melee_hit)
        total = int(r.lead_ws[u]) if own else int(r.men_ws[home]) + strength
        total += int(r.run_ws) if s.running[v] else 0
        total += int(r.charge_bonus) if kind == CHARGED else 0
    else:
        total = int(r.lead_bs[u]) if own else int(r.men_bs[home]) + (0 if kind == SUPPORTED else usm(s, r, u))
        total += of_bracket(r, bracket_of(s, r, u, v, weapon)) - (int(r.run_bs) if s.running[v] else 0)
        total += int(r.height_bonus) if stands_higher(s, u, v) else 0
        total -= int(r.cover_ground_bs) if s.under_cover[v] else 0
        total -= int(r.into_melee_loss) if s.touch[v] != 0 else 0
    return total + of_kind(s, r, kind, u, v, weapon)


@kernel
def of_kind(s, r, kind, u, v, weapon):
    """Return what the kind of an attack adds to its test."""
    total = 0
    if kind == CONCENTRATED:
        total += int(r.concentrated_bonus)
    elif kind == SUPPRESSION:
        total -= int(r.suppress_loss)
    elif kind == OVERWATCHED:
        total -= int(r.overwatch_loss)
    elif kind == CALLED_SHOT or kind == CALLED_BLOW:
        total -= max(int(r.called_loss), usm(s, r, v))
    if is_own(s, r, kind, u, v):
        total += int(r.aim_bonus) * int(s.aim[u])
    elif s.marked[u] == v and not is_melee(kind):
        total += int(r.mark_bonus)
    if weapon != NOBODY and r.weapon_heavy[weapon] and not is_melee(kind):
        total += team_hit(s, r, u)
    return total


@kernel
def expected_hits(needed, step, most):
    """Return hundredths of the hits to be expected: one, and one more for every so many of the margin, at most."""
    total, margin = max(min(needed, 95), 5), needed - step
    for _ in range(1, most):
        if step == 0 or margin <= 0:
            break
        total += min(margin, 95)
        margin -= step
    return total


@kernel
def hits_of_burst(r, weapon, needed):
    """Return hundredths of the hits to be expected of one who shoots with a weapon."""
    burst = int(r.weapon_burst[weapon])
    return expected_hits(needed, 20 if burst == SEMI else (10 if burst == FULL else 0), 10)


@kernel
def hits_of(s, r, kind, u, v):
    """Return hundredths of the hits to be expected of an attack."""
    needed, weapon = needed_for(s, r, kind, u, v), weapon_of(s, r, kind, u, v)
    if kind == CALLED_SHOT or kind == CALLED_BLOW:
        return expected_hits(needed, 0, 1)
    if is_own(s, r, kind, u, v) or kind == SUPPORTED:
        return expected_hits(needed, 0, 1) if is_melee(kind) else hits_of_burst(r, weapon, needed)
    if is_melee(kind):
        most = int(s.in_touch[u, v]) if kind != CHARGED else max(int(s.us[u]) // 3, 1)
        return expected_hits(needed, 10, most)
    most = int(s.us[u]) * (2 if kind == CONCENTRATED and r.weapon_burst[weapon] > 0 else 1)
    return expected_hits(needed, 20 if kind == SUPPRESSION else 10, most)


@kernel
def beyond(dice, least):
    """Return hundredths of the chance that some ten-sided dice show more than a number."""
    if dice == 1:
        return 10 * min(max(10 - least, 0), 10)
    mean, width = 11 * dice // 2, 4 * dice
    return min(max(50 + (mean - least) * 50 // width, 0), 100)


@kernel
def reduction_of(s, r, u, v, melee, pen, on_leader):
    """Return what the armour, cover and Toughness of a unit take from a blow of another one."""
    home = home_of(s, r, v)
    if on_leader:
        points, toughness = int(r.lead_armour[v]), int(r.lead_toughness[v])
    else:
        points, toughness = int(r.men_armour[home]), int(r.men_toughness[home])
        points += effect(s, r, v, r.type_armour, r.passive_armour)
    if not melee:
        level = cover_of_leader(s, r, u, v) if on_leader else int(s.cover[u, v])
        points += int(r.cover_armour[level])
    return max(points - pen, 0) + toughness // 10


@kernel
def bonus_of(s, r, kind, u, v, weapon):
    """Return what is added to the damage dice of an attack."""
    total = int(r.weapon_bonus[weapon])
    if is_melee(kind) and not is_own(s, r, kind, u, v):
        total += effect(s, r, u, r.type_melee_damage, r.passive_melee_damage)
    if s.marked[u] == v and not is_melee(kind) and not is_own(s, r, kind, u, v):
        total += int(r.mark_damage)
    return total + (team_damage(s, r, u) if r.weapon_heavy[weapon] else 0)


@kernel
def kills_of_blow(s, r, u, v, weapon):
    """Return how many a killing blow kills, fury apart."""
    base = max(bracket_of(s, r, u, v, weapon), 1) if r.weapon_spray[weapon] else 1
    return base + (2 if r.weapon_blast[weapon] > 0 else 0) + int(r.weapon_devastating[weapon])


@kernel
def kills_of(s, r, kind, u, v):
    """Return hundredths of the Underlings that an attack is expected to kill."""
    weapon, there = weapon_of(s, r, kind, u, v), ordinary(s, r, v)
    if weapon == NOBODY or there == 0:
        return 0
    melee = is_melee(kind)
    least = reduction_of(s, r, u, v, melee, int(r.weapon_pen[weapon]), False) - bonus_of(s, r, kind, u, v, weapon)
    each = beyond(int(r.weapon_dice[weapon]), least) * kills_of_blow(s, r, u, v, weapon)
    return min(hits_of(s, r, kind, u, v) * each // 100, 100 * there)


@kernel
def wounds_of(s, r, kind, u, v, hits):
    """Return hundredths of the Wounds that hundredths of hits of an attack are expected to cost a leader."""
    weapon = weapon_of(s, r, kind, u, v)
    if weapon == NOBODY:
        return 0
    least = reduction_of(s, r, u, v, is_melee(kind), int(r.weapon_pen[weapon]), True)
    mean = 11 * int(r.weapon_dice[weapon]) // 2 + bonus_of(s, r, kind, u, v, weapon) - least
    if is_own(s, r, kind, u, v):
        return hits * max(mean, 1)
    return max(mean + hits // 100 - 1, 1) * min(hits, 100)
