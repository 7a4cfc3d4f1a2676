"""Blows on a target: its Overseer first, then its Specialist, then its Underlings. [OVR-15, OVR-19, OVR-20, OVR-26]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.overseer.actions import BODIES, OVERSEER, SPECIALIST
from swarmzoo.envs.skirmish.overseer.casualties import fall, take_wounds
from swarmzoo.envs.skirmish.overseer.damage import (
    damage_of_blow,
    extra_kills,
    kills_of_blow,
    reduction_of_leader,
    reduction_of_men,
    spray_kills,
)
from swarmzoo.envs.skirmish.overseer.events import SPECIALIST_KILLED, STRUCK
from swarmzoo.envs.skirmish.overseer.state import STEP_EVASION
from swarmzoo.envs.skirmish.overseer.swarm import lose_model
from swarmzoo.envs.skirmish.overseer.units import in_field, ordinary, survey_units

UNDERLINGS = len(BODIES)  # a body, in the log


@kernel
def strike_target(s, r):
    """Resolve the hits on a target; when its Overseer dies, those that are left are lost. [OVR-15, OVR-P4]"""
    v, before = int(s.targets[s.target]), int(s.us[s.targets[s.target]])
    less, spray = reduction_of_men(s, r, v), spray_kills(s, r, v)
    strike_overseer(s, r, v, int(s.body_hits[OVERSEER]))
    if in_field(s, v):
        strike_specialist(s, r, v, int(s.body_hits[SPECIALIST]), less)
        strike_underlings(s, r, v, int(s.hits), less, spray)
    if s.us[v] != before or not in_field(s, v):
        survey_units(s, r)
    s.hits = 0
    s.target += 1
    s.step = STEP_EVASION


@kernel
def blows_of(s, hits):
    """Return how many blows hits on one body are: one of a Swarm, a leader's each by itself. [OVR-26]"""
    return hits if s.by_leader else min(hits, 1)


@kernel
def more_damage(s, hits):
    """Return what further hits of a Swarm on one body add to the damage of the first. [OVR-26]"""
    return 0 if s.by_leader else hits - 1


@kernel
def told(s, v, body, damage, less):
    """Tell the log of a blow, and what is taken off its damage; return the damage."""
    log_event(s, STRUCK, v, body, damage, less)
    return damage


@kernel
def strike_overseer(s, r, v, hits):
    """Let hits strike an Overseer, who has Wounds. [OVR-20, OVR-26]"""
    less = reduction_of_leader(s, r, v)
    for _ in range(blows_of(s, hits)):
        if in_field(s, v):
            take_wounds(s, v, told(s, v, OVERSEER, damage_of_blow(s, r) + more_damage(s, hits), less) - less)


@kernel
def strike_specialist(s, r, v, hits, less):
    """Let hits strike a Specialist; the blow that kills it may kill others besides. [OVR-18, OVR-19, OVR-23, OVR-24]"""
    for _ in range(blows_of(s, hits)):
        if told(s, v, SPECIALIST, damage_of_blow(s, r) + more_damage(s, hits), less) > less:
            lose_model(s, int(s.specialist[v]))
            log_event(s, SPECIALIST_KILLED, v)
            fall(s, r, v, min(extra_kills(s, r), ordinary(s, r, v)))
            return


@kernel
def strike_underlings(s, r, v, hits, less, spray):
    """Let hits strike ordinary Underlings, and those fall who are nearest; no more than there are. [OVR-15, OVR-19]"""
    there = ordinary(s, r, v)
    if hits == 0 or there == 0:
        return
    if s.by_leader:
        killed = killed_one_by_one(s, r, v, there, hits, less, spray)
    else:
        killed = deadly_blows(s, r, v, there, hits, less)
        killed *= kills_of_blow(s, r, spray) if killed > 0 else 1
    fall(s, r, v, min(killed, there))


@kernel
def killed_one_by_one(s, r, v, there, hits, less, spray):
    """Return how many hits kill that each have their own damage, as long as somebody is left. [OVR-19, OVR-P4]"""
    killed = 0
    for _ in range(hits):
        if killed < there and told(s, v, UNDERLINGS, damage_of_blow(s, r), less) > less:
            killed += kills_of_blow(s, r, spray)
    return killed


@kernel
def deadly_blows(s, r, v, there, hits, less):
    """Return how many of a Swarm's blows kill: hits go round, and further ones on the same man add to it. [OVR-26]"""
    damage = damage_of_blow(s, r)
    told(s, v, UNDERLINGS, damage + (hits - 1) // there, less)
    if hits <= there:
        return hits if damage > less else 0
    each, more = hits // there, hits % there
    deadly = more if damage + each > less else 0
    return deadly + (there - more if damage + each - 1 > less else 0)
