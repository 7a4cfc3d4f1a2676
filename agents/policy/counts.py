"""Observations as the numbers that networks without a reading of their own take in."""

import numpy as np

from swarmzoo.envs.core.game import Game


class Counts:
    """Reads a game's observations: each byte is divided by what counts as 1; the last ones hold the 256s of others.

    Of a game that does not say so (``board``) every number stays as it is. ``size``: how many numbers there are.
    """

    def __init__(self, game: Game):
        self.as_one: np.ndarray = game.board.get("as_one", np.ones(game.observation_size, np.float32))
        self.beyond: np.ndarray = game.board.get("beyond", np.zeros(0, np.int64))
        self.size = len(self.as_one)

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return numbers, float32 (k, size), for observations (k, size and as many as hold 256s)."""
        numbers, large = observations[:, : self.size].astype(np.float32), observations[:, self.size :]
        if large.any():
            numbers[:, self.beyond] += np.float32(256) * large
        numbers /= self.as_one
        return numbers
