"""The referee: takes finished games in the order of the schedule, says which count and when it is enough.

What it says depends on the games and their order alone, never on who finished first.
"""

from collections.abc import Sequence

import numpy as np

from swarmzoo.agents.play.results import share_of_first
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.play import GameRow
from swarmzoo.lab.ratings import Ratings, fit
from swarmzoo.lab.sprt import Sprt

GROWTH = 1.25  # ratings are looked at whenever the groups have grown by this factor
FEWEST = 4  # groups of every pairing, before ratings are looked at


class Referee:
    """Counts games; ``stopped`` says why it is enough, else it is None; ``decided`` is what the test holds, H0 or H1.

    ``scores`` float (agents,) are the shares of first place so far; ``retired`` those who are out.
    """

    def __init__(self, config: ArenaConfig, agents: int, pairings: int):
        self._config = config
        self.scores = np.zeros(agents)
        self._out: dict[int, int] = {}  # retired agents, and since which group
        self.counted: list[GameRow] = []
        self.stopped: str | None = None
        self.decided: str | None = None
        self.stopped_before: int | None = None  # the number of the first group that does not count any more
        self._streak = np.zeros(agents, np.int64)
        self._next_look = FEWEST * pairings
        self._pairs: list[tuple[int, float]] = []  # group and score of the first agent
        test = config.sprt
        self._sprt = None if test is None else Sprt(test.elo0, test.elo1, test.alpha, test.beta)

    @property
    def retired(self) -> set[int]:
        """The agents that are out."""
        return set(self._out)

    def is_void(self, pairing: Sequence[int]) -> bool:
        """Tell whether games of a pairing need not be played: somebody is out."""
        return any(agent in self._out for agent in pairing)

    def take(self, number: int, rows: Sequence[GameRow]) -> list[GameRow]:
        """Take the games of the next group, none if they were not played; return those that do not count."""
        void = [row for row in rows if not self._take_game(row)]
        if rows and not void:
            self._pairs.append((number, group_score(rows, 0)))
        if self._config.elo_error is not None and number + 1 >= self._next_look:
            self._next_look = int(np.ceil((number + 1) * GROWTH))
            self._look_at_errors(number)
        return void

    def test(self) -> None:
        """Let the sequential test decide, if there is one: from time to time, it finds the group by itself."""
        if self._sprt is None or self.stopped or not self._pairs:
            return
        verdict = self._sprt.decide(np.array([score for _, score in self._pairs]))
        if verdict.status != "go on":
            self.decided = verdict.status
            stronger = "is" if verdict.status == "H1" else "is not"
            self._stop(
                self._pairs[verdict.groups - 1][0],
                f"SPRT after {verdict.groups} seeds: {verdict.status}, the first agent {stronger} the stronger one by "
                f"the test's bounds (LLR {verdict.llr:+.2f}, {verdict.lower:+.2f} to {verdict.upper:+.2f})",
            )

    def _take_game(self, row: GameRow) -> bool:
        if self.is_void(row.seats):
            return False
        self.counted.append(row)
        shares = share_of_first(np.array([row.pay]))[0]
        for side, agent in enumerate(row.seats):
            self.scores[agent] += shares[side]
        for agent in set(row.seats):
            at_fault = row.fault is not None and row.seats[row.fault.side] == agent
            self._streak[agent] = self._streak[agent] + 1 if at_fault else 0
            if self._streak[agent] >= self._config.retire_after:
                self._out[agent] = row.group
        return True

    def _look_at_errors(self, number: int) -> None:
        """Stop when the ratings of those who play on are known well enough."""
        agents = len(self.scores)
        found = ratings_of(self.counted, agents)
        half = (found.high - found.low) / 2
        error = max((float(half[agent]) for agent in range(agents) if agent not in self.retired), default=0.0)
        if self._config.elo_error is not None and error <= self._config.elo_error:
            self._stop(number, f"no rating's 95% interval reaches further than {error:.1f} Elo to either side")

    def _stop(self, number: int, reason: str) -> None:
        self.stopped, self.stopped_before = reason, number + 1
        self.counted = [row for row in self.counted if row.group <= number]
        self._out = {agent: since for agent, since in self._out.items() if since <= number}


def group_score(rows: Sequence[GameRow], agent: int) -> float:
    """Return the mean share of first place of an agent in the games of a group, all its seats together."""
    shares = share_of_first(np.array([row.pay for row in rows]))
    mine = np.array([row.seats for row in rows]) == agent
    return float((shares * mine).sum() / len(rows))


def ratings_of(rows: Sequence[GameRow], agents: int) -> Ratings:
    """Return the ratings that games give."""
    seating, pay = np.array([row.seats for row in rows]), np.array([row.pay for row in rows], np.float64)
    return fit(agents, seating, pay, np.array([row.group for row in rows]))
