"""What sides have left: who is in the fight, and how much of everybody. [NOV-A3]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.nova.sheet import (
    boxes,
    henchmen_left,
    in_field,
    is_cold,
    is_mob,
    is_person,
    is_vehicle,
    levels_of,
    who,
)
from swarmzoo.envs.skirmish.nova.state import ABSENT, ESCAPED


@kernel
def is_up(s, r, i):
    """Tell whether a piece with an agent is still in the fight, or has escaped. [NOV-A3]"""
    if r.agent_of[i] == NOBODY:
        return False
    return s.fate[i] == ESCAPED or (in_field(s, i) and not is_cold(s, r, i))


@kernel
def is_standing(s, r, side):
    """Tell whether anybody of a side is still in the fight. [NOV-A3]"""
    for k in range(r.slots):
        if is_up(s, r, int(side) * int(r.slots) + k):
            return True
    return False


@kernel
def health_in_100(s, r, i):
    """Return what is left of a piece, in 100. [NOV-A3]"""
    row = who(s, r, i)
    if not in_field(s, i):
        return 100 if s.fate[i] == ESCAPED else 0
    if not is_person(s, r, i):
        if is_mob(s, r, i):
            return 100 * int(s.members[i]) // int(r.full_members[row])
        left = 0
        for k in range(s.hl.shape[1]):
            left += int(s.hl[i, k])
        return 100 * left // (int(r.full_members[row]) * int(r.health[row]))
    whole, henchmen = levels_of(s, r, i) + 1, 0
    own = max(0, whole - boxes(s, i)) * 100 // whole
    for k in range(r.henchmen_count.shape[1]):
        henchmen += int(r.henchmen_count[row, k])
    return (100 * henchmen_left(s, i) + own) // (henchmen + 1)


@kernel
def strength_left(s, r, side):
    """Return what is left of a side on the average of its pieces, in 100. [NOV-A3]"""
    total, count = 0, 0
    for k in range(r.slots):
        i = int(side) * int(r.slots) + k
        if r.agent_of[i] != NOBODY and s.fate[i] != ABSENT:
            total += health_in_100(s, r, i)
            count += 1
    return total // max(count, 1)


@kernel
def extras_left(s, r, side):
    """Return how many members the squads of a side have left."""
    total = 0
    for k in range(r.slots):
        i = int(side) * int(r.slots) + k
        if in_field(s, i) and not is_person(s, r, i) and not is_vehicle(s, r, i):
            total += int(s.members[i])
    return total
