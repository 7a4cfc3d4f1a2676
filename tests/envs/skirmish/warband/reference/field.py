"""The ground: how far hexes lie from one another, what is seen from where, what can be walked to."""

from dataclasses import dataclass, field
from functools import cache, cached_property

from swarmzoo.envs.skirmish.battlefield.config import Ground, Grounds

Cell = tuple[int, int]  # column and row
Point = tuple[int, int]  # half widths of a hex to the right, quarters of its height down
KINDS = ("open", "difficult", "soft", "heavy", "blocking")


def point_of(cell: Cell) -> Point:
    """Return the middle of a hex; odd rows lie half a hex to the right."""
    column, row = cell
    return 2 * column + row % 2, 3 * row


def cell_at(x: int, y: int) -> Cell:
    """Return the hex with this middle."""
    row = y // 3
    return (x - row % 2) // 2, row


def distance(a: Cell, b: Cell) -> int:
    """Count the steps from hex to hex: each step to another row also goes half a hex to one side."""
    (ax, ay), (bx, by) = point_of(a), point_of(b)
    rows, sideways = abs(ay - by) // 3, abs(ax - bx)
    return rows + max(0, sideways - rows) // 2


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """List the six hexes around a hex, whether or not they are on the field."""
    x, y = point_of(cell)
    around = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
    return tuple(cell_at(x + dx, y + dy) for dx, dy in around)


def _cross(a: Point, b: Point) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _hex_under(x: int, y: int, scale: int, ahead: Point, side: int) -> Cell:
    """Return the hex whose middle is nearest to the point (x / scale, y / scale), on ties the one on the given side."""

    def order(cell: Cell) -> tuple[int, int]:
        px, py = point_of(cell)
        dx, dy = px * scale - x, py * scale - y
        return 3 * dx * dx + dy * dy, -side * _cross(ahead, (dx, dy))

    row, column = y // (3 * scale), x // (2 * scale)
    near = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1, 2)]
    return min(near, key=order)


@cache
def line(a: Cell, b: Cell, side: int) -> tuple[Cell, ...]:
    """List the hexes between two hexes. [WAR-A2]

    The line between the middles is divided into as many equal parts as the hexes lie apart, and each point between two
    parts gives a hex. Where one lies on an edge, ``side`` says which of the two it is: 1 to the right, -1 to the left.
    """
    (ax, ay), (bx, by), n = point_of(a), point_of(b), distance(a, b)
    ahead = (bx - ax, by - ay)
    return tuple(_hex_under((n - i) * ax + i * bx, (n - i) * ay + i * by, n, ahead, side) for i in range(1, n))


@dataclass
class Field:
    """The hexes of a battlefield with their kinds of ground and heights."""

    kinds: dict[Cell, str]
    heights: dict[Cell, int]
    grounds: Grounds
    seen: dict[tuple[Cell, Cell], int | None] = field(default_factory=dict, repr=False)

    def ground(self, cell: Cell) -> Ground:
        """Return what the ground of a hex does."""
        ground: Ground = getattr(self.grounds, self.kinds[cell])
        return ground

    @cached_property
    def west(self) -> int:
        """Return where the westernmost hex lies, in half widths."""
        return min(point_of(cell)[0] for cell in self.kinds)

    @cached_property
    def east(self) -> int:
        """Return where the easternmost hex lies, in half widths."""
        return max(point_of(cell)[0] for cell in self.kinds)

    @cached_property
    def columns(self) -> int:
        """Count the columns."""
        return 1 + max(column for column, _ in self.kinds)

    @cached_property
    def rows(self) -> int:
        """Count the rows."""
        return 1 + max(row for _, row in self.kinds)

    def _rises_above(self, cell: Cell, a: Cell, b: Cell) -> bool:
        """Tell whether what stands on a hex rises above both ends of a line."""
        return self.heights[cell] + self.ground(cell).tall > max(self.heights[a], self.heights[b])

    def _hides(self, cell: Cell, a: Cell, b: Cell) -> bool:
        """Tell whether a hex hides two others from each other: a hill, or blocking ground. [WAR-A2]"""
        is_hill = self.heights[cell] > max(self.heights[a], self.heights[b])
        return is_hill or (self.ground(cell).hides and self._rises_above(cell, a, b))

    def _cover_on(self, way: tuple[Cell, ...], a: Cell, b: Cell) -> int | None:
        """Return the best cover on a line, None if it hides; a line that leaves the field shows nothing."""
        if any(cell not in self.kinds or self._hides(cell, a, b) for cell in way):
            return None
        return max((self.ground(cell).cover for cell in way if self._rises_above(cell, a, b)), default=0)

    def cover(self, viewer: Cell, target: Cell) -> int | None:
        """Return the cover of a target (0 none, 1 soft, 2 heavy) from a hex, None if it is not seen. [WAR-A2]"""
        if (viewer, target) not in self.seen:
            self.seen[viewer, target] = self._look(viewer, target)
        return self.seen[viewer, target]

    def _look(self, viewer: Cell, target: Cell) -> int | None:
        covers = [self._cover_on(line(viewer, target, side), viewer, target) for side in (1, -1)]
        free = [cover for cover in covers if cover is not None]
        return max(min(free), self.ground(target).cover) if free else None

    def step_cost(self, a: Cell, b: Cell) -> int | None:
        """Return what a step costs, None if it can't be made: too steep, or ground that can't be entered. [WAR-A2]"""
        if b not in self.kinds or not self.ground(b).enter:
            return None
        climbed = max(0, self.heights[b] - self.heights[a])
        return None if climbed > 1 else self.ground(b).cost + climbed * self.grounds.climb

    def ways(self, start: Cell, budget: int, closed: set[Cell]) -> dict[Cell, int]:
        """Return the least cost of every hex that a budget reaches past closed hexes; the start costs nothing."""
        costs, fresh = {start: 0}, [start]
        while fresh:
            cell = fresh.pop(0)
            for beside in neighbours(cell):
                step = self.step_cost(cell, beside)
                if step is None or beside in closed:
                    continue
                if costs[cell] + step < costs.get(beside, budget + 1):
                    costs[beside] = costs[cell] + step
                    fresh.append(beside)
        return costs
