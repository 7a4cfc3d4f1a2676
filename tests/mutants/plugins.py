"""What trials add to pytest: a choice of tests in an order, and notes of which test ran what and how long."""

import json
import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.tracing import OUT, ROOT, Tracer
from tests.mutants.trials import crowd

STEPS_S = (0.5, 3.0)
WALL = 3.0  # times a limit of CPU seconds: a machine may be busy, and who waits for a process uses no CPU


class Chosen:
    """Runs only some tests, the quick ones first; ``seconds``: how long each took, by its id."""

    def __init__(self, seconds: dict[str, float]):
        self._seconds = seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Sort what is chosen by steps of time, and within a step by file, so that fixtures are made once."""
        chosen = sorted(
            (item for item in items if item.nodeid in self._seconds), key=lambda item: place(item.nodeid, self._seconds)
        )
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self._seconds])
        items[:] = chosen


def place(test: str, seconds: dict[str, float]) -> tuple[int, str, float]:
    """Return by what tests are sorted: steps of time, and within a step files, so that fixtures are made once."""
    return sum(seconds[test] > step for step in STEPS_S), test.partition("::")[0], seconds[test]


class Noted:
    """Notes of every test its CPU seconds, whether it passed, and the lines that ran, into files of a folder.

    What a fixture runs that outlives a test is noted under the fixture's name: it runs for all tests that ask for it.
    Tests that need more than ``limit_s`` of them are given up; their lines are noted all the same.
    """

    def __init__(self, folder: Path, root: Path, limit_s: float):
        self._folder, self._root, self._limit_s = folder, root, limit_s
        self._tests: dict[str, dict[str, Any]] = {}

    def begin(self) -> None:
        """Begin to trace, in the process of the trial."""
        os.environ |= {OUT: str(self._folder / "lines.txt"), ROOT: str(self._root)}
        self._tracer = Tracer(os.environ[OUT], os.environ[ROOT])
        self._tracer.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note what runs under the test's name."""
        names = [f"@{name}" for name in getattr(item, "fixturenames", [])]
        self._tests[item.nodeid] = {"seconds": 0.0, "passed": True, "fixtures": names}
        begun = _cpu_s()
        try:
            with self._named(item.nodeid):
                return (yield)
        finally:
            self._tests[item.nodeid]["seconds"] = _cpu_s() - begun

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        """Note what a fixture runs that other tests ask for too under its own name."""
        with self._named(self._tracer.test if fixturedef.scope == "function" else f"@{fixturedef.argname}"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, Any]:
        """Give fixtures up that take too long."""
        with _limited(self._limit_s):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        """Give a test up that takes too long."""
        with _limited(self._limit_s):
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the outcome of a part of a test."""
        self._tests[report.nodeid]["passed"] &= report.outcome != "failed"

    def pytest_runtest_logstart(self) -> None:
        """Write down the tests so far, in case that the next one ends the process."""
        self._write()

    def pytest_sessionfinish(self) -> None:
        """Write down all tests; their lines are written by then."""
        self._write()

    def _write(self) -> None:
        (self._folder / "tests.json").write_text(json.dumps(self._tests), encoding="utf-8")

    @contextmanager
    def _named(self, name: str) -> Iterator[None]:
        before, self._tracer.test = self._tracer.test, name
        try:
            yield
        finally:
            self._tracer.test = before


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Fail in what takes longer than some seconds of CPU time, or waits for others that do."""

    def give_up(*_: Any) -> None:
        pytest.fail(f"given up after {seconds} s", pytrace=False)  # a traced frame may have no line, which ends pytest

    timers = (
        (signal.SIGPROF, signal.ITIMER_PROF, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, WALL * seconds * crowd()),
    )
    before = [signal.signal(number, give_up) for number, *_ in timers]
    for _, timer, limit in timers:
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def _cpu_s() -> float:
    """Return the CPU seconds of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])
