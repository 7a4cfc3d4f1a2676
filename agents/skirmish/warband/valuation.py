"""What a warband has, as the features of a regression: what a position is worth to tree search.

Counts are shares of the warband's own strength, so that small and large ones compare; what its attacks may do is the
Impact to be expected, as a share of what Star the enemies have left.
"""

from math import exp

from swarmzoo.agents.skirmish.warband.judgement import faces_that_hit, nearest_loot
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.sight import cover_between
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.warband.attack import melee_dice, ranged_dice
from swarmzoo.envs.skirmish.warband.attributes import gap, is_bloodied, present, shield_of
from swarmzoo.envs.skirmish.warband.rules import HOLD_CENTRE, LOOT
from swarmzoo.envs.skirmish.warband.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.warband.state import CALM, FLEEING
from swarmzoo.envs.skirmish.warband.victory import score_of

SETTINGS = {"cut": 1, "exploration": 1.0, "advisers": "rollout", "rollout": "captain", "widening": 0.5}
LED_IN = {
    "skirmish": {"considered": 4},  # with dice, few tries of many actions say little
    **{scenario: {"cut": 1} for scenario in ("kill_leader", "loot", "hold_centre")},  # to the end of the turn
}
LEARNED_FROM = ("", "size=3", "scenario=kill_leader", "scenario=loot", "scenario=hold_centre")
LEARNED_OF = ("captain",)
(STAR, CHARACTERS, BLOODIED, STUNNED, PRONE, COVERED, HUGGING, AFRAID, FLEES) = range(9)
(AIMING, ORDERED, SPELL, TO_ACT) = range(9, 13)
(STRIKES, STRIKES_LATER, SHOTS, SHOTS_LATER, STRIKES_NOW, SHOTS_NOW) = range(13, 19)
(NEAR, ACTING, POINTS, HEXES, SCORE, LOOT_NEAR, CENTRE) = range(19, 26)
WEIGHTS = {
    "Star": 3.770,
    "characters": 3.656,
    "Bloodied": -0.844,
    "Stunned": -1.506,
    "prone": -0.030,
    "in cover": -0.054,
    "behind its cover": 0.075,
    "afraid": -1.242,
    "fleeing": -2.593,
    "aiming": 0.717,
    "under orders": -0.075,
    "under a spell": 0.713,
    "still to act": 0.747,
    "strikes soon": 4.496,
    "strikes later": 2.041,
    "shots soon": 2.726,
    "shots later": -0.730,
    "strikes with points": 0.740,
    "shots with points": 0.657,
    "near an enemy": -1.093,
    "acts now": -0.384,
    "points left": 0.153,
    "hexes left": 0.018,
    "points of the scenario": 0.055,
    "loot nearby": -0.135,
    "near the centre": 0.131,
}
_IN_SCENARIOS = ("kill_leader", "loot", "hold_centre", "versus_swarm")
_ROWS = {  # of the same features, in these scenarios
    "Star": (4.956, 3.670, 3.981, 7.132),
    "characters": (-0.913, 0.434, 2.966, 0.430),
    "Bloodied": (1.263, 0.032, -0.424, 0.833),
    "Stunned": (0.519, -1.447, -1.074, 1.665),
    "prone": (0.159, -0.821, -0.502, -0.540),
    "in cover": (0.073, 0.068, 0.031, -0.050),
    "behind its cover": (-0.073, -1.505, 0.210, -1.280),
    "afraid": (-1.128, -1.259, -1.635, -3.397),
    "fleeing": (-1.415, -0.706, -1.138, -5.942),
    "aiming": (-1.253, 0.658, -0.195, -1.016),
    "under orders": (0.360, 0.102, -0.011, -0.181),
    "under a spell": (-0.205, 0.291, 0.503, 1.725),
    "still to act": (0.932, 1.276, 0.983, 0.834),
    "strikes soon": (1.075, 2.786, 2.430, 1.514),
    "strikes later": (0.018, 1.370, 0.917, -0.295),
    "shots soon": (1.756, 1.481, 2.413, 7.270),
    "shots later": (1.119, -0.411, 0.314, -2.786),
    "strikes with points": (0.707, -0.040, -0.117, 1.343),
    "shots with points": (0.746, 0.054, -0.200, 0.221),
    "near an enemy": (1.197, -1.038, -0.614, 2.732),
    "acts now": (-0.218, -0.314, -0.223, -0.176),
    "points left": (0.057, 0.169, 0.111, 0.016),
    "hexes left": (-0.009, -0.005, 0.006, 0.042),
    "points of the scenario": (0.000, 0.900, 0.425, 0.000),
    "loot nearby": (0.000, 0.735, 0.000, 0.000),
    "near the centre": (0.000, 0.000, 0.139, 0.000),
}
WEIGHTS_IN = {scenario: {name: row[k] for name, row in _ROWS.items()} for k, scenario in enumerate(_IN_SCENARIOS)}


