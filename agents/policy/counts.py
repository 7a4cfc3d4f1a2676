"""Observations in bytes that count, as the numbers that networks read."""

from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game


class Counts:
    """Reads bytes that count: each is divided by what counts as 1; the last bytes hold the 256s of earlier ones.

    ``size``: how many numbers there are.
    """

    def __init__(self, board: dict[str, Any]):
        self.as_one, self.beyond = board["as_one"], board["beyond"]
        self.size = len(self.as_one)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return numbers, float32 (k, size), for observations uint8 (k, bytes)."""
        numbers, large = observations[:, : self.size].astype(np.float32), observations[:, self.size :]
        if large.any():
            numbers[:, self.beyond] += np.float32(256) * large
        numbers /= self.as_one
        return numbers


def counts_of(game: Game) -> Counts | None:
    """Return what reads a game's observations, None where their bytes are read in another way."""
    return Counts(game.board) if "as_one" in game.board else None
