"""Files that are written whole or not at all."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

LARGEST = 1 << 30  # bytes of a file that is read whole
STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")  # of whoever writes, wherever they lead


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as ``whole`` does."""
    with whole(path) as file:
        file.write(content)


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file beside its place to be written, and move it there in the end, so that nobody ever reads half of it.

    A link is followed. A pipe, a device or /dev/stdout is written to directly.
    """
    check_place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    place = Path(os.path.realpath(path))
    try:
        if str(path).startswith(STREAMS) or (place.exists() and not place.is_file()):
            with path.open("ab") as stream:
                yield stream
        else:
            with _replacing(place) as file:
                yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error  # a full disk does not say which file


@contextmanager
def _replacing(place: Path) -> Iterator[BinaryIO]:
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, place)
    finally:
        beside.unlink(missing_ok=True)


def check_place(path: Path | None) -> Path | None:
    """Return the path of a file that is to be written; raise OSError where it cannot be, before work is done for it.

    Options of commands that name such a file have this for their callback.
    """
    if path is None:
        return None
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, f"{os.strerror(errno.EISDIR)}, name a file", str(path))
    above = next(folder for folder in (*path.parents, Path("/")) if folder.exists())
    if not above.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(above))
    if not path.exists() and not os.access(above, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return path


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
