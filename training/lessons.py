"""What a search finds, or another policy would do, in the positions of one round of expert iteration."""

import numpy as np
import torch

from swarmzoo.envs.core.game import Game


class Lessons:
    """What the search found in the positions of one round.

    ``taught`` (positions, actions) is how likely it makes every action, or by how much an action is worth more than
    the likeliest. ``worths`` (positions,) are what a learner with shaping has still to be paid: what the position is
    worth, or what came of its game, less what shaping has ``paid`` already.
    """

    def __init__(self, game: Game, room: int):
        self.observations = np.zeros((room, game.observation_size), game.observation_dtype)
        self.masks = np.zeros((room, game.num_actions), bool)
        self.taught = np.zeros((room, game.num_actions), np.float32)
        self.worths, self.paid = np.zeros(room, np.float32), np.zeros(room, np.float32)
        self.games, self.sides = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self.count = 0

    def add(self, until: int, **found: np.ndarray) -> int:
        """Note positions until there are so many in all; return how many it noted."""
        rows = slice(self.count, min(self.count + len(found["games"]), until))
        taken = rows.stop - rows.start
        for name, values in found.items():
            getattr(self, name)[rows] = values[:taken]
        self.count = rows.stop
        return taken

    def batch(self, rows: np.ndarray) -> tuple[torch.Tensor, ...]:
        """Return the observations and masks of some positions, what is taught, and worths, as tensors."""
        seen = self.observations[rows].astype(np.float32)
        return tuple(map(torch.from_numpy, (seen, self.masks[rows], self.taught[rows], self.worths[rows])))

    def end(self, game: int, pay: np.ndarray, first: int) -> None:
        """Note what came of a game for the positions in it from a row on: pay (sides,) takes the place of guesses."""
        own = first + np.flatnonzero(self.games[first : self.count] == game)
        self.worths[own] = pay[self.sides[own]] - self.paid[own]
