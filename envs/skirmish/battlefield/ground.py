"""Where things are on a battlefield: cells, heights, who stands where, who is near whom.

The kernels work on any game whose state has the fields of ``ground_fields``, the ``side`` of every piece and its
``place`` (NOBODY: not in the field), and whose rules have those of ``ground_rules``. All that the ground of a cell
means for moves, sight and observations is noted in one word of it, its ``lie``, so that few of them are fetched.
"""

from typing import Any, NamedTuple

import numpy as np

from swarmzoo.envs.core.fields import TURNS, Field, disc_size, field_rules, neighbour, parity, write_field_rules
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.battlefield.config import Grounds, kinds_of
from swarmzoo.envs.skirmish.battlefield.lines import beside, bit_words, lines_in_disc, spots
from swarmzoo.envs.skirmish.battlefield.poses import POSES, posed_offsets
from swarmzoo.envs.skirmish.battlefield.spreading import clear_rows, row_fields, row_rules, write_row_rules
from swarmzoo.envs.skirmish.battlefield.terrain import (
    HEAVY_COVER,
    HIDDEN,
    KINDS,
    MOST_HEIGHT,
    NO_COVER,
    NO_ENTRY,
    NUM_TERRAINS,
    OFF,
)

NOBODY = -1
SHOWN = 0x03070F0F  # the bits of a lie that observations show
LIES_OFF = 1 << 24
COST_IN_LIE = 7


class Radii(NamedTuple):
    """The radii of the discs about a piece: how far one move goes, one look about, one observation."""

    move: int
    sight: int
    view: int

    @classmethod
    def alike(cls, radius: int) -> "Radii":
        """Return three radii that are the same."""
        return cls(radius, radius, radius)

    @property
    def widest(self) -> int:
        """The radius of the tables by which hexes are looked up, and the least margin of the field."""
        return max(self)

    @property
    def near(self) -> int:
        """The radius in which the ground is gathered for moves and looks."""
        return max(self.move, self.sight)


def ground_fields(cells: int, radii: Radii, covers: int = HEAVY_COVER) -> list[tuple[Any, ...]]:
    """Return the fields of a state for its battlefield; ``covers``: the best cover that its ground gives, 2 or 3."""
    hexes = disc_size(radii.sight)
    return [
        ("terrain", np.int8, cells),
        ("height", np.int8, cells),
        ("lie", np.int32, cells),  # see survey_cell
        ("occupant", np.int16, cells),
        # of the disc about one hex
        ("around", np.int32, disc_size(radii.near)),  # the lie of its hexes ...
        ("around_from", np.int16),  # ... about its middle, ...
        ("around_front", np.int8),  # ... counted in which pose
        ("reach", np.int8, disc_size(radii.move + 1)),  # what it costs to go there, plus 1; 0: out of reach; outside 1
        *row_fields(radii.move),
        ("way", np.int16, radii.move + 1),  # the cells of the last move, from where it began
        ("num_way", np.int8),
        ("sight", np.int8, hexes),  # 1 + the cover between; 0: out of sight
        ("sight_from", np.int16),  # from where ...
        ("sight_front", np.int8),  # ... and counted in which pose
        ("screens", np.int64, (MOST_HEIGHT + 1, covers + 1, bit_words(radii.sight))),  # bits of what takes 1, 2 ... all
    ]


def ground_rules(cells: int, radii: Radii) -> list[tuple[Any, ...]]:
    """Return the fields of a rules record for its battlefield."""
    radius = radii.widest
    return [
        *field_rules(cells),
        ("radius", np.int16),
        ("disc", np.int16, (2, POSES, disc_size(radius))),
        ("beside", np.int16, (disc_size(radius + 1), TURNS)),
        ("spots", np.int16, (POSES, 2 * radius + 3, 2 * radius + 3)),
        ("lines", np.int64, (2, bit_words(radii.sight), disc_size(radii.sight))),
        *row_rules(radii.move),
        ("cost", np.int8, NUM_TERRAINS + 1),
        ("cover", np.int8, NUM_TERRAINS + 1),
        ("hides", np.int8, NUM_TERRAINS + 1),
        ("tall", np.int8, NUM_TERRAINS + 1),
        ("climb", np.int8),
    ]


def write_ground_rules(r: np.void, field: Field, radii: Radii, grounds: Grounds) -> None:
    """Fill those fields; the margin of the field is at least the widest radius."""
    radius = radii.widest
    write_field_rules(r, field)
    r["radius"], r["climb"] = radius, grounds.climb
    r["disc"] = posed_offsets(field, radius)
    r["beside"], r["spots"] = beside(radius), spots(radius)
    r["lines"] = lines_in_disc(radii.sight)
    write_row_rules(r, radii.move)
    r["cost"], r["hides"], r["tall"] = NO_ENTRY, 1, 9  # OFF, and the kinds that the game has not
    for kind in kinds_of(grounds):
        ground = getattr(grounds, KINDS[kind])
        r["cost"][kind] = ground.cost if ground.enter else NO_ENTRY
        r["cover"][kind], r["hides"][kind], r["tall"][kind] = ground.cover, ground.hides, ground.tall


