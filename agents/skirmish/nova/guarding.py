"""What the bots of nova expect to be done to them, and what dodges and parries would avert."""

from swarmzoo.agents.skirmish.nova.chances import SURE, chance
from swarmzoo.agents.skirmish.nova.judgement import PLAIN, is_foe
from swarmzoo.agents.skirmish.nova.odds import less
from swarmzoo.agents.skirmish.nova.standing import best_arm
from swarmzoo.agents.skirmish.nova.worths import grade_from
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN
from swarmzoo.envs.skirmish.nova.actions import DODGE
from swarmzoo.envs.skirmish.nova.aims import is_attack, is_ranged
from swarmzoo.envs.skirmish.nova.fight.henchmen import service
from swarmzoo.envs.skirmish.nova.sheet import able, henchmen_left, is_person, who
from swarmzoo.envs.skirmish.nova.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.nova.state import AT_PIECE, DECLARING, PLANNED

USUAL = 2  # successes that a defence needs as a rule


@kernel
def attacks_planned(s, v, i):
    """Return how many attacks at a piece another one has declared; 1 where it has declared nothing yet."""
    if s.num_planned[v] == 0 and not s.full[v]:
        return int(s.phase == DECLARING)
    count = 0
    for k in range(s.num_planned[v]):
        at = s.plan_what[v, k] == AT_PIECE and s.plan_aim[v, k] == i
        count += at and s.plan_fate[v, k] == PLANNED and is_attack(s.plan_kind[v, k])
    return count


@kernel
def can_see_coming(s, r, i, v, weapon):
    """Tell whether a piece may dodge what another one shoots. [NOV-11, NOV-12]"""
    slow = not r.weapon_fast[weapon]
    return slow or r.mega_dexterity[who(s, r, i)] > 0 or s.sprinting[i] or s.initiative[i] > s.initiative[v]


@kernel
def harm_to(s, r, i, cell):
    """Return what foes may do to a piece in a cell: in all, what can be dodged, what can be parried, the worst blow."""
    total, dodged, parried, worst = 0, 0, 0, 0
    for k in range(num_foes(r)):
        v = foe_slot(r, i, k)
        times = attacks_planned(s, v, i)
        if times > 0 and is_foe(s, r, i, v) and able(s, r, v):
            grade, far = grade_from(s, r, int(s.place[v]), i), distance(r, cell, s.place[v])
            if grade != HIDDEN or far == 1:
                weapon, harm = best_arm(s, r, v, i, far, grade, PLAIN)
                if weapon != NOBODY:
                    total += times * harm
                    worst = max(worst, harm)
                    dodged += times * harm if can_see_coming(s, r, i, v, weapon) else 0
                    parried += 0 if is_ranged(r, weapon) else times * harm
    return total, dodged, parried, worst


@kernel
def guard_pool(s, r, i, dodges, order):
    """Return the dice of a dodge or a parry."""
    row = who(s, r, i)
    pool = int(r.dexterity[row]) - less(s, r, i, order, dodges)
    pool += int(r.athletics[row]) if dodges else max(int(r.brawl[row]), int(r.melee[row]) * int(r.has_melee[row]))
    if is_person(s, r, i):
        pool += int(r.mega_dice) * int(r.mega_dexterity[row])
    if henchmen_left(s, i) > 0:
        _, dice = service(s, r, i, True, False)
        pool += dice
    return pool


@kernel
def worth_of_guard(s, r, i, part, cell, order, reserved):
    """Return what a reserved dodge or parry averts; ``reserved``: how many there are already."""
    _, dodged, parried, worst = harm_to(s, r, i, cell)
    harm = min(dodged if part == DODGE else parried, worst * (1 + reserved)) // (1 + reserved)
    if reserved > 0 and (dodged if part == DODGE else parried) <= worst * reserved:
        return 0
    return harm * chance(r, guard_pool(s, r, i, part == DODGE, order), USUAL) // SURE


@kernel
def worth_of_full(s, r, i):
    """Return what full defence averts."""
    _, dodged, parried, _ = harm_to(s, r, i, int(s.place[i]))
    by_dodge = dodged * chance(r, guard_pool(s, r, i, True, 1), USUAL)
    return max(by_dodge, parried * chance(r, guard_pool(s, r, i, False, 1), USUAL)) // SURE
