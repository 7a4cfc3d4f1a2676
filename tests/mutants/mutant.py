"""A mutant, a file of the project with one place changed, and what tests are asked about it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.changes import Change, changes

KERNELS = "swarmzoo.envs.core.kernel"


@dataclass(frozen=True)
class Mutant:
    """A change of a file, which is named as in the project."""

    file: str
    change: Change

    def __str__(self) -> str:
        """Return where it is and what was changed, in one line."""
        words = " ".join(self.change.words.split())
        return f"{self.file}:{self.change.line} {self.change.function.name}: {words}"

    @property
    def may_be_compiled(self) -> bool:
        """Tell whether its file has kernels or templates, so that what runs compiled is seen only uncompiled."""
        return KERNELS in self.change.source


def mutants_of(project: Path, file: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file, in the order of its text."""
    name = str(file.relative_to(project))
    for change in changes(file.read_text(encoding="utf-8")):
        yield Mutant(name, change)


@dataclass(frozen=True)
class Question:
    """Tests to be run on a mutant: their names, the arguments and plugins for pytest, and a limit of CPU seconds."""

    tests: list[str]
    arguments: list[str]
    plugins: list[Any]
    is_compiled: bool
    limit_s: float
