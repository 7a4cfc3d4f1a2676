"""Who carries out the tasks of a probe: this process, or several. The results are the same whoever does.

A task is a function of a module and what it is given, both of which can be pickled; its results come in the order in
which tasks end.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.workers import begin_pool, end_pool

Task = tuple[Callable[..., Any], Any]
WAITING = 2  # tasks of a worker that wait


class Executor(Protocol):
    """Carries out tasks."""

    @property
    def workers(self) -> int:
        """How many tasks are carried out at once."""

    def carry_out(self, tasks: Iterable[Task]) -> Generator[tuple[int, Any]]:
        """Yield number and result of each task, as they end; raise what a task raises."""

    def bring(self, agents: Sequence[str]) -> None:
        """Have the files that agents' texts name there where tasks are carried out."""

    def close(self) -> None:
        """Let go of what it holds."""


class Here:
    """Carries out tasks in this process, one after the other."""

    workers = 1

    def carry_out(self, tasks: Iterable[Task]) -> Generator[tuple[int, Any]]:
        """Yield number and result of each task."""
        for number, (function, given) in enumerate(tasks):
            yield number, function(given)

    def bring(self, agents: Sequence[str]) -> None:
        """The files are here."""

    def close(self) -> None:
        """There is nothing to let go of."""


class Processes:
    """Carries out tasks in processes that end with this one."""

    def __init__(self, workers: int):
        self.workers = workers
        self._pool: Any = None

    def carry_out(self, tasks: Iterable[Task]) -> Generator[tuple[int, Any]]:
        """Yield number and result of each task, as they end; few wait at any time."""
        if self._pool is None:
            self._pool = begin_pool(self.workers)
        left, running = iter(enumerate(tasks)), dict[Future, int]()
        try:
            while self._fill(left, running):
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        except BrokenProcessPool:
            raise GameError(
                "a process that played games has died (memory, or a kill); what was finished is kept, "
                "continue with --resume"
            ) from None
        finally:
            for future in running:
                future.cancel()

    def _fill(self, left: Iterator[tuple[int, Task]], running: dict[Future, int]) -> bool:
        """Hand out tasks as long as few wait; tell whether any runs."""
        while len(running) < WAITING * self.workers and (task := next(left, None)) is not None:
            number, (function, given) = task
            running[self._pool.submit(function, given)] = number
        return bool(running)

    def bring(self, agents: Sequence[str]) -> None:
        """The files are here."""

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


def executor_of(workers: int, ray: str | None = None, agents: Sequence[str] = ()) -> Executor:
    """Return who carries out tasks: this process alone, so many, or the Ray cluster at an address.

    ``agents``: the texts whose files travel to a cluster. Raises GameError for a cluster that is not there.
    """
    if ray is None:
        return Here() if workers == 1 else Processes(workers)
    from swarmzoo.lab.execution.cluster import Cluster

    return Cluster(ray, agents)


def in_order(executor: Executor, tasks: Sequence[Task]) -> list[Any]:
    """Return the results of tasks in their order."""
    found = dict(executor.carry_out(tasks))
    return [found[number] for number in range(len(tasks))]
