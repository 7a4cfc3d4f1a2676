"""Archives: one file of JSON and arrays, read without running anything from it and without unpacking more than it may.

An archive is a numpy archive (``.npz``): the entry ``header`` is JSON text (bytes), the others are arrays of numbers.
The header holds the format and a SHA-256 of header and arrays. Names, kinds and sizes of all entries are read from
their first bytes and bounded before any of them is unpacked.
"""

import hashlib
import io
import json
import math
import os
import re
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import content_of, is_file, write_whole

FORMAT = 2
ROOM, GROWTH = 16 << 20, 50  # what a file may unpack to: some bytes, and as many times its own size,
MOST_UNPACKED = 2 << 30  # but no more than this
LONGEST_HEADER, MOST_VALUES = 16 << 20, 1_000_000  # bytes of JSON text; values in it
_START = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|](?:b1|[iu][1248]|f[248]))', 'fortran_order': (True|False), "
    rb"'shape': \(([0-9, ]{0,200})\), \} *\n",
    re.DOTALL,
)
_INSTEAD = {
    "checkpoint": "take another copy of it, or an earlier one of its run",
    "resume point": "begin a new run; its start can be a checkpoint of this one",
}
_LONGEST_START = 512
DAMAGE = (  # what reading a damaged file raises
    *(OSError, ValueError, KeyError, EOFError, TypeError, OverflowError, RecursionError, NotImplementedError),
    *(RuntimeError, zipfile.BadZipFile, zlib.error, struct.error),
)


class _Entry(NamedTuple):
    """An array that is still packed."""

    packed: zipfile.ZipInfo
    start: int  # bytes before the numbers
    dtype: np.dtype
    order: Any
    shape: tuple[int, ...]


def digest(arrays: dict[str, np.ndarray], header: dict[str, Any] | None = None) -> str:
    """Return the SHA-256 of named arrays, and of a header without its own ``sha256``."""
    total = hashlib.sha256()
    if header is not None:
        told = {key: value for key, value in header.items() if key != "sha256"}
        total.update(json.dumps(told, sort_keys=True).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        total.update(f"{name} {array.dtype.str} {array.shape}".encode())
        total.update(array.tobytes())
    return total.hexdigest()


def write_archive(path: Path, header: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Write header and arrays to a file that is there whole or not at all."""
    header = json.loads(json.dumps(header)) | {"format": FORMAT}
    header["sha256"] = digest(arrays, header)
    entries: Any = {"header": np.frombuffer(json.dumps(header, indent=1).encode(), np.uint8)} | arrays
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **entries)
    if sum(entry.nbytes + _LONGEST_START for entry in entries.values()) > _most(len(buffer.getvalue())):
        buffer = io.BytesIO()  # it would be taken for a bomb
        np.savez(buffer, **entries)
    write_whole(path, buffer.getvalue())


def read_archive(path: Path, what: str = "checkpoint") -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Read and check a file that ``write_archive`` made; nothing in it is run. Raises GameError."""
    if not is_file(path):
        if os.path.isdir(path):
            raise GameError(f"{what} {path}: this is a folder; name a file in it, for instance {path / 'best.npz'}")
        raise GameError(f"{what} {path}: file not found")
    try:
        with opened(content_of(path)) as archive:
            entries = _entries(archive)
            header = _header(archive, entries.pop("header"))
            arrays = {name: _unpacked(archive, entry) for name, entry in entries.items()}
        claimed, form = header["sha256"], header["format"]
    except PermissionError:
        raise
    except DAMAGE as error:
        raise GameError(
            f"{what} {path}: it is damaged or not a {what} of swarmzoo ({reason(error)}); {_INSTEAD[what]}"
        ) from None
    if form not in (1, FORMAT):
        raise GameError(f"{what} {path}: format {ascii(form)[:40]}; this version reads format {FORMAT}")
    if claimed != digest(arrays, header if form == FORMAT else None):
        raise GameError(f"{what} {path}: its content was changed (the SHA-256 does not match); {_INSTEAD[what]}")
    return header, arrays


def reason(error: BaseException) -> str:
    """Return in short words, without control codes, why a file cannot be read."""
    text = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    if isinstance(error, KeyError) and " " not in text:
        text = f"it has no {text}"
    return ascii(" ".join(text.split()) or type(error).__name__)[1:-1][:200]


def opened(content: bytes) -> zipfile.ZipFile:
    """Return a zip archive whose members together unpack to no more than one of its size may hold.

    Raises ValueError for others. It is read from memory: a file would set aside as much as the archive says it has.
    """
    archive = zipfile.ZipFile(io.BytesIO(content))
    members = archive.infolist()
    total, most = sum(member.file_size for member in members), _most(len(content))
    if total > most:
        raise ValueError(f"it would unpack to {total:,} bytes; {most:,} are allowed for a file of {len(content):,}")
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise ValueError("it is packed in another way")  # unpacking others may take any amount of memory
    if len({member.filename for member in members}) < len(members):
        raise ValueError("it names an entry twice")
    return archive


def _most(size: int) -> int:
    return min(ROOM + GROWTH * size, MOST_UNPACKED)


def _entries(archive: zipfile.ZipFile) -> dict[str, _Entry]:
    """Return all entries by name, none of them unpacked."""
    return {member.filename.removesuffix(".npy"): _entry(archive, member) for member in archive.infolist()}


def _entry(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> _Entry:
    with archive.open(member) as file:
        found = _START.match(file.read(_LONGEST_START))
    if found is None:
        raise ValueError(f"{member.filename[:80]} is not an array of numbers")
    dtype, shape = np.dtype(found[1].decode()), tuple(int(n) for n in found[3].decode().split(",") if n.strip())
    if math.prod(shape) * dtype.itemsize != member.file_size - found.end():
        raise ValueError(f"{member.filename[:80]} is not as large as it says")
    return _Entry(member, found.end(), dtype, "F" if found[2] == b"True" else "C", shape)


def _unpacked(archive: zipfile.ZipFile, entry: _Entry) -> np.ndarray:
    content = bytearray(archive.read(entry.packed))
    return np.frombuffer(content, entry.dtype, offset=entry.start).reshape(entry.shape, order=entry.order)


def _header(archive: zipfile.ZipFile, entry: _Entry) -> dict[str, Any]:
    if entry.packed.file_size > LONGEST_HEADER:
        raise ValueError(f"a header of {entry.packed.file_size:,} bytes; {LONGEST_HEADER:,} are allowed")
    return read_json(_unpacked(archive, entry).tobytes())


def read_json(text: bytes) -> dict[str, Any]:
    """Return an object of JSON; raise ValueError or RecursionError for what is none or holds too many values."""
    if sum(map(text.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise ValueError(f"JSON of more than {MOST_VALUES:,} values")
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("JSON that is not an object")
    return found


def part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
