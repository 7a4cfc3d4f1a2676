"""What the bots of nova declare: the action that adds most to the plan, as long as it adds enough. [NOV-1, NOV-G6]"""

from swarmzoo.agents.skirmish.nova.chances import SURE, chance
from swarmzoo.agents.skirmish.nova.gripping import NEVER, best_use, worth_of_grip, worth_of_release
from swarmzoo.agents.skirmish.nova.guarding import harm_to, worth_of_full, worth_of_guard
from swarmzoo.agents.skirmish.nova.judgement import FULL, GUARDS, HIDES, MORE, SAVES, WILL, is_foe
from swarmzoo.agents.skirmish.nova.odds import less
from swarmzoo.agents.skirmish.nova.standing import worth_of_move
from swarmzoo.agents.skirmish.nova.worths import at_hex, at_thing, grade_from, strike
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.actions import (
    BREAK_FREE,
    CRUSH,
    DODGE,
    DONE,
    FULL_DEFENCE,
    GRAPPLE,
    HEAL_STUN,
    LIGHT_BLOW,
    PARRY,
    RELEASE,
    RESUSCITATE,
    SPRINT,
    SUPPORT,
    TAKE_COVER,
)
from swarmzoo.envs.skirmish.nova.aims import is_attack
from swarmzoo.envs.skirmish.nova.plans import is_defence, is_move, order_penalty
from swarmzoo.envs.skirmish.nova.rules import DEMOLITION
from swarmzoo.envs.skirmish.nova.sheet import in_field, is_person, levels_of, supports_left, who
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING
from swarmzoo.envs.skirmish.nova.victory import HEROES

FREEDOM = 10_000  # what it is worth to get out of a grip
BETTER = 20  # in 100: of the danger that cover takes away when one takes it
TO_SAVE = 2  # successes that it takes to save somebody


@kernel
def order_of(s, k, n):
    """Return the dice that the k-th of n actions loses. [NOV-G6]"""
    return n + k if n > 1 else 0


@kernel
def order_now(s, r, i):
    """Return the dice that the action loses which is declared now."""
    if s.replacing:
        return order_penalty(s, i, int(s.slot))
    return order_of(s, int(s.num_planned[i]), int(s.num_planned[i]) + 1)


@kernel
def stands_at(s, i):
    """Return from which cell the action will be made that is declared: where a planned move leads, or here."""
    if not s.replacing:
        for k in range(s.num_planned[i]):
            if is_move(s.plan_kind[i, k]):
                return int(s.plan_aim[i, k])
    return int(s.place[i])


@kernel
def best_kind(s, r, i, mask, w):
    """Return the kind of action that adds most to a plan, or the end of the plan."""
    n, order, cell = int(s.num_planned[i]), order_now(s, r, i), stands_at(s, i)
    most = int(w[MORE]) if n > 0 and not s.replacing else 0
    cost = 0 if s.replacing else cost_of_another(s, r, i, n, w)
    best, most = (int(r.first[DONE]), most + cost) if mask[r.first[DONE]] else (NEVER, NEVER)
    attack, worth = best_attack(s, r, i, cell, mask, order, w)
    if worth > most and (worth > 0 or best == NEVER) and attack != NEVER:
        best, most = attack, worth
    for part in range(FULL_DEFENCE, TAKE_COVER + 1):
        if mask[r.first[part]] and not is_attack(part):
            worth = worth_besides(s, r, i, part, cell, order, w) + (cost if part == HEAL_STUN else 0)
            if worth > most:
                best, most = int(r.first[part]), worth
    return best


@kernel
def cost_of_another(s, r, i, n, w):
    """Return what the actions that are planned lose by one more. [NOV-G6]"""
    total = 0
    if not is_person(s, r, i):
        return 0
    for k in range(n):
        now, then = order_of(s, k, n), order_of(s, k, n + 1)
        total += max(worth_of_entry(s, r, i, k, now, w) - worth_of_entry(s, r, i, k, then, w), 0)
    return total


