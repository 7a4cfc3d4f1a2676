"""The board in words, for people who cannot see it: what a seat knows of the game, as headings with lines."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, TypedDict


class Heading(TypedDict):
    """A part of what a seat knows: its title, and its lines."""

    title: str
    lines: list[str]


def spoken(scene: dict[str, Any]) -> list[Heading]:
    """Return a scene, as ``Words.scene`` tells it, in words: the time, units, sides and all else, at last the board.

    Places are written as in the names of actions; what is false or empty is left out.
    """
    told = {key: _lines(value) for key, value in scene.items() if key != "board"}
    told["board"] = _ground(scene["board"])
    return [{"title": _words(key).capitalize(), "lines": lines} for key, lines in told.items() if lines]


def moment(time: dict[str, Any]) -> str:
    """Return the time of a scene on one line, such as: round 4, phase Round Bid."""
    return ", ".join(_pair(key, one) for key, one in time.items() if not _empty(one))


def _ground(board: dict[str, Any]) -> list[str]:
    """Return a line for each row of the ground, one for each that has heights, then the rest."""
    lines = []
    for y, row in enumerate(board["ground"]):
        places = board["names"][y] if "names" in board else range(len(row))
        told = [f"{span} {kind}" for span, kind in _runs(places, row) if kind is not None]
        lines.append(f"row {y}: {', '.join(told)}" if "names" not in board else ", ".join(told))
    for y, row in enumerate(board.get("heights", ())):
        raised = [f"{height} at {span}" for span, height in _runs(range(len(row)), row) if height]
        lines += [f"heights in row {y}: {', '.join(raised)}"] if raised else []
    rest = {key: value for key, value in board.items() if key not in ("ground", "heights", "names", "indents")}
    return lines + _lines(rest)


def _runs(places: Sequence[str | int], row: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return what stands in a row: like hexes beside each other put together, and what they have."""
    runs = groupby(zip(places, row, strict=True), key=lambda one: one[1])
    return [(_span([place for place, _ in run]), has) for has, run in runs]


def _span(places: Sequence[str | int]) -> str:
    return f"{places[0]}" if len(places) == 1 else f"{places[0]} to {places[-1]}"


def _lines(value: Any) -> list[str]:
    """Return the lines of a value under a heading."""
    if isinstance(value, dict):
        return [f"{_words(key)}: {_told(one)}" for key, one in value.items() if not _empty(one)]
    if isinstance(value, list):
        return [_told(one) for one in value]
    return [] if _empty(value) else [_told(value)]


def _told(value: Any) -> str:
    """Return a value in words, on one line."""
    if isinstance(value, dict):
        return ", ".join(_pair(key, one) for key, one in value.items() if not _empty(one))
    if isinstance(value, list):
        return "; ".join(_told(one) for one in value)
    return str(value)


def _pair(key: str, value: Any) -> str:
    """Return a key and its value: a name stands for itself, and so does what is true."""
    if value is True:
        return _words(key)
    if key in ("name", "side"):
        return str(value)
    nested = isinstance(value, dict | list) and bool(value)
    return f"{_words(key)} ({_told(value)})" if nested else f"{_words(key)} {_told(value)}"


def _empty(value: Any) -> bool:
    """Return whether a value says nothing; zero does, where it is counted."""
    return value is None or value is False or (isinstance(value, str | list | dict) and not value)


def _words(key: str) -> str:
    return key.replace("_", " ")
