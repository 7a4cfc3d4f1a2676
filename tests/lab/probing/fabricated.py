"""A session whose games nobody plays: what they would give is said by a function of the rules, with noise by seed."""

import json
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from swarmzoo.lab.probing.jobs import Job, Played

World = Callable[[dict[str, Any], str], dict[str, float]]  # of rules and player: first_seat, rounds, score


def at(values: dict[str, Any], path: str, default: Any) -> Any:
    """Return the value at a dotted path of plain values."""
    found = reduce(lambda part, key: part.get(key, {}) if isinstance(part, dict) else {}, path.split("."), values)
    return default if found == {} else found


class Fabricated:
    """Answers for a session; ``jobs`` are those that it was asked for."""

    def __init__(self, world: World):
        self._world, self.jobs = world, set[Job]()

    def play(self, jobs: list[Job]) -> list[Played]:
        self.jobs.update(jobs)
        return [row for job in jobs for row in self._games(job)]

    def _games(self, job: Job) -> list[Played]:
        told = self._world(json.loads(job.values), job.players[0])
        rng = np.random.default_rng(job.seed)
        luck, noise = rng.random(2), rng.normal(size=1)[0]
        if len(job.players) == 1:
            first = luck[0] < told.get("first_seat", 0.5)
            measures = {"rounds": told.get("rounds", 20.0) + 4 * noise, "length": 100.0 + 10 * noise}
            return [self._row(job, 0, (0, 0), bool(first), measures)]
        wins = [luck[k] < told.get("score", 0.5) for k in range(2)]
        return [self._row(job, nth, (nth, 1 - nth), wins[nth] == (nth == 0), {}) for nth in range(2)]

    @staticmethod
    def _row(job: Job, nth: int, seats: tuple[int, int], first: bool, measures: dict[str, float]) -> Played:
        pay = (1.0, -1.0) if first else (-1.0, 1.0)
        own = (job.cell, job.values, job.players, job.seed, nth, seats, pay)
        return Played(*own, length=100, ending="out", seconds=0.01, measures=measures)
