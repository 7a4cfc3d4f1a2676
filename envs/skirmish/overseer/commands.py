"""What Commands and actions cost, and what a turn has one of: attacks, Concentration. [OVR-36, OVR-37, OVR-G2]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.actions import (
    ADVANCE,
    AIM,
    ASSAULT,
    CALLED,
    CHARGE,
    CONCENTRATE,
    COVER_GROUND,
    DISENGAGE,
    END,
    FIRE,
    MARK,
    OVERWATCH,
    RUN,
    SHOOT,
    STRIKE,
    SUPPORT,
    SUPPRESS,
    TEND,
    WORK,
)
from swarmzoo.envs.skirmish.overseer.state import (
    ASSAULTED,
    CALLED_BLOW,
    CALLED_SHOT,
    CONCENTRATED,
    NO_ATTACK,
    OVERWATCHED,
    OWN_BLOW,
    OWN_SHOT,
    SUPPORTED,
    SUPPRESSION,
    VOLLEY,
)
from swarmzoo.envs.skirmish.overseer.units import leader_engaged


@kernel
def cost_of(part):
    """Return the Half Actions that a Command or action costs. [OVR-36, OVR-40]"""
    if part == END:
        return 0
    if part == ADVANCE or part == RUN or part == DISENGAGE or part == COVER_GROUND or part == CHARGE:
        return 2
    if part == CONCENTRATE or part == SUPPRESS or part == OVERWATCH or part == CALLED or part == WORK:
        return 2
    return 1


@kernel
def is_swarms_attack(s, u, part):
    """Tell whether a Command is the Attack of the Swarm in this turn; a lone leader charges by itself. [OVR-G2]"""
    if part == CHARGE:
        return s.us[u] > 0
    return FIRE <= part <= OVERWATCH or part == ASSAULT


@kernel
def is_own_attack(s, u, part):
    """Tell whether an action is the Attack of the leader itself. [OVR-G2]"""
    if part == CHARGE:
        return s.us[u] == 0
    return part == SHOOT or part == STRIKE or part == CALLED


@kernel
def is_concentration(part):
    """Tell whether a Command or action is a Concentration. [OVR-G2]"""
    return part == ADVANCE or part == MARK or part == AIM or part == TEND or part == WORK


@kernel
def attack_of(s, r, u, part):
    """Return the attack that a Command or action makes, or NO_ATTACK. [OVR-P6, OVR-P7]"""
    if part == FIRE:
        return VOLLEY
    if part == CONCENTRATE:
        return CONCENTRATED
    if part == SUPPRESS:
        return SUPPRESSION
    if part == SUPPORT:
        return SUPPORTED
    if part == OVERWATCH:
        return OVERWATCHED
    if part == ASSAULT:
        return ASSAULTED
    if part == SHOOT:
        return OWN_SHOT
    if part == STRIKE:
        return OWN_BLOW
    if part == CALLED:
        return CALLED_BLOW if leader_engaged(s, r, u) else CALLED_SHOT
    return NO_ATTACK


@kernel
def pay_for(s, u, part):
    """Take what a Command or action costs, of Half Actions and of what a turn has one of. [OVR-37, OVR-G2]"""
    s.halves -= cost_of(part)
    s.swarm_attacked = s.swarm_attacked or is_swarms_attack(s, u, part)
    s.self_attacked = s.self_attacked or is_own_attack(s, u, part)
    s.concentrated = s.concentrated or is_concentration(part)
    s.command, s.prey = part, NOBODY
