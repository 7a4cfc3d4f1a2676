r"""Hex geometry in axial coordinates (q to the east, r to the south-east; rows of equal r lie level).

          NW   NE          directions, clockwise from east:
            \ /              0 E (1,0)   1 SE (0,1)   2 SW (-1,1)
        W -- . -- E          3 W (-1,0)  4 NW (0,-1)  5 NE (1,-1)
            / \
          SW   SE
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
NO_HEX = -1


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexagon(radius: int) -> list[Hex]:
    """Return the hexes of a hexagon, row by row from north-west to south-east."""
    span = range(-radius, radius + 1)
    return [(q, r) for r in span for q in span if abs(q + r) <= radius]


def neighbours(hexes: Sequence[Hex], capacity: int) -> np.ndarray:
    """Return int16 (capacity, 6): the index of each hex's neighbour in every direction, or NO_HEX."""
    index = {position: i for i, position in enumerate(hexes)}
    table = np.full((capacity, 6), NO_HEX, np.int16)
    for i, (q, r) in enumerate(hexes):
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            table[i, direction] = index.get((q + dq, r + dr), NO_HEX)
    return table


def turn(position: Hex, turns: int, mirrored: bool = False) -> Hex:
    """Mirror a hex (swapping its coordinates) if asked, then turn it clockwise by multiples of 60 degrees."""
    q, r = (position[1], position[0]) if mirrored else position
    for _ in range(turns % 6):
        q, r = -r, q + r
    return q, r


def symmetry(hexes: Sequence[Hex], turns: int, mirrored: bool) -> list[int] | None:
    """Return where each hex goes under a turn or mirroring about (0, 0), or None where the outline changes."""
    index = {position: i for i, position in enumerate(hexes)}
    images = [index.get(turn(position, turns, mirrored)) for position in hexes]
    return None if None in images else [i for i in images if i is not None]


def turned_direction(direction: int, turns: int, mirrored: bool) -> int:
    """Return the direction that a direction becomes under a turn or mirroring."""
    return DIRECTIONS.index(turn(DIRECTIONS[direction], turns, mirrored))


def clockwise(positions: Sequence[Hex]) -> list[Hex]:
    """Sort hexes clockwise about (0, 0), from the first one in reading order."""
    first = min(positions, key=lambda p: (p[1], p[0]))
    origin = _angle(first)
    return sorted(positions, key=lambda p: (round((_angle(p) - origin) % (2 * np.pi), 9), p))


def _angle(position: Hex) -> float:
    q, r = position
    return float(np.arctan2(r * np.sqrt(3) / 2, q + r / 2))  # y grows southwards: a growing angle is clockwise


def _straight(a: Hex, b: Hex) -> int:
    """Return the square of the distance between two hexes as the crow flies."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return dq * dq + dq * dr + dr * dr


@lru_cache
def farthest_hexes(radius: int, count: int, alike: bool = False) -> tuple[Hex, ...]:
    """Return hexes of a hexagon's rim as far apart as possible: greatest least distance in steps, then greatest sum.

    Ties go to the greatest least distance as the crow flies (so two players start in opposite corners), then to the
    first set in reading order. The search is exact. With ``alike`` only hexes are taken that turns and mirrorings
    of the hexagon carry onto each other.
    """
    rim = [p for p in hexagon(radius) if distance(p, (0, 0)) == radius]
    groups = _alike(rim) if alike else [rim]
    return max((_farthest(group, count, 2 * radius) for group in groups), key=lambda found: found[0])[1]


def _alike(rim: list[Hex]) -> list[list[Hex]]:
    """Sort hexes of a rim into those that turns and mirrorings of the hexagon carry onto each other."""
    groups: dict[Hex, list[Hex]] = {}
    for p in rim:
        first = min(turn(p, turns, mirrored) for turns in range(6) for mirrored in (False, True))
        groups.setdefault(first, []).append(p)
    return list(groups.values())


def _farthest(rim: list[Hex], count: int, farthest: int) -> tuple[tuple[int, int, int], tuple[Hex, ...]]:
    """Return the set of hexes that are farthest apart, first how far: least distance, sum, and as the crow flies."""
    apart = np.array([[distance(a, b) for b in rim] for a in rim])
    best: tuple[tuple[int, int, int], tuple[int, ...]] = ((0, 0, 0), ())

    def extend(chosen: tuple[int, ...], least: int, total: int) -> None:
        nonlocal best
        if len(chosen) == count:
            straight = min((_straight(rim[a], rim[b]) for a in chosen for b in chosen if a < b), default=0)
            if (least, total, straight) > best[0]:
                best = ((least, total, straight), chosen)
            return
        for i in range(chosen[-1] + 1 if chosen else 0, len(rim)):
            gaps = apart[i, list(chosen)]
            nearest = min(least, int(gaps.min())) if chosen else farthest
            if nearest >= best[0][0]:
                extend((*chosen, i), nearest, total + int(gaps.sum()))

    extend((), farthest, 0)
    return best[0], tuple(rim[i] for i in best[1])
