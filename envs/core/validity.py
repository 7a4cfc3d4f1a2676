"""Whether a record is a state of a game: what stands between everything from outside and the kernels.

A state is valid if every number is in its range, its parts agree with each other, what follows from the rest follows
from it, and whoever is asked has a legal action. Nothing that a kernel does with a valid state leaves the record.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import copy_of
from swarmzoo.envs.core.ranges import Bounds, Ranges

LogBounds = tuple[np.ndarray, np.ndarray]  # least and greatest numbers, (codes, columns)


class Validity(ABC):
    """What the states of one configuration have in common.

    ``derived`` names the fields that ``rebuild`` makes, ``kept`` those that it leaves as they are.
    ``bounds`` has the range of every field but the log, if there is one; its events have ranges of their own: ``log``.
    """

    derived: tuple[str, ...] = ()
    kept: tuple[str, ...] = ("bans_lifted",)

    def __init__(
        self, rules: np.ndarray, dtype: np.dtype, bounds: Mapping[str, Bounds | None], log: LogBounds | None = None
    ):
        if log is not None:
            low, high = log
            bounds = {**bounds, "log": (np.r_[0, low.min(0)], np.r_[len(low) - 1, high.max(0)])}
        self.rules, self.ranges, self._log = rules, Ranges(dtype, bounds), log

    @abstractmethod
    def flaw(self, s: np.void) -> str | None:
        """Return in a sentence what of a state contradicts itself, or None; every number is in its range."""

    @abstractmethod
    def work_out(self, states: np.ndarray) -> None:
        """Work out again what follows from the rest of a state, (1,), and find what is legal."""

    def rebuild(self, states: np.ndarray) -> None:
        """Work out again what follows from the rest of a state, (1,), and leave the fields in ``kept`` as they are."""
        kept = {name: states[0][name].copy() for name in self.kept}
        self.work_out(states)
        for name, value in kept.items():
            states[0][name] = value

    def is_stuck(self, s: np.void) -> bool:
        """Tell whether the game goes on, but nobody has a legal action."""
        return not s["done"] and not s["mask"].any()

    def check_given(self, states: np.ndarray, what: str = "state") -> None:
        """Raise GameError unless every number of states, (n,), is in its range and none contradicts another one."""
        self.ranges.check(states, what)
        for s in states:
            if why := self._flaw_of_log(s) or _flaw_of_any(s) or self.flaw(s):
                raise GameError(f"{what}: {why}")

    def _flaw_of_log(self, s: np.void) -> str | None:
        """Return which event has a number that it cannot have."""
        if self._log is None:
            return None
        codes, numbers = s["log"][:, 0], s["log"][:, 1:]
        low, high = (bound[codes] for bound in self._log)
        outside = (numbers < low) | (numbers > high)
        if not outside.any():
            return None
        row, k = (int(i) for i in np.argwhere(outside)[0])
        return (
            f"log[{row}, {k + 1}] = {numbers[row, k]}: in event {codes[row]}, "
            f"{low[row, k]} to {high[row, k]} are allowed"
        )

    def check(self, states: np.ndarray, what: str = "state") -> None:
        """Raise GameError for the first of the states, (n,), that is none; it says which number is wrong and why."""
        self.check_given(states, what)
        for i in range(len(states)):
            again = copy_of(states[i : i + 1])
            self.rebuild(again)
            is_same = again.tobytes() == states[i : i + 1].tobytes()
            for name in () if is_same else self.derived:
                if (again[0][name] != states[i][name]).any():
                    raise GameError(f"{what}: {name} does not follow from the rest of the state, as it must")
            if self.is_stuck(states[i]):
                raise GameError(f"{what}: the game goes on, but whoever is asked has no legal action")


def _flaw_of_any(s: np.void) -> str | None:
    """Return the first contradiction in a state, of those that every game rules out."""
    if not s["rng"].any():
        return "rng is all zeros, from which no random numbers come; one of the four must differ from 0"
    if "ending" in (s.dtype.names or ()) and bool(s["done"]) != bool(s["ending"]):
        return "done and ending disagree: a game that is over has an ending"
    return None


def log_bounds(roles: Mapping[int, Sequence[str]], bounds: Mapping[str, Bounds], columns: int) -> LogBounds:
    """Return the ranges of the numbers of events, from the roles of each event's numbers and the ranges of roles."""
    low = np.full((len(roles), columns), -(2**15))
    high = np.full((len(roles), columns), 2**15 - 1)
    for code, names in roles.items():
        for k, name in enumerate(names):
            low[code, k], high[code, k] = bounds[name]
    return low, high
