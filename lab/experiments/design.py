"""Randomised factorial designs: every group of games draws which parts are in the game, and who may use them.

A group is one seed, played in all seatings by two camps, who share the seats. For a part that a side can hold each camp
draws by a coin of its own whether it may use it; a part that nobody may use is taken out of the game. Of other parts a
coin says whether they are in the game. So every group tells of every part at once, and the main effects of all of them
take no more games than that of one; what one part is worth is averaged over games with and without the others [1, 2].
Draws depend on the seed and the group's number alone, so that games can be played in any order and more can follow.

[1] R. A. Fisher, "The design of experiments", 1935, on factorial designs.
[2] T. Dasgupta, N. S. Pillai and D. B. Rubin, "Causal inference from 2^K factorial designs by using potential
    outcomes", 2015.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from swarmzoo.envs.core.errors import GameError

CAMPS = 2  # who share the seats
COIN = 0.75  # the chance of a part: one half tells most, but of games that are far from those with all parts
TRIES = 1000  # draws for a group until one can be played

Playable = Callable[[np.ndarray], bool]  # of what the camps may use, bool (camps, parts)


@dataclass(frozen=True)
class Factor:
    """A part as a design sees it: its name, and whether a side can hold it."""

    name: str
    is_held: bool


@dataclass(frozen=True)
class Draws:
    """What groups drew: ``allowed``, bool (groups, camps, parts): who may use what. What none holds serves both."""

    allowed: np.ndarray

    @property
    def present(self) -> np.ndarray:
        """Which parts are in the game, bool (groups, parts)."""
        return np.asarray(self.allowed.any(axis=1))

    @property
    def lead(self) -> np.ndarray:
        """Who has more, int (groups, parts): 1 where only the first camp may use a part, -1 where only the other."""
        return self.allowed[:, 0].astype(int) - self.allowed[:, 1]


@dataclass(frozen=True)
class Design:
    """A factorial design of some parts; raises GameError where there is nothing to draw.

    ``coin``: the chance that a camp may use a part, or that a part is there, above 0 and below 1. ``playable`` tells of
    what the camps may use whether it makes a game; what cannot be played is drawn again.
    """

    factors: tuple[Factor, ...]
    seed: int
    coin: float = COIN
    playable: Playable | None = None

    def __post_init__(self) -> None:
        if not self.factors:
            raise GameError("design: no parts are given; at least one is needed")
        if not 0 < self.coin < 1:
            raise GameError(f"coin = {self.coin:g}: a chance above 0 and below 1 is allowed")

    @property
    def held(self) -> np.ndarray:
        """The numbers of the parts that a side can hold."""
        return np.flatnonzero([factor.is_held for factor in self.factors])

    def draw(self, first: int, count: int) -> Draws:
        """Return what the groups from number ``first`` on draw; raise GameError where no draw can be played."""
        rows = [self._draw(group) for group in range(first, first + count)]
        return Draws(np.array(rows, bool).reshape(count, CAMPS, len(self.factors)))

    def _draw(self, group: int) -> np.ndarray:
        rng = np.random.default_rng([self.seed, group])
        shared = ~np.array([factor.is_held for factor in self.factors])
        for _ in range(TRIES):
            allowed = rng.random((CAMPS, len(self.factors))) < self.coin
            allowed[:, shared] = allowed[0, shared]
            if self.playable is None or self.playable(allowed):
                return allowed
        raise GameError(
            f"design: {TRIES} draws of {len(self.factors)} parts made no game that can be played; "
            "leave parts out, or let more of them in"
        )


def presence_columns(draws: Draws, parts: Sequence[int]) -> np.ndarray:
    """Return float (groups, parts) that a part's effect on the whole game multiplies: 1 in the game, 0 out of it."""
    return draws.present[:, list(parts)].astype(float)


def lead_columns(draws: Draws, parts: Sequence[int]) -> np.ndarray:
    """Return float (groups, parts) that the worth of holding a part multiplies: 1, 0, -1 as in ``Draws.lead``."""
    return draws.lead[:, list(parts)].astype(float)


def pair_columns(draws: Draws, pairs: Sequence[tuple[int, int]], coin: float = COIN) -> np.ndarray:
    """Return float (groups, pairs) that multiply what two parts are worth together beyond what each is alone.

    The columns are the first camp's product less the other's; each part counts from its mean, so that main effects mean
    the same with and without pairs.
    """
    one, other = np.array(pairs, int).reshape(-1, 2).T
    centred = draws.allowed - coin
    product = centred[:, :, one] * centred[:, :, other]
    return np.asarray(product[:, 0] - product[:, 1])


def column_spread(coin: float, is_held: bool) -> float:
    """Return the standard deviation of a part's column: of its lead if a side can hold it, else of its presence."""
    return float(np.sqrt((1 + is_held) * coin * (1 - coin)))
