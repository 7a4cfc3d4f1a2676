"""What was found of a set of strategies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from swarmzoo.lab.game_theory.exploration import Explored
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.strategies_figures import Figures

if TYPE_CHECKING:
    from swarmzoo.lab.probing.strategies import StrategiesConfig


@dataclass(frozen=True)
class Found:
    """All that a report speaks of."""

    config: "StrategiesConfig"
    texts: Sequence[str]  # the strategies
    explored: Explored
    figures: Figures
    rivals: np.ndarray  # bool (strategies, strategies): whether the column can replace the row as a plan
    rows: Sequence[Played]

    @property
    def is_dominated(self) -> np.ndarray:
        """Whether the row is proven to be dominated by the column, bool (strategies, strategies)."""
        return np.asarray(self.explored.proven.dominated <= self.config.error)

    @property
    def is_replaced(self) -> np.ndarray:
        """Whether a strategy is proven to be dominated by a mixture, bool (strategies,)."""
        return np.asarray(self.explored.proven.mixed <= self.config.error)

    @property
    def beats(self) -> np.ndarray:
        """Whether the row is proven to be ahead of the column, bool (strategies, strategies)."""
        return np.asarray(self.explored.proven.beats <= self.config.error)

    @property
    def margin(self) -> str:
        """The margin in words."""
        return f"{100 * self.config.margin:g} points"

    def named(self, chosen: np.ndarray) -> list[str]:
        """Return the names of the strategies that are chosen, bool (strategies,)."""
        return [text for text, is_in in zip(self.texts, chosen, strict=True) if is_in]


def listed(parts: Sequence[str]) -> str:
    """Return parts as a list in words."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
