"""A clock that goes on by as much whenever it is read: searches by the clock look at it equally often each time."""

from itertools import count

from swarmzoo.agents.search import tree_search


class Ticking:
    """Stands in for the module ``time``."""

    def __init__(self, seconds: float):
        self._ticks, self._seconds = count(), seconds

    def perf_counter(self) -> float:
        """Return the seconds since it was read first."""
        return next(self._ticks) * self._seconds


def let_tick(monkeypatch, milliseconds: int) -> None:
    """Let every look of a search at the clock take so long, and nothing else."""
    monkeypatch.setattr(tree_search, "time", Ticking(milliseconds / 1000))
