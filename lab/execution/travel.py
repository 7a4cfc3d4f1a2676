"""Files of agents on their way: what their texts name here is found where a task is carried out.

A parcel holds the files that agents' texts name, the Python files beside a bot, which it may import, and the folder in
which the command runs. Where it arrives the files are written below a private folder, their paths kept. Tasks run in
what was the command's folder, and ``located`` says where files with absolute paths are.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from swarmzoo.agents.find import files_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole

MOST = 64 << 20  # bytes of a parcel
SOURCES = (".py", ".yaml", ".yml")

_here: list[Path] = []  # the folders of the parcels that are unpacked, the last one in use


@dataclass(frozen=True, eq=False)
class Parcel:
    """Contents of files by their absolute paths, and the folder in which relative ones are meant."""

    folder: str
    files: dict[str, bytes]

    @cached_property
    def digest(self) -> str:
        """What tells parcels apart."""
        digest = hashlib.sha256(self.folder.encode())
        for name, content in sorted(self.files.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parcel) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)


def parcel_of(texts: Sequence[str]) -> Parcel:
    """Return the files that agents' texts name; raise GameError where they are too large to travel."""
    found: dict[str, bytes] = {}
    for path in dict.fromkeys(path for text in texts for path in files_of(text)):
        for file in _with_neighbours(path.absolute()):
            found[str(file)] = file.read_bytes()
    if (size := sum(map(len, found.values()))) > MOST:
        raise GameError(f"the files of the agents take {size:,} bytes; at most {MOST:,} travel to a cluster")
    return Parcel(str(Path.cwd()), found)


def _with_neighbours(path: Path) -> list[Path]:
    """Return a file, and with the source of a bot the Python files beside it."""
    if path.suffix not in SOURCES:
        return [path]
    return [path, *(other for other in sorted(path.parent.glob("*.py")) if other != path and other.is_file())]


@contextmanager
def unpacked(parcel: Parcel) -> Iterator[None]:
    """While entered, the files of a parcel are found by the texts that name them."""
    if not parcel.files:
        yield
        return
    root, before = _written(parcel), Path.cwd()
    folder = _below(root, parcel.folder)
    folder.mkdir(parents=True, exist_ok=True)
    _here.append(root)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        _here.pop()


@cache
def _written(parcel: Parcel) -> Path:
    """Write a parcel below a fresh private folder, which stays as long as the machine keeps it."""
    root = Path(tempfile.mkdtemp(prefix="swarmzoo-"))
    for name, content in parcel.files.items():
        write_whole(_below(root, name), content)
    return root


def _below(root: Path, path: str) -> Path:
    return root / Path(path).relative_to(Path(path).anchor)


def located(text: str) -> str:
    """Return an agent's text with the absolute paths of its files as they are here."""
    if not _here:
        return text
    for path in files_named(text):
        if Path(path).is_absolute() and (here := _below(_here[-1], path)).exists():
            text = text.replace(path, str(here))
    return text


def files_named(text: str) -> list[str]:
    """Return the words of a text that may be absolute paths."""
    return [word for word in text.replace("=", " ").replace(":", " ").replace(",", " ").split() if word.startswith("/")]


def place() -> str:
    """Return what tells apart the places in which a text was located."""
    return str(_here[-1]) if _here else ""
