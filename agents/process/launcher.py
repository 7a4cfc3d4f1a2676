"""The first thing a bot's process runs: limits are set, then the bot takes the process over.

It is run as a script, by an interpreter without site packages: ``launcher.py PARENT MEMORY COMMAND...``, with the
number of the process that started it (0: do not end with it) and the most memory in MiB (0: no limit).
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress

PR_SET_PDEATHSIG = 1
CANNOT_START = 127


def limit(memory: int) -> None:
    """Bound the address space, in MiB, where the platform can; write no memory to disk after a crash."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))


def end_with(parent: int) -> None:
    """Let the system kill this process when the one that started it ends; only Linux can."""
    if sys.platform == "linux" and parent:
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before the system was told
            sys.exit(CANNOT_START)


def main(parent: int, memory: int, command: list[str]) -> None:
    """Set the limits and become the bot."""
    end_with(parent)
    limit(memory)
    try:
        os.execv(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(CANNOT_START)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
