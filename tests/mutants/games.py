"""The mutants of a game: kernels of its rules or of its observations, tried uncompiled by the tests that run them.

Rules are tried by the rule tests, those of the rules that the kernel cites first, by those of the log, and by tests
that are named after the broken file. Kernels that the game shares with others of its family are broken too; the tests
of the folder in which they stand watch over them as well. Observations are tried by the tests of the game's folder that
read observations. What is left out: kernels that draw a possible world, and entries of the log.
"""

import ast
import re
from collections.abc import Iterator
from itertools import accumulate, zip_longest
from pathlib import Path

import pytest

from swarmzoo.command.rules import cited, read_rulebook, shared_files, test_places
from swarmzoo.envs.catalogue import find_game
from tests.mutants.covering import Coverage, coverage
from tests.mutants.folders import SLOWER, START_S, question, within_budget
from tests.mutants.mutant import Mutant, Question, mutants_of
from tests.mutants.patching import Choice, Host

RULES, OBSERVATION = "rules", "observation"
SEEN = re.compile(r"observation\.py|observed_\w+\.py|survey\.py")
NEITHER = ("determinize.py", "supposition.py", "events.py")


class GamePart:
    """The kernels of a game's rules or observations, and what is known of the tests that run them."""

    part = "envs"

    def __init__(self, project: Path, game: str, broken: str, file: str | None, jobs: int, budget_s: float):
        self.project, self._found, self._broken, self._file = project, find_game(game), broken, file
        self._jobs, self._budget_s = jobs, budget_s
        self._tests = project / "tests" / "envs" / self._found.place
        self._known = Coverage()
        self._rules_by: dict[str, list[str]] = {}

    def mutants(self) -> list[Mutant]:
        """Return the mutants of all kernels of the part, or of its files of one name."""
        paths = [*sorted(self._found.folder.glob("*.py")), *shared_files(self._found.folder)]
        chosen = [path for path in paths if self._is_broken(path.name) and path.name == (self._file or path.name)]
        found = [mutant for path in chosen for mutant in mutants_of(self.project, path)]
        return [mutant for mutant in found if mutant.change.is_kernel]

    def _is_broken(self, name: str) -> bool:
        is_seen = SEEN.fullmatch(name) is not None
        return is_seen if self._broken == OBSERVATION else not is_seen and name not in NEITHER

    def files_of_tests(self, tried: list[Mutant]) -> list[Path]:
        """Return the files of the tests that are asked about any of some mutants."""
        own = sorted(self._tests.glob("test_*.py"))
        if self._broken == OBSERVATION:
            return [path for path in own if "observation" in path.read_text(encoding="utf-8")]
        named = {"test_log.py", *(f"test_{Path(mutant.file).stem}.py" for mutant in tried)}
        shared = {test for mutant in tried for test in self._shared_tests(mutant)}
        return [path for path in own if path.name.startswith("test_rules_") or path.name in named] + sorted(shared)

    def _shared_tests(self, mutant: Mutant) -> list[Path]:
        """Return the tests of the folder in which a kernel stands that games share."""
        shared = self.project / "tests" / Path(mutant.file).parent
        return sorted(shared.glob("test_*.py")) if shared != self._tests else []

    def prepare(self, tried: list[Mutant]) -> None:
        """Find out which tests run what, and which rules the rulebook says a shared function carries out."""
        files = self.files_of_tests(tried)
        self._known = coverage(self.project, "envs/", is_compiled=False, chosen=files, jobs=self._jobs)
        for row in read_rulebook(self._found.folder / "rulebook.yaml"):
            for name in row.by:
                self._rules_by.setdefault(name, []).append(row.id)
        for test in self._known.failing:
            print(f"not asked, since it does not pass in time when nothing is broken: {test}")

    def baseline(self, tried: list[Mutant]) -> Question:
        """Return what must pass while nothing is broken: all that will be asked passed under the tracer."""
        quickest = {test for mutant in tried for test in list(self._seconds(mutant))[:1]}
        return question(False, {test: self._known.seconds[test] for test in sorted(quickest)})

    def hosts(self, tried: list[Mutant]) -> Iterator[Host]:
        """Yield all mutants, with all tests that are asked about any of them."""
        asked = {mutant: self._seconds(mutant) for mutant in tried}

        def choose(mutant: Mutant, items: list[pytest.Item]) -> Choice:
            by_name, seconds = {item.nodeid: item for item in items}, asked[mutant]
            ends = accumulate(SLOWER * seconds[test] for test in seconds)
            return [(by_name[test], START_S + end) for test, end in zip(seconds, ends, strict=True) if test in by_name]

        files = sorted({test.partition("::")[0] for tests in asked.values() for test in tests})
        yield Host(tried, files, False, choose, is_final=True)

    def asked(self, mutant: Mutant) -> Iterator[Question]:
        """Yield the tests that run a mutant which is no code of a function."""
        yield question(False, self._seconds(mutant))

    def _seconds(self, mutant: Mutant) -> dict[str, float]:
        """Return tests that run a mutant and their seconds: those of the cited rules, then a few of every file."""
        running, first = self._known.running_one(mutant), self._tests_of(mutant)
        cited_first = {test for test in running if test.partition("::")[2].partition("[")[0] in first}
        seconds = within_budget(cited_first, self._known.seconds, self._budget_s)
        return seconds | in_turns(running - cited_first, self._known.seconds, self._budget_s)

    def _tests_of(self, mutant: Mutant) -> set[str]:
        """Return the names of the tests that are marked with one of the rules of a kernel."""
        function = mutant.change.function
        named = ".".join([*Path(mutant.file).with_suffix("").parts[-2:], function.name])
        rules = [*cited(ast.get_docstring(function) or ""), *self._rules_by.get(named, [])]
        places = test_places(self._tests)
        return {place.split()[-1] for rule in rules for place in places.get(rule, [])}


def in_turns(tests: set[str], seconds: dict[str, float], budget_s: float) -> dict[str, float]:
    """Return tests with their seconds, the quickest of every file, then the second ones, as far as the budget goes."""
    by_file: dict[str, list[str]] = {}
    for test in sorted(tests & seconds.keys(), key=lambda test: (seconds[test], test)):
        by_file.setdefault(test.partition("::")[0], []).append(test)
    chosen: dict[str, float] = {}
    for test in (test for turn in zip_longest(*by_file.values()) for test in turn if test):
        if not chosen or sum(chosen.values()) + seconds[test] <= budget_s:
            chosen[test] = seconds[test]
    return chosen
