"""Slow, obvious statements of what holds on a battlefield: sight, cover, barriers, the cost of ways."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from swarmzoo.envs.core.fields import Field, axial
from swarmzoo.envs.core.hexes import DIRECTIONS, Hex
from swarmzoo.envs.skirmish.battlefield.config import Grounds
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, KINDS, OFF


class Slow:
    """The statements for a field and its kinds of ground; ``s`` is a record of a state."""

    def __init__(self, field: Field, grounds: Grounds):
        self.field, self.grounds = field, grounds

    def hex_of(self, cell: int) -> Hex:
        """Return the axial coordinates of a cell."""
        return axial(*self.field.place(cell))

    def cell_of(self, q: int, r: int) -> int:
        """Return the cell of axial coordinates."""
        return self.field.cell(q + (r - (r & 1)) // 2, r)

    def ground(self, s: Any, cell: int) -> Any:
        """Return what the ground of a cell does; None off the field."""
        kind = int(s["terrain"][cell])
        return None if kind == OFF else getattr(self.grounds, KINDS[kind])

    def lines(self, a: int, b: int) -> Iterator[list[int]]:
        """Yield the cells between two, on the line a hair to one side and on that to the other."""
        (aq, ar), (bq, br) = self.hex_of(a), self.hex_of(b)
        n = max(abs(bq - aq), abs(br - ar), abs(bq - aq + br - ar))
        for hair in (Fraction(-1, 10**6), Fraction(1, 10**6)):
            points = ((Fraction((bq - aq) * k, n) + hair, Fraction((br - ar) * k, n) + 2 * hair) for k in range(1, n))
            yield [self.cell_of(*rounded(aq + q, ar + r)) for q, r in points]

    def cover(self, s: Any, a: int, b: int) -> int:
        """Return the most cover between two cells, on the better line."""
        eye = max(int(s["height"][a]), int(s["height"][b]))
        return min(max((self.veil(s, cell, eye) for cell in line), default=0) for line in self.lines(a, b))

    def true_cover(self, s: Any, a: int, b: int) -> int:
        """Return the most cover on the true segment between two cells: of every hex that it goes through."""
        eye = max(int(s["height"][a]), int(s["height"][b]))
        return min(max((self.veil(s, cell, eye) for cell in way), default=0) for way in self.segments(a, b))

    def segments(self, a: int, b: int) -> Iterator[list[int]]:
        """Yield the cells through which the segment goes, a hair to one side and to the other, its ends left out."""
        (aq, ar), (bq, br) = self.hex_of(a), self.hex_of(b)
        rows, columns = range(min(ar, br) - 1, max(ar, br) + 2), range(min(aq, bq) - 1, max(aq, bq) + 2)
        for hair in (-1e-7, 1e-7):
            begin, step = (aq + hair, ar + 2 * hair), (bq - aq, br - ar)
            every = (self.cell_of(q, r) for r in rows for q in columns if crosses(begin, step, q, r))
            yield [cell for cell in every if cell not in (a, b)]

    def veil(self, s: Any, cell: int, eye: int) -> int:
        """Return what a cell takes from the sight of an eye at a height."""
        ground, height = self.ground(s, cell), int(s["height"][cell])
        if ground is None or height > eye:
            return HIDDEN
        if height + ground.tall <= eye:
            return 0
        return HIDDEN if ground.hides else ground.cover

    def barred(self, s: Any, a: int, b: int) -> bool:
        """Tell whether on both lines stands something that nobody can enter."""
        return all(any(not self.enters(s, cell) for cell in line) for line in self.lines(a, b))

    def enters(self, s: Any, cell: int) -> bool:
        """Tell whether somebody can enter a cell."""
        ground = self.ground(s, cell)
        return ground is not None and ground.enter

    def step(self, s: Any, a: int, b: int) -> int | None:
        """Return what a step between neighbouring cells costs; None where it is impossible."""
        up = int(s["height"][b]) - int(s["height"][a])
        if not self.enters(s, b) or up > 1:
            return None
        return self.ground(s, b).cost + (self.grounds.climb if up > 0 else 0)

    def reach(self, s: Any, start: int, budget: int, is_enemy: Callable[[int], bool]) -> dict[int, int]:
        """Return the cost of every cell within a budget, by going on until nothing gets cheaper."""
        costs = {start: 0}
        changed = True
        while changed:
            changed = False
            for cell, spent in list(costs.items()):
                q, r = self.hex_of(cell)
                for dq, dr in DIRECTIONS:
                    other = self.cell_of(q + dq, r + dr)
                    cost = self.step(s, cell, other)
                    if cost is None or is_enemy(other) or spent + cost > budget:
                        continue
                    if spent + cost < costs.get(other, 99):
                        costs[other], changed = spent + cost, True
        return costs


def crosses(begin: tuple[float, float], step: Hex, q: int, r: int) -> bool:
    """Tell whether a segment goes through a hex: the points p of it with |p_q - p_r|, |p_r - p_s|, |p_s - p_q| < 1."""
    (x, y), (dx, dy), first, last = (begin[0] - q, begin[1] - r), step, 0.0, 1.0
    for at, by in ((x - y, dx - dy), (x + 2 * y, dx + 2 * dy), (2 * x + y, 2 * dx + dy)):
        if by == 0:
            if abs(at) >= 1:
                return False
            continue
        ends = sorted(((-1 - at) / by, (1 - at) / by))
        first, last = max(first, ends[0]), min(last, ends[1])
    return last - first > 1e-6


def rounded(q: Fraction, r: Fraction) -> Hex:
    """Return the hex that holds a point, by cube rounding with exact fractions."""
    x, y, z = q, r, -q - r
    nx, ny, nz = (round(v) for v in (x, y, z))
    dx, dy, dz = abs(nx - x), abs(ny - y), abs(nz - z)
    if dx > dy and dx > dz:
        nx = -ny - nz
    elif dy > dz:
        ny = -nx - nz
    return nx, ny
