"""The range of every number of a record, and the check of whole records against them.

Kernels check no bounds: what comes from outside must lie in its ranges before a kernel sees it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import number_in

Bounds = tuple[Any, Any]  # the least and the greatest number: one for all of a field, or arrays that broadcast to it
FLAG: Bounds = (0, 1)
MANY = 2**30  # of what is only counted


class Ranges:
    """The least and the greatest number of every place of a record.

    ``bounds`` names every field of ``dtype``; None: whatever fits into it, which also ends bounds that are wider.
    Raises TypeError for a field without bounds.
    """

    def __init__(self, dtype: np.dtype, bounds: Mapping[str, Bounds | None]):
        names = dtype.names or ()
        if set(names) != set(bounds):
            raise TypeError(f"fields without bounds, or bounds without a field: {sorted(set(names) ^ set(bounds))}")
        self.dtype = dtype
        self._low, self._high = _least(dtype), _greatest(dtype)
        for name, pair in bounds.items():
            if pair is not None:
                least, greatest = _limits(_kind(dtype[name]))
                self._low[name], self._high[name] = np.maximum(pair[0], least), np.minimum(pair[1], greatest)
        self._groups = [self._group(kind) for kind in sorted({_kind(dtype[name]).str for name in names})]

    def _group(self, kind: str) -> tuple[np.dtype, np.ndarray, np.ndarray, np.ndarray]:
        """Return the places of a kind of number in a record, counted in numbers of that kind, and their bounds."""
        width = np.dtype(kind).itemsize
        spans = [span for name in self.dtype.names or () if _kind((span := self.dtype.fields[name])[0]).str == kind]  # type: ignore[index]
        places = np.concatenate([np.arange(s[0].itemsize // width) + s[1] // width for s in spans])
        low, high = (_numbers(record, np.dtype(kind))[0, places] for record in (self._low, self._high))
        least, greatest = _limits(np.dtype(kind))
        bound = (low != least) | (high != greatest)
        return np.dtype(kind), places[bound], low[bound], high[bound]

    def of(self, name: str, at: Any = ()) -> tuple[int, int]:
        """Return the least and the greatest number of a field, or of one place of it."""
        return int(np.min(self._low[name][0][at])), int(np.max(self._high[name][0][at]))

    def number(self, name: str, word: str, where: str, at: Any = ()) -> int:
        """Return a word as a number of a field; raise GameError unless it is one in its range."""
        return number_in(word, *self.of(name, at), where)

    def numbers(self, name: str, words: str, where: str) -> list[int]:
        """Return words as the numbers of a whole field; raise GameError unless there is one in its range for each."""
        given, size = words.split(), self.dtype[name].shape[0]
        if len(given) != size:
            raise GameError(f"{where}: {name} needs {size} numbers, {len(given)} were given")
        return [self.number(name, word, where, k) for k, word in enumerate(given)]

    def check(self, records: np.ndarray, what: str) -> None:
        """Raise GameError if some number of records, (n,), is out of its range; it names the field, place and range."""
        for kind, places, low, high in self._groups:
            values = _numbers(records, kind)[:, places]
            outside = values < low
            outside |= values > high
            if kind.kind == "f":
                outside |= np.isnan(values)
            if outside.any():
                self._refuse(what, kind, int(places[np.argwhere(outside)[0, 1]]), values[outside][0])

    def _refuse(self, what: str, kind: np.dtype, place: int, value: Any) -> None:
        offset = place * kind.itemsize
        name, at = next(
            (name, (offset - begin) // kind.itemsize)
            for name, (field, begin, *_) in self.dtype.fields.items()  # type: ignore[union-attr]
            if begin <= offset < begin + field.itemsize
        )
        index = [int(i) for i in np.unravel_index(at, self.dtype[name].shape)] if self.dtype[name].shape else []
        low, high = (0 + bound[name][0][tuple(index)] for bound in (self._low, self._high))  # numbers, also of flags
        raise GameError(f"{what}: {name}{index or ''} = {value}: {low} to {high} are allowed")


def _kind(dtype: np.dtype) -> np.dtype:
    """Return the numbers that a field is made of; a flag is a byte."""
    return np.dtype(np.uint8) if dtype.base.kind == "b" else dtype.base


def _numbers(records: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Return the bytes of records, (n,), as numbers of a kind, (n, numbers)."""
    plain = np.ascontiguousarray(records).view(np.ndarray)
    whole = plain.view(np.uint8).reshape(len(plain), -1)
    if rest := whole.shape[1] % kind.itemsize:
        whole = whole[:, :-rest].copy()
    return whole.view(kind)


def _limits(kind: np.dtype) -> tuple[Any, Any]:
    if kind.kind == "f":
        return -np.inf, np.inf
    info = np.iinfo(kind)
    return info.min, info.max


def _least(dtype: np.dtype) -> np.ndarray:
    return _filled(dtype, 0)


def _greatest(dtype: np.dtype) -> np.ndarray:
    return _filled(dtype, 1)


def _filled(dtype: np.dtype, end: int) -> np.ndarray:
    """Return a record of the least or the greatest numbers that fit into its fields; a flag is 0 or 1."""
    record = np.zeros(1, dtype)
    for name in dtype.names or ():
        record[name] = end if dtype[name].base.kind == "b" else _limits(dtype[name].base)[end]
    return record
