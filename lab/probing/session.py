"""A session: the jobs of a probe, taken from its ledger or carried out and kept there."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from swarmzoo.lab.execution.executor import Executor
from swarmzoo.lab.probing.jobs import Job, Played, play_jobs
from swarmzoo.lab.probing.ledger import Ledger

JOBS_A_TASK = 64
PILOT, PILOT_S = 32, 0.5  # jobs of a kind, and their time, by which a forecast is made
TASK_S = 5.0  # a task should not take much longer: what is killed is lost
SIDE_BY_SIDE = 16  # jobs of a slow task: searches ask policies about all their games at once, each then costs half
Told = Callable[[int, int], None]
Say = Callable[[str], None]


class Session:
    """Plays jobs. ``told`` is called with the jobs that are done and all that are known so far, ``say`` with words."""

    def __init__(
        self,
        ledger: Ledger,
        executor: Executor,
        told: Told = lambda done, total: None,
        say: Say = lambda sentence: None,
    ):
        self.ledger, self._executor, self._told, self.say = ledger, executor, told, say
        self.done = self.total = 0
        self._cost: dict[str, float] = {}  # seconds of a job, by cell

    def play(self, jobs: Sequence[Job]) -> list[Played]:
        """Return all games of jobs, in their order; those that the ledger does not have are played."""
        missing = [job for job in jobs if self.ledger.games(job) is None]
        self._expect(len(missing))
        tasks = list(self._tasks(missing))
        for number, rows in self._executor.carry_out((play_jobs, task) for task in tasks):
            self.ledger.add(rows)
            self._learn(rows, len(tasks[number]))
            self._expect(0, len(tasks[number]))
        return [row for job in jobs for row in self.ledger.games(job) or ()]

    def work(self, function: Callable[[Any], Any], given: dict[str, Any]) -> dict[str, Any]:
        """Return the results of a function by key, JSON; those that the ledger does not have are worked out."""
        missing = [key for key in given if self.ledger.note(key) is None]
        self._expect(len(missing))
        for number, result in self._executor.carry_out((function, given[key]) for key in missing):
            self.ledger.keep(missing[number], result)
            self._expect(0, 1)
        return {key: self.ledger.note(key) for key in given}

    def forecast(self, jobs: Sequence[Job]) -> float:
        """Return how many seconds jobs will take, by the first of each kind, which are played now and kept.

        The first one of a kind also loads what it needs, so that the time of those after it counts.
        """
        kinds = [list(alike) for _, alike in groupby(_sorted(jobs), key=_kind)]
        for each in kinds:
            self._recall(each)
        self.play([each[0] for each in kinds])
        self.play([job for each in kinds for job in each[1 : 1 + self._pilot(each[0])]])
        return self.left(jobs)[1]

    def left(self, jobs: Sequence[Job]) -> tuple[int, float]:
        """Return how many of some jobs are not played, and the seconds they take by what others of their cells cost."""
        left = [job for job in jobs if self.ledger.games(job) is None]
        return len(left), sum(self._cost.get(job.cell, 0.0) for job in left) / self._executor.workers

    def _recall(self, jobs: Sequence[Job]) -> None:
        """Note what jobs of a kind cost that the ledger has from before; the longest may have loaded what it needs."""
        known = [rows for job in jobs if (rows := self.ledger.games(job)) is not None]
        if known and jobs[0].cell not in self._cost:
            costs = sorted(sum(row.seconds for row in rows) for rows in known)
            counted = costs[:-1] or costs
            self._cost[jobs[0].cell] = sum(counted) / len(counted)

    def _pilot(self, job: Job) -> int:
        """Return how many jobs of a kind tell what one costs: few where they are slow."""
        return max(1, min(PILOT, int(PILOT_S / max(self._cost.get(job.cell, 0.0), 1e-6))))

    def _tasks(self, jobs: Sequence[Job]) -> Iterator[list[Job]]:
        """Put jobs of a cell together, as many as should be lost at most by a kill."""
        for _, alike in groupby(_sorted(jobs), key=_kind):
            each = list(alike)
            cost = self._cost.get(each[0].cell)
            size = min(JOBS_A_TASK, len(each) // self._executor.workers or 1)
            if cost is not None and cost > 0:
                wanted = min(4 * JOBS_A_TASK, max(SIDE_BY_SIDE, int(TASK_S / cost)))
                size = min(wanted, -(-len(each) // (2 * self._executor.workers)))
            for begin in range(0, len(each), size):
                yield each[begin : begin + size]

    def _learn(self, rows: Sequence[Played], jobs: int) -> None:
        """Note what a job of this cell costs."""
        if rows:
            self._cost[rows[0].cell] = sum(row.seconds for row in rows) / jobs

    def _expect(self, more: int, done: int = 0) -> None:
        self.total += more
        self.done += done
        self._told(self.done, self.total)


def in_words(seconds: float) -> str:
    """Return how long something takes, in whole seconds, minutes or hours."""
    for unit, size in (("seconds", 1), ("minutes", 60)):
        if seconds < 120 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 3600:.0f} hours"


def _kind(job: Job) -> tuple[str, str]:
    """Return what jobs that cost alike have in common: their rules and players may differ from seed to seed."""
    return job.game, job.cell


def _sorted(jobs: Sequence[Job]) -> list[Job]:
    """Return the jobs of a cell together, and of those the ones that are played side by side."""
    return sorted(jobs, key=lambda job: (*_kind(job), job.values, job.players))
