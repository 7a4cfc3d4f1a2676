"""What is asked in an attack: more targets, shares, evasion, whom the hits strike. [OVR-17, OVR-25, OVR-29]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.actions import AT, END, EVADE, HALF, NONE, ONE, OVERSEER, SHARE, SPECIALIST
from swarmzoo.envs.skirmish.overseer.dice import is_double
from swarmzoo.envs.skirmish.overseer.evasion import can_evade, evade
from swarmzoo.envs.skirmish.overseer.events import HIT
from swarmzoo.envs.skirmish.overseer.modifiers import num_aimed
from swarmzoo.envs.skirmish.overseer.reasons import LEGAL, NOT_ASKED, SAME_SHARE, TARGET_ALREADY
from swarmzoo.envs.skirmish.overseer.slots import foe_slot
from swarmzoo.envs.skirmish.overseer.state import (
    ALLOTTING,
    CONCENTRATED,
    EVADING,
    NOT_ALLOTTED,
    SHARING,
    SPLITTING,
    STEP_BLOWS,
    STEP_BODIES,
    STEP_EVASION,
    STEP_SPECIALIST,
    STEP_TEST,
    VOLLEY,
    WAITING,
)
from swarmzoo.envs.skirmish.overseer.targets import can_attack
from swarmzoo.envs.skirmish.overseer.units import has_specialist, in_field, ordinary


@kernel
def ask(s, u, stage):
    """Ask a unit's leader."""
    s.actor, s.stage = u, stage


@kernel
def attack_refusal(s, r, part, k):
    """Return 0 if an answer is legal in the stages of an attack, else the reason. [OVR-A1]"""
    if s.stage == SPLITTING:
        return refuse_target(s, r, part, k)
    if s.stage == EVADING:
        return LEGAL if part == EVADE or part == END else NOT_ASKED
    if part != SHARE:
        return NOT_ASKED
    for other in range(k):
        if share_of(s, other) == share_of(s, k):
            return SAME_SHARE
    return LEGAL


@kernel
def attack_choice(s, r, part, k):
    """Take an answer in the stages of an attack."""
    stage, s.stage = int(s.stage), WAITING
    if stage == SPLITTING:
        add_target(s, r, part, k)
    elif stage == SHARING:
        give_share(s, share_of(s, k))
    elif stage == EVADING:
        if part == EVADE:
            evade(s, r)
    else:
        allot(s, r, share_of(s, k))


# More targets


@kernel
def ask_targets(s, r):
    """Ask for another target of shots that may be split, as long as there is one, and hits for it. [OVR-25, OVR-28]"""
    u = int(s.attacker)
    s.step = STEP_TEST
    if s.attack != VOLLEY and s.attack != CONCENTRATED:
        return
    if s.num_targets < min(s.targets.shape[0], int(s.us[u])) and another_target(s, r):
        ask(s, u, SPLITTING)


@kernel
def another_target(s, r):
    """Tell whether there is one more target. [OVR-25]"""
    for v in range(r.units):
        if not is_target(s, v) and can_attack(s, r, s.attack, s.attacker, v) == LEGAL:
            return True
    return False


@kernel
def is_target(s, v):
    """Tell whether a unit is a target already."""
    for k in range(s.num_targets):
        if s.targets[k] == v:
            return True
    return False


@kernel
def refuse_target(s, r, part, k):
    """Return 0 if a unit can be added to the targets, or no more are wanted, else the reason. [OVR-25]"""
    if part == END:
        return LEGAL
    if part != AT:
        return NOT_ASKED
    v = foe_slot(r, s.attacker, k)
    return TARGET_ALREADY if is_target(s, v) else can_attack(s, r, s.attack, s.attacker, v)


@kernel
def add_target(s, r, part, k):
    """Add a target, and ask for yet another one; or go on to the roll. [OVR-25]"""
    if part == AT:
        s.targets[s.num_targets] = foe_slot(r, s.attacker, k)
        s.num_targets += 1
        ask_targets(s, r)


# Shares


@kernel
def share_of(s, k):
    """Return how many of the hits that are left a share is. [OVR-25]"""
    left = int(s.hits)
    if k == NONE:
        return 0
    if k == ONE:
        return min(left, 1)
    return (left + 1) // 2 if k == HALF else left


@kernel
def ask_shares(s, r):
    """Ask how the hits are shared out among the targets; the last one gets what is left. [OVR-25]"""
    if s.target < num_aimed(s) - 1:
        ask(s, int(s.attacker), SHARING)
        return
    s.hits_on[s.target], s.hits, s.target = s.hits, 0, 0
    for k in range(num_aimed(s)):
        if s.hits_on[k] > 0:
            log_event(s, HIT, s.attacker, s.targets[k], s.hits_on[k])
    s.step = STEP_EVASION


@kernel
def give_share(s, share):
    """Give a target its share of the hits."""
    s.hits_on[s.target] = share
    s.hits -= share
    s.target += 1


# Evasion


@kernel
def ask_evasion(s, r):
    """Go on to the next target with hits, and ask its leader whether it evades; who is gone is not hit. [OVR-29]"""
    while s.target < num_aimed(s) and not is_hit(s):
        s.target += 1
    if s.target == num_aimed(s):
        s.step = STEP_SPECIALIST
        return
    s.step = STEP_BODIES
    v = int(s.targets[s.target])
    if can_evade(s, v):
        ask(s, v, EVADING)


@kernel
def is_hit(s):
    """Tell whether the target that is dealt with has hits, and is still there."""
    return s.hits_on[s.target] > 0 and in_field(s, s.targets[s.target])


# Bodies


@kernel
def ask_bodies(s, r):
    """Find out whom the hits on a target strike, or ask: ordinary Underlings as a rule. [OVR-15, OVR-17, OVR-18]"""
    v, hits = int(s.targets[s.target]), int(s.hits_on[s.target])
    s.hits, s.step = hits, STEP_BLOWS
    s.body_hits[OVERSEER] = s.body_hits[SPECIALIST] = 0
    if s.called_body != NOBODY:
        s.body_hits[s.called_body], s.hits = hits, 0
    elif s.us[v] == 0:
        s.body_hits[OVERSEER], s.hits = hits, 0
    elif hits > 0 and (is_double(s.rolled) or ordinary(s, r, v) == 0):
        s.body_hits[OVERSEER] = s.body_hits[SPECIALIST] = NOT_ALLOTTED
        ask(s, int(s.attacker), ALLOTTING)


@kernel
def allot(s, r, share):
    """Allot a share to the Overseer, then to the Specialist; the rest is the Underlings'. [OVR-15, OVR-17]"""
    v = int(s.targets[s.target])
    body = OVERSEER if s.body_hits[OVERSEER] == NOT_ALLOTTED else SPECIALIST
    s.body_hits[body] = share
    s.hits -= share
    if body == SPECIALIST:
        return
    if ordinary(s, r, v) == 0:
        s.body_hits[SPECIALIST], s.hits = s.hits, 0
    elif not has_specialist(s, v):
        s.body_hits[SPECIALIST] = 0
    else:
        ask(s, int(s.attacker), ALLOTTING)
