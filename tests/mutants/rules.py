"""The mutants of a game's rules: its kernels, and the rule tests, uncompiled, those of the cited rules first.

Kernels that the game shares with others of its family are broken too; the tests of the folder in which they stand watch
over them first. A mutant that no test notices is a rule without a guard, or a change that changes nothing.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from swarmzoo.command.rules import cited, read_rulebook, shared_files, test_places
from swarmzoo.envs.catalogue import find_game
from tests.mutants.mutant import Mutant, Question, mutants_of
from tests.mutants.patching import Choice, Host

NOT_RULES = ("observation.py", "determinize.py", "events.py")
LIMIT_S = 600.0


class Rules:
    """A game whose kernels are broken, and its rule tests."""

    part = "envs"

    def __init__(self, project: Path, game: str, file: str | None):
        self.project, self._found, self._file = project, find_game(game), file
        self._tests = project / "tests" / "envs" / self._found.place

    def mutants(self) -> list[Mutant]:
        """Return the mutants of all kernels of the game, or of its files of one name."""
        paths = [*sorted(self._found.folder.glob("*.py")), *shared_files(self._found.folder)]
        chosen = [path for path in paths if path.name not in NOT_RULES and path.name == (self._file or path.name)]
        found = [mutant for path in chosen for mutant in mutants_of(self.project, path)]
        return [mutant for mutant in found if mutant.change.is_kernel]

    def prepare(self, tried: list[Mutant]) -> None:
        """Find out which rules the rulebook says a shared function carries out."""
        self._rules_by: dict[str, list[str]] = {}
        for row in read_rulebook(self._found.folder / "rulebook.yaml"):
            for name in row.by:
                self._rules_by.setdefault(name, []).append(row.id)
        print(f"{len(tried)} are asked of the rule tests in {self._tests.relative_to(self.project)}")

    def baseline(self, _tried: list[Mutant]) -> Question:
        """Return all rule tests."""
        files = [str(path) for path in sorted(self._tests.glob("test_rules_*.py"))]
        return _question([Path(file).name for file in files], files)

    def hosts(self, tried: list[Mutant]) -> Iterator[Host]:
        """Yield all mutants, with all tests that are asked about any of them."""
        shared = sorted({str(test) for mutant in tried for test in self._shared_tests(mutant)})
        yield Host(tried, [*self.baseline([]).arguments, *shared], False, self._choose)

    def _choose(self, mutant: Mutant, items: list[pytest.Item]) -> Choice:
        """Return the tests of the cited rules, then those of a shared folder, then all rule tests."""
        cited_first, shared = set(self._tests_of(mutant)), set(self._shared_tests(mutant))

        def rank(item: pytest.Item) -> int:
            is_cited = getattr(item, "originalname", item.name) in cited_first
            return 0 if is_cited else 1 if item.path in shared else 2

        return sorted((item for item in items if rank(item) < 2 or item.path.parent == self._tests), key=rank), LIMIT_S

    def _shared_tests(self, mutant: Mutant) -> list[Path]:
        """Return the tests of the folder in which a kernel stands that games share."""
        shared = self.project / "tests" / Path(mutant.file).parent
        return sorted(shared.glob("test_*.py")) if shared != self._tests else []

    def asked(self, mutant: Mutant) -> Iterator[Question]:
        """Yield the tests of a shared folder, those of the rules that the kernel cites, and all rule tests."""
        files = [str(path) for path in self._shared_tests(mutant)]
        yield _question([Path(file).name for file in files], files)
        every = self.baseline([])
        if names := self._tests_of(mutant):
            yield _question(names, ["-k", " or ".join(names), *every.arguments])
        yield every

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """Return the names of the tests that are marked with one of the rules of a kernel."""
        function = mutant.change.function
        named = ".".join([*Path(mutant.file).with_suffix("").parts[-2:], function.name])
        rules = [*cited(ast.get_docstring(function) or ""), *self._rules_by.get(named, [])]
        places = test_places(self._tests)
        return sorted({place.split()[-1] for rule in rules for place in places.get(rule, [])})


def _question(tests: list[str], arguments: list[str]) -> Question:
    return Question(tests, arguments, [], False, LIMIT_S)
