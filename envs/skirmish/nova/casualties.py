"""Leaving the field: the dead and the dying, who surrenders, who escapes. [NOV-15, NOV-31, NOV-60]"""

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY, lift
from swarmzoo.envs.skirmish.nova.events import OUT
from swarmzoo.envs.skirmish.nova.holds import release
from swarmzoo.envs.skirmish.nova.state import DEAD, DYING, ESCAPED, FIELD, INCAPACITATED, SURRENDERED

FATES_TOLD = (INCAPACITATED, DYING, DEAD, SURRENDERED, ESCAPED)  # into which one leaves; the dying may be saved later


@kernel
def put_out(s, r, i, fate):
    """Take a piece out of the field; where it fell is kept, for resuscitation. [NOV-36]"""
    if s.fate[i] != FIELD:
        return
    release(s, i)
    if s.held_by[i] != NOBODY:
        release(s, int(s.held_by[i]))
    s.fate[i] = fate
    s.lies[i] = NOBODY if fate == ESCAPED else s.place[i]
    s.dying[i] = 0
    lift(s, i)
    log_event(s, OUT, i, fate)


@kernel
def fate_by_wounds(s, i, levels):
    """Return the fate of a person with a track of so many levels, FIELD while it stands. [NOV-15, NOV-31, NOV-H4]"""
    deep = int(s.aggravated[i]) + int(s.lethal[i])
    if deep >= levels + 2:
        return DEAD
    if deep >= levels + 1:
        return DYING
    return INCAPACITATED if deep + int(s.bashing[i]) >= levels + 1 else FIELD
