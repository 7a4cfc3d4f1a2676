"""How the bots of nova answer: to attacks, dazes and injuries, to what has become impossible. [NOV-2, NOV-10]"""

from swarmzoo.agents.skirmish.nova.chances import SURE, chance
from swarmzoo.agents.skirmish.nova.gripping import best_use
from swarmzoo.agents.skirmish.nova.guarding import guard_pool
from swarmzoo.agents.skirmish.nova.judgement import DAZES, GUARDS, MAIMS, PLAIN, WILL, is_foe
from swarmzoo.agents.skirmish.nova.odds import burst_of_area, loss_of, soak_against, strength_of
from swarmzoo.agents.skirmish.nova.planning import is_of_use, worth_of_entry
from swarmzoo.agents.skirmish.nova.standing import worth_of_move
from swarmzoo.agents.skirmish.nova.worths import grade_from, worth_of_hit
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.actions import (
    ABORT_DODGE,
    ABORT_PARRY,
    BY_ROLL,
    DODGE,
    LET_GO,
    LIGHT_BLOW,
    MAIM,
    PARRY,
    POWER_THROUGH,
    ROLL,
    RUN,
    SPEND,
    SUPPORT,
    TAKE_IT,
    USE_DODGE,
    USE_PARRY,
)
from swarmzoo.envs.skirmish.nova.fight.defending import reserved, to_abort
from swarmzoo.envs.skirmish.nova.plans import order_penalty
from swarmzoo.envs.skirmish.nova.sheet import boxes, levels_of, who
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.nova.state import DEFENDING, POWERING

SPENT = 10  # thousandths of a piece for each hundredth that a point of Willpower counts


@kernel
def best_answer(s, r, j, mask, w):
    """Return the answer to a question of an attack."""
    take = int(r.first[TAKE_IT])
    if s.stage == DEFENDING:
        return best_defence(s, r, j, mask, take, w)
    if s.stage == POWERING:
        return int(r.first[POWER_THROUGH]) if w[DAZES] > w[WILL] else take
    return int(r.first[MAIM]) if worth_of_body(s, r, j) > SPENT * int(w[MAIMS]) else take


@kernel
def worth_of_body(s, r, j):
    """Return what an injury saves: all levels of the blow but one, in thousandths of what is left of the body."""
    left = max(levels_of(s, r, j) + 1 - boxes(s, j), 1)
    return 1000 * (min(int(s.a_levels), left) - 1) // left + 1000 * int(s.a_levels >= left)


@kernel
def replace_or_not(s, r, i, mask, w):
    """Return how to replace an impossible action: for a point if that is cheap, else by a roll, which costs nothing.

    It is let go where nothing else is worth anything.
    """
    if not has_use(s, r, i, w):
        return int(r.first[LET_GO])
    failing = SURE - chance(r, int(r.full_willpower[who(s, r, i)]), 1)
    cheap = mask[r.first[SPEND]] and failing > SPENT * int(w[WILL])
    return int(r.first[SPEND]) if cheap else int(r.first[ROLL])


@kernel
def has_use(s, r, i, w):
    """Tell whether any other attack, or a run, would be worth something."""
    order, cell = order_penalty(s, i, int(s.slot)), int(s.place[i])
    for k in range(num_foes(r)):
        j = foe_slot(r, i, k)
        if is_foe(s, r, i, j):
            far, grade = distance(r, cell, s.place[j]), grade_from(s, r, cell, j)
            for part in range(LIGHT_BLOW, SUPPORT + 1):
                if is_of_use(s, r, i, part, j) and best_use(s, r, i, j, part, far, grade, order, w) > 0:
                    return True
    return worth_of_move(s, r, i, RUN, w) > 0


# Defences


@kernel
def best_defence(s, r, j, mask, take, w):
    """Return the defence that averts most for what it costs."""
    harm = harm_at_hand(s, r, j)
    best, most = take, 0
    for part in range(USE_DODGE, TAKE_IT):
        dodges = part == USE_DODGE or part == ABORT_DODGE
        for k in range(int(r.first[part + 1]) - int(r.first[part])):
            if mask[int(r.first[part]) + k]:
                averted = harm * chance_to_escape(s, r, j, dodges, order_for(s, j, part)) // SURE
                worth = averted * int(w[GUARDS]) // 100
                if part == ABORT_DODGE or part == ABORT_PARRY:
                    worth = worth_of_abort(s, r, j, worth, k == BY_ROLL, w)
                if worth > most:
                    best, most = int(r.first[part]) + k, worth
    return best


@kernel
def worth_of_abort(s, r, j, worth, by_roll, w):
    """Return what it is worth to give an action up for a defence. [NOV-2]"""
    k = to_abort(s, j)
    worth -= worth_of_entry(s, r, j, k, order_penalty(s, j, k), w)
    if by_roll:
        return worth * chance(r, int(r.full_willpower[who(s, r, j)]), 1) // SURE
    return worth - SPENT * int(w[WILL])


@kernel
def order_for(s, j, part):
    """Return the dice that a defence loses by the order of actions."""
    if s.full[j]:
        return int(s.defended[j])
    if part == USE_DODGE or part == USE_PARRY:
        return order_penalty(s, j, reserved(s, j, DODGE if part == USE_DODGE else PARRY))
    return order_penalty(s, j, to_abort(s, j))


@kernel
def harm_at_hand(s, r, j):
    """Return what the attack is expected to do to its target that does not defend itself."""
    weapon, i, net = int(s.a_weapon), int(s.attacker), int(s.a_net)
    if r.weapon_area[weapon]:
        loss = burst_of_area(s, r, i, j, weapon, int(s.a_helpers), int(s.a_adds))
    else:
        soak = soak_against(s, r, j, int(s.a_kind), weapon)
        dice = max(strength_of(s, r, i, weapon) + net + int(s.a_helpers) - soak, 0)
        loss = loss_of(s, r, j, weapon, 100 * dice, SURE * int(dice > 0), SURE, int(s.a_adds), 0, 0)
    return max(worth_of_hit(s, r, j, weapon, loss, PLAIN), 1)


@kernel
def chance_to_escape(s, r, j, dodges, order):
    """Return ten-thousandths of the chance that a defence avoids the attack whole. [NOV-G7]"""
    area = int(r.weapon_area[s.a_weapon])
    aimed = area == 0 or (s.a_aim == j and s.a_net >= 0)
    needed = (s.a_net + 1 if aimed else 1) + (area + 1) // 2 + int(dodges) * int(r.weapon_dodge[s.a_weapon])
    needed += int(r.daze_difficulty) if s.dazed[j] else 0
    return max(chance(r, guard_pool(s, r, j, dodges, order), needed), 1)
