"""Games that nobody played: rows as probes keep them."""

import numpy as np

from swarmzoo.lab.probing.jobs import Played


def alone(name: str, winners: np.ndarray, sides: int = 2) -> list[Played]:
    """Return games of one player against itself, a seed each, won by the sides of ``winners`` int (games,)."""
    return [
        Played(
            *(f"level {name}", "{}", (name,), seed, 0, (0,) * sides),
            pay=tuple(1.0 if side == winner else -1.0 / (sides - 1) for side in range(sides)),
            length=100,
            ending="out",
            seconds=0.1,
            measures={"length": 100.0, "branching": 5.0},
        )
        for seed, winner in enumerate(winners)
    ]


def met(one: str, other: str, scores: np.ndarray) -> list[Played]:
    """Return games of two players, each seed in both seatings; ``scores`` bool (seeds, 2): the first player wins."""
    return [
        Played(
            *(f"pair {one} | {other}", "{}", (one, other), seed, nth, (nth, 1 - nth)),
            pay=(1.0, -1.0) if scores[seed, nth] == (nth == 0) else (-1.0, 1.0),
            length=100,
            ending="out",
            seconds=0.1,
        )
        for seed in range(len(scores))
        for nth in range(2)
    ]
