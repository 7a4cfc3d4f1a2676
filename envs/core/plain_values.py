"""Values as JSON knows them."""

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return dataclasses, arrays and numbers of numpy as plain values; numbers that are none, such as nan, as None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, np.generic | np.ndarray):
        return plain(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def differences(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield where two plain values differ: the dotted path and what each has there, ``nothing`` where it lacks it.

    Mappings are looked into, and so are lists that hold mappings or lists, by the places of their elements.
    """
    first, second = _inner(one), _inner(other)
    if not first or not second:
        if one != other:
            yield path, ascii(one), ascii(other)
        return
    for key in {**first, **second}:
        way = f"{path}.{key}".removeprefix(".")
        if key in first and key in second:
            yield from differences(first[key], second[key], way)
        else:
            yield way, _told(first, key), _told(second, key)


def _told(inner: dict[str, Any], key: str) -> str:
    return ascii(inner[key]) if key in inner else "nothing"


def _inner(value: Any) -> dict[str, Any]:
    """Return what is compared one by one: values of a mapping, or of a list of mappings or lists by their places."""
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return {str(place): one for place, one in enumerate(value)}
    return value if isinstance(value, dict) else {}
