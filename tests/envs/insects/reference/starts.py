"""Starts of random maps, reckoned by trying all. [INS-6] [INS-P1] [INS-S4]"""

from collections.abc import Iterable
from itertools import combinations, pairwise
from math import atan2, sqrt, tau

from tests.envs.insects.reference.hexes import Hex, distance, hexagon, turned


def spread(starts: Iterable[Hex]) -> tuple[int, int]:
    """Return how far starts are apart: the least distance, then the sum of all."""
    apart = [distance(one, other) for one, other in combinations(starts, 2)]
    return min(apart), sum(apart)


def alike(space: Hex) -> frozenset[Hex]:
    """Return where the turns and mirrorings of a hexagon bring a space."""
    column, row = space
    return frozenset(turned(one, times) for one in ((column, row), (row, column)) for times in range(6))


def greatest_spread(radius: int, players: int, only_alike: bool) -> tuple[int, int]:
    """Return the greatest spread of starts on a hexagon, of all or of those that the hexagon has alike."""
    spaces = hexagon(radius)
    groups = {alike(space) for space in spaces} if only_alike else {frozenset(spaces)}
    return max(spread(starts) for group in groups for starts in combinations(group, players))


def are_clockwise(starts: list[Hex]) -> bool:
    """Tell whether starts follow each other clockwise round (0, 0), once round in all. [INS-S4]"""
    angles = [atan2(row * sqrt(3) / 2, column + row / 2) for column, row in starts]
    steps = [(other - one) % tau for one, other in pairwise([*angles, angles[0]])]
    return round(sum(steps), 6) == round(tau, 6)
