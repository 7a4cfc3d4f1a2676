"""Games with Python agents, one after the other: each is told when a game begins, and may fail."""

import time
from collections.abc import Sequence

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.agents.play.results import Results, forfeit_pay, read_tapes, results_of
from swarmzoo.envs.core.game import Game


class Solo:
    """Plays one game at a time between agents; ``forfeits``: a fault ends the game, else it is raised."""

    def __init__(self, game: Game, agents: Sequence[Agent], *, tape: int, forfeits: bool, summaries: bool):
        self._game, self._agents, self._tape = game, agents, tape
        self._forfeits, self._summaries = forfeits, summaries
        self._games: dict[int, LiveGame] = {}  # by length of their tapes

    def play(self, seats: np.ndarray, seed: int) -> Results:
        """Play a game: seats int (sides,) of indices of agents; return its results."""
        return self._play(seats, seed, self._tape)

    def _play(self, seats: np.ndarray, seed: int, tape: int) -> Results:
        began = time.perf_counter()
        live = self._live(tape)
        live.begin(seed, seats)
        live.play_out()
        results = results_of(live.table, summaries=self._summaries)
        results.faults, results.seconds = [live.fault], [time.perf_counter() - began]
        if live.fault is not None:
            results.pay[0] = forfeit_pay(self._game.num_sides, live.fault.side)
        live.finish(results.pay[0])
        if tape:
            read_tapes(results, live.table, lambda rows, size: self._play(seats, seed, size))
        return results

    def _live(self, tape: int) -> LiveGame:
        if tape not in self._games:
            self._games[tape] = LiveGame(self._game, self._agents, forfeits=self._forfeits, tape=tape)
        return self._games[tape]
