"""What a battlefield's ground does, and how much of it a generated map has."""

from typing import Literal

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.battlefield.terrain import MOST_HEIGHT

KindName = Literal["open", "difficult", "soft", "heavy", "blocking"]


class Ground(Settings):
    """What a kind of ground does."""

    cost: int = number(1, 1, 3, "WAR-A2", "movement to enter", "hexes")
    enter: bool = choice(True, "WAR-A2", "can be entered")
    cover: int = number(0, 0, 2, "WAR-A2", "cover in it and behind it: 1 soft, 2 heavy")
    hides: bool = choice(False, "WAR-A2", "hides what lies behind it")
    tall: int = number(0, 0, 9, "WAR-A2", "levels from which one sees over it", "levels")


class Grounds(Settings):
    """The kinds of ground."""

    open: Ground = Ground()
    difficult: Ground = Ground(cost=2)
    soft: Ground = Ground(cost=1, cover=1, tall=1)
    heavy: Ground = Ground(cost=2, cover=2, tall=1)
    blocking: Ground = Ground(enter=False, hides=True, tall=2)
    climb: int = number(1, 0, 2, "WAR-A2", "movement more for each level up", "hexes")


class Scatter(Settings):
    """How much of each kind a generated map has, in hexes of a thousand; the rest is open."""

    difficult: int = number(50, 0, 300, "WAR-A2", "difficult ground", "in 1000")
    soft: int = number(80, 0, 300, "WAR-A2", "soft cover", "in 1000")
    heavy: int = number(40, 0, 300, "WAR-A2", "heavy cover", "in 1000")
    blocking: int = number(30, 0, 200, "WAR-A2", "blocking ground", "in 1000")
    hills: int = number(4, 0, 40, "WAR-A2", "hills", "on 1000 hexes")
    height: int = number(2, 0, MOST_HEIGHT, "WAR-A2", "height of a hill's top", "levels")
