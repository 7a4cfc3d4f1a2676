"""Hexes in axial coordinates: a space is (column, row); rows run south, columns east along a row. [INS-2]"""

Hex = tuple[int, int]

# from east, clockwise
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def beside(space: Hex, direction: Hex) -> Hex:
    """Return the space that lies next to a space in a direction."""
    return space[0] + direction[0], space[1] + direction[1]


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two spaces."""
    column, row = one[0] - other[0], one[1] - other[1]
    return max(abs(column), abs(row), abs(column + row))


def hexagon(radius: int) -> list[Hex]:
    """Return the spaces of a hexagon round (0, 0), row by row from north to south, each from west to east."""
    spaces = [
        (column, row)
        for row in range(-radius, radius + 1)
        for column in range(-radius, radius + 1)
        if distance((column, row), (0, 0)) <= radius
    ]
    return spaces


def turned(space: Hex, times: int) -> Hex:
    """Turn a space clockwise about (0, 0), by 60 degrees each time."""
    column, row = space
    for _ in range(times):
        column, row = -row, column + row
    return column, row


def images(space: Hex, players: int) -> set[Hex]:
    """Return where the turns, for 4 players the half-turn and mirrors, of a symmetric map bring a space. [INS-A10]"""
    column, row = space
    if players == 4:
        return {space, (-column, -row), (row, column), (-row, -column)}
    return {turned(space, 6 // players * step) for step in range(players)}
