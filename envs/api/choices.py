"""The learner's view of games in which all agents move at once, one choice at a time."""

from typing import Any

import numpy as np

from swarmzoo.envs.api.learner import LearnerTable, Outcome
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

_TRIES = 100


class ChoiceTable(LearnerTable):
    """n games of a simultaneous game in which the learner is asked for one of its agents after the other.

    Only agents with two legal actions or more are asked; the others do what is left to them. The step is taken when all
    have been asked, and what it brings is paid to the last of them. Arrays over games have the shape (n, ...).
    """

    def __init__(self, game: Game, n: int, *args: Any, **options: Any):
        super().__init__(game, n, *args, **options)
        self._each = self.shape[1]
        self.shape = (n,)
        self._open = np.zeros((n, self._each), bool)  # who is still to be asked in this step
        self._answers = np.zeros((n, self._each), np.int64)

    @property
    def _asked(self) -> np.ndarray:
        """The agent that is asked in every game, int (n,); the first one where the game is over."""
        return self.own[self._rows, self._open.argmax(1)]

    @property
    def observations(self) -> np.ndarray:
        """Observations of those who are asked, (n, size), a copy."""
        return self.table.observations[self._rows, self._asked]

    @property
    def masks(self) -> np.ndarray:
        """Legal actions of those who are asked, int8 (n, actions), a copy."""
        return self.table.masks[self._rows, self._asked]

    def agent_at(self, game: int, number: int = 0) -> int:
        """Return which of the learner's agents is asked in a game of the batch."""
        return int(self._asked[game])

    def begin(self, rows: np.ndarray) -> None:
        """Begin the next game of some rows, and play to the first choice between two actions."""
        for _ in range(_TRIES):
            super().begin(rows)
            self._list(rows)
            self._play_out_forced(rows, self._nothing())
            rows = rows[self.table.done[rows]]
            if not len(rows):
                return
        raise GameError(f"{_TRIES} games in a row ended before the learner had a choice between two actions")

    def step(self, actions: np.ndarray) -> Outcome:
        """Take an action, int (n,), of each one who is asked; play on to the next choices or the ends of games."""
        asked = self._open.argmax(1)
        self._answers[self._rows, asked] = actions
        self._open[self._rows, asked] = False
        outcome = self._nothing()
        self._play_out_forced(self._rows, outcome)
        return outcome

    def _nothing(self) -> Outcome:
        return Outcome(np.zeros(self.n, np.float32), np.zeros(self.n, bool), np.zeros(self.n, bool))

    def _list(self, games: np.ndarray) -> None:
        """List who must be asked in some games; for the others their only action is taken."""
        masks = self.table.masks[games[:, None], self.own[games]]
        self._open[games] = (masks != 0).sum(-1) > 1
        self._answers[games] = masks.argmax(-1)

    def _play_out_forced(self, games: np.ndarray, outcome: Outcome) -> None:
        """Take steps in those of some games in which nobody is left to be asked, and add up what they bring."""
        while True:
            games = games[~self._open[games].any(1) & ~self.table.done[games]]
            if not len(games):
                return
            found = self._play(games, self._answers[games])
            outcome.reward[games] += found.reward[games]
            outcome.terminated[games], outcome.truncated[games] = found.terminated[games], found.truncated[games]
            self._list(games)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return copies of everything that decides what comes next; opponents are the caller's to keep."""
        return super().get_state() | {"open": self._open.copy(), "answers": self._answers.copy()}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Put back what ``get_state`` returned; raise GameError for anything else."""
        if (state["answers"] < 0).any() or (state["answers"] >= self.game.num_actions).any():
            raise GameError("the saved state: answers are not actions of this game")
        super().set_state(state)
        self._open[:], self._answers[:] = state["open"], state["answers"]
