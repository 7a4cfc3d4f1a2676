"""Which records are states of a game on a battlefield: what all of these games have in common."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.ranges import Bounds
from swarmzoo.envs.core.validity import LogBounds, Validity
from swarmzoo.envs.skirmish.battlefield.config import Grounds, kinds_of
from swarmzoo.envs.skirmish.battlefield.ground import NOBODY
from swarmzoo.envs.skirmish.battlefield.outline import Outline
from swarmzoo.envs.skirmish.battlefield.poses import POSES
from swarmzoo.envs.skirmish.battlefield.spreading import ROWS
from swarmzoo.envs.skirmish.battlefield.terrain import HIDDEN, MOST_HEIGHT, OFF

NOBODY_IS_ASKED = 0  # the stage of every game in which it goes on by itself
Fields = Iterator[tuple[str, Bounds | None]]


class BattlefieldValidity(Validity):
    """Which records are states of one configuration; ``hexes`` names the fields that hold one hex, or none."""

    hexes: tuple[str, ...] = ("around_from", "sight_from")

    def __init__(
        self, rules: np.ndarray, dtype: np.dtype, bounds: dict[str, Bounds | None], log: LogBounds, on_field: np.ndarray
    ):
        super().__init__(rules, dtype, bounds, log)
        self.on_field = on_field

    def is_stuck(self, s: np.void) -> bool:
        """Tell whether the game goes on, but nobody has a legal action."""
        return not s["done"] and (s["stage"] == NOBODY_IS_ASKED or not s["mask"].any())

    def flaw_of_places(self, s: np.void) -> str | None:
        """Return which hex named by the state is off the field, or that two stand in one hex."""
        for name in self.hexes:
            if s[name] != NOBODY and not self.on_field[s[name]]:
                return f"{name} = {s[name]}: a hex off the field"
        here = s["place"][s["place"] != NOBODY]
        if not self.on_field[here].all():
            return "place: somebody stands off the field"
        return "place: two stand in one hex" if len(np.unique(here)) < len(here) else None


def cells_on(field: Outline, capacity: int) -> np.ndarray:
    """Return which cells are on the field, bool (capacity,)."""
    found = np.zeros(capacity, bool)
    found[[field.cell(*place) for place in field.places]] = True
    return found


def bounds_of_field(field: Outline, radius: int, on_field: np.ndarray, grounds: Grounds, pieces: int) -> Fields:
    """Yield the ranges of the ground, of who stands where, and of what is worked out about ways and sight.

    ``radius``: of the disc; ``on_field``: bool (cells,); ``grounds``: those of the rules.
    """
    yield "terrain", (np.where(on_field, 0, OFF), np.where(on_field, max(kinds_of(grounds)), OFF))
    yield "height", (0, on_field * MOST_HEIGHT)
    yield "occupant", (NOBODY, np.where(on_field, pieces - 1, NOBODY))
    yield from dict.fromkeys(("lie", "around", "screens")).items()
    yield from dict.fromkeys(("around_from", "sight_from", "way"), (NOBODY, field.cells - 1)).items()
    yield from dict.fromkeys(("around_front", "sight_front"), (0, POSES - 1)).items()
    yield "sight", (0, 1 + HIDDEN)
    yield from dict.fromkeys(("reach", "toll", "goals"), (0, 127)).items()
    yield from dict.fromkeys(ROWS).items()
    yield "num_way", (0, radius + 1)
    yield "far", (-1, radius)
