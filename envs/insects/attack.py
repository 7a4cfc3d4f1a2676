"""The Attack Phase: contested spaces, strikes in falling Initiative. [INS-13, INS-S25 to INS-S32]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import attack_at, defense_at, fight_initiative, in_force
from swarmzoo.envs.insects.cards import BLOOD_SUCKERS
from swarmzoo.envs.insects.events import FIGHT_BEGINS, INSECTS_SUCKED, STRIKE
from swarmzoo.envs.insects.rules import ALL
from swarmzoo.envs.insects.stacks import change_stack, swarm_size
from swarmzoo.envs.insects.state import FIGHT_ORDER, FIGHT_WINDOW, NOBODY, TARGET, TURN_END
from swarmzoo.envs.insects.victory import bury_dead
from swarmzoo.envs.insects.windows import open_window, seat_in_turn


@kernel
def begin_attack(s, r):
    """Begin the phase: no contested space has been fought over. [INS-13]"""
    s.fought[:] = False
    s.stage = FIGHT_ORDER


@kernel
def num_occupants(s, h):
    """Count the players with a stack in a space."""
    return int(s.stacks[h])


@kernel
def can_fight(s, r, h):
    """Tell whether a space is contested, within the scope, and not fought over yet. [INS-13, INS-P8]"""
    if num_occupants(s, h) < 2 or s.fought[h]:
        return False
    return r.fight_scope == ALL or s.bugs[s.active, h] > 0


@kernel
def begin_fight(s, r, h):
    """Open the window before the blow. [INS-W3, INS-S25]"""
    s.fight = h
    s.fought[h] = True
    s.struck[:] = False
    s.target[:] = NOBODY
    s.frenzy[:] = 0
    s.rush[:] = 0
    log_event(s, FIGHT_BEGINS, h)
    open_window(s, FIGHT_WINDOW)


@kernel
def end_fight(s):
    """Go back to the choice of the next contested space."""
    s.fight = -1
    s.frenzy[:] = 0
    s.rush[:] = 0
    s.stage = FIGHT_ORDER


@kernel
def strikes_now(s, r, p):
    """Tell whether a stack is of the highest Initiative of those that have not struck. [INS-13]"""
    if s.struck[p] or s.bugs[p, s.fight] == 0:
        return False
    for q in range(s.bugs.shape[0]):
        if s.bugs[q, s.fight] > 0 and not s.struck[q] and fight_initiative(s, r, q) > fight_initiative(s, r, p):
            return False
    return True


@kernel
def somebody_strikes(s, r):
    """Tell whether two sides are left and one of them has not struck."""
    if num_occupants(s, s.fight) < 2:
        return False
    for p in range(s.bugs.shape[0]):
        if s.bugs[p, s.fight] > 0 and not s.struck[p]:
            return True
    return False


@kernel
def go_on_fighting(s, r):
    """Strike group by group, until somebody must name a target or the fight is over. [INS-13, INS-S27]"""
    while s.stage == TARGET and not s.done:
        if not somebody_strikes(s, r):
            end_fight(s)
            return
        if somebody_must_choose(s, r):
            return
        exchange_blows(s, r)


@kernel
def somebody_must_choose(s, r):
    """Set targets where only one enemy is left; else make the first chooser, in turn order, the actor. [INS-S27]"""
    for count in range(s.order.shape[0]):
        p = seat_in_turn(s, TARGET, count)
        if strikes_now(s, r, p) and s.target[p] == NOBODY:
            if num_occupants(s, s.fight) > 2:
                s.actor = p
                return True
            for q in range(s.bugs.shape[0]):
                if q != p and s.bugs[q, s.fight] > 0:
                    s.target[p] = q
    return False


@kernel
def blow(s, r, p):
    """Insects that a stack's blow kills: damage over Defense, remainders lost. [INS-13, INS-S28]"""
    target = s.target[p]
    damage = int(s.bugs[p, s.fight]) * int(attack_at(s, r, p, s.fight))
    return min(damage // int(defense_at(s, r, target, s.fight)), s.bugs[target, s.fight])


@kernel
def exchange_blows(s, r):
    """Let the stacks of the highest Initiative strike with the numbers they have. [INS-13, INS-S27]"""
    for p in range(s.bugs.shape[0]):
        s.kills[p] = -1
        if strikes_now(s, r, p):
            s.kills[p] = blow(s, r, p)
    for count in range(s.order.shape[0]):
        p = seat_in_turn(s, TARGET, count)
        if s.kills[p] >= 0:
            s.kills[p] = min(s.kills[p], s.bugs[s.target[p], s.fight])
            change_stack(s, s.target[p], s.fight, -s.kills[p])
            s.struck[p] = True
            log_event(s, STRIKE, p, s.target[p], s.kills[p])
    for p in range(s.bugs.shape[0]):
        if s.kills[p] > 0:
            suck_blood(s, r, p)
    if num_occupants(s, s.fight) < s.bugs.shape[0]:
        bury_dead(s, r)
    if not s.done and s.out[s.active]:
        s.stage = TURN_END


@kernel
def suck_blood(s, r, p):
    """Blood Suckers: one insect for every 4 killed in the exchange, if the stack still stands. [INS-E3, INS-S32]"""
    count = in_force(s, r, p, BLOOD_SUCKERS)
    if count > 0 and s.bugs[p, s.fight] > 0:
        gained = min(s.kills[p] // r.blood_suckers_every * count, r.counters - swarm_size(s, p))
        if gained > 0:
            change_stack(s, p, s.fight, gained)
            log_event(s, INSECTS_SUCKED, p, gained)
