"""Schedules: which agents play each other on which seeds, in which order.

A *pairing* is a tuple of different agents. A *group* is one seed played by a pairing in every seating: every order of
the agents on the seats, the seats shared as evenly as can be. Groups are numbered in the order in which they count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Protocol

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.config import ArenaConfig

MOST_SEATINGS = 120  # above, the agents only rotate through the seats


@dataclass(frozen=True)
class Group:
    """One seed of a pairing: its number in the schedule, the agents, the seed of its games."""

    number: int
    pairing: tuple[int, ...]
    seed: int


@lru_cache(maxsize=4096)
def seatings(pairing: tuple[int, ...], sides: int) -> tuple[tuple[int, ...], ...]:
    """Return every seating of a pairing's agents on the sides, sorted; rotations only where there are too many."""
    turned = [tuple(pairing[(side + turn) % len(pairing)] for side in range(sides)) for turn in range(len(pairing))]
    orders = {order for seats in turned for order in permutations(seats)}
    return tuple(sorted(orders if len(orders) <= MOST_SEATINGS else turned))


class Schedule(Protocol):
    """The groups of a tournament, known as far as what was finished before allows."""

    total: int

    def draw(self, finished: int, scores: Sequence[float]) -> None:
        """Draw what follows from the games so far: must be called for every ``finished`` in turn, from 0 on.

        All groups below ``finished`` were played; ``scores`` (agents,) are the shares of first place in them.
        """

    def known(self, first: int) -> Sequence[Group]:
        """Return the groups from number ``first`` on that may be played."""


class FixedSchedule:
    """Pairings that follow each other seed by seed: a round robin or a gauntlet."""

    def __init__(self, pairings: Sequence[tuple[int, ...]], rounds: int, seed: int):
        self._pairings, self._seed = pairings, seed
        self.total = rounds * len(pairings)

    def draw(self, finished: int, scores: Sequence[float]) -> None:
        """All is known from the beginning."""

    def known(self, first: int) -> Sequence[Group]:
        """Return all groups that are left; the pairings take turns, so that any beginning of them is balanced."""
        return _Groups(self._pairings, self._seed, first, self.total)


class _Groups(Sequence):
    """Groups made when they are asked for: a long tournament has millions."""

    def __init__(self, pairings: Sequence[tuple[int, ...]], seed: int, first: int, stop: int):
        self._pairings, self._seed, self._first, self._stop = pairings, seed, first, stop

    def __len__(self) -> int:
        return max(self._stop - self._first, 0)

    def __getitem__(self, k):  # type: ignore[no-untyped-def]
        if isinstance(k, slice):
            return [self[n] for n in range(*k.indices(len(self)))]
        if not 0 <= k < len(self):
            raise IndexError(k)
        number = self._first + k
        return Group(number, self._pairings[number % len(self._pairings)], self._seed + number)


class SwissSchedule:
    """Rounds in which agents with near scores meet, whoever met least often first; one rests when they are odd."""

    def __init__(self, agents: int, rounds: int, seeds: int, seed: int):
        self._agents, self._seeds, self._seed = agents, seeds, seed
        self._round = (agents // 2) * seeds
        self.total = rounds * self._round
        self._met = np.zeros((agents, agents), np.int64)
        self._rests = np.zeros(agents, np.int64)
        self._rounds: list[list[tuple[int, ...]]] = []

    def draw(self, finished: int, scores: Sequence[float]) -> None:
        """Draw the next round when all before it is finished."""
        if finished == len(self._rounds) * self._round and finished < self.total:
            self._rounds.append(self._draw(scores))

    def known(self, first: int) -> Sequence[Group]:
        """Return what is left of the round that is played."""
        stop = min(len(self._rounds) * self._round, self.total)
        return [self._group(n) for n in range(first, stop)]

    def _group(self, number: int) -> Group:
        turn, rest = divmod(number, self._round)
        pairings = self._rounds[turn]
        return Group(number, pairings[rest % len(pairings)], self._seed + number)

    def _draw(self, scores: Sequence[float]) -> list[tuple[int, ...]]:
        """Pair the agents from the top of the table downwards."""
        waiting = sorted(range(self._agents), key=lambda a: (-scores[a], a))
        if len(waiting) % 2:
            resting = min(reversed(waiting), key=lambda a: self._rests[a])
            self._rests[resting] += 1
            waiting.remove(resting)
        pairings: list[tuple[int, ...]] = []
        while waiting:
            one = waiting.pop(0)
            other = min(waiting, key=lambda a: (self._met[one, a], waiting.index(a)))
            waiting.remove(other)
            self._met[one, other] += 1
            self._met[other, one] += 1
            pairings.append((one, other))
        return pairings


def schedule_of(config: ArenaConfig, agents: int, sides: int) -> Schedule:
    """Return the schedule of a tournament; raise GameError where it cannot be."""
    if agents < 2:
        raise GameError(f"agents: a tournament needs two or more, {agents} is given; name them one after the other")
    if config.table > min(agents, sides):
        raise GameError(
            f"table = {config.table}: 2 to {min(agents, sides)} ({agents} agents, {sides} seats) are allowed"
        )
    if config.schedule == "swiss":
        if config.table != 2:
            raise GameError(f"table = {config.table}: a swiss tournament has two agents in a game")
        return SwissSchedule(agents, config.rounds, config.seeds, config.seed)
    pairings = list(combinations(range(agents), config.table))
    if config.schedule == "gauntlet":
        pairings = [p for p in pairings if sum(agent < config.challengers for agent in p) == 1]
    if not pairings:
        raise GameError(
            f"challengers = {config.challengers}: of {agents} agents no {config.table} make a table with one challenger"
        )
    return FixedSchedule(pairings, config.rounds, config.seed)
