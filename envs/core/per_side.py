"""What observations and actions hold for every side in turn: so a network for some number of sides fits another."""

from typing import NamedTuple


class PerSide(NamedTuple):
    """Entries that come side after side, from ``begin`` on, on an axis of a part of observations or of the actions."""

    part: str
    axis: int = 0
    begin: int = 0
    each: int = 1  # entries of a side
    first: int = 0  # the first side that has any; 0: one's own
