"""Who serves the desks of a table: one process with threads. Anything else that can `serve` may stand in its place."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

import numpy as np


class Server(Protocol):
    """Carries out the commands of all desks; the games depend on their seeds alone, whoever serves them."""

    def serve(self) -> None:
        """Return when all desks are served."""


class Threads:
    """Serves the desks in some threads of this process; ``drive`` is the compiled loop, ``parts`` what it works on.

    ``parts``: states (n,), rules (1,) or (n,), desks (n,), spares (threads, 2), tapes (n, actions).
    """

    def __init__(self, drive: Any, parts: tuple[np.ndarray, ...], threads: int):
        n = len(parts[0])
        self._drive, self._parts, self.threads = drive, parts, threads
        self._bounds = [n * k // threads for k in range(threads + 1)]
        self._pool: ThreadPoolExecutor | None = None
        self._pool_owner = 0

    def serve(self) -> None:
        """Serve all desks; this thread takes the first part of them."""
        waiting = [self._submit(slot) for slot in range(1, self.threads)]
        self._work(0)
        for future in waiting:
            future.result()

    def alone(self) -> Callable[[], None]:
        """Return what serves all desks in this thread, with as little around the compiled loop as can be."""
        return partial(self._drive, *self._parts, 0, 0, len(self._parts[0]))

    def _work(self, slot: int) -> None:
        self._drive(*self._parts, slot, self._bounds[slot], self._bounds[slot + 1])

    def _submit(self, slot: int) -> Future:
        """Hand a part of the desks to a thread; the threads of a forked parent are never used."""
        if self._pool is None or self._pool_owner != os.getpid():
            self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="swarmzoo-table")
            self._pool_owner = os.getpid()
        return self._pool.submit(self._work, slot)
