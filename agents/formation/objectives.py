"""What a search orders squads to do: to move as one of the bots does, and to aim at enemies of one kind.

An order is a number: that of the bot, plus ``BOTS`` times the objective. Without an objective (0) it is the bot itself.

==========  ==========================================================================================
objective   whom a soldier shoots and strikes at
==========  ==========================================================================================
harm        where the harm to be expected is greatest
leaders     the same, leaders before others
shooters    the same, those with bows before others
==========  ==========================================================================================

A charger with an objective also goes for the nearest of that kind.
"""

import numpy as np

from swarmzoo.agents.formation import bots
from swarmzoo.agents.formation.bots import CHARGER, COMMANDER, DROVER, HOLD, MARCHER, SKIRMISHER, face, plan_of, towards
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.actions import AIM, MOST_TARGETS, STRIKE, VOLLEY
from swarmzoo.envs.formation.attributes import evasion_counts, melee_defense, missile_evasion
from swarmzoo.envs.formation.damage import protection
from swarmzoo.envs.formation.melee import attack_value
from swarmzoo.envs.formation.missile import find_targets, shot_value
from swarmzoo.envs.formation.rules import CLASH
from swarmzoo.envs.formation.state import MELEE, MISSILE, NOBODY, PASSIVE_MELEE, PASSIVE_MISSILE, REACTION, STEPS

BOTS = len(bots.BOT_NAMES) + len(bots.TEACHER_NAMES)
ALONE, HARM, LEADERS, SHOOTERS = range(4)
WITH_OBJECTIVES = {"hold": HOLD, "commander": COMMANDER, "charger": CHARGER}
OBJECTIVES = {"harm": HARM, "leaders": LEADERS, "shooters": SHOOTERS}
WOUND, DAZE = 0.5, 0.25  # what they are worth against being out of action
PREFERRED = 3.0  # times as much is harm worth that is done to those whom an objective names
_MOST = 16  # results of dice beyond this are not told apart


def _at_least() -> np.ndarray:
    """Return how likely a roll of the dice is at least -16, -15 ... 17, float64 (34,)."""
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
    return np.round(found, 12)  # the same wherever it is worked out


AT_LEAST = _at_least()


def orders(game: Game) -> dict[str, int]:
    """Return all orders by name, with their numbers."""
    alone = {"marcher": MARCHER, "skirmisher": SKIRMISHER, "hold": HOLD, "commander": COMMANDER}
    if game.rules["scenario"][0] != CLASH:  # there it does what the commander does
        alone["drover"] = DROVER
    aimed = {
        f"{bot} at {objective}": number + BOTS * kind
        for bot, number in WITH_OBJECTIVES.items()
        for objective, kind in OBJECTIVES.items()
    }
    return alone | aimed


@kernel
def chance(number):
    """Return how likely the dice show at least a number."""
    return AT_LEAST[min(max(number, -_MOST), _MOST + 1) + _MOST]


@kernel
def choose(s, r, i, order, rng, mask, spare):
    """Return what a soldier does under an order."""
    bot, objective = order % BOTS, order // BOTS
    if objective == ALONE:
        return bots.choose(s, r, i, bot, rng, mask, spare)
    if s.stage == MISSILE or s.stage == PASSIVE_MISSILE or s.stage == REACTION:
        first = AIM if mask[AIM] else VOLLEY
        k = best_target(s, r, i, objective, mask, first)
        return first + k if k >= 0 else bots.choose(s, r, i, bot, rng, mask, spare)
    if s.stage == MELEE or s.stage == PASSIVE_MELEE:
        k = best_target(s, r, i, objective, mask, STRIKE)
        return STRIKE + k if k >= 0 else bots.choose(s, r, i, bot, rng, mask, spare)
    if s.stage == STEPS and plan_of(s, r, i, bot) == CHARGER:
        enemy = nearest_of(s, r, i, objective)
        if enemy != NOBODY:
            gap = distance(r, s.place[i], s.place[enemy])
            go = towards(s, r, i, s.place[enemy], mask) if gap > 1 else face(s, r, i, enemy, mask)
            return allowed(mask, go)
    return bots.choose(s, r, i, bot, rng, mask, spare)


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
def best_target(s, r, i, objective, mask, first):
    """Return which of its targets a soldier shoots (VOLLEY, AIM) or strikes at, or -1 if it has none."""
    best, best_worth = -1, -1.0
    for k in range(MOST_TARGETS):
        if mask[first + k]:
            target = int(s.targets[i, k])
            worth = expected_harm(s, r, i, target, first)
            if is_preferred(s, r, target, objective):
                worth *= PREFERRED
            if worth > best_worth:
                best, best_worth = k, worth
    return best


@kernel
def expected_harm(s, r, i, target, first):
    """Return what an attack is likely to do: 1 for out of action, parts of it for wounds and being Dazed."""
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
    wound = 1.0 if s.wounded[target] else WOUND
    daze = 0.0 if s.berserk[target] else wound if s.dazed[target] else DAZE
    harm = 0.0
    for attack in range(1, _MOST):
        likely = chance(attack - value) - chance(attack + 1 - value)
        least = protection(r, s.kind[target], attack, piercing) - damage - attack // 2
        out = chance(r.downed_from + least)
        wounded = max(out, chance(r.wounded_from + least))
        dazed = max(wounded, chance(r.dazed_from + least))
        harm += likely * (out + wound * (wounded - out) + daze * (dazed - wounded))
    return harm
