"""The quick way to try mutants: tests are collected once, and a fork of that process takes on the mutant's code.

What was changed is put into the functions that are there already, wherever they were imported to, so that nothing has
to be imported again. This says nothing of processes that a test starts, of what ran while the tests were collected, or
of what was compiled: a mutant that survives here is tried once more, as a file of a copy of the package.
"""

import gc
import importlib
import resource
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutants.copies import FRONT
from tests.mutants.mutant import Mutant
from tests.mutants.plugins import WALL
from tests.mutants.trials import NOTHING_CHOSEN, outcomes

UNTOUCHED = NOTHING_CHOSEN  # the exit status where none of the changed code is in a function
Choice = list[tuple[pytest.Item, float]]


@dataclass
class Host:
    """Mutants to be tried in forks of one process: files of tests, and which of their tests are asked about each.

    ``choose`` returns tests in the order in which they are run, each with the CPU seconds after which it has ended.
    ``is_final``: a mutant that survives here is not tried once more, since nothing of it is compiled or runs elsewhere.
    """

    mutants: list[Mutant]
    files: list[str]
    is_compiled: bool
    choose: Callable[[Mutant, list[pytest.Item]], Choice]
    is_final: bool = False


class Patching:
    """A plugin of pytest that runs mutants in place of the tests, and writes down what came of each.

    A line has the mutant's number, whether it was noticed, and the tests that were asked, with tabs between them.
    """

    def __init__(self, host: Host, project: Path, out: Path, jobs: int):
        self._host, self._project, self._out, self._jobs = host, project, out, jobs

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all mutants."""
        forks = self._forks(session)
        for (number, choice), status, _ in outcomes(lambda: next(forks, None), self._jobs):
            if status != UNTOUCHED:
                tests = [item.nodeid for item, _ in choice]
                with self._out.open("ab", buffering=0) as file:  # a line at once, since it is read meanwhile
                    file.write(("\t".join([str(number), str(status != 0), *tests]) + "\n").encode())
        return True

    def _forks(self, session: pytest.Session) -> Iterator[tuple[tuple[int, Choice], "_Fork"]]:
        for name in {module_of(mutant.file) for mutant in self._host.mutants}:
            with suppress(Exception):  # some need packages that are not there
                importlib.import_module(name)
        functions = live_functions()
        for number, mutant in enumerate(self._host.mutants):
            if choice := self._host.choose(mutant, session.items):
                yield (number, choice), _Fork(mutant, self._project, session, choice, functions)


@dataclass
class _Fork:
    """A mutant in a fork of the process that has collected the tests."""

    mutant: Mutant
    project: Path
    session: pytest.Session
    choice: Choice
    functions: dict[CodeType, list[FunctionType]]

    @property
    def wall_s(self) -> float:
        """Seconds that it may take on a machine with nothing else to do."""
        return WALL * self.choice[-1][1]

    def run(self) -> int:
        """Take on the mutant's code and run the tests to the first that fails; return an exit status."""
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        before = (self.project / self.mutant.file).read_text(encoding="utf-8")
        if not take_on(before, self.mutant.change.source, self.functions):
            return UNTOUCHED
        items = [item for item, _ in self.choice]
        for (item, end_s), following in zip(self.choice, [*items[1:], None], strict=True):
            resource.setrlimit(resource.RLIMIT_CPU, (int(end_s) + 1, hard))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.testsfailed:
                return 1
        return 0


def module_of(file: str) -> str:
    """Return the name under which a file of the project is imported."""
    parts = Path(file).with_suffix("").parts
    own = parts[1:] if parts[0] == FRONT else parts
    return ".".join(["swarmzoo", *own]).removesuffix(".__init__")


def live_functions() -> dict[CodeType, list[FunctionType]]:
    """Return all functions of this process by their code."""
    found: dict[CodeType, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType:
            found[thing.__code__].append(thing)
    return found


def take_on(before: str, after: str, functions: dict[CodeType, list[FunctionType]]) -> bool:
    """Give functions the code of a changed source; return whether there were such functions, of all that was changed.

    Functions in functions are made of the outer one's code, so only that is changed.
    """
    pairs = list(_changed_codes(_compiled(before), _compiled(after)))
    if not pairs or any(code not in functions or code.co_freevars != new.co_freevars for code, new in pairs):
        return False
    for code, new in pairs:
        for function in functions[code]:
            function.__code__ = new
    return True


def _compiled(source: str) -> CodeType:
    return compile(source, "mutant", "exec", dont_inherit=True)


def _changed_codes(one: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the outermost functions that differ; a module or class that differs by itself is yielded too."""
    inner, others = _inner(one), _inner(other)
    if len(inner) != len(others) or one.co_code != other.co_code or _plain(one) != _plain(other):
        yield one, other
        return
    for code, new in zip(inner, others, strict=True):
        if code != new:
            if _is_body(code):
                yield from _changed_codes(code, new)
            else:
                yield code, new


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _plain(code: CodeType) -> list[Any]:
    return [repr(constant) for constant in code.co_consts if not isinstance(constant, CodeType)]


def _is_body(code: CodeType) -> bool:
    """Tell whether code is the body of a class."""
    return "__qualname__" in code.co_names and "__module__" in code.co_names and code.co_argcount == 0
