"""What stores in DuckDB share: refusals in sentences, and columns as it reads them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from swarmzoo.envs.core.errors import GameError

_KEPT = "games that were finished are kept, make room and go on with --resume"
_WHY = {  # what DuckDB says, and what it means to a user
    "Could not set lock": "another process is writing it; wait for its end",
    "No space left on device": f"no space is left on the disk; {_KEPT}",
    "Disk quota exceeded": f"the disk quota is used up; {_KEPT}",
    "File too large": f"the file may not grow further; {_KEPT}",
    "Permission denied": "permission denied",
    "Read-only file system": "the file system is read-only",
}


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Tell in a sentence what a file, or the disk below it, refuses."""
    try:
        yield
    except duckdb.Error as error:
        text = str(error)
        why = next((why for sign, why in _WHY.items() if sign in text), None)
        raise GameError(f"{path}: {why or f'it cannot be used as a store of games: {text.splitlines()[0]}'}") from None


def objects(values: list[Any]) -> np.ndarray:
    """Return values as an array of objects, lists too: what DuckDB reads without other libraries."""
    array = np.empty(len(values), object)
    array[:] = values
    return array
