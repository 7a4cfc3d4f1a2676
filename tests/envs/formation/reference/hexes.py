"""Hexes as pairs of axial coordinates: direction 0 is east, the others follow clockwise, rows go down.

  4   5
3   *   0
  2   1
"""

from math import atan2, floor, pi

Hex = tuple[int, int]
WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
FRONT, FLANK, REAR = "front", "flank", "rear"


def beside(at: Hex, way: int) -> Hex:
    """Return the next hex in a direction."""
    across, down = WAYS[way % 6]
    return at[0] + across, at[1] + down


def around(at: Hex) -> list[Hex]:
    """Return the six neighbours of a hex."""
    return [beside(at, way) for way in range(6)]


def column(at: Hex) -> int:
    """Return the column of a hex; odd rows stand half a hex to the east."""
    return at[0] + (at[1] - at[1] % 2) // 2


def distance(a: Hex, b: Hex) -> int:
    """Return how many hexes lie between two hexes, the last one counted."""
    across, down = b[0] - a[0], b[1] - a[1]
    return (abs(across) + abs(down) + abs(across + down)) // 2


def clockwise(at: Hex, facing: int, other: Hex) -> float:
    """Return the angle from straight ahead to a hex, clockwise, in turns from 0 to below 1."""
    across, down = other[0] - at[0], other[1] - at[1]
    for _ in range(facing % 6):
        across, down = across + down, -across
    return atan2(down * 3**0.5, 2 * across + down) % (2 * pi) / (2 * pi)


def on_ring(at: Hex, other: Hex) -> int:
    """Return the place of a hex on its ring about another one, clockwise from east."""
    radius = distance(at, other)
    place, hex = 0, (at[0] + radius, at[1])
    while hex != other:
        hex = beside(hex, 2 + place // radius)
        place += 1
    return place


def side(at: Hex, facing: int, other: Hex) -> str:
    """Return on which side of a soldier a hex lies: front and flanks end at the lines of their hexes. [FOR-P12]"""
    angle = clockwise(at, facing, other)
    turned = round(min(angle, 1 - angle), 6)
    if turned <= round(1 / 6, 6):
        return FRONT
    return FLANK if turned <= round(2 / 6, 6) else REAR


def bearing(a: Hex, b: Hex) -> int:
    """Return the direction nearest to that of another hex, of two equally near ones the clockwise one."""
    return floor(round(clockwise(a, 0, b) * 6, 6) + 0.5) % 6


def connected(hexes: set[Hex]) -> list[set[Hex]]:
    """Return the parts of a set of hexes that hang together."""
    left, parts = set(hexes), []
    while left:
        part: set[Hex] = set()
        edge = [min(left)]
        while edge:
            at = edge.pop()
            if at in left:
                left.remove(at)
                part.add(at)
                edge.extend(around(at))
        parts.append(part)
    return parts
