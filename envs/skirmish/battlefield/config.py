"""What a battlefield's ground does, and how much of it a generated map has.

The fields name no rules: a game that has these parts gives the rule's id where it takes them up, as in
``ground: Grounds = choice(Grounds(), "ANT-2", "the kinds of ground")``.
"""

from typing import Literal

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.skirmish.battlefield.terrain import KINDS, MOST_HEIGHT

KindName = Literal["open", "difficult", "soft", "heavy", "blocking", "superior", "barrier"]


class Ground(Settings):
    """What a kind of ground does."""

    cost: int = number(1, 1, 3, "", "movement to enter", "hexes")
    enter: bool = choice(True, "", "can be entered")
    cover: int = number(0, 0, 2, "", "cover in it and behind it: 1 soft, 2 heavy")
    hides: bool = choice(False, "", "hides what lies behind it")
    tall: int = number(0, 0, 9, "", "levels from which one sees over it", "levels")


class Grounds(Settings):
    """The kinds of ground."""

    open: Ground = Ground()
    difficult: Ground = Ground(cost=2)
    soft: Ground = Ground(cost=1, cover=1, tall=1)
    heavy: Ground = Ground(cost=2, cover=2, tall=1)
    blocking: Ground = Ground(enter=False, hides=True, tall=2)
    climb: int = number(1, 0, 2, "", "movement more for each level up", "hexes")


class SuperiorGround(Ground):
    """What the ground does that gives the best cover."""

    cover: int = number(3, 0, 3, "", "cover in it and behind it: 1 soft, 2 heavy, 3 superior")


class WideGrounds(Grounds):
    """The kinds of ground, with superior cover, and barriers that stop a move but not a look."""

    superior: SuperiorGround = SuperiorGround(cost=2, tall=1)
    barrier: Ground = Ground(enter=False)


def kinds_of(grounds: Grounds | type[Grounds]) -> tuple[int, ...]:
    """Return the kinds of ground that a game has, as numbers."""
    model = grounds if isinstance(grounds, type) else type(grounds)
    return tuple(kind for kind, name in enumerate(KINDS) if name in model.model_fields)


class Scatter(Settings):
    """How much of each kind a generated map has, in hexes of a thousand; the rest is open."""

    difficult: int = number(50, 0, 300, "", "difficult ground", "in 1000")
    soft: int = number(80, 0, 300, "", "soft cover", "in 1000")
    heavy: int = number(40, 0, 300, "", "heavy cover", "in 1000")
    blocking: int = number(30, 0, 200, "", "blocking ground", "in 1000")
    hills: int = number(4, 0, 40, "", "hills", "on 1000 hexes")
    height: int = number(2, 0, MOST_HEIGHT, "", "height of a hill's top", "levels")
