"""A bot's process and its pipes: lines go in, lines come out, each in its time; nothing of it is left behind."""

import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from swarmzoo.agents.faults import AgentFault, FaultKind
from swarmzoo.agents.process import launcher, warden
from swarmzoo.agents.process.protocol import LONGEST_ANSWER, shown

CHUNK = 1 << 16
TAIL = 4096  # bytes of stderr that are kept
READS = 16  # parts of stderr that are read after the end: more than a pipe holds
MARK = "SWARMZOO_BOT_MARK"  # in the environment of a bot and of all that it begins
GRACE = 0.5  # seconds that a process has between closing its output and its end
OUT_OF_MEMORY = re.compile(rb"MemoryError|bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)


def end_strays(mark: bytes) -> None:
    """End what a bot began and what left its group: it has the mark in its environment. Linux only."""
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            if mark in (path / "environ").read_bytes():
                os.kill(int(path.name), signal.SIGKILL)


class Child:
    """A running bot. Every fault of it raises AgentFault; whoever catches one kills the child."""

    def __init__(self, name: str, command: Sequence[str], folder: Path, memory_mib: int | None):
        self.name, self.owner, self.longest = name, os.getpid(), 0
        # a thread that ends would end the child too: only the main thread lives as long as the process
        parent = self.owner if threading.current_thread() is threading.main_thread() else 0
        limits = [sys.executable, "-I", "-S", launcher.__file__, str(parent), str(memory_mib or 0)]
        pipe, self._mark = subprocess.PIPE, uuid.uuid4().hex
        self._process = subprocess.Popen(
            [*limits, *command],
            cwd=folder,
            env={**os.environ, MARK: self._mark},
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            start_new_session=True,
        )
        warden.watch(self._process.pid)
        self._pipes = [self._process.stdin, self._process.stdout, self._process.stderr]
        self._into, self._out, self._err = (file.fileno() for file in self._pipes if file is not None)
        os.set_blocking(self._into, False)
        self._unread, self._tail = bytearray(), bytearray()
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._process.pid

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line and return the one that answers it, without its end."""
        deadline = time.monotonic() + seconds
        self._write(line, deadline, seconds)
        while (end := self._unread.find(b"\n")) < 0:
            self._wait(deadline, seconds)
        if end + 1 < len(self._unread):
            more = bytes(self._unread[end + 1 :])
            raise self._fault("garbage", f"wrote more than one line to one question, the second {shown(more)}")
        answer = bytes(self._unread[:end])
        self.longest = max(self.longest, end + 1)
        self._unread.clear()
        return answer

    def tell(self, line: bytes, seconds: float) -> None:
        """Write a line that needs no answer."""
        self._write(line, time.monotonic() + seconds, seconds)

    def _write(self, line: bytes, deadline: float, seconds: float) -> None:
        left = memoryview(line)
        try:
            while left:
                try:
                    left = left[os.write(self._into, left) :]
                except BlockingIOError:  # the pipe is full: read meanwhile, so that nobody waits for the other
                    self._poll.register(self._into, select.POLLOUT)
                    self._wait(deadline, seconds)
                    self._poll.unregister(self._into)
        except BrokenPipeError:
            raise self._ended() from None

    def _wait(self, deadline: float, seconds: float) -> None:
        """Wait until a pipe is ready, and read what the bot wrote; one that never stops writing is late too."""
        left = deadline - time.monotonic()
        ready = self._poll.poll(left * 1000) if left > 0 else []
        if not ready:
            raise self._late(seconds)
        for pipe, _ in ready:
            if pipe == self._err:
                self._read_err()
            elif pipe == self._out:
                self._read_out()

    def _read_out(self) -> None:
        part = os.read(self._out, CHUNK)
        if not part:
            raise self._ended()
        self._unread += part
        if len(self._unread) > LONGEST_ANSWER:
            raise self._fault("flood", f"wrote more than {LONGEST_ANSWER} bytes to one question")

    def _read_err(self) -> None:
        part = os.read(self._err, CHUNK)
        if not part:
            self._poll.unregister(self._err)
        self._tail += part
        del self._tail[:-TAIL]

    def _late(self, seconds: float) -> AgentFault:
        if self._process.poll() is not None:
            return self._ended()
        hint = "" if self.longest else "; a bot must flush its output after every line"
        return self._fault("timeout", f"gave no answer in {seconds:g} seconds{hint}")

    def _ended(self) -> AgentFault:
        """Return the fault of a bot that closed its pipes: how it ended, and the last that it said."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        quiet = select.poll()
        quiet.register(self._err, select.POLLIN)
        for _ in range(READS):
            if not quiet.poll(0) or not (part := os.read(self._err, CHUNK)):
                break
            self._tail += part
        kind: FaultKind = "memory" if OUT_OF_MEMORY.search(self._tail[-TAIL:]) else "crash"
        return self._fault(kind, f"{self._how()}{' for want of memory' if kind == 'memory' else ''}")

    def _how(self) -> str:
        code = self._process.returncode
        if code is None:
            return "closed its output"
        if code >= 0:
            return f"ended by itself, with exit code {code}"
        more = ", as the system does when memory runs out" if -code == signal.SIGKILL else ""
        return f"was ended by signal {-code} ({signal.strsignal(-code)}{more})"

    def _fault(self, kind: FaultKind, what: str) -> AgentFault:
        lines = bytes(self._tail).split(b"\n")
        last = next((line for line in reversed(lines) if line.strip()), b"")
        return AgentFault(self.name, kind, what + (f"; its last line on stderr: {shown(last)}" if last else ""))

    def peak_mib(self) -> float | None:
        """Return the most memory that the process has held, in MiB; None where the system does not say."""
        with suppress(OSError):
            found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8"))
            return int(found[1]) / 1024 if found else None
        return None

    def ends_within(self, seconds: float) -> bool:
        """Close the bot's input; return whether it ends by itself in that time, with exit code 0."""
        self._close_input()
        try:
            return self._process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False

    def _close_input(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        """End the bot and every process of its group; a copy of this object in a forked process only lets go."""
        if self.owner == os.getpid():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()
            warden.forget(self.pid)
            end_strays(f"{MARK}={self._mark}".encode())
        else:
            self._process.returncode = 0  # it is another's child: there is nothing to wait for here
        for pipe in self._pipes:
            if pipe is not None:
                pipe.close()
