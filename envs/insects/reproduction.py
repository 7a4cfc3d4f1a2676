"""The Reproduction Phase: new insects on own stacks. [INS-11, INS-S12 to INS-S14]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import in_force, reproduction
from swarmzoo.envs.insects.cards import INFESTATION, WATERBUGS
from swarmzoo.envs.insects.events import INSECT_PLACED
from swarmzoo.envs.insects.stacks import change_stack, has_enemy, swarm_size
from swarmzoo.envs.insects.state import MOVE_BEGIN, REPRODUCTION_PHASE
from swarmzoo.envs.insects.terrain import WATER


@kernel
def begin_reproduction(s, r):
    """Gain Reproduction new insects; they go to stacks that stand when the phase begins. [INS-11, INS-S12]"""
    s.unplaced = 0
    for h in range(s.home.shape[0]):
        s.home[h] = s.bugs[s.active, h] > 0
    gain_insects(s, r, reproduction(s, r, s.active))
    s.stage = REPRODUCTION_PHASE


@kernel
def gain_insects(s, r, count):
    """Add new insects to those that are to be placed, as far as counters last. [INS-3, INS-11, INS-A6]"""
    supply = r.counters - swarm_size(s, s.active) - s.unplaced
    s.unplaced += max(0, min(count, supply))


@kernel
def can_place(s, r, h):
    """Tell whether new insects may be put into a space: own stacks, with Infestation enemies near. [INS-11, INS-E4]"""
    if s.home[h]:
        return True
    if in_force(s, r, s.active, INFESTATION) == 0 or not has_enemy(s, s.active, h):
        return False
    if s.terrain[h] == WATER and r.water_blocks and in_force(s, r, s.active, WATERBUGS) == 0:
        return False
    return home_within(s, r, h, r.infestation_range)


@kernel
def home_within(s, r, h, reach):
    """Tell whether a stack of the phase's beginning stands within 1 or 2 spaces. [INS-P13]"""
    if reach == 0:
        return False
    for direction in range(6):
        t = r.neighbours[h, direction]
        if t >= 0:
            if s.home[t]:
                return True
            if reach > 1:
                for second in range(6):
                    u = r.neighbours[t, second]
                    if u >= 0 and s.home[u]:
                        return True
    return False


@kernel
def place_insects(s, h, count):
    """Put new insects into a space; the last placement closes the phase. [INS-11, INS-S14]"""
    change_stack(s, s.active, h, count)
    s.unplaced -= count
    log_event(s, INSECT_PLACED, s.active, h, count)
    if s.unplaced == 0:
        s.stage = MOVE_BEGIN
