"""Resuscitation: saving those who are dying. [NOV-36, NOV-37]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import distance
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.dice import counted, roll_pool, trait_pool
from swarmzoo.envs.skirmish.nova.events import FOR_RESUSCITATION, OF_DAZE, OF_DEATH, OF_REPLACING, STABILISED
from swarmzoo.envs.skirmish.nova.sheet import levels_of
from swarmzoo.envs.skirmish.nova.state import DYING, STABLE


@kernel
def can_save(s, r, i, j):
    """Tell whether somebody could resuscitate another one now: dying beside it, not beyond help. [NOV-36, NOV-37]"""
    if s.fate[j] != DYING or s.beyond_help[j] or s.side[j] != s.side[i]:
        return False
    return distance(r, s.place[i], s.lies[j]) <= 1


@kernel
def resuscitate(s, r, i, j, order, harder):
    """Try to resuscitate somebody: success stabilises, and heals nothing. [NOV-36]"""
    minutes = int(s.dying[j]) // int(r.minute_rounds)
    deeper = int(s.aggravated[j]) + int(s.lethal[j]) - levels_of(s, r, j) - 1
    needed = 2 + counted(s, OF_DEATH, minutes + deeper)
    needed += counted(s, OF_DAZE, int(r.daze_difficulty) * int(s.dazed[i]))
    needed += counted(s, OF_REPLACING, int(r.replaced_difficulty) * int(harder))
    pool = trait_pool(s, r, i, r.dexterity, r.medicine, r.mega_dexterity, order, False)
    if roll_pool(s, r, i, FOR_RESUSCITATION, pool, needed) >= needed:
        s.fate[j] = STABLE
        log_event(s, STABILISED, i, j)
