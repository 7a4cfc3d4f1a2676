"""Passives that grow with the Swarm: the Weapons Team and the Special Team. [OVR-12, OVR-39, OVR-P9, OVR-P11]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.overseer.units import effect, home_of

TEAM = 5  # US for each step of a Weapons Team


@kernel
def team_hit(s, r, u):
    """Return what a Weapons Team adds to BS with a heavy weapon. [OVR-P9]"""
    each = effect(s, r, u, r.type_heavy_hit, r.passive_heavy_hit)
    return min(int(r.team_most_hit), each * (int(s.us[u]) // TEAM))


@kernel
def team_damage(s, r, u):
    """Return what a Weapons Team adds to the damage of a heavy weapon. [OVR-P9]"""
    each = effect(s, r, u, r.type_heavy_damage, r.passive_heavy_damage)
    return min(int(r.team_most_damage), each * (int(s.us[u]) // TEAM))


@kernel
def has_skill(s, r, u):
    """Tell whether an Overseer has the skills of a Technician, its own or by its Underlings. [OVR-P9, OVR-P11]"""
    if r.type_skill[u] > 0:
        return True
    return s.enrolled[u] > 0 and r.passive_skill[home_of(s, r, u)] > 0


@kernel
def help_with_skill(s, r, u):
    """Return what a Special Team adds to a test of skill. [OVR-P9]"""
    return min(int(r.skill_most), effect(s, r, u, r.type_skill, r.passive_skill) * int(s.us[u]))
