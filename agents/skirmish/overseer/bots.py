"""The bots of overseer: every Command has a worth by the bot's weights, the best one is given.

===========  ========================================================================================
advance      goes forward to a good range and lets its Swarm fire volleys
assault      goes for the nearest enemy, charges and strikes
shelter      stays in cover: fires, suppresses, keeps watch, lets them come
hunter       is after the Overseers: Called Shots, marks, free hits
recruiter    gathers the leaderless first, then goes forward and fires
overlord     weighs all of that, with weights for every scenario that were found by play
===========  ========================================================================================

``choose`` is the compiled choice function of all of them: bot 1 is advance, 2 assault ... (0 plays at random).
"""

from swarmzoo.agents.skirmish.overseer.judgement import (
    AIMS,
    BREAK,
    CALL,
    CLOSE,
    DEATH,
    FAR,
    KILL,
    MARKS,
    MELEE,
    NAMES,
    OWN,
    PIN,
    RALLIES,
    SPEND,
    TENDS,
    THREAT,
    WATCH,
    WEIGHTS,
    WORKS,
    WOUND,
    foe_cell,
    foe_distance,
    loose_near,
    nearest_foe,
    row_of,
)
from swarmzoo.agents.skirmish.overseer.odds import hits_of, kills_of, needed_for, wounds_of
from swarmzoo.agents.skirmish.overseer.standing import patience, place_worth
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.fields import distance, parity
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.terrain import BARRIER, NO_COVER
from swarmzoo.envs.skirmish.overseer.actions import (
    AIM,
    ALL,
    ASSAULT,
    AT,
    BODY,
    CALLED,
    CHARGE,
    COVER_GROUND,
    DISENGAGE,
    END,
    EVADE,
    FIRE,
    GO,
    HALF,
    MARK,
    MOVE,
    ONE,
    OVERWATCH,
    RALLY,
    RUN,
    SHARE,
    SHOOT,
    STRIKE,
    SUPPORT,
    SUPPRESS,
    TEND,
    WORK,
)
from swarmzoo.envs.skirmish.overseer.commands import attack_of, cost_of
from swarmzoo.envs.skirmish.overseer.legality import refuse_at
from swarmzoo.envs.skirmish.overseer.movement import goal_cell, metres_of, seeks_cover
from swarmzoo.envs.skirmish.overseer.reasons import LEGAL
from swarmzoo.envs.skirmish.overseer.slots import foe_slot, num_foes
from swarmzoo.envs.skirmish.overseer.state import (
    AIMING,
    ALLOTTING,
    BODY_ASKED,
    CALLED_BLOW,
    CALLED_SHOT,
    CHARGED,
    CHOOSING,
    EVADING,
    GOING,
    OWN_SHOT,
    SHARING,
    SPLITTING,
    VOLLEY,
    WATCHING,
)
from swarmzoo.envs.skirmish.overseer.targets import can_attack
from swarmzoo.envs.skirmish.overseer.units import able, are_enemies, cover_from, hexes, ordinary
from swarmzoo.envs.skirmish.overseer.ways import is_free

BOT_NAMES = ("random", *NAMES)
NEVER = -(1 << 30)
NEAR = 15  # hexes from an enemy who may soon be upon one


@kernel
def choose(s, r, side, bot, rng, mask, spare):
    """Return the action of a bot for the leader that is asked."""
    w = WEIGHTS[row_of(r, bot)]
    return allowed(mask, choose_by(s, r, mask, w))


@kernel
def choose_by(s, r, mask, w):
    """Return what weights choose."""
    u = int(s.actor)
    if s.stage == CHOOSING:
        return best_command(s, r, u, mask, w)
    if s.stage == GOING:
        return best_goal(s, r, u, mask, w)
    if s.stage == AIMING:
        return int(r.first[AT]) + best_target(s, r, u, int(s.command), mask, w)
    if s.stage == EVADING:
        return int(r.first[EVADE])
    if s.stage == WATCHING:
        return int(r.first[FIRE])
    if s.stage == BODY_ASKED:
        return int(r.first[BODY])
    if s.stage == SPLITTING:
        return further_target(s, r, u, mask)
    if s.stage == SHARING:
        return int(r.first[SHARE]) + HALF
    return int(r.first[SHARE]) + share_for_body(s, r, mask, w) if s.stage == ALLOTTING else END


# Commands


