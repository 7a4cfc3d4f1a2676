"""What a training run shows: a progress bar, its evaluations, and the learning curve as a picture."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from swarmzoo.envs.core.files import write_whole
from swarmzoo.lab.csv_table import csv_text
from swarmzoo.lab.drawing import label
from swarmzoo.training.curve import draw_curve

WIDE = 100  # columns


class Progress:
    """Progress on a console; ``quiet`` shows nothing."""

    def __init__(self, console: Console | None = None, quiet: bool = False):
        self.console = console or Console(stderr=True, quiet=quiet)
        self.bar = Bar(
            TextColumn("{task.description}", markup=False),
            BarColumn(None if self.console.width < WIDE else 40),  # None: what is left of the line
            TextColumn("{task.completed:,.0f} of {task.total:,.0f}{task.fields[speed]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self.console,
            expand=self.console.width < WIDE,
        )
        self.task: TaskID | None = None

    def __enter__(self) -> "Progress":
        self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.stop()

    def begin(self, total: int, done: int, what: str = "training") -> None:
        """Begin a bar."""
        if self.task is not None:
            self.bar.remove_task(self.task)
        self.task = self.bar.add_task(what, total=total, completed=done, speed="")

    def advance(self, done: int, speed: float) -> None:
        """Show how far the training is."""
        if self.task is not None:
            self.bar.update(self.task, completed=done, speed=f", {speed:,.0f}/s")

    def add(self, count: int) -> None:
        """Advance the bar by a count."""
        if self.task is not None:
            self.bar.advance(self.task, count)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self.bar.console.print(text, highlight=False, markup=False, emoji=False)

    def evaluated(self, when: str, rows: dict[str, dict[str, Any]]) -> None:
        """Print the result of an evaluation, and when it was, such as "1,000 steps"."""
        parts = [f"{label(name)} {row['score']:.0%} ({row['low']:.0%}-{row['high']:.0%})" for name, row in rows.items()]
        for line in in_lines(f"{when:>18}   won against", parts, self.console.width):
            self.say(line)

    def draw(self, folder: Path, history: list[dict[str, Any]], sides: int) -> None:
        """Write the evaluations, in games of some sides, as CSV and the learning curve as a picture."""
        write_whole(folder / "evaluations.csv", evaluations_csv(history).encode())
        draw_curve(folder / "curve.png", [history], sides)


def in_lines(title: str, parts: list[str], width: int) -> list[str]:
    """Return a title and parts behind it, as many in a line as fit into the width; no part is broken."""
    lines = [title]
    for part in parts:
        if len(lines[-1]) + 3 + len(part) > width and lines[-1].strip():
            lines.append(" " * (len(title) if len(title) + 3 + len(part) <= width else 0))
        lines[-1] += ("   " if lines[-1] else "") + part
    return lines


def evaluations_csv(history: list[dict[str, Any]]) -> str:
    """Return the evaluations of a run as CSV text."""
    columns = ("score", "low", "high", "games")
    rows: list[list[Any]] = [["steps", "seconds", "opponent", *columns]]
    for entry in history:
        for name, row in entry["scores"].items():
            rows.append([entry["steps"], entry["seconds"], name, *(row[column] for column in columns)])
    return csv_text(rows)
