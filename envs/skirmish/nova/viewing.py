"""How an agent counts what it sees: rows of pieces, slots of objects, places from where it stands. [NOV-A6]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.poses import posed
from swarmzoo.envs.skirmish.nova.slots import foe_slot, slot_of, slot_of_thing
from swarmzoo.envs.skirmish.nova.state import AT_HEX, AT_PIECE, AT_THING

MIDDLE = 64  # what is added to coordinates, which may be below 0


@kernel
def byte(number):
    """Return a number as a byte: 0 to 255."""
    return min(max(int(number), 0), 255)


@kernel
def row_of(r, i, j):
    """Return the row in which a piece has another one, its own first."""
    slots = int(r.slots)
    if r.side_of[j] != r.side_of[i]:
        return slots + slot_of(r, i, j)
    own, other = i % slots, j % slots
    return 0 if own == other else other + int(other < own)


@kernel
def piece_at(r, i, row):
    """Return the piece that another one has in a row."""
    slots = int(r.slots)
    if row >= slots:
        return foe_slot(r, i, row - slots)
    own = i % slots
    return i - own + (own if row == 0 else row - int(row <= own))


@kernel
def rowed(r, i, j):
    """Return 1 + the row in which a piece has another one, 0 for nobody."""
    return 0 if j == NOBODY else 1 + row_of(r, i, int(j))


@kernel
def slotted(r, i, n):
    """Return 1 + the slot in which a piece has an object, 0 for none."""
    return 0 if n == NOBODY else 1 + slot_of_thing(r, i, int(n))


@kernel
def middle_of(s, i):
    """Return the hex about which a piece sees: where it stands, or fell, or NOBODY."""
    return int(s.place[i]) if s.place[i] != NOBODY else int(s.lies[i])


@kernel
def seen_from(s, r, i, cell):
    """Return how far (q, row) a cell lies from the middle of what a piece sees, from its side's front."""
    here = middle_of(s, i)
    return posed(int(r.q[cell]) - int(r.q[here]), int(r.row[cell]) - int(r.row[here]), r.front[r.side_of[i]])


@kernel
def write_seen(s, r, i, cell, out):
    """Write where a cell lies, as q and row; 0 and 0 where either place is NOBODY."""
    out[0] = out[1] = 0
    if cell != NOBODY and middle_of(s, i) != NOBODY:
        q, row = seen_from(s, r, i, int(cell))
        out[0], out[1] = byte(q + MIDDLE), byte(row + MIDDLE)


@kernel
def write_aim(s, r, i, what, aim, out):
    """Write what an action is aimed at: what it is, its row or slot, and of a hex its place."""
    out[0], out[1], out[2], out[3] = what, 0, 0, 0
    if aim == NOBODY:
        return
    if what == AT_PIECE:
        out[1] = rowed(r, i, aim)
    elif what == AT_THING:
        out[1] = slotted(r, i, aim)
    elif what == AT_HEX:
        write_seen(s, r, i, int(aim), out[2:4])
