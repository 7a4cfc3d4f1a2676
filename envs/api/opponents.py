"""Who plays the other seats: compiled bots inside the table, or Python policies over a batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np


@dataclass(frozen=True)
class CompiledOpponent:
    """A bot that plays inside the compiled loop: number ``bot`` of a choice function (0 plays at random)."""

    name: str
    bot: int
    choose: Any = None  # the compiled choice function of the game's bots


RANDOM_OPPONENT = CompiledOpponent("random", 0)


@runtime_checkable
class BatchOpponent(Protocol):
    """A policy called once for all games in which it must act."""

    name: str

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose actions, int (k,), from observations float32 (k, size) and masks int8 (k, actions)."""


Opponent = CompiledOpponent | BatchOpponent


def choice_function(opponents: Sequence[Opponent]) -> Any:
    """Return the one compiled choice function that the compiled opponents share, or None."""
    found = {id(o.choose): o.choose for o in opponents if isinstance(o, CompiledOpponent) and o.choose is not None}
    if len(found) > 1:
        raise ValueError("compiled opponents of different games cannot sit at one table")
    return next(iter(found.values()), None)
