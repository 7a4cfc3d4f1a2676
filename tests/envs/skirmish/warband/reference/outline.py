"""Fields that are their own image under what takes one warband to another, with a hex in the middle. [WAR-P11]

Two warbands begin in the west and the east, and half a turn takes one to the other. Of three each begins in a corner of
a hexagon: west, north-east, south-east. Of four the first begins in the north-west, the second in the south-east, the
third in the north-east, the fourth in the south-west: half a turn and two mirrors take each to the others, so the last
two see a mirror image.
"""

from tests.envs.skirmish.warband.reference.field import Cell, Field, cell_at, distance, point_of


def outline(warbands: int, columns: int, rows: int) -> set[Cell]:
    """Return the hexes of a generated field. [WAR-P11]"""
    if warbands == 3:
        radius = (min(columns, rows) - 1) // 2
        across = range(2 * radius + 1)
        return {(c, r) for c in across for r in across if distance((c, r), (radius, radius)) <= radius}
    rows -= 1 - rows % 2
    return {cell for row in range(rows) for cell in _row(columns, rows, row)}


def _row(columns: int, rows: int, row: int) -> list[Cell]:
    """Return a row: those like the middle row have an odd number of hexes, the others are one longer or shorter."""
    is_like_middle = (row - rows // 2) % 2 == 0
    is_long = is_like_middle == (columns % 2 == 1)
    if is_long:
        return [(column, row) for column in range(columns)]
    return [(column, row) for column in (range(1, columns) if row % 2 == 0 else range(columns - 1))]


def middle(ground: Field) -> Cell:
    """Return the hex in the middle; of a map that has none there one beside it. [WAR-A6]"""
    row = ground.rows // 2
    return cell_at((ground.west + ground.east + 1) // 2, 3 * row)


def edge_distance(ground: Field, warbands: int, warband: int, cell: Cell) -> int:
    """Return how far a hex is from a warband's own edge or corner. [WAR-P9, WAR-P11]"""
    if warbands == 3:
        return distance(cell, corner(ground, warband))
    x, _ = point_of(cell)
    west, east = (x - ground.west) // 2, (ground.east - x) // 2
    north, south = cell[1], ground.rows - 1 - cell[1]
    if warbands == 2:
        return (west, east)[warband]
    return (max(west, north), max(east, south), max(east, north), max(west, south))[warband]


def corner(ground: Field, warband: int) -> Cell:
    """Return the corner of one of three warbands: west, north-east or south-east of the middle. [WAR-P11]"""
    radius = (min(ground.columns, ground.rows) - 1) // 2
    x, y = point_of(middle(ground))
    dx, dy = ((-2, 0), (1, -3), (1, 3))[warband]
    return cell_at(x + radius * dx, y + radius * dy)


def order_of_others(warbands: int, warband: int) -> list[int]:
    """List the others as a warband counts them, so that all count alike. [WAR-A5]

    Around the field; of four first who is across the middle, then across the mirror of west and east, then of north and
    south.
    """
    if warbands == 4:
        return [(1, 2, 3), (0, 3, 2), (3, 0, 1), (2, 1, 0)][warband]
    return [(warband + k) % warbands for k in range(1, warbands)]


def sees_mirrored(warbands: int, warband: int) -> bool:
    """Tell whether a warband sees a mirror image of what the first one sees. [WAR-P11]"""
    return warbands == 4 and warband >= 2
