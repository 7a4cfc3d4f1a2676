"""A clock that moves on by the same time at every reading, so that a timed search always reads it equally often."""

from itertools import count

from swarmzoo.agents.search import tree_search


class Ticking:
    """Stands in for the module ``time``."""

    def __init__(self, seconds: float):
        self._ticks, self._seconds = count(), seconds

    def perf_counter(self) -> float:
        """Return the seconds since the first reading."""
        return next(self._ticks) * self._seconds


def let_tick(monkeypatch, milliseconds: int) -> None:
    """Make each reading of the clock in a search take this long, and everything else no time."""
    monkeypatch.setattr(tree_search, "time", Ticking(milliseconds / 1000))
