"""Processes that a command has begun, found by a word in their environment: what a parent leaves, its children keep."""

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

NAME = "SWARMZOO_MARKED"
MAIN = "from swarmzoo.command.main import main; main()"


def running_with(mark: str) -> dict[int, str]:
    """Return the commands of the processes that were begun with a mark and are there, by their numbers."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            marked = f"{NAME}={mark}".encode() in (path / "environ").read_bytes()
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
            if marked and state != "Z":
                found[int(path.name)] = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # it has ended meanwhile
            continue
    return found


class Marked:
    """A running command whose processes can be found after its end, also those that it left behind. Linux only."""

    def __init__(self, *words: str, script: str = MAIN, folder: Path | None = None):
        self._mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            cwd=folder,
            env={**os.environ, NAME: self._mark},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def running(self) -> dict[int, str]:
        """Return the commands of the processes that are there, by their numbers."""
        return running_with(self._mark)

    def wait_for(self, words: str, count: int = 1, seconds: float = 120.0) -> None:
        """Wait until so many processes have some words in their command."""
        deadline = time.monotonic() + seconds
        while sum(words in command for command in self.running().values()) < count:
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise AssertionError(f"no {count} processes with {words!r} came: {self.running()}")
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the command itself, and nothing else."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def left(self, seconds: float) -> dict[int, str]:
        """Return the processes that are still there after so many seconds, and end them."""
        deadline = time.monotonic() + seconds
        while (found := self.running()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for pid in found:
            os.kill(pid, 9)
        return found
