"""The bots of formation: each soldier follows the rules of thumb of its company's strategy.

===========  ========================================================================================
hold         waits for the enemy within bowshot, faces it, shoots and strikes at what comes near
marcher      keeps formation towards the objective, a whole squad in step behind its leader
skirmisher   stays a bowshot away, shoots, and steps back from whoever comes near
charger      goes for the nearest enemy, straight ahead in a charge where it can
volley       stands in formation within bowshot, and lets a squad shoot at whom its leader picks
commander    what the scenario asks for: marches where something is to be reached, holds where something is to
             be kept, and where companies meet lets bows shoot while the others go forward in line
===========  ========================================================================================

All aim where they can do most harm (``aiming``): they shoot at those with bows before others in a clash, at leaders on
a bridge and at an escort. Where a bridge is to be held, hold,
charger and commander go there, and so does who has no bow under volley. Where both companies are to meet, those who
wait for the enemy attack after a third of the turns.

Outside the line-up stands a teacher, drover: it does what the commander does, but on the march it leaves nobody behind
and waits until its Dazed come to themselves.

``choose`` is the compiled choice function of all of them: bot 1 is hold, 2 marcher ... (0 plays at random). Bots use
what their company sees: hidden enemies are passed over.
"""

import numpy as np

from swarmzoo.agents.formation.aiming import ALONE, HARM, LEADERS, SHOOTERS, best_target, joint_target, nearest_of
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.fields import distance, neighbour, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.formation.actions import (
    AIM,
    CHARGE,
    DEFEND,
    FACE_LEFT,
    FACE_RIGHT,
    FORM_UP,
    STAY,
    STEP,
    STRIKE,
    VOLLEY,
)
from swarmzoo.envs.formation.bodies import place_on_ring
from swarmzoo.envs.formation.missile import find_targets
from swarmzoo.envs.formation.movement import absolute, cost_of
from swarmzoo.envs.formation.rules import BRIDGE, CLASH, ESCORT
from swarmzoo.envs.formation.state import (
    FIELD,
    MELEE,
    MISSILE,
    NOBODY,
    ORDERS,
    PASSIVE_MELEE,
    PASSIVE_MISSILE,
    REACTION,
    RED,
    SHORT_MOVE,
    STEPS,
)

NAMES = ("hold", "marcher", "skirmisher", "charger", "volley", "commander")
BOT_NAMES = ("random", *NAMES)
TEACHER_NAMES = ("drover",)
HOLD, MARCHER, SKIRMISHER, CHARGER, VOLLEY_LINE, COMMANDER, DROVER = range(1, 8)
FAR = 99


@kernel
def choose(s, r, i, bot, rng, mask, spare):
    """Return the action of a bot for a soldier: what it would do, or the first thing that is allowed."""
    return allowed(mask, wish(s, r, i, bot, ALONE, rng, mask))


@kernel
def wish(s, r, i, bot, objective, rng, mask):
    """Return what a soldier would do under its bot; who would rather do nothing stays, allowed or not.

    It aims as the scenario asks for (``ALONE``), or has another objective.
    """
    plan = plan_of(s, r, i, bot)
    if s.stage == STEPS:
        return step_of(s, r, i, plan, objective, mask)
    if s.stage == ORDERS:
        return order_of(s, r, i, plan, mask)
    if s.stage == MISSILE or s.stage == PASSIVE_MISSILE:
        return shot_of(s, r, i, plan, objective, mask)
    if s.stage == REACTION:
        return reaction_of(s, r, i, plan, objective, mask)
    if s.stage == MELEE or s.stage == PASSIVE_MELEE:
        return blow_of(s, r, i, plan, objective, mask, rng)
    if s.stage == SHORT_MOVE:
        leader = s.captain[s.squad[i]]
        if leader == NOBODY or leader == i or s.fate[leader] != FIELD:
            return STAY
        return towards(s, r, i, s.place[leader], mask)
    return manoeuvre_of(s, r, i, plan, mask)


