"""A clock that stands still until something is said to cost time: figures of speed become exact."""

from types import SimpleNamespace
from typing import Any

import numpy as np

MOST_READINGS = 20_000


class Clock:
    """Stands in for the module ``time``; who reads it without end is stopped."""

    def __init__(self) -> None:
        self.wall, self.cpu, self._readings = 100.0, 50.0, 0

    def spend(self, *, wall: float, cpu: float) -> None:
        """Let time pass."""
        self.wall, self.cpu = self.wall + wall, self.cpu + cpu

    def perf_counter(self) -> float:
        """Return the seconds on the wall."""
        self._readings += 1
        assert self._readings < MOST_READINGS, "a measurement does not end"
        return self.wall

    monotonic = perf_counter

    def process_time(self) -> float:
        """Return the seconds of work."""
        return self.cpu


class StandInTable:
    """A table whose steps cost what they are told to and ask for so many decisions; two of its agents are out."""

    def __init__(self, clock: Clock, *, wall: float = 0.25, cpu: float = 0.125, decisions: int = 60, agents: int = 7):
        self._clock, self._costs, self._each = clock, {"wall": wall, "cpu": cpu}, decisions
        self.decisions, self.steps = 1000, 0
        self.over = np.array([[1, 1] + [0] * (agents - 2)], np.int8)

    def step(self) -> None:
        """Play a step."""
        self._clock.spend(**self._costs)
        self.decisions += self._each
        self.steps += 1

    begin = step


class Settings(dict):
    """A configuration of which copies are made with other values."""

    def model_copy(self, update: dict[str, Any]) -> "Settings":
        """Return a copy."""
        return type(self)(self | update)


def team_game(config: Settings) -> Any:
    """Return a simultaneous game of two sides that has only what the figures need."""
    size = config["size"]
    return SimpleNamespace(
        config=config,
        factory=team_game,
        sequential=False,
        num_agents=2 * size,
        state=np.dtype((np.void, 100 * size)),
        rules=np.zeros(1, np.dtype((np.void, 60 * size))),
    )
