"""Tries mutants: each is put into a copy of the package, and its questions are asked until one notices it."""

import os
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from platformdirs import user_cache_path

from tests.mutants.copies import Copy
from tests.mutants.mutant import Mutant, Question
from tests.mutants.patching import Host, Patching
from tests.mutants.plugins import WALL
from tests.mutants.trials import NOTHING_CHOSEN, Trial, outcomes, start

HOST_S = 100_000.0  # what a host may take itself; its forks have limits of their own
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


class Asking(Protocol):
    """Where mutants come from: what is asked about each of them, and what must pass while nothing is broken."""

    part: str
    project: Path

    def baseline(self, tried: list[Mutant]) -> Question:
        """Return what must pass while nothing is broken."""

    def asked(self, mutant: Mutant) -> Iterator[Question]:
        """Yield what is asked about a mutant, until one part of it notices."""

    def hosts(self, tried: list[Mutant]) -> Iterator[Host]:
        """Yield mutants and tests that can be tried the quick way, before all others."""


@dataclass
class Tried:
    """What came of a mutant: whether it was noticed, and the tests that were asked."""

    mutant: Mutant
    is_noticed: bool = False
    asked: list[str] = field(default_factory=list)


@dataclass
class _Open:
    """A mutant that is being tried: where it was put, and what is still to be asked."""

    outcome: Tried
    copy: Copy
    questions: Iterator[Question]


def try_all(asking: Asking, tried: list[Mutant], jobs: int, told: Callable[[Tried], None]) -> list[Tried]:
    """Try mutants, some side by side; ``told`` is called with each as soon as its outcome is known."""
    with tempfile.TemporaryDirectory() as folder:
        cache = _linked_cache(Path(folder) / "cache")
        copies = [Copy(asking.project, Path(folder) / str(job), asking.part) for job in range(jobs)]
        _check_baseline(trial_of(copies[0], asking.baseline(tried), cache))
        found = []
        for outcome in _quickly(asking, tried, copies[0], cache, jobs):
            found.append(outcome)
            told(outcome)
        known = {outcome.mutant for outcome in found}
        left = [mutant for mutant in tried if mutant not in known]
        for outcome in _Trying(asking, left, copies, cache).outcomes():
            found.append(outcome)
            told(outcome)
        return sorted(found, key=lambda outcome: tried.index(outcome.mutant))


def _check_baseline(trial: Trial) -> None:
    """Refuse to begin where tests fail although nothing is broken."""
    one = iter([(None, trial)])
    for _, status, _ in outcomes(lambda: next(one, None), 1):
        if status not in (0, NOTHING_CHOSEN):
            print((trial.copy.folder / "log.txt").read_text(encoding="utf-8", errors="replace"))
            raise SystemExit("tests fail before anything is broken (see above): mend them first")


def _quickly(asking: Asking, tried: list[Mutant], copy: Copy, cache: Path, jobs: int) -> Iterator[Tried]:
    """Try mutants in forks of one process; yield those of which all is known then, as soon as it is."""
    for order, host in enumerate(asking.hosts(tried)):
        out = copy.folder / f"outcomes{order}.txt"
        out.touch()
        plugin = Patching(host, asking.project, out, jobs)
        question = Question([], host.files, [plugin], host.is_compiled, HOST_S)
        for line in _lines_while_running(trial_of(copy, question, cache), out):
            number, is_noticed, *tests = line.rstrip("\n").split("\t")
            if host.is_final or is_noticed == str(True):
                yield Tried(host.mutants[int(number)], is_noticed == str(True), tests)


def _lines_while_running(trial: Trial, out: Path) -> Iterator[str]:
    """Run a trial; yield the lines that it writes to a file, each as soon as it is there."""
    process = start(trial)
    with out.open(encoding="utf-8") as file:
        while True:
            ended, _ = os.waitpid(process, os.WNOHANG)
            yield from file
            if ended:
                return
            time.sleep(0.1)


class _Trying:
    """The mutants that are being tried, one in each copy, and those that wait."""

    def __init__(self, asking: Asking, tried: list[Mutant], copies: list[Copy], cache: Path):
        self._asking, self._cache = asking, cache
        self._waiting, self._free, self._open = deque(tried), list(copies), deque[_Open]()
        self._done: list[Tried] = []

    def outcomes(self) -> Iterator[Tried]:
        """Yield what comes of every mutant."""
        for one, status, _ in outcomes(self._next, len(self._free)):
            if status in (0, NOTHING_CHOSEN):
                self._open.append(one)
            else:
                self._close(one, is_noticed=True)
            yield from self._told()
        yield from self._told()

    def _told(self) -> Iterator[Tried]:
        while self._done:
            yield self._done.pop(0)

    def _next(self) -> tuple[_Open, Trial] | None:
        """Return the next trial: the next question about a mutant, or the first about another."""
        while self._open or (self._waiting and self._free):
            one = self._open.popleft() if self._open else self._begun(self._waiting.popleft())
            question = next(one.questions, None)
            if question is not None:
                one.outcome.asked += question.tests
                return one, trial_of(one.copy, question, self._cache)
            self._close(one, is_noticed=False)
        return None

    def _begun(self, mutant: Mutant) -> _Open:
        copy = self._free.pop()
        copy.put(mutant.file, mutant.change.source)
        return _Open(Tried(mutant), copy, (question for question in self._asking.asked(mutant) if question.tests))

    def _close(self, one: _Open, *, is_noticed: bool) -> None:
        one.copy.mend(one.outcome.mutant.file)
        one.outcome.is_noticed = is_noticed
        self._free.append(one.copy)
        self._done.append(one.outcome)


def trial_of(copy: Copy, question: Question, cache: Path) -> Trial:
    """Return the trial of a copy by a question; what it compiles goes to a cache of its own."""
    limit = question.limit_s
    trial = Trial(copy, question.arguments, question.plugins, {"SWARMZOO_CACHE": str(cache)}, limit, WALL * limit)
    if not question.is_compiled:
        trial.variables |= UNCOMPILED
        trial.arguments = [*trial.arguments, "-W", "ignore"]
    return trial


def _linked_cache(folder: Path) -> Path:
    """Return a new cache for compiled kernels that begins with what the user's own holds."""
    own = Path(os.environ.get("SWARMZOO_CACHE") or user_cache_path("swarmzoo"))
    if own.is_dir():
        shutil.copytree(own, folder, copy_function=_link)
    return folder


def _link(source: str, target: str) -> None:
    """Link a file, or copy it where links are not to be had; a file that is replaced is replaced in one place only."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
