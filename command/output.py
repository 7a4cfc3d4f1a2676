"""What commands print: tables as wide as the terminal, the same as JSON, and names of others with nothing hidden."""

import json
import sys
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, TextColumn

from swarmzoo.envs.core.plain_values import plain
from swarmzoo.envs.core.printable import printable

WIDTH_OF_FILES = 200

_asked: list[TextIO] = []  # where JSON goes, while everything else goes to standard error


def _aside(wanted: bool) -> bool:
    """Keep standard output for the JSON, if that is wanted: what agents print goes to standard error."""
    _asked.clear()
    if wanted:
        _asked.append(sys.stdout)
        sys.stdout = sys.stderr
    return wanted


def put_back(output: TextIO) -> None:
    """Let everything go to standard output again."""
    _asked.clear()
    sys.stdout = output


JsonOption = Annotated[bool, typer.Option("--json", callback=_aside, help="Print the table as JSON and nothing else.")]


def console() -> Console:
    """Return a console over the present standard output."""
    found = Console(emoji=False)  # file.py:Ant: names a class
    return found if found.is_terminal else Console(width=WIDTH_OF_FILES, emoji=False)


def progress() -> Progress:
    """Return progress bars that leave standard output to what was asked for."""
    what = TextColumn("{task.description}", markup=False)  # in which others may have put names
    columns = what, *Progress.get_default_columns()[1:]
    return Progress(*columns, console=Console(stderr=True, emoji=False), transient=True)


def cell(text: str) -> str:
    """Return a text of others for a table: no markup and no code that moves the cursor; line breaks stay."""
    return "\n".join(escape(printable(line)) for line in text.split("\n"))


def say(text: str, *, aside: bool = False) -> None:
    """Print a text in which others may have put names; ``aside``: to standard error, where JSON is printed."""
    lines = [printable(line) for line in text.split("\n")]
    print("\n".join(lines), file=sys.stderr if aside else sys.stdout)


def print_json(value: Any) -> None:
    """Print plain values, dataclasses and arrays as JSON; numbers that are none, such as nan, as null."""
    answer(json.dumps(plain(value), indent=2))


def answer(text: str) -> None:
    """Print a text that was asked for as JSON."""
    print(text, file=_asked[0] if _asked else sys.stdout, flush=True)