@kernel
def plan_of(s, r, i, bot):
    """Return what a soldier does under its bot: the bot itself, or what takes and keeps a bridge."""
    if bot == COMMANDER or bot == DROVER:
        return command(s, r, i, bot)
    if r.scenario == BRIDGE and (bot == HOLD or bot == CHARGER or (bot == VOLLEY_LINE and not has_bow(s, r, i))):
        if bot == CHARGER and nearest_gap(s, r, i) <= 6:
            return CHARGER
        return to_the_bridge(s, i)
    return bot


@kernel
def command(s, r, i, bot):
    """Return what a commander wants of a soldier."""
    if r.scenario == CLASH or r.scenario == BRIDGE:
        if has_bow(s, r, i):
            return VOLLEY_LINE
        if nearest_gap(s, r, i) <= 6:
            return CHARGER
        return MARCHER if r.scenario == CLASH else to_the_bridge(s, i)
    if s.company[i] == RED:
        return DROVER if bot == DROVER else MARCHER
    return VOLLEY_LINE if has_bow(s, r, i) else CHARGER


@kernel
def to_the_bridge(s, i):
    """Return what brings a soldier to the bridge, and keeps it there."""
    return MARCHER if s.way[s.company[i], s.place[i]] > 0 else HOLD


@kernel
def has_bow(s, r, i):
    """Tell whether a soldier can shoot."""
    return r.kind_bow_damage[s.kind[i]] >= 0


@kernel
def nearest(s, r, i):
    """Return the nearest enemy within sight's range that is not hidden, or NOBODY."""
    if find_targets(s, r, i, 1 - s.company[i], 1, r.sight, False, 1) == 0:
        return NOBODY
    return int(s.found[0])


@kernel
def nearest_gap(s, r, i):
    """Return how far the nearest enemy is."""
    enemy = nearest(s, r, i)
    return FAR if enemy == NOBODY else distance(r, s.place[i], s.place[enemy])


# Moving


@kernel
def towards(s, r, i, goal, mask):
    """Return the legal step that brings a soldier nearest to a cell, or stay."""
    best, best_action = distance(r, s.place[i], goal) * 16, STAY
    for way in range(6):
        if mask[STEP + way]:
            direction = absolute(s, r, i, way)
            worth = distance(r, neighbour(r, s.place[i], direction), goal) * 16 + min(way, 6 - way)
            if worth < best:
                best, best_action = worth, STEP + way
    return best_action


@kernel
def away(s, r, i, goal, mask):
    """Return the legal step that brings a soldier farthest from a cell, or stay."""
    best, best_action = distance(r, s.place[i], goal) * 16, STAY
    for way in range(6):
        if mask[STEP + way]:
            direction = absolute(s, r, i, way)
            worth = distance(r, neighbour(r, s.place[i], direction), goal) * 16 - min(way, 6 - way)
            if worth > best:
                best, best_action = worth, STEP + way
    return best_action


@kernel
def along(s, r, i, mask):
    """Return the step along the way to the objective, the same for a whole formation; stay until all can take it."""
    f = s.formation[i]
    if f == NOBODY or s.director[f] == NOBODY or s.fate[s.director[f]] != FIELD:
        return own_way(s, r, i, mask)
    leader = int(s.director[f])
    way = np.int64(s.shown[s.company[i], s.place[leader], 0]) >> 24
    if way == 7:  # at the objective: on across the edge
        return STEP if mask[STEP] else STAY
    if way == 0:
        return STAY
    for turn in range(3):
        step = (way + 4 + (turn + 1) % 3) % 6  # straight on, then a little to the right, then to the left
        if all_can(s, r, f, absolute(s, r, i, step)):
            return STEP + step if mask[STEP + step] else STAY
    return own_way(s, r, i, mask) if s.step_number == 0 else STAY


