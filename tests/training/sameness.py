"""Whether two runs came to the same: every field and array of what they wrote, but for the time it took."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.envs.core.files import is_unfinished
from swarmzoo.training.folder import LOCK

CLOCKS = {"seconds", "lessons_seconds"}  # the fields that two equal runs do not share
ARCHIVES = ("resume.npz", "last.npz", "best.npz")


def differences(one: Path, two: Path) -> list[str]:
    """Return in words where the folders of two runs differ."""
    found = [f"{name}: {text}" for name in ARCHIVES for text in _of_archives(one / name, two / name)]
    found += [f"evaluations.csv{text}" for text in _of_values(_table(one), _table(two))]
    strange = _names(one) ^ _names(two)
    return found + [f"{name} is in one folder only" for name in sorted(strange)]


def _of_archives(one: Path, two: Path) -> Iterator[str]:
    """Yield the fields of headers and the arrays that differ; the hash covers the clock, so it may."""
    (header, arrays), (other, others) = read_archive(one), read_archive(two)
    yield from _of_values({**header, "sha256": ""}, {**other, "sha256": ""})
    for name in sorted(arrays.keys() | others.keys()):
        pair = arrays.get(name), others.get(name)
        if pair[0] is None or pair[1] is None:
            yield f"array {name} is in one of them only"
        elif pair[0].dtype != pair[1].dtype or not np.array_equal(pair[0], pair[1]):
            yield f"array {name}"


def _of_values(one: Any, two: Any, where: str = "") -> Iterator[str]:
    """Yield the paths of JSON values that differ, whatever fields there are."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one.keys() - CLOCKS:
            yield from _of_values(one[key], two[key], f"{where}.{key}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for number, pair in enumerate(zip(one, two, strict=True)):
            yield from _of_values(*pair, f"{where}[{number}]")
    elif type(one) is not type(two) or one != two:
        yield f"{where}: {ascii(one)[:80]} and {ascii(two)[:80]}"


def _table(folder: Path) -> list[dict[str, str]]:
    with (folder / "evaluations.csv").open() as file:
        return list(csv.DictReader(file))


def _names(folder: Path) -> set[str]:
    """Return the files of a run; logs are one more for each time that it was resumed, kills may leave no half files."""
    logs = ("events.", "progress_")
    return {path.name for path in folder.iterdir() if not path.name.startswith(logs) and path.name != LOCK} | {
        path.name for path in folder.iterdir() if is_unfinished(path)
    }
