"""How long compiling will take: what it took where it was measured, by how fast this machine is just now."""

import csv
import time
from functools import cache
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_name("compiling.csv")  # `python -m swarmzoo.training.bench.compiling` writes it
COLUMNS = ("game", "settings", "kernel", "bytes", "seconds", "pace")
_ROUNDS = 100_000


def forecast(kernel: str, size: int) -> str:
    """Return how long it will take to compile an entry point, for states of so many bytes; "" if nobody knows."""
    rows = [row for row in measured() if row["kernel"] == kernel]
    if not rows:
        return ""
    row = min(rows, key=lambda row: abs(int(row["bytes"]) - size))
    seconds = float(row["seconds"]) * pace(time.perf_counter) / float(row["pace"])
    return f"about {seconds:.0f} s" if seconds >= 1 else "about a second"


def pace(clock: Any) -> float:
    """Return the seconds that a fixed piece of Python takes by a clock, some 30 ms on a machine of 2024."""
    seen: dict[tuple[str, int], tuple[int, int]] = {}
    began: float = clock()
    for number in range(_ROUNDS):
        seen[f"{number % 97}", number % 89] = (number, len(seen))
    return clock() - began


@cache
def measured() -> list[dict[str, str]]:
    """Return what was measured: rows of game, settings, kernel, bytes of a state, seconds of CPU time, and pace."""
    try:
        return list(csv.DictReader(MEASURED.read_text(encoding="utf-8").splitlines()))
    except FileNotFoundError:
        return []


def size_of(signature: Any) -> int:
    """Return the bytes of the first record among argument types: of a game's state."""
    records = [getattr(kind, "dtype", kind) for kind in signature]
    return next((int(record.size) for record in records if hasattr(record, "fields")), 0)
