"""Trials: pytest in a process of its own, forked from one that has imported everything but the project.

What takes long at the start of a test process are the packages of others. They are imported once; a trial then imports
the copy of the project that it is given. A trial that runs into its time limit, or is killed, has not passed.
"""

import ast
import atexit
import gc
import importlib
import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tests.mutants.copies import Copy

OWN = ("swarmzoo", "tests")
MEMORY_BYTES = 24 << 30
PYTEST = ["-x", "-q", "--assert=plain"]
WITHOUT = ("cacheprovider", "xdist", "hypothesispytest")  # plugins; the last one reads all sources for constants
NOTHING_CHOSEN = 5


@dataclass
class Trial:
    """Files of tests to run on a copy: with plugins of pytest, variables of the environment, and limits in seconds.

    ``wall_s`` is meant for a machine with nothing else to do.
    """

    copy: Copy
    arguments: list[str]
    plugins: list[Any] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    cpu_s: float = 600.0
    wall_s: float = 1800.0
    begin: Callable[[], None] = lambda: None
    paths: list[Path] = field(default_factory=list)

    def run(self) -> int:
        """Run it in this process, which has nothing else to do; return pytest's exit status."""
        log = os.open(self.copy.folder / "log.txt", os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(log, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(self.cpu_s) + 1, int(self.cpu_s) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        paths = [str(path) for path in (self.copy.folder, *self.paths, self.copy.project)]
        os.environ.update({"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"} | self.variables)
        sys.dont_write_bytecode = True
        sys.path[:0] = paths
        for name in [name for name in sys.modules if name.partition(".")[0] in OWN]:
            del sys.modules[name]
        os.chdir(self.copy.project)
        _compile_as_told()
        self.begin()
        import pytest

        folder = self.copy.folder / "tmp"
        return int(
            pytest.main(
                [*PYTEST, *(f"-pno:{name}" for name in WITHOUT), f"--basetemp={folder}", *self.arguments],
                plugins=self.plugins,
            )
        )


def warm_up(project: Path) -> None:
    """Import every package of others that the project's sources and tests import, and pytest with its plugins."""
    for name in sorted(_imported(project) | {"pytest", "hypothesis"}):
        with warnings.catch_warnings(), suppress(Exception):
            warnings.simplefilter("ignore")
            importlib.import_module(name)
    atexit.register(gc.unfreeze)  # or packages complain of what is never freed
    gc.freeze()  # pytest collects garbage several times in every trial; none of these modules is


def _imported(project: Path) -> set[str]:
    found: set[str] = set()
    for path in [*project.glob("*/**/*.py")]:
        if path.relative_to(project).parts[0] in ("build", "dist") or path.relative_to(project).parts[0][0] == ".":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
    return {name for name in found if name.partition(".")[0] not in OWN}


class Runs(Protocol):
    """What can be run in a process of its own."""

    @property
    def wall_s(self) -> float:
        """Seconds that it may take on a machine with nothing else to do."""

    def run(self) -> int:
        """Run it; return the exit status."""


def outcomes(next_trial: Callable[[], tuple[Any, Runs] | None], jobs: int) -> Iterator[tuple[Any, int, float]]:
    """Run trials, some side by side; yield the key, the exit status and the seconds of each as it ends.

    ``next_trial`` is asked as soon as there is room; it may have none now and more after the next outcome. The status
    is negative where a signal ended the process.
    """
    running: dict[int, tuple[Any, float, float]] = {}
    while True:
        while len(running) < jobs and (following := next_trial()) is not None:
            key, trial = following
            begun = time.monotonic()
            running[start(trial)] = key, begun, begun + trial.wall_s * crowd()
        if not running:
            return
        yield from _ended(running)
        time.sleep(0.01)


def crowd() -> float:
    """Return how many processes want each core just now, at least 1: so many times as long everything takes."""
    return max(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0) if hasattr(os, "getloadavg") else 1.0


def _ended(running: dict[int, tuple[Any, float, float]]) -> Iterator[tuple[Any, int, float]]:
    """Yield what has ended, and end what is over its time."""
    for process, (key, begun, deadline) in list(running.items()):
        if time.monotonic() > deadline:
            _kill_group(process)
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            del running[process]
            _kill_group(process)
            yield key, os.waitstatus_to_exitcode(status), time.monotonic() - begun


def _kill_group(process: int) -> None:
    """End a trial with all processes that its tests have left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)


def start(trial: Runs) -> int:
    """Fork a process that runs a trial; return its id."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        with suppress(ProcessLookupError, PermissionError):
            os.setpgid(process, process)
        return process
    try:
        os.setpgid(0, 0)
        os._exit(trial.run())
    finally:
        os._exit(1)


def _compile_as_told() -> None:
    """Let Numba look at the environment again: it was imported before this trial was known."""
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()
    if os.environ.get("NUMBA_DISABLE_JIT") == "1" and "numpy" in sys.modules:
        _hasten(sys.modules["numpy"].record, sys.modules["numpy"].void)


def _hasten(record: Any, void: Any) -> None:
    """Let records find their fields without a call of Python: kernels that are not compiled do little else."""
    if "__getattribute__" in vars(record):
        del record.__getattribute__
    record.__getattr__, record.__setattr__ = void.__getitem__, void.__setitem__
