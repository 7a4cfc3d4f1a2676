"""What a soldier does in an env step so as to carry out an order: its manner, and whom it aims at.

===========  ========================================================================================
manner       what soldiers do
===========  ========================================================================================
wait         come within bowshot of the enemy and wait for it, face it, shoot and strike at what comes near
march        keep formation towards the objective, a whole squad in step behind its leader
skirmish     stay a bowshot away, shoot, and step back from whoever comes near
charge       go for the nearest enemy, straight ahead in a charge where they can
volley       stand in formation within bowshot, and shoot at whom their leader picks
command      what the scenario asks for: march where something is to be reached, hold where something is to
             be kept, and where companies meet shoot with bows while the others go forward in line
drive        do what command does, but on the march leave nobody behind and wait until the Dazed come to
             themselves
hold         stay in the own hex, face the enemy, shoot and strike from there
===========  ========================================================================================

All aim where they can do most harm (``aiming``): they shoot at those with bows before others in a clash, at leaders on
a bridge and at an escort. Where a bridge is to be held, those who wait, charge or follow a command go there, and so
does who has no bow under volley. Where both companies are to meet, those who wait for the enemy attack after a third of
the turns; those who hold never do. Soldiers go by what their company sees: hidden enemies are passed over.

Searches, bots, and companies that are led by orders all move their soldiers by this one function, ``wish``.
"""

from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.formation.actions import AIM, CHARGE, DEFEND, FORM_UP, STAY, STRIKE, VOLLEY
from swarmzoo.envs.formation.bodies import place_on_ring
from swarmzoo.envs.formation.orders.aiming import (
    ALONE,
    HARM,
    LEADERS,
    SHOOTERS,
    best_target,
    joint_target,
    nearest_of,
)
from swarmzoo.envs.formation.orders.ways import (
    advance,
    along,
    any_dazed,
    away,
    face,
    has_bow,
    nearest,
    nearest_gap,
    towards,
)
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

MANNERS = ("wait", "march", "skirmish", "charge", "volley", "command", "drive", "hold")
HOLD, MARCHER, SKIRMISHER, CHARGER, VOLLEY_LINE, COMMANDER, DROVER, STAND = range(1, 9)


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
    if s.stage == SHORT_MOVE and plan != STAND:
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
def step_of(s, r, i, plan, objective, mask):
    """Return a soldier's move in a Step."""
    if plan == DROVER and s.formation[i] != NOBODY and any_dazed(s, s.formation[i]):
        return STAY
    if plan == MARCHER or plan == DROVER:
        return along(s, r, i, mask)
    enemy = nearest(s, r, i)
    if plan == STAND:
        return STAY if enemy == NOBODY else face(s, r, i, enemy, mask)
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
def stands(s, r, plan):
    """Tell whether a plan is to wait for the enemy: to hold, or to shoot, where the enemy has to come."""
    return (plan == HOLD or plan == VOLLEY_LINE) and r.scenario != CLASH and r.scenario != BRIDGE


@kernel
def is_impatient(s, r, plan):
    """Tell whether those who wait where both companies are to meet have waited for a third of the game."""
    meet = r.scenario == CLASH or r.scenario == BRIDGE
    return meet and (plan == HOLD or plan == VOLLEY_LINE) and 3 * s.turn >= r.max_turns


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
    """Return a soldier's blow where it does most harm; who waits or holds may defend when several can strike at it."""
    if (
        (plan == HOLD or plan == STAND)
        and mask[DEFEND]
        and s.zone[1 - s.company[i], s.place[i]] > 1
        and draw_below(rng, 2) == 0
    ):
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
