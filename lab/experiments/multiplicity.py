"""Errors of many verdicts at once: Holm's and Benjamini and Hochberg's corrections, and the budget of a report.

Verdicts are held to Holm's correction [1]: all of them together hold a false one with at most the given probability,
however they depend on each other. Lists of what to look at may use Benjamini and Hochberg's [2]: of what they hold, so
many are false on average.

[1] S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
[2] Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", 1995; ``scipy.stats.false_discovery_control``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.stats import false_discovery_control

from swarmzoo.envs.core.errors import GameError, nearest

REPORT_ERROR = 0.05  # of all verdicts of a report together
LIST_ERROR = 0.10  # share of a list to look at that may be false


def holm(chances: np.ndarray) -> np.ndarray:
    """Return p-values adjusted by Holm's method, in the given shape: those up to alpha are shown at error alpha."""
    given = np.asarray(chances, float)
    order = np.argsort(given, axis=None, kind="stable")
    steps = given.reshape(-1)[order] * np.arange(given.size, 0, -1)
    adjusted = np.empty(given.size)
    adjusted[order] = np.maximum.accumulate(steps).clip(max=1.0) if given.size else steps
    return adjusted.reshape(given.shape)


def to_look_at(chances: np.ndarray, rate: float = LIST_ERROR) -> np.ndarray:
    """Return which of the p-values belong on a list of which a share of ``rate`` may be false, on average."""
    given = np.asarray(chances, float)
    return (
        np.asarray(false_discovery_control(given, axis=None).reshape(given.shape) <= rate) if given.size else given > 0
    )


@dataclass(frozen=True)
class Budget:
    """How the error of a report is shared by its families of verdicts: ``weights`` names them; equal ones by default.

    Each family holds its own share by Holm's method or by sequences, so that together they keep ``total``. Raises
    GameError for weights that are not above 0.
    """

    weights: Mapping[str, float]
    total: float = field(default=REPORT_ERROR)

    def __post_init__(self) -> None:
        if not self.weights or min(self.weights.values()) <= 0:
            raise GameError(f"budget of errors: {dict(self.weights)}: weights above 0 are needed")
        if not 0 < self.total < 1:
            raise GameError(f"budget of errors: {self.total:g} in all: above 0 and below 1 is allowed")

    def of(self, family: str) -> float:
        """Return the error that a family of verdicts may make; raise GameError for one without a share."""
        if family not in self.weights:
            raise GameError(f"budget of errors: unknown family {family!r}{nearest(family, self.weights)}")
        return self.total * self.weights[family] / sum(self.weights.values())
