"""What an environment does about illegal actions: it raises, or warns of the first one and counts the others."""

import warnings
from typing import Any

import numpy as np

from swarmzoo.envs.api import requests
from swarmzoo.envs.api.requests import IllegalActionWarning
from swarmzoo.envs.core.desk import NOOP, RAISE
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

HINT = (
    'What is legal is in info["action_mask"]; learners that use it, as MaskablePPO of sb3-contrib does, choose nothing '
    "else. From now on illegal actions are only counted"
)


class IllegalActions:
    """The illegal actions of one environment.

    With "raise" each of them is a GameError. Else the first one warns with its reason and a hint; their number is told
    at every power of ten and when the environment is closed.
    """

    def __init__(self, game: Game, policy: str | None):
        self.code = requests.illegal_action_code(game, policy)
        self.number = self._told = 0
        self._game, self._questions = game, Questions(game)

    def meet(self, state: np.ndarray, agent: int, action: int, *, level: int, place: str = "", number: int = 1) -> None:
        """Raise or warn for an action of a state, shape (1,), which is the first of ``number`` at once.

        ``place``: what the sentence begins with; ``level``: how many callers stand between here and the user.
        """
        if self.code == RAISE:
            raise GameError(place + requests.illegal_sentence(self._questions, state, agent, action))
        before, self.number = self.number, self.number + number
        if not before:
            sentence = requests.illegal_sentence(self._questions, state, agent, action)
            more = f" (and {number - 1} more)" if number > 1 else ""
            self._warn(f"{place}{sentence}. {self._outcome(agent)}{more}. {HINT}", level + 2)
        elif len(str(self.number)) > len(str(before)):
            self._warn(f"{self.number:,} illegal actions so far", level + 2)

    def meet_in(self, games: Any, chosen: np.ndarray, ignored: np.ndarray, *, level: int) -> None:
        """Do so for the first illegal action of a batch, int of the shape ``games.shape``, but in ignored games."""
        illegal = np.take_along_axis(games.masks, chosen[..., None].astype(np.int64), -1)[..., 0] == 0
        illegal[ignored] = False
        if not illegal.any():
            return
        at = tuple(int(k) for k in np.unravel_index(int(illegal.argmax()), illegal.shape))
        state, agent = games.table.states[at[0] : at[0] + 1], games.agent_at(*at)
        place = f"actions[{', '.join(map(str, at))}]: " if games.n > 1 else ""
        self.meet(state, agent, int(chosen[at]), level=level + 1, place=place, number=int(illegal.sum()))

    def close(self, *, level: int = 1) -> None:
        """Tell how many there were, if there are some that nobody has heard of; ``level`` as above."""
        if self.number > self._told:
            self._warn(f"{self.number:,} illegal actions in all", level + 2)

    def _outcome(self, agent: int) -> str:
        if self.code == NOOP:
            return "It does nothing"
        whose = "" if self._game.sequential else "'s side"
        return f"{self._game.agents[agent]}{whose} loses the game"

    def _warn(self, text: str, level: int) -> None:
        self._told = self.number
        warnings.warn(text, IllegalActionWarning, stacklevel=level + 1)
