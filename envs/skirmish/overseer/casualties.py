"""Who falls: the nearest Underlings first, Overseers by their Wounds. [OVR-11, OVR-15, OVR-19, OVR-20]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.overseer.events import DISSOLVED, KILLED, OVERSEER_DIED, WOUNDED
from swarmzoo.envs.skirmish.overseer.state import DEAD
from swarmzoo.envs.skirmish.overseer.swarm import disband, lose_model

FARTHEST = 1 << 14


@kernel
def fall(s, r, v, killed):
    """Take killed Underlings from those in rank, who are not the Specialist. [OVR-15, OVR-19]"""
    for _ in range(killed):
        lose_model(s, nearest_ordinary(s, r, v))
    if killed > 0:
        log_event(s, KILLED, v, killed)


@kernel
def nearest_ordinary(s, r, v):
    """Return the ordinary piece in rank that is nearest to the leader who attacks, the first of several. [OVR-15]"""
    here, best, least = int(s.place[s.attacker]), NOBODY, FARTHEST
    for k in range(s.enrolled[v]):
        i = int(s.roll[v, k])
        if s.ranked[i] and i != s.specialist[v] and distance(r, here, s.place[i]) < least:
            best, least = i, distance(r, here, s.place[i])
    return best


@kernel
def take_wounds(s, v, damage):
    """Take Wounds from an Overseer; at none it dies. [OVR-20]"""
    lost = min(max(damage, 0), int(s.wounds[v]))
    s.wounds[v] -= lost
    log_event(s, WOUNDED, v, lost, s.wounds[v])
    if s.wounds[v] == 0:
        die(s, v)


@kernel
def die(s, v):
    """Let an Overseer die: its Swarm dissolves. [OVR-11]"""
    log_event(s, OVERSEER_DIED, v)
    lift(s, v)
    s.fate[v] = DEAD
    if s.enrolled[v] > 0:
        log_event(s, DISSOLVED, v)
    disband(s, v, False)
