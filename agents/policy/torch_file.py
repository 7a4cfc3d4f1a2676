"""The weights in a file that torch wrote, as arrays: read without torch, and without running anything of the file.

Such a file is a zip archive: ``data.pkl`` names the weights in a few words of pickle's language, ``data/0``, ``data/1``
... hold their numbers. Of that language only the words that weights need are taken, before anything is carried out.
"""

import io
import math
import pickle
import pickletools
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np

from swarmzoo.agents.policy.archive import opened

LONGEST = 1 << 20  # bytes of data.pkl
WORDS = {
    *("PROTO", "GLOBAL", "REDUCE", "BUILD", "BINPERSID", "BINPUT", "LONG_BINPUT", "BINGET", "LONG_BINGET", "STOP"),
    *("EMPTY_TUPLE", "EMPTY_DICT", "EMPTY_LIST", "MARK", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "SETITEM", "SETITEMS"),
    *("BINUNICODE", "BININT", "BININT1", "BININT2", "LONG1", "NEWTRUE", "NEWFALSE", "NONE"),
}
KINDS = {"FloatStorage": "<f4", "DoubleStorage": "<f8", "HalfStorage": "<f2"}


class _Kind(NamedTuple):
    """The kind of numbers of a storage."""

    dtype: str


class _Stored(NamedTuple):
    """Numbers of a storage that are one of the weights."""

    storage: Any
    first: Any
    shape: Any
    strides: Any


def read_torch_weights(content: bytes) -> dict[str, np.ndarray]:
    """Return the weights of a file by their names; raise ValueError, or what a damaged archive raises."""
    with opened(content) as archive:
        members = {member.filename: member for member in archive.infolist()}
        (top,) = (name.removesuffix("data.pkl") for name in members if name.rpartition("/")[2] == "data.pkl")
        if members[f"{top}data.pkl"].file_size > LONGEST:
            raise ValueError("its data.pkl is too long")
        if f"{top}byteorder" in members and archive.read(f"{top}byteorder") != b"little":
            raise ValueError("its numbers are not little-endian")
        storages: dict[str, bytes] = {}
        return {
            name: _array(one, lambda key: storages.setdefault(key, archive.read(f"{top}data/{key}")))
            for name, one in _named(archive.read(f"{top}data.pkl")).items()
        }


def _named(text: bytes) -> dict[str, _Stored]:
    """Return what a ``data.pkl`` names."""
    for word, value, _ in pickletools.genops(text):
        if word.name not in WORDS or ("PUT" in word.name and isinstance(value, int) and value > len(text)):
            raise ValueError(f"it holds more than weights ({word.name})")
    found = _Reader(io.BytesIO(text)).load()
    if not isinstance(found, dict):
        raise ValueError("it holds more than weights")
    for name, one in found.items():
        if not isinstance(name, str) or not isinstance(one, _Stored):
            raise ValueError(f"{str(name)[:80]!a} is not an array")
    return found


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Return what stands for a name of weights; nothing else has a meaning."""
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda storage, first, shape, strides, *_: _Stored(storage, first, shape, strides)
        if module == "torch" and name in KINDS:
            return _Kind(KINDS[name])
        raise ValueError(f"it holds more than weights ({f'{module}.{name}'[:80]!a})")

    def persistent_load(self, pid: Any) -> Any:
        """Return what names a storage."""
        return pid


def _array(one: _Stored, content_of: Any) -> np.ndarray:
    """Return one of the weights; raise ValueError where it is not a part of its storage, row by row."""
    _, kind, key, _, _ = one.storage
    numbers = [one.first, *one.shape, *one.strides]
    if not isinstance(kind, _Kind) or not isinstance(key, str) or not all(type(n) is int and n >= 0 for n in numbers):
        raise ValueError("an array is not described as torch does")
    steps = [math.prod(one.shape[k + 1 :]) for k in range(len(one.shape))]
    if len(steps) != len(one.strides) or any(
        size > 1 and step != stride for size, step, stride in zip(one.shape, steps, one.strides, strict=True)
    ):
        raise ValueError("an array is not stored row by row")
    stored = np.frombuffer(content_of(key), kind.dtype)
    count = math.prod(one.shape)
    if one.first + count > len(stored):
        raise ValueError("an array is larger than its storage")
    return stored[one.first : one.first + count].reshape(one.shape)