@kernel
def worth_of_entry(s, r, i, k, order, w):
    """Return what an action that is planned is worth if its order costs so many dice."""
    part, what, aim = int(s.plan_kind[i, k]), int(s.plan_what[i, k]), int(s.plan_aim[i, k])
    cell = int(s.place[i])
    if is_defence(part):
        return worth_of_guard(s, r, i, part, cell, order, 0) * int(w[GUARDS]) // 100
    if not is_attack(part):
        return 0
    if what == AT_PIECE:
        if not in_field(s, aim):
            return 0
        far, grade = distance(r, cell, s.place[aim]), grade_from(s, r, cell, aim)
        if part == GRAPPLE:
            return worth_of_grip(s, r, i, aim, far, order, w)
        return strike(s, r, i, aim, part, far, grade, int(s.plan_mode[i, k]), int(s.plan_how[i, k]), order, w)
    if what == AT_THING:
        return at_thing(s, r, i, aim, part, cell, order, w)
    return at_hex(s, r, i, part, aim, order, w) if what == AT_HEX else 0


# Attacks


@kernel
def best_attack(s, r, i, cell, mask, order, w):
    """Return the best kind of attack, at whatever it is best aimed at, and what it is worth; NEVER if there is none."""
    best, most = NEVER, NEVER
    for k in range(num_foes(r)):
        j = foe_slot(r, i, k)
        if is_foe(s, r, i, j):
            grade, far = grade_from(s, r, cell, j), distance(r, cell, s.place[j])
            for part in range(LIGHT_BLOW, SUPPORT + 1):
                if mask[r.first[part]] and is_of_use(s, r, i, part, j):
                    worth = best_use(s, r, i, j, part, far, grade, order, w)
                    if worth > most:
                        best, most = int(r.first[part]), worth
    if r.scenario == DEMOLITION and s.side[i] == HEROES:
        for part in range(LIGHT_BLOW, SUPPORT + 1):
            if mask[r.first[part]]:
                worth = at_thing(s, r, i, int(s.objective), part, cell, order, w)
                if worth > most:
                    best, most = int(r.first[part]), worth
    return best, most


@kernel
def is_of_use(s, r, i, part, j):
    """Tell whether a kind of attack is one for a foe: a crush for whom one holds, a heavy weapon that is left."""
    if part == CRUSH:
        return s.holding[i] == j
    return part != SUPPORT or supports_left(s, r, i) > 0


# Actions other than attacks


@kernel
def worth_besides(s, r, i, part, cell, order, w):
    """Return what an action other than an attack is worth."""
    if is_move(part):
        worth = worth_of_move(s, r, i, part, w)
        return worth - int(w[MORE]) if part == SPRINT else worth
    if part == FULL_DEFENCE:
        return worth_of_full(s, r, i) * int(w[FULL]) // 100
    if part == DODGE or part == PARRY:
        return worth_of_guard(s, r, i, part, cell, order, planned_guards(s, i)) * int(w[GUARDS]) // 100
    if part == BREAK_FREE:
        return FREEDOM
    if part == RESUSCITATE:
        row = who(s, r, i)
        pool = int(r.dexterity[row]) + int(r.medicine[row]) - less(s, r, i, order, False)
        return 10 * int(w[SAVES]) * chance(r, pool, TO_SAVE) // SURE
    if part == TAKE_COVER:
        total, _, _, _ = harm_to(s, r, i, cell)
        return total * BETTER // 100 * int(w[HIDES]) // 100
    if part == RELEASE:
        return worth_of_release(s, r, i, w)
    if part == HEAL_STUN:
        return 1000 * int(s.stun[i]) // levels_of(s, r, i) - 10 * int(w[WILL])
    return NEVER


@kernel
def planned_guards(s, i):
    """Return how many dodges and parries a piece has planned."""
    count = 0
    for k in range(s.num_planned[i]):
        count += is_defence(s.plan_kind[i, k])
    return count