@kernel
def all_can(s, r, f, direction):
    """Tell whether all members that are not Dazed can pay a step in one direction, with no enemy in the way."""
    i = s.first_member[f]
    while i != NOBODY:
        if s.formation[i] == f and s.fate[i] == FIELD and not s.dazed[i] and not s.held[i]:
            if cost_of(s, r, i, direction, False) > s.points[i]:
                return False
            other = s.occupant[neighbour(r, s.place[i], direction)]
            if other != NOBODY and s.company[other] != s.company[i] and not s.hidden[other]:
                return False
        i = s.next_member[i]
    return True


@kernel
def any_dazed(s, f):
    """Tell whether a member of a formation is Dazed."""
    i = s.first_member[f]
    while i != NOBODY:
        if s.formation[i] == f and s.fate[i] == FIELD and s.dazed[i]:
            return True
        i = s.next_member[i]
    return False


@kernel
def own_way(s, r, i, mask):
    """Return the soldier's own step along the way to the objective, or stay."""
    way = np.int64(s.shown[s.company[i], s.place[i], 0]) >> 24
    if way == 7:
        way = 1
    if way > 0 and mask[STEP + way - 1]:
        return STEP + way - 1
    return STAY


@kernel
def face(s, r, i, other, mask):
    """Return the turn that brings an enemy before a soldier, or stay if it is there."""
    place = place_on_ring(r, s.place[i], s.facing[i], s.place[other])
    ring = distance(r, s.place[i], s.place[other])
    if place <= ring or place >= 5 * ring:
        return STAY
    turn = FACE_RIGHT if place <= 3 * ring else FACE_LEFT
    return turn if mask[turn] else STAY


@kernel
def step_of(s, r, i, plan, objective, mask):
    """Return a soldier's move in a Step."""
    if plan == DROVER and s.formation[i] != NOBODY and any_dazed(s, s.formation[i]):
        return STAY
    if plan == MARCHER or plan == DROVER:
        return along(s, r, i, mask)
    enemy = nearest(s, r, i)
    if enemy == NOBODY:
        return STAY if stands(s, r, plan) else along(s, r, i, mask)
    gap = distance(r, s.place[i], s.place[enemy])
    if plan == CHARGER or is_impatient(s, r, plan):
        return advance(s, r, i, nearest_of(s, r, i, objective), mask)
    if gap > r.longest_shot and not stands(s, r, plan):
        return along(s, r, i, mask)
    if plan == SKIRMISHER and has_bow(s, r, i):
        if gap < 4:
            return away(s, r, i, s.place[enemy], mask)
        return towards(s, r, i, s.place[enemy], mask) if gap > 9 else STAY
    if plan == SKIRMISHER:
        return towards(s, r, i, s.place[enemy], mask) if gap <= 3 or gap > 8 else STAY
    return face(s, r, i, enemy, mask) if gap <= 8 else STAY


@kernel
def advance(s, r, i, enemy, mask):
    """Return a step towards an enemy; where a river may be in the way, on the way to the bridge."""
    if distance(r, s.place[i], s.place[enemy]) <= 1:
        return face(s, r, i, enemy, mask)
    step = towards(s, r, i, s.place[enemy], mask)
    return own_way(s, r, i, mask) if step == STAY and r.scenario == BRIDGE else step


@kernel
def stands(s, r, plan):
    """Tell whether a plan is to wait for the enemy: to hold, or to shoot, where the enemy has to come."""
    return (plan == HOLD or plan == VOLLEY_LINE) and r.scenario != CLASH and r.scenario != BRIDGE


@kernel
def is_impatient(s, r, plan):
    """Tell whether those who wait where both companies are to meet have waited for a third of the game."""
    meet = r.scenario == CLASH or r.scenario == BRIDGE
    return meet and (plan == HOLD or plan == VOLLEY_LINE) and 3 * s.turn >= r.max_turns


# Orders and the rest


