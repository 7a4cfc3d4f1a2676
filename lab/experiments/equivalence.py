"""Is a difference small enough not to matter? Said only where a whole interval lies within a margin.

That no difference was found says nothing: too few games find none. So evenness is shown, not assumed: by an interval
inside the margin, which is the test of two one-sided hypotheses [1] at half the interval's error.

[1] D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach", 1987.
"""

from typing import Literal, get_args

import numpy as np

from swarmzoo.envs.core.errors import GameError

Place = Literal["inside", "above", "below", "open"]
PLACES: tuple[Place, ...] = get_args(Place)


def places(low: np.ndarray, high: np.ndarray, margin: float, even: float = 0.0) -> np.ndarray:
    """Return where intervals lie, an array of ``Place``.

    "inside": within the margin on both sides of ``even``, ends included; "above", "below": wholly beyond it; "open":
    neither is shown. Raises GameError for a margin that is not above 0.
    """
    if not margin > 0:
        raise GameError(f"margin = {margin:g}: a number above 0 is needed; nothing is ever shown to be exactly even")
    low, high = np.asarray(low) - even, np.asarray(high) - even
    shown = [(low >= -margin) & (high <= margin), low > margin, high < -margin]
    return np.select(shown, [PLACES[k] for k in range(3)], "open")


def are_balanced(low: np.ndarray, high: np.ndarray, margin: float, even: float = 0.0) -> bool:
    """Tell whether every interval lies within the margin of ``even``; of no intervals nothing is told."""
    found = places(low, high, margin, even)
    return bool(found.size and (found == "inside").all())
