"""The phases of a move: attacks of opportunity, the move itself, overwatch, Fear, what a charge strikes. [OVR-40]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.actions import CHARGE, DISENGAGE, FIRE
from swarmzoo.envs.skirmish.overseer.attack import begin_attack
from swarmzoo.envs.skirmish.overseer.events import ENGAGED_ATTACK
from swarmzoo.envs.skirmish.overseer.fear import feel_fear
from swarmzoo.envs.skirmish.overseer.movement import carry_out_move
from swarmzoo.envs.skirmish.overseer.reasons import LEGAL
from swarmzoo.envs.skirmish.overseer.setup import NO_MOVE
from swarmzoo.envs.skirmish.overseer.state import CHARGED, OPPORTUNE, OVERWATCHED, OWN_BLOW, WAITING, WATCHING
from swarmzoo.envs.skirmish.overseer.targets import can_attack
from swarmzoo.envs.skirmish.overseer.units import able, in_field

OPPORTUNITY, OVERWATCH_OF_MOVE = 0, 2  # phases: who answers before, and after


@kernel
def begin_move(s, r, u, cell):
    """Begin to carry out a Command of movement; those who are engaged answer it first. [OVR-40, OVR-G2]"""
    s.moving, s.phase, s.goal, s.queue, s.stage = s.command, OPPORTUNITY, cell, 0, WAITING
    leaves = s.command == CHARGE or (s.command != DISENGAGE and cell != s.place[u])
    if r.opportunity and leaves:
        s.queue = s.touch[u]


@kernel
def go_on_move(s, r):
    """Take the next step of a move: attacks of opportunity, the move itself, overwatch, what follows. [OVR-40]"""
    u = int(s.current)
    if not in_field(s, u):
        stop_move(s, u)
    elif s.queue != 0:
        answer_move(s, r, u, first_in_queue(s))
    elif s.phase == OPPORTUNITY:
        carry_out_move(s, r, u)
        s.phase, s.queue = OVERWATCH_OF_MOVE, watchers(s, r, u)
    else:
        finish_move(s, r, u)


@kernel
def stop_move(s, u):
    """Let nobody move any more."""
    s.moving, s.phase, s.goal, s.prey, s.queue = NO_MOVE, OPPORTUNITY, NOBODY, NOBODY, 0
    s.kept_cover[u] = 0


@kernel
def first_in_queue(s):
    """Take the unit with the lowest number out of the queue."""
    v = 0
    while not int(s.queue) >> v & 1:
        v += 1
    s.queue = int(s.queue) & ~(1 << v)
    return v


@kernel
def watchers(s, r, u):
    """Return the bits of the enemies of a unit that are in overwatch. [OVR-P8]"""
    found = 0
    for v in range(r.units):
        found |= int(s.watching[v] and r.side_of[v] != r.side_of[u]) << v
    return found


@kernel
def answer_move(s, r, u, v):
    """Let an enemy answer a move: by an attack of opportunity, or from overwatch after it. [OVR-G2, OVR-P8]"""
    if not able(s, v):
        return
    if s.phase == OPPORTUNITY:
        if not s.pinned[v] and can_attack(s, r, OPPORTUNE, v, u) == LEGAL:
            log_event(s, ENGAGED_ATTACK, v, u)
            begin_attack(s, r, OPPORTUNE, v, u)
    elif s.swarm_reaction[v] and can_attack(s, r, OVERWATCHED, v, u) == LEGAL:
        s.actor, s.stage = v, WATCHING


@kernel
def watch(s, r, v, part):
    """Fire from overwatch at who has moved, or wait for another one. [OVR-P8]"""
    s.stage = WAITING
    if part == FIRE:
        s.watching[v] = s.swarm_reaction[v] = False
        begin_attack(s, r, OVERWATCHED, v, int(s.current))


@kernel
def finish_move(s, r, u):
    """Let everybody feel Fear where all stand now; then a charge strikes. [OVR-30, OVR-P7]"""
    part, prey = int(s.moving), int(s.prey)
    stop_move(s, u)
    for x in range(r.units):
        if in_field(s, x):
            feel_fear(s, r, x)
    if part == CHARGE and able(s, u):
        strike_prey(s, r, u, prey)


@kernel
def strike_prey(s, r, u, v):
    """Let those who charge strike: the Underlings who got there, else the leader. [OVR-P7]"""
    if can_attack(s, r, CHARGED, u, v) == LEGAL:
        begin_attack(s, r, CHARGED, u, v)
    elif can_attack(s, r, OWN_BLOW, u, v) == LEGAL:
        s.self_attacked = True
        begin_attack(s, r, OWN_BLOW, u, v)
