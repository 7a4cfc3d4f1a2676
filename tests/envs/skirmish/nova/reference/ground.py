"""Ways, bearings and rings on the field, in the plain geometry of the other second engines."""

from collections.abc import Iterable

from tests.envs.skirmish.overseer.reference.land import Cell, Land, Pose, disc_cells, distance, neighbours
from tests.envs.skirmish.warband.reference.field import point_of

__all__ = ["Cell", "Land", "Pose", "beside", "disc_cells", "distance", "neighbours"]


def beside(cell: Cell, direction: int) -> Cell:
    """Return the neighbour of a hex in a direction, clockwise from east."""
    return neighbours(cell)[direction]


def posed(pose: Pose, turns: int) -> int:
    """Return the direction so many turns from a side's front, as the side counts."""
    front, sense = pose
    return (front + sense * turns) % 6


def bearing(pose: Pose, a: Cell, b: Cell) -> int:
    """Return the direction nearest to that of another hex; of two the one clockwise, as a side sees it."""
    (ax, ay), (bx, by) = point_of(a), point_of(b)

    def along(direction: int) -> int:
        x, y = point_of(beside(a, direction))
        return 3 * (x - ax) * (bx - ax) + (y - ay) * (by - ay)

    best = max(map(along, range(6)))
    near = [direction for direction in range(6) if along(direction) == best]
    sense = pose[1]
    return next((d for d in near if (d - sense) % 6 in near), near[0])


def trace(land: Land, costs: dict[Cell, int], pose: Pose, start: Cell, goal: Cell) -> list[Cell]:
    """Return the hexes of the cheapest way; of several back from the goal, the first hex clockwise from the front."""
    way = [goal]
    while way[0] != start:
        here = way[0]
        around = [beside(here, posed(pose, turns)) for turns in range(6)]
        way.insert(0, next(one for one in around if one in costs and costs[here] == leads(land, costs, one, here)))
    return way


def leads(land: Land, costs: dict[Cell, int], a: Cell, b: Cell) -> int | None:
    """Return what it costs to come to a hex by way of another one, None where no step leads."""
    step = land.step_cost(a, b)
    return None if step is None else costs[a] + step


def dimensions(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return the smallest and the largest dimension in hexes, along the three axes of the field. [NOV-54]"""
    points = [point_of(cell) for cell in cells]
    axes = [[y // 3 for _, y in points], [(x + y // 3) // 2 for x, y in points], [(x - y // 3) // 2 for x, y in points]]
    spans = [1 + max(axis) - min(axis) for axis in axes]
    return min(spans), max(spans)
