"""A pool of processes that end with the one that began it, at whatever moment that is killed.

A worker watches its parent before it does anything else: reading its first task imports the games, which takes seconds.
This module must import nothing that is slow to load.
"""

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor


def begin_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool whose processes end with this one."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once: what they are at does not count."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _begin() -> None:
    """Leave interrupts and standard output to the parent, and end with it: what agents print goes to standard error."""
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the pipe that the parent holds, also of one that has ended before; then end at once."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
