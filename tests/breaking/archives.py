"""Damage to zip archives: bytes flipped, cut and swapped, members exchanged, sizes that lie, headers edited."""

import io
import json
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from swarmzoo.agents.policy.archive import digest
from tests.breaking.mutations import EDGES, mutated, mutated_bytes

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    2**70,
    "",
    "x",
    "\x1b[31m",
    [],
    {},
)
ODD_ARRAYS: tuple[Callable[[np.ndarray], np.ndarray], ...] = (
    lambda array: array.astype(np.float64),
    lambda array: array.astype(np.float16),
    lambda array: array.astype(np.int64),
    lambda array: array.astype(np.complex64),
    lambda array: array.astype("S3"),
    lambda array: array * np.nan if array.dtype.kind == "f" else np.frombuffer(array.tobytes(), np.uint8) ^ 255,
    lambda array: array[..., :-1] if array.ndim else array[None],
    lambda array: array.T if array.ndim > 1 else array.reshape(-1, 1),
    lambda array: np.zeros(0, array.dtype),
    lambda array: np.repeat(array.reshape(-1), 3),
    lambda array: np.roll(array, 1),
)


def members_of(content: bytes) -> dict[str, bytes]:
    """Return what a zip archive holds."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(members: list[tuple[str, bytes]], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of members, also where a name is there twice."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as archive:
        for name, content in members:
            if name in archive.NameToInfo:
                del archive.NameToInfo[name]  # lest it warns
            archive.writestr(zipfile.ZipInfo(name), content, kind)
    return buffer.getvalue()


def damaged(content: bytes, random: Random) -> bytes:
    """Return an archive with damage to its bytes or its members."""
    return random.choice((_flipped, _cut, _members_swapped, _member_changed, _member_named, _size_lied))(
        content, random
    )


def _flipped(content: bytes, random: Random) -> bytes:
    """Damage bytes anywhere, or where the names and sizes of the members stand."""
    begin = 0 if random.random() < 0.5 else content.rfind(b"PK\x01\x02", 0, -100) + 4
    return mutated_bytes(content, random, max(begin, 0))


def _cut(content: bytes, random: Random) -> bytes:
    first, last = sorted(random.randrange(len(content) + 1) for _ in range(2))
    return random.choice((content[:first], content[first:], content[:first] + content[last:], content * 2))


def _members_swapped(content: bytes, random: Random) -> bytes:
    members = list(members_of(content).items())
    one, two = random.randrange(len(members)), random.randrange(len(members))
    (first, a), (second, b) = members[one], members[two]
    members[one], members[two] = (first, b), (second, a)
    if random.random() < 0.3:
        members.pop(one)
    elif random.random() < 0.3:
        members.append(members[one])
    return zipped(members)


def _member_changed(content: bytes, random: Random) -> bytes:
    members = list(members_of(content).items())
    at = random.randrange(len(members))
    name, inner = members[at]
    members[at] = (
        name,
        random.choice((mutated_bytes(inner or b"x", random), inner[: len(inner) // 2], bytes(50_000_000))),
    )
    return zipped(members)


def _member_named(content: bytes, random: Random) -> bytes:
    members = list(members_of(content).items())
    at = random.randrange(len(members))
    odd = ("", "/", "../../evil", "a/" * 500, "\x00", "\x1b[2J.npy", "header", "x" * 60_000)
    members[at] = random.choice((*odd, mutated(members[at][0], random))).replace("\ud800", ""), members[at][1]
    return zipped(
        members, random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    )


def _size_lied(content: bytes, random: Random) -> bytes:
    """Write another number over a size, a place or a flag of one member in the list at the end."""
    places = [at for at in range(len(content) - 46) if content[at : at + 4] == b"PK\x01\x02"]
    if not places:
        return content[:-1]
    at = random.choice(places) + random.choice((8, 10, 16, 20, 24, 28, 30, 42))
    value = random.choice(EDGES) % 2**32
    return content[:at] + value.to_bytes(4, "little") + content[at + 4 :]


def edited(content: bytes, random: Random) -> bytes:
    """Return an archive of the project whose header or arrays were edited, signed anew so that nobody sees it."""
    with np.load(io.BytesIO(content)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(arrays.pop("header").tobytes())
    for _ in range(random.choice((1, 1, 2, 3))):
        if random.random() < 0.6 or not arrays:
            _edit_json(header, random)
        else:
            _edit_array(arrays, random)
    if not arrays or "format" in header:
        header["sha256"] = digest(arrays, header)
    text = json.dumps(header).encode()
    if random.random() < 0.1:
        text = random.choice((b"[" * 50_000, b'{"a":' * 50_000, text + b"}", text[:-1], mutated_bytes(text, random)))
    buffer = io.BytesIO()
    entries: Any = {"header": np.frombuffer(text, np.uint8)} | arrays
    np.savez(buffer, **entries)
    return buffer.getvalue()


def _edit_json(value: Any, random: Random) -> None:
    """Change, drop or double one value somewhere inside."""
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        if not keys:
            return
        key = random.choice(list(keys))
        if isinstance(value[key], dict | list) and value[key] and random.random() < 0.8:
            value = value[key]
            continue
        break
    if random.random() < 0.2:
        del value[key]
    elif isinstance(value[key], int) and random.random() < 0.5:
        value[key] = random.choice((value[key] + random.choice((-1, 1, 2)), random.choice(EDGES)))
    else:
        value[key] = random.choice(ODD_VALUES)


def _edit_array(arrays: dict[str, np.ndarray], random: Random) -> None:
    name = random.choice(list(arrays))
    if random.random() < 0.2:
        arrays[random.choice((f"{name}x", random.choice(list(arrays))))] = arrays.pop(name)
    else:
        array = arrays[name] if arrays[name].dtype.kind != "S" else np.frombuffer(arrays[name].tobytes(), np.uint8)
        arrays[name] = random.choice(ODD_ARRAYS)(array)
