"""A small process beside one that plays: it ends the groups of bots that are left when that one is gone, in any way.

It is run as a script, by an interpreter without site packages, and reads lines from a pipe: ``+GROUP`` to watch a
process group, ``-GROUP`` to forget it. The end of the pipe is the end of whoever held its other end.
"""

import os
import signal
import sys
from contextlib import suppress

_pipes: dict[int, int] = {}  # by the number of the process that holds them: a forked one has its own


def watch(group: int) -> None:
    """Have a group of processes ended with this process."""
    _tell(f"+{group}\n")


def forget(group: int) -> None:
    """Leave a group alone: it has been ended, and its number may become another's."""
    if os.getpid() in _pipes:
        _tell(f"-{group}\n")


def _tell(line: str) -> None:
    if os.getpid() not in _pipes:
        _pipes[os.getpid()] = _started()
    with suppress(BrokenPipeError):
        os.write(_pipes[os.getpid()], line.encode())


def _started() -> int:
    """Start the small process; return the end of the pipe that tells it what to watch."""
    reads, writes = os.pipe()
    command = [sys.executable, "-I", "-S", __file__]
    nowhere = [(os.POSIX_SPAWN_OPEN, out, os.devnull, os.O_WRONLY, 0) for out in (1, 2)]
    os.posix_spawn(sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, reads, 0), *nowhere])
    os.close(reads)
    return writes


def main() -> None:
    """Read what to watch until the end, then end what is left."""
    os.setsid()  # an interrupt from the keyboard is not for this process
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
