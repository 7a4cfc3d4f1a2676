"""An attack from its first target to the end; it stops wherever somebody is asked. [OVR-15 to OVR-29, OVR-P4]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.attack_stages import ask_bodies, ask_evasion, ask_shares, ask_targets
from swarmzoo.envs.skirmish.overseer.blows import strike_target
from swarmzoo.envs.skirmish.overseer.dice import degrees, roll_test, succeeds
from swarmzoo.envs.skirmish.overseer.events import ATTACKED, FOR_ATTACK
from swarmzoo.envs.skirmish.overseer.modifiers import counts_mark, find_needed, is_called
from swarmzoo.envs.skirmish.overseer.pinning import pinning_test
from swarmzoo.envs.skirmish.overseer.rules import SEMI, SINGLE
from swarmzoo.envs.skirmish.overseer.state import (
    ASSAULTED,
    CHARGED,
    CONCENTRATED,
    NO_ATTACK,
    NOT_ALLOTTED,
    NOT_ROLLED,
    OVERWATCHED,
    OWN_SHOT,
    STEP_BLOWS,
    STEP_BODIES,
    STEP_END,
    STEP_EVASION,
    STEP_PINNING,
    STEP_SHARES,
    STEP_SPECIALIST,
    STEP_TARGETS,
    STEP_TEST,
    SUPPORTED,
    SUPPRESSION,
    WAITING,
)
from swarmzoo.envs.skirmish.overseer.targets import can_shoot_at, is_melee, is_own, weapon_of
from swarmzoo.envs.skirmish.overseer.units import beside, has_specialist, in_field


@kernel
def begin_attack(s, r, kind, u, v):
    """Begin an attack that was ordered, and is legal; a Called Shot's body is chosen already. [OVR-18, OVR-27]"""
    s.attack, s.attacker, s.targets[0], s.num_targets = kind, u, v, 1
    s.by_specialist, s.by_leader = kind == SUPPORTED, is_own(s, r, kind, u, v)
    s.weapon = weapon_of(s, r, kind, u, v)
    if not is_called(s):
        s.called_body = NOBODY
    clear_test(s)
    s.step = STEP_TARGETS


@kernel
def clear_test(s):
    """Forget what the test before has brought."""
    s.target, s.hits, s.needed, s.rolled = 0, 0, 0, 0
    s.damage, s.team_damage, s.fury = NOT_ROLLED, 0, False
    s.body_hits[0] = s.body_hits[1] = NOT_ALLOTTED
    for k in range(s.hits_on.shape[0]):
        s.hits_on[k] = 0


@kernel
def go_on_attack(s, r):
    """Carry out the attack until somebody is asked or it is over."""
    while s.attack != NO_ATTACK and s.stage == WAITING:
        take_step(s, r)


@kernel
def take_step(s, r):
    """Take the next step of the attack, in the order of the rules. [OVR-P4]"""
    if s.step == STEP_TARGETS:
        ask_targets(s, r)
    elif s.step == STEP_TEST:
        roll_to_hit(s, r)
    elif s.step == STEP_SHARES:
        ask_shares(s, r)
    elif s.step == STEP_EVASION:
        ask_evasion(s, r)
    elif s.step == STEP_BODIES:
        ask_bodies(s, r)
    elif s.step == STEP_BLOWS:
        strike_target(s, r)
    elif s.step == STEP_SPECIALIST:
        follow_up(s, r)
    elif s.step == STEP_PINNING:
        pin_targets(s, r)
    else:
        finish(s)


# The test


@kernel
def roll_to_hit(s, r):
    """Roll the test of the attack, once for all its targets; see how many hits there are. [OVR-25, OVR-P6, OVR-P7]"""
    u = int(s.attacker)
    log_event(s, ATTACKED, u, s.attack, s.targets[0], s.weapon, s.by_specialist)
    s.needed = find_needed(s, r)
    s.rolled = roll_test(s, r, u, FOR_ATTACK, int(s.needed))
    if succeeds(r, s.rolled, s.needed):
        dos = degrees(int(s.rolled), int(s.needed))
        s.hits = hits_of_one(s, r, dos) if s.by_leader or s.by_specialist else hits_of_swarm(s, r, dos)
    s.step = STEP_SHARES if s.hits > 0 else STEP_SPECIALIST


@kernel
def hits_of_swarm(s, r, dos):
    """Return the hits of a Swarm: one, and one for each degree, as many as can take part. [OVR-9, OVR-P6, OVR-P7]"""
    u = int(s.attacker)
    if is_melee(s.attack):
        return min(1 + dos, int(s.in_touch[u, s.targets[0]]))
    if s.attack == SUPPRESSION:
        return min(1 + dos // 2, int(s.us[u]))
    bursts = s.attack == CONCENTRATED and r.weapon_burst[s.weapon] != SINGLE
    return min(1 + dos, int(s.us[u]) * (1 + bursts))


@kernel
def hits_of_one(s, r, dos):
    """Return the hits of a leader or of the Specialist, by the burst of its weapon. [OVR-8, OVR-18, OVR-G6]"""
    if is_melee(s.attack) or is_called(s) or r.weapon_burst[s.weapon] == SINGLE:
        return 1
    return 1 + (dos // 2 if r.weapon_burst[s.weapon] == SEMI else dos)


# The Specialist's own test


@kernel
def follow_up(s, r):
    """Let the Specialist make its own test after the Swarm's, at the first target. [OVR-8]"""
    if s.by_specialist or not specialist_joins(s, r):
        s.step = STEP_PINNING
        return
    s.by_specialist, s.weapon = True, r.specialist_weapon[s.attacker]
    clear_test(s)
    s.step = STEP_TEST


@kernel
def specialist_joins(s, r):
    """Tell whether the Specialist takes part in the Swarm's attack: in rank, armed for it, in reach. [OVR-8]"""
    u, v = int(s.attacker), int(s.targets[0])
    if not (s.attack <= OVERWATCHED or s.attack == ASSAULTED or s.attack == CHARGED):
        return False
    if not has_specialist(s, u) or not in_field(s, v):
        return False
    weapon = int(r.specialist_weapon[u])
    if is_melee(s.attack):
        return r.weapon_metres[weapon] == 0 and (beside(s, r, u, s.specialist[u]) >> v & 1) != 0
    return r.weapon_metres[weapon] > 0 and can_shoot_at(s, r, u, v, weapon) == 0


# The end


@kernel
def pin_targets(s, r):
    """Let the targets of Suppressing Fire take Pinning tests. [OVR-30, OVR-G6, OVR-H10]"""
    if s.attack == SUPPRESSION and r.whose_pinning[r.side_of[s.attacker]]:
        for k in range(s.num_targets):
            if in_field(s, s.targets[k]):
                pinning_test(s, r, int(s.attacker), int(s.targets[k]))
    s.step = STEP_END


@kernel
def finish(s):
    """End the attack: the mark or the aim that it used is gone. [OVR-P9, OVR-G2]"""
    u = int(s.attacker)
    if s.attack >= OWN_SHOT:
        s.aim[u] = 0
    for k in range(s.num_targets):
        if counts_mark(s) and s.marked[u] == s.targets[k]:
            s.marked[u] = NOBODY
    clear_attack(s)


@kernel
def clear_attack(s):
    """Let nobody attack."""
    s.attack, s.attacker, s.weapon, s.num_targets = NO_ATTACK, NOBODY, NOBODY, 0
    s.by_specialist, s.by_leader, s.called_body, s.step = False, False, NOBODY, STEP_TARGETS
    for k in range(s.targets.shape[0]):
        s.targets[k] = NOBODY
    clear_test(s)
