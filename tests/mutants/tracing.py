"""Writes down which lines run for which test: in the process of the tests, and in those that a test starts.

A line is written once for each test, at once and appended, so that a process which is killed has told what it ran.
"""

import os
import sys
import threading
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

OUT, ROOT, TEST = "SWARMZOO_TRACE_OUT", "SWARMZOO_TRACE_ROOT", "PYTEST_CURRENT_TEST"


class Tracer:
    """Traces the lines of all sources below a folder; ``test`` names the test that runs."""

    def __init__(self, out: str, root: str, test: str = ""):
        self._file = os.open(out, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self._root, self._test = root + os.sep, test
        self._is_ours: dict[CodeType, int] = {}
        self._seen: dict[CodeType, set[int]] = {}

    @property
    def test(self) -> str:
        """The name under which lines are written."""
        return self._test

    @test.setter
    def test(self, name: str) -> None:
        self._test = name
        self._seen = {}

    def start(self) -> None:
        """Begin to trace this thread and those that it starts."""
        threading.settrace(self._called)
        sys.settrace(self._called)

    def _called(self, frame: FrameType, _event: str, _value: Any) -> Any:
        code = frame.f_code
        lines = self._is_ours.get(code)
        if lines is None:
            is_ours = code.co_filename.startswith(self._root)
            lines = self._is_ours[code] = len({line for *_, line in code.co_lines() if line}) if is_ours else 0
        if not lines or len(self._seen.get(code, ())) == lines:
            return None
        return self._ran

    def _ran(self, frame: FrameType, event: str, _value: Any) -> Any:
        if event == "line":
            seen = self._seen.setdefault(frame.f_code, set())
            line = frame.f_lineno
            if line not in seen:
                seen.add(line)
                file = frame.f_code.co_filename[len(self._root) :]
                with suppress(OSError):  # a test may limit the size of files
                    os.write(self._file, f"{self._test}\t{file}\t{line}\n".encode())
        return self._ran


def trace_if_asked() -> None:
    """Trace this process if the one that started it runs a test and is traced."""
    if OUT in os.environ and TEST in os.environ:
        test = os.environ[TEST].rpartition(" ")[0]
        Tracer(os.environ[OUT], os.environ[ROOT], test).start()
