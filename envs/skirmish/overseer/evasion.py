"""Evasion: a reaction of the Swarm, or of its leader for itself. [OVR-29, OVR-37, OVR-P8]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.overseer.actions import OVERSEER
from swarmzoo.envs.skirmish.overseer.dice import counted, degrees, nerves, roll_test, succeeds
from swarmzoo.envs.skirmish.overseer.events import EVADED, FOR_EVASION, OF_AGILITY, OF_WS
from swarmzoo.envs.skirmish.overseer.targets import is_melee
from swarmzoo.envs.skirmish.overseer.units import able, home_of


@kernel
def evades_itself(s, v):
    """Tell whether the leader evades for itself: it alone is aimed at, or it has no Swarm. [OVR-18, OVR-P8]"""
    return s.us[v] == 0 or s.called_body == OVERSEER


@kernel
def can_evade(s, v):
    """Tell whether the leader of a target can evade, or order it: its reaction is not used up. [OVR-37, OVR-P8]"""
    reaction = s.own_reaction[v] if evades_itself(s, v) else s.swarm_reaction[v]
    return reaction != 0 and able(s, v)


@kernel
def evade(s, r):
    """Use the reaction; a success cancels one hit, and one more for each degree. [OVR-29, OVR-P1]"""
    v, hits = int(s.targets[s.target]), int(s.hits_on[s.target])
    needed = own_evasion(s, r, v) if evades_itself(s, v) else evasion_of_men(s, r, v)
    rolled = roll_test(s, r, v, FOR_EVASION, needed)
    if succeeds(r, rolled, needed):
        cancelled = min(1 + degrees(rolled, needed), hits)
        s.hits_on[s.target] = hits - cancelled
        log_event(s, EVADED, v, cancelled)


@kernel
def own_evasion(s, r, v):
    """Return what a leader's evasion needs; it loses its aim. [OVR-P8, OVR-G2]"""
    s.own_reaction[v] = s.aim[v] = 0
    return dodge(s, r, int(r.lead_agility[v]), int(r.lead_ws[v])) + nerves(s, r, v)


@kernel
def evasion_of_men(s, r, v):
    """Return what the evasion of Underlings needs. [OVR-P8]"""
    s.swarm_reaction[v] = 0
    home = home_of(s, r, v)
    return dodge(s, r, int(r.men_agility[home]), int(r.men_ws[home]))


@kernel
def dodge(s, r, agility, ws):
    """Return the characteristic of an evasion: Agility, in melee WS if that is better. [OVR-P8]"""
    if is_melee(s.attack) and ws > agility:
        return counted(s, OF_WS, ws)
    return counted(s, OF_AGILITY, agility)
