"""Setting up: the ground, initiative, leaders and Underlings in their places. [OVR-1, OVR-G3, OVR-A2]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below, seed_rng
from swarmzoo.envs.skirmish.battlefield.generator import lay_ground
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, clear_ground, enter, survey_ground
from swarmzoo.envs.skirmish.battlefield.rolls import clear_rolls, enroll
from swarmzoo.envs.skirmish.overseer.attack import clear_attack
from swarmzoo.envs.skirmish.overseer.deployment import place_at_start, place_neutral
from swarmzoo.envs.skirmish.overseer.state import ABSENT, FIELD, STEADY, WAITING
from swarmzoo.envs.skirmish.overseer.units import survey_units

NO_MOVE = -1  # nothing is moving
FIRST_LOT = 1000


@kernel
def clear(s, r):
    """Empty everything."""
    s.done, s.ending, s.rounds, s.stage, s.actor, s.current, s.nth = False, 0, 0, WAITING, 0, NOBODY, 0
    clear_ground(s)
    clear_rolls(s)
    clear_turn(s)
    clear_carried(s)
    for i in range(s.place.shape[0]):
        clear_piece(s, i)
    for u in range(s.fate.shape[0]):
        clear_unit(s, r, u)
    for side in range(s.winners.shape[0]):
        s.winners[side] = s.escaped_us[side] = s.held[side] = 0
        s.strength[side] = full_strength(r, side)
    for action in range(s.mask.shape[0]):
        s.mask[action] = 0
    for k in range(s.goals.shape[0]):
        s.goals[k] = 0
    for b in range(s.waiting.shape[0]):
        s.num_waiting[b] = 0
        for k in range(s.waiting.shape[1]):
            s.waiting[b, k] = 0
    for far in range(s.nearest.shape[0]):
        s.nearest[far] = NOBODY
    for word in range(s.barriers.shape[0]):
        s.barriers[word] = 0
    s.far, s.logged = -1, 0
    for row in range(s.log.shape[0]):
        for k in range(s.log.shape[1]):
            s.log[row, k] = 0


@kernel
def full_strength(r, side):
    """Return the US with which a side begins, in rank or not. [OVR-9]"""
    total = 0
    for k in range(r.slots):
        total += int(r.men[side * int(r.slots) + k])
    return total


@kernel
def clear_turn(s):
    """Clear what holds for one turn alone."""
    s.halves, s.command = 0, 0
    s.swarm_attacked, s.self_attacked, s.concentrated, s.moved = False, False, False, False
    s.rallied, s.has_marked, s.cornered = False, False, False


@kernel
def clear_carried(s):
    """Let nothing be carried out: neither a move nor an attack."""
    s.moving, s.phase, s.goal, s.prey, s.queue = NO_MOVE, 0, NOBODY, NOBODY, 0
    clear_attack(s)


@kernel
def clear_piece(s, i):
    """Take a piece out of the field, before anything has happened to it."""
    s.side[i] = s.place[i] = s.home[i] = NOBODY
    s.ranked[i] = s.fleeing[i] = s.models[i] = s.settled[i] = 0


@kernel
def clear_unit(s, r, u):
    """Make a unit as it is before the game, out of the field."""
    s.order[u], s.initiative[u], s.fate[u] = u, 0, ABSENT
    s.wounds[u] = s.us[u] = s.lost[u] = s.pinned[u] = s.running[u] = s.under_cover[u] = s.kept_cover[u] = 0
    s.watching[u] = s.aim[u] = s.feared[u] = s.shock_left[u] = s.unnerved[u] = s.halved[u] = s.touch[u] = 0
    s.swarm_reaction[u], s.own_reaction[u], s.shock[u] = 1, 1, STEADY
    s.specialist[u], s.marked[u], s.shocked_by[u] = NOBODY, NOBODY, NOBODY
    for v in range(s.fate.shape[0]):
        s.in_touch[u, v], s.front[u, v], s.cover[u, v] = 0, NOBODY, 0


@kernel
def set_up(s, r, seed):
    """Set up a new game, before its first round. [OVR-1, OVR-G3]"""
    seed_rng(s.rng, seed)
    clear(s, r)
    lay_ground(s, r)
    survey_ground(s, r)
    draw_initiative(s, r)
    for u in range(r.units):
        if r.present[u]:
            enter_leader(s, r, u)
    enter_pieces(s, r)
    survey_units(s, r)


@kernel
def draw_initiative(s, r):
    """Put the units into the order of their initiative; of several alike by Agility, then by lot. [OVR-G3]

    ``nearest`` holds the lots meanwhile.
    """
    count = 0
    for u in range(r.units):
        if r.present[u]:
            s.initiative[u] = 1 + draw_below(s.rng, 10) + int(r.lead_agility[u]) // 10
            s.nearest[u] = draw_below(s.rng, FIRST_LOT)
            nth = count
            while nth > 0 and comes_before(s, r, u, int(s.order[nth - 1])):
                s.order[nth] = s.order[nth - 1]
                nth -= 1
            s.order[nth] = u
            count += 1
    for u in range(r.units):
        s.nearest[u] = NOBODY
        if not r.present[u]:
            s.order[count] = u
            count += 1


@kernel
def comes_before(s, r, u, v):
    """Tell whether a unit has its turn before another one with a lower number. [OVR-G3]"""
    if s.initiative[u] != s.initiative[v]:
        return s.initiative[u] > s.initiative[v]
    if r.lead_agility[u] != r.lead_agility[v]:
        return r.lead_agility[u] > r.lead_agility[v]
    return s.nearest[u] > s.nearest[v]


@kernel
def enter_leader(s, r, u):
    """Let a leader enter the field."""
    s.side[u], s.home[u], s.models[u] = r.side_of[u], u, 1
    s.fate[u], s.wounds[u] = FIELD, r.lead_wounds[u]
    enter(s, u, int(r.start[u]))


@kernel
def enter_pieces(s, r):
    """Let the Underlings enter the field, unit after unit, and then the leaderless. [OVR-1, OVR-8]"""
    first = int(r.units)
    for i in range(r.units, r.pieces):
        home = int(r.squad_home[i])
        s.home[i], s.models[i] = home, r.squad[i]
        if home == r.units:
            continue
        s.side[i] = r.side_of[home]
        if r.specialist_weapon[home] != NOBODY:
            s.specialist[home] = i  # in the end the last one
        enroll(s, i, home)
        first = i + 1
    for u in range(r.units):
        if r.present[u]:
            place_at_start(s, r, u)
    place_neutral(s, r, first, int(r.pieces))