@kernel
def order_of(s, r, i, plan, mask):
    """Return a soldier's order: form up with a leader that is alone too, charge at what stands straight ahead."""
    if plan == CHARGER and mask[CHARGE]:
        enemy = nearest(s, r, i)
        if enemy != NOBODY:
            gap = distance(r, s.place[i], s.place[enemy])
            if r.charge_hexes < gap <= 5 and place_on_ring(r, s.place[i], s.facing[i], s.place[enemy]) == 0:
                return CHARGE
        return STAY
    leader = s.captain[s.squad[i]]
    if plan == SKIRMISHER or s.formation[i] != NOBODY or leader == NOBODY or not mask[FORM_UP]:
        return STAY
    if s.formation[leader] != NOBODY or s.place[leader] == NOBODY or s.zone[1 - s.company[i], s.place[i]] > 0:
        return STAY
    if leader == i:
        return FORM_UP if friend_beside(s, r, i) else STAY
    return FORM_UP if distance(r, s.place[i], s.place[leader]) <= 2 else STAY


@kernel
def friend_beside(s, r, i):
    """Tell whether somebody of a soldier's squad who is in no formation stands within two hexes."""
    for k in range(1, 19):
        other = s.occupant[s.place[i] + r.near[parity(r, s.place[i]), 0, k]]
        if other != NOBODY and s.squad[other] == s.squad[i] and s.formation[other] == NOBODY:
            return True
    return False


@kernel
def aim_of(s, r, i, objective):
    """Return whom a soldier aims at: its objective, else whom the scenario makes worth most."""
    if objective != ALONE:
        return objective
    if r.scenario == CLASH:
        return SHOOTERS
    if r.scenario == BRIDGE or (r.scenario == ESCORT and s.company[i] != RED):
        return LEADERS
    return HARM


@kernel
def shot_of(s, r, i, plan, objective, mask):
    """Return a soldier's shot: aimed if it can; a volley line shoots at whom its leader picks."""
    first = AIM if mask[AIM] else VOLLEY
    f = s.formation[i]
    if plan == VOLLEY_LINE and f != NOBODY and s.director[f] != NOBODY and s.fate[s.director[f]] == FIELD:
        k = joint_target(s, r, i, int(s.director[f]), aim_of(s, r, i, objective), mask, first)
        if k >= 0:
            return first + k
    k = best_target(s, r, i, aim_of(s, r, i, objective), mask, first)
    return first + k if k >= 0 else STAY


@kernel
def reaction_of(s, r, i, plan, objective, mask):
    """Return a soldier's reaction: a shot, or for a skirmisher a step back."""
    if plan == SKIRMISHER:
        enemy = nearest(s, r, i)
        if enemy != NOBODY and distance(r, s.place[i], s.place[enemy]) <= 2:
            return away(s, r, i, s.place[enemy], mask)
    k = best_target(s, r, i, aim_of(s, r, i, objective), mask, VOLLEY)
    return VOLLEY + k if k >= 0 else STAY


@kernel
def blow_of(s, r, i, plan, objective, mask, rng):
    """Return a soldier's blow where it does most harm; who holds may defend when several can strike at it."""
    if plan == HOLD and mask[DEFEND] and s.zone[1 - s.company[i], s.place[i]] > 1 and draw_below(rng, 2) == 0:
        return DEFEND
    near = HARM if objective == ALONE and r.scenario == CLASH else aim_of(s, r, i, objective)
    k = best_target(s, r, i, near, mask, STRIKE)
    if k >= 0:
        return STRIKE + k
    return DEFEND if mask[DEFEND] else STAY


@kernel
def manoeuvre_of(s, r, i, plan, mask):
    """Return a soldier's Short Move after a melee."""
    enemy = nearest(s, r, i)
    if enemy == NOBODY:
        return STAY
    if plan == SKIRMISHER:
        return away(s, r, i, s.place[enemy], mask)
    if plan == CHARGER and distance(r, s.place[i], s.place[enemy]) > 1:
        return towards(s, r, i, s.place[enemy], mask)
    return STAY
