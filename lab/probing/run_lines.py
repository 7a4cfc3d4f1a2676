"""Finished runs, a line each in a file: what is there is not run again, and a kill loses only what was running."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from swarmzoo.envs.core.errors import GameError


@dataclass(frozen=True)
class Run:
    """A finished run of a case. ``signature``: of the rules and of what was asked."""

    game: str
    probe: str
    fault: str
    size: str
    signature: str
    number: int
    said: bool
    accused: tuple[str, ...]  # what the findings that accuse are of
    games: int
    seconds: float


class RunLines:
    """The runs in a file; one process writes. Half a line at the end, which a kill left, is cut off."""

    def __init__(self, path: Path):
        self.path = path
        self.runs = self._told(self._opened)

    def add(self, run: Run) -> None:
        """Write a run; it is on the disk when this returns."""
        self._told(lambda: self._write(run))
        self.runs.append(run)

    def of(self, fault: str, size: str, signature: str) -> dict[int, Run]:
        """Return the runs of a case by number."""
        wanted = fault, size, signature
        return {run.number: run for run in self.runs if (run.fault, run.size, run.signature) == wanted}

    def _told(self, act: Callable[[], Any]) -> Any:
        """Act; say which file could not be read or written."""
        try:
            return act()
        except OSError as error:
            raise GameError(f"{self.path}: {error.strerror}; name another file") from None

    def _opened(self) -> list[Run]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            file.seek(0)
            content = file.read()
            whole = content[: content.rfind(b"\n") + 1]
            runs = [self._read(line, nth) for nth, line in enumerate(whole.splitlines(), 1)]
            file.truncate(len(whole))
        return runs

    def _read(self, line: bytes, nth: int) -> Run:
        try:
            values = json.loads(line)
            return Run(**{one.name: values[one.name] for one in fields(Run)} | {"accused": tuple(values["accused"])})
        except (ValueError, TypeError, KeyError):
            raise GameError(f"{self.path}, line {nth}: this is no run of planted faults; name another file") from None

    def _write(self, run: Run) -> None:
        with self.path.open("ab") as file:
            file.write(json.dumps(asdict(run)).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
