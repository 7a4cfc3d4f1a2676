"""Whom soldiers aim at: the enemy to whom they can be expected to do most harm, some kinds before others.

==========  ==========================================================================================
objective   whom a soldier shoots and strikes at
==========  ==========================================================================================
harm        where the harm to be expected is greatest
leaders     the same, leaders before others
shooters    the same, those with bows before others
==========  ==========================================================================================
"""

import numpy as np

from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import AIM, MOST_TARGETS, STRIKE
from swarmzoo.envs.formation.attributes import evasion_counts, melee_defense, missile_evasion
from swarmzoo.envs.formation.damage import protection
from swarmzoo.envs.formation.melee import attack_value
from swarmzoo.envs.formation.missile import find_targets, shot_value
from swarmzoo.envs.formation.state import NOBODY

ALONE, HARM, LEADERS, SHOOTERS = range(4)
OUT, WOUND, DAZE = 4, 2, 1  # what they are worth
CERTAIN = 1 << 24  # a chance of 1: chances are whole numbers, so that soldiers choose alike on every machine
PREFERRED = 3  # times as much is harm worth that is done to those whom an objective names
_MOST = 16  # results of dice beyond this are not told apart


def _at_least() -> np.ndarray:
    """Return how likely a roll of the dice is at least -16, -15 ... 17, int64 (34,), in parts of ``CERTAIN``."""
    once = np.zeros(11)
    for red in range(1, 7):
        for white in range(1, 7):
            once[5 + (white if red > white else -red if white > red else 0)] += 1 / 36
    chances, open_ended = np.zeros(201), np.zeros(201)
    open_ended[100] = 1.0
    for _ in range(12):
        rolled = np.convolve(open_ended, once)[5:-5]
        on = np.convolve(open_ended, np.where(np.abs(np.arange(11) - 5) == 5, once, 0.0))[5:-5]
        chances += rolled - on
        open_ended = on
    found = [chances[100 + number :].sum() for number in range(-_MOST, _MOST + 2)]
    return np.round(np.round(found, 12) * CERTAIN).astype(np.int64)  # the same wherever it is worked out


AT_LEAST = _at_least()


@kernel
def chance(number):
    """Return how likely the dice show at least a number."""
    return AT_LEAST[min(max(number, -_MOST), _MOST + 1) + _MOST]


@kernel
def is_preferred(s, r, i, objective):
    """Tell whether an enemy is of the kind that an objective names."""
    if objective == LEADERS:
        return s.leads[i]
    return objective == SHOOTERS and r.kind_bow_damage[s.kind[i]] >= 0


@kernel
def nearest_of(s, r, i, objective):
    """Return the nearest enemy of the kind that an objective names, else the nearest; or NOBODY."""
    count = find_targets(s, r, i, 1 - s.company[i], 1, r.sight, False, MOST_TARGETS)
    for k in range(count):
        if is_preferred(s, r, s.found[k], objective):
            return int(s.found[k])
    return int(s.found[0]) if count > 0 else NOBODY


@kernel
def joint_target(s, r, i, leader, objective, mask, first):
    """Return which of its targets a soldier shoots at so that its formation shoots as its leader, or -1.

    Joint fire takes from the target's Missile Evasion. [FOR-3]
    """
    wanted, best_worth = NOBODY, -1
    for k in range(MOST_TARGETS):
        if s.choices[leader] >> (first + k) & 1:
            worth = worth_of(s, r, leader, int(s.targets[leader, k]), objective, first)
            if worth > best_worth:
                wanted, best_worth = int(s.targets[leader, k]), worth
    for k in range(MOST_TARGETS):
        if wanted != NOBODY and mask[first + k] and s.targets[i, k] == wanted:
            return k
    return -1


@kernel
def worth_of(s, r, i, target, objective, first):
    """Return what an attack on an enemy is worth to a soldier with an objective."""
    worth = expected_harm(s, r, i, target, first)
    return worth * PREFERRED if is_preferred(s, r, target, objective) else worth


@kernel
def best_target(s, r, i, objective, mask, first):
    """Return which of its targets a soldier shoots (VOLLEY, AIM) or strikes at, or -1 if it has none."""
    best, best_worth = -1, -1
    for k in range(MOST_TARGETS):
        if mask[first + k]:
            worth = worth_of(s, r, i, int(s.targets[i, k]), objective, first)
            if worth > best_worth:
                best, best_worth = k, worth
    return best


@kernel
def expected_harm(s, r, i, target, first):
    """Return what an attack is likely to do, in parts of ``OUT * CERTAIN * CERTAIN``: out of action for sure."""
    kind, gap = s.kind[i], distance(r, s.place[i], s.place[target])
    if first == STRIKE:
        value = attack_value(s, r, i, target, gap)
        value -= melee_defense(s, r, target, gap >= r.kind_reach[s.kind[target]])
        damage, piercing = r.kind_damage[kind] + r.kind_vigor[kind], r.kind_piercing[kind]
    else:
        value = shot_value(s, r, i, target, gap, first == AIM)
        if evasion_counts(s, r, target, s.place[i]):
            value -= missile_evasion(s, r, target, 0)
        damage, piercing = r.kind_bow_damage[kind], r.kind_bow_piercing[kind]
    wound = OUT if s.wounded[target] else WOUND
    daze = 0 if s.berserk[target] else wound if s.dazed[target] else DAZE
    harm = 0
    for attack in range(1, _MOST):
        likely = chance(attack - value) - chance(attack + 1 - value)
        least = protection(r, s.kind[target], attack, piercing) - damage - attack // 2
        out = chance(r.downed_from + least)
        wounded = max(out, chance(r.wounded_from + least))
        dazed = max(wounded, chance(r.dazed_from + least))
        harm += likely * (OUT * out + wound * (wounded - out) + daze * (dazed - wounded))
    return harm