@kernel
def outlook(s, r, side, f):
    """Write the features of a warband, float32 (features,); tell whether it is still in the game."""
    if s.broken[side] or s.left[side] == 0:
        return False
    for k in range(f.shape[0]):
        f[k] = 0.0
    full, enemies = 0, enemy_star(s, r, side)
    for k in range(r.slots):
        i = side * int(r.slots) + k
        full += int(r.own_star[i])
        if present(s, i):
            write_condition(s, r, i, f)
            write_attacks(s, r, i, enemies, f)
            if r.scenario == LOOT or r.scenario == HOLD_CENTRE:
                write_errand(s, r, i, f)
    f[STAR] /= full
    for k in range(BLOODIED, TO_ACT + 1):
        f[k] /= int(r.strength[side])
    f[NEAR] /= int(r.strength[side])
    f[CHARACTERS] = s.left[side] / int(r.strength[side])
    if s.current != NOBODY and s.side[s.current] == side:
        f[ACTING], f[POINTS], f[HEXES] = 1.0, s.points, s.budget
    if r.scenario == LOOT or r.scenario == HOLD_CENTRE:
        f[SCORE] = score_of(s, r, side)
    return True


@kernel
def write_condition(s, r, i, f):
    """Add what state a character is in."""
    f[STAR] += s.star[i]
    f[BLOODIED] += is_bloodied(s, r, i)
    f[STUNNED] += s.stunned[i]
    f[PRONE] += s.prone[i]
    f[COVERED] += int(r.cover[s.terrain[s.place[i]]])
    f[HUGGING] += s.hugging[i]
    f[AFRAID] += s.morale[i] != CALM
    f[FLEES] += s.morale[i] == FLEEING
    f[AIMING] += s.aim[i]
    f[ORDERED] += s.order[i] > 0
    f[SPELL] += s.ward[i] + s.haste[i]
    f[TO_ACT] += not s.activated[i]


@kernel
def enemy_star(s, r, side):
    """Return the Star that all others have left."""
    total = 0
    for j in range(s.side.shape[0]):
        if present(s, j) and s.side[j] != side:
            total += int(s.star[j])
    return max(total, 1)


@kernel
def harm(s, r, j, dice, attribute):
    """Return the Impact to be expected of attack dice at an enemy: no more than it has Star, more of who may fall."""
    impact = max(dice, 0) * faces_that_hit(attribute, 0) * (6 - min(shield_of(s, r, j), 5)) / 36
    star = float(s.star[j])
    return min(impact, star) * (1.0 + 1.0 / (1.0 + star))


@kernel
def write_attacks(s, r, i, enemies, f):
    """Add what a character's best strike and its best shot promise."""
    if s.stunned[i]:
        return
    strike, shot, target, nearest = 0.0, 0.0, NOBODY, 99
    stride, reach = int(r.own_boots[i]), int(r.own_melee_reach[i])
    for k in range(num_foes(r)):
        j = foe_slot(r, s.side[i], k)
        if present(s, j):
            far = gap(s, r, i, j)
            nearest = min(nearest, far)
            if far <= 2 * stride + reach:
                near = 1.0 if far <= reach else (0.7 if far <= stride + reach else 0.3)
                strike = max(strike, near * harm(s, r, j, melee_dice(s, r, i), int(s.mallet[j])))
            if far <= r.own_ranged_reach[i]:
                promise = harm(s, r, j, ranged_dice(s, r, i), int(r.own_key[j])) * (1.0 if far <= r.near_range else 0.8)
                if promise > shot:
                    shot, target = promise, j
    if target != NOBODY:
        between = cover_between(s, r, s.place[i], s.place[target])
        shot *= 0.3 if between == HIDDEN else 1.0 - 0.2 * between
    if r.own_reload[i] and not s.loaded[i]:
        shot *= 0.5
    strike, shot = strike / enemies, shot / enemies
    f[NEAR] += exp(-nearest / 6.0)
    f[STRIKES_LATER if s.activated[i] else STRIKES] += strike
    f[SHOTS_LATER if s.activated[i] else SHOTS] += shot
    if s.current == i:
        f[STRIKES_NOW], f[SHOTS_NOW] = strike * int(s.points), shot * int(s.points)


@kernel
def write_errand(s, r, i, f):
    """Add how near a character is to what the scenario counts."""
    if r.scenario == HOLD_CENTRE:
        f[CENTRE] += exp(-max(distance(r, s.place[i], r.middle) - int(r.centre_radius), 0) / 4.0)
    elif s.lying > 0:
        cell = nearest_loot(s, r, i)
        if cell != NOBODY:
            f[LOOT_NEAR] += exp(-distance(r, s.place[i], cell) / 4.0)
