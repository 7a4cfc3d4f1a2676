"""Which test runs which line: found out once, and kept in ``build/`` until a test or what it runs changes.

Every file of tests is run in a process of its own, on a copy of the package in which nothing is broken. What it was
seen to run is kept with the hashes of the test's file and of those sources.
"""

import hashlib
import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.mutants.copies import Copy
from tests.mutants.mutant import Mutant
from tests.mutants.plugins import WALL, Noted
from tests.mutants.trials import Trial, outcomes
from tests.mutants.trying import UNCOMPILED

STARTING = Path(__file__).parent / "starting"
UNCOMPILED_S = 8.0  # of CPU time for a test; without the compiler games are slow
COMPILED_S = 300.0
FILE_S = 240.0  # what is not seen within it is asked by who imports the file


@dataclass
class Coverage:
    """The tests that run a line, by file and line, the seconds of each that passes, and who imports a file."""

    tests: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)
    importing: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def running(self, file: str, lines: range) -> set[str]:
        """Return the tests that run one of the lines of a file, those that fail or are given up included."""
        return set().union(*(self.tests.get((file, line), ()) for line in lines))

    def running_one(self, mutant: Mutant) -> set[str]:
        """Return the tests that run a mutant's lines, or any of its function where those lines make no code."""
        function = mutant.change.function
        whole = range(function.body[0].lineno, (function.end_lineno or function.lineno) + 1)
        return self.running(mutant.file, mutant.change.lines) or self.running(mutant.file, whole)

    def importing_it(self, mutant: Mutant, part: str) -> set[str]:
        """Return the tests of a part of the package whose files import the mutant's file."""
        near = {file for file in self.importing[mutant.file] if file.startswith(f"tests/{part}/")}
        return {test for test in self.seconds if test.partition("::")[0] in near}

    def files_of_tests(self, file: str) -> set[str]:
        """Return the files of the tests that run any line of a file; where only kernels are in it, that import it."""
        ran = {test.partition("::")[0] for (name, _), tests in self.tests.items() if name == file for test in tests}
        return ran or self.importing[file]

    def add(self, asked: str, record: dict[str, Any]) -> None:
        """Take in what is known of a file of tests."""
        for file in record["sources"]:
            self.importing[file].add(asked)
        for test, notes in record["tests"].items():
            if notes["passed"]:
                self.seconds[test] = notes["seconds"]
            else:
                self.failing.append(test)
        by_name = {name: record["lines"].get(name, {}) for name in record["lines"]}
        for test, notes in record["tests"].items():
            for name in [test, *notes["fixtures"]]:
                for file, lines in by_name.get(name, {}).items():
                    for line in lines:
                        self.tests[file, line].add(test)


def coverage(project: Path, folder: str, *, is_compiled: bool, chosen: list[Path], jobs: int) -> Coverage:
    """Return what the chosen files of tests run; those of which too little is known are run, the others are not."""
    kept = project / "build" / "mutants" / ("compiled" if is_compiled else "uncompiled")
    missing = [test for test in chosen if not _is_known(project, kept, folder, test, may_fail=not is_compiled)]
    if missing:
        print(f"{len(missing)} files of tests are run to see which lines each test runs", flush=True)
        _collect(project, kept, missing, is_compiled=is_compiled, jobs=jobs)
    found = Coverage()
    for test in chosen:
        if (record := _read(kept / _name(project, test))) is not None:
            found.add(str(test.relative_to(project)), record)
    return found


def _is_known(project: Path, kept: Path, folder: str, test: Path, *, may_fail: bool) -> bool:
    """Tell whether a file of tests passed, and whether it and all that it was seen to run in a folder is as it was."""
    record = _read(kept / _name(project, test))
    if record is None or record["hash"] != _hash(test):
        return False
    if not may_fail and not all(notes["passed"] for notes in record["tests"].values()):
        return False
    near = [(file, known) for file, known in record["sources"].items() if file.startswith(folder)]
    return all(_hash(project / file) == known for file, known in near)


def _read(path: Path) -> dict[str, Any] | None:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _name(project: Path, test: Path) -> str:
    return str(test.relative_to(project)).replace("/", "-") + ".json"


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes() if path.exists() else b"").hexdigest()


def _collect(project: Path, kept: Path, tests: list[Path], *, is_compiled: bool, jobs: int) -> None:
    """Run files of tests under the tracer and keep what they ran."""
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        trials = ((test, _noting(project, Path(folder), test, is_compiled=is_compiled)) for test in tests)
        for test, status, seconds in outcomes(lambda: next(trials, None), jobs):
            own = Path(folder) / _name(project, test)
            record = _record(project, test, own)
            print(f"{seconds:6.1f} s  {test.relative_to(project)}  {_told(status, record)}", flush=True)
            (kept / _name(project, test)).write_text(json.dumps(record), encoding="utf-8")
            shutil.rmtree(own, ignore_errors=True)


def _told(status: int, record: dict[str, Any]) -> str:
    failing = sum(not test["passed"] for test in record["tests"].values())
    return f"{len(record['tests'])} tests" + f", {failing} fail" * bool(failing) + ", killed" * (status < 0)


def _noting(project: Path, folder: Path, test: Path, *, is_compiled: bool) -> Trial:
    """Return the trial that runs one file of tests under the tracer."""
    copy = Copy(project, folder / _name(project, test), "")
    noted = Noted(copy.folder, copy.folder / "swarmzoo", COMPILED_S if is_compiled else UNCOMPILED_S)
    trial = Trial(
        copy,
        [str(test), "--maxfail=1000"],
        [noted],
        cpu_s=FILE_S,
        wall_s=WALL * FILE_S,
        begin=noted.begin,
        paths=[STARTING],
    )
    if not is_compiled:
        trial.variables |= UNCOMPILED
        trial.arguments += ["-W", "ignore"]
    return trial


def _record(project: Path, test: Path, folder: Path) -> dict[str, Any]:
    """Return what is known of a file of tests after its trial."""
    lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for name, file, line in _lines(folder / "lines.txt"):
        lines[name][file].add(line)
    sources = sorted({file for files in lines.values() for file in files})
    return {
        "hash": _hash(test),
        "sources": {file: _hash(project / file) for file in sources},
        "tests": _read(folder / "tests.json") or {},
        "lines": {
            name: {file: sorted(found) for file, found in files.items()} for name, files in lines.items() if name
        },
    }


def _lines(path: Path) -> Iterator[tuple[str, str, int]]:
    """Yield test, file and line of what was noted; a line that a kill cut off is left out."""
    if not path.exists():
        return
    for text in path.read_text(encoding="utf-8", errors="replace").splitlines():
        parts = text.split("\t")
        if len(parts) == 3 and parts[2].isdecimal():
            yield parts[0], parts[1], int(parts[2])
