"""Where soldiers are: cells, the bits that mark them by rows, and the Zones of Control they spread.

[FOR-G6d, FOR-P12]
"""

import numpy as np

from swarmzoo.envs.core.events import log_event
from swarmzoo.envs.core.fields import column_of, distance, hex_distance, lag, parity, sextant
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.formation.events import DISCOVERED
from swarmzoo.envs.formation.state import FIELD, NOBODY, WORD

FRONT, FLANK, REAR = 0, 1, 2


@kernel
def side_of_ring(place, ring):
    """Tell front, flank or rear from a hex's place on its ring, clockwise from the facing. [FOR-P12]"""
    sixth = min(place, 6 * ring - place)
    if sixth <= ring:
        return FRONT
    return FLANK if sixth <= 2 * ring else REAR


@kernel
def side_seen(r, cell, facing, other):
    """Tell on which side of a soldier, who faces a direction in a cell, another cell lies. [FOR-P12]"""
    return side_of_ring(place_on_ring(r, cell, facing, other), distance(r, cell, other))


@kernel
def place_on_ring(r, cell, facing, other):
    """Return a cell's place on its ring about another one, clockwise from a direction."""
    dq, dr = int(r.q[other]) - int(r.q[cell]), int(r.row[other]) - int(r.row[cell])
    ring = hex_distance(dq, dr)
    place = sextant(dq, dr) - int(facing) * ring
    return place + 6 * ring if place < 0 else place


@kernel
def is_able(s, i):
    """Tell whether a soldier stands in the field, neither Dazed nor Panicked nor Berserk."""
    return s.fate[i] == FIELD and not s.dazed[i] and not s.panicked[i] and not s.berserk[i]


@kernel
def controls(s, r, i):
    """Tell whether a soldier spreads a Zone of Control: armed, in the field and open, neither Dazed nor Panicked."""
    return (
        r.kind_reach[s.kind[i]] > 0 and s.fate[i] == FIELD and not s.dazed[i] and not s.panicked[i] and not s.hidden[i]
    )


@kernel
def spread_zone(s, r, i, change):
    """Add (1) or take back (-1) a soldier's Zone of Control: its front hexes within reach. [FOR-P12]"""
    if not controls(s, r, i):
        return
    cell, company = int(s.place[i]), s.company[i]
    odd, facing = parity(r, cell), s.facing[i]
    s.zone[company, cell + r.near[odd, facing, 1]] += change
    s.zone[company, cell + r.near[odd, facing, 2]] += change
    s.zone[company, cell + r.near[odd, facing, 6]] += change
    if r.kind_reach[s.kind[i]] > 1:
        for place in range(7, 10):
            s.zone[company, cell + r.near[odd, facing, place]] += change
        s.zone[company, cell + r.near[odd, facing, 17]] += change
        s.zone[company, cell + r.near[odd, facing, 18]] += change


@kernel
def mark(s, r, company, cell, present):
    """Set or clear the bit of a cell in a company's rows (2: those who moved)."""
    row, column = int(r.row[cell]), column_of(r, cell)
    word, bit = column // WORD, 1 << (column % WORD)
    if present:
        s.ranks[company, row, word] |= bit
    else:
        s.ranks[company, row, word] &= ~bit & 0xFFFFFFFF


@kernel
def marked(s, company, row, word, first, last):
    """Return the marks from one column of a row to before another, those of one number: bits, and what bit 0 is."""
    column = max(first, word * WORD)
    bits = np.int64(s.ranks[company, row, word]) >> (column - word * WORD)
    return bits & ((2 << (min(last, word * WORD + WORD) - 1 - column)) - 1), column


@kernel
def rows_around(r, cell, radius):
    """Return the first row within a radius of a cell, and the row after the last."""
    row = int(r.row[cell])
    return max(row - radius, 0), min(row + radius, int(r.rows) - 1) + 1


@kernel
def columns_around(r, cell, radius, row):
    """Return the first column of a row within a radius of a cell, and the column after the last."""
    dr, q = row - int(r.row[cell]), int(r.q[cell]) + lag(row)
    first, last = q + max(-radius, -radius - dr), q + min(radius, radius - dr)
    return max(first, 0), min(last, int(r.columns) - 1) + 1


@kernel
def count_in_view(s, r, i, change):
    """Count (1) or no longer count (-1) a soldier among those whom the enemy sees, if it does."""
    if not s.hidden[i]:
        company, cell = s.company[i], s.place[i]
        s.in_view[company] += change
        s.total[company, 0] += change * int(r.q[cell])
        s.total[company, 1] += change * int(r.row[cell])


@kernel
def enter(s, r, i, cell):
    """Put a soldier into an empty cell."""
    s.place[i], s.occupant[cell] = cell, i
    s.stale[i] = True
    count_in_view(s, r, i, 1)
    mark(s, r, s.company[i], cell, True)
    spread_zone(s, r, i, 1)


@kernel
def lift(s, r, i):
    """Take a soldier out of its cell; ``enter`` puts it elsewhere."""
    cell = int(s.place[i])
    spread_zone(s, r, i, -1)
    count_in_view(s, r, i, -1)
    mark(s, r, s.company[i], cell, False)
    s.occupant[cell], s.place[i] = NOBODY, NOBODY
    s.shown[0, cell, 1] = s.shown[0, cell, 2] = s.shown[1, cell, 1] = s.shown[1, cell, 2] = 0


@kernel
def turn_to(s, r, i, direction):
    """Turn a soldier to face a direction."""
    if s.facing[i] != direction:
        spread_zone(s, r, i, -1)
        s.facing[i], s.stale[i] = direction, True
        spread_zone(s, r, i, 1)


@kernel
def remove(s, r, i, fate):
    """Take a soldier out of the field for good."""
    lift(s, r, i)
    s.fate[i] = fate
    s.in_field[s.company[i]] -= 1
    s.panicking[s.company[i]] -= s.panicked[i]
    s.choices[i], s.withheld[i] = 1, 0


@kernel
def set_dazed(s, r, i, dazed):
    """Make a soldier Dazed, or itself again; the Dazed control nothing."""
    if s.dazed[i] != dazed:
        spread_zone(s, r, i, -1)
        s.dazed[i], s.stale[i] = dazed, True
        spread_zone(s, r, i, 1)


@kernel
def set_panicked(s, r, i, panicked):
    """Make a soldier Panicked, or itself again; the Panicked control nothing."""
    if s.panicked[i] != panicked:
        spread_zone(s, r, i, -1)
        s.panicked[i], s.stale[i] = panicked, True
        s.panicking[s.company[i]] += 1 if panicked else -1
        spread_zone(s, r, i, 1)


@kernel
def discover(s, r, i):
    """Show a hidden soldier to the enemy. [FOR-P21]"""
    if s.hidden[i]:
        log_event(s, DISCOVERED, i)
        s.hidden[i], s.stale[i] = False, True
        count_in_view(s, r, i, 1)
        spread_zone(s, r, i, 1)
