"""Who serves the desks of a table: one process with threads. Anything else that can `serve` may stand in its place."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

import numpy as np

FEW = 8  # of the games at a table; they are served sooner than a thread wakes up for them


class Server(Protocol):
    """Carries out the commands of desks; the games depend on their seeds alone, whoever serves them."""

    def serve(self, which: np.ndarray) -> None:
        """Return when some desks are served, int64 (k,)."""


class Threads:
    """Serves the desks in some threads of this process; ``drive`` is the compiled loop, ``parts`` what it works on.

    ``parts``: states (n,), rules (1,) or (n,), desks (n,), spares (threads, 2), tapes (n, actions).
    """

    def __init__(self, drive: Any, parts: tuple[np.ndarray, ...], threads: int):
        self._drive, self._parts, self.threads = drive, parts, threads
        self._all = np.arange(len(parts[0]))
        self._pool: ThreadPoolExecutor | None = None
        self._pool_owner = 0

    def serve(self, which: np.ndarray) -> None:
        """Serve some desks, int64 (k,); this thread takes the first part of them."""
        each = 1 if len(which) == len(self._all) else FEW
        count = max(1, min(self.threads, len(which) // each))
        parts = [which[len(which) * k // count : len(which) * (k + 1) // count] for k in range(count)]
        waiting = [self._submit(parts[slot], slot) for slot in range(1, count)]
        self._work(parts[0], 0)
        for future in waiting:
            future.result()

    def alone(self) -> Callable[[], None]:
        """Return what serves all desks in this thread, with as little around the compiled loop as can be."""
        return partial(self._drive, *self._parts, self._all, 0)

    def _work(self, which: np.ndarray, slot: int) -> None:
        self._drive(*self._parts, which, slot)

    def _submit(self, which: np.ndarray, slot: int) -> Future:
        """Hand a part of the desks to a thread; the threads of a forked parent are never used."""
        if self._pool is None or self._pool_owner != os.getpid():
            self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="swarmzoo-table")
            self._pool_owner = os.getpid()
        return self._pool.submit(self._work, which, slot)
