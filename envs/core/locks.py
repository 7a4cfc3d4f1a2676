"""Locks between processes: files that the system unlocks by itself when their process ends, however it ends."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_HELD: set[int] = set()


@contextmanager
def locked(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of a file; ``waiting`` is called once where another process or thread has it.

    Where files cannot be locked nobody waits: what the lock guards must be harmless when done twice.
    """
    file = _opened(path)
    if file is None:
        yield
        return
    _HELD.add(file)
    try:
        _take(file, waiting)
        yield
    finally:
        if file in _HELD:
            _HELD.discard(file)
            os.close(file)


def _opened(path: Path) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:
        return None


def _take(file: int, waiting: Callable[[], None]) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waiting()
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:
        pass  # a file system without locks


def _let_go() -> None:
    """Close what a forked process has of its parent's locks: it would keep them after the parent's end."""
    for file in _HELD:
        os.close(file)
    _HELD.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