@kernel
def best_command(s, r, u, mask, w):
    """Return the Command that is worth most for what it costs."""
    best, most = END, 0 if mask[END] else NEVER
    for part in range(MOVE, GO):
        action = int(r.first[part])
        if mask[action]:
            worth = worth_of(s, r, u, part, mask, w) - int(w[SPEND]) * cost_of(part)
            if worth > most:
                best, most = action, worth
    return best


@kernel
def worth_of(s, r, u, part, mask, w):
    """Return what a Command is worth."""
    if part <= COVER_GROUND:
        return worth_of_move(s, r, u, part, w)
    if is_attack(part):
        return worth_of_attack(s, r, u, part, w)
    return worth_besides(s, r, u, part, w)


@kernel
def is_attack(part):
    """Tell whether a Command is an attack at somebody."""
    return (part >= CHARGE and part <= SUPPORT) or part == ASSAULT or (part >= SHOOT and part <= CALLED)


@kernel
def worth_of_attack(s, r, u, part, w):
    """Return what an attack at the best target is worth."""
    best = 0
    for v in range(r.units):
        best = max(best, attack_at(s, r, u, part, v, w))
    return best


@kernel
def worth_besides(s, r, u, part, w):
    """Return what is neither move nor attack is worth."""
    if part == OVERWATCH:
        return int(w[WATCH]) * patience(s) // 100 if enemies_may_come(s, r, u) else 0
    if part == MARK:
        return int(w[MARKS]) if s.halves >= 2 and not s.swarm_attacked and s.us[u] > 0 and s.touch[u] == 0 else 0
    if part == AIM:
        return int(w[AIMS]) * 2 if s.halves >= 2 and not s.self_attacked and sees_somebody(s, r, u) else 0
    if part == RALLY:
        return int(w[RALLIES]) * min(loose_near(s, r, u), 5)
    if part == TEND:
        return int(w[TENDS]) * min(int(r.lead_wounds[u]) - int(s.wounds[u]), 3)
    return int(w[WORKS]) * cost_of(part) if part == WORK and wants_works(s, r, u) else 0


@kernel
def wants_works(s, r, u):
    """Tell whether a lone leader stands without cover before an enemy; a Swarm's barriers would cut its own rank."""
    foe = nearest_foe(s, r, u)
    if foe == NOBODY or s.us[u] > 0 or s.touch[u] != 0 or foe_distance(s, r, u, foe) > NEAR:
        return False
    return cover_from(s, r, s.place[foe], s.place[u]) == NO_COVER


@kernel
def enemies_may_come(s, r, u):
    """Tell whether there is somebody to watch for who cannot well be shot at now."""
    foe = nearest_foe(s, r, u)
    return foe != NOBODY and s.touch[u] == 0 and can_attack(s, r, VOLLEY, u, foe) != 0


@kernel
def sees_somebody(s, r, u):
    """Tell whether a leader can shoot at somebody."""
    for v in range(r.units):
        if can_attack(s, r, OWN_SHOT, u, v) == 0:
            return True
    return False


# Attacks


@kernel
def attack_at(s, r, u, part, v, w):
    """Return what an attack of a Command at a unit is worth, nothing if it is not possible."""
    if not are_enemies(r, u, v) or refuse_at(s, r, u, part, v) != LEGAL:
        return 0
    kind = CHARGED if part == CHARGE else attack_of(s, r, u, part)
    worth = worth_of_hits(s, r, kind, u, v, w)
    if part == CHARGE or part == ASSAULT or part == STRIKE:
        worth = worth * int(w[MELEE]) // 100
    if part >= SHOOT:
        worth = worth * int(w[OWN]) // 100
    if part == SUPPRESS and able(s, v) and not s.pinned[v]:
        worth += int(w[PIN]) * (100 - int(r.lead_willpower[v]) - int(r.pinning_modifier)) // 20
    return worth


@kernel
def worth_of_hits(s, r, kind, u, v, w):
    """Return what the hits that are to be expected are worth."""
    if kind == CALLED_SHOT or kind == CALLED_BLOW:
        return worth_of_wounds(s, r, kind, u, v, w) * int(w[CALL]) // 100
    if ordinary(s, r, v) == 0:  # the hits may all be given to the Overseer
        return worth_of_wounds(s, r, kind, u, v, w)
    kills = kills_of(s, r, kind, u, v)
    worth = kills * int(w[KILL]) // 100
    breaking = 100 * (int(r.lead_willpower[v]) // 10)
    lost = 100 * int(s.lost[v])
    if lost + kills > breaking:
        worth += int(w[BREAK]) * min(lost + kills - max(breaking, lost), 400) // 400
    return worth


@kernel
def worth_of_wounds(s, r, kind, u, v, w):
    """Return what an attack on an Overseer is worth."""
    wounds = wounds_of(s, r, kind, u, v, hits_of(s, r, kind, u, v))
    return wounds * int(w[WOUND]) // 100 + int(w[DEATH]) * min(wounds, 100 * int(s.wounds[v])) // (
        100 * max(int(s.wounds[v]), 1)
    )


