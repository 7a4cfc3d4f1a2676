"""How a Swarm comes apart, or loses somebody. [OVR-5, OVR-11, OVR-31, OVR-33]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.rolls import strike_off
from swarmzoo.envs.skirmish.battlefield.squads import lose_models


@kernel
def leave_swarm(s, i):
    """Take a piece of Underlings out of its Swarm; a Specialist is one of many from then on. [OVR-5, OVR-8]"""
    u = int(s.group[i])
    if s.specialist[u] == i:
        s.specialist[u] = NOBODY
    if s.ranked[i]:
        s.us[u] -= int(s.models[i])
    s.ranked[i] = False
    strike_off(s, i)


@kernel
def disband(s, u, fleeing):
    """Let a Swarm come apart: its Underlings are loose, and may flee. [OVR-11, OVR-31, OVR-33]"""
    while s.enrolled[u] > 0:
        i = int(s.roll[u, s.enrolled[u] - 1])
        leave_swarm(s, i)
        s.fleeing[i] = fleeing


@kernel
def lose_model(s, i):
    """Let one Underling of a Swarm fall; who was the last of its piece is struck off. [OVR-9, OVR-19]"""
    u = int(s.group[i])
    s.lost[u] += 1
    if s.models[i] == 1:
        leave_swarm(s, i)
    else:
        s.us[u] -= 1
    lose_models(s, i, 1)
