"""Who can be attacked, how, and with what. [OVR-13, OVR-14, OVR-16, OVR-25, OVR-P6 to OVR-P8]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.overseer.reasons import (
    IS_ENGAGED,
    LEGAL,
    NO_SPECIALIST,
    NO_SUCH_UNIT,
    NO_SWARM,
    NO_WEAPON,
    NOT_AN_ENEMY,
    NOT_IN_TOUCH,
    OUT_OF_RANGE,
    OUT_OF_SIGHT,
)
from swarmzoo.envs.skirmish.overseer.state import (
    ASSAULTED,
    CALLED_BLOW,
    CHARGED,
    OPPORTUNE,
    OWN_BLOW,
    OWN_SHOT,
    SUPPORTED,
)
from swarmzoo.envs.skirmish.overseer.units import (
    are_enemies,
    bracket_of,
    has_specialist,
    home_of,
    in_field,
    leader_engaged,
    leader_in_touch,
)


@kernel
def is_melee(kind):
    """Tell whether an attack is one of melee."""
    return kind == ASSAULTED or kind == CHARGED or kind == OPPORTUNE or kind == OWN_BLOW or kind == CALLED_BLOW


@kernel
def by_men(s, r, u, v):
    """Tell whether a unit's attack of opportunity is that of its Underlings: some are in touch, and armed. [OVR-G2]"""
    return s.in_touch[u, v] > 0 and r.men_melee[home_of(s, r, u)] != NOBODY


@kernel
def is_own(s, r, kind, u, v):
    """Tell whether an attack is the leader's own. [OVR-2]"""
    return kind >= OWN_SHOT or (kind == OPPORTUNE and not by_men(s, r, u, v))


@kernel
def weapon_of(s, r, kind, u, v):
    """Return the weapon of an attack, or NOBODY. [OVR-7, OVR-8]"""
    if kind == SUPPORTED:
        return int(r.specialist_weapon[u])
    if is_own(s, r, kind, u, v):
        return int(r.lead_melee[u]) if is_melee(kind) else int(r.lead_ranged[u])
    home = home_of(s, r, u)
    return int(r.men_melee[home]) if is_melee(kind) else int(r.men_ranged[home])


@kernel
def is_engaged(s, r, kind, u):
    """Tell whether those who would shoot are engaged: the leader itself, or anybody of its unit. [OVR-P6]"""
    return leader_engaged(s, r, u) if kind >= OWN_SHOT else s.touch[u] != 0


@kernel
def why_no_attack(s, r, kind, u, v):
    """Return 0 if a unit can make an attack at all, else the reason."""
    if kind == SUPPORTED and not has_specialist(s, u):
        return NO_SPECIALIST
    if kind < OPPORTUNE and s.us[u] == 0:
        return NO_SWARM
    weapon = weapon_of(s, r, kind, u, v)
    if weapon == NOBODY or (kind == SUPPORTED and r.weapon_metres[weapon] == 0):
        return NO_WEAPON
    if not is_melee(kind) and is_engaged(s, r, kind, u):
        return IS_ENGAGED
    return LEGAL


@kernel
def can_shoot_at(s, r, u, v, weapon):
    """Return 0 if a leader sees a unit that is in range of a weapon, else the reason. [OVR-13, OVR-H2, OVR-P3]"""
    if s.front[u, v] == NOBODY:
        return OUT_OF_SIGHT
    return LEGAL if bracket_of(s, r, u, v, weapon) > 0 else OUT_OF_RANGE


@kernel
def can_reach(s, r, kind, u, v):
    """Return 0 if a unit is within reach of a melee attack, else the reason. [OVR-16, OVR-P7]"""
    own = is_own(s, r, kind, u, v)
    touched = leader_in_touch(s, r, u, v) if own else s.in_touch[u, v] > 0
    return LEGAL if touched else NOT_IN_TOUCH


@kernel
def can_attack(s, r, kind, u, v):
    """Return 0 if a unit can make an attack on another one, else the reason; what it costs is asked elsewhere."""
    if not in_field(s, v):
        return NO_SUCH_UNIT
    if not are_enemies(r, u, v):
        return NOT_AN_ENEMY
    reason = why_no_attack(s, r, kind, u, v)
    if reason != LEGAL:
        return reason
    if is_melee(kind):
        return can_reach(s, r, kind, u, v)
    return can_shoot_at(s, r, u, v, weapon_of(s, r, kind, u, v))
