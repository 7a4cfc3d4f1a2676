"""Generated maps: hills, then patches of ground, then every start made open; half a turn changes nothing if asked."""

from swarmzoo.envs.core.fields import cell_at, distance, image_of, neighbour
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below
from swarmzoo.envs.skirmish.battlefield.terrain import BLOCKING, DIFFICULT, HEAVY, OFF, OPEN, SOFT

PATCH = 4  # hexes of a patch on the average


@kernel
def lay_open(s, r):
    """Make the whole field open and level."""
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            s.terrain[cell] = OPEN
            s.height[cell] = 0


@kernel
def generate(s, r):
    """Draw hills and ground: about as many hexes of each kind as the rules say."""
    lay_open(s, r)
    hexes = int(r.rows) * int(r.columns)
    hills = (hexes * int(r.hills) + draw_below(s.rng, 1000)) // 1000
    for k in range(hills):
        if not r.symmetric or k % 2 == 0:
            raise_hill(s, r, random_cell(s, r))
    for kind in range(DIFFICULT, BLOCKING + 1):
        laid, wanted = 0, hexes * int(r.scatter[kind - DIFFICULT]) // 1000
        while laid < wanted:
            laid += lay_patch(s, r, random_cell(s, r), kind)


@kernel
def random_cell(s, r):
    """Draw a hex of the field."""
    return cell_at(r, draw_below(s.rng, int(r.columns)), draw_below(s.rng, int(r.rows)))


@kernel
def raise_hill(s, r, top):
    """Raise a hill: its top and rings of lower ground about it."""
    image = image_of(r, top)
    for row in range(r.rows):
        for column in range(r.columns):
            cell = cell_at(r, column, row)
            gap = distance(r, cell, top)
            if r.symmetric:
                gap = min(gap, distance(r, cell, image))
            s.height[cell] = max(int(s.height[cell]), int(r.top) - gap // 2)


@kernel
def lay_patch(s, r, cell, kind):
    """Lay a patch of a kind by a random walk; return how many hexes it made so."""
    laid = 0
    for _ in range(1 + draw_below(s.rng, 2 * PATCH - 1)):
        if s.terrain[cell] == OPEN:
            s.terrain[cell] = kind
            laid += 1
            image = image_of(r, cell)
            if r.symmetric and image != cell:
                s.terrain[image] = kind
                laid += 1
        other = neighbour(r, cell, draw_below(s.rng, 6))
        if s.terrain[other] != OFF:
            cell = other
    return max(laid, 1)


assert (DIFFICULT, SOFT, HEAVY, BLOCKING) == (1, 2, 3, 4)