@kernel
def best_target(s, r, u, part, mask, w):
    """Return the slot of the best legal target of a Command."""
    best, most = 0, NEVER
    for k in range(num_foes(r)):
        if mask[int(r.first[AT]) + k]:
            v = foe_slot(r, u, k)
            worth = 100 - foe_distance(s, r, u, v) if part == MARK else attack_at(s, r, u, part, v, w)
            if worth > most:
                best, most = k, worth
    return best


@kernel
def further_target(s, r, u, mask):
    """Return another target that costs the test nothing, or the end of the list."""
    kind = int(s.attack)
    worst = needed_for(s, r, kind, u, int(s.targets[0]))
    for k in range(num_foes(r)):
        if mask[int(r.first[AT]) + k] and needed_for(s, r, kind, u, foe_slot(r, u, k)) >= worst:
            return int(r.first[AT]) + k
    return END


@kernel
def share_for_body(s, r, mask, w):
    """Return how many of the free hits go to the Overseer or the Specialist: all if that may kill, or one."""
    v = int(s.targets[s.target])
    wounds = wounds_of(s, r, int(s.attack), int(s.attacker), v, 100 * int(s.hits))
    if wounds >= 100 * int(s.wounds[v]) or int(w[WOUND]) >= 2 * int(w[KILL]) * 3:
        return ALL
    return ONE


# Moves


@kernel
def worth_of_move(s, r, u, part, w):
    """Return what a Command of movement promises: the best hex of those to which it may lead, less where one is."""
    if s.touch[u] != 0 and part != DISENGAGE:
        return worth_of_closing(s, r, u, part, w)
    foe, here = nearest_foe(s, r, u), int(s.place[u])
    now = place_worth(s, r, u, here, foe, w, False)
    odd, front = parity(r, here), int(r.front[r.side_of[u]])
    reach, seeks = hexes(metres_of(r, part), r.lead_agility[u]), seeks_cover(part)
    best, step = NEVER, (7 if part == RUN else 1)  # of a Run some hexes tell
    for k in range(0 if seeks else 1, 1 + 3 * reach * (reach + 1), step):
        cell = here + int(r.disc[odd, front, k])
        if is_free(s, cell) or k == 0:
            best = max(best, place_worth(s, r, u, cell, foe, w, seeks))
    worth = best - now
    if part == DISENGAGE:
        worth += int(w[KILL]) * (120 - int(w[MELEE])) // 10
    if part == COVER_GROUND:
        worth += int(w[THREAT]) * int(w[KILL]) // 100  # who covers ground is harder to hit
    if part == RUN and s.us[u] > 0:
        worth -= 2 * int(w[KILL])
    return worth


@kernel
def worth_of_closing(s, r, u, part, w):
    """Return what it is worth to a Swarm in melee to close up: who is in touch with the enemy grows in number."""
    if part != MOVE or s.moved or s.us[u] == 0:
        return NEVER
    most = 0
    for v in range(r.units):
        most = max(most, int(s.in_touch[u, v]))
    return int(w[CLOSE]) * (min(int(s.us[u]), 6) - most)


@kernel
def best_goal(s, r, u, mask, w):
    """Return the best hex to go to, or to work on; a Swarm in melee closes up."""
    foe, best, most = nearest_foe(s, r, u), int(r.first[GO]), NEVER
    if s.touch[u] != 0 and s.command == MOVE and mask[best]:
        return best
    for k in range(s.goals.shape[0]):
        action = int(r.first[GO]) + k
        if mask[action]:
            cell, seeks = goal_cell(s, r, u, k), seeks_cover(s.command)
            worth = place_worth(s, r, u, cell, foe, w, seeks) if s.command != WORK else work_worth(s, r, u, cell, foe)
            if worth > most:
                best, most = action, worth
    return best


@kernel
def work_worth(s, r, u, cell, foe):
    """Return how good a hex is for a barrier: towards the enemy, beside oneself, and none is torn down."""
    if foe == NOBODY:
        return 0
    apart = distance(r, cell, s.place[u]) if s.terrain[cell] != BARRIER else FAR
    return -distance(r, cell, foe_cell(s, u, foe)) - 2 * apart
