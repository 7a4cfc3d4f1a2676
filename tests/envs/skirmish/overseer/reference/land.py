"""The ground of a game: drawn as the house's generator draws it, discs as a side counts them, what is barred."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from swarmzoo.envs.skirmish.battlefield.config import Grounds, Scatter
from swarmzoo.envs.skirmish.battlefield.outline import Outline
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS
from tests.envs.skirmish.warband.reference.adapter import FRONTS
from tests.envs.skirmish.warband.reference.field import Cell, Field, distance, line, neighbours
from tests.envs.skirmish.warband.reference.outline import sees_mirrored

__all__ = ["Cell", "Land", "distance", "draw_land", "given_land", "neighbours", "pose_of", "ring_cells"]

Pose = tuple[int, int]  # a direction, and 1 clockwise or -1 the other way
EAST: Pose = (0, 1)
SCATTERED = ("difficult", "soft", "heavy", "blocking")
PATCH = 4


def pose_of(sides: int, side: int) -> Pose:
    """Return how a side counts the hexes around one."""
    return FRONTS[sides][side], -1 if sees_mirrored(sides, side) else 1


@cache
def ring_cells(middle: Cell, pose: Pose, ring: int) -> tuple[Cell, ...]:
    """Return the hexes of a ring about a hex, from the front on."""
    (front, sense), corner = pose, middle
    for _ in range(ring):
        corner = neighbours(corner)[front]
    if not ring:
        return (middle,)
    cells, here = [], corner
    for side in range(6):
        for _ in range(ring):
            cells.append(here)
            here = neighbours(here)[(front + sense * (2 + side)) % 6]
    return tuple(cells)


@cache
def disc_cells(middle: Cell, pose: Pose, radius: int) -> tuple[Cell, ...]:
    """Return the hexes within a radius, ring by ring."""
    return tuple(cell for ring in range(radius + 1) for cell in ring_cells(middle, pose, ring))


@cache
def lines_between(a: Cell, b: Cell) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the hexes between two, on both lines."""
    return tuple(line(a, b, 1)), tuple(line(a, b, -1))


class Land(Field):
    """A battlefield with its barriers."""

    def is_entered(self, cell: Cell) -> bool:
        """Tell whether somebody can stand in a hex."""
        return cell in self.kinds and self.ground(cell).enter

    def is_barred(self, a: Cell, b: Cell) -> bool:
        """Tell whether on both lines between two hexes stands something that nobody can enter. [OVR-4]"""
        return all(any(not self.is_entered(cell) for cell in way) for way in lines_between(a, b))

    def is_seen(self, a: Cell, b: Cell) -> bool:
        """Tell whether a hex is seen from another one."""
        return self.cover(a, b) is not None

    def own_cover(self, cell: Cell) -> int:
        """Return the cover that the ground of a hex gives, 0 off the field."""
        return self.ground(cell).cover if cell in self.kinds else 0

    def cover_from(self, viewer: Cell, cell: Cell) -> int:
        """Return the cover of who stands in a hex: its ground's, and that of the hexes before it. [OVR-21]"""
        far = distance(viewer, cell)
        before = [] if far == 1 else [one for one in neighbours(cell) if distance(viewer, one) < far]
        return max(self.own_cover(one) for one in [cell, *before])

    def change(self, cell: Cell, kind: str) -> None:
        """Make a hex ground of a kind."""
        self.kinds[cell] = kind
        self.seen.clear()

    def flat_ways(self, start: Cell, budget: int, closed: set[Cell]) -> dict[Cell, int]:
        """Return the cost of the hexes within a budget where every step costs one. [OVR-P9]"""
        costs, fresh = {start: 0}, [start]
        while fresh:
            cell = fresh.pop(0)
            for beside in neighbours(cell):
                if beside in costs or beside in closed or self.step_cost(cell, beside) is None:
                    continue
                if costs[cell] < budget:
                    costs[beside] = costs[cell] + 1
                    fresh.append(beside)
        return costs


def given_land(hexes: Any, field: Outline, grounds: Grounds) -> Land:
    """Return the land of a map."""
    kinds = {(x, y): KINDS[hexes[y][x][0]] for x, y in field.places}
    return Land(kinds, {(x, y): hexes[y][x][1] for x, y in field.places}, grounds)


class Drawing:
    """What draws the ground of a game."""

    def __init__(self, field: Outline, sides: int, is_symmetric: bool, draw: Callable[[int], int], grounds: Grounds):
        self.field, self.draw, self.is_symmetric = field, draw, is_symmetric
        flat = dict.fromkeys(field.places, 0)
        self.land = Land(dict.fromkeys(field.places, "open"), flat, grounds)
        self.images = {place: field.images(sides, place)[1:] if is_symmetric else () for place in field.places}
        self.times = sides if is_symmetric else 1

    def place(self) -> Cell:
        """Draw a hex of the field."""
        while True:
            found = self.draw(self.field.columns), self.draw(self.field.rows)
            if found in self.land.kinds:
                return found

    def lay(self, cell: Cell, kind: str) -> int:
        """Make a hex and its images ground of a kind; return how many were not."""
        changed = 0
        for one in (cell, *self.images[cell]):
            changed += self.land.kinds[one] != kind
            self.land.kinds[one] = kind
        return changed

    def raise_hill(self, top: Cell, high: int) -> None:
        """Raise a hill with its rings and images."""
        for cell in self.land.heights:
            gap = min(distance(cell, one) for one in (top, *self.images[top]))
            self.land.heights[cell] = max(self.land.heights[cell], high - gap // 2)

    def patch(self, cell: Cell, kind: str) -> int:
        """Lay a patch by a random walk; return how many hexes it made so."""
        laid = 0
        for _ in range(1 + self.draw(2 * PATCH - 1)):
            if self.land.kinds[cell] == "open":
                laid += self.lay(cell, kind)
            other = neighbours(cell)[self.draw(6)]
            cell = other if other in self.land.kinds else cell
        return max(laid, 1)

    def all(self, scatter: Scatter) -> None:
        """Draw hills, then patches of every kind."""
        hexes, share = len(self.land.kinds), 1000 * self.times
        for _ in range((hexes * scatter.hills + self.draw(share)) // share):
            self.raise_hill(self.place(), scatter.height)
        for kind in SCATTERED:
            laid, wanted = 0, hexes * getattr(scatter, kind) // 1000
            while laid < wanted:
                laid += self.patch(self.place(), kind)


def draw_land(
    field: Outline, sides: int, is_symmetric: bool, draw: Callable[[int], int], rules: Any, open_at: Iterator[Cell]
) -> Land:
    """Draw the land of a game; its middle and the starts are open."""
    drawing = Drawing(field, sides, is_symmetric, draw, rules.ground)
    drawing.all(rules.scatter)
    drawing.land.kinds[field.middle] = "open"
    for cell in open_at:
        drawing.lay(cell, "open")
    return drawing.land
