"""What a probe says: findings first, then figures, tables, pictures, and games to watch; and all of it as JSON.

The schema of ``verdict.json`` has a version: 1. A change that an older reader would misread raises it.
"""

import json
import math
from dataclasses import dataclass, field
from typing import Any, Literal

from matplotlib.figure import Figure as Picture

from swarmzoo.envs.core.plain_values import plain

SCHEMA = 1
Status = Literal["fault", "fine", "open", "note"]


@dataclass(frozen=True)
class Figure:
    """A number that was measured, with its interval where it has one. ``unit``: share, points, Elo, games ..."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    level: float | None = None  # of the interval
    unit: str = ""

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return _told(self.value, self.unit)
        return f"{_told(self.value, self.unit)} ({_told(self.low, self.unit)} to {_told(self.high, self.unit)})"


@dataclass(frozen=True)
class Watch:
    """A game to watch: which one, why, and once it is kept the file of its replay, and its page beside the report."""

    cell: str
    seed: int
    nth: int
    why: str
    replay: str = ""
    page: str = ""


@dataclass(frozen=True)
class Finding:
    """A sentence that answers a question. ``fault``: the game is accused; ``fine``: cleared; ``open``: not decided.

    A ``note`` describes and judges nothing. ``about`` names what the finding is of, for machines.
    """

    status: Status
    about: str
    sentence: str
    figures: tuple[Figure, ...] = ()
    watch: tuple[Watch, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows below a title; cells are numbers or texts, None where there is nothing."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    text: str = ""


@dataclass(frozen=True)
class Drawing:
    """A picture below a title."""

    title: str
    picture: Picture
    text: str = ""


@dataclass(frozen=True)
class Sureness:
    """How sure a report is."""

    error: float  # how often a clean game is accused of anything, over the whole report, at most
    margin: str  # what is taken for no difference
    smallest: str  # the smallest effect that could have been seen
    adapted: str  # who adapted to the rules
    choosing: str = "none: nothing was chosen by its results"  # seeds
    judging: str = ""


@dataclass
class Report:
    """All that a probe found."""

    probe: str
    title: str
    findings: list[Finding]
    sureness: Sureness
    tables: list[Table] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)  # game, rules, configuration, command, versions
    measures: dict[str, float] = field(default_factory=dict)  # numbers by name, for `probe compare` and its conditions

    @property
    def faults(self) -> list[Finding]:
        """The findings that accuse the game."""
        return [finding for finding in self.findings if finding.status == "fault"]


def as_json(report: Report) -> str:
    """Return ``verdict.json``: all but the pictures."""
    values = {
        "schema": SCHEMA,
        "probe": report.probe,
        "title": report.title,
        "faults": len(report.faults),
        "findings": plain(report.findings),
        "sureness": plain(report.sureness),
        "measures": plain(report.measures),
        "tables": plain(report.tables),
        "about": plain(report.about),
    }
    return json.dumps(values, indent=1) + "\n"


def _told(value: float, unit: str) -> str:
    """Return a number with its unit."""
    if not math.isfinite(value):
        return "unknown"
    if unit == "share":
        return f"{value:.1%}"
    if unit == "points":
        return f"{100 * value:+.1f} points"
    number = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{number} {unit}".strip()
