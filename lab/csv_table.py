"""Tables as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from swarmzoo.envs.core.files import write_whole


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Return rows, the header first, as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def write_csv(path: Path | None, rows: Iterable[Sequence[Any]]) -> None:
    """Write rows, the header first, to a file; to none where no path is given."""
    if path is not None:
        write_whole(path, csv_text(rows).encode())
