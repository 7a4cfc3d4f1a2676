"""How a unit counts the others in what it sees, and how numbers become bytes. [OVR-A6]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.overseer.slots import foe_slot, slot_of


@kernel
def row_of(r, u, j):
    """Return the row in which a unit has another one, its own first; one past the units: neutral Underlings."""
    slots = int(r.slots)
    if j >= r.units:
        return int(r.units)
    if r.side_of[j] != r.side_of[u]:
        return slots + slot_of(r, u, j)
    own, other = u % slots, j % slots
    return 0 if own == other else other + int(other < own)


@kernel
def unit_at(r, u, row):
    """Return the unit that another one has in a row."""
    slots = int(r.slots)
    if row >= slots:
        return foe_slot(r, u, row - slots)
    own = u % slots
    return u - own + (own if row == 0 else row - int(row <= own))


@kernel
def rowed(r, u, j):
    """Return 1 + the row in which a unit has another one, 0 for nobody."""
    return 0 if j == NOBODY else 1 + row_of(r, u, int(j))


@kernel
def byte(number):
    """Return a number as a byte: 0 to 255."""
    return min(max(int(number), 0), 255)


@kernel
def coded(difference):
    """Return a difference of coordinates as a byte."""
    return byte(int(difference) + 64)


@kernel
def seen_from(r, front, here, there):
    """Return how far (q, row) a cell lies from another one, as a side with a front sees it."""
    return posed(int(r.q[there]) - int(r.q[here]), int(r.row[there]) - int(r.row[here]), front)
