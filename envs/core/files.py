"""Files that are written whole or not at all."""

import os
import re
from pathlib import Path

LARGEST = 1 << 30  # bytes of a file that is read whole


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there, so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error  # a full disk does not say which file
    finally:
        beside.unlink(missing_ok=True)


def content_of(path: Path, most: int = LARGEST) -> bytes:
    """Return the bytes of a file; raise ValueError for one that is larger than any that makes sense, unread."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise ValueError(f"it has {size:,} bytes; at most {most:,} are read")
        return file.read(size)


def is_file(path: Path) -> bool:
    """Return whether a path is that of a file; one that cannot be a name is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or no name at all
        return False


def is_unfinished(path: Path) -> bool:
    """Return whether a file is one that ``write_whole`` had begun to write beside its place."""
    return re.fullmatch(r"\..+\.\d+", path.name) is not None and path.is_file()


def forget_unfinished(folder: Path) -> None:
    """Remove what processes that were killed had begun to write into a folder; nobody else may be writing there."""
    for path in folder.iterdir():
        if is_unfinished(path):
            path.unlink()