@kernel
def spot(r, middle, front, cell):
    """Return which hex of the disc about a cell, and of the ring about the disc, another cell is, or OUTSIDE.

    A cell too far for the table is looked up in its first corner, so the code has no unpredictable branch.
    """
    q = int(r.q[cell]) - int(r.q[middle]) + int(r.radius) + 1
    row = int(r.row[cell]) - int(r.row[middle]) + int(r.radius) + 1
    known = int(q >= 0) & int(row >= 0) & int(q < r.spots.shape[1]) & int(row < r.spots.shape[2])
    return int(r.spots[front, q * known, row * known])


@kernel
def enter(s, i, cell):
    """Put a piece into an empty cell."""
    s.place[i], s.occupant[cell] = cell, i


@kernel
def lift(s, i):
    """Take a piece out of its cell."""
    s.occupant[s.place[i]] = NOBODY
    s.place[i] = NOBODY


@kernel
def enemies_near(s, r, side, cell):
    """Return how many pieces of other sides stand beside a cell."""
    count = 0
    for direction in range(6):
        other = int(s.occupant[neighbour(r, cell, direction)])
        count += other != NOBODY and s.side[other] != side
    return count


@kernel
def clear_ground(s):
    """Empty the battlefield."""
    for cell in range(s.terrain.shape[0]):
        s.terrain[cell] = OFF
        s.height[cell] = 0
        s.occupant[cell] = NOBODY
    s.around_from, s.around_front, s.sight_from, s.sight_front = NOBODY, 0, NOBODY, 0
    s.num_way = 0
    for k in range(s.sight.shape[0]):
        s.sight[k] = 0
    for k in range(s.around.shape[0]):
        s.around[k] = 0
    for k in range(s.reach.shape[0]):
        s.reach[k] = 0 if k < s.toll.shape[0] else 1
    clear_rows(s)
    for k in range(s.way.shape[0]):
        s.way[k] = 0
    for eye in range(s.screens.shape[0]):
        for taken in range(s.screens.shape[1]):
            for word in range(s.screens.shape[2]):
                s.screens[eye, taken, word] = 0


@kernel
def survey_ground(s, r):
    """Note of every cell what moves and sight need to know of it: once the ground is laid."""
    for cell in range(s.terrain.shape[0]):
        survey_cell(s, r, cell)


@kernel
def survey_cell(s, r, cell):
    """Note what moves and sight need to know of a cell, its lie: when its ground has changed.

    Its bytes, from the lowest: the cost to enter (0: no entry), the cover and 4 where it hides, the height, 1 off the
    field; in bits that are left (not in SHOWN), what it takes from sight, three of them for every height of the eye.
    """
    kind, height = s.terrain[cell], int(s.height[cell])
    lie = LIES_OFF if kind == OFF else height << 16
    if kind != OFF:
        lie |= (int(r.cover[kind]) + 4 * int(r.hides[kind])) << 8
        lie |= 0 if r.cost[kind] == NO_ENTRY else int(r.cost[kind])
    for eye in range(MOST_HEIGHT + 1):
        lie |= taken_from_sight(r, kind, height, eye) << screen_bit(eye)
    s.lie[cell] = lie
    s.around_from = s.sight_from = NOBODY


@kernel
def screen_bit(eye):
    """Return from which bit on a lie says what is taken from the sight of an eye at a height."""
    return 4 + 8 * eye - (eye >> 1)


@kernel
def taken_in(lie, eye):
    """Return what a hex with a lie takes from the sight of an eye at a height."""
    return int(lie) >> screen_bit(eye) & 7


@kernel
def is_barrier(s, cell):
    """Tell whether nobody can enter a cell, whatever one sees beyond it."""
    return int(s.lie[cell]) & COST_IN_LIE == 0


@kernel
def height_in(lie):
    """Return the height in a lie."""
    return int(lie) >> 16 & 7


@kernel
def cover_in(lie):
    """Return the cover of the ground in a lie."""
    return int(lie) >> 8 & 3


@kernel
def gather_lies(s, r, middle, front):
    """Note the lie of the hexes of the disc about a cell, counted from a front."""
    if s.around_from != middle or s.around_front != front:
        s.around_from, s.around_front = middle, front
        odd = parity(r, middle)
        for k in range(s.around.shape[0]):
            s.around[k] = s.lie[middle + r.disc[odd, front, k]]


@kernel
def taken_from_sight(r, kind, height, eye):
    """Return what a hex on the line takes from the sight of those of whom the higher one stands at a height."""
    if kind == OFF or height > eye:
        return HIDDEN
    if height + int(r.tall[kind]) <= eye:
        return NO_COVER
    return HIDDEN if r.hides[kind] else int(r.cover[kind])
