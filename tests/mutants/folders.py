"""The mutants of any folder, and the tests that are asked: those that run the changed lines.

A mutant is tried by the tests that run its lines, the quick ones first. What is compiled shows its lines only
uncompiled: such a mutant is tried uncompiled by the tests that are quick enough so, then compiled by the others, and by
those of the same part that import its file, for what takes long uncompiled is given up before it is seen.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutants.covering import Coverage, coverage
from tests.mutants.mutant import Mutant, Question, mutants_of
from tests.mutants.patching import Choice, Host
from tests.mutants.plugins import Chosen, place

START_S = 10.0  # until the first test runs
OPENING_S = 1.0  # more for each file of tests that is read before
BASELINE_S = 3.0
COMPILING_S = 100.0  # where a kernel was changed
SLOWER = 4.0  # a test that takes so many times as long does not end


class Folder:
    """A folder whose functions are broken, and what is known of the tests that run them."""

    def __init__(self, project: Path, folder: str, file: str | None, tests: list[Path], jobs: int, budget_s: float):
        self.project, self.folder, self._file, self._jobs = project, folder.strip("/"), file, jobs
        self._tests = sorted(file for path in tests for file in ([path] if path.is_file() else path.rglob("test_*.py")))
        self._budget_s = budget_s
        self._compiled: Coverage | None = None
        self._uncompiled: Coverage | None = None

    @property
    def part(self) -> str:
        """The part of the package in which the folder lies."""
        return Path(self.folder).parts[0]

    def mutants(self) -> list[Mutant]:
        """Return all mutants of the folder, by file and line."""
        files = sorted((self.project / self.folder).rglob("*.py"))
        return [m for file in files if file.name == (self._file or file.name) for m in mutants_of(self.project, file)]

    def prepare(self, tried: list[Mutant]) -> None:
        """Find out which tests run what."""
        everywhere = f"{self.folder}/"
        self._compiled = coverage(self.project, everywhere, is_compiled=True, chosen=self._tests, jobs=self._jobs)
        unseen = [mutant for mutant in tried if mutant.may_be_compiled and not self._compiled.running_one(mutant)]
        if unseen:
            near = self._near({mutant.file for mutant in unseen})
            self._uncompiled = coverage(self.project, everywhere, is_compiled=False, chosen=near, jobs=self._jobs)
        for test in self._compiled.failing:
            print(f"not asked, since it does not pass when nothing is broken: {test}")

    def baseline(self, tried: list[Mutant]) -> Question:
        """Return what must pass while nothing is broken: a few, as all that will be asked passed under the tracer."""
        assert self._compiled is not None
        every = [test for mutant in tried for question in self.asked(mutant) for test in question.tests]
        return question(True, within_budget(set(every), self._compiled.seconds, min(self._budget_s, BASELINE_S)))

    def _near(self, files: set[str]) -> list[Path]:
        """Return the tests of the same part of the package that run a part of some files."""
        assert self._compiled is not None
        near = {test for test in self._tests if test.is_relative_to(self.project / "tests" / self.part)}
        found = set().union(*(self._compiled.files_of_tests(file) for file in files))
        return sorted({self.project / test for test in found} & near)

    def asked(self, mutant: Mutant) -> Iterator[Question]:
        """Yield what is asked about a mutant, until one part of it notices."""
        assert self._compiled is not None
        if running := self._compiled.running_one(mutant):
            for part in _nearest_first(mutant, within_budget(running, self._compiled.seconds, self._budget_s)):
                yield question(True, part)
        elif self._uncompiled is not None:
            running = self._uncompiled.running_one(mutant)
            yield question(False, within_budget(running, self._uncompiled.seconds, self._budget_s))
            slow = (running | self._compiled.importing_it(mutant, self.part)) - self._uncompiled.seconds.keys()
            yield question(True, within_budget(slow, self._compiled.seconds, self._budget_s), COMPILING_S)

    def hosts(self, tried: list[Mutant]) -> Iterator[Host]:
        """Yield the mutants whose lines are seen to run, and those whose lines are only seen uncompiled."""
        for known in filter(None, (self._compiled, self._uncompiled)):
            seen = [mutant for mutant in tried if known.running_one(mutant)]
            tried = [mutant for mutant in tried if mutant not in seen]
            yield self._host(seen, known)

    def _host(self, mutants: list[Mutant], known: Coverage) -> Host:
        asked = {one: within_budget(known.running_one(one), known.seconds, self._budget_s) for one in mutants}

        def choose(mutant: Mutant, items: list[pytest.Item]) -> Choice:
            by_name, seconds = {item.nodeid: item for item in items}, asked[mutant]
            parts = (sorted(part, key=lambda test: place(test, seconds)) for part in _nearest_first(mutant, seconds))
            return [(by_name[test], limit_s(seconds)) for part in parts for test in part if test in by_name]

        files = sorted({test.partition("::")[0] for tests in asked.values() for test in tests})
        return Host(mutants, files, known is self._compiled, choose)


def within_budget(tests: set[str], seconds: dict[str, float], budget_s: float) -> dict[str, float]:
    """Return tests with their seconds, the quick ones first, until the budget is used; one is always asked."""
    chosen: dict[str, float] = {}
    for test in sorted(tests & seconds.keys(), key=lambda test: (seconds[test], test)):
        if chosen and sum(chosen.values()) + seconds[test] > budget_s:
            break
        chosen[test] = seconds[test]
    return chosen


def _nearest_first(mutant: Mutant, seconds: dict[str, float]) -> Iterator[dict[str, float]]:
    """Yield the tests of the file that is named like the mutant's or runs it most often, then all others."""
    files = Counter(test.partition("::")[0] for test in seconds)
    stem = Path(mutant.file).stem
    nearest = max(files, key=lambda file: (stem in Path(file).stem, files[file]), default="")
    for is_near in (True, False):
        yield {test: time for test, time in seconds.items() if (test.partition("::")[0] == nearest) == is_near}


def question(is_compiled: bool, seconds: dict[str, float], start_s: float = START_S) -> Question:
    """Return the question to some tests, in an order of quick ones first."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in seconds))
    limit = limit_s(seconds, start_s + OPENING_S * len(files))
    return Question(list(seconds), files, [Chosen(seconds)], is_compiled, limit)


def limit_s(seconds: dict[str, float], start_s: float = START_S) -> float:
    """Return the limit that ends tests which take far longer than when nothing was broken, in CPU seconds."""
    return start_s + SLOWER * sum(seconds.values())
